"""The cost of many subscribers, beside a C program that only writes to as many sockets."""

import contextlib
import json
import math
import os
import resource
import selectors
import socket
import statistics
import subprocess
import tempfile
import time

from processes import configuration
from table import Row

END = b'"phase":"ended"'
SECONDS = 2
FRAMES = 120 * SECONDS
# The recording waits so many seconds for all subscribers, and is so many times slower: on a machine that had no
# time for it, it is played again.
TRIES = (3.0, 1), (15.0, 4), (60.0, 16)


def recording(lead, slower):
    lines = [f"{lead:.6f} down 1 105,5; down 2 5,5"]
    for frame in range(1, FRAMES):
        moment = lead + slower * frame / 120
        lines.append(f"{moment:.6f} move 1 {105 + frame % 7},5; move 2 {5 + frame % 7},5")
    lines.append(f"{lead + slower * SECONDS:.6f} up 1; up 2")
    lines.append("3600 wait")
    return "\n".join(lines) + "\n"


def cpu_of(pid):
    """Nanoseconds of CPU time that a process has used."""
    with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
        return int(file.read().split()[0])


# The daemon has at most 256 connections of one user. Root connects as several users; who is not root measures fewer.
OF_USER, FIRST_USER = 250, 40_000
MOST = 1000 if os.geteuid() == 0 else OF_USER


def connect(path, request, number=0):
    """A connection with a request, the one with this number."""
    deadline = time.monotonic() + 10
    while True:
        peer = socket.socket(socket.AF_UNIX)
        try:
            if number >= OF_USER:
                os.seteuid(FIRST_USER + number // OF_USER)
            peer.connect(path)
            break
        except (FileNotFoundError, ConnectionRefusedError, BlockingIOError):
            peer.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        finally:
            if number >= OF_USER:
                os.seteuid(0)
    if request:
        peer.sendall(request)
    peer.setblocking(False)
    return peer


class TooLate(Exception):
    """The recording may have begun before all subscribers were connected."""


def drain(process, path, subscribers, request, begins=math.inf):
    """Connects all subscribers, reads until the process ends, and ends it when each one has the end of the touches;
    its CPU time and the bytes that each received."""
    waiting = selectors.DefaultSelector()
    peers = [connect(path, request, number if request else 0) for number in range(subscribers)]
    got = dict.fromkeys(peers, 0)
    for peer in peers:
        waiting.register(peer, selectors.EVENT_READ)
    # The recording waits: what the daemon does for a new subscriber is no part of a frame.
    greeted = set()
    while request and len(greeted) < subscribers:
        for key, _ in waiting.select(1):
            piece = key.fileobj.recv(65536)
            got[key.fileobj] += len(piece)
            if b'"reply"' in piece:
                greeted.add(key.fileobj)
    if time.monotonic() > begins:
        raise TooLate
    before = cpu_of(process.pid) if request else 0
    used, open_peers, missing, rest = 0, len(peers), len(peers), dict.fromkeys(peers, b"")
    while open_peers:
        for key, _ in waiting.select(1):
            try:
                piece = key.fileobj.recv(65536)
            except BlockingIOError:
                continue
            except ConnectionResetError:
                piece = b""
            got[key.fileobj] += len(piece)
            if not piece:
                waiting.unregister(key.fileobj)
                open_peers -= 1
            if END in rest[key.fileobj] + piece:
                missing -= 1
                if missing == 0:
                    process.terminate()
            rest[key.fileobj] = piece[1 - len(END):]
        try:
            used = max(used, cpu_of(process.pid))
        except (FileNotFoundError, ProcessLookupError):
            break
    for peer in peers:
        peer.close()
    return used - before, list(got.values())


def ours(project, folder, config, subscribers):
    for lead, slower in TRIES:
        with contextlib.suppress(TooLate):
            used, got = play(project, folder, config, subscribers, lead, slower)
            if min(got) >= max(got) - 200:
                return used, statistics.median(got) / FRAMES
    raise SystemExit(f"bench: expected that {subscribers} subscribers connect within {lead} s and receive the same "
                     f"records at {120 / slower} Hz, found that they do not; let the machine do less meanwhile")


def play(project, folder, config, subscribers, lead, slower):
    """The CPU time of one run, and the bytes that each subscriber received."""
    path, script = os.path.join(folder, "daemon"), os.path.join(folder, "fingers.touch")
    with open(script, "w", encoding="utf-8") as file:
        file.write(recording(lead, slower))
    begins = time.monotonic() + lead
    process = subprocess.Popen([os.path.join(project, ".build/release/responderd"), "--config", config, "--socket",
                                path, "--source", f"recording:{script}", "--log", "error"])
    try:
        request = json.dumps({"id": 1, "subscribe": {"types": ["touches"]}}).encode() + b"\n"
        return drain(process, path, subscribers, request, begins)
    finally:
        process.terminate()
        if process.wait(60):
            raise SystemExit(f"bench: responderd ended with {process.returncode}")


def theirs(folder, floor, subscribers, length):
    path = os.path.join(folder, "floor")
    if os.path.exists(path):
        os.unlink(path)
    process = subprocess.Popen([floor, path, str(subscribers), str(FRAMES), str(int(length))])
    used, _ = drain(process, path, subscribers, None)
    if process.wait(30):
        raise SystemExit("bench: the fan-out in C failed")
    return used


def rows(project, floor, rounds):
    """CPU time of one frame of two fingers for one subscriber."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    out = []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o711)
        config = os.path.join(folder, "config.yaml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(configuration(10))
        total = {}
        for subscribers in (1, 100, MOST):
            mine, base = [], []
            for _ in range(rounds):
                used, length = ours(project, folder, config, subscribers)
                mine.append(used / FRAMES / subscribers)
                base.append(theirs(folder, floor, subscribers, length) / FRAMES / subscribers)
            one, other = statistics.median(mine), statistics.median(base)
            out.append(Row(f"fan-out of a frame to {subscribers:,}, each", one, "ns",
                           [("C that only sends", other)], 1.5 * other if subscribers > 1 else None))
            total[subscribers] = (one * subscribers, other * subscribers)
        # Without the frame itself, which the floor does not make.
        one, other = ((many - few) / (MOST - 100) for few, many in zip(total[100], total[MOST]))
        out.append(Row(f"fan-out of a frame, one more of 100 to {MOST:,}", one, "ns", [("C that only sends", other)],
                       1.5 * other))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return out
