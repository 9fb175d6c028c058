#!/usr/bin/env python3
"""Many panels at one broker: recorded fingers on each, how much arrives, when, and what it costs.

    Tests/Benchmarks/fleet.py [--panels N] [--seconds N] [--programs FOLDER]

Most panels are played by one process, which says what responder-mqtt would say about a recording that
repeats, each with a connection of its own; a few are real. One subscriber reads everything. Then more and
more fingers are played, until the broker or the subscriber falls behind. The end of the output is what
docs/fleet.md says under Measurements.
"""

import argparse
import json
import math
import multiprocessing
import os
import random
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
sys.path.insert(0, os.path.join(PROJECT, "Tests", "EndToEnd"))
from mqtt_lab import Lab, Program, wait_until  # noqa: E402
from table import Row  # noqa: E402

KIOSK = os.path.join(PROJECT, "config", "examples", "kiosk.yaml")
RECORDING = os.path.join(PROJECT, "config", "examples", "demo.touch")
REAL = 4
MOVES = 10  # in a second, as the bridge's publish.rate is


# MQTT 3.1.1, as much as this needs.

def packet(kind, body):
    length, head = len(body), bytearray([kind])
    while True:
        head.append(length % 128 | (128 if length > 127 else 0))
        length //= 128
        if not length:
            return bytes(head) + body


def text(value):
    data = value.encode()
    return len(data).to_bytes(2, "big") + data


def connect(port, name):
    link = socket.create_connection(("127.0.0.1", port), 20)
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    link.sendall(packet(0x10, text("MQTT") + b"\x04\x02\x00\x78" + text(name)))
    answer = link.recv(4)
    assert answer[:1] == b"\x20" and answer[3] == 0, answer
    return link


def recorded(programs):
    """The messages of one repetition: the second, the rest of the topic, whether it is a move, the record."""
    found = subprocess.run([f"{programs}/responderctl", "replay", "--config", KIOSK, RECORDING],
                           capture_output=True, text=True, check=True).stdout
    messages, last = [], {}
    for line in found.splitlines():
        record = json.loads(line)
        subject = next((record[name] for name in ("recognizer", "control", "view", "responder", "device")
                        if name in record), "x")
        is_move = record.get("phase", record.get("state")) in ("moved", "changed") \
            or "Drag" in record.get("event", "")
        key = (record["type"], subject)
        if is_move and record["t"] - last.get(key, -1) < 1 / MOVES:
            continue
        last[key] = record["t"] if is_move else -1
        messages.append((record["t"], f"{record['type']}/{subject}", is_move, line))
    return messages, messages[-1][0] + 1


def play(port, count, share, seconds, messages, length, result):
    """Plays panels, each at its own place in the recording; share is how often the recording runs at once."""
    links = [connect(port, f"panel-{number}") for number in range(count)]
    poll = selectors.DefaultSelector()
    for link in links:
        link.setblocking(False)
        poll.register(link, selectors.EVENT_READ)
    # When what is due: each panel goes through the recording as often as the share says.
    schedule = []
    for number in range(count):
        runs = int(share) + (random.random() < share % 1)
        for _ in range(runs):
            start = random.uniform(-length, 0)
            while start < seconds:
                schedule += [(start + at, number, topic, is_move, line) for at, topic, is_move, line in messages
                             if 0 <= start + at < seconds]
                start += length
    schedule.sort(key=lambda one: one[0])
    sent, lag, stuck, began, cpu = 0, 0.0, 0, time.monotonic(), time.process_time()
    for index, (due, number, topic, is_move, line) in enumerate(schedule):
        now = time.monotonic() - began
        if due > now or index % 200 == 0:
            for key, _ in poll.select(max(0, due - now)):
                key.fileobj.recv(65536)  # Acknowledgements.
        wait = due - (time.monotonic() - began)
        if wait > 0:
            time.sleep(wait)
        lag = max(lag, -wait)
        payload = f'{{"panel":"panel-{number}","sent":{time.monotonic_ns()},{line[1:]}'
        body = text(f"fleet/panel-{number}/{topic}") + (b"" if is_move else (index % 65535 + 1).to_bytes(2, "big"))
        try:
            links[number].send(packet(0x30 if is_move else 0x32, body + payload.encode()))
            sent += 1
        except BlockingIOError:
            stuck += 1
    time.sleep(1)
    result.put({"sent": sent, "stuck": stuck, "lag": lag, "seconds": time.monotonic() - began - 1,
                "cpu": time.process_time() - cpu})


