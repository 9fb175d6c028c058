"""Whether earphones are plugged in: the kernel's input devices of jacks say so."""

import fcntl
import glob
import os

from .errors import ResponderError

HEADPHONES = 1 << 2  # SW_HEADPHONE_INSERT among the switches
# The switches that a device has, and those that are on: EVIOCGBIT(EV_SW) and EVIOCGSW, eight bytes of them.
HAS, ARE_ON = (2 << 30 | 8 << 16 | ord("E") << 8 | number for number in (0x25, 0x1B))


def switches(descriptor, request):
    return int.from_bytes(fcntl.ioctl(descriptor, request, bytes(8)), "little")


class Jack:
    """The jacks that are there when it is made, and that this user may read."""

    def __init__(self):
        self.descriptors = []
        for path in sorted(glob.glob("/dev/input/event*")):
            try:
                descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            except OSError:
                continue
            if switches(descriptor, HAS) & HEADPHONES:
                self.descriptors.append(descriptor)
            else:
                os.close(descriptor)
        if not self.descriptors:
            raise ResponderError("/dev/input: no jack that this user may read; expected a device that says whether earphones are "
                                 "plugged in; see B: SW= in /proc/bus/input/devices, and add the user to the group input")

    def read(self):
        """Takes the events that have come, and says whether earphones are plugged in."""
        for descriptor in list(self.descriptors):
            try:
                while os.read(descriptor, 4096):
                    pass
            except BlockingIOError:
                pass
            except OSError:
                # The device is gone.
                self.descriptors.remove(descriptor)
                os.close(descriptor)
        return any(switches(descriptor, ARE_ON) & HEADPHONES for descriptor in self.descriptors)
