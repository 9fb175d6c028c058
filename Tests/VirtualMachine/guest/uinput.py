"""A virtual input device made through /dev/uinput; the kernel, udev and libinput take it as real."""

import fcntl
import os
import struct

from kernel import (ABS_MT_SLOT, BUS_VIRTUAL, EV_ABS, EV_KEY, EV_MSC, EV_REL, EV_SW, EV_SYN, EVENT,
                    SYN_REPORT, ioctl_number)
from udev import now, wait_for_udev

UI_DEV_CREATE = ioctl_number(0, "U", 1, 0)
UI_DEV_DESTROY = ioctl_number(0, "U", 2, 0)
UI_DEV_SETUP = ioctl_number(1, "U", 3, 92)
UI_ABS_SETUP = ioctl_number(1, "U", 4, 28)
UI_SET_EVBIT = ioctl_number(1, "U", 100, 4)
UI_SET_PHYS = ioctl_number(1, "U", 108, 8)
UI_SET_PROPBIT = ioctl_number(1, "U", 110, 4)
UI_SET_BIT = {EV_KEY: ioctl_number(1, "U", 101, 4), EV_REL: ioctl_number(1, "U", 102, 4),
              EV_ABS: ioctl_number(1, "U", 103, 4), EV_MSC: ioctl_number(1, "U", 104, 4),
              EV_SW: ioctl_number(1, "U", 109, 4)}


class Axis:
    """The range of an absolute axis."""

    def __init__(self, minimum, maximum, resolution=0, fuzz=0, flat=0, value=0):
        self.packed = struct.pack("6i", value, minimum, maximum, fuzz, flat, resolution)
        self.minimum, self.maximum, self.fuzz = minimum, maximum, fuzz


class VirtualDevice:
    """Exists from its making until destroy(); then its node is gone with whatever was pressed."""

    def __init__(self, name, keys=(), axes=None, relative=(), switches=(), misc=(), properties=(),
                 bus=BUS_VIRTUAL, vendor=0x1209, product=0x5244, version=1, phys=None, wait=True):
        self.name = name
        self.axes = axes or {}
        self.began = now()
        self.descriptor = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            self.node = self._create(keys, relative, switches, misc, properties,
                                     struct.pack("4H", bus, vendor, product, version), phys)
            if wait:
                self.wait()
        except BaseException:
            os.close(self.descriptor)
            self.descriptor = None
            raise

    def _create(self, keys, relative, switches, misc, properties, identity, phys):
        for kind, codes in ((EV_KEY, keys), (EV_REL, relative), (EV_SW, switches), (EV_MSC, misc),
                            (EV_ABS, self.axes)):
            if codes:
                fcntl.ioctl(self.descriptor, UI_SET_EVBIT, kind)
            for code in codes:
                fcntl.ioctl(self.descriptor, UI_SET_BIT[kind], code)
        for prop in properties:
            fcntl.ioctl(self.descriptor, UI_SET_PROPBIT, prop)
        if phys:
            fcntl.ioctl(self.descriptor, UI_SET_PHYS, phys.encode() + b"\0")
        for code, axis in self.axes.items():
            fcntl.ioctl(self.descriptor, UI_ABS_SETUP, struct.pack("H2x", code) + axis.packed)
        fcntl.ioctl(self.descriptor, UI_DEV_SETUP,
                    identity + self.name.encode()[:79].ljust(80, b"\0") + struct.pack("I", 0))
        fcntl.ioctl(self.descriptor, UI_DEV_CREATE)
        answer = fcntl.ioctl(self.descriptor, ioctl_number(2, "U", 44, 64), bytes(64))
        self.system_path = "/sys/devices/virtual/input/" + answer.split(b"\0")[0].decode()
        events = [entry for entry in os.listdir(self.system_path) if entry.startswith("event")]
        return "/dev/input/" + events[0]

    def wait(self):
        """Waits until udev has looked at it."""
        wait_for_udev(self.node, self.began)

    @property
    def nodes(self):
        return [self.node]

    def send(self, *events):
        """Writes one frame: (type, code, value) each, and the SYN_REPORT that ends it."""
        frame = b"".join(EVENT.pack(0, 0, *event) for event in events)
        written = os.write(self.descriptor, frame + EVENT.pack(0, 0, EV_SYN, SYN_REPORT, 0))
        assert written == len(frame) + EVENT.size

    def key(self, code, value):
        self.send((EV_KEY, code, value))

    def tap_key(self, code):
        self.key(code, 1)
        self.key(code, 0)

    @property
    def has_slots(self):
        return ABS_MT_SLOT in self.axes

    def destroy(self):
        if self.descriptor is not None:
            fcntl.ioctl(self.descriptor, UI_DEV_DESTROY)
            os.close(self.descriptor)
            self.descriptor = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.destroy()
