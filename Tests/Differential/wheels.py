"""Content that a wheel moves, and fingers that pinch on a touchpad: rules SV30 and SV31."""

import math

from movement import Zoom, nearest


class Wheels:
    """A part of the content of a scroll view."""

    turning = None  # when the turn of a wheel is over, and its number

    def can_scroll(self, way):
        own = self.view.turn(way)
        axis = 0 if abs(own[0]) >= abs(own[1]) - 1e-9 else 1
        return self.pan.enabled and not self.is_held and self.has_room(axis, -own[axis])

    def scroll(self, way, now):
        """At once and never beyond its end; pages go to the next one by themselves."""
        if self.movement and (isinstance(self.movement, Zoom) or self.landing != (None, None)):
            return
        own, here = self.view.turn(way), self.view.offset
        if self.pages:
            lengths = self.view.frame[2:]
            pages = [here[i] / lengths[i] for i in (0, 1)]
            landing = [math.floor(p + 1e-9) + 1 if w > 0 else math.ceil(p - 1e-9) - 1 for p, w in zip(pages, own)]
            self.go((0.0, 0.0), tuple(n if abs(w) > 1e-9 else None for n, w in zip(landing, own)), now)
            return
        place = self.within([here[i] + own[i] if abs(own[i]) > 1e-9 else here[i] for i in (0, 1)])
        if place != tuple(here):
            self.change(place, self.scale, "changed", now)

    def can_zoom(self):
        return self.pinch is not None and self.pinch.enabled and not self.is_held

    def pinched(self, factor, place, now):
        """What is under the pointer stays there, as far as the limits allow."""
        if self.movement and (isinstance(self.movement, Zoom) or self.landing != (None, None)):
            return
        scale = nearest(self.scales, self.scale * factor)
        if scale == self.scale:
            return
        under = self.view.from_screen(place)
        offset = [o + u / self.scale * (scale - self.scale) for o, u in zip(self.view.offset, under)]
        self.change(self.within(offset, scale), scale, "zooming", now)

    def change(self, offset, scale, phase, now):
        self.movement = None
        if not self.turning:
            self.say("began")
        self.turning = None
        self.scale = scale
        self.app.has_moved_content = True
        self.move(offset)
        self.say(phase)
        self.app.serial += 1
        self.turning = (now + 0.15, self.app.serial)

    def turned(self):
        """Something else moves the content."""
        self.turning = None
        self.say("ended")

    def paused(self):
        self.turning = None
        self.release((0.0, 0.0), self.app.now)
