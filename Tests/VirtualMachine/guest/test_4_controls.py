"""Controls, windows and scroll views under real fingers; keys and movement from real devices."""

from buttons import Accelerometer, Gamepad, Keyboard, MediaKeys
from configurations import SCREEN
from fingers import *
from kernel import ABS_HAT0X, ABS_Z, BTN_SOUTH, EV_ABS, KEY_ENTER, KEY_PLAYPAUSE
from records import (control, finger, gesture, motion, point, press, remote_control, scroll,
                     touches)
from suite import test
from test_2_touches import for_both_sources

TWO_WINDOWS = SCREEN + """
application:
  id: app
  windows:
    - {{ id: left, screen: panel, frame: [0, 0, 400, 480], handles: [touches] }}
    - {{ id: right, screen: panel, frame: [400, 0, 400, 480], handles: [touches] }}
"""

BUTTONS = SCREEN + """
application:
  id: app
  windows:
    - id: main
      screen: panel
      rootViewController:
        id: home
        view:
          id: home.view
          subviews:
            - id: ok
              button: {{ frame: [100, 100, 120, 44] }}
            - id: list
              scrollView:
                frame: [400, 0, 400, 480]
                contentSize: [400, 2000]
                subviews:
                  - id: row
                    button: {{ frame: [50, 100, 200, 60] }}
"""

DEVICES = """
screens:
  panel: { size: [800, 480] }
devices:
  - match: { name: "Lab *" }
application:
  id: app
  receivesRemoteControlEvents: true
  firstResponder: home.view
  focused: home.view
  windows:
    - id: main
      screen: panel
      isKeyWindow: true
      rootViewController:
        id: home
        handles: [presses]
        view:
          id: home.view
          canBecomeFirstResponder: true
          handles: [motion, remoteControl]
"""


@for_both_sources("two fingers over two windows stay with the window in which each began")
def two_windows(lab, source):
    lab.start(TWO_WINDOWS.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 100, 100), down(1, 500, 100))
    panel.frame(move(0, 600, 100), move(1, 100, 200))
    panel.frame(up(0))
    panel.frame(up(1))

    def on_right(name, x, y):
        return finger(name, x, y, (400, 0), (400, 0))
    watcher.expect(
        touches("began", "left", finger("a", 100, 100), window="left"),
        touches("began", "right", on_right("b", 500, 100), window="right"),
        touches("moved", "left", finger("a", 600, 100), window="left"),
        touches("moved", "right", on_right("b", 100, 200), window="right"),
        touches("ended", "left", finger("a", 600, 100), window="left"),
        touches("ended", "right", on_right("b", 100, 200), window="right"))
    lab.nothing_else(watcher)


def at(control, origin):
    """The touch records of a finger on this control, which takes them as any responder does."""
    return lambda phase, x, y: touches(phase, control, finger("a", x, y, origin))


@for_both_sources("a button pressed, left, entered again and released fires once")
def button(lab, source):
    lab.start(BUTTONS.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 150, 120))
    panel.frame(move(0, 200, 120))
    panel.frame(move(0, 380, 120))
    panel.frame(move(0, 150, 120))
    panel.frame(up(0))
    touch = at("ok", (100, 100))
    watcher.expect(
        touch("began", 150, 120), control("ok", "touchDown", "a"),
        touch("moved", 200, 120), control("ok", "touchDragInside", "a"),
        touch("moved", 380, 120), control("ok", "touchDragExit", "a"),
        control("ok", "touchDragOutside", "a"),
        touch("moved", 150, 120), control("ok", "touchDragEnter", "a"),
        control("ok", "touchDragInside", "a"),
        touch("ended", 150, 120), control("ok", "touchUpInside", "a"),
        control("ok", "primaryActionTriggered", "a"))
    lab.nothing_else(watcher)


@for_both_sources("a button left at the end of the touch does not fire")
def button_left(lab, source):
    lab.start(BUTTONS.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 150, 120))
    panel.frame(move(0, 380, 120))
    panel.frame(up(0))
    touch = at("ok", (100, 100))
    watcher.expect(
        touch("began", 150, 120), control("ok", "touchDown", "a"),
        touch("moved", 380, 120), control("ok", "touchDragExit", "a"),
        control("ok", "touchDragOutside", "a"),
        touch("ended", 380, 120), control("ok", "touchUpOutside", "a"))
    lab.nothing_else(watcher)


ROW = (450, 100)


