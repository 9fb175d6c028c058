"""What the gateway adds: one page at 120 Hz with ten fingers, beside a program on the daemon's own socket."""

import json
import os
import subprocess
import sys
import threading
import time

from table import Row

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Web"))
from stage import Stage, WebSocket  # noqa: E402

FRAMES = 300
FINGERS = 10


def script():
    """Ten fingers that move in every frame, as a touch script."""
    lines = []
    for frame in range(FRAMES):
        word = "down" if frame == 0 else "move"
        moves = "; ".join(f"{word} {finger} {20 + finger * 40},{100 + frame % 200}" for finger in range(1, FINGERS + 1))
        lines.append(f"{frame / 120:.4f} {moves}")
    lines.append(f"{FRAMES / 120:.4f} " + "; ".join(f"up {finger}" for finger in range(1, FINGERS + 1)))
    return "\n".join(lines)


def processor_seconds(process):
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read(lines, arrivals):
    """Notes when each record arrived, until the injected device has gone."""
    for line in lines:
        now = time.monotonic_ns()
        record = json.loads(line)
        if "seq" in record:
            arrivals[record["seq"]] = now
        if record.get("type") == "device" and record.get("event") == "removed":
            return


def messages(page):
    while True:
        yield page.message()


def dom_figures():
    """What a page in chromium measures."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dom.py")
    done = subprocess.run(["/usr/bin/python3", program], capture_output=True, text=True, timeout=120, check=True)
    return json.loads(done.stdout)


def rows(_project):
    with Stage() as stage:
        gateway = stage.start_gateway()
        client, lines = stage.subscriber()
        with WebSocket(gateway.port) as page:
            page.socket.settimeout(30)
            client.settimeout(30)
            page.message()
            wish = json.dumps({"id": 1, "subscribe": {}})
            page.send(wish)
            page.message()
            print(wish, file=lines, flush=True)
            lines.readline()
            direct, through = {}, {}
            readers = [threading.Thread(target=read, args=(lines.reader, direct)),
                       threading.Thread(target=read, args=(messages(page), through))]
            before = processor_seconds(gateway)
            began = time.monotonic()
            page.send(json.dumps({"id": 2, "inject": {"script": script()}}))
            for reader in readers:
                reader.start()
            for reader in readers:
                reader.join()
            share = (processor_seconds(gateway) - before) / (time.monotonic() - began) * 100
        client.close()
    added = sorted(through[seq] - direct[seq] for seq in direct.keys() & through.keys())
    if not added:
        raise AssertionError("no record came both ways")
    page = dom_figures()
    return [
        Row("gateway: added to the way of a record, half of them", max(0, added[len(added) // 2]), "ns", [], 1_000_000),
        Row("gateway: processor for a page at 120 Hz, ten fingers", share, "%", [], 5),
        Row("page: from a frame to the event of its element, half of them", page["half"], "ns", [], 1e9 / 60),
        Row("page: from a frame to the event of its element, 99 %", page["most"], "ns", [], 50e6),
        Row("page: processor of chromium at 120 Hz, ten fingers", page["share"], "%", [], 100),
    ]
