"""From device to screen: where a finger at a corner of a turned panel is on the picture."""

from configurations import TURNED
from fingers import *
from records import finger, touches
from test_2_touches import for_both_sources

# The middle of the panel's outermost units, in its own places.
CORNERS = ((0, 0), (799, 0), (799, 479), (0, 479))


def turned(angle, x, y):
    """Where it is when the panel is turned clockwise, written without any matrix."""
    return {0: (x, y), 90: (480 - y, x), 180: (800 - x, 480 - y), 270: (y, 800 - x)}[angle]


@for_both_sources("the corners of a panel turned by 0, 90, 180 and 270 degrees are where they look")
def corners(lab, source):
    lab.start(TURNED.format(source=source))
    watcher = lab.subscriber("touches")
    for angle in (0, 90, 180, 270):
        panel = lab.panel(f"Lab {angle}")
        for number, corner in enumerate(CORNERS):
            place = turned(angle, *corner)
            panel.frame(down(0, *corner))
            panel.frame(up(0))
            one = finger(f"f{angle}_{number}", *place, device="<any>", tap="<any>")
            watcher.expect(touches("began", f"w{angle}", one, window=f"w{angle}"),
                           touches("ended", f"w{angle}", one, window=f"w{angle}"))
    lab.nothing_else(watcher)
