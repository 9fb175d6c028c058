"""Recordings that pass through the virtual touchscreen: readers of both devices see the same fingers."""

import os
import struct

import passing
from kernel import *
from passing import Behind
from recording import Recording
from udev import now
from uinput import Axis

CONFIGURATION = """
screens:
  panel: { size: [1920, 1080] }
devices:
  - { match: { name: "Lab *" }, screen: panel, presentContacts: begin }
application:
  windows:
    - { id: desktop, screen: panel, passesOn: true }
"""
# What a reader of both devices compares: the kernel itself numbers fingers and slots.
AXES = {ABS_MT_POSITION_X: "x", ABS_MT_POSITION_Y: "y", ABS_MT_PRESSURE: "pressure",
        ABS_MT_TOUCH_MAJOR: "major", ABS_MT_TOUCH_MINOR: "minor"}


class Fingers:
    """The fingers after each frame, in the order in which they came, as a reader of slots knows them.

    A palm is no finger: it has been cancelled. Those that land in the report in which another is
    cancelled come in a frame of their own behind it.
    """

    def __init__(self, axes):
        self.axes = axes
        self.slot, self.slots, self.values = 0, {}, {}
        self.came = 0
        self.frames = []

    def take(self, frame):
        before, cancels = self.came, False
        for kind, code, value in frame:
            if kind != EV_ABS:
                continue
            if code == ABS_MT_SLOT:
                self.slot = value
            elif code == ABS_MT_TRACKING_ID and value < 0:
                self.slots.pop(self.slot, None)
            elif code == ABS_MT_TRACKING_ID:
                # One that was not released before another has its slot.
                cancels |= self.slot in self.slots
                self.came += 1
                self.slots[self.slot] = self.came
            elif code == ABS_MT_TOOL_TYPE or code in AXES:
                self.values[self.slot, code] = value
                cancels |= (code, value) == (ABS_MT_TOOL_TYPE, MT_TOOL_PALM)
        if cancels:
            self.show(before)
        self.show(self.came)

    def show(self, last):
        """Adds the picture of the fingers up to this one, if it is another than before."""
        picture = self.picture(last)
        if not self.frames or self.frames[-1] != picture:
            self.frames.append(picture)

    def picture(self, last):
        """Where each finger is, without the tracking ids, which the kernel chooses."""
        def said(slot, code):
            value, axis = self.values.get((slot, code), 0), self.axes.get(code)
            # What lies beyond the range is at its end.
            return min(max(value, axis[0]), axis[1]) if axis else 0
        return tuple(tuple(said(slot, code) for code in AXES)
                     for slot, came in sorted(self.slots.items(), key=lambda one: one[1])
                     if came <= last and self.values.get((slot, ABS_MT_TOOL_TYPE)) != MT_TOOL_PALM)


def pieces(frames):
    """The frames in pieces that no queue of the kernel is too short for."""
    piece, events = [], 0
    for frame in frames:
        if piece and (len(piece) >= 7 or events + len(frame) > 60):
            yield piece
            piece, events = [], 0
        piece.append(frame)
        events += len(frame) + 1
    yield piece


def pass_through(lab, path, number):
    recording = Recording(path)
    # The kernel smooths an axis with fuzz until udev has taken that away; another test looks at fuzz.
    axes = recording.description.axes
    for code, axis in axes.items():
        axes[code] = Axis(axis.minimum, axis.maximum, struct.unpack("6i", axis.packed)[5])
    since = now()
    panel = recording.description.make(f"Lab {number} {os.path.basename(path)[:30]}",
                                       phys=f"lab/panel{number}", wait=False)
    with panel:
        panel.wait()
        lab.wait_until_open(panel)
        behind = Behind(lab, since)
        expected, found = Fingers(behind.node.axes()), Fingers(behind.node.axes())
        for piece in pieces(recording.frames):
            for frame in piece:
                panel.send(*frame)
                expected.take(frame)
            lab.settle()
            for frame in behind.frames_at_hand():
                found.take(frame)
        assert not expected.slots, f"{path} ends with a finger on the panel"
        assert not found.slots, f"{path}: the virtual touchscreen keeps slots {sorted(found.slots)}"
        for index, (wanted, seen) in enumerate(zip(expected.frames, found.frames)):
            assert wanted == seen, f"{path}: frame {index} is {seen} in place of {wanted}"
        assert len(expected.frames) == len(found.frames), (path, len(expected.frames), len(found.frames))
    lab.wait_until(lambda: not passing.virtual_nodes(), "the virtual touchscreen is gone")
    return len(expected.frames)


def pass_all(lab, paths):
    lab.start(CONFIGURATION)
    frames = sum(pass_through(lab, path, number) for number, path in enumerate(paths))
    lab.runner.write(table=f"{len(paths)} recordings with {frames} different frames passed through unchanged")
