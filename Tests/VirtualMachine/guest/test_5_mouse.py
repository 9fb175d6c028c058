"""A mouse: hover, clicks of both buttons and a wheel, through libinput and through evdev."""

import json

from buttons import Mouse
from kernel import *
from records import scroll
from suite import test

TREE = """
screens:
  panel: { size: [800, 480] }
application:
  windows:
    - id: main
      subviews:
        - id: list
          scrollView:
            frame: fill
            contentSize: [800, 2000]
            gestureRecognizers:
              - { id: pointer, hover: {} }
              - { id: click, tap: {} }
              - { id: menu, tap: { buttonMaskRequired: secondary } }
"""
ENTRY = "devices: [{{ match: {{ kind: mouse }}, source: {} }}]\n"


def next_gesture(watcher):
    record = json.loads(watcher.next_record_line())
    return record["recognizer"], record["state"], record["windowX"], record["windowY"]


@test("libinput: a mouse hovers, clicks and scrolls", source="libinput")
@test("evdev: a mouse hovers, clicks and scrolls", source="evdev")
def mouse(lab, source):
    lab.start(TREE + ENTRY.format(source))
    watcher = lab.subscriber("gesture", "scroll")
    device = lab.plug(Mouse())
    assert watcher.devices()[device.node]["kind"] == "mouse"
    assert watcher.devices()[device.node]["source"] == source
    device.move(10, 5)
    name, state, x, y = next_gesture(watcher)
    assert (name, state) == ("pointer", "began")
    # How far it is depends on the acceleration of libinput.
    assert 400 < x < 440 and 240 < y < 260, (x, y)
    for button, recognizer in ((BTN_LEFT, "click"), (BTN_RIGHT, "menu")):
        device.tap_key(button)
        assert next_gesture(watcher) == (recognizer, "ended", x, y)
    device.notch(-1)
    watcher.expect(scroll("began", "list", 0, 0), scroll("changed", "list", 0, 53), scroll("ended", "list", 0, 53))
    device.destroy()
    assert next_gesture(watcher)[:2] == ("pointer", "ended")
    lab.nothing_else(watcher)
