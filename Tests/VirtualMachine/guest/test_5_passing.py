"""Touches that are passed on to other programs, seen from behind by the kernel and by libinput."""

import os
import signal

import passing
import patience
from fingers import *
from kernel import *
from passing import Behind, desktop, passing_test, start, virtual_nodes
from passing_recordings import CONFIGURATION
from suite import test
from test_5_grab import Other
from udev import now, wait_until_gone

KEY = (EV_KEY, BTN_TOUCH)


@test("passing on: without the right the daemon continues, logs what is missing, and grabs nothing")
def no_right(lab):
    if not lab.in_machine:
        return
    mark = lab.journal_mark()
    lab.start(desktop())
    panel = lab.panel(phys="lab/panel")
    assert virtual_nodes() == []
    assert Other(lab, panel).hears()
    said = lab.journal_since(mark, "-u", "responderd.service")
    assert "Lab Touchscreen: nothing is passed on: open /dev/uinput:" in said, said
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 30, 40))
    assert '"responder":"desktop"' in watcher.next_record_line()
    panel.frame(up(0))


@passing_test("passing on: what no recognizer uses arrives frame by frame as the panel has sent it")
def exactly(lab):
    lab.start(desktop())
    since = now()
    panel = lab.panel(extra=("pressure", "major"), phys="lab/panel")
    behind = Behind(lab, since)
    other = Other(lab, panel)
    panel.frame(down(0, 100, 200, pressure=30, major=5))
    behind.expect([
        (EV_ABS, ABS_MT_TRACKING_ID, "id"), (EV_ABS, ABS_MT_POSITION_X, 100),
        (EV_ABS, ABS_MT_POSITION_Y, 200), (EV_ABS, ABS_MT_PRESSURE, 30),
        (EV_ABS, ABS_MT_TOUCH_MAJOR, 5), (*KEY, 1), (EV_ABS, ABS_X, 100), (EV_ABS, ABS_Y, 200)])
    panel.frame(move(0, 101, 200, pressure=31), down(1, 799, 0, pressure=255, major=0))
    behind.expect([
        (EV_ABS, ABS_MT_POSITION_X, 101), (EV_ABS, ABS_MT_PRESSURE, 31), (EV_ABS, ABS_MT_SLOT, 1),
        (EV_ABS, ABS_MT_TRACKING_ID, "id"), (EV_ABS, ABS_MT_POSITION_X, 799),
        (EV_ABS, ABS_MT_PRESSURE, 255), (EV_ABS, ABS_X, 101)])
    panel.frame(up(0))
    behind.expect([(EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, -1),
                   (EV_ABS, ABS_X, 799), (EV_ABS, ABS_Y, 0)])
    panel.frame(up(1))
    behind.expect([(EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, -1), (*KEY, 0)])
    assert behind.contacts() == [([(100 / 800, 200 / 480), (101 / 800, 200 / 480)], "ended"),
                                 ([(799 / 800, 0)], "ended")]
    assert not other.read(), "the panel itself is not grabbed"
    assert behind.path not in lab.process.descriptors().values(), "it reads its own device"


@passing_test("passing on: it has the panel's name, ids, size and axes, udev's fuzz, and a mark of its own")
def same(lab):
    lab.start(desktop())
    since = now()
    panel = lab.panel("Lab Fuzzy", phys="lab/panel", extra=("pressure", "minor"))
    behind = Behind(lab, since)
    folder = f"/sys/class/input/{os.path.basename(behind.path)}/device/"
    real = f"/sys/class/input/{os.path.basename(panel.node)}/device/"
    for name in ("name", "id/vendor", "id/product", "id/version", "id/bustype", "properties",
                 "capabilities/key"):
        with open(folder + name) as one, open(real + name) as other:
            assert one.read() == other.read(), name
    with open(folder + "phys") as phys:
        assert phys.read() == "responderd/lab/panel\n"
    with Node(panel.node) as node:
        axes = node.axes()
    assert behind.node.axes() == axes | {ABS_MT_TOOL_TYPE: (0, 2)}
    assert behind.properties["ID_INPUT_TOUCHSCREEN"] == "1"
    assert behind.properties["ID_INPUT_WIDTH_MM"] == "199"


@passing_test("passing on: udev's fuzz of the panel is that of the virtual touchscreen")
def fuzz(lab):
    lab.start(desktop())
    since = now()
    lab.plug(SlottedSurface("Lab Fuzzy", 800, 480, 10, [BTN_TOUCH], [INPUT_PROP_DIRECT], 4, (),
                            fuzz=8, phys="lab/panel"))
    behind = Behind(lab, since)
    assert behind.properties["LIBINPUT_FUZZ_35"] == "8", behind.properties
    assert behind.properties["LIBINPUT_FUZZ_36"] == "8"


