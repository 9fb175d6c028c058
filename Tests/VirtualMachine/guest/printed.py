"""What the programs in the desktop print, a JSON object a line: touches, sizes, and how things are when no finger is down."""

import json

fingers = 0
shown = []


def say(said, **more):
    print(json.dumps({"said": said, **more}), flush=True)


def touched(phase, x, y):
    """Prints a touch event; whether the last finger has lifted with it."""
    global fingers
    say(phase, x=round(x, 1), y=round(y, 1))
    fingers += {"begin": 1, "end": -1, "cancel": -1}.get(phase, 0)
    return phase in ("end", "cancel") and fingers == 0


def painted(*size):
    """Prints each size in which a window has been drawn."""
    if size[0] > 600 and size not in shown:
        shown.append(size)
        say("shown", size=size)
