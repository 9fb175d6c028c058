"""From device to screen: where a finger at a corner of a turned panel is on the picture."""

from configurations import MIRRORED, TURNED
from fingers import *
from records import finger, touches
from test_2_touches import for_both_sources

# The middle of the panel's outermost units, in its own places.
CORNERS = ((0, 0), (799, 0), (799, 479), (0, 479))


def turned(angle, x, y):
    """Where it is when the panel is turned clockwise, written without any matrix."""
    return {0: (x, y), 90: (480 - y, x), 180: (800 - x, 480 - y), 270: (y, 800 - x)}[angle]


def touch_corners(lab, watcher, suffix, place_of):
    """Touches every corner of a fresh panel; each must lie where it should."""
    panel = lab.panel(f"Lab {suffix}")
    for number, corner in enumerate(CORNERS):
        panel.frame(down(0, *corner))
        panel.frame(up(0))
        one = finger(f"f{suffix}_{number}", *place_of(*corner), device="<any>", tap="<any>")
        window = f"w{suffix}"
        watcher.expect(touches("began", window, one, window=window),
                       touches("ended", window, one, window=window))


@for_both_sources("the corners of a panel turned by 0, 90, 180 and 270 degrees are where they look")
def corners(lab, source):
    lab.start(TURNED.format(source=source))
    watcher = lab.subscriber("touches")
    for angle in (0, 90, 180, 270):
        touch_corners(lab, watcher, str(angle), lambda x, y: turned(angle, x, y))
    lab.nothing_else(watcher)


@for_both_sources("the corners of a mirrored panel are on the other side, and turned after that")
def mirrored(lab, source):
    lab.start(MIRRORED.format(source=source))
    watcher = lab.subscriber("touches")
    touch_corners(lab, watcher, "x", lambda x, y: (800 - x, y))
    touch_corners(lab, watcher, "y", lambda x, y: (x, 480 - y))
    touch_corners(lab, watcher, "xy90", lambda x, y: turned(90, 800 - x, 480 - y))
    lab.nothing_else(watcher)
