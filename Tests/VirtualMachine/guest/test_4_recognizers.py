"""Recognizers under real fingers: two at once on one view, and gestures over a control."""

import math

from configurations import SCREEN
from fingers import *
from records import control, finger, gesture, lifted, touches
from test_2_touches import for_both_sources

MAP = SCREEN + """
application:
  id: app
  windows:
    - id: main
      screen: panel
      rootViewController:
        id: home
        view:
          id: map
          isMultipleTouchEnabled: true
          handles: [touches]
          gestureRecognizers:
            - id: map.pinch
              pinch: {{ simultaneousWith: map.rotation }}
            - id: map.rotation
              rotation: {{}}
"""

OVER_BUTTON = SCREEN + """
application:
  id: app
  windows:
    - id: main
      screen: panel
      rootViewController:
        id: home
        view:
          id: sheet
          gestureRecognizers:
            - id: sheet.swipe
              swipe: {{ direction: right }}
            - id: sheet.double
              tap: {{ numberOfTapsRequired: 2 }}
          subviews:
            - id: ok
              button: {{ frame: [100, 100, 300, 100] }}
"""


def ratio(value):
    text = f"{value:.6f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


class Pair:
    """Two fingers on a circle around the middle of the panel, on whole device units."""

    def __init__(self, radius, degrees):
        turn = math.radians(degrees)
        x, y = round(radius * math.cos(turn)), round(radius * math.sin(turn))
        self.places = [(400 - x, 240 - y), (400 + x, 240 + y)]
        self.distance = 2 * math.hypot(x, y)
        self.angle = math.atan2(y, x)


@for_both_sources("pinch and rotation of the same two fingers are recognized at once")
def pinch_and_rotation(lab, source):
    lab.start(MAP.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    pairs = [Pair(100, 0), Pair(110, 3), Pair(120, 8), Pair(140, 20)]
    panel.frame(*(down(slot, *place) for slot, place in enumerate(pairs[0].places)))
    for pair in pairs[1:]:
        panel.frame(*(move(slot, *place) for slot, place in enumerate(pair.places)))
    panel.frame(up(0), up(1))

    def pinch(state, pair):
        return gesture("map.pinch", "pinch", state, "map", 400, 240, "a", "b",
                       scale=ratio(pair.distance / pairs[1].distance), scaleVelocity="<any>")

    def rotation(state, pair):
        return gesture("map.rotation", "rotation", state, "map", 400, 240, "a", "b",
                       rotation=ratio(pair.angle - pairs[2].angle), rotationVelocity="<any>")
    watcher.expect(
        touches("began", "map", finger("a", *pairs[0].places[0]), finger("b", *pairs[0].places[1])),
        pinch("began", pairs[1]),
        touches("cancelled", "map", lifted("a")), touches("cancelled", "map", lifted("b")),
        rotation("began", pairs[2]), pinch("changed", pairs[2]),
        rotation("changed", pairs[3]), pinch("changed", pairs[3]),
        rotation("ended", pairs[3]), pinch("ended", pairs[3]))
    lab.nothing_else(watcher)


def on_button(phase, name, x, y, tap=1):
    return touches(phase, "ok", finger(name, x, y, (100, 100), tap=tap))


@for_both_sources("a swipe that begins on a button is the swipe's, and the button is cancelled")
def swipe_over_button(lab, source):
    lab.start(OVER_BUTTON.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 200, 150))
    panel.frame(move(0, 220, 150))
    panel.frame(move(0, 270, 152))
    panel.frame(up(0))
    watcher.expect(
        on_button("began", "a", 200, 150), control("ok", "touchDown", "a"),
        on_button("moved", "a", 220, 150), control("ok", "touchDragInside", "a"),
        gesture("sheet.swipe", "swipe", "ended", "sheet", 270, 152, "a", direction='"right"'),
        touches("cancelled", "ok", lifted("a")), control("ok", "touchCancel", "a"))
    lab.nothing_else(watcher)


@for_both_sources("a double tap over a button takes both touches from it; a single one reaches it late")
def double_tap_over_button(lab, source):
    lab.start(OVER_BUTTON.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber()
    panel.frame(down(0, 200, 150))
    panel.frame(up(0))
    watcher.expect(
        on_button("began", "a", 200, 150), control("ok", "touchDown", "a"),
        on_button("ended", "a", 200, 150), control("ok", "touchUpInside", "a"),
        control("ok", "primaryActionTriggered", "a"))
    for _ in range(2):
        panel.frame(down(0, 300, 150))
        panel.frame(up(0))
    watcher.expect(
        on_button("began", "b", 300, 150), control("ok", "touchDown", "b"),
        on_button("began", "c", 300, 150, tap=2),
        gesture("sheet.double", "tap", "ended", "sheet", 300, 150, "c"),
        touches("cancelled", "ok", lifted("b")), control("ok", "touchCancel", "b"),
        touches("cancelled", "ok", lifted("c")))
    lab.nothing_else(watcher)
