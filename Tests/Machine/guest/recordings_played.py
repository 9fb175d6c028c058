"""Every recording played through the kernel: the daemon must see the contacts the oracle sees."""

import contextlib
import csv
import errno
import fnmatch
import glob
import json
import os
import re

from kernel import *
from oracle import AnonymousOracle, Oracle, SingleOracle, oracle_for
from recording import Recording
from subscriber import Subscriber
from suite import test
from udev import properties_of
from uhid import HIDDevice, HIDRecording

# Big enough that a thousandth of a point is less than half a unit of any device here.
SIZE = 2000

CONFIGURATION = f"""
screens:
  evdev: {{ size: [{SIZE}, {SIZE}] }}
  libinput: {{ size: [{SIZE}, {SIZE}] }}
devices:
  - match: {{ name: "evdev *" }}
    screen: evdev
    source: evdev
  - match: {{ name: "libinput *" }}
    screen: libinput
    source: libinput
application:
  id: app
  windows:
    - id: evdev
      screen: evdev
      isMultipleTouchEnabled: true
      handles: [touches]
    - id: libinput
      screen: libinput
      isMultipleTouchEnabled: true
      handles: [touches]
"""


class Rule:
    """Why a deviation is right: a line of the rules' file, which says what its columns are."""

    def __init__(self, line):
        self.name, self.source, self.where, self.deviation = line.split(None, 3)


def read_rules():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "recordings.rules")) as lines:
        return [Rule(line.strip()) for line in lines if line.strip() and not line.startswith("#")]


RULES = read_rules()


class Told:
    """A contact as the daemon's records tell it."""

    def __init__(self, device):
        self.device, self.places, self.end = device, [], None


class Watched:
    """One node: its events as we read them ourselves, through the oracle."""

    def __init__(self, path, has_fuzz):
        self.node = Node(path)
        self.path = path
        with open(f"/sys/class/input/{os.path.basename(path)}/device/name") as name:
            self.name = name.read().rstrip("\n")
        self.axes = self.node.axes()
        self.oracle = oracle_for(self.axes)
        self.traits = {{Oracle: "slots", AnonymousOracle: "protocol-A",
                        SingleOracle: "single"}[type(self.oracle)]}
        # udev moves the kernel's fuzz into properties for libinput's own use.
        if has_fuzz or any(name.startswith("LIBINPUT_FUZZ_") for name in properties_of(path)):
            self.traits.add("fuzz")
        self.dropped = False
        self.frame = []

    def take(self):
        """Feeds the oracle with what is there to read."""
        try:
            while True:
                data = os.read(self.node.descriptor, EVENT.size * 512)
                for _, _, *event in EVENT.iter_unpack(data):
                    self.dropped |= tuple(event[:2]) == (EV_SYN, SYN_DROPPED)
                    if tuple(event[:2]) == (EV_SYN, SYN_REPORT):
                        self.oracle.take(self.frame)
                        self.frame = []
                    else:
                        self.frame.append(tuple(event))
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ENODEV):
                raise

    def deviations(self, told):
        """In what the daemon's contacts differ from the oracle's, in words."""
        contacts = self.oracle.contacts
        if getattr(self.oracle, "replaced", 0):
            self.traits.add("replaced")
        if len(told) != len(contacts):
            relayed = getattr(self.oracle, "relayed", 0)
            why = f", {relayed} relayed" if len(contacts) - len(told) == relayed else ""
            yield f"{len(contacts)} contacts, told {len(told)}{why}"
            return
        slotted = ABS_MT_POSITION_X in self.axes
        ranges = [self.axes[code] for code in
                  ((ABS_MT_POSITION_X, ABS_MT_POSITION_Y) if slotted else (ABS_X, ABS_Y))]
        for number, (contact, one) in enumerate(zip(contacts, told), 1):
            end = "cancelled" if contact.ended is None else "ended"
            if one.end != end:
                yield f"contact {number} {end}, told {one.end}"
            places = [tuple(value / SIZE * (high - low + 1) + low
                            for value, (low, high) in zip(place, ranges)) for place in one.places]
            inside = self._within(contact.places, ranges)
            if len(places) != len(inside):
                yield f"contact {number} at {len(inside)} places, told {len(places)}"
            for expected, place in zip(inside, places):
                if max(abs(expected[0] - place[0]), abs(expected[1] - place[1])) > 0.5:
                    yield (f"contact {number} at {expected[0]},{expected[1]}, "
                           f"told {place[0]:.2f},{place[1]:.2f}")
                    break

    def _within(self, places, ranges):
        """The places as the axes' ranges allow them: beyond an edge is on it."""
        inside = []
        for place in places:
            clamped = tuple(min(max(value, low), high)
                            for value, (low, high) in zip(place, ranges))
            if clamped != place:
                self.traits.add("beyond-edge")
            if not inside or inside[-1] != clamped:
                inside.append(clamped)
        return inside


class Theatre:
    """The daemon and a subscriber that stay for all recordings."""

    def __init__(self):
        self.subscriber, self.process = None, None
        self.told = {}

    def open(self, lab):
        if self.process is None or not self.process.is_alive() or self.subscriber.closed:
            lab.start_for_all(CONFIGURATION)
            self.process = lab.process
            self.subscriber = Subscriber(lab.daemon.socket)
            self.subscriber.subscribe("touches")
        lab.process = self.process
        self.told = {}

    def listen(self):
        """Takes the records that are there."""
        for line in self.subscriber.lines_at_hand():
            record = json.loads(line)
            if record["type"] != "touches":
                assert record["type"] == "device", f"an unexpected line: {line}"
                continue
            for touch in record["touches"]:
                key = (record["window"], touch["id"])
                if record["phase"] == "began":
                    assert key not in self.told, f"began twice: {line}"
                    self.told[key] = Told(touch["device"])
                told = self.told[key]
                assert told.end is None, f"after its end: {line}"
                if record["phase"] in ("ended", "cancelled"):
                    told.end = record["phase"]
                else:
                    place = (touch["x"], touch["y"])
                    if not told.places or told.places[-1] != place:
                        told.places.append(place)


