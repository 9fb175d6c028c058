"""The story of Tests/EndToEnd/clients: a panel, the failures that it has, and what its programs receive."""

import json
import os
import signal
import subprocess
import threading
import time

import responderd
from clients_program import PATIENCE, Program
from clients_relay import Relay

# What something else than the daemon might send. After each a program must be of use again.
HOSTILE = [
    b'}{"type":"touches"\n', b"[]\n", b'"reply"\n', b"\xff\xfe\x00\n", b"[" * 100_000 + b"\n", b'{"type":"touches"}\n',
    b'{"seq":1,"type":"touches","phase":"moved","touches":[{"id":77}]}\n', b'{"seq":"x","type":"gesture"}\n',
    b'{"type":"snapshot","seq":1}\n', b'{"type":"reply","id":123456,"result":{}}\n', b'{"type":"error"}\n',
    b'{"type":"edit","edit":"removed","view":7,"seq":5}\n', b'{"type":"closing","reason":7}\n',
]


class Story:
    """A daemon with an empty panel, two programs of one language before a relay, and one who plays and looks."""

    def __init__(self, folder, daemon, web, language, tickets):
        self.folder, self.daemon_program, self.web = folder, daemon, web
        self.language, self.tickets = language, tickets
        self.programs, self.gateway = [], None
        self.log = open(self.path("log"), "w+", encoding="utf-8")
        with open(os.path.join(tickets, "panel.yaml"), encoding="utf-8") as file:
            self.panel = file.read()
        self.write("panel.yaml", self.panel)
        self.write("idle.touch", "0 wait\n")
        self.start_daemon()
        self.relay = Relay(self.path("relay"), self.path("socket"))
        self.witness = self.finger = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for program in self.programs:
            program.end()
        for process in (self.gateway, self.daemon):
            if process:
                process.kill()
                process.wait()
        self.relay.close()
        if self.witness:
            self.witness.close()
        self.log.close()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    # The panel

    def start_daemon(self):
        self.daemon = subprocess.Popen(
            [self.daemon_program, "--config", self.path("panel.yaml"), "--socket", self.path("socket"),
             "--source", f"recording:{self.path('idle.touch')}", "--log", "info"], stderr=subprocess.PIPE, text=True)
        for line in self.daemon.stderr:
            if "ready" in line:
                break
        threading.Thread(target=self.daemon.stderr.read, daemon=True).start()

    def look(self):
        """Connects who plays and looks; its device lasts as long as the connection."""
        self.witness = responderd.Client(self.path("socket"), reconnects=False)
        self.witness.subscribe()
        self.finger = self.witness.request("inject", {"device": "finger", "isLasting": True})["device"]

    def restart(self, how):
        self.witness.close()
        self.daemon.send_signal(how)
        self.daemon.wait(PATIENCE)
        self.start_daemon()
        self.look()

    def touch(self, actions):
        self.witness.request("inject", {"device": self.finger, "actions": actions})

    def press(self, x, y):
        self.touch(f"down 9 {x},{y}")
        # Content views are touched when the list has waited whether the finger drags.
        self.witness_until("the finger arrived", lambda line: line["type"] in ("touches", "control", "unhandled", "scroll"))
        self.touch("up 9")

    def witness_until(self, what, condition):
        end = time.monotonic() + PATIENCE
        while (line := self.witness.next(max(0, end - time.monotonic()))) is not None:
            if condition(line):
                return line
        raise AssertionError(f"not within {PATIENCE} s: {what}")

    def tree(self):
        return self.witness.tree()

    def wait_for_tree(self, what, condition):
        """Reads edits until the tree fulfils the condition; gives it."""
        end = time.monotonic() + PATIENCE
        while not condition(tree := self.tree()):
            assert time.monotonic() < end, f"not within {PATIENCE} s: {what}; the tree is {json.dumps(tree)}"
            self.witness.next(0.5)
        return tree

    def wait_for_same(self, what, expected):
        self.wait_for_tree(f"{what}, which is {json.dumps(expected)}", lambda tree: tree == expected)

    def shown(self, page):
        def is_shown(_):
            node = self.witness.tree(page)
            return not node.get("isHidden", False)
        self.wait_for_tree(f"{page} is shown", is_shown)

    # The programs

    def start(self, name, *arguments):
        environment = {"RESPONDERD_SOCKET": self.relay.path, **self.language.environment}
        if hasattr(self.language, "web") and self.gateway is None:
            self.gateway = subprocess.Popen([self.web, "--socket", self.relay.path, "--listen", "127.0.0.1:0"],
                                            stdout=self.log, stderr=subprocess.PIPE, text=True)
            self.address = next(line.split("http://")[1].split("/")[0] for line in self.gateway.stderr if "http://" in line)
            threading.Thread(target=self.gateway.stderr.read, daemon=True).start()
        if self.gateway:
            environment["RESPONDER_WEB"] = self.address
        program = Program(name, [*self.language.command, *arguments], environment, self.log)
        self.programs.append(program)
        program.until("it has built its views", lambda line: line["type"] == "built")
        return program

    # What happens

    def tell(self):
        self.look()
        self.start_machine()
        self.map = self.start("map", "--map")
        self.wait_for_tree("the map is shown", lambda tree: find(tree, "map"))
        self.shop()
        self.first_page = self.tree()
        self.reload()
        for how in (signal.SIGTERM, signal.SIGKILL):
            self.restart_with_fingers(how)
        self.kill_programs()
        self.stop_reading()
        for line in HOSTILE:
            try:
                self.hear(line)
            except AssertionError as error:
                raise AssertionError(f"after {line[:60]}: {error}") from error
        self.shop()
        self.close_books()

    def shop(self):
        """A station, a ticket, the dialog, the pad, and the first page again."""
        self.press(240, 120)
        self.shown("page.tickets")
        self.press(100, 200)
        self.wait_for_tree("the dialog is shown", lambda tree: has(tree, "sure"))
        self.press(100, 300)
        self.shown("page.pay")
        assert not has(self.tree(), "sure")
        for key in range(4):
            self.press(80, 130)
            self.machine.until("a key is pressed", lambda line: line.get("event") == "primaryActionTriggered"
                               and line["control"] == "pad.1")
        self.press(240, 430)
        self.shown("page.stations")

    def hold(self):
        """Fingers that are down: one drags the map, one lies on a card; the dialog is open."""
        self.press(240, 120)
        self.shown("page.tickets")
        self.touch("down 1 600,100; down 2 100,200")
        # Too far for a tap on the card.
        self.touch("move 1 640,140; move 2 100,290")
        self.touch("move 1 660,160")
        # Not what is still unread of the time before.
        for state in ("began", "changed"):
            self.map.until("the map is dragged", lambda line: line["type"] == "gesture" and line["state"] == state)
        self.machine.until("the card is touched", lambda line: line.get("responder") == "single" and line["phase"] == "began")

    def release(self):
        self.touch("up 1; up 2")

    def reload(self):
        """A changed file, read again under fingers: the tree is the same but for the change."""
        self.hold()
        before = self.tree()
        self.write("panel.yaml", self.panel.replace("id: machine.view }", "id: machine.view, handles: [touches] }"))
        self.witness.reload(force=True)
        self.release()
        expected = json.loads(json.dumps(before))
        find(expected, "machine.view")["handles"] = ["touches"]
        self.wait_for_same("the tree with the change of the file", expected)
        self.write("panel.yaml", self.panel)
        self.witness.reload(force=True)
        self.wait_for_same("the tree of the first file", before)
        self.press(80, 40)
        self.shown("page.stations")

    def restart_with_fingers(self, how):
        """The dialog is open and fingers are down: all of it is there again, but for the fingers."""
        self.hold()
        self.press(360, 200)
        self.wait_for_tree("the dialog is shown", lambda tree: has(tree, "sure"))
        before = self.tree()
        self.restart(how)
        self.machine.connected()
        self.map.connected()
        self.wait_for_same(f"the tree before signal {how}", before)
        # The programs act on it as before.
        self.press(300, 300)
        self.wait_for_tree("the dialog is closed", lambda tree: not has(tree, "sure"))
        self.press(80, 40)
        self.shown("page.stations")

    def kill_programs(self):
        """A program that is killed under fingers, and started again, has the same tree."""
        for name in ("machine", "map"):
            self.hold()
            program = getattr(self, name)
            program.end()
            self.programs.remove(program)
            self.release()
            if name == "machine":
                self.start_machine()
            else:
                self.map = self.start("map", "--map")
            self.press(80, 40)
            self.shown("page.stations")
            self.wait_for_same(f"the tree before {name} was killed", self.first_page)

    def start_machine(self):
        self.machine = self.start("machine", os.path.join(self.tickets, "machine.json"))

    def stop_reading(self):
        """For a second the programs do not read, while two fingers move."""
        self.hold()
        for program in self.programs:
            program.process.send_signal(signal.SIGSTOP)
        moves = "".join(f"{step / 100:.2f} move 3 {500 + step},{300 - step}; move 4 {700 - step},{200 + step}\n"
                        for step in range(1, 100))
        name = self.witness.inject(f"0 down 3 500,300; down 4 700,200\n{moves}1 up 3; up 4\n")
        self.witness_until("the fingers have left", lambda line: line.get("device") == name and line.get("event") == "removed")
        self.release()
        for program in self.programs:
            program.process.send_signal(signal.SIGCONT)
        self.press(80, 40)
        self.shown("page.stations")

    def hear(self, line):
        """Something else speaks in the daemon's place, while fingers are down."""
        self.hold()
        self.relay.say(line)
        self.release()
        # The programs have read past the line: they heard the end of their fingers, or are connected again.
        for program, view in ((self.map, "map"), (self.machine, "single")):
            program.until("past the line", lambda line: line["type"] == "connected"
                          or line["type"] == "touches" and line["phase"] == "ended" and line["responder"] == view)
        self.touch("down 5 600,100")
        self.press(80, 40)
        self.shown("page.stations")
        self.touch("up 5")
        self.wait_for_same("the tree as it was", self.first_page)

    def close_books(self):
        """Both programs have received the end of everything that began."""
        self.touch("down 1 700,400; down 2 20,20")
        self.touch("up 1; up 2")
        for program, view in ((self.map, "map"), (self.machine, "map")):
            program.until("the last finger", lambda line: line["type"] == "touches" and line["phase"] in ("ended", "cancelled")
                          and line["responder"] == view and not program.ledger.alive)
            ledger = program.ledger
            assert ledger.begun == ledger.ended, (ledger.begun, ledger.ended)
        fingers = self.machine.ledger.begun + self.map.ledger.begun
        assert fingers > 50, fingers
        self.summary = f"{fingers} beginnings"


def find(nodes, name):
    """The node of this name, or None."""
    for node in nodes:
        found = node if node["id"] == name else find(node.get("subviews", []), name)
        if found:
            return found
    return None


def has(nodes, controller):
    """Whether a controller has a view in the tree."""
    return any(node.get("viewController", {}).get("id") == controller or has(node.get("subviews", []), controller)
               for node in nodes)
