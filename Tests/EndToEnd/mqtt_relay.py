"""Tests of panels that are asked through the broker, for Tests/EndToEnd/mqtt."""

import json
import os
import shutil
import signal
import socket
import subprocess
import threading

from mqtt_lab import Lab, Program, wait_until


def environment(lab):
    return dict(os.environ, PATH=f"{lab.bin}:{os.environ['PATH']}")


def far(lab, *words, panel="lobby", broker=None):
    """responderctl through the broker."""
    url = broker or f"mqtt://127.0.0.1:{lab.port}/house"
    return subprocess.run([f"{lab.bin}/responderctl", "--panel", panel, "--broker", url, *words],
                          capture_output=True, text=True, timeout=40, env=environment(lab))


def near(lab, *words):
    return subprocess.run([f"{lab.bin}/responderctl", *words, "--socket", f"{lab.folder}/socket"],
                          capture_output=True, text=True, timeout=40)


def left():
    """The sockets of commands that run now, or that a command has left."""
    return {name for name in os.listdir("/tmp") if name.startswith("responderctl-")}


def far_panels_answer(lab):
    """responderctl asks a panel through the broker as it asks its daemon, without permission for what is retained."""
    before = left()
    lab.start_all()
    for words in (["tree"], ["tree", "--json"]):
        found, wanted = far(lab, *words), near(lab, *words)
        assert found.returncode == 0 and found.stdout == wanted.stdout != "", (found, wanted)
    status = far(lab, "status", "--json")
    assert status.returncode == 0, status
    assert json.loads(status.stdout)["instance"] == lab.request(status={})["result"]["instance"], status.stdout
    refused = far(lab, "hit", "30", "40")
    assert refused.returncode == 1 and "its bridge may allow no requests" in refused.stderr, refused
    assert not left() - before, left() - before


def far_panels_change(lab):
    """What the panel allows can be asked and set from afar."""
    lab.start_all("requests: { allow: [hitTest, set, tree] }")
    hit = far(lab, "hit", "30", "40")
    assert hit.returncode == 0 and hit.stdout == near(lab, "hit", "30", "40").stdout != "", hit
    done = far(lab, "set", "lamp", "isOn=true")
    assert done.returncode == 0, done
    assert lab.request(tree={"view": "lamp"})["result"]["view"]["switch"]["isOn"] is True
    wrong = far(lab, "set", "lamp", "isOn=perhaps")
    assert wrong.returncode != 0 and "isOn" in wrong.stderr, wrong
    assert lab.request(tree={"view": "lamp"})["result"]["view"]["switch"]["isOn"] is True


