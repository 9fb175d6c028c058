"""Which presentation is in front, and the keys of the control with focus: rules R21 and K21."""

import controls
from world import Container, distance

ARROWS = {"leftArrow": (-1, 0), "rightArrow": (1, 0), "upArrow": (0, -1), "downArrow": (0, 1)}
ORDER = {"next": 1, "previous": -1}


class Focus:
    focused = first_responder = None  # of what lies in no presentation
    repeats = None  # the arrow that steps, by slider: press, direction, value before, time of the next step

    @property
    def front(self):
        """The container that is in front in the key window."""
        shown = [view for view in self.key_window.children if isinstance(view, Container)]
        return shown[-1] if shown else None

    def container_of(self, responder):
        view = self.view_of(responder)
        return next((v for v in view.chain() if isinstance(v, Container)), None) if view else None

    @staticmethod
    def view_of(responder):
        return responder.view if responder.kind == "controller" else responder

    def is_behind(self, responder):
        view = self.view_of(responder)
        if not view or not view.window or view is view.window:
            return False
        branch = list(view.chain())[-2]
        siblings = view.window.children
        return any(isinstance(v, Container) for v in siblings[siblings.index(branch) + 1 :])

    def usable(self, responder):
        return responder if responder and responder.is_attached and not self.is_behind(responder) else None

    def focus(self):
        """Who has focus; a presentation that never had one takes the first that can."""
        front = self.front
        if front is None:
            return self.usable(self.focused)
        if not front.had_focus:
            front.focused = next(iter(self.focusable(front)), None)
            front.had_focus = front.focused is not None
        return self.usable(front.focused)

    def the_first_responder(self):
        own = self.usable(self.front.first_responder) if self.front else None
        return own or self.usable(self.first_responder)

    def press_target(self):
        if self.front:
            return self.focus() or self.usable(self.front.first_responder) or self.front.presents
        return self.focus() or self.the_first_responder() or self.key_window

    def keep(self, what, responder):
        """The focus or first responder of the presentation in which it lies, or of none."""
        place = self.container_of(responder) or self
        setattr(place, what, responder)
        if what == "focused" and place is not self:
            place.had_focus = True

    def focusable(self, root):
        """The controls in a view that can have focus, in tree order."""
        if root.refuses:
            return
        if root.is_control:
            yield root
        for child in root.children:
            yield from self.focusable(child)

    def forget(self, gone):
        """Who leaves is remembered no more."""
        for place in [self, *(v for w in self.windows for v in w.below() if isinstance(v, Container))]:
            if self.is_in(place.focused, gone):
                place.focused, place.had_focus = None, False
            if self.is_in(place.first_responder, gone):
                place.first_responder = None

    def cancel_presses_behind(self):
        for kind, press in list(self.live_presses.items()):
            if self.is_behind(press.target):
                del self.live_presses[kind]
                self.press_event(press, "Cancelled")

    # The keys of a control

    def acts(self, view):
        return view.is_attached and view.takes_touches and not self.is_behind(view)

    def use(self, press):
        """What the control with focus does with a key that goes down, or a view where nothing has it; whether it does anything."""
        view, holder = press.target, self.focus()
        begins = holder is None and view.keys.get("presses", self.usual(view, "presses")) == "pass"
        if press.type in ORDER and view.kind != "controller" and (holder is view and view.is_control or begins):
            return self.go_on(view, ORDER[press.type])
        if not view.is_control or holder is not view:
            return False
        if self.acts(view) and (press.type == "select" or self.steps(view, press)):
            return True
        return press.type in ARROWS and self.move_focus(view, ARROWS[press.type])

    def go_on(self, view, step):
        """The next control in the order of the tree, or the one before, around the end: K22."""
        row = [one for one in self.focusable(self.container_of(view) or view.window) if not self.is_behind(one)]
        start = row.index(view) if view in row else -1 if step > 0 else 0
        if not row or row[(start + step) % len(row)] is view:
            return False
        self.give_focus(row[(start + step) % len(row)])
        return True

    def give_focus(self, view):
        """Content at rest around it moves so that it is seen."""
        self.keep("focused", view)
        low, high = view.offset, [a + b for a, b in zip(view.offset, view.frame[2:])]
        for inner in view.chain():
            corners = [inner.to_parent((x, y)) for x in (low[0], high[0]) for y in (low[1], high[1])]
            low, high = [min(c[i] for c in corners) for i in (0, 1)], [max(c[i] for c in corners) for i in (0, 1)]
            content = inner.parent and inner.parent.content
            if not content or content.is_held or content.movement or content.caught:
                continue
            here, size = content.view.offset, content.view.frame[2:]
            there = [low[i] if low[i] < here[i] or high[i] - low[i] > size[i] else max(here[i], high[i] - size[i])
                     for i in (0, 1)]
            if content.move(content.within(there)):
                content.say("settled")

    def steps(self, view, press):
        if view.kind != "slider" or view.tracked or press.type not in ARROWS:
            return False
        along, across = view.turn(ARROWS[press.type])
        direction = 1 if along > 0 else -1
        before = view.value
        if abs(along) <= abs(across) or not self.step(view, direction):
            return False
        self.serial += 1
        self.repeats = {**(self.repeats or {}), view: (press, direction, before, self.now + 0.5 * view.time_scale, self.serial)}
        return True

    def step(self, view, direction):
        before = view.value
        view.value = min(1, max(0, view.value + direction * 0.1))
        if view.value != before and view.flag("continuous", True):
            controls.event(view, "valueChanged", self.say)
        return view.value != before

    def step_again(self, view):
        press, direction, before, _, _ = self.repeats.pop(view)
        if not self.acts(view) or not press.is_down:
            return
        if not view.tracked:
            self.step(view, direction)
        self.serial += 1
        self.repeats[view] = press, direction, before, self.now + 0.1 * view.time_scale, self.serial

    def key_over(self, press, phase):
        """A key that the control uses has come up, or was cancelled."""
        view = press.target
        held = self.repeats.pop(view) if self.repeats and self.repeats.get(view, [None])[0] is press else None
        if phase != "Ended" or not press.is_used or not self.acts(view):
            return
        if held and view.value != held[2] and not view.flag("continuous", True):
            controls.event(view, "valueChanged", self.say)
        if press.type != "select":
            return
        if view.kind == "switch":
            view.is_on = not view.is_on
            controls.event(view, "valueChanged", self.say)
        controls.event(view, "primaryActionTriggered", self.say)

    def move_focus(self, view, way):
        """The next control where an arrow points: what lies straight ahead first, then the nearest."""
        own, found = box(view), []
        for other in self.focusable(self.container_of(view) or view.window):
            if other is view or self.is_behind(other):
                continue
            there = box(other)
            axis = 0 if way[0] else 1
            sign = way[axis]
            mine = sorted(sign * edge[axis] for edge in own)
            its = sorted(sign * edge[axis] for edge in there)
            aside = there[0][1 - axis] > own[1][1 - axis] - 1e-6 or there[1][1 - axis] < own[0][1 - axis] + 1e-6
            if its[0] <= mine[0] + 1e-6 or its[1] <= mine[1] + 1e-6 or (aside and its[0] <= mine[1] - 1e-6):
                continue
            far = distance(centre(own), centre(there)) if aside else sum(its) - sum(mine)
            found.append((aside, round(far, 5), len(found), other))
        if not found:
            return False
        self.give_focus(min(found, key=lambda entry: entry[:3])[3])
        return True


def centre(box):
    return [(box[0][i] + box[1][i]) / 2 for i in (0, 1)]


def box(view):
    """The least and the greatest coordinates of a view on the screen."""
    x, y = view.offset
    width, height = view.frame[2:]
    corners = [view.to_screen((x + dx, y + dy)) for dx in (0, width) for dy in (0, height)]
    return [min(c[i] for c in corners) for i in (0, 1)], [max(c[i] for c in corners) for i in (0, 1)]
