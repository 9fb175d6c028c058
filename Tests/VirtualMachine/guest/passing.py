"""What other programs get of a panel whose touches are passed on: the virtual touchscreen, by node."""

import contextlib
import glob
import os
import select
import shutil
import subprocess
import threading

from kernel import ABS_MT_SLOT, ABS_MT_TRACKING_ID, EV_ABS, EV_SYN, EVENT, SYN_REPORT, Node
from libinput import Libinput
from suite import test
from udev import now, properties_of, wait_for_udev, wait_until_gone

DROP_IN = "/etc/systemd/system/responderd.service.d/passing-on.conf"
SHIPPED = "/usr/share/responderd/systemd/passing-on.conf"

DESKTOP = """
screens:
  panel: {{ size: [800, 480] }}
devices:
  - match: {{ name: "Lab *" }}
    screen: panel
    passedOnCancel: {cancel}
application:
  windows:
    - id: desktop
      screen: panel
      passesOn: true
      gestureRecognizers:
        - {{ id: three, swipe: {{ direction: up, numberOfTouchesRequired: 3 }} }}
        - {{ id: menu, longPress: {{ numberOfTouchesRequired: 2 }} }}
"""


def desktop(cancel="palm"):
    return DESKTOP.format(cancel=cancel)


@contextlib.contextmanager
def right(lab):
    """Gives the service the right to make devices, as the documents say; root has it anyway."""
    if lab.in_machine:
        os.makedirs(os.path.dirname(DROP_IN), exist_ok=True)
        shutil.copy(SHIPPED, DROP_IN)
        subprocess.run(["systemctl", "daemon-reload"], check=True)
    try:
        yield
    finally:
        if lab.in_machine:
            os.unlink(DROP_IN)
            subprocess.run(["systemctl", "daemon-reload"], check=True)


def passing_test(name, **options):
    """A test of a service that has that right."""
    return test(name, around=right, **options)


def virtual_nodes():
    """The nodes of all virtual touchscreens of responderd."""
    nodes = []
    for path in glob.glob("/sys/class/input/event*/device/phys"):
        with contextlib.suppress(OSError), open(path) as phys:
            if phys.read().startswith("responderd/"):
                nodes.append("/dev/input/" + path.split("/")[4])
    return nodes


def by_slot(frame, slot):
    """What a frame says of each slot, and of the device under None; and the slot that it ends with."""
    said = {}
    for kind, code, value in frame:
        if (kind, code) == (EV_ABS, ABS_MT_SLOT):
            slot = value
        else:
            is_of_slot = kind == EV_ABS and code > ABS_MT_SLOT
            said.setdefault(slot if is_of_slot else None, []).append((kind, code, value))
    return said, slot


@contextlib.contextmanager
def reading(node):
    """All events until the device goes, read as they come: then the kernel forgets them."""
    events = []

    def read():
        with contextlib.suppress(OSError):
            while select.select([node.descriptor], [], [], 30)[0]:
                data = os.read(node.descriptor, EVENT.size * 64)
                events.extend(event[2:] for event in EVENT.iter_unpack(data))
    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield events
    finally:
        reader.join()


class Behind:
    """A program that has only the virtual touchscreen: the kernel's events and libinput's words."""

    def __init__(self, lab, since):
        self.lab = lab
        lab.wait_until(lambda: len(virtual_nodes()) == 1, "there is one virtual touchscreen")
        self.path, = virtual_nodes()
        # The slots of the next events: of those that are read, and of those that are expected.
        self.slot = self.expected_slot = 0
        wait_for_udev(self.path, since)
        self.node = lab.add(Node(self.path))
        self.libinput = lab.add(contextlib.closing(Libinput(self.path)))

    def wait_until_gone(self):
        """The virtual touchscreen is no longer there, and its readers know it."""
        wait_until_gone(self.path)
        self.lab.wait_until(self.node.has_gone, "the kernel has ended the virtual touchscreen")

    @property
    def properties(self):
        return properties_of(self.path)

    def frame(self):
        """The next frame as (type, code, value), with "id" for the number of a new finger."""
        return [(kind, code, "id" if (kind, code) == (EV_ABS, ABS_MT_TRACKING_ID) and value >= 0
                 else value) for _, kind, code, value in self.node.read_frame()]

    def frames_at_hand(self):
        """The whole frames that have come, as (type, code, value)."""
        self.node.fill()
        frames = []
        while any(event[1:3] == (EV_SYN, SYN_REPORT) for event in self.node.waiting):
            frames.append([event[1:] for event in self.node.read_frame()])
        return frames

    def expect(self, frame):
        """The next frame has the same events for each slot; the order of the slots makes no difference to readers."""
        found = self.frame()
        said, self.slot = by_slot(found, self.slot)
        wanted, self.expected_slot = by_slot(frame, self.expected_slot)
        assert said == wanted, f"expected {frame}, found {found}"

    def contacts(self):
        """Each touch that libinput has seen since the last question: its places and its end."""
        self.lab.settle()
        self.libinput.take()
        found = [(contact.places, contact.end) for contact in self.libinput.contacts]
        assert not self.libinput.live, "a finger is still down"
        self.libinput.contacts = []
        return found

    def ends(self):
        return [end for _, end in self.contacts()]


def start(lab, configuration=None):
    """Starts the daemon, with a panel, and a program behind it."""
    lab.start(configuration or desktop())
    since = now()
    panel = lab.panel(phys="lab/panel")
    return panel, Behind(lab, since)
