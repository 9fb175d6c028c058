"""Beside a desktop: a program in it gets what no gesture takes, and loses what one takes."""

import contextlib
import json
import os
import signal
import subprocess

import patience
from buttons import Keyboard
from desktop import CAGE, WESTON, Desktop, Window
from fingers import *
from kernel import KEY_A, KEY_NEXTSONG
from passing import passing_test, virtual_nodes
from test_7_life import restarted


def configuration(cancel="liftOutside", more="", three=""):
    """Weston 10 does not understand that a touch is cancelled: what is right for it is liftOutside."""
    # No frame of the tests may come later than the end of the gate.
    return f"""
screens:
  panel: {{ size: [800, 480], edgeGate: {{ edges: [left], timeout: {min(10, 3 * patience.factor)} }} }}
devices:
  - match: {{ kind: keys, name: "Lab *" }}
    passesOn: true
  - match: {{ name: "Lab *" }}
    screen: panel
    passedOnCancel: {cancel}
application:
  receivesRemoteControlEvents: true
  windows:
    - id: desktop
      screen: panel
      passesOn: true
      handles: [remoteControl]
      gestureRecognizers:
        - {{ id: three, swipe: {{ direction: up, numberOfTouchesRequired: 3 }}{three} }}
        - {{ id: side, screenEdgePan: {{ edges: [left] }} }}
        - {{ id: pull, screenEdgePan: {{ edges: [bottom] }} }}
{more}"""


ROUNDS = 100
# When no finger is down, nothing of the program may still wait for one.
REST = {"said": "rest", "pressed": False, "dragged": False}


class Commands:
    """responderctl on, as the user's unit starts it: each gesture adds its name to a file."""

    def __init__(self, lab, folder="/run/lab-commands"):
        self.lab = lab
        os.makedirs(folder, exist_ok=True)
        self.file = f"{folder}/gestures"
        bindings = f"{folder}/bindings.yaml"
        with open(bindings, "w") as file:
            file.write("bindings:\n" + "".join(
                f"  - {{ recognizer: {name}{phases}, run: [sh, -c, 'echo {name} >>{self.file}'] }}\n"
                for name, phases in (("three", ""), ("side", ", phases: [began]"), ("pull", ", phases: [began]"))))
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.file)
        self.expected = []
        self.process = subprocess.Popen([lab.program("responderctl"), "on", "--bindings", bindings,
                                         "--socket", lab.daemon.socket])

    def wait_until_bound(self):
        self.lab.wait_until(lambda: any(
            client["pid"] == self.process.pid and client["subscriptions"] for client in json.loads(
                self.lab.command("status", "--json"))["clients"]), "the commands are bound", seconds=60)

    def expect(self, name):
        """This gesture's command runs next, and no other has run since the last question."""
        self.expected.append(name)
        self.lab.wait_until(lambda: len(self.have_run()) >= len(self.expected), f"{name} has run its command")
        self.expect_no_other()

    def expect_no_other(self):
        assert self.have_run() == self.expected, (self.have_run()[-3:], len(self.expected))

    def have_run(self):
        with contextlib.suppress(FileNotFoundError), open(self.file) as lines:
            return lines.read().split()
        return []

    def close(self):
        self.process.kill()
        self.process.wait()


def said(lines):
    """The words of the lines, without those of moves."""
    return [line["said"] for line in lines if line["said"] != "update"]


