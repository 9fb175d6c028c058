"""Tests of what is lost, kept, dropped and taken back, for Tests/EndToEnd/mqtt."""

import json
import signal
import subprocess
import time

from mqtt_lab import FOR_LONG, Proxy, Subscriber
from waiting import wait_until


def no_gesture_is_lost_with_the_network(lab):
    """A network that loses one connection after the other, with everything that was sent, loses no gesture."""
    lab.start_broker()
    lab.start_daemon()
    # One more than the number of losses after which a message may be dropped.
    proxy = Proxy(lab.port, cuts=6, cut_at=b"/gesture/")
    subscriber = Subscriber(lab)
    bridge = lab.start_bridge(f"publish: {{ types: [gesture] }}\nqueue: {{ {FOR_LONG} }}", port=proxy.port, broker=", reconnectMaximum: 1")
    wait_until("it is connected", lambda: bridge.said("connected to"))
    lab.play("0 down 1 50,50\n0.04 up 1\n0.5 down 1 50,50\n0.54 up 1")
    wait_until("both taps", lambda: len(subscriber.of("house/lobby/gesture/red.tap")) == 2, 60)
    numbers = [one["seq"] for one in subscriber.records("house/lobby/gesture/red.tap")]
    assert proxy.cuts == 0 and numbers == sorted(set(numbers)), (proxy.cuts, numbers)


def messages_that_end_connections(lab):
    """A broker that answers a long message by ending the connection gets everything else; the panel says what was dropped."""
    lab.start_broker("allow_anonymous true\nmax_packet_size 3000\n")
    lab.start_daemon()
    views = [{"id": f"view-{number}", "frame": [0, 0, 9, 9]} for number in range(100)]
    lab.request(batch=[{"put": {"in": "main", "view": view}} for view in views])
    subscriber = Subscriber(lab)
    bridge = lab.start_bridge(f"state: {{ healthInterval: 1 }}\nqueue: {{ {FOR_LONG} }}",
                              broker=', reconnectMaximum: 1, protocol: "3.1.1"')
    wait_until("the bridge reads records",
               lambda: any(client["subscriptions"] for client in lab.request(status={})["result"]["clients"]))
    lab.play("0 down 1 50,50\n0.04 up 1")
    wait_until("the message is given up", lambda: bridge.said("after a message to house/lobby/tree"), 40)
    subscriber.wait("house/lobby/gesture/red.tap")
    subscriber.wait("house/lobby/health", lambda text: '"failedMessages":1' in text)
    subscriber.wait("house/lobby/value/lamp")
    assert "house/lobby/tree" not in lab.retained() and lab.retained()["house/lobby/status"] == "online"
    # A shorter one is published again.
    lab.request(batch=[{"remove": {"view": one["id"]}} for one in views])
    wait_until("the tree", lambda: "house/lobby/tree" in lab.retained())
    taps = [one["seq"] for one in subscriber.records("house/lobby/gesture/red.tap")]
    assert taps == sorted(taps) and len(set(taps)) == 1, taps


def panels_come_back_apart(lab):
    """Twenty panels that lose the broker at once do not connect again at once."""
    lab.start_broker()
    lab.start_daemon()
    subscriber = Subscriber(lab)
    names = [f"panel-{number}" for number in range(20)]
    for name in names:
        lab.start_bridge("publish: { types: [gesture] }\nstate: { tree: false, devices: false }", panel=name)
    wait_until("all are online", lambda: all("online" in subscriber.of(f"house/{name}/status") for name in names), 60)
    subscriber.end()
    lab.broker.end(signal.SIGKILL)
    lab.start_broker()
    subscriber = Subscriber(lab)
    times = {}

    def all_are_back():
        for topic, _, _, payload in list(subscriber.messages):
            if payload == "online" and topic.endswith("/status"):
                times.setdefault(topic, time.monotonic())
        return len(times) == len(names)
    wait_until("all are back", all_are_back, 60)
    moments = sorted(times.values())
    fullest = max(sum(start <= one < start + 0.5 for one in moments) for start in moments)
    assert moments[-1] - moments[0] > 1 and fullest <= 14, [round(one - moments[0], 2) for one in moments]


def purge_knows_earlier_names(lab):
    """--purge removes what was ever published here: under other names, prefixes and announcements too."""
    lab.start_broker()
    lab.start_daemon()
    lab.publish("house/other/status", "online", "-r")
    lab.publish("homeassistant/device/house/other/config", "{}", "-r")
    for settings, where in (("homeAssistant: { prefix: ha }", {"panel": "cellar"}), ("", {"prefix": "old/house"}),
                            ("homeAssistant: {}", {}), ("", {"panel": "attic"})):
        bridge = lab.start_bridge(settings, **where)
        status = f"{where.get('prefix', 'house')}/{where.get('panel', 'lobby')}/status"
        wait_until("it is online", lambda: lab.retained().get(status) == "online")
        if settings:
            wait_until("it is announced", lambda: any(
                name.endswith(f"{where.get('panel', 'lobby')}/config") for name in lab.retained()))
        # A crash takes nothing back.
        bridge.end(signal.SIGKILL)
    kept = {"house/other/status", "homeassistant/device/house/other/config"}
    begins = {"/".join(name.split("/")[:2]) for name in set(lab.retained()) - kept}
    assert begins == {"house/cellar", "old/house", "house/lobby", "house/attic", "ha/device", "homeassistant/device"}, begins
    # One name only.
    one = lab.start_bridge(options=["--purge", "--panel", "cellar"])
    assert one.process.wait(30) == 0, one.log
    begins = {"/".join(name.split("/")[:2]) for name in set(lab.retained()) - kept}
    assert begins == {"old/house", "house/lobby", "house/attic", "homeassistant/device"}, begins
    everything = lab.start_bridge(options=["--purge"])
    assert everything.process.wait(30) == 0, everything.log
    assert set(lab.retained()) == kept, lab.retained()
    # Nothing of it is noted any more; what was published at another broker is.
    elsewhere = lab.start_bridge(port=1)
    wait_until("it is noted", lambda: elsewhere.said("no connection to"))
    elsewhere.end()
    again = lab.start_bridge(options=["--purge"])
    assert again.process.wait(30) == 0 and again.said("127.0.0.1:1: this machine has published there too"), again.log


