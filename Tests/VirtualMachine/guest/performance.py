"""Recordings on virtual devices, several at once: for each one device that the daemon reads through
evdev, and one that it reads through libinput."""

import json
import os

from kernel import *
from recording import Recording
from subscriber import Subscriber
from udev import properties_of
from uhid import HIDDevice, HIDRecording
from watched import SIZE, Watched

SOURCES = ("evdev", "libinput")

# A device is recognized by how it is connected: drivers give names of their own.
CONFIGURATION = f"""
screens:
  evdev: {{ size: [{SIZE}, {SIZE}] }}
  libinput: {{ size: [{SIZE}, {SIZE}] }}
devices:
  - {{ match: {{ path: "evdev/*", kind: touchscreen }}, screen: evdev, source: evdev }}
  - {{ match: {{ path: "evdev/*", kind: touchpad }}, screen: evdev, source: evdev }}
  - {{ match: {{ path: "libinput/*", kind: touchscreen }}, screen: libinput, source: libinput }}
application:
  id: app
  windows:
    - {{ id: evdev, screen: evdev, isMultipleTouchEnabled: true, handles: [touches] }}
    - {{ id: libinput, screen: libinput, isMultipleTouchEnabled: true, handles: [touches] }}
"""


class Told:
    """A contact as the daemon's records report it."""

    def __init__(self, device):
        self.device, self.places, self.end = device, [], None


class Contacts:
    """The contacts in touch records, in the order in which they began."""

    def __init__(self):
        self.told = {}

    def take(self, record):
        for touch in record["touches"]:
            key = (record["window"], touch["id"])
            if record["phase"] == "began":
                assert key not in self.told, f"began twice: {record}"
                self.told[key] = Told(touch["device"])
            told = self.told[key]
            assert told.end is None, f"after its end: {record}"
            if record["phase"] in ("ended", "cancelled"):
                told.end = record["phase"]
            else:
                place = (touch["x"], touch["y"])
                if not told.places or told.places[-1] != place:
                    told.places.append(place)

    def of(self, window, device):
        """The contacts of one window that one device reported."""
        return [contact for (name, _), contact in self.told.items()
                if name == window and contact.device == device]


class Theatre:
    """The daemon and a subscriber that stay for all recordings."""

    def __init__(self):
        self.subscriber, self.process = None, None
        self.told = Contacts()
        self.number = 0

    def open(self, lab):
        if self.process is None or not self.process.is_alive() or self.subscriber.closed:
            lab.start_for_all(CONFIGURATION)
            self.process = lab.process
            self.subscriber = Subscriber(lab.daemon.socket)
            # Each position is compared, also one that is read late.
            self.subscriber.subscribe("touches", coalescedTouches=True)
        lab.process = self.process
        self.told = Contacts()

    def next_number(self):
        """A number for a device that no other has had."""
        self.number += 1
        return self.number

    def listen(self):
        """Takes the records that are there."""
        lines = self.subscriber.passed_over + self.subscriber.lines_at_hand()
        self.subscriber.passed_over = []
        for line in lines:
            record = json.loads(line)
            if record["type"] != "touches":
                assert record["type"] == "device", f"an unexpected line: {line}"
                continue
            self.told.take(record)

    def contacts(self, source, watched):
        """The contacts that one node reported, in the order in which they began."""
        return self.told.of(source, watched.name)


THEATRE = Theatre()


