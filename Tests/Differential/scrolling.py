"""The recognizers of scroll views of the second model, and touches on content that moves: SV1, SV9 to SV12, SV16 to SV18."""

import math

import controls
from kinds import Pan, Pinch, passing
from movement import Zoom
from recognizers import ACTIVE, FINISHED, Recognizer
from world import distance, middle


class ScrollPan(Pan):
    """Only what lies along axes that scroll counts: SV10."""

    def restart(self):
        super().restart()
        self.decision = self.waits = self.origin = self.protector = self.heir = None
        self.gives_way = False
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
            axis = self.intent(own)
            if self.view.can_drag(axis):
                self.origin = self.decision
                self.gives_way = self.outer_with_room(axis, own[axis])
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
        if self.app.has_rival(self, self.waits):
            return None
        self.look_for_room(kept)
        return part

    def reconsider(self, now):
        if self.waits and self.origin and self.zero is None and not self.app.has_rival(self, self.waits):
            self.zero, self.passing = self.sum, (now, 0.0)
            self.look_for_room([v if self.view.can_drag(i) else 0.0 for i, v in enumerate(self.view.turn(self.sum))])
            self.wants = self.verdict()

    def look_for_room(self, own):
        axis = 0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1
        self.gives_way = self.outer_with_room(axis, own[axis])

    def verdict(self):
        return "Failed" if self.gives_way else "Began"

    def outer_with_room(self, axis, way):
        """Whether one around it scrolls in its place, because it has no room left: SV11."""
        direction = self.on_screen([way if i == axis else 0.0 for i in (0, 1)], axis)
        keeper = self.accepted[0].view
        if not keeper.is_inside(self.view):
            own = keeper.turn(direction)
            if keeper.can_drag(0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1):
                return True  # the one that caught the touch moves itself: SV12
        if self.view.content.has_room(axis, way):
            return False
        for outer in list(self.view.chain())[1:]:
            pan = self.app.named(outer.name + ".pan") if outer.kind == "scroll" else None
            if pan is None or not pan.enabled or pan.state in FINISHED or pan.wants in FINISHED:
                continue
            own = outer.turn(direction)
            along = 0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1
            if outer.content.has_room(along, own[along]) and set(pan.following) & set(self.following):
                return True
        return False

    def intent(self, own):
        """The axis for which a drag decides; a pager around a crosswise list takes its own only if nearly straight."""
        axis = 0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1
        paged = self.paged_axis()
        if paged is not None:
            axis = paged if abs(own[paged]) >= 1.5 * abs(own[1 - paged]) - 1e-9 else 1 - paged
        return axis

    def paged_axis(self):
        """The axis of pages, in its own coordinates, of a pager and a crosswise view in it, one of which it is."""
        around = [v for v in self.accepted[0].view.chain() if v.kind == "scroll"]
        if self.view not in around:
            around = [v for v in self.view.chain() if v.kind == "scroll"]
        place = around.index(self.view)
        pairs = [(self.view, inner) for inner in around[:place]]
        pairs += [(outer, self.view) for outer in around[place + 1 :]]
        for pager, inner in pairs:
            axis = self.app.crosswise(pager, inner)
            if axis is not None:
                way = self.view.turn(pager.direction(axis))
                return 0 if abs(way[0]) >= abs(way[1]) - 1e-9 else 1
        return None

    def on_screen(self, own, axis):
        """A vector along one of the view's axes, on the screen."""
        x, y = self.view.turn((1, 0)), self.view.turn((0, 1))
        along = tuple(v if i == axis else 0.0 for i, v in enumerate(own))
        return (along[0] * x[0] + along[1] * x[1], along[0] * y[0] + along[1] * y[1])

    def way(self, view):
        """Its translation, in a view's directions."""
        zero = self.zero or self.sum
        return view.turn(tuple(self.sum[i] - zero[i] for i in (0, 1)))

    def may_follow(self, direction):
        own = self.view.turn(direction)
        axis = 0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1
        return self.waits is None and self.enabled and self.view.can_drag(axis)

    def usual_gap(self):
        """The median between reports: PAN6."""
        times = [self.first.time, *(time for time, _ in self.steps)]
        gaps = sorted(b - a for a, b in list(zip(times, times[1:]))[-8:])
        return gaps[(len(gaps) - 1) // 2] if gaps else 0.0

    def velocity(self, now, view):
        """Of the lift, in a view's directions: PAN6, with the path as a polygon and its slope as a sum over thin slices."""
        path = [(self.first.time, (0.0, 0.0)), *self.steps]
        if len(path) < 2:
            return (0.0, 0.0)
        gap = self.usual_gap()

        def place(time):
            for (t, p), (u, q) in zip(path, path[1:]):
                if t <= time <= u and u > t:
                    return tuple(p[i] + (q[i] - p[i]) * (time - t) / (u - t) for i in (0, 1))
            return path[0][1] if time < path[0][0] else path[-1][1]

        then, end = place(now - max(0.04, 1.5 * gap)), place(now)
        if math.hypot(end[0] - then[0], end[1] - then[1]) < 2 - 1e-9:
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
        return view.turn(tuple(v * min(1, 8000 / length) if length else 0.0 for v in speed))

    def changed(self, state, now):
        self.view.content.pan_changed(state, now)


class ScrollPinch(Pinch):
    """It zooms: SV9, SV13."""

    @property
    def has_pair(self):
        return len(self.following) == 2

    def middle(self):
        """Of its fingers, from the corner of the view."""
        return self.from_corner(middle(touch.place for touch in self.following))

    def from_corner(self, place):
        place = self.view.from_screen(place)
        return tuple(place[i] - self.view.offset[i] for i in (0, 1))

    def restart(self):
        super().restart()
        self.lead = 1.0  # how much the fingers had parted at scale 1

    def paired(self):
        super().paired()
        self.origin = middle(touch.place for touch in self.following)
        if self.view.content.factor is not None:
            self.view.content.middle = self.view.content.anchor = None

    def moved(self, touches, now):
        self.before = [touch.previous if touch in touches else touch.place for touch in self.following]
        self.time = now
        super().moved(touches, now)

    def start(self):
        """From where the limit was passed on the straight line: SV19, P2."""
        ends = [touch.place for touch in self.following]
        grows = self.reach() > self.base
        limit = self.base + (1 if grows else -1) * self.number("hysteresis", 8)
        low, high = 0.0, 1.0
        for _ in range(60):
            half = (low + high) / 2
            places = [tuple(a[i] + (b[i] - a[i]) * half for i in (0, 1)) for a, b in zip(self.before, ends)]
            if (distance(*places) > limit) == grows:
                high = half
            else:
                low = half
        self.lead, self.passing = self.reach() / limit, (self.time, high)
        self.origin = middle(places)
        super().start()

    def changed(self, state, now):
        self.view.content.pinch_changed(state, now)


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
    """The application's part: content that moves by itself, and touches that a scroll view keeps."""

    catches = ()  # (content, touch) of fingers that stopped content

    def scroll(self, time, place, way):
        """A wheel turns: each axis is that of the innermost scroll view with room: SV30."""
        self.advance(time, before_event=True)
        hit = self.hit_view(place)
        found = []
        for part in ((way[0], 0.0), (0.0, way[1])):
            views = hit.chain() if hit and any(part) else ()
            found.append(next((v.content for v in views if v.content and v.content.can_scroll(part)), None))
        if found[0] is found[1]:
            parts = [way]
        else:
            parts = [(way[0], 0.0), (0.0, way[1])]
        for content, part in zip(found, parts):
            if content:
                content.scroll(part, time)
        self.settle()
        self.hover_again()

    def zoom(self, time, place, factor):
        """Fingers pinch on a touchpad: the innermost scroll view that zooms does: SV31."""
        self.advance(time, before_event=True)
        hit = self.hit_view(place)
        views = hit.chain() if hit else ()
        content = next((v.content for v in views if v.content and v.content.can_zoom()), None)
        if content:
            content.pinched(factor, place, time)
        self.settle()
        self.hover_again()

    def contents(self):
        return [view.content for window in self.windows for view in window.below() if view.content]

    def crosswise(self, pager, inner):
        """The axis of a pager around something that scrolls only crosswise: SV18."""
        if not pager.content.pages or pager.can_drag(0) == pager.can_drag(1):
            return None
        if not all(self.named(v.name + ".pan").enabled for v in (pager, inner)):
            return None
        axis = 0 if pager.can_drag(0) else 1
        way = inner.turn(pager.direction(axis))
        within = 0 if abs(way[0]) >= abs(way[1]) - 1e-9 else 1
        return None if inner.can_drag(within) or not inner.can_drag(1 - within) else axis

    def keeper(self, hit):
        """Who gets a touch that lands on content that moves or is dragged: SV12, SV17."""
        answer, joined = hit, None
        for view in hit.chain():
            if view.content:
                pan = self.named(view.name + ".pan")
                joined = pan if pan.state in ACTIVE else joined
                is_dragged = view.content.drag is not None and view.content.drag.pan is not joined
                if view.content.keeps_touches(self.now) or pan.state in ACTIVE or is_dragged:
                    answer = view
        return answer

    def stop_content(self, touch, hit):
        """Content that moves stops under a touch; what hardly moves takes its place: SV12, SV21."""
        for view in hit.chain():
            content = view.content
            if content is None:
                continue
            if content.keeps_touches(self.now):
                landing = (None, None) if isinstance(content.movement, Zoom) else content.landing
                content.caught = (content.movement.end, content.movement.velocity(self.now), self.now, landing)
                content.movement = None
                content.say("settled")
                self.catches = [*self.catches, (content, touch)]
            elif not content.is_seen(self.now):
                content.finish()

    def is_given(self, touch, recognizer):
        """A touch that caught a page is given to the pans of scroll views in it, too: SV12."""
        view = touch.view
        if recognizer.kind != "scrollPan" or not view.content or not touch.hit.is_inside(recognizer.view):
            return False
        is_caught = any(content is view.content for content, _ in self.catches)
        return is_caught and view.content.has_page_caught

    def let_go(self, pan, dragged):
        """A page continues when another scroll view takes its touch: SV12."""
        for content, touch in self.catches:
            if content is not dragged and content.has_page_caught and touch in pan.accepted:
                self.catches = [entry for entry in self.catches if entry[0] is not content]
                content.go_on(self.now)

    def release_content(self):
        """Content comes to rest when the last finger on it has lifted: SV12, SV22."""
        over = [content for content, touch in self.catches if not touch.is_down]
        self.catches = [(content, touch) for content, touch in self.catches if touch.is_down]
        for content in over:
            holder = next((t for t in self.touches.values() if t.is_down and t.view.is_inside(content.view)), None)
            if holder:
                self.catches.append((content, holder))
            elif all(other is not content for other, _ in self.catches):
                content.come_to_rest(self.now)

    def lose_tracking(self, root):
        """A control that is disabled or hidden loses its finger: K17."""
        for touch in self.known:
            control = touch.view
            if control.tracked is touch and control.is_inside(root):
                touch.heard, touch.holds_ended = "over", False
                controls.cancelled(control, self.say)
