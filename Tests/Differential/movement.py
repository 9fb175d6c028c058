"""How content moves by itself: rules SV20 to SV22."""

import math

from recognizers import compare

STEP = 16667e-6  # how often it moves
DECAY = math.log(0.998) * 1000  # of its speed, a second
SLOWEST = 50  # points a second, below which nothing coasts
BOUNCE = 12.0  # the stiffness of the spring behind a limit


def nearest(limits, value):
    return min(max(value, limits[0]), limits[1])


def whole(value):
    return math.copysign(math.floor(abs(value) + 0.5), value)


class Along:
    """One axis: at rest, coasting to a whole point, or drawn to a place by a spring."""

    def __init__(self, start, speed, limits, bounces, target, now):
        self.limits, self.bounces, self.since = limits, bounces, now
        place = start if bounces else nearest(limits, start)
        end = nearest(limits, place) if target is None else target
        goal = whole(place - speed / DECAY)
        compare(abs(speed), SLOWEST)
        if place != end:
            self.draw(place, end, speed)
        elif (
            target is not None
            or abs(speed) < SLOWEST
            or abs(goal - place) < 0.5
            or (not bounces and nearest(limits, goal) == place)
        ):
            self.kind, self.goal = "rest", place
        else:
            self.kind, self.goal, self.way = "coast", goal, goal - place

    def draw(self, start, end, speed, longest=0.6):
        """The curve of pages: at rest in 0.4 s, later on long ways; never beyond its end."""
        way = end - start
        thousands = max(abs(way) / 1000, 1)
        self.stiffness = (10.4 + 1.1 * math.log(thousands)) / min(0.4 + 0.1 * (thousands - 1), longest)
        most = self.stiffness * abs(way)
        speed = min(max(math.copysign(1, way) * speed, 0), most)
        self.kind, self.goal = "spring", end
        self.off, self.speed = -way, math.copysign(1, way) * speed

    @property
    def end(self):
        return nearest(self.limits, self.goal) if self.kind == "coast" else self.goal

    def place(self, now):
        if self.kind == "coast":
            left = self.way * math.exp(DECAY * (now - self.since))
            is_inside = self.limits[0] <= self.goal - left <= self.limits[1]
            is_near = abs(left) < 0.5 and self.limits[0] <= self.goal <= self.limits[1]
            end = self.end
            if is_inside and (abs(left) >= 0.5 or not (is_near or self.bounces)):
                return self.goal - left
            if is_inside and is_near or not self.bounces:
                self.kind, self.goal = "rest", end
                return end
            # It has crossed its limit, when it crossed it.
            part = min((self.goal - end) / self.way, 1)
            self.speed, self.off = -DECAY * self.way * part, 0.0
            self.since = whole((self.since + math.log(part) / DECAY) * 1e6) / 1e6
            self.kind, self.goal, self.stiffness = "spring", end, BOUNCE
        if self.kind == "spring":
            off, speed = self.swing(now)
            if abs(off) >= 0.5 or abs(speed) >= self.stiffness:
                return self.goal + off
            self.kind = "rest"
        return self.goal

    def swing(self, now):
        passed = now - self.since
        pull = self.speed + self.stiffness * self.off
        left = math.exp(-self.stiffness * passed)
        return (self.off + pull * passed) * left, (self.speed - self.stiffness * pull * passed) * left

    def velocity(self, now):
        if self.kind == "coast":
            return -DECAY * self.way * math.exp(DECAY * (now - self.since))
        return self.swing(now)[1] if self.kind == "spring" else 0.0


class Scroll:
    """Both axes."""

    def __init__(self, axes):
        self.axes = axes

    @property
    def is_over(self):
        return all(axis.kind == "rest" for axis in self.axes)

    @property
    def end(self):
        return tuple(axis.end for axis in self.axes)

    def velocity(self, now):
        return tuple(axis.velocity(now) for axis in self.axes)

    def step(self, content, now):
        content.view.offset = tuple(axis.place(now) for axis in self.axes)

    def is_seen(self, content, now):
        """Whether it moves so that a person sees it: SV21."""
        speeds = [abs(v) for v in self.velocity(now)]
        ways = [abs(e - o) for e, o in zip(self.end, content.view.offset)]
        for number, limit in [*((v, 40) for v in speeds), *((w, 4) for w in ways)]:
            compare(number, limit)
        return max(speeds) > 40 or max(ways) > 4


class Zoom(Scroll):
    """A zoom back to the nearest scale allowed: all content moves straight: SV24."""

    def __init__(self, content, end, scale, now):
        self.start, self.scales = content.view.offset, (content.scale, scale)
        self.goal = end
        self.way = max(*(abs(end[i] - self.start[i]) for i in (0, 1)), 1000)
        axis = Along(0.0, 0.0, (0.0, self.way), False, None, now)
        axis.draw(0.0, self.way, 0.0, longest=0.4)
        super().__init__([axis])

    @property
    def end(self):
        return self.goal

    def velocity(self, now):
        return (0.0, 0.0)

    def step(self, content, now):
        inside = content.is_inside()
        done = self.axes[0].place(now) / self.way
        content.scale = self.scales[0] + (self.scales[1] - self.scales[0]) * done if done != 1 else self.scales[1]
        offset = tuple(self.start[i] + (self.goal[i] - self.start[i]) * done for i in (0, 1))
        offset = self.goal if done == 1 else offset
        content.view.offset = content.within(offset) if inside else offset

    def is_seen(self, content, now):
        def way(offset, scale):
            growth = abs(self.scales[1] / scale - 1) * max(content.view.frame[2:])
            return max(growth, *(abs(self.goal[i] - offset[i]) for i in (0, 1)))

        speed = self.axes[0].velocity(now) / self.way * way(self.start, self.scales[0])
        left = way(content.view.offset, content.scale)
        compare(left, 4)
        compare(speed, 40)
        return left > 4 or speed > 40
