"""Views, touches and hit-testing of the second model: rules H and T."""

import math

CONTROLS = {"control", "button", "switch", "slider", "stepper", "segmented"}


class View:
    def __init__(self, name, kind, frame, keys, parent):
        self.name, self.kind, self.frame, self.keys, self.parent = name, kind, frame, keys, parent
        self.children = []
        self.controller = None
        self.override = None  # whom `next=` names
        self.beyond = None  # of a window: the application
        self.tracked = None  # the touch that a control follows
        self.is_on = keys.get("value", "0") != "0"  # of a switch
        self.dragged = False  # of a switch: K20
        self.inside = False
        self.value = float(keys.get("value", 0))
        self.offset = tuple(float(n) for n in keys.get("offset", "0,0").split(","))
        self.content = None  # of a scroll view
        if parent:
            parent.children.append(self)

    @property
    def is_control(self):
        return self.kind in CONTROLS

    def flag(self, key, default):
        value = self.keys.get(key)
        return default if value is None else value == "yes"

    @property
    def time_scale(self):
        """The factor of its window: TS1."""
        return self.parent.time_scale if self.parent else float(self.keys.get("timeScale", 1))

    def pair(self, key):
        return tuple(float(n) for n in self.keys[key].split(",")) if key in self.keys else None

    def can_drag(self, axis):
        """Does the content scroll along the axis, 0 for x and 1 for y."""
        return self.content.can_drag(axis)

    @property
    def zoom(self):
        """By how much a scroll view around it zooms it: SV24."""
        zooms = self.parent and self.parent.content and self.parent.keys.get("zoomView") == self.name
        return self.parent.content.scale if zooms else 1.0

    def geometry(self):
        """Its middle in its parent, and how it is turned and scaled."""
        x, y, width, height = self.frame
        angle, scale = math.radians(float(self.keys.get("rotate", 0))), float(self.keys.get("scale", 1))
        return (x + width / 2) * self.zoom, (y + height / 2) * self.zoom, angle, scale * self.zoom

    @property
    def takes_touches(self):
        """Is a control neither disabled nor hidden: K17."""
        return self.flag("enabled", True) and not any(v.flag("hidden", False) for v in self.chain())

    @property
    def refuses(self):
        """Whether it takes no touches, and nothing in it does: H3, H13."""
        if not self.flag("interaction", True) or self.flag("hidden", False):
            return True
        return float(self.keys.get("alpha", 1)) <= 0.01 or (self.is_control and not self.flag("enabled", True))

    @property
    def is_open(self):
        return not any(view.refuses for view in self.chain())

    @property
    def window(self):
        view = self
        while view.parent:
            view = view.parent
        return view if view.kind == "window" else None

    @property
    def depth(self):
        return self.parent.depth + 1 if self.parent else 0

    def chain(self):
        """Itself and its superviews."""
        view = self
        while view:
            yield view
            view = view.parent

    @property
    def is_attached(self):
        return self.window is not None

    @property
    def next(self):
        """Who comes after it in the responder chain: R2; who has left its window is in no chain: R20."""
        if self.override and self.override.is_attached:
            return self.override
        return self.controller or self.parent or self.beyond

    def below(self):
        """Itself and everything below it, in tree order."""
        yield self
        for child in self.children:
            yield from child.below()

    def is_inside(self, other):
        return other in self.chain()

    def from_parent(self, point):
        """A point of the parent in this view's coordinates: H6."""
        width, height = self.frame[2:]
        x, y, angle, scale = self.geometry()
        dx, dy = point[0] - x, point[1] - y
        cos, sin = round(math.cos(angle), 15), round(math.sin(angle), 15)
        dx, dy = (dx * cos + dy * sin) / scale, (dy * cos - dx * sin) / scale
        return (dx + width / 2 + self.offset[0], dy + height / 2 + self.offset[1])

    def to_parent(self, point):
        """A point of its own coordinates in those of its parent: H6, the other way."""
        width, height = self.frame[2:]
        x, y, angle, scale = self.geometry()
        dx, dy = point[0] - self.offset[0] - width / 2, point[1] - self.offset[1] - height / 2
        cos, sin = round(math.cos(angle), 15) * scale, round(math.sin(angle), 15) * scale
        return (x + dx * cos - dy * sin, y + dx * sin + dy * cos)

    def to_screen(self, point):
        outside = self.to_parent(point)
        return self.parent.to_screen(outside) if self.parent else outside

    def from_screen(self, point):
        return self.from_parent(self.parent.from_screen(point) if self.parent else point)

    def turn(self, vector):
        """A vector of the screen in this view's coordinates: the end of PAN6."""
        a, b = self.from_screen((0, 0)), self.from_screen(vector)
        return (b[0] - a[0], b[1] - a[1])

    def direction(self, axis):
        """One of its axes, on the screen."""
        a, b = self.to_screen((0, 0)), self.to_screen((1 - axis, axis))
        return (b[0] - a[0], b[1] - a[1])

    def holds(self, point, grow=0):
        """Is a point of its own coordinates inside its bounds: H4."""
        width, height = self.frame[2:]
        left, top = self.offset
        return left - grow <= point[0] < left + width + grow and top - grow <= point[1] < top + height + grow

    def hit(self, point, say):
        """The view that a point of the parent hits: H3 to H9."""
        if self.refuses:
            return None
        own = self.from_parent(point)
        say("hit", f"{self.name}.hitTest")
        inside = self.holds(own, float(self.keys.get("grow", 0)))
        say("hit", f"{self.name}.pointInside={int(inside)}")
        if not inside:
            return None
        for child in reversed(self.children):
            if found := child.hit(own, say):
                return found
        return None if self.flag("passthrough", False) else self


