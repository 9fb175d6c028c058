"""Recordings of real panels that pass through the virtual touchscreen with the same events."""

import glob
import os
import struct

import passing
from kernel import *
from passing import Behind
from recording import Recording
from suite import test
from udev import now
from uinput import Axis

FOLDER = "/share/panels"
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
    """The fingers after each frame, in the order in which they came, as a reader of slots knows them."""

    def __init__(self, axes):
        self.axes = axes
        self.slot, self.slots, self.values = 0, {}, {}
        self.came = 0
        self.frames = []

    def take(self, frame):
        lifted = None
        for kind, code, value in frame:
            if kind != EV_ABS:
                continue
            if code == ABS_MT_SLOT:
                self.slot = value
            elif code == ABS_MT_TRACKING_ID and value < 0:
                lifted = lifted or self.picture()
                self.slots.pop(self.slot, None)
            elif code == ABS_MT_TRACKING_ID:
                self.came += 1
                self.slots[self.slot] = self.came
            elif code in AXES:
                self.values[self.slot, code] = value
        picture = self.picture()
        if not self.frames or self.frames[-1] != picture:
            self.frames.append(picture)

    def picture(self):
        """Where each finger is, without the tracking ids, which the kernel chooses."""
        def said(slot, code):
            value, axis = self.values.get((slot, code), 0), self.axes.get(code)
            # What lies beyond the range is at its end.
            return min(max(value, axis[0]), axis[1]) if axis else 0
        return tuple(tuple(said(slot, code) for code in AXES)
                     for slot, _ in sorted(self.slots.items(), key=lambda one: one[1]))


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
        lab.wait_until(lambda: lab.has_open(panel), f"the daemon opens {path}")
        lab.settle()
        behind = Behind(lab, since)
        expected, found = Fingers(behind.node.axes()), Fingers(behind.node.axes())
        for piece in pieces(recording.frames):
            for frame in piece:
                panel.send(*frame)
                expected.take(frame)
            lab.settle()
            for frame in behind.frames_at_hand():
                found.take(frame)
        assert expected.frames[-1] == (), f"{path} ends with a finger on the panel"
        for index, (wanted, seen) in enumerate(zip(expected.frames, found.frames)):
            assert wanted == seen, f"{path}: frame {index} is {seen} in place of {wanted}"
        assert len(expected.frames) == len(found.frames), (path, len(expected.frames), len(found.frames))
    lab.wait_until(lambda: not passing.virtual_nodes(), "the virtual touchscreen is gone")
    return len(expected.frames)


@test("passing on: ten recordings of real panels pass through, frame by frame", seconds=400)
def recordings(lab):
    paths = sorted(path for path in glob.glob(f"{FOLDER}/*") if not path.endswith(".desc"))
    if not paths:
        # Neither the recordings of real panels nor a machine that carries our own.
        assert not lab.in_machine, "the run has brought no recordings"
        return
    lab.add(passing.right(lab))
    lab.start(CONFIGURATION)
    frames = sum(pass_through(lab, path, number) for number, path in enumerate(paths))
    lab.runner.write(table=f"{len(paths)} recordings with {frames} different frames passed through unchanged")
