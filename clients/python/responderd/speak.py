"""Says what has the focus, and what changes: python3 -m responderd.speak [--language LANGUAGE] [--earphones] [--explore] [--print]

It reads the texts of the views (accessibilityLabel, accessibilityValue, accessibilityHint) and says them through
speech-dispatcher, which speaks in the session of the user. With --print the sentences are printed. A touch or a key
ends what is being spoken. Private windows are silent unless this program may read them. With --earphones it says
nothing unless earphones are plugged in, and what has the focus when they are. With --explore fingers read, instead of
touching, for as long as it speaks; the program needs the right edit.
"""

import argparse
import os
import select
import socket
import sys

from .client import Client
from .errors import ResponderError
from .jack import Jack
from .records import CONTROLS

# The kinds and values in the languages of the panel; other languages have the texts of the views only.
WORDS = {
    "en": {"button": "button", "switch": "switch", "slider": "slider", "stepper": "stepper", "on": "on", "off": "off",
           "of": "{} of {}", "percent": "{} percent", "noTouch": "The screen does not react at the moment",
           "touch": "The screen reacts again", "lies": "Something lies on the screen"},
    "de": {"button": "Taste", "switch": "Schalter", "slider": "Regler", "stepper": "Schrittschalter", "on": "ein",
           "off": "aus", "of": "{} von {}", "percent": "{} Prozent", "noTouch": "Der Bildschirm reagiert zurzeit nicht",
           "touch": "Der Bildschirm reagiert wieder", "lies": "Etwas liegt auf dem Bildschirm"},
    "fr": {"button": "bouton", "switch": "interrupteur", "slider": "curseur", "stepper": "pas à pas", "on": "activé",
           "off": "désactivé", "of": "{} sur {}", "percent": "{} pour cent", "noTouch": "L'écran ne réagit pas pour le moment",
           "touch": "L'écran réagit de nouveau", "lies": "Un objet est posé sur l'écran"},
    "es": {"button": "botón", "switch": "interruptor", "slider": "control deslizante", "stepper": "selector",
           "on": "activado", "off": "desactivado", "of": "{} de {}", "percent": "{} por ciento", "noTouch": "La pantalla no reacciona por ahora",
           "touch": "La pantalla reacciona de nuevo", "lies": "Hay un objeto sobre la pantalla"},
}
# What is spoken of a problem that begins, and of one that ends.
PROBLEMS = {"noTouchDevice": ("noTouch", "touch"), "unopenedDevice": ("noTouch", "touch"), "lastingTouch": ("lies", None)}
# A value that fingers change is spoken when it rests for so long.
REST = 0.3


class Printer:
    """Prints each sentence as a line."""

    def say(self, text):
        print(text, flush=True)

    def stop(self):
        pass


class Speech:
    """speech-dispatcher on its socket, in the lines of its protocol (SSIP)."""

    def __init__(self, language, path=None):
        folder = os.path.join(os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}"), "speech-dispatcher")
        self._path = path or os.environ.get("SPEECHD_SOCKET") or os.path.join(folder, "speechd.sock")
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.connect(self._path)
        except OSError as error:
            raise ResponderError(f"{self._path}: {error.strerror}; expected speech-dispatcher there; start it with "
                                 "spd-say, or name its socket in SPEECHD_SOCKET") from None
        self._lines = self._socket.makefile("r", encoding="utf-8", newline="\r\n")
        self._ask(f"SET SELF CLIENT_NAME {os.environ.get('USER', 'kiosk')}:responderd:speak")
        self._ask(f"SET SELF LANGUAGE {language}")
        self._ask("SET SELF PRIORITY message")

    def _ask(self, line):
        self._socket.sendall((line + "\r\n").encode())
        while True:
            answer = self._lines.readline()
            if not answer:
                raise ResponderError(f"{self._path}: speech-dispatcher has ended; start this program again")
            # The last line of an answer has a space after its number.
            if answer[3:4] != "-":
                break
        if not answer.startswith("2"):
            raise ResponderError(f"speech-dispatcher refuses {line!r}: {answer.strip()}")

    def say(self, text):
        self._ask("SPEAK")
        self._ask("\r\n".join("." + line if line.startswith(".") else line for line in text.splitlines()) + "\r\n.")

    def stop(self):
        self._ask("CANCEL SELF")