@passing_test("passing on: a gesture cancels its fingers as libinput knows it, and taps continue")
def gesture(lab):
    panel, behind = start(lab)
    watcher = lab.subscriber("gesture")
    for round in range(3):
        # Other places each time: the kernel drops what does not change.
        x, y = 100 + 10 * round, 400 - round
        panel.frame(*(down(slot, x + 100 * slot, y) for slot in range(3)))
        panel.frame(*(move(slot, x + 100 * slot, y - 100) for slot in range(3)))
        panel.frame(*(move(slot, x + 100 * slot, y - 250) for slot in range(3)))
        panel.frame(*(up(slot) for slot in range(3)))
        assert '"recognizer":"three"' in watcher.next_record_line()
        assert behind.ends() == ["cancelled"] * 3
        panel.frame(down(0, 50 + round, 60 + round))
        panel.frame(up(0))
        assert behind.contacts() == [([((50 + round) / 800, (60 + round) / 480)], "ended")]


@passing_test("passing on: on a full panel a finger lands in the report in which another lifts, and a third one stays")
def in_one_report(lab):
    lab.start(CONFIGURATION)
    since = now()
    panel = lab.panel("Lab Narrow", slots=2, phys="lab/panel")
    behind = Behind(lab, since)
    panel.frame(down(0, 100, 200), down(1, 300, 250))
    behind.expect([
        (EV_ABS, ABS_MT_TRACKING_ID, "id"), (EV_ABS, ABS_MT_POSITION_X, 100), (EV_ABS, ABS_MT_POSITION_Y, 200),
        (EV_ABS, ABS_MT_SLOT, 1), (EV_ABS, ABS_MT_TRACKING_ID, "id"), (EV_ABS, ABS_MT_POSITION_X, 300),
        (EV_ABS, ABS_MT_POSITION_Y, 250), (*KEY, 1), (EV_ABS, ABS_X, 100), (EV_ABS, ABS_Y, 200)])
    panel.send((EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_ABS, ABS_MT_TRACKING_ID, 300), (EV_ABS, ABS_MT_POSITION_X, 400))
    behind.expect([(EV_ABS, ABS_MT_TRACKING_ID, -1)])
    behind.expect([(EV_ABS, ABS_MT_TRACKING_ID, "id"), (EV_ABS, ABS_MT_POSITION_X, 400)])
    # Without a release the finger is cancelled, and gone for all programs before the next one lands.
    panel.send((EV_ABS, ABS_MT_TRACKING_ID, 301), (EV_ABS, ABS_MT_POSITION_X, 500))
    behind.expect([(EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM)])
    behind.expect([(EV_ABS, ABS_MT_TRACKING_ID, -1)])
    behind.expect([(EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER)])
    behind.expect([(EV_ABS, ABS_MT_TRACKING_ID, "id"), (EV_ABS, ABS_MT_POSITION_X, 500)])
    panel.frame(up(0), up(1))
    assert behind.contacts() == [([(100 / 800, 200 / 480)], "ended"), ([(300 / 800, 250 / 480)], "ended"),
                                 ([(400 / 800, 250 / 480)], "cancelled"), ([(500 / 800, 250 / 480)], "ended")]


@passing_test("passing on: where palms are not understood, fingers leave the surface before they lift")
def outside(lab):
    panel, behind = start(lab, desktop("liftOutside"))
    watcher = lab.subscriber("gesture")
    panel.frame(down(0, 100, 200), down(1, 300, 200))
    assert '"recognizer":"menu"' in watcher.next_record_line()
    panel.frame(up(0), up(1))
    contacts = behind.contacts()
    assert [end for _, end in contacts] == ["ended"] * 2
    for places, _ in contacts:
        assert places[-1][0] < -1 and places[-1][1] < -1, places


