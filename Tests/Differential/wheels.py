"""Content that a wheel moves: rule SV30."""

import math

from movement import Zoom


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
        if place == tuple(here):
            return
        self.movement = None
        if not self.turning:
            self.say("began")
        self.turning = None
        self.move(place)
        self.say("changed")
        self.app.serial += 1
        self.turning = (now + 0.15, self.app.serial)

    def turned(self):
        self.turning = None
        self.say("ended")
