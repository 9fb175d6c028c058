"""The kinds of recognizers of the second model: rules TAP to ED, one class each."""

import math

from recognizers import ACTIVE, Recognizer, tidy
from world import distance


class Custom(Recognizer): ...


class Tap(Recognizer):
    discrete = True

    def restart(self):
        self.taps, self.reached, self.origin = 0, False, None

    def began(self, touches, now):
        fingers = int(self.number("touches", 1))
        for touch in touches:
            if len(self.following) == len(touches) and touch is touches[0]:
                self.timers = {"duration": (now + self.time("duration", 0.75), False)}
        if len(self.following) > fingers:
            self.wants = "Failed"
        elif len(self.following) == fingers:
            self.reached = True
            place = self.spot()
            if self.origin is None or place is None:
                self.origin = place
            self.check(place)

    def check(self, place):
        if place and self.origin and distance(place, self.origin) > self.number("movement", 45) + 1e-9:
            self.wants = "Failed"

    def moved(self, touches, now):
        if self.reached and len(self.following) == int(self.number("touches", 1)):
            self.check(self.spot())

    def ended(self, touches, now):
        if not self.reached:
            self.wants = "Failed"
        elif not self.following:
            self.taps += 1
            self.reached = False
            self.timers = {}
            if self.taps == int(self.number("taps", 1)):
                self.wants = "Ended"
            else:
                self.timers = {"interval": (now + self.time("interval", 0.35), False)}

    def fired(self, timer, now):
        self.wants = "Failed"


class LongPress(Recognizer):
    def restart(self):
        self.origin = None

    def began(self, touches, now):
        fingers = int(self.number("touches", 1))
        if self.begun():
            for touch in touches:
                self.ignore(touch)
        elif len(self.following) > fingers:
            self.wants = "Failed"
        elif len(self.following) == fingers:
            self.origin = self.spot()
            self.timers = {"minimum": (now + self.time("min", 0.5), True)}

    def moved(self, touches, now):
        if self.begun():
            self.wants = "Changed"
        elif self.origin and self.spot() and distance(self.spot(), self.origin) > (
            self.number("movement", 10) + 1e-9
        ):
            self.wants = "Failed"

    def ended(self, touches, now):
        self.wants = "Ended" if self.begun() else "Failed"

    def fired(self, timer, now):
        self.wants = "Began"


def passing(start, end, limit):
    """The part of a straight step after which it first is so long; nothing if it ends shorter: P2."""
    if math.hypot(*end) < limit - 1e-9:
        return None
    low, high = 0.0, 1.0
    if math.hypot(*start) >= limit or start == end:
        return 0.0
    for _ in range(60):
        half = (low + high) / 2
        if math.hypot(*(start[i] + (end[i] - start[i]) * half for i in (0, 1))) < limit:
            low = half
        else:
            high = half
    return high


def way_of(direction):
    """The side to which a vector of the screen goes."""
    x, y = direction
    if abs(x) >= abs(y) - 1e-9:
        return "right" if x > 0 else "left"
    return "down" if y > 0 else "up"


class Pan(Recognizer):
    def restart(self):
        self.sum, self.zero, self.first = (0.0, 0.0), None, None

    def began(self, touches, now):
        limit = int(self.number("max", 10**9))
        if self.first is None:
            self.first = touches[0]
        while len(self.following) > limit:
            self.ignore(self.following[-1])

    def step(self, touches):
        count = len(self.following)
        return (
            sum(t.place[0] - t.previous[0] for t in touches) / count,
            sum(t.place[1] - t.previous[1] for t in touches) / count,
        )

    def moved(self, touches, now):
        step = self.step(touches)
        if self.zero is None and len(self.following) < int(self.number("min", 1)):
            return
        self.sum = (self.sum[0] + step[0], self.sum[1] + step[1])
        if self.zero is not None:
            self.wants = "Changed"
        else:
            before = self.sum[0] - step[0], self.sum[1] - step[1]
            part = self.passed(before)
            if part is not None:
                self.zero = self.sum
                self.passing = (now, part)
                self.at = tuple(before[i] + (self.sum[i] - before[i]) * part for i in (0, 1))
                self.wants = self.verdict()

    def may_follow(self, direction):
        return int(self.number("min", 1)) <= len(self.following) and self.keys.get("shouldBegin") != "no"

    def goes_on(self):
        begun = self.state in ACTIVE or self.wants == "Began"
        return len(self.following) >= (max(1, int(self.number("min", 1))) if begun else 1)

    def passed(self, before):
        return passing(before, self.sum, self.number("hysteresis", 10))

    def verdict(self):
        return "Began"

    def ended(self, touches, now):
        if not self.following:
            self.wants = "Failed" if self.zero is None else "Ended"

    def values(self):
        return " t=({},{})".format(
            *map(tidy, self.view.turn((self.sum[0] - self.zero[0], self.sum[1] - self.zero[1])))
        )


class Edge(Pan):
    def began(self, touches, now):
        if self.first is None:
            self.first = touches[0]
            if self.gap(self.first.start) > self.number("region", 13):
                self.wants = "Failed"
        while len(self.following) > 1:
            self.ignore(self.following[-1])

    def gap(self, place):
        x, y = self.view.window.from_screen(place)
        width, height = self.view.window.frame[2:]
        return {"left": x, "right": width - x, "top": y, "bottom": height - y}[self.keys["edge"]]

    def passed(self, before):
        return passing(before, self.sum, self.number("hysteresis", 15))

    @property
    def is_near(self):
        """Whether its touch landed in its zone: ED1, ED4."""
        return self.first is not None and self.gap(self.first.start) <= self.number("region", 13)

    def may_follow(self, direction):
        inward = {"left": "right", "right": "left", "top": "down", "bottom": "up"}[self.keys["edge"]]
        return self.is_near and way_of(direction) == inward

    def verdict(self):
        x, y = self.at
        inward, across = {"left": (x, y), "right": (-x, y), "top": (y, x), "bottom": (-y, x)}[
            self.keys["edge"]
        ]
        return "Began" if inward > 0 and inward >= abs(across) else "Failed"