class Room:
    """The desktop with its program, the daemon beside it, a panel, and fingers that never repeat a place.

    Each thing that fingers do here expects every line that the window prints until the fingers have lifted; a
    line too many is in the way of the next one.
    """

    def __init__(self, lab, configuration, compositor=WESTON, program="gtk_window.py"):
        self.lab = lab
        self.desktop = lab.add(contextlib.closing(Desktop(lab, compositor)))
        lab.start(configuration)
        self.panel = lab.panel(phys="lab/panel")
        self.find_clone()
        self.window = lab.add(contextlib.closing(Window(lab, self.desktop, program)))
        self.commands = lab.add(contextlib.closing(Commands(lab)))
        self.commands.wait_until_bound()
        self.step = 0

    def find_clone(self):
        self.lab.wait_until(lambda: len(virtual_nodes()) == 1, "there is one virtual touchscreen")
        node, = virtual_nodes()
        self.lab.wait_until(lambda: self.desktop.reads(node), "the compositor reads it", seconds=60)
        self.lab.wait_until(lambda: any(device.get("grabbed") for device in json.loads(
            self.lab.command("devices", "--json"))["devices"]), "the panel is grabbed")

    def near(self, x, y):
        """A place close by: the kernel drops what does not change."""
        self.step += 1
        return x + self.step % 7, y + self.step % 11

    def is_at(self, line, x, y):
        """Whether the window has been touched at this place of the panel."""
        width, height = self.window.size
        return abs(line["x"] - x * width / 800) <= 1 and abs(line["y"] - y * height / 480) <= 1

    def is_outside(self, line):
        return line["x"] < 0 and line["y"] < 0

    def tap(self):
        """A tap on the button clicks it, once."""
        x, y = self.near(300, 100)
        self.panel.frame(down(0, x, y))
        self.panel.frame(up(0))
        lines = self.window.until("rest")
        assert said(lines) == ["begin", "end", "clicked", "rest"] and lines[-1] == REST, lines
        assert self.is_at(lines[0], x, y), (lines[0], x, y)

    def three_up(self, x, y):
        """Three fingers swipe up from close by, and the command runs; the height at which they landed."""
        x, y = self.near(x, y)
        self.panel.frame(*(down(slot, x + 120 * slot, y) for slot in range(3)))
        for height in (80, 160):
            self.panel.frame(*(move(slot, x + 120 * slot, y - height) for slot in range(3)))
        self.panel.frame(*(up(slot) for slot in range(3)))
        self.commands.expect("three")
        return y

    def swipe(self, x, y):
        """Three fingers swipe up from here: the program loses them without a click, and the command runs."""
        y = self.three_up(x, y)
        lines = self.window.until("rest")
        touches = [word for word in said(lines) if "drag" not in word]
        assert touches == ["begin"] * 3 + ["end"] * 3 + ["rest"] and lines[-1] == REST, lines
        assert all(self.is_outside(line) for line in lines if line["said"] == "end"), lines
        drags = [word for word in said(lines) if "drag" in word]
        # GTK itself gives a drag up when a second finger comes.
        assert drags == (["drag begin", "drag end"] if y > 240 else []), lines

    def swipe_from_bottom(self):
        """No gate is there: a drag has begun when the gesture takes its finger, and ends outside."""
        x, y = self.near(600, 469)
        self.panel.frame(down(0, x, y))
        for height in (60, 120, 180):
            self.panel.frame(move(0, x, y - height))
        self.panel.frame(up(0))
        self.commands.expect("pull")
        lines = self.window.until("rest")
        assert said(lines) == ["begin", "drag begin", "end", "drag end", "rest"] and lines[-1] == REST, lines
        end, drag = (line for line in lines if line["said"] in ("end", "drag end"))
        assert self.is_outside(end) and self.is_outside(drag), lines

    def swipe_from_edge(self):
        """The program sees nothing of a finger that the edge's gesture takes, and the command runs."""
        x, y = self.near(1, 300)
        self.panel.frame(down(0, x, y))
        for step in range(1, 4):
            self.panel.frame(move(0, x + 60 * step, y + step))
        self.commands.expect("side")
        self.panel.frame(up(0))

    def drag_at_edge(self):
        """A swipe from the edge that goes along it is none: the program gets all of it as a drag."""
        x, y = self.near(1, 300)
        self.panel.frame(down(0, x, y))
        for step in range(1, 5):
            self.panel.frame(move(0, x, y + 30 * step))
        self.panel.frame(up(0))
        lines = self.window.until("rest")
        assert said(lines) == ["begin", "drag begin", "end", "drag end", "rest"] and lines[-1] == REST, lines
        touches = [line for line in lines if line["said"] in ("begin", "update", "end")]
        assert self.is_at(touches[0], x, y) and self.is_at(touches[-1], x, y + 120), (touches, x, y)
        assert sorted(touches, key=lambda line: line["y"]) == touches, touches
        end, = [line for line in lines if line["said"] == "drag end"]
        assert abs(end["x"]) <= 1 and abs(end["y"] - 120 * self.window.size[1] / 480) <= 2, end

    def everything(self):
        self.tap()
        self.swipe(150, 220)
        self.drag_at_edge()
        self.swipe(150, 440)
        self.swipe_from_edge()
        self.swipe_from_bottom()

    def touch(self):
        self.panel.frame(down(0, *self.near(300, 100)))
        self.panel.frame(up(0))

    def click(self):
        """A tap on the button of any program: this one and no other."""
        self.touch()
        words = [word for word in said(self.window.until("clicked")) if word != "rest"]
        assert words == ["begin", "end", "clicked"], words

    def take_three(self, delayed):
        """A swipe of three fingers over the button of any program, which loses them, or has not had them."""
        self.three_up(150, 220)
        if delayed:
            return
        lines = self.window.until("end", 3)
        assert [word for word in said(lines) if word != "rest"] == ["begin"] * 3 + ["end"] * 3, lines

    def lose_tap(self):
        """The program still has a finger: a tap ends only that one, and the next taps work."""
        for words in (["begin", "end"], ["begin", "end", "clicked"], ["begin", "end", "clicked"]):
            self.touch()
            assert said(self.window.until(words[-1])) == words

    def hold_button(self):
        """A finger goes down on the button and stays."""
        self.panel.frame(down(0, *self.near(300, 100)))
        assert said(self.window.until("begin")) == ["begin"]


