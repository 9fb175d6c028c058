"""Keyboards: two people with one each, and the modifier keys beside a mouse."""

import json

from buttons import Keyboard, Mouse
from kernel import *
from suite import test

ZONES = """
screens: { panel: { size: [800, 480] } }
devices:
  - { match: { name: Lab North }, zone: north }
  - { match: { name: Lab South }, zone: south }
application:
  windows:
    - { id: north, zone: north, frame: [0, 0, 800, 240], subviews: [{ id: n1, button: { frame: [0, 0, 99, 99] } }, { id: n2, button: { frame: [100, 0, 99, 99] } }] }
    - { id: south, zone: south, frame: [0, 240, 800, 240], subviews: [{ id: s1, button: { frame: [0, 0, 99, 99] } }, { id: s2, button: { frame: [100, 0, 99, 99] } }] }
"""
MODIFIERS = """
screens: { panel: { size: [800, 480] } }
devices: [{ match: { kind: mouse } }, { match: { kind: keys } }]
application:
  windows:
    - id: main
      gestureRecognizers: [{ id: add, tap: { modifierFlagsRequired: control } }, { id: open, tap: { requiresFailureOf: [add] } }]
"""


def said(watcher):
    record = json.loads(watcher.next_record_line())
    if record["type"] == "focus":
        return record["zone"], record["focused"]
    return record["control"], record["event"]


@test("keyboards: two people have one each, and the focus of one is not that of the other")
def zones(lab):
    lab.start(ZONES)
    north, south = (lab.plug(Keyboard(name)) for name in ("Lab North", "Lab South"))
    watcher = lab.subscriber("focus", "control")
    north.tap_key(KEY_TAB)
    assert said(watcher) == ("north", "n1")
    south.tap_key(KEY_TAB)
    assert said(watcher) == ("south", "s1")
    north.tap_key(KEY_TAB)
    assert said(watcher) == ("north", "n2")
    for keyboard, control in ((north, "n2"), (south, "s1"), (north, "n2")):
        keyboard.tap_key(KEY_ENTER)
        assert said(watcher) == (control, "primaryActionTriggered")
    # A reader that comes later learns the same from its snapshot.
    later = lab.subscriber("focus", snapshot=True)
    snapshot = later.read()
    assert snapshot["type"] == "snapshot", snapshot
    assert snapshot["zones"] == [{"zone": "north", "focused": "n2"}, {"zone": "south", "focused": "s1"}], snapshot
    lab.nothing_else(watcher, later)


@test("keyboards: a click with a key of the keyboard held is another one")
def modifiers(lab):
    lab.start(MODIFIERS)
    keyboard, mouse = lab.plug(Keyboard()), lab.plug(Mouse())
    watcher = lab.subscriber("gesture")
    for held, name in ((None, "open"), (KEY_LEFTCTRL, "add"), (None, "open"), (KEY_LEFTSHIFT, "open")):
        if held:
            keyboard.send((EV_KEY, held, 1))
            lab.settle()
        mouse.tap_key(BTN_LEFT)
        record = json.loads(watcher.next_record_line())
        flags = {KEY_LEFTCTRL: ["control"], KEY_LEFTSHIFT: ["shift"]}.get(held)
        assert (record["recognizer"], record.get("modifierFlags")) == (name, flags), record
        if held:
            keyboard.send((EV_KEY, held, 0))
            lab.settle()
    lab.nothing_else(watcher)