class Performance:
    """One recording on its two devices."""

    def __init__(self, path, stack):
        self.stack = stack
        self.is_hid = path.endswith(".hid")
        self.recording = HIDRecording(path) if self.is_hid else Recording(path)
        self.watched = {}
        self.devices = []
        # What udev calls the nodes that have no reader.
        self.kinds = set()
        title = os.path.basename(path)[:40]
        for source in SOURCES:
            phys = f"{source}/{THEATRE.next_number()}"
            device = (HIDDevice(f"{source} {title}", self.recording, phys) if self.is_hid else
                      self.recording.description.make(f"{source} {title}", phys=phys, wait=False))
            self.devices.append(stack.enter_context(device))

    def watch(self, lab):
        """Takes the node of each device that the daemon reads."""
        for source, device in zip(SOURCES, self.devices):
            device.wait()
            kinds = {node: self.kinds_of(node) for node in device.nodes}
            wanted = [node for node in device.nodes if "TOUCHSCREEN" in kinds[node]
                      or "TOUCHPAD" in kinds[node] and source == "evdev"]
            if not wanted:
                self.kinds |= set().union(*kinds.values())
                continue
            node, name = self.node_opened(lab, wanted)
            pens = [other for other in device.nodes
                    if "TABLET" in kinds[other] and "TOUCHSCREEN" not in kinds[other]]
            watched = Watched(node, name, source, pens, self.has_fuzz)
            self.stack.callback(watched.close)
            self.watched[source] = watched

    @staticmethod
    def kinds_of(node):
        found = properties_of(node)
        return {kind for kind in ("TABLET", "TOUCHSCREEN", "TOUCHPAD")
                if found.get("ID_INPUT_" + kind) == "1"}

    @staticmethod
    def node_opened(lab, nodes):
        """The one of a panel's nodes that the daemon reads, once it knows them all, and its name."""
        known = {}

        def is_decided():
            known.update(THEATRE.subscriber.devices())
            return all(node in known and known[node]["state"] != "waiting" for node in nodes)
        lab.wait_until(is_decided, f"the daemon knows {', '.join(nodes)}")
        opened = [node for node in nodes if known[node]["state"] == "open"]
        assert len(opened) == 1, f"of one panel the daemon reads {' and '.join(opened) or 'none'}"
        return opened[0], known[opened[0]]["name"]

    @property
    def has_fuzz(self):
        axes = {} if self.is_hid else self.recording.description.axes
        return any(axes[code].fuzz for code in
                   (ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y) if code in axes)

    def pieces(self):
        """The recording in pieces so small that no queue in the kernel overflows.

        A queue holds eight of the largest frames that a device with slots can give, and never less
        than 64 events.
        """
        whole = any("slots" in watched.traits for watched in self.watched.values())
        piece, events = [], 0
        for frame in self.recording.reports if self.is_hid else self.recording.frames:
            size = 16 if self.is_hid else len(frame) + 1
            if len(piece) >= (7 if whole else 4) and (self.is_hid or events + size > 60):
                yield piece
                piece, events = [], 0
            piece.append(frame)
            events += size
        yield piece

    def play(self, piece):
        for device in self.devices:
            for frame in piece:
                if self.is_hid:
                    device.send(frame)
                else:
                    device.send(*frame)


def perform(lab, paths, stack):
    """Plays recordings beside each other, piece by piece; returns their performances."""
    performances = [Performance(path, stack) for path in paths]
    for performance in performances:
        performance.watch(lab)
    lab.settle()
    watched = [one for performance in performances for one in performance.watched.values()]
    playing = [(performance, performance.pieces()) for performance in performances]
    while playing:
        still = []
        for performance, pieces in playing:
            piece = next(pieces, None)
            if piece is not None:
                performance.play(piece)
                still.append((performance, pieces))
        playing = still
        rest(lab, watched)
    end(lab, performances, watched)
    return performances


def rest(lab, watched):
    lab.settle()
    THEATRE.listen()
    for one in watched:
        one.take()


def end(lab, performances, watched):
    """Unplugs the devices; what is still down then must be cancelled."""
    if any(one.oracle.live for one in watched):
        # Some drivers lift fingers of which nothing has been heard for a tenth of a second.
        lab.rest(0.3)
        rest(lab, watched)
    nodes = {one.path for one in watched}
    for performance in performances:
        for device in performance.devices:
            device.destroy()
    lab.wait_until(lambda: not nodes & set(lab.process.descriptors().values()),
                   "the daemon lets go of the devices")
    rest(lab, watched)
