"""The pointer of the second model: rules HO1, HO2 and E7."""


class Hovering:
    hovering = ()  # the recognizers of the views that it is in

    def pointer(self, time, place):
        """It moves, or leaves the surface where there is no place."""
        self.advance(time, before_event=True)
        hit = self.hit_view(place) if place else None
        under = []
        for view in hit.chain() if hit else ():
            own = [r for r in self.recognizers if r.view is view and r.kind == "hover"]
            under += reversed(own)
        for recognizer in self.hovering:
            if recognizer not in under:
                self.wanting(recognizer, recognizer.left)
        for recognizer in under:
            if recognizer in self.hovering:
                self.wanting(recognizer, lambda: recognizer.followed(place))
            elif recognizer.enabled:
                self.wanting(recognizer, lambda: recognizer.entered(place))
        self.hovering = under
        self.settle()

    def leave_closed_views(self):
        """A view that takes no touches any more has no pointer either, at once: E7."""
        for recognizer in self.hovering:
            if not recognizer.view.is_open:
                self.wanting(recognizer, recognizer.left)
        self.hovering = [r for r in self.hovering if r.view.is_open]
