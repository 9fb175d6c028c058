"""What views receive of touches in the second model: rules T4 to T7, C and DL, and the responder chain."""

import controls


class Delivery:
    def tracks(self, touch):
        return touch.entitled and touch.is_down and touch.heard != "over"

    def is_entitled(self, touch):
        view = touch.view
        others = [t for t in self.known if t.entitled and t is not touch]
        takes_all = view.flag("multi", False) or view.flag("passesOn", False)
        if not takes_all and any(t.view is view and t.is_down for t in others):
            return False
        tracked = {t.view for t in others if self.tracks(t) and t.view.window is view.window} - {view}
        if view.flag("exclusive", False) and tracked:
            return False
        return not any(v.flag("exclusive", False) for v in tracked)

    def cancel(self, touch):
        """The hit view loses a touch: once, and not at all if it never received it."""
        touch.holds_began = touch.holds_ended = False
        if touch.heard == "began":
            self.tell(touch.view, "Cancelled", [touch])
        touch.heard = "over"

    def holders(self, touch, flag):
        return [r for r in self.recognizers if touch in r.accepted and r.state == "Possible" and flag(r)]

    def release(self, phases):
        """Held phases that no recognizer holds any more: DL3, DL4, DL6, DL11."""
        moving = phases["moved"] if phases else []
        for touch in sorted(self.known, key=lambda t: t.time):
            if touch.holds_began and not self.holders(touch, lambda r: r.delays_began):
                touch.holds_began = False
                if touch.is_press:
                    self.tell_presses([touch], "Began")
                elif self.is_behind(touch.view):
                    touch.heard, touch.entitled = "over", False  # SV27
                elif self.content_takes(touch):
                    self.tell(touch.view, "Began", [touch])
                is_elsewhere = not touch.is_press and touch.place != touch.told_place
                if touch.heard == "began" and is_elsewhere and touch not in moving:
                    self.tell(touch.view, "Moved", [touch])
            if touch.holds_ended and not touch.holds_began and not self.holders(touch, lambda r: r.delays_ended):
                touch.holds_ended = False
                if touch.heard == "began":
                    self.tell(touch.view, "Ended", [touch])

    def deliver(self, order, phases):
        """The event's own touches, window by window and view by view: D1, T5."""
        if not phases:
            return
        ready = [touch for touch in phases["began"] if self.comes_to(touch)]
        views = list(dict.fromkeys(touch.view for touch in order))
        windows = list(dict.fromkeys(touch.window for touch in order))
        for view in sorted(views, key=lambda view: windows.index(self.window_of(view, order))):
            own = {phase: [t for t in touches if t.view is view] for phase, touches in phases.items()}
            if began := [t for t in own["began"] if t in ready]:
                self.tell(view, "Began", began)
            if moved := [t for t in own["moved"] if t.heard == "began"]:
                self.tell(view, "Moved", moved)
            ended = []
            for touch in own["ended"]:
                heard = touch.heard == "began"
                if touch.holds_began or (heard and self.holders(touch, lambda r: r.delays_ended)):
                    touch.holds_ended = True
                elif heard:
                    ended.append(touch)
            if ended:
                self.tell(view, "Ended", ended)
            if cancelled := [t for t in own["cancelled"] if t.heard == "began"]:
                self.tell(view, "Cancelled", cancelled)

    def window_of(self, view, order):
        return next(touch.window for touch in order if touch.view is view)

    def comes_to(self, touch):
        """Whether the window gives a new touch to its view now: T4, T7, DL1, SV7."""
        touch.entitled = self.is_entitled(touch)
        if touch.heard != "nothing" or not touch.entitled:
            return False
        if self.holders(touch, lambda r: r.delays_began):
            touch.holds_began = True
            return False
        return self.content_takes(touch)

    def content_takes(self, touch):
        scroll = next((v for v in list(touch.view.chain())[1:] if v.kind == "scroll"), None)
        if not scroll or scroll.flag("shouldBeginContent", True):
            return True
        self.say("ask", f"{scroll.name}?touchesShouldBegin({touch.view.name})=no")
        touch.heard, touch.entitled = "over", False
        return False

    def tell(self, view, phase, touches):
        if touches[0].is_press:
            for press in touches:
                self.tell_presses([press], phase)
            return
        names = ",".join(str(t.number) for t in touches)

        def take(responder):
            self.say("vt", f"{responder.name}.touches{phase} [{names}]")
            self.note_taker(responder, phase, touches)
            self.say_to_others(responder, phase, touches)

        self.climb(view, "touch", take)
        for touch in touches:
            touch.heard = "began" if phase in {"Began", "Moved"} else "over"
            if view.is_control:
                if phase == "Began":
                    controls.began(view, touch, self.say)
                elif phase == "Moved":
                    controls.moved(view, touch, self.say)
                elif phase == "Ended":
                    controls.ended(view, touch, self.say)
                elif view.tracked is touch:
                    controls.cancelled(view, self.say)
            touch.told_place = touch.place if phase != "Began" else touch.start
        if phase in {"Ended", "Cancelled"}:
            self.end_for_takers(touches)

    def note_taker(self, responder, phase, touches):
        for touch in touches:
            if phase == "Began":
                touch.takers.append(responder)
            elif phase in {"Ended", "Cancelled"} and responder in touch.takers:
                touch.takers.remove(responder)

    def say_to_others(self, responder, phase, touches):
        """What a view that passes touches on gives to the rest of the system, once it has begun to."""
        if phase == "Began" and responder.flag("passesOn", False):
            for touch in touches:
                behind = list(touch.view.chain())
                if responder in behind:
                    behind = behind[: behind.index(responder)]
                if touch.passer is None and not any(view.kind == "container" for view in behind):
                    touch.passer = responder
        if passed := [str(touch.number) for touch in touches if touch.passer is responder]:
            self.say("others", f"others.touches{phase} [{','.join(passed)}]")

    def end_for_takers(self, touches):
        """A responder that received the beginning receives the end, even if the chain has changed: T2."""
        for touch in touches:
            for taker in touch.takers:
                self.say_cancel(taker, touch)
            touch.takers = []

    def say_cancel(self, taker, touch):
        what = f"pressesCancelled [{touch.type}]" if touch.is_press else f"touchesCancelled [{touch.number}]"
        self.say("vt", f"{taker.name}.{what}")
        if not touch.is_press:
            self.say_to_others(taker, "Cancelled", [touch])

    def climb(self, responder, kind, take, seen=()):
        """The responder chain: R9 to R12, for each kind of event: R18. A call comes by once: R20."""
        seen = (*seen, responder)
        following = responder.next if responder.next not in seen else None
        way = responder.keys.get(kind, self.usual(responder, kind))
        keeps = kind == "touch" and responder.is_control
        if kind == "touch" and way == "pass" and responder.flag("passesOn", False):
            way = "consume"
        if way == "superFirst" and following and not keeps:
            self.climb(following, kind, take, seen)
        if way != "pass" or keeps:
            take(responder)
        if way in {"pass", "superLast"} and following and not keeps:
            self.climb(following, kind, take, seen)

    def usual(self, responder, kind):
        passes = kind != "touch" or responder.kind in {"window", "controller", "container"}
        return "pass" if passes else "consume"
