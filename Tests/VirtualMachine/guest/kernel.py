"""The kernel's input interface in numbers: event codes, ioctls, and events read from a node."""

import fcntl
import os
import select
import struct
import time

import patience

EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW = 0x00, 0x01, 0x02, 0x03, 0x04, 0x05
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3

REL_X, REL_Y, REL_HWHEEL, REL_DIAL, REL_WHEEL = 0x00, 0x01, 0x06, 0x07, 0x08
REL_WHEEL_HI_RES, REL_HWHEEL_HI_RES = 0x0B, 0x0C

ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_RY, ABS_RZ = 0x00, 0x01, 0x02, 0x03, 0x04, 0x05
ABS_HAT0X, ABS_HAT0Y, ABS_PRESSURE = 0x10, 0x11, 0x18
ABS_TILT_X, ABS_TILT_Y = 0x1A, 0x1B
ABS_MT_SLOT, ABS_MT_TOUCH_MAJOR, ABS_MT_TOUCH_MINOR = 0x2F, 0x30, 0x31
ABS_MT_ORIENTATION, ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x34, 0x35, 0x36
ABS_MT_TOOL_TYPE, ABS_MT_TRACKING_ID, ABS_MT_PRESSURE = 0x37, 0x39, 0x3A
ABS_MT_DISTANCE = 0x3B
MT_TOOL_FINGER, MT_TOOL_PEN, MT_TOOL_PALM = 0, 1, 2

KEY_ESC, KEY_TAB, KEY_ENTER, KEY_LEFTCTRL, KEY_A, KEY_LEFTSHIFT, KEY_LEFTALT, KEY_SPACE = 1, 15, 28, 29, 30, 42, 56, 57
KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP = 113, 114, 115
KEY_F1, KEY_F2 = 59, 60
KEY_NEXTSONG, KEY_PLAYPAUSE, KEY_PREVIOUSSONG, KEY_STOPCD = 163, 164, 165, 166
BTN_LEFT, BTN_RIGHT, BTN_MIDDLE = 0x110, 0x111, 0x112
BTN_SOUTH, BTN_EAST, BTN_NORTH, BTN_WEST = 0x130, 0x131, 0x133, 0x134
BTN_TL, BTN_TR, BTN_SELECT, BTN_START, BTN_MODE = 0x136, 0x137, 0x13A, 0x13B, 0x13C
BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_STYLUS = 0x140, 0x141, 0x14B
BTN_TOOL_FINGER, BTN_TOUCH, BTN_TOOL_DOUBLETAP = 0x145, 0x14A, 0x14D
BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP = 0x14E, 0x14F, 0x148

INPUT_PROP_POINTER, INPUT_PROP_DIRECT, INPUT_PROP_ACCELEROMETER = 0x00, 0x01, 0x06

SW_HEADPHONE_INSERT = 0x02

BUS_USB, BUS_VIRTUAL = 0x03, 0x06

EVENT = struct.Struct("qqHHi")


def ioctl_number(direction, letter, number, size):
    """Composes a request number as the kernel's _IOC does; direction 1 writes, 2 reads."""
    return direction << 30 | size << 16 | ord(letter) << 8 | number


EVIOCGRAB = ioctl_number(1, "E", 0x90, 4)
EVIOCREVOKE = ioctl_number(1, "E", 0x91, 4)
EVIOCSCLOCKID = ioctl_number(1, "E", 0xA0, 4)


class Node:
    """An open event node, read with kernel-monotonic times."""

    def __init__(self, path):
        self.descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(self.descriptor, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        self.waiting = []

    def close(self):
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def read_frame(self, seconds=10):
        """The events up to the next SYN_REPORT as (µs, type, code, value), without that one."""
        deadline = patience.until(seconds)
        while True:
            for index, event in enumerate(self.waiting):
                if event[1:3] == (EV_SYN, SYN_REPORT):
                    frame = self.waiting[:index]
                    del self.waiting[: index + 1]
                    return frame
            left = deadline - time.monotonic()
            ready, _, _ = select.select([self.descriptor], [], [], max(0, left))
            if not ready:
                raise AssertionError(f"no whole frame within {seconds} s, only {self.waiting}")
            data = os.read(self.descriptor, EVENT.size * 256)
            for second, micro, kind, code, value in EVENT.iter_unpack(data):
                self.waiting.append((second * 1_000_000 + micro, kind, code, value))

    def fill(self):
        """Takes the events that have come."""
        while select.select([self.descriptor], [], [], 0)[0]:
            data = os.read(self.descriptor, EVENT.size * 256)
            for second, micro, kind, code, value in EVENT.iter_unpack(data):
                self.waiting.append((second * 1_000_000 + micro, kind, code, value))

    def has_gone(self):
        """Whether the device has ended for its readers, a moment after its node is gone."""
        poll = select.poll()
        poll.register(self.descriptor, 0)
        return bool(poll.poll(0))

    def slots(self, code, count=16):
        """What the kernel says every slot's value of one ABS_MT axis is now."""
        data = struct.pack("I", code) + bytes(4 * count)
        answer = fcntl.ioctl(self.descriptor, ioctl_number(2, "E", 0x0A, len(data)), data)
        return list(struct.unpack(f"{count}i", answer[4:]))

    def axes(self):
        """The (minimum, maximum) of every absolute axis."""
        bits = fcntl.ioctl(self.descriptor, ioctl_number(2, "E", 0x20 + EV_ABS, 8), bytes(8))
        codes = [code for code in range(0x40) if bits[code // 8] >> code % 8 & 1]
        return {code: struct.unpack("6i", fcntl.ioctl(
            self.descriptor, ioctl_number(2, "E", 0x40 + code, 24), bytes(24)))[1:3]
            for code in codes}

    def grab(self, on=True):
        fcntl.ioctl(self.descriptor, EVIOCGRAB, 1 if on else 0)
