"""The pointer of the second model: rules HO1, HO2 and E7."""


class Hovering:
    hovering = ()  # the recognizers of the views that it is in
    pointer_place = None
    has_moved_content = False

    def pointer(self, time, place):
        """It moves, or leaves the surface where there is no place."""
        self.advance(time, before_event=True)
        self.find_hovered(place)

    def hover_again(self):
        """Content has moved in this turn, perhaps under a resting pointer: SV26."""
        if self.has_moved_content and self.pointer_place:
            self.find_hovered(self.pointer_place)
        self.has_moved_content = False

    def find_hovered(self, place):
        self.pointer_place, self.has_moved_content = place, False
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
