"""Recordings of real devices as a description and frames: evemu, evtest text, libinput's YAML."""

import glob
import lzma
import os
import re

from kernel import *
from uinput import Axis, VirtualDevice


class Unreadable(Exception):
    """The file holds no device or no events this reader understands."""


class Description:
    """What a device says about itself."""

    def __init__(self, name=""):
        self.name = name
        self.identity = {}
        self.codes = {EV_KEY: set(), EV_REL: set(), EV_ABS: set(), EV_MSC: set(), EV_SW: set()}
        self.axes = {}
        self.properties = set()

    def make(self, name, **options):
        """The same device once more, under another name."""
        axes = {code: self.axes.get(code, Axis(0, 0)) for code in self.codes[EV_ABS] | set(self.axes)}
        return VirtualDevice(
            name, keys=sorted(self.codes[EV_KEY]), relative=sorted(self.codes[EV_REL]),
            switches=sorted(self.codes[EV_SW]), misc=sorted(self.codes[EV_MSC]),
            axes=axes, properties=sorted(self.properties), **self.identity, **options)

    def complete(self, frames):
        """Adds what the events use and the description leaves out: ranges from what was seen."""
        seen = {}
        for frame in frames:
            for kind, code, value in frame:
                if kind in self.codes:
                    self.codes[kind].add(code)
                if kind == EV_ABS and code not in self.axes:
                    low, high = seen.get(code, (0, 0))
                    seen[code] = (min(low, value), max(high, value))
        identified = ABS_MT_TRACKING_ID in self.codes[EV_ABS]
        anonymous = any(event[:2] == (EV_SYN, SYN_MT_REPORT) for frame in frames for event in frame)
        if identified and not anonymous and ABS_MT_SLOT not in self.axes:
            # Only changes are sent, so a device with slots may never have had to name one.
            seen.setdefault(ABS_MT_SLOT, (0, 9))
        for code, (low, high) in seen.items():
            if code == ABS_MT_TRACKING_ID:
                low, high = 0, 65535
            self.axes[code] = Axis(low, max(high, low + 1) if code != ABS_MT_SLOT else max(high, 1))


class Recording:
    """A description and the frames as lists of (type, code, value), without their SYN_REPORT."""

    def __init__(self, path, root=None):
        self.path = path
        self.title = os.path.relpath(path, root) if root else os.path.basename(path)
        lines = text_of(path).splitlines()
        if path.endswith((".yml", ".yaml")):
            self.description, self.frames = read_libinput(lines)
        elif any(line.startswith("Event: time") for line in lines):
            self.description, self.frames = read_evtest(lines)
        else:
            self.description, self.frames = read_evemu(lines)
        if not self.frames:
            raise Unreadable("no events")
        if not self.description.axes:
            sibling = description_beside(path)
            if sibling:
                self.description = read_evemu(text_of(sibling).splitlines())[0]
        self.description.complete(self.frames)
        self.description.name = self.description.name or self.title


def text_of(path):
    opened = lzma.open(path, "rb") if path.endswith(".xz") else open(path, "rb")
    with opened as file:
        return file.read().decode("utf-8", "replace")


def description_beside(path):
    """The description in the same folder whose name shares the longest start with this one."""
    def plain(name):
        return re.sub(r"[^a-z0-9]", "", os.path.basename(name).lower())
    best = None
    for candidate in sorted(glob.glob(glob.escape(os.path.dirname(path)) + "/*")):
        stem, extension = os.path.splitext(candidate)
        if extension not in (".desc", ".device", ".prop") or not plain(path).startswith(plain(stem)):
            continue
        if best is None or len(plain(stem)) > len(plain(os.path.splitext(best)[0])):
            best = candidate
    return best


def cut(events):
    """Frames of a stream of events; what follows the last SYN_REPORT is no frame."""
    frames, frame = [], []
    for event in events:
        if event[:2] == (EV_SYN, SYN_REPORT):
            if frame:
                frames.append(frame)
            frame = []
        elif event[:2] != (EV_SYN, SYN_DROPPED):
            frame.append(event)
    return frames


