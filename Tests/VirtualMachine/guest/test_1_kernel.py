"""The lab itself: what is played on a virtual device is what the kernel hands out."""

import errno
import os
import time

from fingers import *
from kernel import Node
from suite import test
from udev import properties_of, wait_until_gone


@test("lab: two fingers in one frame arrive as slots, once each, with monotonic times")
def two_fingers(lab):
    panel = lab.add(Touchscreen())
    node = lab.add(Node(panel.node))
    before = time.monotonic_ns() // 1000
    panel.frame(down(0, 10, 20), down(1, 700, 400))
    frame = node.read_frame()
    after = time.monotonic_ns() // 1000
    assert [event[1:] for event in frame] == [
        (EV_ABS, ABS_MT_TRACKING_ID, 101), (EV_ABS, ABS_MT_POSITION_X, 10),
        (EV_ABS, ABS_MT_POSITION_Y, 20), (EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, 102),
        (EV_ABS, ABS_MT_POSITION_X, 700), (EV_ABS, ABS_MT_POSITION_Y, 400),
        (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, 10), (EV_ABS, ABS_Y, 20)], frame
    assert all(before <= event[0] <= after for event in frame), (before, frame, after)
    assert node.slots(ABS_MT_TRACKING_ID, 10) == [101, 102] + [-1] * 8
    panel.frame(up(0), up(1))
    assert [event[1:] for event in node.read_frame()] == [
        (EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_ABS, ABS_MT_SLOT, 1),
        (EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0)]


@test("lab: udev calls each virtual device what it is")
def kinds(lab):
    from buttons import Accelerometer, Gamepad, Keyboard, MediaKeys
    for make, word in ((Touchscreen, "TOUCHSCREEN"), (Touchpad, "TOUCHPAD"),
                       (SinglePanel, "TOUCHSCREEN"), (AnonymousPanel, "TOUCHSCREEN"),
                       (Keyboard, "KEYBOARD"), (MediaKeys, "KEY"), (Gamepad, "JOYSTICK"),
                       (Accelerometer, "ACCELEROMETER")):
        with make() as device:
            found = properties_of(device.node)
            assert found.get(f"ID_INPUT_{word}") == "1", f"{device.name}: {found}"


@test("lab: a destroyed device says so to its readers and leaves no node behind")
def destroyed(lab):
    panel = lab.add(Touchscreen())
    node = lab.add(Node(panel.node))
    panel.frame(down(0, 10, 20))
    node.read_frame()
    panel.destroy()
    try:
        os.read(node.descriptor, 24)
    except OSError as error:
        assert error.errno == errno.ENODEV, error
    else:
        raise AssertionError("a read from a destroyed device went well")
    wait_until_gone(panel.node)


@test("lab: a reader that does not read loses events and is notified")
def overflow(lab):
    panel = lab.add(Touchscreen())
    node = lab.add(Node(panel.node))
    panel.frame(down(0, 0, 0))
    for step in range(1, 400):
        panel.frame(move(0, step, step))
    first = node.read_frame()
    assert first[0][1:3] == (EV_SYN, SYN_DROPPED), first
    assert node.slots(ABS_MT_POSITION_X, 10)[0] == 399