class Speaker:
    """What is to be spoken for each record."""

    def __init__(self, client, voice, language="en", jack=None, explores=False, zone=None):
        self.client, self.voice, self.jack, self.explores, self.zone = client, voice, jack, explores, zone
        self._is_heard = jack is None or jack.read()
        self.words = WORDS.get(language.split("-")[0].lower(), {})
        self._resting = None  # the control whose value is spoken when it rests
        self._values = {}  # of controls, since their nodes were read
        self._hidden = set()
        self._named = None  # what has the focus, as it was spoken

    def run(self):
        """Says what happens, for as long as the client has records."""
        self.client.subscribe(types=["focus", "control", "edit", "health"])
        self.client.subscribe(types=["touches", "unhandled", "presses"], phases=["began"])
        for window in self.client.picture.windows:
            self._note(window)
        self._focused(self._focus())
        if self._is_heard:
            self._explore()
        while True:
            record = self._next(REST if self._resting else None)
            if record is None and self._resting:
                node, self._resting = self._view(self._resting), None
                self._say(node and self.value(node))
            elif record:
                self.take(record)

    # The next record; none when so much time has passed, or earphones come or go.
    def _next(self, rest):
        if self.jack is None:
            return self.client.next(rest)
        record = self.client.next(0)
        if record is None:
            # A connection that is lost has no number, and is made again by the client.
            link = self.client.fileno()
            select.select([each for each in (link, *self.jack.descriptors) if each >= 0], [], [], REST if link < 0 else rest)
            record = self.client.next(0)
        # What this record says is for the earphones alone.
        self._plugged(self.jack.read())
        return record

    def _plugged(self, is_heard):
        if is_heard == self._is_heard:
            return
        self._is_heard = is_heard
        self.voice.stop()
        self._explore()
        if is_heard:
            self._named = None
            self._focused(self._focus())

    # Fingers read while it is heard, and as long as this connection lasts.
    def _explore(self):
        windows = self.client.picture.windows
        if self.explores and windows:
            application = self.client.chain(windows[0]["id"])[-1]["id"]
            self.client.set(view=application, own=True,
                            touchAccommodations={"exploration": "doubleTap"} if self._is_heard else None)

    def take(self, record):
        kind = record["type"]
        if kind == "focus":
            if record.get("zone") == self.zone:
                self._focused(record["focused"], "explored" in record)
        elif kind == "control" and record["event"] == "valueChanged" and "value" in record:
            self._values[record["control"]] = record["value"]
            self._resting = record["control"]
        elif kind == "edit":
            self._edited(record)
        elif kind == "health":
            self._say(self.words.get(PROBLEMS.get(record["fact"], (None, None))[record["event"] == "ended"]))
        elif record.get("phase") == "began":
            self.voice.stop()

    def _view(self, name):
        found = (picture.view(name) for picture in self.client.pictures.values())
        return next((node for node in found if node), None)

    def _focus(self):
        picture = self.client.picture
        return picture.focused if self.zone is None else picture.zones.get(self.zone, {}).get("focused")

    def _focused(self, name, is_explored=False):
        self._resting = None
        if name == self._named and not is_explored:
            return
        self._named = name
        node = self._view(name) if name else None
        if node:
            self._say(self.sentence(node))

    # A page that comes, or is shown, says its label.
    def _edited(self, record):
        name, node = record.get("view"), record.get("node") or {}
        self._values.pop(name, None)
        if record["edit"] == "changed" and name in self._hidden and not node.get("isHidden"):
            self._hidden.discard(name)
            self._say(node.get("accessibilityLabel"))
        elif record["edit"] == "added":
            page = node if "accessibilityLabel" in node else next(iter(node.get("subviews", [])), {})
            if not node.get("isHidden"):
                self._say(page.get("accessibilityLabel"))
        self._note(node)

    def _note(self, node):
        if node.get("isHidden"):
            self._hidden.add(node["id"])
        for child in node.get("subviews", []):
            self._note(child)

    def _say(self, text):
        if text and self._is_heard:
            self.voice.stop()
            self.voice.say(text)

    def sentence(self, node):
        """The label, the kind, the value and the hint of a view."""
        parts = [node.get("accessibilityLabel") or node["id"], self.words.get(kind_of(node)), self.value(node),
                 node.get("accessibilityHint")]
        return ", ".join(part for part in parts if part)

    def value(self, node):
        """The value of a view in words."""
        if "accessibilityValue" in node:
            return node["accessibilityValue"]
        kind = kind_of(node)
        facts = CONTROLS.get(kind, {})
        if "value" not in facts or not self.words:
            return None
        keys = {**facts["usual"], **(node.get(kind) or {})}
        value = self._values.get(node["id"], keys[facts["value"]])
        if value is None:
            return None
        if isinstance(facts["usual"][facts["value"]], bool):
            return self.words["on" if value else "off"]
        if kind == "slider":
            low, high = keys["minimumValue"], keys["maximumValue"]
            return self.words["percent"].format(round(100 * (value - low) / (high - low)))
        count = keys.get(facts.get("choices"))
        return self.words["of"].format(int(value) + 1, count) if count else f"{value:g}"


def kind_of(node):
    return next((each for each in CONTROLS if each in node), None)


def main():
    parser = argparse.ArgumentParser(prog="python3 -m responderd.speak", description=__doc__.split("\n\n")[0])
    parser.add_argument("--language", default=os.environ.get("LANG", "en")[:2], help="of the panel, such as de (default: that of LANG)")
    parser.add_argument("--earphones", action="store_true", help="say nothing unless earphones are plugged into the panel's jack")
    parser.add_argument("--explore", action="store_true", help="let fingers read, instead of touching, for as long as it speaks")
    parser.add_argument("--zone", help="whose focus it says, if windows have zones (default: of windows without one)")
    parser.add_argument("--print", action="store_true", help="print the sentences, and say nothing")
    parser.add_argument("--socket", help="the socket of responderd")
    options = parser.parse_args()
    try:
        voice = Printer() if options.print else Speech(options.language)
        with Client(options.socket, waits=True) as client:
            Speaker(client, voice, options.language, Jack() if options.earphones else None, options.explore, options.zone).run()
    except ResponderError as error:
        sys.exit(f"speak: {error}")
    except (KeyboardInterrupt, BrokenPipeError):
        pass


if __name__ == "__main__":
    main()
