"""Scroll views of the second model: rules SV1, SV10 to SV12, SV16, SV17, and content that coasts."""

import math

import controls
from kinds import Pan
from recognizers import ACTIVE, Recognizer

STEP = 16667e-6  # how often coasting content moves
DECAY = math.log(0.998) * 1000  # of its speed, a second
REST = 10  # points a second


class ScrollPan(Pan):
    """Only what lies along axes that scroll counts: SV10."""

    def restart(self):
        super().restart()
        self.steps = []  # (time, sum), of all movement since the first finger: PAN6

    def moved(self, touches, now):
        step = self.step(touches)
        last = self.steps[-1][1] if self.steps else (0.0, 0.0)
        self.steps.append((now, (last[0] + step[0], last[1] + step[1])))
        super().moved(touches, now)

    def passed(self):
        own = self.view.turn(self.sum)
        kept = own[0] if self.view.can_drag(0) else 0.0, own[1] if self.view.can_drag(1) else 0.0
        scale = math.hypot(*own) / math.hypot(*self.sum) if any(self.sum) else 1.0
        return math.hypot(*kept) / scale >= self.number("hysteresis", 10) - 1e-9

    def velocity(self, now):
        window = min(0.1, now - self.first.time)
        if window <= 0:
            return (0.0, 0.0)

        def place(time):
            return next((p for t, p in reversed(self.steps) if t <= time + 1e-9), (0.0, 0.0))

        a, b = place(now - window), place(now)
        return self.view.turn(((b[0] - a[0]) / window, (b[1] - a[1]) / window))

    def changed(self, state, now):
        """What its public state means for the content; nothing jumps at Began: SV12."""
        view = self.view
        moved = view.turn((self.sum[0] - self.zero[0], self.sum[1] - self.zero[1]))
        if state == "Began":
            view.coast = None
            view.base = tuple(view.offset[i] + moved[i] for i in (0, 1))
        if state in {"Changed", "Ended"}:
            view.offset = tuple(view.base[i] - moved[i] if view.can_drag(i) else view.offset[i] for i in (0, 1))
        if state == "Ended":
            speed = tuple(-v if view.can_drag(i) else 0.0 for i, v in enumerate(self.velocity(now)))
            if any(abs(v) > REST for v in speed):
                view.coast = Coast(view.offset, speed, now)


class Coast:
    """Content that moves by itself."""

    def __init__(self, start, speed, since):
        self.start, self.speed, self.since, self.steps = start, speed, since, 0

    @property
    def due(self):
        return self.since + (self.steps + 1) * STEP

    def step(self, view):
        self.steps += 1
        left = math.exp(DECAY * self.steps * STEP)
        view.offset = tuple(self.start[i] + self.along(i, left) for i in (0, 1))
        if all(abs(v) * left <= REST for v in self.speed):
            view.coast = None

    def along(self, axis, left):
        """An axis that is slow enough rests while the other one continues."""
        speed = self.speed[axis]
        if abs(speed) <= REST:
            return 0.0
        slow = math.ceil(math.log(REST / abs(speed)) / DECAY / STEP - 1e-9)
        left = max(left, math.exp(DECAY * slow * STEP))
        return speed * (left - 1) / DECAY


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
            if view.kind == "scroll" and (view.coast or (pan and pan.state in ACTIVE)):
                answer = view
            view.coast = None
        return answer

    def lose_tracking(self, root):
        """A control that is disabled or hidden loses its finger: K17."""
        for touch in self.known:
            control = touch.view
            if control.tracked is touch and control.is_inside(root):
                touch.heard, touch.holds_ended = "over", False
                controls.cancelled(control, self.say)