def listen(port, topic, control, result):
    """Reads all messages, and keeps the delays in microseconds, until its input closes."""
    link = connect(port, f"reader-{os.getpid()}")
    link.sendall(packet(0x82, b"\0\1" + text(topic) + b"\0"))
    control.send("ready")
    link.settimeout(0.2)
    data, delays, others, asked = b"", [], 0, time.monotonic()
    while not control.poll():
        if time.monotonic() - asked > 30:
            asked = time.monotonic()
            link.sendall(b"\xc0\0")
        try:
            data += link.recv(1 << 20)
        except TimeoutError:
            continue
        now, at = time.monotonic_ns(), 0
        while at + 2 <= len(data):
            length, shift, place = 0, 0, at + 1
            while place < len(data):
                length |= (data[place] & 127) << shift
                shift, place = shift + 7, place + 1
                if data[place - 1] < 128:
                    break
            else:
                break
            if place + length > len(data):
                break
            mark = data.find(b'"sent":', place, min(place + 200, place + length))
            if mark >= 0:
                delays.append((now - int(data[mark + 7:data.index(b",", mark)])) // 1000)
            elif data[at] & 0xF0 == 0x30:
                others += 1
            at = place + length
        data = data[at:]
    result.put((delays, others))


def processor(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Reader:
    """A subscriber in a process of its own."""

    def __init__(self, port, topic):
        self.result, (self.control, other) = multiprocessing.Queue(), multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=listen, args=(port, topic, other, self.result))
        self.process.start()
        assert self.control.poll(20) and self.control.recv() == "ready"

    def end(self):
        self.control.send("end")
        answer = self.result.get(timeout=60)
        self.process.join()
        return answer


def quantiles(delays):
    delays = sorted(delays) or [0]
    return statistics.median(delays), delays[min(len(delays) - 1, int(len(delays) * 0.99))]


def baseline(lab, seconds):
    """mosquitto_pub alone at the same broker: 50 lines in a second."""
    reader = Reader(lab.port, "base/#")
    publisher = subprocess.Popen(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(lab.port), "-t", "base/one", "-l",
                                  "-q", "1"], stdin=subprocess.PIPE)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        publisher.stdin.write(b'{"sent":%d,"x":1}\n' % time.monotonic_ns())
        publisher.stdin.flush()
        time.sleep(0.02)
    publisher.stdin.close()
    publisher.wait(20)
    return quantiles(reader.end()[0])


def start_real(lab, number):
    """A daemon that plays the recording again and again, and its bridge."""
    folder = os.path.join(lab.folder, f"real-{number}")
    os.makedirs(folder)
    daemon = Program(lab, [f"{lab.bin}/responderd", "--config", KIOSK, "--socket", f"{folder}/socket", "--source",
                           f"recording:{RECORDING},repeat", "--log", "error"])
    wait_until("the daemon listens", lambda: os.path.exists(f"{folder}/socket"))
    path = lab.file(f"real-{number}.yaml", f"broker: {{ host: 127.0.0.1, port: {lab.port} }}\nprefix: fleet\n"
                    f"panel: real-{number}\nsocket: {folder}/socket\n")
    return daemon, Program(lab, [f"{lab.bin}/responder-mqtt", "--config", path, "--log", "error"])


def measure(lab, panels, share, seconds, messages, length, real=()):
    reader, result = Reader(lab.port, "fleet/#"), multiprocessing.Queue()
    player = multiprocessing.Process(target=play, args=(lab.port, panels, share, seconds, messages, length, result))
    pids = [lab.broker.process.pid] + [program.process.pid for pair in real for program in pair]
    player.start()
    before, start = [processor(pid) for pid in pids], time.monotonic()
    sent = result.get(timeout=seconds * 3 + 120)
    passed = time.monotonic() - start
    costs = [(processor(pid) - old) / passed for pid, old in zip(pids, before)]
    player.join()
    delays, others = reader.end()
    median, p99 = quantiles(delays)
    return {"panels": panels, "share": share, "out": sent["sent"] / sent["seconds"], "sent": sent["sent"],
            "arrived": len(delays), "others": others, "lag": sent["lag"], "player": sent["cpu"] / sent["seconds"],
            "median": median, "p99": p99, "broker": costs[0],
            "daemon": statistics.mean(costs[1::2]) if real else None,
            "bridge": statistics.mean(costs[2::2]) if real else None}


def keeps_up(step):
    """Whether everything arrived in time, and was sent in time."""
    return step["arrived"] == step["sent"] and step["p99"] < 1_000_000 and step["lag"] < 1