THEATRE = Theatre()


def files(root):
    """The recordings below a folder: those its index names, or all that look like one."""
    index = os.path.join(root, "INDEX.tsv")
    if os.path.exists(index):
        with open(index) as rows:
            return [os.path.join(root, row["path"])
                    for row in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)]
    found = glob.glob(root + "/**/*", recursive=True)
    return sorted(path for path in found if os.path.isfile(path) and path.endswith(
        (".event", ".events", ".evemu", ".ev", ".ev.xz", ".dat", ".yml", ".hid")))


class Performance:
    """One recording on two devices: one that the daemon reads through evdev, one by libinput."""

    def __init__(self, lab, stack):
        self.lab, self.stack = lab, stack
        self.watched = {}
        self.devices = []
        # What udev calls the nodes that nobody watches.
        self.kinds = set()
        self.has_fuzz = False

    def watch(self, source, nodes):
        """Takes the node among a device's nodes that the daemon is to read."""
        for node in nodes:
            found = properties_of(node)
            kinds = {kind for kind in ("TABLET", "TOUCHSCREEN", "TOUCHPAD")
                     if found.get("ID_INPUT_" + kind) == "1"}
            # A tablet's node for fingers is both; libinput gives no contacts of touchpads.
            if "TOUCHSCREEN" in kinds or "TOUCHPAD" in kinds and source == "evdev":
                watched = Watched(node, self.has_fuzz)
                self.stack.callback(watched.node.close)
                self.lab.wait_until(lambda: node in self.lab.process.descriptors().values(),
                                    f"the daemon opens {node} for {source}")
                self.lab.settle()
                self.watched[source] = watched
                return
            self.kinds |= kinds

    def play(self, frames, send):
        for number, frame in enumerate(frames):
            for device in self.devices:
                send(device, frame)
            # Few enough at once that neither the daemon's queue in the kernel nor ours overflows.
            if number % 4 == 3:
                self.rest()
        self.rest()

    def rest(self):
        self.lab.settle()
        THEATRE.listen()
        for watched in self.watched.values():
            watched.take()

    def end(self):
        """Unplugs the devices; what is still down then must be cancelled."""
        nodes = {watched.path for watched in self.watched.values()}
        for device in self.devices:
            device.destroy()
        self.lab.wait_until(lambda: not nodes & set(self.lab.process.descriptors().values()),
                            "the daemon lets go of the devices")
        self.lab.settle()
        THEATRE.listen()


def perform(lab, path, stack):
    performance = Performance(lab, stack)
    title = os.path.basename(path)[:40]
    if path.endswith(".hid"):
        recording = HIDRecording(path)
        for source in ("evdev", "libinput"):
            device = stack.enter_context(HIDDevice(f"{source} {title}", recording))
            performance.devices.append(device)
            performance.watch(source, device.nodes)
        performance.play(recording.reports, lambda device, report: device.send(report))
    else:
        recording = Recording(path)
        performance.has_fuzz = any(recording.description.axes[code].fuzz for code in (
            ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y) if code in recording.description.axes)
        for source in ("evdev", "libinput"):
            device = stack.enter_context(recording.description.make(f"{source} {title}"))
            performance.devices.append(device)
            performance.watch(source, [device.node])
        performance.play(recording.frames, lambda device, frame: device.send(*frame))
    performance.end()
    return performance


def explanation(title, source, watched, deviation):
    """The name of the rule that explains a deviation, or None."""
    for rule in RULES:
        if rule.source in ("*", source) and re.fullmatch(rule.deviation, deviation) and (
                rule.where in watched.traits or fnmatch.fnmatch(title, rule.where)):
            return rule.name
    return None


def play_and_compare(lab, path, title):
    THEATRE.open(lab)
    with contextlib.ExitStack() as stack:
        performance = perform(lab, path, stack)
    results, unexplained = [], []
    for source, one in performance.watched.items():
        assert not one.dropped, f"{source}: the test itself lost events"
        # A HID device may have further nodes, such as one for its pen.
        told = [contact for (window, _), contact in THEATRE.told.items()
                if window == source and contact.device == one.name]
        reasons = set()
        for deviation in one.deviations(told):
            rule = explanation(title, source, one, deviation)
            if rule is None:
                unexplained.append(f"{source}: {deviation}")
            reasons.add(rule or "UNEXPLAINED")
        results.append(f"{source} {len(told)}/{len(one.oracle.contacts)} "
                       + (", ".join(sorted(reasons)) or "equal")
                       + (" (beyond the edge is on it)" if "beyond-edge" in one.traits else ""))
    if not results:
        results = [f"no touch surface by udev, only {', '.join(performance.kinds) or 'others'}"]
    lab.runner.write(table=f"{title}: {'; '.join(results)}")
    assert not unexplained, "\n".join(unexplained[:12])


def register(root):
    for path in files(root):
        title = os.path.relpath(path, root)
        test(f"recording {title}", path=path, title=title, seconds=120)(play_and_compare)