class Swipe(Recognizer):
    discrete = True

    def restart(self):
        self.left = set(self.keys.get("dir", "right").split(","))
        self.begin, self.last = None, 0.0

    def began(self, touches, now):
        if self.begin is None:
            self.begin = now
        if len(self.following) > int(self.number("touches", 1)):
            self.wants = "Failed"

    def moved(self, touches, now):
        time = (now - self.begin) / self.view.time_scale
        if time > 0.5 + 1e-9:
            self.wants = "Failed"
            return
        before, self.last = self.last, time

        def way(touch, direction, part):
            """How far ahead and aside it is on the straight line to its place."""
            old = touch.previous if touch in touches else touch.place
            dx, dy = (old[i] + (touch.place[i] - old[i]) * part - touch.start[i] for i in (0, 1))
            return {"right": (dx, dy), "left": (-dx, dy), "down": (dy, dx), "up": (-dy, dx)}[direction]

        def is_there(direction, part):
            along = 50 - 47 * (before + (time - before) * part)
            return all(way(touch, direction, part)[0] >= along - 1e-9 for touch in self.following)

        def is_straight(direction, part):
            across = 50 - 49 * (before + (time - before) * part)
            return all(abs(way(touch, direction, part)[1]) <= across + 1e-9 for touch in self.following)

        for direction in sorted(self.left, key=["right", "left", "up", "down"].index):
            if is_there(direction, 1) and len(self.following) == int(self.number("touches", 1)):
                low, high = 0.0, 0.0 if is_there(direction, 0) else 1.0
                for _ in range(60):
                    half = (low + high) / 2
                    low, high = (low, half) if is_there(direction, half) else (half, high)
                if is_straight(direction, high):
                    self.wants, self.passing = "Ended", (now, high)
                    return
            behind = any(way(touch, direction, 1)[0] < 0 for touch in self.following)
            if behind or not is_straight(direction, 1):
                self.left.discard(direction)
        if not self.left:
            self.wants = "Failed"

    def may_follow(self, direction):
        return (
            len(self.accepted) == int(self.number("touches", 1))
            and way_of(direction) in self.left
            and (self.app.now - self.accepted[0].time) / self.view.time_scale <= 0.5 + 1e-9
        )

    def ended(self, touches, now):
        if self.wants != "Ended":
            self.wants = "Failed"


class Pair(Recognizer):
    def goes_on(self):
        return bool(self.following)

    def restart(self):
        self.started, self.base = False, None

    def began(self, touches, now):
        while len(self.following) > 2:
            self.ignore(self.following[-1])
        if len(self.following) == 2 and any(t in self.following for t in touches):
            self.paired()

    def moved(self, touches, now):
        if len(self.following) == 2:
            self.measure()
            if self.started:
                self.wants = "Changed"
            elif self.passed():
                self.started = True
                self.start()
                self.wants = "Began"

    def ended(self, touches, now):
        if not self.following:
            self.wants = "Ended" if self.started else "Failed"


class Pinch(Pair):
    scale = 1.0

    def reach(self):
        """The fingers' distance; nothing where they are too near to have a ratio: PI4."""
        reach = distance(self.following[0].place, self.following[1].place)
        return reach if reach >= 1 - 1e-9 else None

    def paired(self):
        reach = self.reach()
        self.base = reach / self.scale if self.started and reach else reach

    def passed(self):
        reach = self.reach()
        if reach and not self.base:
            self.base = reach
        return bool(reach) and abs(reach - self.base) > self.number("hysteresis", 8) + 1e-9

    def start(self):
        self.base, self.scale = self.reach(), 1.0

    def measure(self):
        reach = self.reach()
        if self.started and reach:
            if not self.base:
                self.base = reach / self.scale
            self.scale = reach / self.base

    def values(self):
        return f" scale={tidy(self.scale)}"


class Rotation(Pair):
    def angle(self):
        """The angle of the line between the fingers; nothing where they are too near: PI4."""
        a, b = self.following[0].place, self.following[1].place
        return math.atan2(b[1] - a[1], b[0] - a[0]) if distance(a, b) >= 1 - 1e-9 else None

    def paired(self):
        self.last = self.angle()
        if not self.started:
            self.sum = 0.0

    def measure(self):
        last, self.last = self.last, self.angle()
        if last is not None and self.last is not None:
            step = self.last - last
            self.sum += math.pi - (math.pi - step) % (2 * math.pi)

    def passed(self):
        return abs(self.sum) > math.radians(self.number("hysteresis", 5)) + 1e-9

    def start(self):
        self.sum = 0.0

    def values(self):
        return f" rot={tidy(math.degrees(self.sum), 2)}deg"


class Hover(Recognizer):
    """A pointer that touches nothing: HO1. One that was ended inside waits for the next entry."""

    def restart(self):
        self.place = None

    def entered(self, place):
        self.place = place
        self.wants = "Began"

    def followed(self, place):
        if self.place not in {None, place}:
            self.place = place
            self.wants = "Changed"

    def left(self):
        if self.place is not None:
            self.wants = "Ended"


KINDS = {
    "tap": Tap,
    "longpress": LongPress,
    "pan": Pan,
    "edge": Edge,
    "swipe": Swipe,
    "pinch": Pinch,
    "rotation": Rotation,
    "custom": Custom,
    "hover": Hover,
}
