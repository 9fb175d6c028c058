"""Fingers played on virtual touch devices, frame by frame, in the protocol of each kind of device."""

import os
from collections import namedtuple

from kernel import *
from uinput import Axis, VirtualDevice

Down = namedtuple("Down", "finger x y axes")
Move = namedtuple("Move", "finger x y axes")
Up = namedtuple("Up", "finger")


def down(finger, x, y, **axes):
    return Down(finger, x, y, axes)


def move(finger, x, y, **axes):
    return Move(finger, x, y, axes)


def up(finger):
    return Up(finger)


# The further axes of a contact, by the name a test calls them with.
CONTACT_AXES = {"pressure": ABS_MT_PRESSURE, "major": ABS_MT_TOUCH_MAJOR, "minor": ABS_MT_TOUCH_MINOR,
                "orientation": ABS_MT_ORIENTATION, "distance": ABS_MT_DISTANCE, "tool": ABS_MT_TOOL_TYPE}
CONTACT_RANGES = {"pressure": Axis(0, 255), "major": Axis(0, 255), "minor": Axis(0, 255),
                  "orientation": Axis(-90, 90), "distance": Axis(0, 63), "tool": Axis(0, 2)}


class SlottedSurface(VirtualDevice):
    """What touchscreens and touchpads with slots (protocol B) have in common."""

    def __init__(self, name, width, height, slots, keys, properties, resolution, extra, fuzz=0,
                 **identity):
        axes = {ABS_X: Axis(0, width - 1, resolution), ABS_Y: Axis(0, height - 1, resolution),
                ABS_MT_SLOT: Axis(0, slots - 1), ABS_MT_TRACKING_ID: Axis(0, 65535),
                ABS_MT_POSITION_X: Axis(0, width - 1, resolution, fuzz),
                ABS_MT_POSITION_Y: Axis(0, height - 1, resolution, fuzz)}
        axes.update({CONTACT_AXES[axis]: CONTACT_RANGES[axis] for axis in extra})
        self.tracking = 100
        self.places = {}
        super().__init__(name, keys=keys, axes=axes, properties=properties, **identity)

    def frame(self, *actions):
        """One frame of the device; the finger's number is its slot."""
        before = len(self.places)
        events = []
        for action in actions:
            events.append((EV_ABS, ABS_MT_SLOT, action.finger))
            if isinstance(action, Up):
                events.append((EV_ABS, ABS_MT_TRACKING_ID, -1))
                del self.places[action.finger]
                continue
            if isinstance(action, Down):
                assert action.finger not in self.places, "this finger is down already"
                self.tracking += 1
                events.append((EV_ABS, ABS_MT_TRACKING_ID, self.tracking))
            self.places[action.finger] = (action.x, action.y)
            events.append((EV_ABS, ABS_MT_POSITION_X, action.x))
            events.append((EV_ABS, ABS_MT_POSITION_Y, action.y))
            events.extend((EV_ABS, CONTACT_AXES[axis], value) for axis, value in action.axes.items())
        events.extend(self.emulation(before, len(self.places)))
        self.send(*events)

    def emulation(self, before, after):
        """The single-touch events that drivers send along: BTN_TOUCH and the oldest contact."""
        if (before > 0) != (after > 0):
            yield (EV_KEY, BTN_TOUCH, int(after > 0))
        if self.places:
            x, y = next(iter(self.places.values()))
            yield (EV_ABS, ABS_X, x)
            yield (EV_ABS, ABS_Y, y)


class Touchscreen(SlottedSurface):
    """A panel whose device units are the points of an 800 by 480 screen by default."""

    def __init__(self, name="Lab Touchscreen", width=800, height=480, slots=10, resolution=4,
                 extra=(), **identity):
        super().__init__(name, width, height, slots, [BTN_TOUCH], [INPUT_PROP_DIRECT], resolution,
                         extra, **identity)


class HeldTouchscreen(Touchscreen):
    """A panel that another process holds, played through its node."""

    def __init__(self, node, slots=10):
        self.axes = {ABS_MT_SLOT: Axis(0, slots - 1)}
        self.tracking, self.places = 100, {}
        self.node = node
        self.descriptor = os.open(node, os.O_WRONLY | os.O_CLOEXEC)

    def destroy(self):
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None


class Touchpad(SlottedSurface):
    """A clickpad with five slots and the tool buttons that count its fingers."""

    TOOLS = (None, BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP,
             BTN_TOOL_QUINTTAP)

    def __init__(self, name="Lab Touchpad", width=1600, height=960, slots=5, resolution=16, extra=(),
                 **identity):
        super().__init__(name, width, height, slots, [BTN_LEFT, BTN_TOUCH, *self.TOOLS[1:]],
                         [INPUT_PROP_POINTER], resolution, extra, **identity)

    def emulation(self, before, after):
        yield from super().emulation(before, after)
        if before != after:
            for count, value in ((before, 0), (after, 1)):
                if self.TOOLS[count]:
                    yield (EV_KEY, self.TOOLS[count], value)


class SinglePanel(VirtualDevice):
    """An old panel that knows one contact only: ABS_X, ABS_Y, BTN_TOUCH."""

    def __init__(self, name="Lab Single Panel", width=800, height=480, resolution=4, **identity):
        super().__init__(name, keys=[BTN_TOUCH], properties=[INPUT_PROP_DIRECT],
                         axes={ABS_X: Axis(0, width - 1, resolution),
                               ABS_Y: Axis(0, height - 1, resolution)}, **identity)

    def frame(self, action):
        if isinstance(action, Up):
            self.send((EV_KEY, BTN_TOUCH, 0))
            return
        place = [(EV_ABS, ABS_X, action.x), (EV_ABS, ABS_Y, action.y)]
        self.send(*([(EV_KEY, BTN_TOUCH, 1)] if isinstance(action, Down) else []), *place)


class AnonymousPanel(VirtualDevice):
    """A panel of protocol A: every frame names all contacts, none has an identity."""

    def __init__(self, name="Lab Anonymous Panel", width=800, height=480, resolution=4, **identity):
        self.places = {}
        super().__init__(name, keys=[BTN_TOUCH], properties=[INPUT_PROP_DIRECT],
                         axes={ABS_X: Axis(0, width - 1, resolution),
                               ABS_Y: Axis(0, height - 1, resolution),
                               ABS_MT_POSITION_X: Axis(0, width - 1, resolution),
                               ABS_MT_POSITION_Y: Axis(0, height - 1, resolution)}, **identity)

    def frame(self, *actions):
        for action in actions:
            if isinstance(action, Up):
                del self.places[action.finger]
            else:
                self.places[action.finger] = (action.x, action.y)
        events = []
        for x, y in self.places.values():
            events += [(EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y),
                       (EV_SYN, SYN_MT_REPORT, 0)]
        self.send(*(events or [(EV_SYN, SYN_MT_REPORT, 0)]),
                  (EV_KEY, BTN_TOUCH, int(bool(self.places))))
