"""How fast this machine is just now: what the longest requests cost a second daemon, which has nothing else to do."""

import atexit
import json
import os
import statistics
import subprocess
import time


class Pace:
    # The turns that a status counts apart, in seconds; none is fair that is longer than ten times the first.
    BOUNDS = (0.01, 0.02, 0.05, 0.1)

    def __init__(self, daemon, folder, connect, ask, batches):
        self.process = subprocess.Popen([daemon, "--config", f"{folder}/a.yaml", "--socket", f"{folder}/pace", "--log", "error",
                                         "--source", "none"], stdout=subprocess.DEVNULL)
        atexit.register(self.process.kill)
        while not os.path.exists(f"{folder}/pace"):
            assert self.process.poll() is None, f"the second daemon ended with {self.process.returncode}"
            time.sleep(0.01)
        self.used = open(f"/proc/{self.process.pid}/schedstat")
        self.link = connect(f"{folder}/pace")
        # A tree as wide as that of the daemon that is attacked: what a program may want, and none of it plain.
        for number in reversed(range(6)):
            first, acts = ([json.loads(line) for line in part.splitlines()] for part in batches(f"q{number}"))
            for act in (*first, *acts):
                ask(self.link, act)
        self.ask, self.acts = ask, (*acts, {"tree": {}})

    def cost(self, meanwhile):
        """The seconds of a processor for the longest of a batch, a put and a tree, as a median."""
        return max(statistics.median(self.one(act, meanwhile) for _ in range(4)) for act in self.acts)

    def one(self, act, meanwhile):
        before = self.processor()
        self.ask(self.link, act, meanwhile)
        return self.processor() - before

    def processor(self):
        self.used.seek(0)
        return int(self.used.read().split()[0]) / 1e9

    def fair(self, cost):
        """The longest turn that is fair: 10 ms, or 1.5 times the longest request on a machine that is slow."""
        return next((bound for bound in self.BOUNDS if bound >= 1.5 * cost), self.BOUNDS[-1])

    def late(self, cost):
        """How many milliseconds a record may be late: 15, or for such a machine as much more as a fair turn."""
        return max(15, 2250 * cost)
