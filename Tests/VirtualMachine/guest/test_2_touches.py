"""Touches from a kernel device to a subscriber: which records it receives, and that it receives no others."""

import itertools

from configurations import CARD, HOME, PICTURE, RED, WHOLE
from fingers import *
from records import finger, gesture, lifted, point, touches, unhandled
from suite import test


TURNS = itertools.cycle((("libinput", "evdev"), ("evdev", "libinput")))


def for_both_sources(name):
    """A test of each source; by day each function is tried through one of them, in turn."""
    def register(function):
        for night, source in enumerate(next(TURNS)):
            test(f"{source}: {name}", night=bool(night), source=source)(function)
        return function
    return register


@for_both_sources("a finger on a child is told to the parent that handles touches, and to nobody else")
def child(lab, source):
    lab.start(HOME.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 200, 120))
    panel.frame(move(0, 210, 125))
    panel.frame(move(0, 700, 400))
    panel.frame(up(0))
    watcher.expect(
        touches("began", "card", finger("a", 200, 120, PICTURE), view="picture"),
        touches("moved", "card", finger("a", 210, 125, PICTURE), view="picture"),
        touches("moved", "card", finger("a", 700, 400, PICTURE), view="picture"),
        touches("ended", "card", finger("a", 700, 400, PICTURE), view="picture"))
    lab.nothing_else(watcher)


@for_both_sources("a finger on bare ground is told as unhandled")
def bare_ground(lab, source):
    lab.start(HOME.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 20, 400))
    panel.frame(up(0))
    watcher.expect(unhandled("began", "home.view", "a"), unhandled("ended", "home.view", "a"))
    lab.nothing_else(watcher)


@for_both_sources("two fingers in one frame are one call for each view, and keep their views")
def two_fingers(lab, source):
    lab.start(HOME.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 200, 120), down(1, 400, 300))
    panel.frame(down(2, 210, 130))
    panel.frame(move(0, 201, 121), move(1, 200, 120), move(2, 400, 300))
    panel.frame(up(0), up(2))
    panel.frame(up(1))
    watcher.expect(
        touches("began", "card", finger("a", 200, 120, PICTURE), view="picture"),
        touches("began", "card", finger("b", 400, 300, CARD)),
        touches("began", "card", finger("c", 210, 130, PICTURE), view="picture"),
        touches("moved", "card", finger("a", 201, 121, PICTURE), finger("c", 400, 300, PICTURE),
                view="picture"),
        touches("moved", "card", finger("b", 200, 120, CARD)),
        touches("ended", "card", finger("a", 201, 121, PICTURE), finger("c", 400, 300, PICTURE),
                view="picture"),
        touches("ended", "card", finger("b", 200, 120, CARD)))
    lab.nothing_else(watcher)


@for_both_sources("a tap is recognized at its end and cancels the touch in its view")
def tap(lab, source):
    lab.start(HOME.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 600, 100))
    panel.frame(up(0))
    watcher.expect(
        touches("began", "red", finger("a", 600, 100, RED)),
        gesture("red.tap", "tap", "ended", "red", 50, 50, "a", origin=(550, 50)),
        touches("cancelled", "red", lifted("a")))
    lab.nothing_else(watcher)


@for_both_sources("a pan begins beyond 10 points, follows the finger and cancels the touch")
def pan(lab, source):
    lab.start(HOME.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 600, 100))
    panel.frame(move(0, 605, 100))
    panel.frame(move(0, 612, 100))
    panel.frame(move(0, 640, 130))
    panel.frame(up(0))
    watcher.expect(
        touches("began", "red", finger("a", 600, 100, RED)),
        touches("moved", "red", finger("a", 605, 100, RED)),
        gesture("red.pan", "pan", "began", "red", 62, 50, "a",
                translation=point(0, 0), velocity="<vector>"),
        touches("cancelled", "red", lifted("a")),
        gesture("red.pan", "pan", "changed", "red", 90, 80, "a",
                translation=point(28, 30), velocity="<vector>"),
        gesture("red.pan", "pan", "ended", "red", 90, 80, "a",
                translation=point(28, 30), velocity="<vector>"))
    lab.nothing_else(watcher)


@for_both_sources("a long press begins while the finger rests, by the daemon's own clock")
def long_press(lab, source):
    lab.start(HOME.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 600, 100))
    watcher.expect(
        touches("began", "red", finger("a", 600, 100, RED)),
        gesture("red.hold", "longPress", "began", "red", 50, 50, "a"),
        touches("cancelled", "red", lifted("a")))
    panel.frame(up(0))
    watcher.expect(gesture("red.hold", "longPress", "ended", "red", 50, 50, "a"))
    lab.nothing_else(watcher)


@for_both_sources("unplugging the device cancels the fingers that are down on it")
def unplug(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 10, 20), down(1, 300, 200))
    watcher.expect(touches("began", "ground", finger("a", 10, 20), finger("b", 300, 200)))
    panel.destroy()
    watcher.expect(touches("cancelled", "ground", lifted("a"), lifted("b")))
    second = lab.panel()
    second.frame(down(0, 30, 40))
    watcher.expect(touches("began", "ground", finger("c", 30, 40)))
    second.frame(up(0))
    watcher.expect(touches("ended", "ground", finger("c", 30, 40)))
    lab.nothing_else(watcher)


@test("evdev: a touchpad's fingers are places on its screen")
def touchpad(lab):
    lab.start(WHOLE.format(source="evdev"))
    pad = lab.plug(Touchpad())
    watcher = lab.subscriber()
    pad.frame(down(0, 400, 240))
    pad.frame(move(0, 402, 240), down(1, 1200, 720))
    pad.frame(up(0))
    pad.frame(up(1))

    def on_pad(name, x, y):
        return finger(name, x, y, touchType='"indirect"')
    watcher.expect(
        touches("began", "ground", on_pad("a", 200, 120)),
        touches("began", "ground", on_pad("b", 600, 360)),
        touches("moved", "ground", on_pad("a", 201, 120)),
        touches("ended", "ground", on_pad("a", 201, 120)),
        touches("ended", "ground", on_pad("b", 600, 360)))
    lab.nothing_else(watcher)


@for_both_sources("a panel with one contact only works like any other")
def single(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.plug(SinglePanel())
    watcher = lab.subscriber()
    panel.frame(down(0, 100, 50))
    panel.frame(move(0, 110, 60))
    panel.frame(up(0))
    watcher.expect(touches("began", "ground", finger("a", 100, 50)),
                   touches("moved", "ground", finger("a", 110, 60)),
                   touches("ended", "ground", finger("a", 110, 60)))
    lab.nothing_else(watcher)


@for_both_sources("contacts without identity (protocol A) are told apart")
def anonymous(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.plug(AnonymousPanel())
    watcher = lab.subscriber()
    panel.frame(down(0, 100, 50))
    panel.frame(down(1, 700, 400))
    panel.frame(move(0, 110, 60))
    panel.frame(up(0))
    panel.frame(up(1))
    watcher.expect(
        touches("began", "ground", finger("a", 100, 50)),
        touches("began", "ground", finger("b", 700, 400)),
        touches("moved", "ground", finger("a", 110, 60)),
        touches("ended", "ground", finger("a", 110, 60)),
        touches("ended", "ground", finger("b", 700, 400)))
    lab.nothing_else(watcher)
