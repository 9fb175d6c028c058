"""Figures of whole processes: start, memory, wake-ups, replay."""

import os
import resource
import socket
import statistics
import subprocess
import tempfile
import time

from table import Row

FRAMES = 100_000


def configuration(views):
    """A window of so many views, each a responder of its own, at most a thousand of them side by side."""
    lines = ["screens:", "  panel: { size: [16000, 16000] }", "socket: { mode: \"0666\" }",
             "application:", "  windows:", "    - id: main", "      screen: panel", "      subviews:"]
    for number in range(views):
        row, column = divmod(number, 1000)
        if views > 1000 and column == 0:
            lines += [f"        - id: row{row}", f"          frame: [0, {row * 16}, 16000, 16]", "          subviews:"]
        indent, y = ("            ", 0) if views > 1000 else ("        ", row * 16)
        lines.append(f"{indent}- {{ id: v{number}, frame: [{column * 16}, {y}, 12, 12], handles: [touches] }}")
    return "\n".join(lines) + "\n"


def recording(frames=FRAMES, fingers=2):
    """So many fingers that go down, move, and come up, again and again."""
    lines, moment = [], 0.0
    places = [(finger + 1, 105 + 200 * finger) for finger in range(fingers)]
    while len(lines) < frames:
        lines.append(f"{moment:.6f} " + "; ".join(f"down {finger} {x},{x}" for finger, x in places))
        for step in range(60):
            moment += 0.008333
            lines.append(f"{moment:.6f} "
                         + "; ".join(f"move {finger} {x + step}.5,{x}" for finger, x in places))
        moment += 0.008333
        lines.append(f"{moment:.6f} " + "; ".join(f"up {finger}" for finger, _ in places))
        moment += 1
    return "\n".join(lines) + "\n"


class Daemon:
    """A daemon with a private socket, from its start to its end."""

    def __init__(self, project, folder, config):
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        address = os.path.join(folder, "notify")
        if os.path.exists(address):
            os.unlink(address)
        self.notify.bind(address)
        self.notify.settimeout(20)
        idle = os.path.join(folder, "idle.touch")
        with open(idle, "w", encoding="utf-8") as file:
            file.write("3600.000 wait\n")
        command = [os.path.join(project, ".build/release/responderd"), "--config", config,
                   "--socket", os.path.join(folder, "socket"), "--source", f"recording:{idle}"]
        start = time.monotonic()
        self.process = subprocess.Popen(command, env={**os.environ, "NOTIFY_SOCKET": address},
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            while b"READY=1" not in self.notify.recv(4096):
                pass
        except TimeoutError:
            self.process.kill()
            raise SystemExit(f"bench: responderd did not become ready: {self.process.stderr.read()!r}")
        self.ready = (time.monotonic() - start) * 1e9

    def status(self, key):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith(key + ":"):
                    return int(line.split()[1])
        raise KeyError(key)

    def wakeups(self, seconds):
        time.sleep(0.5)  # What starting left to do is done.
        before = self.status("voluntary_ctxt_switches")
        time.sleep(seconds)
        return self.status("voluntary_ctxt_switches") - before

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        self.notify.close()


def cpu_of(command, stdin=None):
    """Wall and CPU nanoseconds of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall * 1e9, cpu * 1e9


def rows(project, floor, rounds):
    """Start, memory and replay, the median of so many runs."""
    with tempfile.TemporaryDirectory() as folder:
        return start_and_memory(project, folder, rounds) + replay(project, folder, floor, rounds)


def start_and_memory(project, folder, rounds):
    configs = {}
    for views in (10, 500, 5_000):
        configs[views] = os.path.join(folder, f"{views}.yaml")
        with open(configs[views], "w", encoding="utf-8") as file:
            file.write(configuration(views))
    ready, rss, wakeups, scan = {views: [] for views in configs}, {views: [] for views in configs}, [], []
    anonymous = []
    for number in range(max(rounds, 5)):
        scan.append(cpu_of(["libinput", "list-devices"])[0])
        for views, config in configs.items():
            daemon = Daemon(project, folder, config)
            ready[views].append(daemon.ready)
            rss[views].append(daemon.status("VmRSS") / 1024)
            if views == 10:
                anonymous.append(daemon.status("RssAnon") / 1024)
                if number == 0:
                    wakeups.append(daemon.wakeups(2))
            daemon.stop()
    scanned = [("libinput list-devices", min(scan))]
    grown = statistics.median(rss[5_000]) - statistics.median(rss[10])
    text = (os.path.getsize(configs[5_000]) - os.path.getsize(configs[10])) / 4_990
    return [
        Row("start to READY, 10 views, best", min(ready[10]), "ns", scanned, 5e6),
        Row("start to READY, 500 views, best", min(ready[500]), "ns", scanned, 10e6),
        Row("start to READY, 5,000 views, best", min(ready[5_000]), "ns", scanned, 50e6),
        Row("anonymous memory idle, 10 views", statistics.median(anonymous), "MB", [], 2),
        Row("RSS idle, 10 views", statistics.median(rss[10]), "MB", [], 13),
        Row("RSS of a view, parsing included", grown * 1024 * 1024 / 4_990, "bytes",
            [("its line of configuration", text)], 2048),
        Row("wake-ups in 2 s without a finger", wakeups[0], "", [], 0),
    ]


def replay_memory(project, folder, frames):
    """The most memory of its own, in bytes, that a process takes which plays a recording of so many frames."""
    path, config = os.path.join(folder, f"{frames}.touch"), os.path.join(folder, "memory.yaml")
    for name, text in ((path, recording(frames)), (config, configuration(10))):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    command = [os.path.join(project, ".build/release/responderctl"), "replay", "--config", config, path]
    most = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as player:
        while player.stdout.read(1 << 20):
            with open(f"/proc/{player.pid}/status", encoding="ascii") as status:
                own = [int(line.split()[1]) for line in status if line.startswith("RssAnon:")]
            most = max([most, *own])
    if player.returncode:
        raise SystemExit(f"bench: {' '.join(command)} ended with {player.returncode}")
    return most * 1024


def replay(project, folder, floor, rounds):
    path, config = os.path.join(folder, "fingers.touch"), os.path.join(folder, "10.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(recording())
    with open(path, encoding="utf-8") as file:
        frames = sum(1 for _ in file)
    command = [os.path.join(project, ".build/release/responderctl"), "replay", "--config", config, path]
    many = os.path.join(folder, "ten.touch")
    with open(many, "w", encoding="utf-8") as file:
        file.write(recording(fingers=10))
    ours, ten, base = [], [], []
    for _ in range(rounds):
        ours.append(cpu_of(command)[1] / frames)
        ten.append(cpu_of([*command[:-1], many])[1] / frames)
        with open(path, encoding="utf-8") as file:
            base.append(cpu_of([floor], stdin=file)[1] / frames)
    mine = statistics.median(ours)
    return [
        Row("replay: a frame of two fingers, text in to lines out", mine, "ns",
            [("C that reads and writes", statistics.median(base))], 2.5 * statistics.median(base)),
        Row("replay: frames in a second", 1e9 / mine, "", [], 300_000, at_least=True),
        Row("replay: frames of ten fingers in a second", 1e9 / statistics.median(ten), "", [], 300_000,
            at_least=True),
    ]
