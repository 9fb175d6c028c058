"""Rights: what programs of other users, groups and units may do, as the service runs."""

import grp
import json
import os
import pwd
import queue
import subprocess
import sys
import threading

from daemon import UNIT, properties_of_unit
from fingers import *
from suite import test

CONFIGURATION = """
screens: { panel: { size: [800, 480] } }
devices:
  - { match: { name: "Lab *" }, screen: panel }
access:
  - { user: lab-listener, rights: [raw] }
  - { group: lab-editors, rights: [edit], under: [stage] }
  - { unit: lab-shop.service, rights: [raw, edit, inject] }
application:
  windows:
    - id: main
      subviews:
        - { id: stage, frame: [400, 0, 400, 480], handles: [touches], subviews: [{ id: actor, frame: [0, 400, 9, 9] }] }
        - { id: slot, frame: [200, 200, 200, 200], mountPoint: [{ user: lab-listener }] }
    - id: pad
      private: [{ user: lab-cashier }, { unit: lab-shop.service }]
      frame: [0, 0, 200, 200]
      handles: [touches]
      subviews:
        - { id: key, frame: [0, 0, 100, 100], gestureRecognizers: [{ id: key.tap, tap: {} }] }
"""

# Carries lines between its own input and output and the daemon's socket, as the user that runs it.
RELAY = """
import socket, sys, threading
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
def receive():
    for line in connection.makefile():
        print(line, end="", flush=True)
reader = threading.Thread(target=receive, daemon=True)
reader.start()
for line in sys.stdin:
    connection.sendall(line.encode())
connection.shutdown(socket.SHUT_RDWR)
"""


