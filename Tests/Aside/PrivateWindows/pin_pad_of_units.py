"""A case for Tests/VirtualMachine/guest/test_6_access.py: a PIN pad on a real touchscreen, for a user and a unit.

Its configuration has in the window main, beside the views there:

        - id: pad
          frame: [0, 0, 200, 200]
          audience: [{ user: lab-cashier }, { unit: lab-shop.service }]
          handles: [touches]
          subviews:
            - { id: key, frame: [0, 0, 100, 100], gestureRecognizers: [{ id: key.tap, tap: {} }] }
"""

import json

from fingers import *
from suite import test
from test_6_access import CONFIGURATION, everybody, make_users


def everything(program):
    """The records up to now, without answers."""
    program.ask(chain={"responder": "main"})
    heard, program.heard = program.heard, []
    return heard


@test("access: only the audience of a PIN pad receives its touches", seconds=180)
def pin_pad(lab):
    if not lab.in_machine:
        return
    make_users()
    lab.start(CONFIGURATION)
    panel = lab.panel()
    programs = everybody(lab)
    named = {"cashier", "shop", "root"}
    raw = {"listener", "shop", "root"}
    for name, program in programs.items():
        assert program.may(subscribe={"explain": True, "raw": name in raw, "snapshot": True})
    panel.frame(down(0, 50, 50))
    panel.frame(up(0))
    panel.frame(down(0, 150, 150))
    lab.settle()

    def holders(text, answers):
        return {name for name, answer in answers.items() if text in json.dumps(answer)}

    def answers(**request):
        return {name: program.ask(**request) for name, program in programs.items()}

    assert holders('"liveTouches": 1', answers(status={})) == named
    assert holders("live_touches 1", answers(status={"prometheus": True})) == named
    instance = programs["root"].hello["instance"]
    for request in ({"tree": {}}, {"tree": {"view": "key"}}, {"chain": {"responder": "key"}}):
        assert holders('"id": "key"', answers(**request)) == named, request
    assert holders('"view": "key"', answers(hitTest={"point": [50, 50], "trace": True})) == named
    assert holders('"view": "pad"', answers(hitTest={"point": [50, 50]})) == set(programs) - named
    assert holders('"reaches"', answers(why={"recognizer": "key.tap", "point": [50, 50]})) == named
    # The history for clients that connect again, and the snapshot for new ones.
    answers(subscribe={"types": ["touches", "gesture"],
                       "since": {"instance": instance, "seq": 1}})
    answers(subscribe={"snapshot": True})
    heard = {name: everything(program) for name, program in programs.items()}
    for text in ('"responder": "pad"', '"recognizer": "key.tap"', '"type": "gesture"',
                 '"type": "explain"', '"view": "key"', '"id": "key"'):
        assert holders(text, heard) == named, (text, holders(text, heard))
    assert holders('"type": "raw"', heard) == {"shop", "root"}
    assert holders('"hasAudience": true', heard) == set(programs)
    # All programs receive fingers beside it, also while one rests on it.
    panel.frame(down(1, 500, 100))
    lab.settle()
    heard = {name: everything(program) for name, program in programs.items()}
    assert holders('"responder": "stage"', heard) == set(programs)
    assert holders('"type": "raw"', heard) == raw
    assert "150.0" not in json.dumps(heard["listener"]), heard["listener"]
    assert {line["type"] for line in heard["listener"]} <= {"raw", "touches"}, heard["listener"]
    panel.frame(up(0), up(1))