@for_both_sources("in a scroll view a quick tap presses the button at once, when the finger lifts")
def scroll_quick_tap(lab, source):
    lab.start(BUTTONS.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 500, 120))
    panel.frame(up(0))
    touch = at("row", ROW)
    watcher.expect(
        touch("began", 500, 120), control("row", "touchDown", "a"),
        touch("ended", 500, 120), control("row", "touchUpInside", "a"),
        control("row", "primaryActionTriggered", "a"))
    lab.nothing_else(watcher)


@for_both_sources("in a scroll view a slow press reaches the button by the daemon's own clock")
def scroll_slow_press(lab, source):
    lab.start(BUTTONS.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 500, 120))
    touch = at("row", ROW)
    watcher.expect(touch("began", 500, 120), control("row", "touchDown", "a"))
    panel.frame(up(0))
    watcher.expect(
        touch("ended", 500, 120), control("row", "touchUpInside", "a"),
        control("row", "primaryActionTriggered", "a"))
    lab.nothing_else(watcher)


@for_both_sources("in a scroll view a drag scrolls, and the button never hears of it")
def scroll_drag(lab, source):
    lab.start(BUTTONS.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 500, 120))
    panel.frame(move(0, 500, 100))
    panel.frame(move(0, 500, 70))
    def pan(state, travel):
        return gesture("list.pan", "pan", state, "list", 100, 110, "a",
                       translation=point(0, travel), velocity="<vector>")
    # The content follows from where the finger had moved 10 points.
    watcher.expect(scroll("began", "list", 0, 0), scroll("changed", "list", 0, 10), pan("began", 0),
                   scroll("changed", "list", 0, 40), pan("changed", -30))
    # At rest before it lifts, so that nothing slides on.
    lab.rest(0.3)
    panel.frame(up(0))
    watcher.expect(scroll("ended", "list", 0, 40), pan("ended", -30))
    lab.nothing_else(watcher)


@test("evdev: a media key is a command to the first responder")
def media_key(lab):
    lab.start(DEVICES)
    keys = lab.plug(MediaKeys())
    watcher = lab.subscriber("presses", "motion", "remoteControl")
    keys.tap_key(KEY_PLAYPAUSE)
    watcher.expect(remote_control("togglePlayPause", "home.view"))
    lab.nothing_else(watcher)


@test("evdev: a key is a press of the focused view and goes up the chain")
def key(lab):
    lab.start(DEVICES)
    keys = lab.plug(Keyboard())
    watcher = lab.subscriber("presses", "motion", "remoteControl")
    keys.key(KEY_ENTER, 1)
    keys.key(KEY_ENTER, 0)
    watcher.expect(press("began", "home", "select", 1), press("ended", "home", "select", 0))
    lab.nothing_else(watcher)


@test("evdev: the kernel lifts the keys of an unplugged keyboard, so the press ends")
def key_unplugged(lab):
    lab.start(DEVICES)
    keys = lab.plug(Keyboard())
    watcher = lab.subscriber("presses", "motion", "remoteControl")
    keys.key(KEY_ENTER, 1)
    watcher.expect(press("began", "home", "select", 1))
    keys.destroy()
    watcher.expect(press("ended", "home", "select", 0))
    lab.nothing_else(watcher)


@test("evdev: a gamepad's buttons and arrows are presses, and its triggers say how far")
def gamepad(lab):
    lab.start(DEVICES)
    pad = lab.plug(Gamepad())
    watcher = lab.subscriber("presses", "motion", "remoteControl")
    pad.tap_key(BTN_SOUTH)
    for direction in (-1, 0):
        pad.send((EV_ABS, ABS_HAT0X, direction))
    for pull in (102, 204, 0):
        pad.send((EV_ABS, ABS_Z, pull))
    watcher.expect(
        press("began", "home", "select", 1), press("ended", "home", "select", 0),
        press("began", "home", "leftArrow", 1), press("ended", "home", "leftArrow", 0),
        press("began", "home", "ABS_Z", 0.4), press("changed", "home", "ABS_Z", 0.8),
        press("ended", "home", "ABS_Z", 0))
    lab.nothing_else(watcher)


@test("evdev: the first responder receives a shake when it begins and when it is over")
def shake(lab):
    lab.start(DEVICES)
    sensor = lab.plug(Accelerometer())
    watcher = lab.subscriber("presses", "motion", "remoteControl")
    sensor.accelerate(0, 0, 1)
    for jerk in (3, -3, 3, -3, 3, -3):
        sensor.accelerate(jerk, 0, 1)
    sensor.accelerate(0, 0, 1)
    watcher.expect(motion("began", "home.view"), motion("ended", "home.view"))
    lab.nothing_else(watcher)
