"""Views that leave their window, and controllers that are presented: rules CX4, R19, E2 and R20."""

import controls
from world import Container


class Leaving:
    def remove(self, time, name):
        self.advance(time, before_event=True)
        view = self.responders[name]
        for inner in view.below():
            if inner.controller and inner.controller.presented:
                self.take_down(inner.controller)
        gone = list(view.below())
        self.leave(view)
        for recognizer in self.recognizers:
            if recognizer.view in gone:
                recognizer.enabled = False
        if view.controller and view.controller.presenter:
            container, presenter = view.controller.container, view.controller.presenter
            container.parent.children.remove(container)
            container.parent = view.controller.presenter = presenter.presented = None
        self.focus()

    # Controllers: R19

    def present(self, time, name, by):
        self.advance(time, before_event=True)
        controller, presenter = self.controllers[name], self.controllers[by]
        if presenter.presented is controller or not presenter.view.window or not controller.view:
            return
        window = presenter.view.window
        container = controller.container
        if container is None:
            frame = (0, 0, *window.frame[2:])
            container = Container(f"{name}.container", "container", frame, {}, None)
            container.presents, controller.container = controller, container
            container.children.append(controller.view)
            self.windows.remove(controller.view)
            controller.view.parent = container
        container.parent = window
        window.children.append(container)
        controller.presenter, presenter.presented = presenter, controller
        container.focused, container.first_responder, container.had_focus = None, None, False
        self.focus()
        self.cancel_presses_behind()

    def dismiss(self, time, by):
        self.advance(time, before_event=True)
        self.take_down(self.controllers[by])

    def take_down(self, presenter):
        controller = presenter.presented
        if controller is None:
            return
        self.leave(controller.container)
        controller.presenter = presenter.presented = None

    def leave(self, view):
        """CX4: a view leaves its window with everything in it."""
        gone = list(view.below())
        for recognizer in self.ordered():
            if recognizer.view in gone:
                self.stop(recognizer)
        self.hovering = [r for r in self.hovering if r.view not in gone]
        for touch in self.known:
            if touch.view in gone and touch.holds_began:
                touch.holds_began, touch.heard = False, "over"
        self.settle()
        touched = sorted({*self.known, *self.touches.values()}, key=lambda touch: (touch.time, touch.number))
        views = [touch.view for touch in touched if touch.view in gone]
        knowing = [touch.view for touch in touched if touch.view in gone and touch.heard == "began"]
        for inner in dict.fromkeys(knowing + views):
            lost = [touch for touch in touched if touch.view is inner]
            heard = [t for t in lost if t.heard == "began" and not t.is_press]
            if inner.tracked in heard:
                heard.remove(inner.tracked)
                inner.tracked.takers = []
                controls.cancelled(inner, self.say)
            if heard:
                self.tell(inner, "Cancelled", heard)
            presses = [press for press in lost if press.is_press and press.heard == "began"]
            if presses:
                self.tell_presses(presses, "Cancelled")
            for touch in lost:
                touch.heard, touch.holds_ended, touch.holds_began = "over", False, False
        for touch in touched:
            for taker in [t for t in touch.takers if self.is_in(t, gone)]:
                self.say_cancel(taker, touch)
                touch.takers.remove(taker)
        self.catches = [(content, touch) for content, touch in self.catches if content.view not in gone]
        for inner in gone:
            if inner.content:
                inner.content.leave()
        self.responders_leave(gone)
        view.parent.children.remove(view)
        view.parent = None
