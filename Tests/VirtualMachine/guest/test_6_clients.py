"""Programs on the socket: one that dies loses its own views, and no other program is disturbed."""

import json
import os
import signal
import subprocess
import sys

from fingers import *
from records import finger, touches
from subscriber import Subscriber
from suite import test

HOME = """
screens: { panel: { size: [1000, 1000] } }
devices:
  - { match: { kind: touchscreen }, screen: panel }
application:
  windows:
    - id: main
      subviews:
        - { id: ground, frame: fill, handles: [touches], isMultipleTouchEnabled: true }
"""

# A program that knows nothing but the protocol: it puts views of its own on the panel and waits.
PROGRAM = """
import json, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect(sys.argv[1])
lines = link.makefile("r")
assert json.loads(lines.readline())["type"] == "hello"
views = [{"id": "mine", "frame": [0, 0, 400, 400], "handles": ["touches"],
          "isMultipleTouchEnabled": True,
          "gestureRecognizers": [{"id": "mine.pan", "pan": {"cancelsTouchesInView": False}}],
          "subviews": [{"id": "mine.inner", "frame": [100, 100, 100, 100],
                        "handles": ["touches"]}]},
         {"id": "mine.too", "button": {"frame": [400, 0, 200, 200]}}]
link.sendall((json.dumps({"id": 1, "batch": [{"put": {"in": "main", "view": view}} for view in views]})
              + "\\n").encode())
assert json.loads(lines.readline())["type"] == "reply"
print("there", flush=True)
lines.read()
"""


@test("clients: a program killed with fingers on its views loses both, and no other program does")
def killed_with_fingers(lab):
    lab.start(HOME)
    panel = lab.panel(width=1000, height=1000)
    program = subprocess.Popen([sys.executable, "-c", PROGRAM, lab.daemon.socket],
                               stdout=subprocess.PIPE, text=True)
    try:
        assert program.stdout.readline() == "there\n", "the program did not get its views"
        watcher = lab.subscriber("touches", "gesture", "control", "edit")
        ground = lab.subscriber("touches", views=["ground"])
        # One finger drags in its view, one rests in the view inside of it, one is on its button,
        # and one is on the ground only.
        panel.frame(down(0, 50, 50), down(1, 150, 150), down(2, 450, 50), down(3, 800, 800))
        panel.frame(move(0, 90, 50))
        lab.settle()
        began = records_at_hand(watcher)
        owners = sorted(record["responder"] for record in began
                        if record["type"] == "touches" and record["phase"] == "began")
        assert owners == ["ground", "mine", "mine.inner", "mine.too"], began
        os.kill(program.pid, signal.SIGKILL)
        program.wait()
        lab.wait_until(lambda: "mine" not in ids(tree(lab)), "its views are gone")
        lab.settle()
        ended = records_at_hand(watcher)
        cancelled = sorted(record["responder"] for record in ended
                           if record["type"] == "touches" and record["phase"] == "cancelled")
        assert cancelled == ["mine", "mine.inner", "mine.too"], ended
        assert [record["state"] for record in ended if record["type"] == "gesture"] == [
            "cancelled"], ended
        assert [record["event"] for record in ended if record["type"] == "control"] == [
            "touchCancel"], ended
        removed = sorted(record["view"] for record in ended if record["type"] == "edit")
        assert removed == ["mine", "mine.too"], ended
        # The finger on the ground continues unchanged.
        panel.frame(move(3, 810, 800))
        panel.frame(up(0), up(1), up(2), up(3))
        one = [finger("f", 800, 800), finger("f", 810, 800)]
        ground.expect(touches("began", "ground", one[0]), touches("moved", "ground", one[1]),
                      touches("ended", "ground", one[1]))
        lab.nothing_else(ground)
    finally:
        program.kill()
        program.wait()


def records_at_hand(subscriber):
    """The records that have come so far."""
    return [json.loads(line) for line in subscriber.lines_at_hand()]


def tree(lab):
    with Subscriber(lab.daemon.socket) as program:
        return program.ask(tree={})


def ids(node):
    """The ids of all views in an answer to `tree`."""
    found = [node["id"]] if "id" in node else []
    for child in node.get("windows", []) + node.get("subviews", []):
        found += ids(child)
    return found
