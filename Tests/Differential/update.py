"""The update pass of the second model: rules F and P, and the order of the standard's 1.2."""

from recognizers import ACTIVE, FINISHED


class UpdatePass:
    def named(self, name):
        return next((r for r in self.recognizers if r.name == name), None)

    def settle(self, order=(), phases=None):
        while (
            self.collect()
            or self.yield_to_recognized()
            or self.recognize()
            or self.free_drags()
            or self.break_circle()
        ):
            pass
        self.release(phases)
        for recognizer in self.ordered():
            if recognizer.state in FINISHED:
                self.say("reset", f"{recognizer.name} reset")
                recognizer.state = "Possible"
                recognizer.forget()
                for other in self.recognizers:
                    other.collected.discard(recognizer)
        self.deliver(order, phases)
        self.known = [t for t in self.known if t.is_down or t.holds_ended or t.holds_began]

    def collect(self):
        """Dynamic requirements, once for each pair of an attempt: F5."""
        candidates = [r for r in self.ordered() if r.is_active and r.state == "Possible"]
        for one in candidates:
            for other in candidates:
                if one is other or other in one.collected:
                    continue
                one.collected.add(other)
                other.collected.add(one)
                for a, b in ((one, other), (other, one)):
                    if self.waits_for_edge(a, b):
                        a.dynamic.add(b)
                    if b.name in a.keys.get("dynRequires", "").split(","):
                        self.say("ask", f"{a.name}?shouldRequireFailureOf({b.name})=yes")
                        a.dynamic.add(b)
                    if b.name in a.keys.get("dynRequiredBy", "").split(","):
                        self.say("ask", f"{a.name}?shouldBeRequiredToFailBy({b.name})=yes")
                        b.dynamic.add(a)
        return False

    def waits_for_edge(self, drag, edge):
        """A drag waits for an edge pan in whose zone its touch landed: ED4."""
        return (
            drag.kind in {"pan", "swipe", "scrollPan"}
            and edge.kind == "edge"
            and edge.is_near
            and self.are_related(drag, edge)
            and drag not in self.requirements(edge)
            and not self.are_simultaneous(drag, edge)
        )

    def has_rival(self, pan, direction):
        """Whether another may still use a direction in which a scroll view's pan cannot scroll: SV18."""
        return any(
            r is not pan
            and r.is_active
            and r.enabled
            and r.state == "Possible"
            and r.wants not in {"Failed", "Cancelled"}
            and r.may_follow(direction)
            and pan not in self.requirements(r)
            and self.are_related(r, pan)
            and not self.are_simultaneous(r, pan)
            for r in self.recognizers
        )

    def requirements(self, recognizer):
        return {self.named(n) for n in recognizer.requires} | recognizer.dynamic

    def is_blocked(self, recognizer):
        return any(self.is_open(b) for b in self.requirements(recognizer))

    def blockers(self, recognizer):
        return {b for b in self.requirements(recognizer) if self.is_open(b) and b.accepted}

    def is_open(self, b):
        return b.enabled and b.view.window and b.is_active and b.state not in FINISHED

    def break_circle(self):
        """Recognizers that wait only for each other fail when their fingers are up: F11."""
        for recognizer in self.ordered():
            circle = self.behind(recognizer)
            if recognizer not in circle or any(recognizer not in self.behind(r) for r in circle):
                continue
            waiting = all(r.state == "Possible" and r.wants in ACTIVE | {"Ended"} for r in circle)
            if not waiting or any(touch.is_down for r in circle for touch in r.accepted):
                continue
            for member in self.ordered():
                if member in circle:
                    self.fail(member)
            return True
        return False

    def behind(self, recognizer):
        """For whom it waits, directly or not."""
        found, left = set(), [recognizer]
        while left:
            for b in self.blockers(left.pop()) - found:
                found.add(b)
                left.append(b)
        return found

    def excludes(self, b, a):
        """Does the recognized one exclude the other: P1 to P6."""
        if not self.are_related(a, b):
            return False
        if a.view is b.view and {a.kind, b.kind} == {"scrollPan", "scrollPinch"}:
            return False  # both move the same content: SV13
        if not b.flag("canPrevent", True) or not a.flag("canBePrevented", True):
            return False
        if self.are_simultaneous(a, b):
            return False
        if a.kind == "tap" and b.kind == "tap" and a.number("taps", 1) > b.number("taps", 1):
            return False
        return True

    def are_related(self, a, b):
        """On one branch, with a finger in common; so hover excludes no other recognizer: HO2."""
        on_branch = a.view.is_inside(b.view) or b.view.is_inside(a.view)
        return on_branch and bool(set(a.accepted) & set(b.accepted))

    def are_simultaneous(self, a, b):
        for x, y in ((a, b), (b, a)):
            friends = x.keys.get("with", "").split(",")
            if "all" in friends or y.name in friends:
                return True
        return False

    def loses(self, a, b):
        return a is not b and a.is_active and a.state == "Possible" and (
            b in self.requirements(a) or self.excludes(b, a)
        )

    def yield_to_recognized(self):
        for a in self.ordered():
            if any(b.state in ACTIVE and self.loses(a, b) for b in self.recognizers):
                self.fail(a)
                return True
        return False

    def fail(self, recognizer):
        self.change(recognizer, "Failed")

    def change(self, recognizer, state):
        if recognizer.state != state:
            self.say("st", f"{recognizer.name} {recognizer.state}>{state}")
        recognizer.state = state
        if recognizer.kind == "scrollPan" and state == "Failed" and recognizer.protector:
            for view in recognizer.protector.chain():
                delay = view.kind == "scroll" and self.named(view.name + ".delay")
                if delay and delay.is_active and delay.state == "Possible":
                    delay.wants = "Failed"
        if recognizer.kind in {"scrollPan", "scrollPinch"} and state not in {"Possible", "Failed"}:
            recognizer.changed(state, self.now)
        if state in FINISHED:
            recognizer.timers = {}

    def recognize(self):
        for recognizer in self.ordered():
            wish = recognizer.wants
            if wish is None:
                continue
            if recognizer.state in FINISHED:
                continue
            if recognizer.state == "Possible":
                if wish in {"Failed", "Cancelled"}:
                    self.fail(recognizer)
                    return True
                if self.is_blocked(recognizer):
                    continue
                recognizer = self.first_to_pass(recognizer)
                wish = recognizer.wants
                jumps = wish == "Ended" and (recognizer.discrete or recognizer.kind == "custom")
                self.become(recognizer, "Ended" if jumps else "Began")
                recognizer.wants = "Ended" if wish == "Ended" and not jumps else None
                return True
            recognizer.wants = None
            self.become(
                recognizer,
                {"Began": "Changed", "Changed": "Changed", "Ended": "Ended"}.get(wish, "Cancelled"),
            )
            return True
        return False

    def free_drags(self):
        """A drag begins in the turn in which the last one fails for which it waited: SV18."""
        if not any(r.state in FINISHED for r in self.recognizers):
            return False
        freed = False
        for pan in self.ordered():
            if pan.kind == "scrollPan" and pan.is_active and pan.state == "Possible" and pan.wants is None:
                self.wanting(pan, lambda pan=pan: pan.reconsider(self.now))
                freed = freed or pan.wants is not None
        return freed

    def first_to_pass(self, recognizer):
        """Drags begin in the order in which they passed their limits: P2."""
        for other in self.ordered():
            may = other.state == "Possible" and other.wants in ACTIVE | {"Ended"} and not self.is_blocked(other)
            if may and other.passing and recognizer.passing:
                (then, part), (now, mine) = other.passing, recognizer.passing
                if then < now or (then == now and part < mine - 1e-9):
                    recognizer = other
        return recognizer

    def become(self, recognizer, state):
        """A public change with its action, and what it does to others and to views: P11, C1, C2."""
        first = recognizer.state == "Possible"
        self.change(recognizer, state)
        if first:
            for other in self.ordered():
                if self.loses(other, recognizer):
                    self.fail(other)
        values = "" if state == "Cancelled" else recognizer.values()
        self.say("act", f"{recognizer.name} action {state}{values}")
        if state == "Cancelled":
            return
        for touch in sorted(recognizer.accepted, key=lambda touch: touch.is_press):
            if recognizer.cancels:
                self.cancel(touch)
            elif first and touch.heard == "nothing" and recognizer.delays_began:
                touch.holds_began, touch.heard = False, "over"
