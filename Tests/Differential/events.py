"""Presses, shakes, remote control and the first responder of the second model: rules R14 to R18 and E."""

from recognizers import FINISHED
from world import Press


class OtherEvents:
    motion_target = None
    receives_remote_control = False

    def prepare(self, responders):
        """Who the scenario says is first responder, and who has focus."""
        self.live_presses = {}
        self.responders = responders
        for responder in responders.values():
            for key in ("firstResponder", "focused"):
                self.status_was_set(responder, key)

    def status_was_set(self, responder, key):
        what = {"firstResponder": "first_responder", "focused": "focused"}.get(key)
        if what and responder.flag(key, False):
            self.keep(what, responder)

    @property
    def key_window(self):
        windows = [w for w in self.windows if w.kind == "window"]
        return next((w for w in windows if w.flag("key", False)), windows[0])

    def chain(self, time, name):
        """The chain from a responder, as it is now: R13."""
        self.advance(time, before_event=True)
        names, link = [], self.responders[name]
        while link:
            names.append(link.name)
            link = link.next
        self.say("chain", " -> ".join([*names, "nil"]))

    # Presses: E4

    def press(self, time, phase, kind):
        self.advance(time, before_event=True)
        if phase == "began":
            if kind in self.live_presses:
                # It has not come up in between: its first press is over.
                self.press_event(self.live_presses.pop(kind), "Cancelled")
            press = Press(kind, self.now, self.press_target())
            self.live_presses[kind] = press
            self.known.append(press)
            self.offer_press(press)
            self.press_event(press, "Began")
        elif kind in self.live_presses:
            self.press_event(self.live_presses.pop(kind), "Ended")

    def cancel_presses(self):
        for press in list(self.live_presses.values()):
            self.end_decided()
            self.press_event(press, "Cancelled")
        self.live_presses = {}

    def offer_press(self, press):
        """Tap and long press take presses of the types that they allow: E4, G2."""
        for recognizer in self.ordered():
            if not press.view.is_inside(recognizer.view) or not recognizer.enabled:
                continue
            if recognizer.kind not in {"tap", "longpress"} or recognizer.wants in FINISHED:
                continue
            if press.type in recognizer.keys.get("presses", "select").split(","):
                recognizer.accepted.append(press)
                recognizer.following.append(press)

    def press_event(self, press, phase):
        """One event of one press: recognizers first, then whom it belongs to."""
        for recognizer in self.ordered():
            if press in recognizer.following:
                self.serve_press(recognizer, press, phase)
        press.is_down = phase == "Began"
        if phase == "Cancelled":
            press.holds_began = False
            if press.heard == "nothing":
                press.heard = "over"
        self.settle()
        self.deliver_press(press, phase)
        if press not in self.known and (press.holds_began or press.holds_ended):
            self.known.append(press)

    def serve_press(self, recognizer, press, phase):
        if recognizer.wants in FINISHED:
            if phase == "Cancelled" and recognizer.state == "Possible":
                recognizer.wants = "Failed"
            return
        self.say("gt", f"{recognizer.name}.presses{phase} [{press.type}]")
        if phase != "Began":
            recognizer.following.remove(press)
        method = {"Began": recognizer.began, "Ended": recognizer.ended, "Cancelled": recognizer.cancelled}[phase]
        self.wanting(recognizer, lambda: method([press], self.now))

    def deliver_press(self, press, phase):
        """The phase itself, unless it is held or cancelled: C8, DL1, DL5."""
        if phase == "Began" and press.heard == "nothing":
            press.holds_began = bool(self.holders(press, lambda r: r.delays_began))
            if not press.holds_began:
                self.tell_presses([press], phase)
        elif phase == "Ended" and (press.holds_began or press.heard == "began"):
            press.holds_ended = press.holds_began or bool(self.holders(press, lambda r: r.delays_ended))
            if not press.holds_ended:
                self.tell_presses([press], phase)
        elif phase == "Cancelled" and press.heard == "began":
            press.holds_ended = False
            self.tell_presses([press], phase)

    def tell_presses(self, presses, phase):
        """Presses of one target are delivered together."""

        def take(responder):
            for press in presses:
                self.say("vt", f"{responder.name}.presses{phase} [{press.type}]")
            self.note_taker(responder, phase, presses)

        target = presses[0].target
        self.climb(target, "presses", take)
        for press in presses:
            press.heard = "began" if phase == "Began" else "over"
            if phase == "Began":
                press.is_used = self.use(press)
            elif target.is_control:
                self.key_over(press, phase)
        if phase != "Began":
            self.end_for_takers(presses)

    # Shakes and remote control: E2, E3

    def motion(self, time, phase):
        self.advance(time, before_event=True)
        if phase == "began":
            self.cancel_motion()
            self.motion_target = self.the_first_responder() or self.key_window
            self.tell_motion("Began")
        elif self.motion_target:
            self.tell_motion("Ended")
            self.motion_target = None

    def cancel_motion(self):
        if self.motion_target:
            self.tell_motion("Cancelled")
            self.motion_target = None

    def tell_motion(self, phase):
        self.climb(self.motion_target, "motion", lambda r: self.say("motion", f"{r.name}.motion{phase} shake"))

    def remote(self, time, subtype):
        self.advance(time, before_event=True)
        if self.receives_remote_control:
            self.climb(
                self.the_first_responder() or self.key_window,
                "remote",
                lambda r: self.say("remote", f"{r.name}.remoteControlReceived {subtype}"),
            )

    # The first responder: R15

    def become_first_responder(self, time, name):
        self.advance(time, before_event=True)
        candidate, current = self.responders[name], self.the_first_responder()
        accepts = candidate.is_attached and not self.is_behind(candidate)
        if accepts and candidate is not current:
            if current:
                accepts = current.flag("canResign", True)
                if "canResign" in current.keys:
                    self.say("responder", f"{current.name}?canResignFirstResponder={'yes' if accepts else 'no'}")
            if accepts:
                accepts = candidate.flag("canBecome", False)
                if "canBecome" in candidate.keys:
                    self.say("responder", f"{candidate.name}?canBecomeFirstResponder={'yes' if accepts else 'no'}")
            if accepts:
                if current:
                    (self.container_of(current) or self).first_responder = None
                self.keep("first_responder", candidate)
        holder = self.the_first_responder().name if self.the_first_responder() else "nil"
        answer = "yes" if accepts else "no"
        self.say("responder", f"becomeFirstResponder({name})={answer} firstResponder={holder}")

    def responders_leave(self, gone):
        """Who leaves its window has no shake, no status and no focus any more: E2, E6, R15."""
        if self.is_in(self.motion_target, gone):
            self.cancel_motion()
        self.forget(gone)

    def is_in(self, responder, views):
        """Whether a view, or a controller's view, is among these."""
        view = responder.view if responder and responder.kind == "controller" else responder
        return view is not None and view in views
