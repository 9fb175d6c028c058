"""A kiosk that a program builds at run time, and systemctl restart under it."""

import json
import os
import subprocess
import sys
import threading

from daemon import UNIT
from subscriber import Subscriber
from test_7_life import machine_test, systemctl

SHARE = "/usr/share/responderd/clients/python"
TICKETS = "/usr/share/doc/responderd/examples/tickets"
# What the example wants of the panel, with a touchscreen.
PANEL = """
screens: { panel: { size: [800, 480] } }
devices:
  - { match: { kind: touchscreen }, screen: panel }
application:
  windows:
    - id: main
      rootViewController: { id: machine, view: { id: machine.view } }
"""


class Python:
    """A program of the Python client in the package; what it prints is read by a thread."""

    def __init__(self, *words):
        self.process = subprocess.Popen([sys.executable, "-u", *words], text=True, stdout=subprocess.PIPE,
                                        env={**os.environ, "PYTHONPATH": SHARE})
        self.lines = []
        self.thread = threading.Thread(target=lambda: self.lines.extend(iter(self.process.stdout.readline, "")),
                                       daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()


class Program(Python):
    """The ticket machine of the package."""

    def __init__(self, *arguments):
        super().__init__(f"{SHARE}/examples/ticket_machine.py", *arguments)

    @property
    def said(self):
        return [json.loads(line) for line in list(self.lines)]

    def has_said(self, kind):
        return any(line["type"] == kind for line in self.said)


def tree(lab):
    with Subscriber(lab.daemon.socket) as program:
        return program.ask(tree={})["windows"]


@machine_test("kiosk: systemctl restart under a kiosk that programs have built shows the same tree", seconds=150)
def restarted_kiosk(lab):
    lab.start(PANEL)
    lab.panel()
    machine = lab.add(Program(f"{TICKETS}/machine.json"))
    lab.wait_until(lambda: machine.has_said("built"), "the machine is built", seconds=60)
    map_page = lab.add(Program("--map"))
    lab.wait_until(lambda: map_page.has_said("built"), "the map is put", seconds=60)
    before = tree(lab)
    lab.expect_death()
    assert systemctl("restart", UNIT)[0] == 0
    lab.follow_restart()
    lab.wait_until(lambda: machine.has_said("connected") and map_page.has_said("connected"),
                   "both programs are connected again", seconds=60)
    assert tree(lab) == before, (tree(lab), before)
    # The page that was shown last is touched as before.
    assert lab.command("hit", "240", "120").split()[0] == "north"
