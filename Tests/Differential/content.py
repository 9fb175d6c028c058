"""What a scroll view shows of its content, and how fingers move it: rules SV12 to SV15, SV19 to SV25, SV28, SV29."""

import math

from movement import Along, Scroll, Zoom, nearest, whole
from recognizers import compare, tidy
from wheels import Wheels

SOFT = 0.55  # of content that is pulled beyond its limits


def resisted(place, limits, extent):
    end = nearest(limits, place)
    over = abs(place - end)
    return end + math.copysign(extent * (1 - 1 / (1 + SOFT * over / extent)), place - end) if over else end


def pulled(place, limits, extent):
    """Where fingers would have pulled it for it to be there."""
    end = nearest(limits, place)
    over = abs(place - end)
    if not over or extent <= over:
        return end
    return end + math.copysign(extent / SOFT * (1 / (1 - over / extent) - 1), place - end)


def beyond(scale, limits, change):
    """The same of scales, as parts of the largest or the smallest."""
    if scale > limits[1]:
        return limits[1] * change(scale / limits[1], (1, 1), 1)
    if scale < limits[0]:
        return limits[0] / change(limits[0] / scale, (1, 1), 1)
    return scale


class Drag:
    def __init__(self, pan, start, page, lock):
        self.pan, self.start, self.page, self.lock, self.base = pan, start, page, lock, (0.0, 0.0)
        self.momentum = None  # velocity of what was caught, the sum then, its time