# Puts itself into a group below its unit's own, of a name that it chooses.
DESCEND = """
import os, sys
os.mkdir(sys.argv[1])
with open(sys.argv[1] + "/cgroup.procs", "w") as processes:
    processes.write(str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""


class Program:
    """A program of another user on the daemon's socket."""

    def __init__(self, path, *, user, groups=("responderd",), unit=None, inner=None):
        words = [sys.executable, "-c", RELAY, path]
        options = {}
        if unit is None:
            options = {"user": user, "group": user, "extra_groups": list(groups)}
        else:
            if inner is not None:
                words = [sys.executable, "-c", DESCEND,
                         f"/sys/fs/cgroup/system.slice/{unit}/{inner}", *words]
            words = ["systemd-run", "--quiet", "--pipe", "--wait", "--collect", f"--unit={unit}",
                     f"--property=User={user}", f"--property=SupplementaryGroups={' '.join(groups)}",
                     "--property=Delegate=yes", *words]
        self.process = subprocess.Popen(words, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, **options)
        self.lines = queue.Queue()
        threading.Thread(target=self._receive, daemon=True).start()
        self.number = 0
        self.heard = []
        self.hello = self.read()

    def _receive(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def read(self):
        line = self.lines.get(timeout=30)
        assert line is not None, "the connection ended"
        return json.loads(line)

    def ask(self, **request):
        """The answer to a request; what comes before it is kept in `heard`."""
        self.number += 1
        self.process.stdin.write(json.dumps({"id": self.number, **request}) + "\n")
        self.process.stdin.flush()
        while True:
            line = self.read()
            if line.get("id") == self.number:
                return line
            self.heard.append(line)

    def may(self, **request):
        answer = self.ask(**request)
        assert answer["type"] == "reply" or answer["code"] != "internal", answer
        return answer["type"] == "reply"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(30)


def make_users():
    for line in ("g lab-editors - - -", "u lab-listener - - -", "u lab-editor - - -",
                 "u lab-cashier - - -", "u lab-shopper - - -", "m lab-editor lab-editors"):
        subprocess.run(["systemd-sysusers", "--inline", line], check=True)


def everybody(lab):
    """Programs of every kind, by name."""
    make_users()
    path = lab.daemon.socket
    return {
        "listener": lab.add(Program(path, user="lab-listener")),
        "editor": lab.add(Program(path, user="lab-editor", groups=("responderd", "lab-editors"))),
        "cashier": lab.add(Program(path, user="lab-cashier")),
        "shop": lab.add(Program(path, user="lab-shopper", unit="lab-shop.service")),
        "other": lab.add(Program(path, user="lab-shopper", unit="lab-other.service")),
        # A unit with the required name, but within another unit, in which any program may choose names.
        "impostor": lab.add(Program(path, user="lab-shopper", unit="lab-box.service",
                                    inner="lab-shop.service")),
        "root": lab.add(Program(path, user="root", groups=())),
    }


@test("access: users, groups and units have the rights that the configuration gives them",
      seconds=180)
def rights(lab):
    if not lab.in_machine:
        return
    make_users()
    lab.start(CONFIGURATION)
    programs = everybody(lab)
    rights = {
        "listener": ["subscribe", "raw"], "editor": ["subscribe", "edit"],
        "cashier": ["subscribe"], "shop": ["subscribe", "raw", "edit", "inject"],
        "other": ["subscribe"], "impostor": ["subscribe"],
        "root": ["subscribe", "raw", "edit", "inject", "control"],
    }
    found = {name: program.hello["rights"] for name, program in programs.items()}
    assert found == rights, found

    def who_may(**request):
        return {name for name, program in programs.items() if program.may(**request)}

    everyone = set(programs)
    assert who_may(subscribe={"types": ["touches"]}) == everyone
    for request in ({"tree": {}}, {"hitTest": {"point": [500, 50]}}, {"status": {}},
                    {"describe": {}}, {"devices": {}}, {"chain": {"responder": "stage"}}):
        assert who_may(**request) == everyone, request
    assert who_may(subscribe={"raw": True}) == {"listener", "shop", "root"}
    assert who_may(set={"view": "actor", "alpha": 1}) == {"editor", "shop", "root"}
    assert who_may(set={"view": "stage", "alpha": 1}) == {"shop", "root"}
    assert who_may(set={"view": "main", "alpha": 1}) == {"shop", "root"}
    assert who_may(inject={"script": "0 down 1 500,400\n0.01 up 1\n"}) == {"shop", "root"}
    assert who_may(reload={}) == {"root"}
    owner = programs["listener"]

    def is_there(owner, place, name):
        answer = owner.ask(put={"in": place, "view": {"id": name, "frame": [0, 0, 9, 9]}})
        assert answer["type"] == "reply", answer
        return "waits" not in answer["result"]
    assert is_there(owner, "slot", "new")
    assert not is_there(owner, "stage", "mine")
    assert not is_there(programs["cashier"], "slot", "n")
    # A user outside the socket's group does not come in at all.
    refused = subprocess.run([sys.executable, "-c", RELAY, lab.daemon.socket], text=True, input="",
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, user="nobody",
                             group="nogroup", extra_groups=[])
    assert "PermissionError" in refused.stderr, refused


@test("access: only the readers of a private window receive its touches", seconds=180)
def private_window(lab):
    if not lab.in_machine:
        return
    make_users()
    lab.start(CONFIGURATION)
    panel = lab.panel()
    programs = everybody(lab)
    readers = {"cashier", "shop", "root"}
    raw = {"listener", "shop", "root"}
    for name, program in programs.items():
        assert program.may(subscribe={"explain": True, "raw": name in raw, "snapshot": True})

    def holders(text, answers):
        return {name for name, answer in answers.items() if text in json.dumps(answer)}

    def answers(**request):
        return {name: program.ask(**request) for name, program in programs.items()}

    def everything():
        """The lines up to now, without answers."""
        answers(chain={"responder": "main"})
        heard = {name: program.heard for name, program in programs.items()}
        for program in programs.values():
            program.heard = []
        return heard

    first = everything()
    assert holders('"stream": "pad"', first) == holders('"id": "key"', first) == readers, first
    assert holders('"isPrivate": true', first) == set(programs)
    panel.frame(down(0, 50, 50))
    panel.frame(up(0))
    panel.frame(down(0, 150, 150))
    lab.settle()
    assert holders('"liveTouches": 1', answers(status={})) == readers
    assert holders('"hash": "', answers(status={})) == readers
    assert holders("live_touches 1", answers(status={"prometheus": True})) == readers
    for request in ({"tree": {"view": "key"}}, {"chain": {"responder": "key"}},
                    {"why": {"recognizer": "key.tap", "point": [50, 50]}}):
        assert holders("notFound", answers(**request)) == set(programs), request
        (name, members), = request.items()
        inside = answers(**{name: {"window": "pad", **members}})
        assert holders("forbidden", inside) == set(programs) - readers, inside
    assert holders('"view": "pad"', answers(hitTest={"point": [50, 50]})) == set(programs)
    heard = everything()
    for text in ('"responder": "pad"', '"recognizer": "key.tap"', '"type": "explain"', '"type": "gesture"'):
        assert holders(text, heard) == readers, (text, holders(text, heard))
    assert holders('"type": "raw"', heard) == {"shop", "root"}, heard
    # All programs receive fingers beside it, also while one rests on it.
    panel.frame(down(1, 500, 100))
    lab.settle()
    heard = everything()
    assert holders('"responder": "stage"', heard) == set(programs)
    assert holders('"type": "raw"', heard) == raw
    assert {line["type"] for line in heard["listener"]} == {"raw", "touches"}, heard["listener"]
    assert [line["contacts"][0]["id"] for line in heard["listener"] if line["type"] == "raw"] == [1], heard["listener"]
    assert "150.0" not in json.dumps(heard["listener"]), heard["listener"]
    panel.frame(up(0), up(1))


@test("access: programs that control the daemon have a socket of their own, opened by systemd",
      seconds=180)
def control(lab):
    if not lab.in_machine:
        return
    make_users()
    control_path = "/run/responderd/control"
    subprocess.run(["systemd-sysusers", "--inline", "u lab-admin - - -"], check=True)
    lab.start(CONFIGURATION)
    lab.daemon.stop()
    lab.expect_death()
    units = ["responderd-control.socket", "responderd.socket"]
    try:
        for unit in units:
            assert properties_of(unit, "LoadState") == "loaded", unit
        enabled = subprocess.run(["systemctl", "is-enabled", units[0]], text=True,
                                 stdout=subprocess.PIPE).stdout.strip()
        assert enabled == "disabled", enabled
        subprocess.run(["systemctl", "start", *units], check=True)
        mode = os.stat(control_path)
        assert mode.st_mode & 0o777 == 0o660, oct(mode.st_mode)
        admin = lab.add(Program(control_path, user="lab-admin", groups=("responderd-control",)))
        assert admin.hello["rights"] == ["subscribe", "raw", "edit", "inject", "control"]
        mark = lab.journal_mark()
        assert admin.may(reload={})
        said = lab.journal_since(mark, "--unit", UNIT, "--identifier=responderd", "RESPONDERD_CHANGE=reload",
                                 f"RESPONDERD_USER={pwd.getpwnam('lab-admin').pw_uid}")
        assert said.count(": reload 1") == 1, said
        listener = lab.add(Program(lab.daemon.socket, user="lab-cashier"))
        assert listener.hello["rights"] == ["subscribe"]
        assert properties_of_unit("ActiveState")["ActiveState"] == "active"
        refused = subprocess.run([sys.executable, "-c", RELAY, control_path], text=True, input="",
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 user="lab-cashier", group="lab-cashier",
                                 extra_groups=["responderd"])
        assert "PermissionError" in refused.stderr, refused
    finally:
        subprocess.run(["systemctl", "stop", *units, UNIT], check=True)


def properties_of(unit, name):
    shown = subprocess.run(["systemctl", "show", "--value", f"--property={name}", unit], text=True,
                           stdout=subprocess.PIPE, check=True).stdout
    return shown.strip()


@test("access: a socket that the service opens itself gets a group of its user, and no other",
      seconds=180)
def own_socket(lab):
    if not lab.in_machine:
        return
    make_users()
    path = "/run/responderd/lab-control"
    socket = "controlSocket: { path: %s, mode: \"0660\", group: %%s }\n" % path

    def group():
        lab.wait_until(lambda: os.path.exists(path), "the socket is there")
        found = os.stat(path)
        assert found.st_mode & 0o777 == 0o660, oct(found.st_mode)
        return grp.getgrgid(found.st_gid).gr_name

    mark = lab.journal_mark()
    lab.start(CONFIGURATION + socket % "input")
    assert group() == "input", group()
    assert "chown" not in lab.journal_since(mark)
    # It may not give to a group that its user does not belong to; it says so, and works.
    lab.restart(CONFIGURATION + socket % "lab-editors")
    assert group() == "responderd", group()
    assert "chown" in lab.journal_since(mark)
    admin = lab.add(Program(path, user="root", groups=()))
    assert admin.hello["rights"] == ["subscribe", "raw", "edit", "inject", "control"]
