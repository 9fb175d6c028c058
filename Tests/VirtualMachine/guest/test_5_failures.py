"""Failures of devices: lost events, revoked and torn-out devices, fingers that never lift."""

import ctypes
import fcntl
import os
import select

from configurations import GRABBED, GROUND, WHOLE
from fingers import *
from kernel import EVIOCREVOKE, Node
from records import finger, lifted, touches
from suite import test
from test_2_touches import for_both_sources

PIDFD_OPEN, PIDFD_GETFD = 434, 438


@for_both_sources("unplugging with ten fingers down cancels all ten in one call")
def ten_fingers(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    fingers = [(chr(ord("a") + slot), 40 + 70 * slot, 50 + 30 * slot) for slot in range(10)]
    panel.frame(*(down(slot, x, y) for slot, (_, x, y) in enumerate(fingers)))
    panel.destroy()
    watcher.expect(
        touches("began", "ground", *(finger(*one) for one in fingers)),
        touches("cancelled", "ground", *(lifted(name) for name, _, _ in fingers)))
    lab.nothing_else(watcher)


@test("evdev: what changed while events were lost: gone fingers are cancelled, new ones begin")
def dropped_evdev(lab):
    lab.start(WHOLE.format(source="evdev"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 100, 100), down(1, 200, 200), down(2, 300, 300))
    watcher.expect(touches("began", "ground", finger("a", 100, 100), finger("b", 200, 200),
                           finger("c", 300, 300)))
    lab.settle()
    with lab.process:
        panel.frame(up(0))
        panel.frame(up(1))
        panel.frame(down(1, 500, 400))
        for step in range(400):
            panel.frame(move(2, 300 + step, 300))
    watcher.expect(
        touches("began", "ground", finger("d", 500, 400)),
        touches("moved", "ground", finger("c", 699, 300)),
        touches("cancelled", "ground", lifted("a"), lifted("b")))
    panel.frame(up(1), up(2))
    watcher.expect(touches("ended", "ground", finger("d", 500, 400), finger("c", 699, 300)))
    lab.nothing_else(watcher)


@test("libinput: after lost events every finger that is gone has ended, and the rest continue")
def dropped_libinput(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 100, 100), down(2, 300, 300))
    watcher.expect(touches("began", "ground", finger("a", 100, 100), finger("c", 300, 300)))
    lab.settle()
    with lab.process:
        panel.frame(up(0))
        for step in range(400):
            panel.frame(move(2, 300 + step, 300))
    panel.frame(up(2))
    ended = [record for record in lab.records_until(watcher, "ended", 2)]
    assert sorted(ended) == sorted([watcher.names["a"], watcher.names["c"]])
    lab.nothing_else(watcher)


def revoke(pid, descriptor):
    """Takes the right to a device from another process, as a session's end does."""
    system = ctypes.CDLL(None, use_errno=True)
    process = system.syscall(PIDFD_OPEN, pid, 0)
    assert process >= 0, os.strerror(ctypes.get_errno())
    copy = system.syscall(PIDFD_GETFD, process, descriptor, 0)
    assert copy >= 0, os.strerror(ctypes.get_errno())
    fcntl.ioctl(copy, EVIOCREVOKE, 0)
    os.close(copy)
    os.close(process)


@for_both_sources("a revoked device cancels its fingers and is opened again")
def revoked(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 100, 100))
    watcher.expect(touches("began", "ground", finger("a", 100, 100)))
    lab.settle()
    before = {number for number, target in lab.process.descriptors().items() if target == panel.node}
    for descriptor in before:
        revoke(lab.process.pid, descriptor)
    watcher.expect(touches("cancelled", "ground", lifted("a")))
    panel.frame(up(0))
    # A descriptor stays revoked: only a new descriptor can bring this touch.
    def comes_through():
        panel.frame(down(0, 200, 200))
        panel.frame(up(0))
        lab.settle()
        return bool(watcher.lines_at_hand())
    lab.wait_until(comes_through, "touches come through again")


@test("evdev: a finger that is down when the device is opened begins where it is")
def down_before(lab):
    panel = lab.add(Touchscreen())
    panel.frame(down(0, 100, 100))
    panel.frame(move(0, 120, 130))
    lab.start(WHOLE.format(source="evdev"))
    lab.wait_until_open(panel)
    watcher = lab.subscriber("touches")
    panel.frame(move(0, 140, 150))
    panel.frame(up(0))
    watcher.expect(touches("moved", "ground", finger("a", 140, 150)),
                   touches("ended", "ground", finger("a", 140, 150)))
    lab.nothing_else(watcher)


@test("libinput: a finger that is down when the device is opened is ignored until it lifts")
def down_before_libinput(lab):
    panel = lab.add(Touchscreen())
    panel.frame(down(0, 100, 100))
    lab.start(WHOLE.format(source="libinput"))
    lab.wait_until_open(panel)
    watcher = lab.subscriber("touches")
    panel.frame(move(0, 140, 150))
    panel.frame(up(0))
    lab.nothing_else(watcher)
    panel.frame(down(0, 200, 200))
    watcher.expect(touches("began", "ground", finger("a", 200, 200)))
    lab.nothing_else(watcher)


@test("evdev: a grabbed panel is silent for all other programs until the daemon ends")
def grabbed(lab):
    lab.start(GRABBED.format(source="evdev"))
    panel = lab.panel()
    other = lab.add(Node(panel.node))
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 100, 100))
    panel.frame(up(0))
    watcher.expect(touches("began", "ground", finger("a", 100, 100)),
                   touches("ended", "ground", finger("a", 100, 100)))
    assert not select.select([other.descriptor], [], [], 0)[0], "somebody else was told"
    lab.expect_death()
    lab.daemon.stop()
    panel.frame(down(0, 300, 200))
    assert (EV_ABS, ABS_MT_POSITION_X, 300) in [event[1:] for event in other.read_frame()]


BOTH = """
screens:
  panel: { size: [800, 480] }
devices:
  - match: { name: "Lab libinput" }
    source: libinput
  - match: { name: "Lab evdev" }
    source: evdev
""" + GROUND.replace("{{", "{").replace("}}", "}")


@test("both: devices come and go 200 times through each source, and nothing is left open", night=True,
      seconds=900)
def plug_cycles(lab):
    lab.start(BOTH)

    def cycle(number, watcher=None):
        # Several at once, as the machine takes its time over each.
        panels = [Touchscreen(f"Lab {source}", wait=False)
                  for source in ("libinput", "evdev") for _ in range(1 if watcher else 5)]
        for panel in panels:
            lab.wait_until_open(panel)
        if watcher:
            lab.settle()
            for panel in panels:
                name = f"{panel.name[4:]}{number}"
                panel.frame(down(0, 5, 5))
                watcher.expect(touches("began", "ground", finger(name, 5, 5, device="<any>")))
                panel.destroy()
                watcher.expect(touches("cancelled", "ground", lifted(name)))
        else:
            for panel in panels:
                panel.destroy()
        for panel in panels:
            lab.wait_until(lambda: not lab.has_open(panel), f"{panel.name} is closed, cycle {number}")
    cycle(0)
    lab.settle()
    before = sorted(lab.process.descriptors().values())
    watcher = lab.subscriber("touches")
    for number in range(1, 51):
        # Forty rounds of five, and ten of one that is touched.
        cycle(number, watcher if number % 5 == 0 else None)
    watcher.close()
    lab.wait_until(lambda: len(lab.process.descriptors()) <= len(before),
                   "the descriptors are as many as before")
    assert sorted(lab.process.descriptors().values()) == before
