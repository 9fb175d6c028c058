"""The ways out of a grab: a panel that hangs must not be a brick."""

import os
import select
import signal

from buttons import Keyboard
from configurations import GROUND
from fingers import *
from kernel import Node
from records import finger, touches
from suite import test

KEY_ESC, KEY_LEFTCTRL, KEY_LEFTALT, KEY_A = 1, 29, 56, 30

GRABBED = """
screens:
  panel: {{ size: [800, 480] }}
devices:
  - match: {{ name: "Lab Touchscreen" }}
    source: evdev
    grab: true
{escape}
  - match: {{ kind: keys, name: "Lab *" }}
""" + GROUND


class Other:
    """Another program that reads the panel."""

    def __init__(self, lab, panel):
        self.lab, self.panel = lab, panel
        self.node = lab.add(Node(panel.node))

    def hears(self):
        """Whether it receives an event that the panel sends now."""
        self.read()
        self.panel.frame(down(9, 700, 400))
        self.panel.frame(up(9))
        self.lab.settle()
        return self.read()

    def read(self):
        """Takes what is there; whether anything was."""
        heard = False
        while select.select([self.node.descriptor], [], [], 0)[0]:
            heard = bool(os.read(self.node.descriptor, EVENT.size * 64))
        return heard


def grabbed(lab, escape=""):
    lab.start(GRABBED.format(escape=escape))
    panel = lab.panel()
    other = Other(lab, panel)
    assert not other.hears()
    return panel, other


@test("grab: five fingers that rest for five seconds release it for a time, others do not")
def held(lab):
    panel, other = grabbed(lab, "    grabEscape: { release: 2 }")
    panel.frame(*(down(slot, 100 + 60 * slot, 200) for slot in range(4)))
    lab.rest(6)
    panel.frame(*(up(slot) for slot in range(4)))
    assert not other.hears(), "four fingers have released it"
    panel.frame(*(down(slot, 100 + 60 * slot, 200) for slot in range(5)))
    lab.rest(2)
    panel.frame(*(up(slot) for slot in range(5)))
    assert not other.hears(), "two seconds have released it"
    watcher = lab.subscriber("device")
    panel.frame(*(down(slot, 100 + 60 * slot, 200) for slot in range(5)))
    assert '"event":"released"' in watcher.next_record_line()
    panel.frame(*(up(slot) for slot in range(5)))
    assert other.hears()
    assert '"event":"grabbed"' in watcher.next_record_line()
    assert not other.hears()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 30, 40))
    watcher.expect(touches("began", "ground", finger("a", 30, 40, tap="<any>")))


@test("grab: how many fingers and how long can be configured, and that none do")
def configured(lab):
    panel, other = grabbed(lab, "    grabEscape: { fingers: 2, duration: 0.5 }")
    watcher = lab.subscriber("device")
    panel.frame(down(0, 100, 200), down(1, 200, 200))
    assert '"event":"released"' in watcher.next_record_line()
    panel.frame(up(0), up(1))
    assert other.hears()
    lab.restart(GRABBED.format(escape="    grabEscape: { fingers: 0, duration: 0.5 }"))
    lab.wait_until_open(panel)
    panel.frame(*(down(slot, 100 + 60 * slot, 200) for slot in range(6)))
    lab.rest(1)
    assert not other.hears(), "fingers have released it although none should"


@test("grab: Ctrl, Alt and Escape together release it, other keys do not")
def keys(lab):
    panel, other = grabbed(lab)
    keyboard = lab.plug(Keyboard())
    for key in (KEY_LEFTCTRL, KEY_LEFTALT, KEY_A):
        keyboard.key(key, 1)
    lab.settle()
    assert not other.hears()
    keyboard.key(KEY_A, 0)
    keyboard.key(KEY_ESC, 1)
    lab.wait_until(other.hears, "the keys release it")


@test("grab: a daemon that is killed leaves the panel to all programs")
def killed(lab):
    panel, other = grabbed(lab)
    lab.expect_death()
    process = lab.daemon.pid
    os.kill(process, signal.SIGKILL)
    lab.wait_until(lambda: not os.path.exists(f"/proc/{process}"), "the daemon is gone")
    lab.daemon.stop()
    panel.frame(down(0, 300, 200))
    assert (EV_ABS, ABS_MT_POSITION_X, 300) in [event[1:] for event in other.node.read_frame()]
