#!/usr/bin/env python3
"""A paint program: every finger on a view draws a line, and the picture is kept as an SVG file.

    paint.py [--socket PATH] [--view VIEW] DRAWING.svg
    paint.py drawing.svg     # with config/examples/kiosk.yaml

Without --view the canvas is the first view that handles touches. The view needs `handles: [touches]` and, for several fingers at once, `isMultipleTouchEnabled: true`. A line
that is cancelled, because a recognizer or the system took the finger away, is taken back.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import responderd

COLOURS = ["#c0392b", "#2980b9", "#27ae60", "#8e44ad", "#f39c12"]


class Drawing:
    def __init__(self, path, width, height):
        self.path, self.width, self.height = path, width, height
        self.lines = {}  # touch: its points; the order is the order of drawing

    def take(self, record):
        """Draws the touches of a record; true when a line is finished or removed."""
        for touch in record["touches"]:
            if record["phase"] == "cancelled":
                self.lines.pop(touch["id"], None)
            else:
                self.lines.setdefault(touch["id"], []).append((touch["x"], touch["y"]))
        return record["phase"] in ("ended", "cancelled")

    def save(self):
        lines = []
        for number, points in self.lines.items():
            places = " ".join(f"{x:g},{y:g}" for x, y in points)
            lines.append(f'  <polyline points="{places}" fill="none" stroke-linecap="round" '
                         f'stroke-width="6" stroke="{COLOURS[number % len(COLOURS)]}"/>\n')
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:g}" '
                       f'height="{self.height:g}">\n{"".join(lines)}</svg>\n')
        os.replace(self.path + ".new", self.path)


def first_canvas(nodes):
    """The first view that handles touches, from the windows down."""
    for node in nodes:
        if "touches" in node.get("handles", []):
            return node["id"]
        found = first_canvas(node.get("subviews", []))
        if found:
            return found
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--socket", help="where the daemon listens")
    parser.add_argument("--view", help="the view that is the canvas")
    parser.add_argument("drawing", help="the file to keep the picture in")
    arguments = parser.parse_args()
    with responderd.Client(arguments.socket) as client:
        view = arguments.view or first_canvas(client.request("tree")["windows"])
        if view is None:
            sys.exit("no view handles touches; name one with --view")
        client.subscribe(types=["touches"], views=[view], strict=True)
        node = client.picture.view(view)
        frame = node.get("at", node.get("frame"))
        drawing = Drawing(arguments.drawing, frame[2], frame[3])
        drawing.save()
        for record in client:
            if record["type"] == "touches" and record["view"] == view and drawing.take(record):
                drawing.save()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
    except responderd.ResponderError as error:
        sys.exit(str(error))
