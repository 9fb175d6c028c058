"""Tests of how records become messages, word by word, for Tests/House/mqtt."""

import json
import socket
import threading

from mqtt_lab import CONFIGURATION, Subscriber, wait_until

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
    lab.request(add={"to": "main", "view": {"id": "last", "frame": [0, 0, 9, 9]}})
    subscriber.wait("house/lobby/edit/last")
    wait_until("the socket's last line", lambda: any('"last"' in line for line in lines.found))
    lines.close()
    head = f'{{"panel":"lobby","instance":"{instance}",'
    # The bridge keeps to the rate of drags itself, activity is a retained topic, and both began at different times.
    first = min(json.loads(line)["seq"] for line in lines.found)
    last = next(json.loads(line)["seq"] for line in lines.found if '"last"' in line)

    def is_compared(line):
        record = json.loads(line)
        return first <= record["seq"] <= last and record["type"] != "activity" \
            and record.get("event") not in ("touchDragInside", "valueChanged")
    wanted = [line for line in lines.found if is_compared(line)]
    messages = [payload for topic, _, _, payload in subscriber.messages
                if topic.split("/")[2] in TYPES and topic != "house/lobby/activity"]
    assert all(payload.startswith(head) for payload in messages), messages[:3]
    found = [line for line in ("{" + payload[len(head):] for payload in messages) if is_compared(line)]
    assert found == wanted, [pair for pair in zip(found, wanted) if pair[0] != pair[1]][:2] or (len(found), len(wanted))
    types = {json.loads(line)["type"] for line in wanted}
    assert types >= {"touches", "unhandled", "gesture", "control", "edit", "device", "raw", "explain"}, types


def every_kind_has_its_quality(lab):
    """Moves, changes, drags and contacts are sent at most once, all other records at least once, as configured, in order."""
    kinds = "publish: { types: [touches, unhandled, gesture, control, raw], rate: 1000 }\n"
    for settings, qualities in ((kinds, (0, 1, 1)), (kinds + "qos: { moves: 1, events: 2, state: 0 }", (1, 2, 0))):
        subscriber, bridge = start(lab, settings)
        lab.play(SCRIPT)
        subscriber.wait("house/lobby/control/ok", lambda text: "touchUpInside" in text)
        moves, events, state = set(), set(), set()
        numbers = {True: [], False: []}
        for topic, quality, is_retained, payload in list(subscriber.messages):
            kind = topic.split("/")[2]
            if kind not in ("touches", "unhandled", "gesture", "control", "raw"):
                state.add(quality)
                continue
            assert not is_retained, topic
            record = json.loads(payload)
            is_move = kind == "raw" or record.get("phase", record.get("state")) in ("moved", "changed") \
                or record.get("event", "") == "touchDragInside"
            (moves if is_move else events).add((kind, quality))
            numbers[is_move].append(record["seq"])
        assert events == {(kind, qualities[1]) for kind in ("touches", "unhandled", "gesture", "control")}, events
        assert moves == {(kind, qualities[0]) for kind in ("touches", "gesture", "control", "raw")}, moves
        assert state == {qualities[2]}, state
        for some in numbers.values():
            assert some == sorted(set(some)), some
        bridge.end()
        subscriber.end()
        for program in reversed(lab.programs):
            program.end()
        lab.programs.clear()


TESTS = [lines_are_the_sockets, every_kind_has_its_quality]