class Content(Wheels):
    def __init__(self, view):
        self.view, self.app, self.scale = view, None, 1.0
        self.size = view.pair("content")
        self.first = view.offset
        self.scales = view.pair("zoom") or (1.0, 1.0)
        self.pages, self.bounces = view.flag("paging", False), view.flag("bounces", True)
        self.drag = self.movement = self.caught = self.factor = self.middle = self.anchor = None
        self.base = 1.0
        self.extent = (1.0, 1.0)
        self.due = self.serial = None
        self.landing = (None, None)
        self.said = self.place

    @property
    def place(self):
        return (*self.view.offset, self.scale)

    @property
    def pan(self):
        return self.app.named(self.view.name + ".pan")

    @property
    def pinch(self):
        return self.app.named(self.view.name + ".pinch")

    @property
    def is_held(self):
        return self.drag is not None or self.factor is not None

    # Limits: SV10, SV14, SV15

    def limits(self, axis, scale=None):
        length = self.view.frame[2 + axis]
        if self.size:
            return (0.0, max(0.0, self.size[axis] * (self.scale if scale is None else scale) - length))
        if "xy"[axis] in self.view.keys.get("scrolls", "xy").replace("none", ""):
            return (-1e6, 1e6 - length)
        return (self.first[axis],) * 2

    def can_drag(self, axis):
        low, high = self.limits(axis)
        return high > low or (self.bounces and "xy"[axis] in self.view.keys.get("alwaysBounce", ""))

    def within(self, offset, scale=None):
        return tuple(nearest(self.limits(i, scale), offset[i]) for i in (0, 1))

    def is_inside(self):
        return self.scales[0] <= self.scale <= self.scales[1] and tuple(self.within(self.view.offset)) == tuple(self.view.offset)

    def has_room(self, axis, way):
        """Whether it can move on for fingers that go this way: SV11."""
        low, high = self.limits(axis)
        return self.view.offset[axis] > low if way > 0 else self.view.offset[axis] < high

    def say(self, phase):
        if self.turning:
            self.turned()
        self.said = self.place
        scale = "" if abs(self.scale - 1) < 1e-9 else f" scale={tidy(self.scale)}"
        offset = ",".join(map(tidy, self.view.offset))
        self.app.say("sc", f"{self.view.name} scroll {phase} offset=({offset}){scale}")

    def is_new(self, place):
        return any(abs(a - b) > 1e-9 for a, b in zip(self.said, place))

    def move(self, offset):
        if all(abs(a - b) <= 1e-9 for a, b in zip(offset, self.view.offset)):
            return False
        self.view.offset = offset
        self.app.has_moved_content = True
        return True

    # Drags

    def pan_changed(self, state, now):
        if state == "Began":
            self.begin(now)
            return
        pan, content = self.pan, self.pan.heir or self
        if content.drag is None or content.drag.pan is not pan:
            return
        if state == "Changed":
            content.keep_momentum(now)
            content.follow()
        elif state == "Ended":
            content.keep_momentum(now)
            content.follow()
            if not (content.pinch and any(touch.is_down for touch in content.pinch.accepted)):
                content.factor = None
            content = pan.heir or self
            content.release(tuple(-v for v in pan.velocity(now, content.view)), now)
        elif state == "Cancelled":
            content.release((0.0, 0.0), now)

    def hand_over(self):
        """One around it takes the drag that has brought it to its end: SV29."""
        if not self.view.flag("chain", False) or self.factor is not None or self.drag is None:
            return False
        pan = self.drag.pan
        wanted = [b - w for b, w in zip(self.drag.base, pan.way(self.view))]
        for axis in (0, 1):
            limits = self.limits(axis)
            more = wanted[axis] - nearest(limits, wanted[axis])
            here = self.view.offset[axis]
            if not self.can_drag(axis) or not self.moves(axis) or abs(more) <= 1e-9 or here != nearest(limits, here):
                continue
            way = self.pan.on_screen([-more, -more], axis)
            outer = self.around_with_room(way)
            if outer is None:
                continue
            place = list(self.dragged(wanted, False))
            place[axis] = nearest(limits, wanted[axis])
            if self.move(place):
                self.say("changed")
            self.release((0.0, 0.0), self.app.now)
            pan.heir = outer
            outer.take_over(pan, way)
            return True
        return False

    def around_with_room(self, way):
        for view in list(self.view.chain())[1:]:
            if not view.content or not view.content.pan.enabled or view.content.is_held:
                continue
            own = view.turn(way)
            axis = 0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1
            if view.content.has_room(axis, own[axis]):
                return view.content
        return None

    def take_over(self, pan, way):
        page = self.movement.end if self.movement else self.caught[0] if self.caught else self.view.offset
        self.movement = None
        self.app.let_go(pan, self)
        self.drag = Drag(pan, self.view.offset, page, self.lock(way))
        self.say("began")
        self.hold_again()
        moved = self.view.turn(way)
        self.drag.base = tuple(self.drag.base[i] - moved[i] for i in (0, 1))
        self.follow()

    def begin(self, now):
        page = self.movement.end if self.movement else self.caught[0] if self.caught else self.view.offset
        has_middle = self.factor is not None and self.anchor is not None
        has_middle = has_middle and self.pinch.has_pair
        self.movement = None
        self.app.let_go(self.pan, self)
        was_held = self.is_held
        self.drag = Drag(self.pan, self.view.offset, page, self.lock(self.pan.decision))
        if self.caught and now - self.caught[2] <= 0.3 + 1e-9:
            self.drag.momentum = (self.caught[1], self.pan.sum, now)
        if not was_held:
            self.say("began")
        if has_middle:
            self.rebase()
            self.follow()
            return
        self.hold_again()
        self.anchor = None
        moved = self.view.turn(tuple(self.pan.sum[i] - (self.pan.origin or (0, 0))[i] for i in (0, 1)))
        self.drag.base = tuple(self.drag.base[i] - moved[i] for i in (0, 1))
        self.follow()
        self.hold_middle()

    def lock(self, way):
        """The only axis that a locked drag moves: SV23."""
        if not self.view.flag("lock", False) or not (self.can_drag(0) and self.can_drag(1)):
            return None
        own = [abs(v) for v in self.view.turn(way)]
        axis = 0 if own[0] >= own[1] - 1e-9 else 1
        return axis if own[axis] >= 2 * own[1 - axis] - 1e-9 else None

    def moves(self, axis):
        return self.drag is None or self.drag.lock in {None, axis}

    def hold_again(self):
        """From here on, so that nothing jumps."""
        over = [abs(self.view.offset[i] - self.within(self.view.offset)[i]) for i in (0, 1)]
        self.extent = tuple(max(self.view.frame[2 + i], 2 * over[i]) for i in (0, 1))
        self.rebase()
        if self.factor is not None:
            self.base = beyond(self.scale, self.scales, pulled) / self.factor
            self.hold_middle()

    def pulled_offset(self):
        if not self.bounces:
            return self.view.offset
        return tuple(pulled(self.view.offset[i], self.limits(i), self.extent[i]) for i in (0, 1))

    def rebase(self):
        if self.drag:
            self.drag.base = tuple(a + b for a, b in zip(self.pulled_offset(), self.drag.pan.way(self.view)))

    def dragged(self, wanted, is_zooming):
        def along(i):
            limits = self.limits(i)
            if not (self.can_drag(i) or (is_zooming and self.scale < self.scales[0])):
                return nearest(limits, self.view.offset[i])
            if not is_zooming and not self.moves(i):
                return self.view.offset[i]
            return resisted(wanted[i], limits, self.extent[i]) if self.bounces else nearest(limits, wanted[i])

        return (along(0), along(1))

    def follow_pan(self):
        if self.drag is None or self.anchor is not None:
            return False
        return self.move(self.dragged([b - w for b, w in zip(self.drag.base, self.drag.pan.way(self.view))], False))

    def follow(self):
        if self.hand_over():
            return
        if self.keeps_middle() or self.follow_pan():
            self.say("changed")

    # Momentum: SV28

    def keep_momentum(self, now):
        momentum = self.drag and self.drag.momentum
        if not momentum:
            return
        if now - momentum[2] >= max(0.02, 1.5 * self.drag.pan.usual_gap()) - 1e-9:
            self.drag.momentum = None
        elif momentum[1] != self.drag.pan.sum:
            self.drag.momentum = (momentum[0], self.drag.pan.sum, now)

    @staticmethod
    def flung(drag, axis, speed):
        caught = drag.momentum[0][axis] if drag and drag.momentum else 0.0
        if caught * speed <= 0 or abs(speed) < abs(caught) / 2:
            return speed
        added = abs(speed) + 0.000816 * abs(caught) ** 1.967
        return math.copysign(min(max(8000, abs(speed)), added), speed)

    # Coming to rest: SV12, SV20, SV22

    def release(self, velocity, now):
        drag, self.drag = self.drag, None
        if self.factor is not None:
            self.hold_again()
            return
        self.caught = None
        if not self.scales[0] <= self.scale <= self.scales[1]:
            self.say("ended")
            offset, scale = self.resting_place()
            if self.pages:
                offset = self.within([self.on_page(i, offset[i], drag) for i in (0, 1)], scale)
            self.zoom_to(offset, scale, now)
            return
        speed = [v if self.can_drag(i) and (not drag or drag.lock in {None, i}) else 0.0 for i, v in enumerate(velocity)]
        landing = tuple(self.page(i, drag, speed[i]) for i in (0, 1))
        speed = [self.flung(drag, i, v) if landing[i] is None else v for i, v in enumerate(speed)]
        self.say("ended")
        self.go(speed, landing, now)

    def page(self, axis, drag, speed):
        """The number of the page at which it will rest; none where it is free."""
        if not self.pages or not self.can_drag(axis):
            return None
        length = self.view.frame[2 + axis]
        here = self.view.offset[axis] / length
        compare(abs(speed), 250)
        compare(here % 1, 0.5)
        way = self.view.offset[axis] - drag.start[axis] if drag else 0.0
        compare(abs(way), 10)
        number = whole(here)
        if speed >= 250 and way >= 10:
            number = math.ceil(here)
        if speed <= -250 and way <= -10:
            number = math.floor(here)
        first = whole((drag.page if drag else self.view.offset)[axis] / length)
        return min(max(number, first - 1), first + 1)

    def on_page(self, axis, offset, drag):
        """The page that is nearest to an offset, and at most one from that at which a drag began."""
        length = self.view.frame[2 + axis]
        compare(offset / length % 1, 0.5)
        number = whole(offset / length)
        if drag:
            first = whole(drag.page[axis] / length)
            number = min(max(number, first - 1), first + 1)
        return number * length

    def go(self, speed, landing, now):
        """Lets it move to where it lands."""
        axes = []
        for i in (0, 1):
            limits = self.limits(i)
            target = None if landing[i] is None else nearest(limits, landing[i] * self.view.frame[2 + i])
            axes.append(Along(self.view.offset[i], speed[i], limits, self.bounces, target, now))
        next_one = Scroll(axes)
        has_moved = self.move(tuple(axis.place(now) for axis in axes))
        if next_one.is_over:
            was_moving, self.movement = self.movement is not None, None
            if has_moved or was_moving:
                self.say("settled")
            return
        self.landing = landing
        if has_moved:
            self.said = self.place
        self.start(next_one, now)

    def start(self, movement, now):
        self.movement, self.due = movement, now + 16667e-6
        self.app.serial += 1
        self.serial = self.app.serial

    def zoom_to(self, offset, scale, now):
        if not self.is_new((*offset, scale)):
            was_moving, self.movement = self.movement is not None, None
            if was_moving:
                self.say("settled")
        else:
            self.start(Zoom(self, offset, scale, now), now)

    def resting_place(self):
        """The nearest scale that is allowed, about the middle of the view, and the offset there."""
        scale = nearest(self.scales, self.scale)
        middle = [self.view.frame[2 + i] / 2 for i in (0, 1)]
        point = [(self.view.offset[i] + middle[i]) / self.scale for i in (0, 1)]
        offset = [self.view.offset[i] + point[i] * (scale - self.scale) for i in (0, 1)]
        return self.within(offset, scale), scale

    def step(self, now):
        movement = self.movement
        movement.step(self, now)
        self.app.has_moved_content = True
        self.said = self.place
        if movement.is_over:
            self.movement = None
            self.say("settled")
        else:
            self.start(movement, now)

    def come_to_rest(self, now):
        self.caught = None
        if not self.is_held and self.movement is None:
            self.go((0.0, 0.0), tuple(self.page(i, None, 0.0) for i in (0, 1)), now)

    @property
    def has_page_caught(self):
        return self.caught is not None and any(number is not None for number in self.caught[3])

    def go_on(self, now):
        if not self.is_held and self.movement is None:
            landing, self.caught = self.caught[3], None
            self.go((0.0, 0.0), landing, now)

    def finish(self):
        """Takes its place at once, because a touch lands: SV21."""
        if self.movement is None:
            return
        if isinstance(self.movement, Zoom):
            self.scale = self.movement.scales[1]
        self.move(self.movement.end)
        self.movement = None
        self.say("settled")

    def is_seen(self, now):
        return self.movement is not None and self.movement.is_seen(self, now)

    def keeps_touches(self, now):
        return self.is_seen(now) and self.is_inside()

    # Changes from outside: SV15

    def was_set(self, is_offset, now):
        if self.is_held:
            if is_offset:
                self.view.offset = self.within(self.view.offset)
            self.hold_again()
            if self.is_new(self.place):
                self.say("changed")
        elif self.movement and not is_offset:
            self.go(self.movement.velocity(now), self.landing, now)
        else:
            was_moving, self.movement = self.movement is not None, None
            self.view.offset, self.scale = self.resting_place()
            if was_moving or self.is_new(self.place):
                self.say("settled")

    def leave(self):
        """Its window is gone: it rests at once, on its page or where it is: SV22."""
        if self.turning:
            self.turned()
        if self.caught:
            self.come_to_rest(self.app.now)
        is_free = type(self.movement) is Scroll and self.landing == (None, None)
        if is_free:
            self.movement = None
        self.finish()
        if is_free or self.is_new(self.place):
            self.view.offset = self.within(self.view.offset)
            self.say("settled")

    # Zooms: SV13, SV24

    def pinch_changed(self, state, now):
        pinch = self.pinch
        if state == "Began":
            if self.follow_pan():
                self.say("changed")
            self.movement = None
            if not self.is_held:
                self.say("began")
            self.factor, self.base = 1.0, self.scale
            self.middle, self.anchor = None, None
            if pinch.has_pair:
                self.middle = pinch.middle() if self.drag else pinch.from_corner(pinch.origin)
            self.hold_again()
            self.zoom(pinch)
        elif state == "Changed" and self.factor is not None:
            self.zoom(pinch)
        elif state in {"Ended", "Cancelled"} and self.factor is not None:
            self.factor = None
            if self.drag is None:
                self.release((0.0, 0.0), now)

    def under(self, point):
        return tuple((a + b) / self.scale for a, b in zip(self.pulled_offset(), point))

    def hold_middle(self):
        self.anchor = self.under(self.middle) if self.factor is not None and self.middle else None

    def zoom(self, pinch):
        middle = pinch.middle() if pinch.has_pair else self.middle or pinch.middle()
        if not pinch.has_pair:
            self.anchor = None
        followed = self.follow_pan()
        anchor = self.anchor or self.under(middle)
        self.factor = pinch.scale * pinch.lead
        wanted = self.base * self.factor
        springs = self.view.flag("bouncesZoom", True)
        scale = beyond(wanted, self.scales, resisted) if springs else nearest(self.scales, wanted)
        if scale != self.scale:
            compare(scale, self.scale)
        has_zoomed, self.scale = scale != self.scale, scale
        has_moved = self.move(self.dragged([anchor[i] * self.scale - middle[i] for i in (0, 1)], True))
        if has_zoomed:
            self.say("zooming")
        elif has_moved or followed:
            self.say("changed")
        self.middle = middle if pinch.has_pair else None
        self.anchor = None
        if pinch.has_pair:
            under = [(self.view.offset[i] + middle[i]) / self.scale for i in (0, 1)]
            stuck = [not self.can_drag(i) and self.scale >= self.scales[0] for i in (0, 1)]
            self.anchor = tuple(under[i] if stuck[i] else anchor[i] for i in (0, 1))
        self.rebase()

    def keeps_middle(self):
        if self.factor is None or self.middle is None or self.anchor is None or not self.pinch.has_pair:
            self.anchor = None
            return False
        wanted = [self.anchor[i] * self.scale - self.middle[i] for i in (0, 1)]
        has_moved = self.move(self.dragged(wanted, True))
        self.rebase()
        return has_moved
