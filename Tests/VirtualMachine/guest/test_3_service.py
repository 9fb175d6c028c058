"""The service: ready when it says so, alone with its subscribers, back after every fall."""

import json
import os

from configurations import WHOLE
from daemon import properties_of_unit
from fingers import *
from records import finger, touches
from subscriber import Subscriber
from suite import test


@test("service: systemd sees it ready and running as its own user, with its socket for its group")
def ready(lab):
    if not lab.in_machine:
        return
    lab.start(WHOLE.format(source="libinput"))
    shown = properties_of_unit("ActiveState", "SubState", "Type", "NRestarts", "User")
    assert shown == {"ActiveState": "active", "SubState": "running", "Type": "notify",
                     "NRestarts": "0", "User": "responderd"}, shown
    owner = os.stat(f"/proc/{lab.process.pid}").st_uid
    assert owner != 0, "the daemon runs as root"
    socket = os.stat(lab.daemon.socket)
    assert socket.st_mode & 0o777 == 0o660, oct(socket.st_mode)
    assert socket.st_uid == owner


@test("service: the first line says who speaks, and a request is answered with its id")
def hello(lab):
    lab.start(WHOLE.format(source="libinput"))
    with Subscriber(lab.daemon.socket) as program:
        assert list(program.hello)[:5] == ["type", "protocol", "instance", "version", "capabilities"], program.hello
        assert program.hello["protocol"] == "2.0"
        program.connection.sendall(b'{"id":"mine","hitTest":{"screen":"panel","point":[5,5]}}\n')
        answer = program.read()
        assert list(answer) == ["type", "id", "result"], answer
        assert answer["type"] == "reply" and answer["id"] == "mine"
        program.connection.sendall(b'{"id":8,"hitTset":{}}\n')
        answer = program.read()
        assert (answer["type"], answer["id"], answer["code"]) == ("error", 8, "unknownRequest")
        program.connection.sendall(b"no json\n")
        assert program.read()["code"] == "badJSON"


@test("service: who reads late is told what it has lost, who never reads is dropped, the others miss nothing",
      seconds=240, night=True)
def slow_subscribers(lab):
    lab.start(WHOLE.format(source="evdev"))
    panel = lab.panel()
    healthy = lab.subscriber("touches")
    late, asleep = lab.subscriber("touches"), lab.subscriber("touches")
    asker = lab.add(Subscriber(lab.daemon.socket))
    phases = []
    rounds = 0

    def taps():
        nonlocal rounds, phases
        for _ in range(10):
            rounds += 1
            panel.frame(*(down(slot, 50 + 70 * slot, 50) for slot in range(10)))
            panel.frame(*(up(slot) for slot in range(10)))
            lab.settle()
            phases += [json.loads(line)["phase"] for line in healthy.lines_at_hand()]

    # More than the kernel's buffer and the history hold, while it reads a little.
    while rounds < 700:
        taps()
        late.buffer += late.connection.recv(1000)
    lines = []
    while not lines or lines[-1]["type"] != "snapshot":
        lines.append(json.loads(late.read_line()))
    assert lines[-2] == {"type": "lost", "subscription": 1}, lines[-2]
    told = [line["phase"] for line in lines[:-2]]
    assert told == (["began", "ended"] * rounds)[: len(told)], "it missed some before that"
    phases, rounds = [], 0
    taps()
    assert phases == ["began", "ended"] * rounds
    assert [json.loads(late.read_line())["phase"] for _ in phases] == phases
    # Nothing was read of what waits for the other one; the late one reads on.
    while value_of("stalled", asker.ask(status={})) < 1:
        taps()
        late.lines_at_hand()
    lab.wait_until(lambda: lab.connection_is_gone(asleep), "the sleeping one is disconnected")
    assert phases == ["began", "ended"] * rounds, f"{rounds} rounds, {len(phases)} records"
    assert value_of("stalled", asker.ask(status={})) == 1


def value_of(name, tree):
    """The value of a member wherever it is in a reply."""
    if isinstance(tree, dict):
        if name in tree:
            return tree[name]
        tree = list(tree.values())
    for part in tree if isinstance(tree, list) else ():
        found = value_of(name, part)
        if found is not None:
            return found
    return None


@test("service: without a device it starts, and takes one that appears")
def device_later(lab):
    lab.start(WHOLE.format(source="libinput"))
    watcher = lab.subscriber("touches")
    panel = lab.panel()
    panel.frame(down(0, 1, 2))
    watcher.expect(touches("began", "ground", finger("a", 1, 2)))
