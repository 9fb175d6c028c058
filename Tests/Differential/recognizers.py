"""What all recognizers of the second model have in common.

A kind receives touches and timers and proposes a state; update.py decides what becomes of that.
"""

from world import middle

FINISHED = {"Ended", "Cancelled", "Failed"}
ACTIVE = {"Began", "Changed"}


class Recognizer:
    discrete = False

    def __init__(self, name, kind, view, keys, order):
        self.name, self.kind, self.view, self.keys, self.order = name, kind, view, keys, order
        self.enabled = self.flag("enabled", True)
        self.requires = set(filter(None, keys.get("requires", "").split(",")))
        self.state = "Possible"
        self.forget()

    def forget(self):
        """What reset clears."""
        self.accepted = []  # of this attempt, lifted ones too
        self.following = []  # accepted, down and not ignored
        self.wants = None
        self.asked = False
        self.passing = None  # when a drag passed its limit: (event's time, part of its step), P2
        self.timers = {}  # name: (due, is_minimum, serial)
        self.dynamic = set()
        self.collected = set()
        self.restart()

    def restart(self):
        """What a kind itself remembers of an attempt."""

    def flag(self, key, default):
        value = self.keys.get(key)
        return default if value is None else value == "yes"

    def number(self, key, default):
        return float(self.keys.get(key, default))

    def time(self, key, default):
        """A time limit or a wait, as it is in the window: TS1."""
        return self.number(key, default) * self.view.time_scale

    @property
    def cancels(self):
        return self.flag("cancels", True)

    @property
    def delays_began(self):
        return self.flag("delaysBegan", False)

    @property
    def delays_ended(self):
        return self.flag("delaysEnded", True)

    @property
    def is_active(self):
        """Has it begun an attempt: by a touch, or of itself."""
        return bool(self.accepted) or self.wants is not None or self.state != "Possible"

    def spot(self):
        """Where its fingers are; presses are nowhere: G12."""
        if any(touch.is_press for touch in self.following):
            return None
        return middle(touch.place for touch in self.following)

    def ignore(self, touch):
        """As if by ignore(_:for:): C4."""
        self.accepted.remove(touch)
        self.following.remove(touch)

    def begun(self):
        return self.state in ACTIVE or self.wants in {"Began", "Changed", "Ended"}

    def changed(self, state, now):
        """Its state has become public."""

    def may_follow(self, direction):
        """Whether it may still use a drag in a direction of the screen: SV18."""
        return False

    # What a kind may take up; `now` is the event's time.
    def began(self, touches, now): ...
    def moved(self, touches, now): ...
    def ended(self, touches, now): ...

    def cancelled(self, touches, now):
        self.wants = "Cancelled" if self.state in ACTIVE else "Failed"

    def goes_on(self):
        """Whether it follows the fingers that are left when a device takes others back: CX6."""
        return False

    def fired(self, timer, now): ...

    def values(self):
        return ""


ties = []  # numbers that can be rounded, or compared, both ways


def compare(number, limit):
    if abs(number - limit) < 1e-6:
        ties.append(number)


def tidy(number, digits=3):
    if abs(abs(number) * 10**digits % 1 - 0.5) < 1e-6:
        ties.append(number)
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text
