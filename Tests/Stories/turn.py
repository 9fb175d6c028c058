"""The turn of the second model: timers, events, serving, and what comes from outside: D, G, CX and TM."""

import controls
from delivery import Delivery
from recognizers import ACTIVE, FINISHED
from update import UpdatePass
from world import Touch, distance


class Application(UpdatePass, Delivery):
    def __init__(self, windows, recognizers, say):
        self.windows, self.recognizers, self.say = windows, recognizers, say
        self.touches = {}  # by the script's number, down ones
        self.known = []  # whose phases somebody may still hold
        self.last_lifted = None
        self.now = 0.0
        self.serial = 0

    # Timers

    def advance(self, to, before_event):
        """Every timer that is due; minimum ones first at the instant of an event: TM2."""
        while True:
            due = [
                (time, serial, recognizer, name)
                for recognizer in self.recognizers
                for name, (time, minimum, serial) in recognizer.timers.items()
                if time < to - 1e-9 or (time < to + 1e-9 and (minimum or not before_event))
            ]
            if not due:
                break
            time, _, recognizer, name = min(due, key=lambda entry: entry[:2])
            self.now = time
            del recognizer.timers[name]
            if recognizer.wants not in FINISHED:
                self.wanting(recognizer, lambda: recognizer.fired(name, time))
            self.settle()
        self.now = to

    def number_timers(self, recognizer):
        for name, timer in recognizer.timers.items():
            if len(timer) == 2:
                self.serial += 1
                recognizer.timers[name] = (*timer, self.serial)

    # Order

    def ordered(self):
        """D3: deepest view first, then tree order, on one view last added first."""
        places = {}
        for window in self.windows:
            for view in window.below():
                places[view] = (-view.depth, len(places))
        attached = [r for r in self.recognizers if r.view in places]
        return sorted(attached, key=lambda r: (*places[r.view], -r.order))

    # Events

    def event(self, time, actions):
        self.advance(time, before_event=True)
        fresh = []
        phases = {"began": [], "moved": [], "ended": [], "cancelled": []}
        order = []
        for verb, number, place in actions:
            if verb == "down":
                touch = self.hit(number, place)
                if touch:
                    fresh.append(touch)
                    self.touches[number] = touch
            touch = self.touches.get(number)
            if touch is None:
                continue
            if verb == "move":
                touch.previous, touch.place = touch.place, place
            if verb == "up":
                touch.is_down = False
            order.append(touch)
            phases[{"down": "began", "move": "moved", "up": "ended", "cancel": "cancelled"}[verb]].append(touch)
        for touch in fresh:
            self.offer(touch)
        self.turn(order, phases)
        for touch in phases["ended"] + phases["cancelled"]:
            touch.is_down = False
            self.touches.pop(touch.number, None)
            if touch in phases["ended"]:
                self.last_lifted = (touch, time)

    def system_cancel(self, time):
        """CX1; one that has decided and waits fails too: CX2."""
        self.advance(time, before_event=True)
        for recognizer in self.recognizers:
            if recognizer.following and recognizer.state == "Possible" and recognizer.wants == "Ended":
                recognizer.wants = "Failed"
        self.event(time, [("cancel", number, None) for number in list(self.touches)])

    def hit(self, number, place):
        for window in sorted(
            (w for w in self.windows if w.kind == "window"),
            key=lambda w: (-float(w.keys.get("level", 0)), -self.windows.index(w)),
        ):
            if view := window.hit(place, self.say):
                touch = Touch(number, place, self.now, view)
                if self.last_lifted:
                    last, when = self.last_lifted
                    if self.now - when <= 0.35 + 1e-9 and distance(place, last.start) <= 45:
                        touch.tap_count = last.tap_count + 1
                self.known.append(touch)
                return touch
        return None

    def offer(self, touch):
        """Who accepts a new touch: G2, D4."""
        for recognizer in self.ordered():
            if not touch.view.is_inside(recognizer.view) or not recognizer.enabled:
                continue
            if recognizer.state in FINISHED or recognizer.wants in FINISHED:
                continue
            answer = True
            if rule := recognizer.keys.get("receive"):
                if rule == "notControls":
                    answer = not touch.view.is_control
                elif rule.startswith("notIn:"):
                    answer = all(view.name != rule[6:] for view in touch.view.chain())
                self.say("ask", f"{recognizer.name}?shouldReceiveTouch({touch.view.name})={'yes' if answer else 'no'}")
            if answer:
                recognizer.accepted.append(touch)
                recognizer.following.append(touch)

    def turn(self, order, phases):
        for recognizer in self.ordered():
            self.serve(recognizer, phases)
        for touch in phases["cancelled"]:
            touch.holds_began = False
            if touch.heard == "nothing":
                touch.heard = "over"
        self.settle(order, phases)

    def serve(self, recognizer, phases):
        for phase, method in (
            ("began", recognizer.began),
            ("moved", recognizer.moved),
            ("ended", recognizer.ended),
            ("cancelled", recognizer.cancelled),
        ):
            touches = [t for t in phases[phase] if t in recognizer.following]
            if not touches or recognizer.wants in FINISHED:
                continue
            names = ",".join(str(t.number) for t in touches)
            self.say("gt", f"{recognizer.name}.touches{phase.capitalize()} [{names}]")
            if phase in {"ended", "cancelled"}:
                recognizer.following = [t for t in recognizer.following if t not in touches]
            self.wanting(recognizer, lambda: method(touches, self.now))

    def wanting(self, recognizer, call):
        """Lets a recognizer decide, and asks shouldBegin at the moment of wanting: G7."""
        before = recognizer.wants
        call()
        self.number_timers(recognizer)
        if recognizer.wants in FINISHED:
            recognizer.timers = {}
        leaves = recognizer.wants in ACTIVE | {"Ended"}
        if recognizer.state == "Possible" and leaves and before is None and not recognizer.asked:
            recognizer.asked = True
            if not self.may_begin(recognizer):
                recognizer.wants = "Failed"

    def may_begin(self, recognizer):
        views = []
        for touch in recognizer.accepted:
            if touch.view not in views:
                views.append(touch.view)
        for view in views:
            if recognizer.name in view.keys.get("veto", "").split(",") or controls.vetoes(view, recognizer):
                self.say("ask", f"{view.name}?gestureRecognizerShouldBegin({recognizer.name})=no")
                return False
        if recognizer.view.kind == "scroll" and recognizer.name == recognizer.view.name + ".pan":
            for view in views:
                if view is recognizer.view or not any(
                    t.view is view and t.heard == "began" for t in recognizer.accepted
                ):
                    continue
                if not recognizer.view.flag("canCancel", True):
                    return False
                answer = recognizer.view.flag("shouldCancel", not view.is_control)
                self.say("ask", f"{recognizer.view.name}?touchesShouldCancel({view.name})={'yes' if answer else 'no'}")
                if not answer:
                    return False
        if answer := recognizer.keys.get("shouldBegin"):
            self.say("ask", f"{recognizer.name}?shouldBegin={answer}")
            return answer == "yes"
        return True

    # From outside

    def set_state(self, time, name, state):
        self.advance(time, before_event=True)
        recognizer = self.named(name)
        if not recognizer.view.window:
            return
        self.say("set", f"{name}.state={state} (currently {recognizer.wants or recognizer.state})")
        if state == "Possible" or recognizer.wants in FINISHED:
            return

        def want():
            coerced = recognizer.state == "Possible" and state == "Changed"
            recognizer.wants = "Began" if coerced else state

        self.wanting(recognizer, want)
        self.settle()

    def set_enabled(self, time, name, enabled):
        self.advance(time, before_event=True)
        recognizer = self.named(name)
        if recognizer.enabled and not enabled:
            self.stop(recognizer)
        recognizer.enabled = enabled
        self.settle()

    def stop(self, recognizer):
        if recognizer.is_active:
            recognizer.wants = "Cancelled" if recognizer.state in ACTIVE else "Failed"

    def remove(self, time, name):
        self.advance(time, before_event=True)
        view = next(v for w in self.windows for v in w.below() if v.name == name)
        gone = list(view.below())
        for recognizer in self.ordered():
            if recognizer.view in gone:
                self.stop(recognizer)
        for touch in self.known:
            if touch.view in gone and touch.holds_began:
                touch.holds_began, touch.heard = False, "over"
        self.settle()
        touched = list(dict.fromkeys([*self.known, *self.touches.values()]))
        for inner in dict.fromkeys(touch.view for touch in touched if touch.view in gone):
            lost = [touch for touch in touched if touch.view is inner]
            heard = [t for t in lost if t.heard == "began"]
            if inner.tracked in heard:
                controls.cancelled(inner, self.say)
            elif heard:
                self.tell(inner, "Cancelled", heard)
            for touch in lost:
                touch.heard, touch.holds_ended, touch.holds_began = "over", False, False
        view.parent.children.remove(view)
        view.parent = None
        for recognizer in self.recognizers:
            if recognizer.view in gone:
                recognizer.enabled = False
