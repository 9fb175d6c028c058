"""What panels do wrong, through the kernel: every finger ends once, and what was odd is counted."""

from configurations import GROUND, WHOLE
from fingers import *
from records import finger, lifted, touches
from suite import test
from test_2_touches import for_both_sources

LEFT_ALONE = """
screens:
  panel: { size: [800, 480] }
devices:
  - match: { name: "Lab *" }
    source: evdev
    presentContacts: ignore
""" + GROUND


def counters(watcher, panel):
    """What the daemon has counted of the panel's oddities."""
    return {name: value for name, value in watcher.devices()[panel.node].items() if name in (
        "replacedContacts", "coordinatesOutOfRange", "downsWithoutPosition", "blinks")}


def identify(panel, number, *events):
    """A frame about slot 0, whose contact has this number from now on."""
    panel.send((EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, number), *events)


@test("evdev: a finger that is down at the opening is ignored until it lifts, where so configured")
def present_ignored(lab):
    panel = lab.add(Touchscreen())
    panel.frame(down(0, 100, 100))
    lab.start(LEFT_ALONE)
    lab.wait_until_open(panel)
    watcher = lab.subscriber("touches")
    panel.frame(move(0, 140, 150), down(1, 300, 300))
    watcher.expect(touches("began", "ground", finger("b", 300, 300)))
    panel.frame(up(0))
    panel.frame(down(0, 200, 200))
    watcher.expect(touches("began", "ground", finger("a", 200, 200)))
    lab.nothing_else(watcher)


@test("evdev: a finger whose number gives way to another is cancelled, and the other one begins")
def replaced(lab):
    lab.start(WHOLE.format(source="evdev"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    place = ((EV_ABS, ABS_MT_POSITION_X, 300), (EV_ABS, ABS_MT_POSITION_Y, 200))
    panel.frame(down(0, 100, 100))
    identify(panel, 900, *place)
    identify(panel, -1)
    watcher.expect(
        touches("began", "ground", finger("a", 100, 100)),
        touches("began", "ground", finger("b", 300, 200)),
        touches("cancelled", "ground", lifted("a")),
        touches("ended", "ground", finger("b", 300, 200)))
    assert counters(watcher, panel) == {"replacedContacts": 1}
    lab.nothing_else(watcher)


@for_both_sources("a finger that comes without saying where is where its slot was last")
def without_position(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 100, 100))
    panel.frame(up(0))
    watcher.expect(touches("began", "ground", finger("a", 100, 100)),
                   touches("ended", "ground", finger("a", 100, 100)))
    identify(panel, 901)
    identify(panel, -1)
    again = finger("b", 100, 100, tap="<any>")
    watcher.expect(touches("began", "ground", again), touches("ended", "ground", again))
    # libinput does not say whether a place is new.
    assert counters(watcher, panel) == (
        {"downsWithoutPosition": 1} if source == "evdev" else {})
    lab.nothing_else(watcher)


@for_both_sources("places beyond the panel's own range are on its edge, and are counted")
def beyond(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 900, 100))
    panel.frame(move(0, -5, 100))
    # The end of the surface is a unit beyond the last place.
    watcher.expect(
        touches("began", "ground", finger("a", 800, 100)),
        touches("moved", "ground", finger("a", 0, 100)))
    assert counters(watcher, panel)["coordinatesOutOfRange"] == 2
    lab.nothing_else(watcher)


@for_both_sources("a finger whose place libinput's hysteresis holds back does not keep another one away")
def held_back(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.panel(fuzz=15)
    watcher = lab.subscriber("touches")
    panel.frame(down(1, 400, 100))
    watcher.expect(touches("began", "ground", finger("a", 400, 100)))
    # The second one says no more in this frame than libinput lets pass.
    with lab.process:
        panel.frame(down(0, 100, 100), move(1, 402, 100))
        panel.frame(move(0, 150, 100), move(1, 440, 100))
    lab.settle()
    lines = watcher.lines_at_hand()
    assert sum('"phase":"began"' in line for line in lines) == 1, lines
    panel.frame(up(0), up(1))
    ended = lab.records_until(watcher, "ended", 2)
    assert len(set(ended)) == 2
    lab.nothing_else(watcher)
