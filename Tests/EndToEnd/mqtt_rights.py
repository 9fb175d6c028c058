"""Tests of what a bridge may do and see as the Unix user that it runs as, for Tests/EndToEnd/mqtt."""

import json

from mqtt_lab import Subscriber

# Users of this machine who need no name: one with rights, one who may only subscribe.
TRUSTED, PLAIN = 61001, 61002
CONFIGURATION = f"""
screens: {{ panel: {{ size: [800, 480] }} }}
socket: {{ path: %s/socket, mode: "0666", rights: [subscribe] }}
access: [{{ user: {TRUSTED}, rights: [raw, edit, inject, control] }}]
application:
  windows:
    - id: main
      subviews:
        - {{ id: red, frame: [0, 0, 200, 200], handles: [touches], gestureRecognizers: [{{ id: red.tap, tap: {{}} }}] }}
        - {{ id: lamp, switch: {{ frame: [300, 300, 60, 40] }} }}
    - id: pad
      private: [{{ user: {TRUSTED} }}]
      frame: [400, 0, 200, 200]
      subviews:
        - {{ id: pad.seven, frame: [0, 0, 100, 100], handles: [touches], gestureRecognizers: [{{ id: pad.tap, tap: {{}} }}] }}
        - {{ id: pad.lock, switch: {{ frame: [100, 0, 60, 40] }} }}
"""
SETTINGS = """
requests: { allow: [hitTest, set, put, inject, reload, tree] }
homeAssistant: {}
"""


def start_both(lab, settings=SETTINGS):
    """The same bridge as two users: the panels `trusted` and `plain`."""
    lab.start_broker()
    lab.start_daemon(configuration=CONFIGURATION)
    subscriber = Subscriber(lab)
    for panel, user in (("trusted", TRUSTED), ("plain", PLAIN)):
        lab.start_bridge(settings, panel=panel, user=user)
        subscriber.wait(f"house/{panel}/status", lambda word: word == "online")
    return subscriber


def rights_are_the_users(lab):
    """What the allow list lets through, the daemon does for the bridge's user or refuses to it."""
    start_both(lab)

    def ask(panel, **request):
        return json.loads(lab.ask(f"house/{panel}/request", json.dumps({"id": 1, **request}))["payload"])

    def lamp():
        return lab.request(tree={"view": "lamp"})["result"]["view"]["switch"].get("isOn", False)
    for panel in ("plain", "trusted"):
        assert ask(panel, hitTest={"screen": "panel", "point": [30, 40]})["result"]["view"] == "red"
    for request in ({"set": {"view": "lamp", "isOn": True}},
                    {"put": {"window": {"id": "more"}}},
                    {"inject": {"script": "0 down 1 50,50\n0.05 up 1"}}, {"reload": {}}):
        before = lab.request(tree={})["result"], lamp()
        refused = ask("plain", **request)
        assert (refused["type"], refused["code"]) == ("error", "forbidden"), (request, refused)
        # It is the daemon that refuses, for what the user lacks.
        assert "through the broker" not in refused["message"] and "right" in refused["message"], refused
        assert (lab.request(tree={})["result"], lamp()) == before
        done = ask("trusted", **request)
        assert done["type"] == "reply", (request, done)
    assert lamp() is True
    # Nor does a right help where the list of the bridge has no such request.
    refused = ask("trusted", remove={"view": "red"})
    assert refused["code"] == "forbidden" and "through the broker" in refused["message"], refused
    lab.request(tree={"view": "red"})


def types_need_their_right(lab):
    """Contacts before any view is asked need the right `raw`: without it that bridge publishes no records and says why."""
    subscriber = start_both(lab, "publish: { types: [raw] }")
    lab.play("0 down 1 50,50\n0.05 up 1")
    subscriber.wait("house/trusted/raw/injected", lambda text: '"up"' in text)
    bridge = lab.programs[-1]
    assert bridge.said("refuses the subscription") and bridge.said("no records are published"), bridge.log
    assert not [topic for topic, *_ in subscriber.messages if topic.startswith("house/plain/raw")]


def private_windows_are_not_published(lab):
    """What is in a private window and happens there is published by no bridge, also by one whose user reads it."""
    subscriber = start_both(lab)
    lab.play("0 down 1 420,20\n0.05 up 1\n0.5 down 1 520,20\n0.55 up 1\n1 down 1 50,50\n1.05 up 1")
    for panel in ("trusted", "plain"):
        # What came before the last tap has come.
        subscriber.wait(f"house/{panel}/gesture/red.tap")
        answer = json.loads(lab.ask(f"house/{panel}/request", json.dumps({"id": 1, "tree": {"window": "pad"}}))["payload"])
        assert answer["code"] == "forbidden" and "through the broker" in answer["message"], answer
    inside = [one for one in subscriber.messages if "pad." in one[0] or "pad." in str(one[3])]
    assert not inside, inside
    for panel in ("trusted", "plain"):
        windows = json.loads(lab.retained()[f"house/{panel}/tree"])["windows"]
        assert [one for one in windows if one["id"] == "pad"][0]["isPrivate"] is True, windows
        known = json.loads(lab.retained()[f"homeassistant/device/house/{panel}/config"])["components"]
        assert "gesture_red_2Etap" in known and not any("pad" in name for name in known), known


def users_have_topics_of_their_own(lab):
    """What a user of the broker may ask is by its topic, which the broker guards; answers stay below the user's own topic."""
    subscriber, _ = lab.start_all("requests: { allow: [hitTest], users: { desk: [set], guest: [] } }")

    def ask(topic, name, argument, *options):
        lab.publish(f"house/lobby/{topic}", json.dumps({"id": name, name: argument}), *options)
    lamp = {"view": "lamp", "isOn": True}
    ask("request/desk", "set", lamp)
    assert json.loads(subscriber.wait("house/lobby/response/desk"))["type"] == "reply"
    for topic, where in (("request", "response"), ("request/guest", "response/guest"), ("request/other", None), ("request/desk/more", None)):
        ask(topic, "set", lamp)
        if where:
            refused = json.loads(subscriber.wait(f"house/lobby/{where}"))
            assert refused["code"] == "forbidden" and "through the broker" in refused["message"], refused
    ask("request/desk", "hitTest", {"screen": "panel", "point": [30, 40]})
    subscriber.wait("house/lobby/response/desk", lambda text: '"forbidden"' in text and "hitTest" in text)
    # Below its own topic, and outside of the panels' topics, a user chooses where answers go; elsewhere not.
    for topic in ("house/lobby/response/guest", "house/lobby/response/guest/a", "house/lobby/response", "house/lobby/response/desk2"):
        before = len(subscriber.of(topic))
        ask("request/desk", "set", lamp, "-D", "publish", "response-topic", topic)
        ask("request/desk", "set", lamp, "-D", "publish", "response-topic", f"house/lobby/response/desk/{len(topic)}")
        subscriber.wait(f"house/lobby/response/desk/{len(topic)}")
        assert len(subscriber.of(topic)) == before, topic
    ask("request", "hitTest", {"screen": "panel", "point": [30, 40]}, "-D", "publish", "response-topic", "house/lobby/response/desk/stolen")
    ask("request", "hitTest", {"screen": "panel", "point": [30, 40]}, "-D", "publish", "response-topic", "answers/2")
    subscriber.wait("answers/2")
    assert not subscriber.of("house/lobby/response/desk/stolen")
    assert not subscriber.of("house/lobby/response/other"), subscriber.messages


TESTS = [users_have_topics_of_their_own, rights_are_the_users, types_need_their_right, private_windows_are_not_published]
