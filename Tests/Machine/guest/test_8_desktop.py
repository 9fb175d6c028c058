"""Beside a desktop: a GTK program under weston gets what no gesture takes, and loses what one takes."""

import contextlib
import json
import os
import subprocess

import passing
from desktop import Desktop, Window
from fingers import *
from kernel import KEY_A, KEY_NEXTSONG
from buttons import Keyboard
from passing import virtual_nodes
from suite import test

# Weston 10 does not understand that a touch is cancelled.
CONFIGURATION = """
screens:
  panel: { size: [800, 480], edgeGate: { edges: [left], timeout: 0.3 } }
devices:
  - match: { kind: keys, name: "Lab *" }
    passesOn: true
  - match: { name: "Lab *" }
    screen: panel
    passedOnCancel: liftOutside
application:
  receivesRemoteControlEvents: true
  windows:
    - id: desktop
      screen: panel
      passesOn: true
      handles: [remoteControl]
      gestureRecognizers:
        - { id: three, swipe: { direction: up, numberOfTouchesRequired: 3 } }
        - { id: side, screenEdgePan: { edges: [left] } }
"""
ROUNDS = 100


class Commands:
    """responderctl on, as the user's unit starts it: each swipe adds a line to a file."""

    def __init__(self, lab, folder="/run/lab-commands"):
        os.makedirs(folder, exist_ok=True)
        self.file = f"{folder}/swipes"
        bindings = f"{folder}/bindings.yaml"
        with open(bindings, "w") as file:
            file.write("bindings:\n"
                       f"  - {{ recognizer: three, run: [sh, -c, 'echo three >>{self.file}'] }}\n")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.file)
        self.process = subprocess.Popen([lab.program("responderctl"), "on", "--bindings", bindings,
                                         "--socket", lab.daemon.socket])

    @property
    def count(self):
        with contextlib.suppress(FileNotFoundError), open(self.file) as lines:
            return len(lines.readlines())
        return 0

    def close(self):
        self.process.kill()
        self.process.wait()


class Room:
    """The desktop with its program, the daemon beside it, a panel, and fingers that never repeat a place."""

    def __init__(self, lab):
        self.lab = lab
        lab.add(passing.right(lab))
        self.desktop = lab.add(contextlib.closing(Desktop(lab)))
        lab.start(CONFIGURATION)
        self.panel = lab.panel(phys="lab/panel")
        self.find_clone()
        self.window = lab.add(contextlib.closing(Window(lab, self.desktop)))
        self.commands = lab.add(contextlib.closing(Commands(lab)))
        self.wait_for_commands()
        self.step = 0
        self.window.take()

    def find_clone(self):
        self.lab.wait_until(lambda: len(virtual_nodes()) == 1, "there is one virtual touchscreen")
        node, = virtual_nodes()
        self.lab.wait_until(lambda: self.desktop.has_open(node), "weston has opened it", seconds=60)
        self.lab.wait_until(lambda: any(device.get("grabbed") for device in json.loads(
            self.lab.command("devices", "--json"))["devices"]), "the panel is grabbed")

    def wait_for_commands(self):
        self.lab.wait_until(lambda: json.loads(self.lab.command("status", "--json"))["connections"] > 1,
                            "the commands are bound", seconds=60)

    def near(self, x, y):
        """A place close by: the kernel drops what does not change."""
        self.step += 1
        return x + self.step % 7, y + self.step % 11

    def tap(self):
        """A tap on the button clicks it, once."""
        x, y = self.near(300, 100)
        self.panel.frame(down(0, x, y))
        self.panel.frame(up(0))
        self.window.wait("clicked")
        said = [line["said"] for line in self.window.take()]
        assert said == ["begin", "end", "clicked"], said

    def swipe(self):
        """Three fingers swipe up over the button: it loses them without a click, and the command runs."""
        before = self.commands.count
        x, y = self.near(150, 220)
        self.panel.frame(*(down(slot, x + 120 * slot, y) for slot in range(3)))
        for height in (80, 160):
            self.panel.frame(*(move(slot, x + 120 * slot, y - height) for slot in range(3)))
        self.panel.frame(*(up(slot) for slot in range(3)))
        self.window.wait("end", 3)
        self.lab.wait_until(lambda: self.commands.count == before + 1, "the command has run")
        lines = self.window.take()
        said = [line["said"] for line in lines]
        assert said.count("begin") == said.count("end") == 3 and "clicked" not in said, said
        width, height = self.window.size
        for line in lines:
            if line["said"] == "end":
                assert line["x"] < 0 and line["y"] < 0, f"it lifted inside: {lines}"

    def edge(self):
        """A swipe from the edge that goes along it is none: the program below gets it as a drag."""
        x, y = self.near(2, 300)
        self.panel.frame(down(0, x % 8, y))
        for step in range(1, 5):
            self.panel.frame(move(0, x % 8, y + 30 * step))
        self.panel.frame(up(0))
        end, = self.window.wait("drag end")
        said = [line["said"] for line in self.window.take()]
        assert said.count("drag begin") == 1 and said[-1] in ("drag end", "end"), said
        scale = self.window.size[1] / 480
        assert abs(end["x"]) <= 1 and abs(end["y"] - 120 * scale) <= 2, end


@test("desktop: taps, swipes and failed edge swipes, a hundred times and after a restart, under weston",
      seconds=600, boot="beside a desktop")
def under_weston(lab):
    room = Room(lab)
    for _ in range(ROUNDS):
        room.tap()
        room.swipe()
        room.edge()
    lab.expect_death()
    lab.restart(CONFIGURATION)
    lab.wait_until(lambda: lab.has_open(room.panel), "the panel is open again")
    lab.settle()
    room.find_clone()
    room.window.take()
    room.tap()
    room.edge()
    room.wait_for_commands()
    room.swipe()
    room.tap()


@test("desktop: unhandled keys reach the program, a handled one does not",
      seconds=240, boot="beside a desktop")
def keys(lab):
    room = Room(lab)
    keyboard = lab.plug(Keyboard(phys="lab/keys"))
    lab.wait_until(lambda: len(virtual_nodes()) == 2, "there is a virtual keyboard")
    for node in virtual_nodes():
        lab.wait_until(lambda: room.desktop.has_open(node), "weston has opened it", seconds=60)
    room.tap()
    # The window takes commands, so this one is its own.
    keyboard.tap_key(KEY_NEXTSONG)
    keyboard.tap_key(KEY_A)
    key, = room.window.wait("key")
    assert key["name"] == "a", key