class Controller:
    """A controller, and whom it presents: R3, R4, R8, R19."""

    kind, is_control = "controller", False
    flag = View.flag

    def __init__(self, name, keys):
        self.name, self.keys = name, keys
        self.view = self.container = self.presenter = self.presented = self.override = None

    @property
    def is_attached(self):
        return bool(self.view and self.view.is_attached)

    @property
    def next(self):
        if self.override and self.override.is_attached:
            return self.override
        if self.presenter or not self.view:
            return self.presenter
        # A container that is not in a window yet leads back to this controller.
        return None if self.view.parent is self.container else self.view.parent


class Root:
    """The application, or its delegate: R5 to R7."""

    kind, is_control, is_attached = "controller", False, True
    view = next = None
    flag = View.flag

    def __init__(self, name, keys):
        self.name, self.keys = name, keys


class Container(View):
    """What lies between a presented controller's view and the window: R19; it keeps its own focus: R21."""

    focused = first_responder = None
    had_focus = False

    @property
    def next(self):
        return self.presents


class Touch:
    """A finger; `heard` is what its hit view knows of it."""

    is_press = False

    def __init__(self, number, place, time, view):
        self.number, self.place, self.time, self.view = number, place, time, view
        self.window = view.window
        self.start, self.previous = place, place
        self.is_down = True
        self.tap_count = 1
        self.reach = 0.0  # how far from its start it has been
        self.takers = []  # the responders that received its beginning, and not its end
        self.passer = None  # who gives it to the rest of the system
        self.entitled = False  # T4, T7: decided when the window comes to it
        # nothing | began | over
        self.heard = "nothing"
        self.told_place = place  # where the view knows it to be
        self.holds_ended = False
        self.holds_began = False


class Press:
    """A key that is pressed; it belongs to the responder that had focus."""

    is_press = True
    is_used = False  # by the control with focus
    serial = 10**6
    entitled = False

    def __init__(self, kind, time, target):
        self.type, self.time, self.target = kind, time, target
        self.view = target.view if target.kind == "controller" else target
        Press.serial += 1
        self.number = Press.serial
        self.is_down = True
        self.takers = []
        self.heard = "nothing"
        self.holds_ended = False
        self.holds_began = False


def middle(points):
    points = list(points)
    return (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))


def distance(a, b):
    return math.hypot(a[0] - b[0], a[1] - b[1])
