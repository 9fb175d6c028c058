#!/usr/bin/env python3
"""A PIN pad: puts a window of its own on the panel, and says whether the right digits were touched.

    pin_pad.py [--socket PATH] [--at X,Y] [--digits 1234] [--tries NUMBER]
    pin_pad.py --at 0,0     # with config/examples/kiosk.yaml

The window is private: no other program reads which buttons are touched. It belongs to this program: when that ends,
however it ends, the window goes away, and the fingers in it are cancelled. The program needs the right `edit`.
Ends with status 0 for the right digits, 1 when the tries are used up.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import responderd

KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "enter"]
SIZE, GAP = 80, 10


def pad(name, at):
    """The window with the pad, written as a configuration writes it."""
    buttons = []
    for place, key in enumerate(KEYS):
        x, y = GAP + place % 3 * (SIZE + GAP), GAP + place // 3 * (SIZE + GAP)
        buttons.append({"id": key, "button": {"frame": [x, y, SIZE, SIZE]}})
    width, height = 3 * SIZE + 4 * GAP, 4 * SIZE + 5 * GAP
    return {"id": name, "private": [], "frame": [*at, width, height], "subviews": buttons}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--socket", help="where the daemon listens")
    parser.add_argument("--at", metavar="X,Y", default="0,0", help="where the pad lies on its screen; 0,0 by default")
    parser.add_argument("--digits", default="1234", help="what must be touched")
    parser.add_argument("--tries", type=int, help="how often it may be wrong; without end by default")
    arguments = parser.parse_args()
    name = f"pinPad{os.getpid()}"
    typed, wrong = "", 0
    with responderd.Client(arguments.socket) as client:
        client.put(window=pad(name, [float(number) for number in arguments.at.split(",")]))
        client.subscribe(types=["control"], window=name, snapshot=False)
        print("ready", flush=True)
        for record in client:
            if record["type"] != "control" or record["event"] != "primaryActionTriggered":
                continue
            key = record["control"]
            if key == "clear":
                typed = ""
            elif key != "enter":
                typed += key
            elif typed == arguments.digits:
                print("right")
                return 0
            else:
                typed, wrong = "", wrong + 1
                print("wrong", flush=True)
                if wrong == arguments.tries:
                    return 1
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(1)
    except responderd.ResponderError as error:
        sys.exit(str(error))
