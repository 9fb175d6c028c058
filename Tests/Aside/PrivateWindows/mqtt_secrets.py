"""A case for Tests/EndToEnd/mqtt_rights.py: what is private is published only by a bridge that may read it.

Its configuration has in the window main, beside the views there:

        - id: pad
          frame: [400, 0, 200, 200]
          audience: [{ user: 61001 }]
          subviews:
            - { id: pad.seven, frame: [0, 0, 100, 100], handles: [touches], gestureRecognizers: [{ id: pad.tap, tap: {} }] }
            - { id: pad.lock, switch: { frame: [100, 0, 60, 40] } }
"""

import json

from mqtt_rights import start_both


def secrets_are_for_their_audience(lab):
    """Records, values and names of a view with an audience are only published by a bridge whose user belongs to it."""
    subscriber = start_both(lab)
    lab.play("0 down 1 420,20\n0.05 up 1\n0.5 down 1 520,20\n0.55 up 1\n1 down 1 50,50\n1.05 up 1")
    for panel in ("trusted", "plain"):
        subscriber.wait(f"house/{panel}/gesture/red.tap")
    # Whatever came before the last tap has come.
    wanted = ["gesture/pad.tap", "touches/pad.seven", "control/pad.lock", "value/pad.lock", "gesture/red.tap"]
    for name in wanted[:-1]:
        subscriber.wait(f"house/trusted/{name}")
    lock = subscriber.records("house/trusted/control/pad.lock")
    assert any(one["event"] == "valueChanged" and one["value"] == 1 for one in lock), lock
    plain = [(topic, payload) for topic, _, _, payload in subscriber.messages if "plain" in topic]
    assert not [one for one in plain if "pad." in one[0] or "pad." in one[1]], plain
    # It knows that something is there, and not what.
    tree = json.loads(lab.retained()["house/plain/tree"])["windows"][0]["subviews"]
    box = next(one for one in tree if one["id"] == "pad")
    assert set(box) == {"id", "kind", "frame", "hasAudience"}, box
    known = json.loads(lab.retained()["homeassistant/device/house/trusted/config"])["components"]
    assert "gesture_pad_2Etap" in known and "switch_pad_2Elock" in known, known
    known = json.loads(lab.retained()["homeassistant/device/house/plain/config"])["components"]
    assert "gesture_red_2Etap" in known and not any("pad" in name for name in known), known
