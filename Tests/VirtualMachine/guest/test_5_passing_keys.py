"""Unhandled keys that are passed on, read from the virtual keyboard."""

import os
import signal

import passing
from buttons import Gamepad, Keyboard, MediaKeys
from kernel import *
from passing import passing_test, virtual_nodes
from test_5_grab import Other
from udev import now, properties_of, wait_for_udev, wait_until_gone

CONFIGURATION = """
devices:
  - match: { kind: keys, name: "Lab *" }
    passesOn: true
application:
  receivesRemoteControlEvents: true
  windows:
    - id: player
      handles: [remoteControl, pressesBegan]
      gestureRecognizers:
        - { id: hold, longPress: { allowedPressTypes: [menu] } }
"""


# The value of a key that the kernel repeats.
REPETITION = 2


class KeysBehind:
    """A program that has only the virtual keyboard."""

    def __init__(self, lab, since):
        self.lab = lab
        lab.wait_until(lambda: len(virtual_nodes()) == 1, "there is one virtual keyboard")
        self.path, = virtual_nodes()
        wait_for_udev(self.path, since)
        self.node = lab.add(Node(self.path))

    def expect(self, *frames):
        """The next frames have one key each; in between a key that is held repeats."""
        for code, value in frames:
            found = [(EV_KEY, 0, REPETITION)]
            while found[0][2] == REPETITION:
                found = [event[1:] for event in self.node.read_frame()]
            assert found == [(EV_KEY, code, value)], f"expected {code} {value}, found {found}"


def start(lab, device):
    # The device is there, so the daemon may pass it on as soon as it starts.
    since = now()
    lab.start(CONFIGURATION)
    keyboard = lab.plug(device)
    behind = KeysBehind(lab, since)
    lab.settle()
    return keyboard, behind


@passing_test("passing on: unhandled keys reach the virtual keyboard, others do not")
def others_keys(lab):
    keyboard, behind = start(lab, Keyboard(phys="lab/keys"))
    folder, real = (f"/sys/class/input/{os.path.basename(path)}/device/"
                    for path in (behind.path, keyboard.node))
    for name in ("name", "id/vendor", "id/product", "id/bustype", "capabilities/key", "capabilities/abs"):
        with open(folder + name) as one, open(real + name) as other:
            assert one.read() == other.read(), name
    assert properties_of(behind.path)["ID_INPUT_KEYBOARD"] == "1"
    other = Other(lab, keyboard)
    watcher = lab.subscriber("presses", "remoteControl")
    keyboard.tap_key(KEY_A)
    behind.expect((KEY_A, 1), (KEY_A, 0))
    # Enter is a press that the window handles, and the next track a command that it handles.
    keyboard.tap_key(KEY_ENTER)
    assert '"type":"select"' in watcher.next_record_line()
    # Escape is followed by a gesture, and too short for it.
    keyboard.key(KEY_ESC, 1)
    lab.settle()
    keyboard.key(KEY_ESC, 0)
    keyboard.tap_key(KEY_VOLUMEUP)
    lab.settle()
    said = [watcher.next_record_line() for _ in range(1)]
    assert '"type":"menu"' in said[0], said
    behind.expect((KEY_VOLUMEUP, 1), (KEY_VOLUMEUP, 0))
    assert not other.read(), "the keyboard itself is not grabbed"
    assert behind.path not in lab.process.descriptors().values(), "it reads its own device"


@passing_test("passing on: a media key is handled, and is passed on when nothing handles it any more")
def media(lab):
    keys, behind = start(lab, MediaKeys(phys="lab/media"))
    watcher = lab.subscriber("remoteControl")
    keys.tap_key(KEY_NEXTSONG)
    assert "nextTrack" in watcher.next_record_line()
    keys.tap_key(KEY_MUTE)
    behind.expect((KEY_MUTE, 1), (KEY_MUTE, 0))
    lab.command("set", "player", "handles=[]")
    keys.tap_key(KEY_NEXTSONG)
    behind.expect((KEY_NEXTSONG, 1), (KEY_NEXTSONG, 0))


@passing_test("passing on: a daemon that stops, loses the keyboard or is killed leaves no key down", seconds=150)
def ends(lab):
    keyboard, behind = start(lab, Keyboard(phys="lab/keys"))
    keyboard.key(KEY_A, 1)
    behind.expect((KEY_A, 1))
    lab.expect_death()
    with passing.reading(behind.node) as events:
        lab.daemon.stop()
    wait_until_gone(behind.path)
    keys = [event for event in events if event[0] == EV_KEY and event[2] != REPETITION]
    assert keys == [(EV_KEY, KEY_A, 0)], events
    # It is taken again when the key is up that others have seen go down.
    since = now()
    other = Other(lab, keyboard)
    lab.restart(CONFIGURATION)
    lab.wait_until_open(keyboard)
    behind = KeysBehind(lab, since)
    keyboard.key(KEY_A, 0)
    lab.settle()
    assert other.read(), "the keyboard is taken while a key of others is down"
    keyboard.key(KEY_SPACE, 1)
    behind.expect((KEY_SPACE, 1))
    assert not other.read()
    # After a kill the kernel takes the virtual keyboard away, and others have the real one.
    killed = lab.process
    lab.expect_death()
    os.kill(lab.daemon.pid, signal.SIGKILL)
    wait_until_gone(behind.path)
    # The grab goes with the process, perhaps after the virtual keyboard.
    lab.wait_until(lambda: not killed.is_alive(), "the daemon is gone")
    keyboard.key(KEY_SPACE, 0)
    assert other.read()
    lab.daemon.stop()


@passing_test("passing on: a gamepad is not passed on, and works as before")
def gamepad(lab):
    mark = lab.journal_mark()
    lab.start(CONFIGURATION)
    pad = lab.plug(Gamepad(phys="lab/pad"))
    assert virtual_nodes() == []
    assert "nothing is passed on" in lab.journal_since(mark, "-u", "responderd.service") or not lab.in_machine
    watcher = lab.subscriber("presses")
    pad.tap_key(BTN_SOUTH)
    assert '"type":"select"' in watcher.next_record_line()