def purge_says_what_is_left(lab):
    """A purge that the broker refuses, silently or with a reason, ends with 1 and reports it."""
    passwords = f"{lab.folder}/passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", passwords, "admin", "secret"], check=True, capture_output=True)
    rules = lab.file("rules", "topic read house/lobby/#\ntopic write house/lobby/value/+\ntopic write house/lobby/status\n"
                     "user admin\ntopic readwrite #\n")
    lab.start_broker(f"allow_anonymous true\npassword_file {passwords}\nacl_file {rules}\n")
    login = ("-u", "admin", "-P", "secret")
    kept = {"house/lobby/tree", "house/other/status"}
    for protocol in ("", ', protocol: "3.1.1"'):
        for topic in (*kept, "house/lobby/status", "house/lobby/value/lamp"):
            lab.publish(topic, "{}", "-r", *login)
        purge = lab.start_bridge(broker=protocol, options=["--purge"])
        assert purge.process.wait(30) == 1, purge.log
        assert purge.said("not everything is removed: the broker still has house/lobby/tree"), purge.log
        assert set(lab.retained(*login)) == kept, lab.retained(*login)


def hostile_topics(lab):
    """Nonsense on the panel's own topics, as on Home Assistant's, is removed or left alone, and the bridge continues."""
    lab.start_broker()
    lab.start_daemon()
    announcement = "homeassistant/device/house/lobby/config"
    nested = "[" * 5000 + "]" * 5000
    stale = ["house/lobby/value/gone", "house/lobby/value/a%2Fb", "house/lobby/value/%", "house/lobby/value/%zz", "house/lobby/value/",
             "house/lobby/value/" + "x" * 60_000, "house/lobby/value/\u00e4\u4e2d\U0001f600", "house/lobby/activity"]
    for topic in stale:
        lab.publish(topic, "not JSON", "-r")
    foreign = ["house/lobby/value/a/b", "house/lobby/nonsense", "house/lobby2/value/x", "house", "homeassistant/status"]
    for topic in foreign:
        lab.publish(topic, nested, "-r")
    for topic in ("house/lobby/tree", "house/lobby/devices", "house/lobby/health", "house/lobby/status", announcement):
        lab.publish(topic, nested, "-r")
    subscriber = Subscriber(lab)
    bridge = lab.start_bridge("homeAssistant: {}\nrequests: { allow: [status] }")
    wait_until("nothing stale is left", lambda: not set(stale) & set(lab.retained()))
    wait_until("the panel is described", lambda: lab.retained()["house/lobby/status"] == "online"
               and json.loads(lab.retained()[announcement])["device"]["name"] == "lobby"
               and "windows" in json.loads(lab.retained()["house/lobby/tree"]))
    assert set(foreign) <= set(lab.retained()), lab.retained().keys()
    # Requests with other members than those of a request, and answers to odd places.
    for options in (["-D", "publish", "correlation-data", "c" * 60_000], ["-D", "publish", "user-property", "a", "b"],
                    ["-D", "publish", "content-type", "x" * 60_000], ["-D", "publish", "message-expiry-interval", "1"],
                    ["-D", "publish", "response-topic", "$SYS/broker"], ["-D", "publish", "response-topic", "x" * 60_000],
                    ["-D", "publish", "response-topic", "house/lobby/response/desk"]):
        lab.publish("house/lobby/request", '{"status":{}}', *options)
    subscriber.wait("house/lobby/response/desk", lambda text: '"reply"' in text)
    subscriber.wait("x" * 60_000, lambda text: '"reply"' in text)
    assert json.loads(lab.ask("house/lobby/request", '{"status":{}}')["payload"])["type"] == "reply"
    # An early birth and nonsense in its place.
    for word in ("", "\u0001", "x" * 100_000):
        lab.publish("homeassistant/status", word)
    lab.play("0 down 1 50,50\n0.04 up 1")
    subscriber.wait("house/lobby/gesture/red.tap")
    assert bridge.process.poll() is None, bridge.log


TESTS = [no_gesture_is_lost_with_the_network, messages_that_end_connections, panels_come_back_apart,
         purge_knows_earlier_names, purge_says_what_is_left, hostile_topics]
