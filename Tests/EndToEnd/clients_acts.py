"""Random acts of a program, whose copy of its puts must be what the daemon has: it is killed again and again."""

import json
import os
import random
import signal
import subprocess
import threading

import responderd.testing
from random_acts import CONFIGURATION, RandomActs, without_living


class Program:
    """A program that makes each request that it reads, and answers with a line; a blank line asks it to wait until it is
    connected again."""

    def __init__(self, command, environment):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline() or '{"type":"ended"}')

    def end(self):
        self.process.stdin.close()
        assert self.process.wait(10) == 0, self.process.returncode
        self.process.stdout.close()


def play(language, daemon_program, web, steps=300, seed=1):
    """Plays the acts; gives the number of those that were done."""
    dice = random.Random(seed)
    done = losses = 0
    with responderd.testing.Daemon(CONFIGURATION, daemon_program) as daemon:
        gateway, environment = None, {"RESPONDERD_SOCKET": daemon.socket}
        if hasattr(language, "web"):
            gateway = subprocess.Popen([web, "--socket", daemon.socket, "--listen", "127.0.0.1:0"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            address = next(line.split("http://")[1].split("/")[0] for line in gateway.stderr if "http://" in line)
            environment["RESPONDER_WEB"] = address
            threading.Thread(target=gateway.stderr.read, daemon=True).start()
        program = Program(language.acts, environment)
        try:
            # More than one request may hold.
            for name in ("big", "bigger", "biggest"):
                views = [{"id": f"{name}.{number}", "frame": [0, 0, 9, 9]} for number in range(300)]
                program.ask(json.dumps({"put": {"in": "other", "view": {"id": name, "frame": [0, 0, 9, 9], "subviews": views}}}))
            for step, act in zip(range(steps), RandomActs(dice)):
                done += program.ask(json.dumps(act)).get("type") != "refused"
                if dice.random() < 0.1:
                    before = tree(daemon)
                    daemon.restart(signal.SIGKILL)
                    connected = program.ask("")
                    assert connected["type"] == "connected" and connected["isNew"] and not connected["refused"], connected
                    after = tree(daemon)
                    assert after == before, f"step {step} of seed {seed}: before {before}, after {after}"
                    losses += 1
            program.end()
        finally:
            program.process.kill()
            if gateway:
                gateway.kill()
                gateway.wait()
    assert done > steps / 2 and losses > steps / 20, (done, losses)
    return f"{done} acts, {losses} deaths of the daemon"


def tree(daemon):
    with daemon.client(reconnects=False) as client:
        return without_living(client.tree())
