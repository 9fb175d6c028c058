"""Tests of panels that are asked through the broker, for Tests/House/mqtt."""

import json
import os
import subprocess
import threading

from mqtt_lab import Program, wait_until


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


def far_panels_answer(lab):
    """responderctl asks a panel through the broker as it asks its daemon, without permission for what is retained."""
    lab.start_all()
    for words in (["tree"], ["tree", "--json"]):
        found, wanted = far(lab, *words), near(lab, *words)
        assert found.returncode == 0 and found.stdout == wanted.stdout != "", (found, wanted)
    status = far(lab, "status", "--json")
    assert status.returncode == 0, status
    assert json.loads(status.stdout)["instance"] == lab.request(status={})["result"]["instance"], status.stdout
    refused = far(lab, "hit", "30,40")
    assert refused.returncode == 1 and "not allowed through the broker" in refused.stderr, refused
    assert not [name for name in os.listdir("/tmp") if name.startswith("responderctl-")], os.listdir("/tmp")


def far_panels_change(lab):
    """What the panel allows can be asked and set from afar."""
    lab.start_all("requests: { allow: [hitTest, set, tree] }")
    hit = far(lab, "hit", "30,40")
    assert hit.returncode == 0 and hit.stdout == near(lab, "hit", "30,40").stdout != "", hit
    done = far(lab, "set", "lamp", "isOn=true")
    assert done.returncode == 0, done
    assert lab.request(tree={"view": "lamp"})["result"]["view"]["isOn"] is True
    wrong = far(lab, "set", "lamp", "isOn=perhaps")
    assert wrong.returncode != 0 and "isOn" in wrong.stderr, wrong
    assert lab.request(tree={"view": "lamp"})["result"]["view"]["isOn"] is True


def far_panels_are_watched(lab):
    """Records come through the broker, filtered, as the daemon gives them."""
    lab.start_all()
    watch = subprocess.Popen(
        [f"{lab.bin}/responderctl", "--panel", "lobby", "--broker", f"mqtt://127.0.0.1:{lab.port}/house",
         "watch", "--json", "--type", "gesture", "--view", "main"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(lab))
    lab.programs.append(type("Watch", (), {"end": lambda self, *_: (watch.kill(), watch.wait()), "log": []})())
    lines = []
    threading.Thread(target=lambda: lines.extend(iter(watch.stdout.readline, "")), daemon=True).start()

    def tapped():
        lab.request(inject={"script": "0 down 1 50,50\n0.04 up 1"})
        return lines
    wait_until("a gesture", tapped)
    record = json.loads(lines[0])
    assert record["recognizer"] == "red.tap" and "panel" not in record and "seq" in record, record
    assert all(json.loads(line)["type"] == "gesture" for line in lines), lines


def relays_end_well(lab):
    """A panel or a broker that is not there is said, and a relay serves several programs."""
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


TESTS = [far_panels_answer, far_panels_change, far_panels_are_watched, relays_end_well]
