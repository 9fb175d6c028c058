"""What a newcomer copies, under what a panel does to it: two fingers at once, a busy program, a dead daemon, a new file.

The programs are found: each `python` or `c` block of a document with a daemon, and each file in clients/*/examples whose
first comment has a line `NAME ARGUMENTS   # with config/examples/FILE.yaml`. A program must stay, whatever happens,
and do something when it is touched afterwards.
"""

import concurrent.futures
import glob
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import responderd
import responderd.testing
from clients_program import swift_product
from texts_blocks import PROJECT, blocks_of, documents, write_program

PATIENCE = 60
EXAMPLES = os.path.join(PROJECT, "config/examples")
# How often the fingers act between two deaths of the daemon, and how often the daemon dies beside once for each view.
STEPS, DEATHS = 12, 6


class Failure(Exception):
    """What a program did instead of staying."""


class Program:
    """A program to run: its command in a folder, and the configuration of the panel that it is for."""

    def __init__(self, name, command, folder, configuration, script="", environment=None):
        self.name, self.command, self.folder, self.configuration = name, command, folder, configuration
        self.script = hurried(script)
        self.environment = environment or {}


def hurried(script):
    """A touch script with its pauses shortened, as lines of a time and actions."""
    lines, before, now = [], 0, 0
    for line in script.split("\n"):
        found = re.fullmatch(r"(\d+(?:\.\d+)?) +(\S.*)", line)
        if found:
            now += min(float(found[1]) - before, 0.6)
            before = float(found[1])
            lines.append((now, found[2]))
    return lines


# Finding them


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def blocks_in_homes(folder):
    """The blocks of the documents, each with a folder that has the files that its document has shown so far."""
    for document in documents():
        home = os.path.join(folder, os.path.basename(document))
        shutil.copytree(EXAMPLES, home)
        for block in blocks_of(document):
            if "file" in block.notes:
                with open(os.path.join(home, block.notes["file"]), "w", encoding="utf-8") as file:
                    file.write(block.text)
            yield block, home


def programs_of_documents(folder):
    """The programs that documents show with a daemon, each in a folder with the files of its document."""
    for block, home in blocks_in_homes(folder):
        if block.word in ("python", "c") and "daemon" in block.notes:
            configuration, script = (os.path.join(home, name) for name in block.notes["daemon"].split())
            yield Program(str(block), write_program(block, home, block.text), home, configuration, read(script))


def usage_of(path, name):
    """The arguments and the configuration that the first lines of an example name."""
    with open(path, encoding="utf-8") as file:
        head = "".join(itertools.islice(file, 15))
    found = re.search(rf"^\W*{re.escape(name)}((?: \S+)*?)\s+(?:#\s+|//\s+)?with (config/examples/\S+\.yaml)$", head, re.M)
    if not found:
        raise Failure(f'{path}: no line "NAME ARGUMENTS   # with config/examples/FILE.yaml" in its first comment')
    return found[1].split(), found[2]


def programs_of_examples(language, folder, gateway):
    """The examples of one client, built if that is needed, and what `responderctl new` gives."""
    if language == "python":
        home = os.path.join(folder, "new")
        shutil.copytree(os.path.join(PROJECT, "templates/python"), home)
        yield Program("templates/python", ["/usr/bin/python3", "kiosk.py"], home, os.path.join(home, "kiosk.yaml"))
    runs_in = tempfile.mkdtemp(dir=folder)
    client = os.path.join(PROJECT, "clients", language)
    pattern = {"python": "*.py", "c": "*.c", "javascript": "*.js", "swift": "*/*.swift"}[language]
    for path in sorted(glob.glob(os.path.join(client, "examples", pattern))):
        name = os.path.basename(path)
        # Without one it is a part of pages, which the tests of pages use.
        if language == "javascript" and "export default" not in read(path):
            continue
        if language == "c":
            name = name[:-len(".c")]
        elif language == "swift":
            # Each example is a product, named like its folder: TicketMachine is ticket-machine.
            name = re.sub(r"(?<=.)([A-Z])", r"-\1", os.path.basename(os.path.dirname(path))).lower()
        arguments, configuration = usage_of(path, name)
        configuration = os.path.join(PROJECT, configuration)
        home = tempfile.mkdtemp(dir=runs_in)
        for other in glob.glob(os.path.join(os.path.dirname(configuration), "*.*")):
            shutil.copy(other, home)
        environment, program = {}, [path]
        if language == "python":
            program = ["/usr/bin/python3", path]
        elif language == "c":
            program = [os.path.join(home, "program")]
            subprocess.run(["cc", "-std=c11", "-g", "-fsanitize=address,undefined", f"-I{client}", "-o", program[0], path,
                            f"{client}/responder.c", "-lm"], check=True)
        elif language == "javascript":
            program = ["node", "--experimental-websocket", "--no-warnings", os.path.join(PROJECT, "Tests/EndToEnd/clients_page.mjs")]
            environment = {"PROGRAM": path, "GATEWAY": gateway}
        elif language == "swift":
            program = [swift_product(name)]
        yield Program(os.path.relpath(path, PROJECT), [*program, *arguments], home, configuration, environment=environment)


