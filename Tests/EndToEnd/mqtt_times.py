"""Tests of when a message was made and how long it is of use, for Tests/EndToEnd/mqtt."""

import json
import signal
import subprocess
import time

from mqtt_lab import Subscriber
from waiting import wait_until

SHORT = "queue: { maximumAge: { touches: 0.5, gesture: 0.5, control: 0.5 } }\nstate: { healthInterval: 1 }"


def all_messages_have_a_time(lab):
    """Records have the time of day at which they happened, in milliseconds, and states that at which they became so."""
    subscriber, _ = lab.start_all("requests: { allow: [status] }")
    lab.play("0 down 1 50,50\n0.04 up 1\n0.3 down 1 320,320\n0.34 up 1")
    subscriber.wait("house/lobby/value/lamp", lambda text: '"value":true' in text)
    lab.ask("house/lobby/request", '{"id":1,"status":{}}')
    now = time.time() * 1000
    clock = now - time.monotonic() * 1000
    count = 0
    for topic, _, _, payload in list(subscriber.messages):
        if topic in ("house/lobby/status", "house/lobby/request"):
            continue
        message = json.loads(payload)
        assert next(iter(message)) == "time" and now - 20_000 < message["time"] <= now, (topic, message["time"], now)
        if "t" in message:
            count += 1
            assert abs(message["time"] - (message["t"] * 1000 + clock)) < 20, (message, clock)
    assert count >= 4, subscriber.messages
    # A state that does not change keeps its time, also at another broker.
    tree = json.loads(lab.retained()["house/lobby/tree"])
    lab.broker.end(signal.SIGKILL)
    subscriber.end()
    subscriber = lab.broker_comes_back()
    assert json.loads(subscriber.wait("house/lobby/tree"))["time"] == tree["time"]


def nothing_acts_late(lab):
    """What was done while the broker was away is dropped when it is too old, and counted; what had begun is cancelled."""
    subscriber, _ = lab.start_all(SHORT, broker=", reconnectMaximum: 2")
    lab.request(inject={"script": "0 down 1 50,50\n0.1 move 1 90,50\n0.2 down 2 420,320\n6 up 1; up 2"})
    subscriber.wait("house/lobby/gesture/red.pan", lambda text: '"began"' in text)
    subscriber.wait("house/lobby/control/ok", lambda text: '"touchDown"' in text)
    lab.broker.end(signal.SIGKILL)
    subscriber.end()
    wait_until("nothing is down", lambda: lab.request(status={})["result"]["liveTouches"] == 0)
    lab.play("0 down 3 20,20\n0.04 up 3\n0.5 down 3 320,320\n0.54 up 3")
    time.sleep(0.5)  # They are too old now.
    subscriber = lab.broker_comes_back()
    health = json.loads(subscriber.wait("house/lobby/health", lambda text: '"expired":0' not in text))
    lab.play("0 down 1 50,50\n0.04 up 1")
    subscriber.wait("house/lobby/gesture/red.tap")
    states = [one["state"] for one in subscriber.records("house/lobby/gesture/red.pan")]
    assert states == ["cancelled"], states
    events = [one["event"] for one in subscriber.records("house/lobby/control/ok")]
    assert events == ["touchCancel"], events
    # The tap and the switch of the time between act on nothing; the last tap and the switch's state are there.
    assert len(subscriber.of("house/lobby/gesture/red.tap")) == 1 and not subscriber.of("house/lobby/control/lamp")
    assert json.loads(subscriber.wait("house/lobby/value/lamp"))["value"] is True
    assert health["bridge"]["expired"] >= 4 and health["bridge"]["droppedEvents"] == 0, health


def brokers_forget_them_too(lab):
    """A client that was away does not get from the broker what is too old; what stays is kept for it."""
    lab.start_broker("allow_anonymous true\nqueue_qos0_messages true\n")
    lab.start_daemon()
    words = ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(lab.port), "-V", "5", "-q", "1", "-t", "house/#", "-c", "-i", "away",
             "-x", "600", "-F", "%t %E %p", "-W", "1"]
    subprocess.run(words, capture_output=True, timeout=20)
    bridge = lab.start_bridge("queue: { maximumAge: { gesture: 1, touches: 60 } }")
    wait_until("online", lambda: lab.retained().get("house/lobby/status") == "online")
    lab.play("0 down 1 50,50\n0.04 up 1")
    time.sleep(2.5)  # The gesture is too old now.
    came = subprocess.run(words, capture_output=True, text=True, timeout=20).stdout.splitlines()
    touches = [line for line in came if line.startswith("house/lobby/touches/red ")]
    assert touches and all(1 <= int(line.split(" ")[1]) <= 60 for line in touches), came
    assert any(line.startswith("house/lobby/tree ") for line in came), came
    assert not any(line.startswith("house/lobby/gesture/red.tap ") for line in came), came
    assert bridge.process.poll() is None


def a_sound_panel_has_no_problems(lab):
    """A panel that works has an empty list of problems, and one whose daemon is gone says so."""
    lab.start_broker()
    daemon = lab.start_daemon()
    subscriber = Subscriber(lab)
    lab.start_bridge("state: { healthInterval: 1 }")
    assert json.loads(subscriber.wait("house/lobby/health", lambda text: '"daemon":{' in text))["problems"] == []
    daemon.end(signal.SIGKILL)
    problems = json.loads(subscriber.wait("house/lobby/health", lambda text: "no connection to" in text or "Connection" in text))["problems"]
    assert len(problems) == 1 and f"{lab.folder}/socket" in problems[0], problems


def faketime():
    """The library of Debian's package libfaketime."""
    listed = subprocess.run(["dpkg", "--listfiles", "libfaketime"], capture_output=True, text=True, check=True).stdout
    return next(line for line in listed.splitlines() if line.endswith("/libfaketime.so.1"))


TESTS = [all_messages_have_a_time, nothing_acts_late, brokers_forget_them_too, a_sound_panel_has_no_problems]
