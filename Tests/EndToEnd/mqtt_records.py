"""Tests of how records become messages, word by word, for Tests/EndToEnd/mqtt."""

import json
import re
import socket
import threading
import time

from mqtt_lab import CONFIGURATION, Program, Subscriber
from waiting import wait_until

TYPES = ["touches", "unhandled", "gesture", "control", "action", "presses", "edit", "device", "activity", "raw", "explain"]
# A tap, a pan, a finger beside everything, a slider, a switch and a button.
SCRIPT = "0 down 1 50,50\n0.05 up 1\n" \
    "0.5 down 1 20,20\n" + "\n".join(f"{0.5 + 0.02 * step:.2f} move 1 {20 + 3 * step},20" for step in range(1, 40)) + "\n1.4 up 1\n" \
    "1.5 down 1 700,450\n1.55 up 1\n" \
    "1.6 down 1 100,320\n" + "\n".join(f"{1.6 + 0.02 * step:.2f} move 1 {100 + step},320" for step in range(1, 30)) + "\n2.3 up 1\n" \
    "2.4 down 1 320,320\n2.45 up 1\n2.5 down 1 450,320\n2.55 up 1\n"


class Lines:
    """The lines of a subscription on the daemon's own socket."""

    def __init__(self, lab, **subscription):
        self.client = socket.socket(socket.AF_UNIX)
        self.client.connect(f"{lab.folder}/socket")
        self.reader = self.client.makefile("r", encoding="utf-8")
        self.reader.readline()
        self.client.sendall((json.dumps({"id": 1, "subscribe": subscription}) + "\n").encode())
        assert json.loads(self.reader.readline())["type"] == "reply"
        self.found = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.reader:
            self.found.append(line.rstrip("\n"))

    def close(self):
        self.client.close()


def start(lab, publish, more=""):
    lab.start_broker()
    lab.start_daemon(more, CONFIGURATION.replace("[subscribe, edit", "[subscribe, raw, edit"))
    subscriber = Subscriber(lab, options=["-q", "2"])
    bridge = lab.start_bridge(publish)
    subscriber.wait("house/lobby/status", lambda word: word == "online")
    return subscriber, bridge


def lines_are_the_sockets(lab):
    """Each message is, byte by byte, the line of the socket with panel and instance before it, in the same order."""
    settings = {"types": TYPES, "rate": 1000}
    subscriber, _ = start(lab, f"publish: {{ types: [{', '.join(TYPES)}], rate: 1000, detail: true }}\n"
                          "qos: { moves: 1 }", "activity: { idleAfter: 1 }\n")
    lines = Lines(lab, detail=True, **settings)
    instance = lab.request(status={})["result"]["instance"]
    lab.play(SCRIPT)
    lab.request(set={"view": "red", "alpha": 0.9})
    subscriber.wait("house/lobby/edit/red")
    wait_until("the socket's last line", lambda: any('"alpha":0.9' in line for line in lines.found))
    lines.close()
    head = re.compile(rf'{{"time":\d+,"panel":"lobby","instance":"{instance}",')
    # The bridge keeps to the rate of drags itself, activity is a retained topic, and both began at different times.
    first = min(json.loads(line)["seq"] for line in lines.found)
    last = next(json.loads(line)["seq"] for line in lines.found if '"alpha":0.9' in line)

    def is_compared(line):
        record = json.loads(line)
        return first <= record["seq"] <= last and record["type"] != "activity" \
            and record.get("event") not in ("touchDragInside", "valueChanged")
    wanted = [line for line in lines.found if is_compared(line)]
    messages = [payload for topic, _, _, payload in subscriber.messages
                if topic.split("/")[2] in TYPES and topic != "house/lobby/activity"]
    assert all(head.match(payload) for payload in messages), messages[:3]
    found = [line for line in (head.sub("{", payload, count=1) for payload in messages) if is_compared(line)]
    assert found == wanted, [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:2] or (len(found), len(wanted))
    types = {json.loads(line)["type"] for line in wanted}
    assert types >= {"touches", "unhandled", "gesture", "control", "edit", "device", "raw", "explain"}, types