@passing_test("passing on: an edge gate shows others nothing of a gesture, and every other touch whole and in order")
def gate(lab):
    seconds = min(10, 3 * patience.factor)
    panel, behind = start(lab, desktop()
                          .replace("480] }", f"480], edgeGate: {{ edges: [left], timeout: {seconds} }} }}")
                          .replace("gestureRecognizers:\n", "gestureRecognizers:\n"
                                   "        - { id: side, screenEdgePan: { edges: [left] } }\n"))
    watcher = lab.subscriber("gesture")
    # The gesture takes its finger.
    panel.frame(down(0, 1, 200))
    for step in range(1, 4):
        panel.frame(move(0, 1 + 60 * step, 200 + step))
    panel.frame(up(0))
    assert '"recognizer":"side"' in watcher.next_record_line()
    lab.settle()
    assert behind.frames_at_hand() == []
    # A finger that goes along the edge is held back until it lifts.
    panel.frame(down(0, 2, 210))
    panel.frame(move(0, 2, 280))
    lab.settle()
    assert behind.frames_at_hand() == []
    panel.frame(up(0))
    behind.expect([
        (EV_ABS, ABS_MT_TRACKING_ID, "id"), (EV_ABS, ABS_MT_POSITION_X, 2),
        (EV_ABS, ABS_MT_POSITION_Y, 210), (*KEY, 1), (EV_ABS, ABS_X, 2), (EV_ABS, ABS_Y, 210)])
    behind.expect([(EV_ABS, ABS_MT_POSITION_Y, 280), (EV_ABS, ABS_Y, 280)])
    behind.expect([(EV_ABS, ABS_MT_TRACKING_ID, -1), (*KEY, 0)])
    # One that rests is held back until the gate's time is over, and then continues as it comes.
    panel.frame(down(0, 3, 300))
    behind.expect([
        (EV_ABS, ABS_MT_TRACKING_ID, "id"), (EV_ABS, ABS_MT_POSITION_X, 3),
        (EV_ABS, ABS_MT_POSITION_Y, 300), (*KEY, 1), (EV_ABS, ABS_X, 3), (EV_ABS, ABS_Y, 300)])
    panel.frame(move(0, 3, 310))
    behind.expect([(EV_ABS, ABS_MT_POSITION_Y, 310), (EV_ABS, ABS_Y, 310)])
    panel.frame(up(0))
    behind.expect([(EV_ABS, ABS_MT_TRACKING_ID, -1), (*KEY, 0)])
    assert behind.ends() == ["ended"] * 2


@passing_test("passing on: a finger that others have seen coming stays theirs until it lifts")
def at_rest(lab):
    since = now()
    panel = lab.add(Touchscreen(phys="lab/panel"))
    other = Other(lab, panel)
    panel.frame(down(0, 100, 200))
    assert other.read()
    lab.start(desktop())
    lab.wait_until_open(panel)
    behind = Behind(lab, since)
    panel.frame(move(0, 110, 210), down(1, 300, 300))
    lab.settle()
    assert other.read(), "the panel is taken while a finger of others is down"
    panel.frame(up(0))
    panel.frame(up(1))
    lab.settle()
    assert other.read()
    assert behind.contacts() == []
    panel.frame(down(0, 120, 220))
    panel.frame(up(0))
    assert behind.ends() == ["ended"]
    assert not other.read()


@passing_test("passing on: a daemon that stops, is unplugged or is killed leaves no finger down", seconds=150)
def ends(lab):
    panel, behind = start(lab)
    panel.frame(down(0, 100, 200), down(1, 300, 201))
    lab.expect_death()
    with passing.reading(behind.node) as events:
        lab.daemon.stop()
    wait_until_gone(behind.path)
    lifts = [event for event in events if event[:2] == (EV_ABS, ABS_MT_TRACKING_ID) and event[2] < 0]
    assert len(lifts) == 2 and (EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM) in events, events
    assert (*KEY, 0) in events, events
    panel.frame(up(0), up(1))
    # It is killed with a finger down: the kernel takes the device away, and libinput the finger.
    since = now()
    lab.restart(desktop())
    lab.wait_until_open(panel)
    behind = Behind(lab, since)
    panel.frame(down(0, 101, 202))
    lab.settle()
    behind.frame()
    behind.libinput.take()
    lab.expect_death()
    os.kill(lab.daemon.pid, signal.SIGKILL)
    behind.wait_until_gone()
    behind.libinput.take()
    assert [contact.end for contact in behind.libinput.contacts] == ["cancelled"]
    panel.frame(up(0))
    lab.daemon.stop()
    # And the next one passes on as if nothing had been.
    since = now()
    lab.restart(desktop())
    lab.wait_until_open(panel)
    behind = Behind(lab, since)
    panel.frame(down(0, 102, 203))
    panel.frame(up(0))
    assert behind.ends() == ["ended"]
    panel.frame(down(0, 103, 204))
    lab.settle()
    behind.libinput.take()
    panel.destroy()
    behind.wait_until_gone()
    behind.libinput.take()
    assert [contact.end for contact in behind.libinput.contacts] == ["cancelled"]


@passing_test("passing on: the way out of the grab gives the panel back for a time, then passes on again")
def escape(lab):
    panel, behind = start(lab, desktop().replace(
        "    passedOnCancel: palm", "    grabEscape: { fingers: 4, duration: 0.5, release: 3 }"))
    other = Other(lab, panel)
    assert not other.hears()
    assert behind.ends() == ["ended"]
    watcher = lab.subscriber("device")
    panel.frame(*(down(slot, 100 + 60 * slot, 200) for slot in range(4)))
    assert '"event":"released"' in watcher.next_record_line()
    panel.frame(*(up(slot) for slot in range(4)))
    behind.libinput.take()
    assert [contact.end for contact in behind.libinput.contacts] == ["cancelled"] * 4
    assert other.hears()
    assert '"event":"grabbed"' in watcher.next_record_line()
    assert not other.hears()
