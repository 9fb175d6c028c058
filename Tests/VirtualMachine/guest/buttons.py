"""Virtual devices without fingers: keys, media keys, a gamepad, a mouse, a pen, an accelerometer."""

from kernel import *
from uinput import Axis, VirtualDevice


class Keyboard(VirtualDevice):
    def __init__(self, name="Lab Keyboard", **identity):
        super().__init__(name, keys=range(1, 120), **identity)


class MediaKeys(VirtualDevice):
    def __init__(self, name="Lab Media Keys", **identity):
        super().__init__(name, keys=[KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP, KEY_NEXTSONG,
                                     KEY_PLAYPAUSE, KEY_PREVIOUSSONG, KEY_STOPCD], **identity)


class Gamepad(VirtualDevice):
    def __init__(self, name="Lab Gamepad", **identity):
        stick = Axis(-32768, 32767, flat=128, fuzz=16)
        super().__init__(
            name, keys=[BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST, BTN_TL, BTN_TR, BTN_SELECT,
                        BTN_START, BTN_MODE],
            axes={ABS_X: stick, ABS_Y: stick, ABS_RX: stick, ABS_RY: stick, ABS_Z: Axis(0, 255),
                  ABS_RZ: Axis(0, 255), ABS_HAT0X: Axis(-1, 1), ABS_HAT0Y: Axis(-1, 1)}, **identity)


class Mouse(VirtualDevice):
    """Three buttons, and wheels that report parts of a notch: libinput counts twice where only one of them does."""

    def __init__(self, name="Lab Mouse", **identity):
        super().__init__(name, keys=[BTN_LEFT, BTN_RIGHT, BTN_MIDDLE],
                         relative=[REL_X, REL_Y, REL_HWHEEL, REL_WHEEL, REL_WHEEL_HI_RES, REL_HWHEEL_HI_RES],
                         **identity)

    def move(self, x, y):
        self.send((EV_REL, REL_X, x), (EV_REL, REL_Y, y))

    def notch(self, count):
        """Turns the wheel, away from the user where the count is positive."""
        self.send((EV_REL, REL_WHEEL, count), (EV_REL, REL_WHEEL_HI_RES, 120 * count))


class Pen(VirtualDevice):
    """The pen of a panel, as an N-trig DuoSense reports it: it hovers, then presses."""

    def __init__(self, name="Lab Pen", width=800, height=480, **identity):
        super().__init__(name, keys=[BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOUCH, BTN_STYLUS],
                         axes={ABS_X: Axis(0, width - 1, 4), ABS_Y: Axis(0, height - 1, 4),
                               ABS_PRESSURE: Axis(0, 256)},
                         properties=[INPUT_PROP_DIRECT], **identity)

    def hover(self, x, y):
        self.send((EV_KEY, BTN_TOOL_PEN, 1), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y))

    def press(self, pressure, *events):
        self.send((EV_ABS, ABS_PRESSURE, pressure), *events)

    def leave(self):
        self.send((EV_KEY, BTN_TOOL_PEN, 0))


class Accelerometer(VirtualDevice):
    """Three axes in units of 1/256 g."""

    UNIT = 256

    def __init__(self, name="Lab Accelerometer", **identity):
        axis = Axis(-16 * self.UNIT, 16 * self.UNIT, resolution=self.UNIT)
        super().__init__(name, axes={ABS_X: axis, ABS_Y: axis, ABS_Z: axis},
                         properties=[INPUT_PROP_ACCELEROMETER], **identity)

    def accelerate(self, x, y, z):
        """One sample, in g."""
        self.send(*((EV_ABS, code, round(value * self.UNIT))
                    for code, value in ((ABS_X, x), (ABS_Y, y), (ABS_Z, z))))