def document(alone, usual, steps, rate):
    """The table and the sentences of docs/fleet.md."""
    good = [step for step in steps if keeps_up(step)] or [usual]
    bad = next((step for step in steps if not keeps_up(step)), None)
    every = next((step for step in steps if step["share"] == 1), good[-1])
    panels = usual["panels"]

    def time(microseconds):
        milliseconds = microseconds / 1000
        if milliseconds >= 1000:
            return f"{milliseconds / 1000:.1f} s"
        return f"{milliseconds:.0f} ms" if milliseconds >= 2 else f"{milliseconds:.1f} ms"

    def row(name, one):
        return f"| {name} | {one['out']:,.0f} | {time(one['median'])} | {time(one['p99'])} | {one['broker'] * 100:.0f} % |"
    lines = [row("one panel in ten", usual), row("every panel", every)]
    lines += [row(f"as {one['share'] * panels:,.0f} panels", one) for one in (good[-1], bad) if one and one is not every]
    lost = sum(one["sent"] - one["arrived"] for one in [usual, *good])
    # A node is used up to what was measured without a wait, rounded down to two digits.
    node = good[-1]["out"]
    node -= node % 10 ** max(0, math.floor(math.log10(node)) - 1)
    fleet = 50_000
    lines += [
        f"lost: {lost} of {sum(one['sent'] for one in [usual, *good]):,}",
        f"it ends between {good[-1]['out']:,.0f} and " + (f"{bad['out']:,.0f}" if bad else "more than was tried")
        + f" messages a second; mosquitto_pub alone: {time(alone[0])}, 99 % {time(alone[1])}",
        f"a panel that is touched all the time: {rate:.1f} messages a second, bridge {usual['bridge'] * 100:.2f} %, "
        f"daemon {usual['daemon'] * 100:.2f} % of a processor",
        f"at {node:,.0f} messages a second for each node, {fleet:,} panels that are all touched send {fleet * rate:,.0f}: "
        f"{math.ceil(fleet * rate / node)} nodes; with one in ten touched {math.ceil(fleet * rate / 10 / node)}",
    ]
    return "\n".join(lines)


def figures(programs, panels=1000, seconds=15):
    """Everything: mosquitto_pub alone, all panels, and more fingers until it ends."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < panels + 200:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, panels + 1000), hard))
    messages, length = recorded(programs)
    lab = Lab(programs)
    try:
        lab.start_broker("allow_anonymous true\nlog_type error\nmax_queued_messages 100000\n")
        alone = baseline(lab, 5)
        real = [start_real(lab, number) for number in range(REAL)]
        # One panel in ten is touched at any moment, which is a busy station.
        usual = measure(lab, panels, 0.1, seconds, messages, length, real)
        for pair in real:
            for program in pair:
                program.end()
        steps = []
        for share in (0.5, 1, 2, 4, 8, 16, 32):
            steps.append(measure(lab, panels, share, max(5, seconds / 2), messages, length))
            if not keeps_up(steps[-1]):
                break
        return alone, usual, steps, len(messages) / length
    finally:
        lab.close()


def rows(project):
    (alone, alone99), usual, steps, _ = figures(os.path.join(project, ".build", "release"))
    good = [usual] + [step for step in steps if keeps_up(step)]
    name = f"{usual['panels']:,} panels at one broker"
    return [
        Row(f"{name}: messages", usual["out"], "/s", [("at most", max(one["out"] for one in good))]),
        Row(f"{name}: lost", usual["sent"] - usual["arrived"], "", budget=0),
        Row(f"{name}: delay, median", usual["median"] * 1000, "ns", [("mosquitto_pub alone", alone * 1000)]),
        Row(f"{name}: delay, p99", usual["p99"] * 1000, "ns", [("mosquitto_pub alone", alone99 * 1000)],
            budget=1e9),
        Row(f"{name}: the broker's share of a CPU", usual["broker"] * 100, "%"),
        Row("a panel that is touched all the time: the bridge's share of a CPU", usual["bridge"] * 100, "%",
            [("its daemon", usual["daemon"] * 100)]),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--panels", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--programs", default=os.path.join(PROJECT, ".build", "release"))
    options = parser.parse_args()
    alone, usual, steps, rate = figures(os.path.abspath(options.programs), options.panels, options.seconds)
    print(f"one panel that is touched all the time says {rate:.1f} messages a second")
    print(f"mosquitto_pub alone: median {alone[0] / 1000:.2f} ms, p99 {alone[1] / 1000:.2f} ms")
    for one in [usual, *steps]:
        print(f"{one['panels']} panels, {one['share'] * 100:.0f} % touched: {one['out']:.0f} messages/s, "
              f"{one['arrived']} of {one['sent']} arrived, median {one['median'] / 1000:.2f} ms, "
              f"p99 {one['p99'] / 1000:.2f} ms, broker {one['broker'] * 100:.0f} % of a CPU, player "
              f"{one['player'] * 100:.0f} %, late by at most {one['lag'] * 1000:.0f} ms")
    print(f"a real panel: bridge {usual['bridge'] * 100:.2f} % of a CPU, daemon {usual['daemon'] * 100:.2f} %, "
          f"{usual['others']} messages of {REAL} panels")
    print("\ndocs/fleet.md, Measurements:\n" + document(alone, usual, steps, rate))


if __name__ == "__main__":
    main()