def every_kind_has_its_quality(lab):
    """Moves, changes, drags and contacts are sent at most once, all other records at least once, as configured, in order."""
    kinds = "publish: { types: [touches, unhandled, gesture, control, raw], rate: 1000 }\n"
    for settings, qualities in ((kinds, (0, 1, 1)), (kinds + "qos: { moves: 1, events: 0, state: 0 }", (1, 0, 0))):
        subscriber, bridge = start(lab, settings)
        lab.play(SCRIPT)
        subscriber.wait("house/lobby/control/ok", lambda text: "touchUpInside" in text)
        moves, events, state = set(), set(), set()
        numbers = {True: [], False: []}
        for topic, quality, _, payload in list(subscriber.messages):
            kind = topic.split("/")[2]
            if kind not in ("touches", "unhandled", "gesture", "control", "raw"):
                state.add(quality)
                continue
            record = json.loads(payload)
            is_move = kind == "raw" or record.get("phase", record.get("state")) in ("moved", "changed") \
                or record.get("event", "") == "touchDragInside"
            (moves if is_move else events).add((kind, quality))
            # A contact has the number of the record before it.
            numbers[is_move].append((record["seq"], kind == "raw"))
        assert events == {(kind, qualities[1]) for kind in ("touches", "unhandled", "gesture", "control")}, events
        assert moves == {(kind, qualities[0]) for kind in ("touches", "gesture", "control", "raw")}, moves
        assert state == {qualities[2]}, state
        for some in numbers.values():
            numbered = [seq for seq, is_raw in some if not is_raw]
            assert some == sorted(some) and len(set(numbered)) == len(numbered), some
        # A record is for those who listen: only the panel's state waits for others.
        assert {topic.split("/")[2] for topic in lab.retained()} == {"status", "health", "tree", "devices", "value"}
        bridge.end()
        subscriber.end()
        for program in reversed(lab.programs):
            program.end()
        lab.programs.clear()


class LateSubscription:
    """A socket before the daemon's that keeps subscriptions with a rate back until `release` is set."""

    def __init__(self, lab, path):
        self.release = threading.Event()
        self.path = path
        self.target = f"{lab.folder}/socket"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        threading.Thread(target=self.serve, args=(listener,), daemon=True).start()

    def serve(self, listener):
        while True:
            caller, _ = listener.accept()
            daemon = socket.socket(socket.AF_UNIX)
            daemon.connect(self.target)
            threading.Thread(target=self.copy, args=(caller, daemon, True), daemon=True).start()
            threading.Thread(target=self.copy, args=(daemon, caller, False), daemon=True).start()

    def copy(self, source, sink, is_watched):
        try:
            while data := source.recv(65536):
                if is_watched and b'"rate"' in data:
                    self.release.wait()
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            end.close()


def online_means_records(lab):
    """A panel is online from when its next touch will be published, not before."""
    lab.start_broker()
    lab.start_daemon()
    subscriber = Subscriber(lab)
    late = LateSubscription(lab, f"{lab.folder}/late")
    path = lab.file("late.yaml", f"broker: {{ host: 127.0.0.1, port: {lab.port} }}\nprefix: house\npanel: lobby\nsocket: {late.path}\n")
    Program(lab, [f"{lab.bin}/responder-mqtt", "--config", path], STATE_DIRECTORY=lab.folder)
    # All that the panel is has been published, and it is not online.
    subscriber.wait("house/lobby/tree")
    subscriber.wait("house/lobby/health", lambda text: '"uptime"' in text)
    assert "online" not in subscriber.of("house/lobby/status"), subscriber.of("house/lobby/status")
    late.release.set()
    subscriber.wait("house/lobby/status", lambda word: word == "online")
    lab.play("0 down 1 50,50\n0.05 up 1")
    subscriber.wait("house/lobby/gesture/red.tap")


def moves_keep_to_the_rate(lab):
    """Beside a slider's events and explanations of every change too, each subject moves as often as the rate says."""
    types = ["touches", "gesture", "control", "raw", "explain"]
    subscriber, _ = start(lab, f"publish: {{ types: [{', '.join(types)}], rate: 10 }}")
    began = time.monotonic()
    lab.play("0 down 1 20,20; down 2 100,320\n" + "\n".join(
        f"{0.01 * step:.2f} move 1 {20 + step},20; move 2 {100 + step / 2},320" for step in range(1, 150)) + "\n1.5 up 1; up 2\n")
    subscriber.wait("house/lobby/control/volume", lambda text: "touchUpInside" in text)
    subscriber.wait("house/lobby/gesture/red.pan", lambda text: '"ended"' in text)
    most = 10 * (time.monotonic() - began) + 8
    counts = {}
    for topic, quality, _, payload in list(subscriber.messages):
        kind = topic.split("/")[2]
        record = json.loads(payload) if kind in types else {}
        if kind == "raw" or "changed" in (record.get("state"), record.get("to")) or record.get("phase") == "moved" \
                or record.get("event") in ("touchDragInside", "valueChanged"):
            assert quality == (1 if record.get("event") == "valueChanged" else 0), record
            name = (topic, record.get("event"))
            counts[name] = counts.get(name, 0) + 1
    assert {name.split("/")[2] for name, _ in counts} >= {"gesture", "control", "raw", "explain"}, counts
    assert all(count <= most for count in counts.values()), (most, counts)
    # The last place is known although it came too soon.
    ended = [one for one in subscriber.records("house/lobby/gesture/red.pan") if one["state"] == "ended"]
    assert len(ended) == 1 and ended[0]["x"] == 169, ended


TESTS = [lines_are_the_sockets, online_means_records, every_kind_has_its_quality, moves_keep_to_the_rate]
