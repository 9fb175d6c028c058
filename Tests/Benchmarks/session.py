"""Long sessions: memory after a million frames, and lateness with a thousand subscribers."""

import json
import os
import signal
import subprocess
import tempfile
import time

from fanout import MOST, connect
from processes import configuration
from table import Row

STEPS = 50_000
WARM, ALL = 4 * STEPS, 24 * STEPS
# A busy machine lets the daemon wait, and its next turn has all frames since then, which takes memory that stays. So the
# longest wait, in seconds, comes before memory is compared.
STALL = 2
# Seconds between two frames; the reader must keep pace, or the buffers show how late it was.
PAUSE = 40e-6
RATE, SECONDS = 120, 3


def rows(project):
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o711)
        config = os.path.join(folder, "10.yaml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(configuration(10))
        return million(project, folder, config) + crowd(project, folder, config)


class Program:
    """A daemon that plays a recording, and a connection that asks it."""

    def __init__(self, project, folder, config, lines, repeats):
        path = os.path.join(folder, "fingers.touch")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        self.socket = os.path.join(folder, "socket")
        self.process = subprocess.Popen(
            [os.path.join(project, ".build/release/responderd"), "--config", config, "--socket",
             self.socket, "--log", "error", "--source",
             f"recording:{path}{',repeat' if repeats else ''}"])
        self.peer = connect(self.socket, b"")
        self.peer.setblocking(True)
        self.answers = self.peer.makefile("rb")
        self.answers.readline()

    def status(self):
        self.peer.sendall(b'{"id":1,"status":{}}\n')
        return json.loads(self.answers.readline())["result"]

    def memory(self):
        """The kilobytes that are its own: what grows when something is kept."""
        # All pages are counted for it. The kernel adds to the counts in "status" only now and then.
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Anonymous:"))

    def wait_for(self, frames, seconds=300):
        deadline = time.monotonic() + seconds
        while (status := self.status())["frames"] < frames:
            if time.monotonic() > deadline:
                raise SystemExit(f"bench: {status['frames']} of {frames} frames in {seconds} s")
            time.sleep(0.2)
        return status

    def stop(self):
        self.peer.close()
        self.process.terminate()
        self.process.wait(20)


def million(project, folder, config):
    """Two fingers in a million frames and those before, and a program that reads every record."""
    lines, moment = [], 0.0
    while len(lines) < STEPS:
        lines.append(f"{moment:.6f} down 1 105,5; down 2 5,5")
        for step in range(98):
            moment += PAUSE
            lines.append(f"{moment:.6f} move 1 {105 + step % 7},5; move 2 {5 + step % 7},5")
        moment += PAUSE
        lines.append(f"{moment:.6f} up 1; up 2")
        moment += PAUSE
    program = Program(project, folder, config, lines, repeats=True)
    reader = subprocess.Popen(
        ["python3", "-c", READER, program.socket], stdout=subprocess.PIPE, text=True)
    try:
        program.wait_for(WARM // 2)
        program.process.send_signal(signal.SIGSTOP)
        time.sleep(STALL)
        program.process.send_signal(signal.SIGCONT)
        program.wait_for(WARM)
        before = program.memory()
        status = program.wait_for(ALL)
        grown = program.memory() - before
    finally:
        program.stop()
    ended, live, lost = map(int, reader.communicate(timeout=60)[0].split())
    if not lost and ended < ALL // 60:
        raise SystemExit(f"bench: expected the ends of {ALL // 60} touches or more, found {ended}")
    return [
        Row(f"memory grown from frame {WARM:,} to {status['frames']:,}", grown * 1024, "bytes", [],
            64 * 1024),
        Row(f"of {ended:,} touches meanwhile, without an end", live, "", [], 0),
        # Only on a machine that has no time for the reader.
        Row("times that their reader lost records meanwhile", lost, "", [], 0),
    ]


READER = """
import json, socket, sys
peer = socket.socket(socket.AF_UNIX)
peer.connect(sys.argv[1])
peer.sendall(b'{"id":1,"subscribe":{"types":["touches"],"snapshot":true}}\\n')
live, ended, lost = set(), 0, 0
for line in peer.makefile("rb"):
    record = json.loads(line)
    ids = {touch["id"] for touch in record.get("touches", ())}
    if record["type"] == "snapshot" or record.get("phase") == "began": live |= ids
    elif record.get("phase") in ("ended", "cancelled"): live -= ids; ended += len(ids)
    elif record["type"] == "lost": lost += 1
print(ended, len(live), lost)
"""


def crowd(project, folder, config):
    """Two fingers at 120 Hz for a thousand subscribers: how late the last of them receives a record."""
    lead = 5.0
    frames = RATE * SECONDS
    lines = [f"{lead:.6f} down 1 105,5; down 2 5,5"]
    lines += [f"{lead + frame / RATE:.6f} move 1 {105 + frame % 7},5; move 2 {5 + frame % 7},5"
              for frame in range(1, frames)]
    lines.append(f"{lead + SECONDS:.6f} up 1; up 2")
    lines.append(f"{lead + SECONDS + 60:.6f} wait")
    program = Program(project, folder, config, lines, repeats=False)
    # The records fit into the sockets, so the daemon continues although no subscriber reads.
    peers = [connect(program.socket, b'{"id":1,"subscribe":{"types":["touches"]}}\n', number)
             for number in range(MOST)]
    try:
        status = program.wait_for(frames + 1)
    finally:
        program.stop()
    for peer in peers:
        peer.close()
    latency = status["latency"]
    return [Row(f"{MOST:,} subscribers at {RATE} Hz: {what} frame until its last write",
                latency[key] * 1000, "ns", [("a frame lasts", 1e9 / RATE)], 1e9 / RATE)
            for what, key in (("the median", "p50"), ("one in a hundred of them, a", "p99"),
                              ("the latest", "longest"))]