def read_evemu(lines):
    description, events = Description(), []
    bits = {}
    for line in lines:
        line = line.strip()
        if line.startswith("E:"):
            _, kind, code, value = line[2:].split("#")[0].split()[:4]
            events.append((int(kind, 16), int(code, 16), int(value)))
        elif line.startswith("N:"):
            description.name = line[2:].strip()
        elif line.startswith("I:"):
            words = [int(word, 16) for word in line[2:].split()]
            description.identity = dict(zip(("bus", "vendor", "product", "version"), words))
        elif line.startswith("P:"):
            bits.setdefault("properties", []).extend(int(word, 16) for word in line[2:].split())
        elif line.startswith("B:"):
            kind, *words = [int(word, 16) for word in line[2:].split()]
            bits.setdefault(kind, []).extend(words)
        elif line.startswith("A:"):
            code, *numbers = line[2:].split()
            low, high, fuzz, flat, *more = map(int, numbers)
            description.axes[int(code, 16)] = Axis(low, high, more[0] if more else 0, fuzz, flat)
    for kind, data in bits.items():
        numbers = {8 * place + bit for place, byte in enumerate(data) for bit in range(8)
                   if byte >> bit & 1}
        if kind == "properties":
            description.properties = {number for number in numbers if number < 0x20}
        elif kind in description.codes:
            description.codes[kind] |= numbers
    return description, cut(events)


def read_evtest(lines):
    description, events = Description(), []
    kind = code = None
    ranges = {}
    for line in lines:
        if match := re.match(r'Input device name: "(.*)"', line):
            description.name = match[1]
        elif match := re.match(r"Event: time [\d.]+, (?:type (\d+) .*code (\d+) .*value (-?\d+)|"
                               r"-+ (?:SYN_REPORT|Report Sync)|\++ (?:SYN_MT_REPORT))", line):
            if match[1]:
                events.append((int(match[1]), int(match[2]), int(match[3])))
            else:
                events.append((EV_SYN, SYN_MT_REPORT if "+++" in line else SYN_REPORT, 0))
        elif match := re.match(r"\s*Event type (\d+)", line):
            kind = int(match[1])
        elif not line.startswith("Event:"):
            # Two of these may share a line: some files lost line breaks.
            for word, number in re.findall(r"(Event code|Min|Max|Resolution|Property type) +(-?\d+)",
                                           line):
                if word == "Event code":
                    code = int(number)
                    if kind in description.codes:
                        description.codes[kind].add(code)
                elif word == "Property type":
                    description.properties.add(int(number))
                else:
                    ranges.setdefault(code, {})[word] = int(number)
    for code, found in ranges.items():
        if "Max" in found:
            description.axes[code] = Axis(found.get("Min", 0), found["Max"],
                                          found.get("Resolution", 0))
    return description, cut(events)


def read_libinput(lines):
    """The parts needed of `libinput record`'s YAML, which has one thing on a line."""
    description, events = Description(), []
    section = None
    for line in lines:
        text = line.split(" #")[0].strip()
        numbers = [int(word) for word in re.findall(r"-?\d+", text)]
        if text.startswith("name:"):
            description.name = text[5:].strip().strip('"')
        elif text.startswith("id:"):
            description.identity = dict(zip(("bus", "vendor", "product", "version"), numbers))
        elif text in ("codes:", "absinfo:", "hid:", "udev:", "quirks:", "events:"):
            section = text[:-1]
        elif text.startswith("properties: ["):
            description.properties = set(numbers)
        elif section == "codes" and re.match(r"\d+: *\[", text):
            if numbers[0] in description.codes:
                description.codes[numbers[0]] |= set(numbers[1:])
        elif section == "absinfo" and re.match(r"\d+: *\[", text):
            code, low, high, fuzz, flat, resolution = numbers
            description.axes[code] = Axis(low, high, resolution, fuzz, flat)
        elif section == "events" and text.startswith("- [") and len(numbers) == 5:
            events.append(tuple(numbers[2:]))
    return description, cut(events)