def far_panels_are_watched(lab):
    """Records come through the broker, filtered, as the daemon gives them, until Ctrl-C, which leaves nothing."""
    before = left()
    lab.start_all()
    watch = subprocess.Popen(
        [f"{lab.bin}/responderctl", "--panel", "lobby", "--broker", f"mqtt://127.0.0.1:{lab.port}/house",
         "watch", "--json", "--type", "gesture", "--view", "main"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(lab),
        # A test in the background ignores SIGINT, and so would its programs.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    lab.programs.append(type("Watch", (), {"end": lambda self, *_: (watch.kill(), watch.wait()), "log": []})())
    lines = []
    threading.Thread(target=lambda: lines.extend(iter(watch.stdout.readline, "")), daemon=True).start()

    def tapped():
        # One tap after the other: fingers that overlap are none.
        lab.play("0 down 1 50,50\n0.04 up 1\n0.2 wait")
        return lines
    wait_until("a gesture", tapped)
    record = json.loads(lines[0])
    assert record["recognizer"] == "red.tap" and "panel" not in record and "seq" in record, record
    assert all(json.loads(line)["type"] == "gesture" for line in lines), lines
    watch.send_signal(signal.SIGINT)
    watch.wait(20)
    wait_until("nothing is left", lambda: not left() - before)


def relays_end_well(lab):
    """A missing panel or broker is reported, and a relay serves several programs."""
    lab.start_all()
    missing = far(lab, "tree", panel="nowhere")
    assert missing.returncode == 1 and "no panel with the topics house/nowhere" in missing.stderr, missing
    wrong = far(lab, "tree", broker="http://127.0.0.1")
    assert wrong.returncode == 1 and "expected mqtt://" in wrong.stderr, wrong
    secret = far(lab, "tree", broker="mqtt://me:secret@127.0.0.1")
    assert secret.returncode == 1 and "secret" not in secret.stderr, secret
    path = lab.file("relay.yaml", f"broker: {{ host: 127.0.0.1, port: {lab.port} }}\nprefix: house\n")
    relay = Program(lab, [f"{lab.bin}/responder-mqtt", "--config", path, "--panel", "lobby",
                          "--relay", f"{lab.folder}/far"])
    wait_until("the relay's socket", lambda: os.path.exists(f"{lab.folder}/far"))
    assert os.stat(f"{lab.folder}/far").st_mode & 0o077 == 0
    for _ in range(2):
        done = subprocess.run([f"{lab.bin}/responderctl", "tree", "--socket", f"{lab.folder}/far"],
                              capture_output=True, text=True, timeout=20)
        assert done.returncode == 0 and "red" in done.stdout, done
    assert relay.end() == 0 and not os.path.exists(f"{lab.folder}/far"), relay.log


class Command:
    """A command that runs until the test ends, and what it prints."""

    def __init__(self, lab, *words):
        self.lines, self.log = [], []
        self.process = subprocess.Popen([f"{lab.bin}/responderctl", *words], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, env=environment(lab))
        threading.Thread(target=lambda: self.lines.extend(iter(self.process.stdout.readline, "")), daemon=True).start()
        lab.programs.append(self)

    def end(self, *_):
        self.process.kill()
        self.process.wait()


def reads_the_same(lab, *words):
    """Runs a command near and far, taps until both have printed something, and compares it."""
    far_one = Command(lab, "--panel", "lobby", "--broker", f"mqtt://127.0.0.1:{lab.port}/house", *words)
    near_one = Command(lab, *words, "--socket", f"{lab.folder}/socket")

    def printed():
        lab.play("0 down 1 50,50\n0.04 up 1\n0.2 wait")
        return far_one.lines and near_one.lines
    wait_until("both print", printed)
    wait_until("both print the last tap", lambda: far_one.lines[-1] == near_one.lines[-1])
    count = min(len(far_one.lines), len(near_one.lines))
    assert far_one.lines[-count:] == near_one.lines[-count:], (far_one.lines, near_one.lines)
    return far_one.lines[-count:]


def far_panels_read_the_same(lab):
    """What status, watch and explain print of a panel far away is what they print on the spot."""
    lab.start_all("publish: { types: [touches, gesture, explain] }\nstate: { healthInterval: 1 }")
    assert any("red.tap" in line and "ended" in line for line in reads_the_same(lab, "watch", "--type", "gesture", "--type", "touches"))
    assert any("1 of 1 taps (TAP1)" in line for line in reads_the_same(lab, "explain"))

    wanted = near(lab, "status").stdout.splitlines()

    def is_the_same():
        # The panel's broker learns the figures every second; the broker's other connections are not in them.
        found = far(lab, "status").stdout.splitlines()
        assert [line.split()[0] for line in found] == [line.split()[0] for line in wanted[:-1]], (found, wanted)
        return set(kept) <= set(found)
    assert wanted[-1].startswith("clients "), wanted
    kept = [line for line in wanted if line.split()[0] in ("version", "instance", "file", "views", "devices", "frames", "touches", "records")]
    wait_until("status is the same", is_the_same)


ROLLOUT = "requests: { allow: [checkConfiguration, installConfiguration, restoreConfiguration], configuration: %s/panel.yaml }"


class Fleet:
    """A program on the fleet's socket."""

    def __init__(self, path):
        self.client = socket.socket(socket.AF_UNIX)
        self.client.settimeout(20)
        self.client.connect(path)
        self.lines = self.client.makefile("rw", encoding="utf-8")
        assert json.loads(self.lines.readline())["type"] == "hello"

    def send(self, **request):
        print(json.dumps({"id": 1, **request}), file=self.lines, flush=True)

    def ask(self, **request):
        self.send(**request)
        return self.until(lambda line: line.get("id") == 1)

    def until(self, condition):
        while not condition(line := json.loads(self.lines.readline())):
            pass
        return line

    def close(self):
        self.lines.close()
        self.client.close()


def fleets_are_followed(lab):
    """The fleet's socket says how each panel is, and every change, also without the broker; requests need --requests."""
    _, bridge = lab.start_all("state: { healthInterval: 1 }")
    lab.publish("house/gone/status", "offline", "-r")
    lab.publish("house/odd/status", "perhaps", "-r")
    lab.publish("house/a/b/status", "online", "-r")
    lab.publish("house/broken/health", "[1", "-r")
    url = ["--broker", f"mqtt://127.0.0.1:{lab.port}/house", "--config", lab.file("none.yaml", "broker: { host: nowhere }\n")]
    program = Program(lab, [f"{lab.bin}/responder-mqtt", "--fleet", f"{lab.folder}/fleet", *url])
    wait_until("the fleet's socket", lambda: os.path.exists(f"{lab.folder}/fleet"))
    fleet = Fleet(f"{lab.folder}/fleet")
    panels = {one["panel"]: one for one in fleet.ask(panels={"follow": True})["result"]["panels"]}
    assert set(panels) == {"lobby", "gone"}, panels
    assert panels["gone"] == {"panel": "gone", "status": "offline"}, panels
    assert panels["lobby"]["status"] == "online" and panels["lobby"]["health"]["daemon"]["touches"] == 0, panels
    assert "lastTouch" not in panels["lobby"]["health"], panels
    lab.play("0 down 1 50,50\n0.04 up 1")
    touched = fleet.until(lambda line: line.get("health", {}).get("lastTouch"))
    assert touched["type"] == "panel" and abs(touched["health"]["lastTouch"] - touched["health"]["time"]) < 10, touched
    refused = fleet.ask(ask={"panel": "lobby", "request": {"status": {}}})
    assert refused["code"] == "forbidden", refused
    assert fleet.ask(tree={})["code"] == "unknownRequest"
    bridge.end()
    assert fleet.until(lambda line: line.get("status") == "offline")["panel"] == "lobby"
    lab.publish("house/gone/status", "", "-r")
    assert fleet.until(lambda line: line.get("isRemoved"))["panel"] == "gone"
    lab.broker.end()
    assert fleet.until(lambda line: line["type"] == "broker")["isConnected"] is False
    lab.start_broker()
    assert fleet.until(lambda line: line["type"] == "broker" and line["isConnected"])
    fleet.close()
    assert program.end() == 0 and not os.path.exists(f"{lab.folder}/fleet"), program.log


def rollout(lab, *words):
    return subprocess.run([f"{lab.bin}/responderctl", "rollout", *words, "--broker", f"mqtt://127.0.0.1:{lab.port}/house"],
                          capture_output=True, text=True, timeout=60, env=environment(lab))


def configurations_are_rolled_out(lab):
    """One configuration is checked on every panel, installed on all or on none, and taken back."""
    lab.start_all(ROLLOUT % lab.folder)
    hall = Lab(lab.bin)
    try:
        hall.port = lab.port
        hall.start_daemon()
        bridge = hall.start_bridge(ROLLOUT % hall.folder, panel="hall")
        wait_until("the second panel", lambda: lab.retained().get("house/hall/status") == "online")
        labs = {"lobby": lab, "hall": hall}
        before = {name: open(f"{one.folder}/panel.yaml", encoding="utf-8").read() for name, one in labs.items()}

        def tree(name):
            return near(labs[name], "tree").stdout

        old = tree("lobby")
        # Both daemons listen at their own place, so the rest of their files is the same.
        wrong = lab.file("wrong.yaml", "screens: { panel: { size: [800, 480] } }\napplication: { windows: [{ id: main, subview: [] }] }\n")
        done = rollout(lab, wrong, "--all")
        assert done.returncode == 1 and "nothing is changed" in done.stderr, done
        assert done.stdout.count("unknown key") == 2 and "hall: 1 error" in done.stdout and f"lobby: {wrong}:2:" in done.stdout, done
        new = lab.file("new.yaml", "screens: { panel: { size: [800, 480] } }\nsocket: { mode: \"0600\", rights: all }\n"
                       "application: { windows: [{ id: main, subviews: [{ id: fresh, frame: [0, 0, 9, 9], handles: [touches] }] }] }\n")
        asked = far(lab, "check", new)
        assert asked.returncode == 0 and asked.stdout == f"{new}: OK\n", asked
        bad = far(lab, "check", wrong)
        assert bad.returncode == 1 and bad.stdout.endswith(f"{wrong}: 1 error\n"), bad
        only = rollout(lab, new, "--all", "--check")
        assert only.returncode == 0 and only.stdout == "hall: OK\nlobby: OK\n", only
        offline = rollout(lab, new, "--panel", "hall", "--panel", "attic")
        assert offline.returncode == 1 and "offline, so nothing is changed: attic" in offline.stderr, offline
        for name, one in labs.items():
            assert tree(name) == old and open(f"{one.folder}/panel.yaml", encoding="utf-8").read() == before[name]
        done = rollout(lab, new, "--all")
        assert done.returncode == 0 and done.stdout.splitlines()[2:] == ["hall: installed", "lobby: installed"], done
        for name, one in labs.items():
            assert "fresh" in tree(name), tree(name)
            assert os.stat(f"{one.folder}/panel.yaml").st_mode & 0o777 == 0o644
        # Twice the same does not make it the way back.
        assert rollout(lab, new, "--all").returncode == 0
        back = rollout(lab, "--back", "--all")
        assert back.returncode == 0 and back.stdout.count("the earlier configuration is restored") == 2, back
        assert tree("lobby") == old == tree("hall")
        # Several rollouts lead back step by step, from the latest one on.
        for number in range(6):
            with open(new, encoding="utf-8") as file:
                text = file.read()
            assert rollout(lab, lab.file("step.yaml", text.replace("fresh", f"step{number}")), "--all").returncode == 0
            assert f"step{number}" in tree("hall"), tree("hall")
        for steps in (1, 5, 2):
            back = rollout(lab, "--back", "--steps", str(steps), "--all")
            assert back.returncode == 0 and back.stdout.count("the earlier configuration is restored") == 2, back
            assert f"step{5 - steps}" in tree("hall") and f"step{5 - steps}" in tree("lobby"), (steps, tree("hall"))
        far_back = rollout(lab, "--back", "--steps", "6", "--all")
        assert far_back.returncode == 2 and "from 1 to 5" in far_back.stderr, far_back
        # What a panel had before is not taken back from it when another one fails.
        assert rollout(lab, new, "--panel", "hall").returncode == 0
        os.mkdir(f"{lab.folder}/panel.yaml.new")
        failed = rollout(lab, new, "--all")
        assert failed.returncode == 1 and "hall: the earlier" not in failed.stdout and "fresh" in tree("hall"), failed
        os.rmdir(f"{lab.folder}/panel.yaml.new")
        for one in labs.values():
            shutil.copy(lab.file("before.yaml", before["hall" if one is hall else "lobby"]), f"{one.folder}/panel.yaml")
            one.request(reload={"force": True})
        assert tree("lobby") == old == tree("hall")
        # A panel that cannot write its file takes the others back with it.
        os.mkdir(f"{lab.folder}/panel.yaml.new")
        failed = rollout(lab, new, "--all")
        assert failed.returncode == 1 and "hall: installed" in failed.stdout and "hall: the earlier configuration is restored" in failed.stdout, failed
        assert tree("hall") == old == tree("lobby")
        os.rmdir(f"{lab.folder}/panel.yaml.new")
        # No program may do it where it is not allowed.
        bridge.end()
        hall.start_bridge(panel="hall")
        wait_until("the panel is back", lambda: lab.retained().get("house/hall/status") == "online")
        refused = rollout(lab, new, "--all")
        assert refused.returncode == 1 and "hall: " in refused.stdout and "does not answer" in refused.stdout, refused
        assert tree("lobby") == old
    finally:
        hall.close()


def daemons_have_the_last_word(lab):
    """A configuration that the daemon cannot use is taken back by the bridge itself."""
    lab.start_all(ROLLOUT % lab.folder)
    lab.programs[1].end()
    kept = open(f"{lab.folder}/panel.yaml", encoding="utf-8").read()
    wait_until("it is offline", lambda: lab.retained().get("house/lobby/status") == "offline")
    answer = lab.ask("house/lobby/request", json.dumps({"id": 1, "installConfiguration": {"text": kept + "# newer\n"}}))
    assert json.loads(answer["payload"])["code"] == "unavailable", answer
    assert "the earlier configuration is restored" in answer["payload"], answer
    assert open(f"{lab.folder}/panel.yaml", encoding="utf-8").read() == kept


TESTS = [far_panels_answer, far_panels_change, far_panels_are_watched, far_panels_read_the_same, relays_end_well,
         fleets_are_followed, configurations_are_rolled_out, daemons_have_the_last_word]
