"""The turn of the second model: timers, events, serving, and what comes from outside: D, G, CX and TM."""

import controls
from content import Content
from delivery import Delivery
from events import OtherEvents
from focus import Focus
from hovering import Hovering
from leaving import Leaving
from recognizers import ACTIVE, FINISHED
from scrolling import Scrolling
from update import UpdatePass
from world import Touch, distance


class Application(UpdatePass, Delivery, Scrolling, OtherEvents, Focus, Hovering, Leaving):
    are_contacts = False  # whether the touches that are cancelled were taken back one by one

    def __init__(self, windows, recognizers, say):
        self.windows, self.recognizers, self.say = windows, recognizers, say
        self.touches = {}  # by the script's number, down ones
        self.known = []  # whose phases a recognizer may still hold
        self.lifts = []  # of the last moments: time, start, taps in a row
        self.controllers = {}
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
            for view, (*_, time, serial) in (self.repeats or {}).items():
                if time < to + 1e-9:
                    due.append((time, serial, None, view))
            for content in self.contents():
                if content.movement and content.due < to + 1e-9:
                    due.append((content.due, content.serial, None, content))
                if content.turning and (content.turning[0] < to - 1e-9 or (not before_event and content.turning[0] < to + 1e-9)):
                    due.append((*content.turning, None, content.paused))
            if not due:
                break
            time, _, recognizer, name = min(due, key=lambda entry: entry[:2])
            self.now = time
            if isinstance(name, Content):
                name.step(time)
                self.hover_again()
                continue
            if callable(name):
                name()
                continue
            if recognizer is None:
                self.step_again(name)
                self.settle()
                continue
            del recognizer.timers[name]
            if recognizer.wants not in FINISHED:
                self.wanting(recognizer, lambda: recognizer.fired(name, time))
            self.settle()
            self.hover_again()
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
                if touch.place == place:
                    continue  # it is stationary: T1
                touch.previous, touch.place = touch.place, place
                touch.reach = max(touch.reach, distance(place, touch.start))
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
            if touch in phases["ended"] and touch.reach <= 45:
                self.lifts.append((time, touch.start, touch.tap_count))
        self.release_content()
        self.hover_again()

    def take_contacts(self, time, numbers):
        """A device takes single contacts back: CX6."""
        self.advance(time, before_event=True)
        taken = [self.touches[number] for number in numbers if number in self.touches]
        for recognizer in self.recognizers:
            if recognizer.state == "Possible" and recognizer.wants in FINISHED:
                if any(touch in recognizer.following for touch in taken):
                    recognizer.wants = "Failed"
        self.are_contacts = True
        self.event(time, [("cancel", number, None) for number in numbers])
        self.are_contacts = False

    def system_cancel(self, time):
        """CX1; one that has decided and waits fails too: CX2. Attempts without a finger end: CX7."""
        self.advance(time, before_event=True)
        self.cancel_motion()
        if self.touches:
            self.end_decided()
            self.event(time, [("cancel", number, None) for number in list(self.touches)])
        self.cancel_presses()
        for recognizer in self.recognizers:
            self.stop(recognizer)
        self.settle()

    def end_decided(self):
        """A recognizer that waits for others does not recognize because a cancel makes these fail: CX7."""
        for recognizer in self.recognizers:
            if recognizer.state == "Possible" and recognizer.wants == "Ended":
                recognizer.wants = "Failed"

    def hit_view(self, place):
        for window in sorted(
            (w for w in self.windows if w.kind == "window"),
            key=lambda w: (-float(w.keys.get("level", 0)), -self.windows.index(w)),
        ):
            if view := window.hit(place, self.say):
                return view
        return None

    def hit(self, number, place):
        hit = self.hit_view(place)
        if hit is None:
            return None
        touch = Touch(number, place, self.now, self.keeper(hit))
        touch.hit = hit
        self.stop_content(touch, hit)
        for when, start, taps in self.lifts:
            if self.now - when <= 0.35 * hit.time_scale + 1e-9 and distance(place, start) <= 45:
                touch.tap_count = taps + 1
        self.known.append(touch)
        return touch

    def offer(self, touch):
        """Who accepts a new touch: G2, D4."""
        for recognizer in self.ordered():
            if not touch.view.is_inside(recognizer.view) and not self.is_given(touch, recognizer):
                continue
            if not recognizer.enabled:
                continue
            if recognizer.kind == "hover" or recognizer.state in FINISHED or recognizer.wants in FINISHED:
                continue
            if recognizer.kind == "scrollDelay":
                if not recognizer.receives(touch, self.named(recognizer.view.name + ".pan")):
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
        recognizer.app = self
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
            if phase == "cancelled" and self.are_contacts and recognizer.goes_on():
                method = recognizer.ended
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
        views = list(dict.fromkeys(t.view for t in recognizer.accepted if not t.is_press))
        pressed = list(dict.fromkeys(t.view for t in recognizer.accepted if t.is_press))
        for view in views + pressed:
            # A control keeps its tap from fingers, not from presses: E6.
            is_protected = view in views and controls.vetoes(view, recognizer)
            if is_protected and recognizer.kind == "scrollPan":
                recognizer.protector = view
            if is_protected or recognizer.name in view.keys.get("veto", "").split(","):
                self.say("ask", f"{view.name}?gestureRecognizerShouldBegin({recognizer.name})=no")
                return False
        if recognizer.view.kind == "scroll" and recognizer.name == recognizer.view.name + ".pan":
            for view in views:
                if view is recognizer.view or not view.is_inside(recognizer.view) or not any(
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

    def was_set(self, view, key, value, time):
        """What follows from an attribute that a script changes: K17, SV16."""
        if (key, value) in {("enabled", "no"), ("hidden", "yes")}:
            self.lose_tracking(view)
        if key == "scrollEnabled":
            for recognizer in self.recognizers:
                if value == "no" and recognizer.name in {view.name + ".pan", view.name + ".delay"}:
                    self.stop(recognizer)
                if recognizer.name == view.name + ".pan":
                    recognizer.enabled = value == "yes"
            if value == "no" and view.content.drag and view.content.drag.pan is not view.content.pan:
                view.content.release((0.0, 0.0), time)
        self.leave_closed_views()
        self.settle()
        if view.content and key in {"offset", "content"}:
            pair = tuple(float(n) for n in value.split(","))
            if key == "offset":
                view.offset = pair
            else:
                view.content.size = pair
            view.content.was_set(key == "offset", time)
            self.hover_again()

    def stop(self, recognizer):
        if recognizer.is_active:
            recognizer.wants = "Cancelled" if recognizer.state in ACTIVE else "Failed"