# What happens to them


class Panel:
    """A program before a daemon, fingers, and what can be seen of the program from outside."""

    def __init__(self, program, daemon_program):
        self.program = program
        self.chance = random.Random(program.name)
        self.presses = self.deaths = self.waited = 0
        self.daemon = responderd.testing.Daemon(program.configuration, daemon_program)
        self.configuration = read(self.daemon.configuration)
        self.lines, self.process, self.gateway, self.witness = [], None, None, None

    def __enter__(self):
        self.daemon.start()
        self.look()
        environment = {**os.environ, "PYTHONPATH": os.path.join(PROJECT, "clients/python"), "PYTHONUNBUFFERED": "1",
                       "RESPONDERD_SOCKET": self.daemon.socket}
        try:
            if "GATEWAY" in self.program.environment:
                self.start_gateway(environment)
            self.process = subprocess.Popen(self.program.command, cwd=self.program.folder, stdout=subprocess.PIPE, text=True,
                                            stderr=subprocess.STDOUT, env={**environment, **self.program.environment})
            threading.Thread(target=lambda: self.lines.extend(self.process.stdout), daemon=True).start()
            self.settle()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in (self.process, self.gateway):
            if process:
                process.kill()
                process.wait()
        if self.witness:
            self.witness.close()
        self.daemon.__exit__()

    def start_gateway(self, environment):
        self.gateway = subprocess.Popen([self.program.environment["GATEWAY"], "--socket", self.daemon.socket, "--listen", "127.0.0.1:0"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        environment["RESPONDER_WEB"] = next(line.split("http://")[1].split("/")[0] for line in self.gateway.stderr if "http://" in line)
        threading.Thread(target=self.gateway.stderr.read, daemon=True).start()

    def look(self):
        """Connects the fingers; they last as long as the connection."""
        self.witness = self.daemon.client(reconnects=False)
        self.witness.subscribe(types=["gesture", "device"])
        self.finger = self.witness.request("inject", {"device": "finger", "isLasting": True})["device"]

    def until(self, condition):
        """Reads records until one fulfils the condition."""
        end = time.monotonic() + PATIENCE
        while (record := self.witness.next(max(0, end - time.monotonic()))) is not None:
            if condition(record):
                return
        raise Failure(f"the daemon has not reported what was expected within {PATIENCE} s")

    def touch(self, actions):
        self.witness.request("inject", {"device": self.finger, "actions": actions})

    # Seeing that the program has done what it does

    def settle(self):
        """Waits until the program is subscribed, has read everything and waits for more."""
        end, before = time.monotonic() + PATIENCE, None
        while True:
            now = self.activity()
            if now is not None and now == before and self.is_subscribed():
                # The daemon has answered the question meanwhile.
                after = self.activity()
                if after is not None and after[:-1] == now[:-1]:
                    return
            before = now
            if time.monotonic() > end:
                raise Failure(f"it is not connected or does not rest after {PATIENCE} s")
            time.sleep(0.002)

    def activity(self):
        """How often each process has waited, if all of them wait now."""
        if self.process.poll() is not None:
            raise Failure(f"it ended with status {self.process.returncode}")
        waits = []
        for process in filter(None, (self.process, self.gateway, self.daemon.process)):
            with open(f"/proc/{process.pid}/status", encoding="ascii", errors="replace") as file:
                values = dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
            if not values["State"].startswith("S"):
                return None
            waits.append(values["voluntary_ctxt_switches"])
        return waits

    def is_subscribed(self):
        pid = (self.gateway or self.process).pid
        return any(client["pid"] == pid and client["subscriptions"] and not client["queuedBytes"]
                   for client in self.witness.status()["clients"])

    # Fingers

    def spots(self):
        """The points of the screen at which a view is touched, with its id and whether it waits for a long press."""
        nodes = list(self.witness.tree())
        for node in nodes:
            nodes.extend(node.get("subviews", []))
        found = {}
        for node in nodes:
            if node.get("isHidden") or not isinstance((node.get("at") or node["frame"])[2], float):
                continue
            width, height = (node.get("at") or node["frame"])[2:]
            x, y = self.witness.convert(width / 2, height / 2, node["id"])
            hit = self.witness.hit_test(x, y)
            if hit is not None and (hit == node["id"] or "gestureRecognizers" in node):
                found[round(x), round(y)] = node["id"], any("longPress" in one for one in node.get("gestureRecognizers", ()))
        return found

    def down(self, number, spot):
        return f"down {number} {spot[0]},{spot[1]}"

    def act(self, is_busy=False):
        """One step of the visitors: one finger or two at once on what is there now, or a finger beside it."""
        spots = list(self.spots())
        self.presses += 1
        choice = self.chance.random()
        if not spots or choice < 0.1:
            self.touch("down 1 3,3")
            self.touch("up 1")
        elif choice < 0.6 and len(spots) > 1:
            one, other = self.chance.sample(spots, 2)
            self.touch(f"{self.down(1, one)}; {self.down(2, other)}")
            self.touch("up 1; up 2")
        elif choice < 0.7:
            spot = self.chance.choice(spots)
            self.touch(self.down(1, spot))
            for step in (1, 2, 3):
                self.touch(f"move 1 {spot[0] + 60 * step},{spot[1]}")
            self.touch("up 1")
        else:
            # Twice: the second press meets a program that has not seen the first, if it is busy.
            spot = self.chance.choice(spots)
            for _ in range(2):
                self.touch(self.down(1, spot))
                self.touch("up 1")
        if not is_busy:
            self.settle()

    def every_pair(self):
        """Two fingers at once on each two of the views that are there at first."""
        for one, other in itertools.islice(itertools.combinations(list(self.spots()), 2), 20):
            self.presses += 1
            self.touch(f"{self.down(1, one)}; {self.down(2, other)}")
            self.touch("up 1; up 2")
            self.settle()

    def while_busy(self):
        """The program stands still while fingers press: what it sees then is no longer so."""
        for _ in range(STEPS):
            self.process.send_signal(signal.SIGSTOP)
            for _ in range(3):
                self.act(is_busy=True)
            self.process.send_signal(signal.SIGCONT)
            self.settle()

    def while_stopped(self):
        """The program stands still until more waits for it than the daemon keeps."""
        self.process.send_signal(signal.SIGSTOP)
        # Fingers that are cancelled are reported, and press nothing.
        pieces = [f"0 down 1 {x},{y}\n0 cancel 1\n" for x, y in list(self.spots()) or [(3, 3)]]
        script = "".join(itertools.islice(itertools.cycle(pieces), 1500))
        lost = self.witness.status()["lost"]
        for _ in range(8):
            device = self.witness.inject(script)
            self.until(lambda record: record["type"] == "device" and (record["device"], record["event"]) == (device, "removed"))
            if self.witness.status()["lost"] > lost:
                break
        self.waited = sum(client["queuedBytes"] for client in self.witness.status()["clients"])
        self.process.send_signal(signal.SIGCONT)
        self.settle()

    def held(self, spot, waits):
        """The middle of a gesture: a finger is down and has moved, or has been held long enough."""
        self.touch(self.down(1, spot))
        if waits:
            self.until(lambda record: record.get("state") == "began")
        else:
            for step in range(1, 4):
                self.touch(f"move 1 {spot[0] + 14 * step},{spot[1] + 9 * step}")
                if step == 1:
                    self.touch(f"down 2 {spot[0] + 40},{spot[1]}")

    def dies(self, how, spot=None, waits=False):
        """The daemon ends while fingers are down, and starts again."""
        if spot:
            self.held(spot, waits)
            self.settle()
        self.witness.close()
        self.daemon.restart(how)
        self.look()
        self.deaths += 1
        self.settle()

    def play(self, lines):
        """Plays a part of the program's script to its end; the fingers that are down then are cancelled."""
        device = self.witness.inject("".join(f"{time:.6f} {actions}\n" for time, actions in lines))
        self.until(lambda record: (record["type"], record.get("device"), record.get("event")) == ("device", device, "removed"))
        self.settle()

    def daemon_dies(self):
        for spot, (_, waits) in list(self.spots().items())[:12]:
            self.dies(signal.SIGKILL, spot, waits)
        for number in range(DEATHS):
            for _ in range(3):
                self.act()
            spots = self.spots()
            spot = self.chance.choice(list(spots)) if spots else None
            self.dies(signal.SIGTERM if number % 3 == 0 else signal.SIGKILL, spot, spot and spots[spot][1])

    def reloads(self):
        """The file is read again: as it was, without any view, and as it was again; fingers are down each time."""
        header = self.configuration.split("\napplication:")[0]
        empty = header + "\napplication:\n  windows:\n    - id: main\n"
        for text in (self.configuration, empty, self.configuration):
            for spot in list(self.spots())[:1]:
                self.held(spot, False)
            self.daemon.configure(text)
            self.witness.reload(force=True)
            self.settle()
            self.cancel_fingers()
            for _ in range(4):
                self.act()

    def cancel_fingers(self):
        for number in (1, 2):
            try:
                self.touch(f"cancel {number}")
            except responderd.Refused:
                pass  # The new file has ended it.

    def works(self):
        """Whether the program does something when everything is touched: it prints, changes the tree or writes a file."""
        def seen():
            files = {entry.name: entry.stat().st_mtime_ns for entry in os.scandir(self.program.folder)}
            return len(self.lines), files, self.witness.tree()
        end = time.monotonic() + PATIENCE
        before = seen()
        while seen() == before:
            if time.monotonic() > end:
                raise Failure("it does nothing more")
            self.act()
            if self.program.script:
                self.play(self.program.script)
            for spot, (_, waits) in self.spots().items():
                self.held(spot, waits)
                self.touch("up 1" if waits else "up 1; up 2")
            self.settle()


def check(program, daemon_program):
    """What is the matter with a program, or None; and what it went through."""
    try:
        with Panel(program, daemon_program) as panel:
            at = "start"
            try:
                for at in ("every_pair", "while_busy", "while_stopped", "daemon_dies", "reloads", "works"):
                    getattr(panel, at)()
            except (Failure, responderd.ResponderError) as failure:
                return f"{at.replace('_', ' ')}: {failure}\n" + "".join(panel.lines[-25:]), ""
            return None, f"{panel.presses} presses, {panel.deaths} deaths of the daemon, {panel.waited} bytes waited"
    except Exception as error:  # One that breaks off is a failure like any other.
        if "ROUGH_TRACE" in os.environ:
            raise
        return f"{type(error).__name__}: {error}", ""


def recipes_of_documents(folder):
    """What documents replay without a program: the name, the configuration and the script of fingers."""
    found = {}
    for block, home in blocks_in_homes(os.path.join(folder, "recipes")):
        for names in re.findall(r"^\$ responderctl replay --config (\w+\.yaml)\b.* (\w+\.touch)\b", block.text, re.M):
            files = tuple(os.path.join(home, name) for name in names)
            if all(map(os.path.exists, files)) and " down " in read(files[1]):
                found.setdefault(files, str(block))
    return [(name, *files) for files, name in found.items()]


def check_recipe(name, configuration, script, daemon_program):
    """After its daemon was killed in the middle of a gesture, a recipe does what it did before."""
    lines = hurried(read(script))
    with responderd.testing.Daemon(configuration, daemon_program) as daemon:
        def play(lines, is_over):
            with daemon.client(reconnects=False) as client:
                client.subscribe(types=["touches", "gesture", "control", "scroll", "device", "raw"])
                client.inject("".join(f"{time:.6f} {actions}\n" for time, actions in lines))
                seen, end = [], time.monotonic() + PATIENCE
                while (record := client.next(max(0, end - time.monotonic()))) is not None:
                    phase = record.get("phase") or record.get("state") or record.get("event")
                    if phase not in (None, "moved", "changed", "decelerating", "zooming"):
                        seen.append((record["type"], record.get("responder") or record.get("recognizer") or record.get("control")
                                     or record.get("view"), phase))
                    if is_over(record):
                        return sorted(seen, key=str)
            raise Failure(f"the fingers of {script} have not come to an end within {PATIENCE} s")

        def is_removed(record):
            return (record["type"], record.get("event")) == ("device", "removed")
        # What springs or coasts comes to rest before the fingers' device goes.
        rest = [(lines[-1][0] + 2, "wait")]
        before = play(lines + rest, is_removed)
        middle = next(index for index, (_, actions) in enumerate(lines) if "up" in actions)
        play(lines[:middle] + [(PATIENCE, "wait")], lambda record: record["type"] != "device")
        daemon.restart(signal.SIGKILL)
        after = play(lines + rest, is_removed)
        if before != after or len(before) < 3:
            return f"✘ {name}: after the death of its daemon it does {after}, not {before}"
        return f"✔ {name}: does the same after the death of its daemon"


def check_all(names, daemon_program, gateway):
    """Checks the programs of the documents and of the clients with these names; gives a list of whether each passed."""
    folder = tempfile.mkdtemp(prefix="responder-rough-")
    passed = []
    try:
        programs = []
        for name in names:
            found = list(programs_of_documents(folder) if name == "documents" else programs_of_examples(name, folder, gateway))
            if not found:
                raise Failure(f"{name}: no program was found")
            programs += found
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            results = pool.map(lambda program: check(program, daemon_program), programs)
            for program, (problem, summary) in zip(programs, results):
                print(f"✘ {program.name}: {problem}" if problem else f"✔ {program.name}: stays whatever happens ({summary})", flush=True)
                passed.append(not problem)
            recipes = recipes_of_documents(folder) if "documents" in names else []
            for words in pool.map(lambda recipe: check_recipe(*recipe, daemon_program), recipes):
                print(words, flush=True)
                passed.append(words.startswith("✔"))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return passed
