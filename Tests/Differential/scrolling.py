"""Scroll views of the second model: rules SV1, SV10 to SV12, SV16, SV17, and content that coasts."""

import math

import controls
from kinds import Pan, passing
from recognizers import ACTIVE, Recognizer

STEP = 16667e-6  # how often coasting content moves
DECAY = math.log(0.998) * 1000  # of its speed, a second
SLOWEST = 50  # points a second, below which nothing coasts: SV20


class ScrollPan(Pan):
    """Only what lies along axes that scroll counts: SV10."""

    def restart(self):
        super().restart()
        self.decision = self.waits = self.origin = self.protector = None
        self.steps = []  # (time, sum), of all movement since the first finger: PAN6

    def moved(self, touches, now):
        step = self.step(touches)
        last = self.steps[-1][1] if self.steps else (0.0, 0.0)
        self.steps.append((now, (last[0] + step[0], last[1] + step[1])))
        super().moved(touches, now)

    def passed(self, before):
        """Where its direction is decided, or its own axes have their way: SV18."""
        limit = self.number("hysteresis", 10)
        if self.decision is None:
            part = passing(before, self.sum, limit)
            if part is None:
                return None
            self.decision = tuple(before[i] + (self.sum[i] - before[i]) * part for i in (0, 1))
            own = self.view.turn(self.decision)
            axis = 0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1
            if self.view.can_drag(axis):
                self.origin = self.decision
                return part
            self.waits = self.on_screen(own, axis)
        scale = math.hypot(*self.view.turn((1, 0)))
        kept, then = (
            tuple(v / scale if self.view.can_drag(i) else 0.0 for i, v in enumerate(self.view.turn(way)))
            for way in (self.sum, before)
        )
        part = passing(then, kept, limit)
        if part is None:
            return None
        if self.origin is None:
            self.origin = tuple(before[i] + (self.sum[i] - before[i]) * part for i in (0, 1))
        return None if self.app.has_rival(self, self.waits) else part

    def reconsider(self, now):
        if self.waits and self.origin and self.zero is None and not self.app.has_rival(self, self.waits):
            self.zero, self.passing = self.sum, (now, 0.0)
            self.wants = self.verdict()

    def on_screen(self, own, axis):
        """A vector along one of the view's axes, on the screen."""
        x, y = self.view.turn((1, 0)), self.view.turn((0, 1))
        along = tuple(v if i == axis else 0.0 for i, v in enumerate(own))
        return (along[0] * x[0] + along[1] * x[1], along[0] * y[0] + along[1] * y[1])

    def may_follow(self, direction):
        own = self.view.turn(direction)
        axis = 0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1
        return self.decision is None and self.enabled and self.view.can_drag(axis)

    def velocity(self, now):
        """Of the lift: PAN6, with the path as a polygon and its slope as a sum over thin slices."""
        path = [(self.first.time, (0.0, 0.0)), *self.steps]
        if len(path) < 2:
            return (0.0, 0.0)
        gaps = sorted(b[0] - a[0] for a, b in list(zip(path, path[1:]))[-8:])
        gap = gaps[(len(gaps) - 1) // 2]

        def place(time):
            for (t, p), (u, q) in zip(path, path[1:]):
                if t <= time <= u and u > t:
                    return tuple(p[i] + (q[i] - p[i]) * (time - t) / (u - t) for i in (0, 1))
            return path[0][1] if time < path[0][0] else path[-1][1]

        then, end = place(now - max(0.04, 1.5 * gap)), place(now)
        if math.hypot(end[0] - then[0], end[1] - then[1]) < 2:
            return (0.0, 0.0)
        last = now if now - path[-1][0] > 1.5 * gap + 1e-9 else path[-1][0]
        window = min(0.05, last - path[0][0])
        if window <= 0:
            return (0.0, 0.0)
        begin, centre = last - window, last - window / 2
        times = sorted({begin, last, *(t for t, _ in path if begin < t < last)})
        speed = [0.0, 0.0]
        for a, b in zip(times, times[1:]):
            # Three points give the integral of a parabola exactly.
            for time, weight in ((a, 1), ((a + b) / 2, 4), (b, 1)):
                p = place(time)
                for i in (0, 1):
                    speed[i] += weight * (b - a) / 6 * (time - centre) * p[i]
        speed = [12 / window**3 * v for v in speed]
        length = math.hypot(*speed)
        return self.view.turn(tuple(v * min(1, 8000 / length) if length else 0.0 for v in speed))

    def changed(self, state, now):
        """What its public state means for the content, which follows from where it was decided: SV19."""
        view = self.view
        if state == "Began":
            view.coast = None
            view.base = view.offset
        if state in {"Began", "Changed", "Ended"}:
            origin = self.origin or (0.0, 0.0)
            moved = view.turn((self.sum[0] - origin[0], self.sum[1] - origin[1]))
            view.offset = tuple(view.base[i] - moved[i] if view.can_drag(i) else view.offset[i] for i in (0, 1))
        if state == "Ended":
            speed = tuple(-v if view.can_drag(i) else 0.0 for i, v in enumerate(self.velocity(now)))
            coast = Coast(view.offset, speed, now)
            if any(coast.way):
                view.coast = coast


class Coast:
    """Content that moves by itself, to a whole point: SV20."""

    def __init__(self, start, speed, since):
        self.since, self.steps = since, 0
        self.goal, self.way = list(start), [0.0, 0.0]
        for i in (0, 1):
            goal = math.floor(start[i] - speed[i] / DECAY + 0.5)
            if abs(speed[i]) >= SLOWEST and abs(goal - start[i]) >= 0.5:
                self.goal[i], self.way[i] = float(goal), goal - start[i]

    @property
    def due(self):
        return self.since + (self.steps + 1) * STEP

    def step(self, view):
        self.steps += 1
        left = [way * math.exp(DECAY * self.steps * STEP) for way in self.way]
        left = [way if abs(way) >= 0.5 else 0.0 for way in left]
        view.offset = tuple(self.goal[i] - left[i] for i in (0, 1))
        if not any(left):
            view.coast = None

    def is_seen(self, view, now):
        """Whether it moves so that a person sees it: SV21."""
        left = math.exp(DECAY * (now - self.since))
        return any(
            abs(DECAY * self.way[i] * left) > 40 or abs(self.goal[i] - view.offset[i]) > 4 for i in (0, 1)
        )


class ScrollDelay(Recognizer):
    """Holds back what lands on content that can become a drag: SV1, SV10, SV16."""

    cancels, delays_began, delays_ended = False, True, False

    def receives(self, touch, pan):
        return touch.view is not self.view and pan.enabled and (self.view.can_drag(0) or self.view.can_drag(1))

    def began(self, touches, now):
        if not self.timers:
            self.timers = {"content": (now + 0.15, True)}

    def ended(self, touches, now):
        self.wants = "Failed"

    def fired(self, timer, now):
        self.wants = "Failed"


class Scrolling:
    """The application's part: content that coasts, and touches that a scroll view keeps."""

    def coast(self, to):
        """Every step of coasting content up to a time, this one included."""
        for window in self.windows:
            for view in window.below():
                while view.coast and view.coast.due <= to + 1e-9:
                    view.coast.step(view)

    def keeper(self, hit):
        """Who gets a touch that lands on content that moves or is dragged: SV12, SV17."""
        answer = hit
        for view in hit.chain():
            pan = self.named(view.name + ".pan")
            seen = view.coast and view.coast.is_seen(view, self.now)
            if view.kind == "scroll" and (seen or (pan and pan.state in ACTIVE)):
                answer = view
            if view.coast and not seen:
                view.offset = tuple(view.coast.goal)
            view.coast = None
        return answer

    def lose_tracking(self, root):
        """A control that is disabled or hidden loses its finger: K17."""
        for touch in self.known:
            control = touch.view
            if control.tracked is touch and control.is_inside(root):
                touch.heard, touch.holds_ended = "over", False
                controls.cancelled(control, self.say)