@passing_test("desktop: taps, swipes and failed edge swipes, a hundred times and after a restart, under weston",
              seconds=600, boot="beside a desktop", night=True)
def under_weston(lab):
    room = Room(lab, configuration())
    for _ in range(ROUNDS):
        room.everything()
    room.hold_button()
    lab.expect_death()
    lab.restart(configuration())
    lines = room.window.until("rest")
    assert said(lines) == ["end", "rest"] and lines[-1] == REST, lines
    assert room.is_outside(lines[-2]), lines
    lab.wait_until_open(room.panel)
    lab.settle()
    room.panel.frame(up(0))
    lab.settle()
    room.find_clone()
    room.commands.wait_until_bound()
    room.everything()
    room.tap()
    room.commands.expect_no_other()


@passing_test("desktop: after kill -9 with a finger down weston loses one tap, and the next ones work",
              seconds=240, boot="beside a desktop", night=True)
def killed(lab):
    room = Room(lab, configuration())
    room.tap()
    room.hold_button()
    old = lab.process
    lab.expect_death()
    os.kill(old.pid, signal.SIGKILL)
    restarted(lab, old)
    lab.wait_until_open(room.panel)
    lab.settle()
    room.panel.frame(up(0))
    lab.settle()
    room.find_clone()
    room.lose_tap()


@passing_test("desktop: weston ignores a finger that becomes a palm: no click, one tap is lost, the next ones work",
              seconds=240, boot="beside a desktop", night=True)
def palm(lab):
    # No tap of a busy machine may take so long.
    room = Room(lab, configuration("palm", "        - { id: hold, longPress: { minimumPressDuration: 2 } }\n"))
    watcher = lab.subscriber("gesture", recognizers=["hold"])
    room.tap()
    room.hold_button()
    assert '"state":"began"' in watcher.next_record_line()
    room.panel.frame(up(0))
    room.lose_tap()


@passing_test("desktop: unhandled keys reach the program, a handled one does not",
              seconds=240, boot="beside a desktop", night=True)
def keys(lab):
    room = Room(lab, configuration())
    keyboard = lab.plug(Keyboard(phys="lab/keys"))
    lab.wait_until(lambda: len(virtual_nodes()) == 2, "there is a virtual keyboard")
    for node in virtual_nodes():
        lab.wait_until(lambda: room.desktop.reads(node), "weston reads it", seconds=60)
    room.tap()
    # The window takes commands, so this one is its own.
    keyboard.tap_key(KEY_NEXTSONG)
    keyboard.tap_key(KEY_A)
    key, = room.window.until("key")
    assert key["name"] == "a", key


# Cage does not pass a finger on that moves outside, and WebKit clicks when the first one of several lifts where it landed.
COMBINATIONS = ((WESTON, "gtk4_window.py", "a GTK 4 program under weston", ""),
                (CAGE, "gtk4_window.py", "a GTK 4 program under cage", ""),
                (WESTON, "page.html", "a page in cog under weston", ""),
                (CAGE, "page.html", "a page in cog under cage, with delaysTouchesBegan,", ", delaysTouchesBegan: true"))

ALONE = """
screens: {{ panel: {{ size: [800, 480] }} }}
devices: [{{ match: {{ name: "Lab *" }}, screen: panel, source: evdev, grab: {grab} }}]
application: {{ windows: [{{ id: desktop, screen: panel, handles: [touches] }}] }}
"""


def beside(compositor, program, name, three):
    """Who gets a tap and a gesture: with `passesOn`, with `grab`, and without both."""
    def run(lab):
        room = Room(lab, configuration(three=three), compositor, program)
        for _ in range(3):
            room.click()
            room.take_three(delayed=three)
        # The program is left out.
        lab.expect_death()
        lab.restart(ALONE.format(grab="true"))
        lab.wait_until_open(room.panel)
        watcher = lab.subscriber("touches")
        room.touch()
        for phase in ("began", "ended"):
            assert json.loads(watcher.next_record_line())["phase"] == phase
        # Both have it.
        lab.restart(ALONE.format(grab="false"))
        lab.wait_until_open(room.panel)
        lab.wait_until(lambda: room.desktop.reads(room.panel.node), "the compositor reads the panel")
        watcher = lab.subscriber("touches")
        room.click()
        for phase in ("began", "ended"):
            assert json.loads(watcher.next_record_line())["phase"] == phase
        # A line too many of the one before would be in its way.
        room.click()
    passing_test(f"desktop: {name} gets taps and loses gestures with passesOn, gets nothing with grab, and all without both",
                 seconds=400, boot="beside a desktop", night=True)(run)


for combination in COMBINATIONS:
    beside(*combination)
