"""How fast this machine is from moment to moment, and what the longest requests would cost on it then."""

import atexit
import bisect
import functools
import json
import multiprocessing
import os
import statistics
import subprocess
import time

from hostile_attacks import batches, depths, recognizers, relations, scrolls


def requests(data):
    return [json.loads(line) for line in data.splitlines()]


class Speed:
    """What a short loop takes on one processor, every two milliseconds, with priority over all else there."""

    LOOPS, PAUSE, MOST = 400, 0.002, 500_000

    def __init__(self, processor):
        self.times, self.took = (multiprocessing.Array("d", self.MOST, lock=False) for _ in range(2))
        self.count = multiprocessing.Value("i", 0, lock=False)
        process = multiprocessing.Process(target=self.sample, args=(processor,), daemon=True)
        process.start()
        atexit.register(process.kill)

    def sample(self, processor):
        os.sched_setaffinity(0, {processor})
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        for index in range(self.MOST):
            began = time.monotonic()
            for _ in range(self.LOOPS):
                pass
            self.times[index] = time.monotonic()
            self.took[index] = self.times[index] - began
            self.count.value = index + 1
            time.sleep(self.PAUSE)

    def loop(self, began, ended):
        """What the loop took from one moment to another; what interrupts took of some of them does not count."""
        count = self.count.value
        first = max(0, bisect.bisect_left(self.times, began, 0, count) - 1)
        after = min(count, bisect.bisect_right(self.times, ended, 0, count) + 1)
        assert first < after, "the speed of the processor was not measured"
        return (after - first) / sum(1 / took for took in self.took[first:after])


class Pace:
    """Virtual machines are several times slower for some milliseconds now and then, and do not say so. So the
    processor's time for a request is counted in short loops, and these are measured beside what is judged."""

    def __init__(self, daemon, folder, connect, ask):
        self.speeds = [Speed(processor) for processor in os.sched_getaffinity(0)]
        self.process = subprocess.Popen(
            [daemon, "--config", f"{folder}/a.yaml", "--socket", f"{folder}/pace", "--log", "error", "--source", "none"],
            stdout=subprocess.DEVNULL)
        atexit.register(self.process.kill)
        while not os.path.exists(f"{folder}/pace"):
            assert self.process.poll() is None, f"the second daemon ended with {self.process.returncode}"
            time.sleep(0.01)
        self.used = open(f"/proc/{self.process.pid}/schedstat")
        self.link = connect(f"{folder}/pace")
        # As many recognizers and scroll views as two programs put into the tree that is attacked, which are what costs most.
        for kind, count in ((depths, 1), (recognizers, 8), (scrolls, 7), (relations, 7), (batches, 2)):
            for number in range(count):
                for act in requests(kind(number)[0]):
                    ask(self.link, act)
        self.ask = ask
        self.acts = (*requests(batches(0)[1]), *requests(relations(0)[1])[:2], {"tree": {}})
        self.costs = [[] for _ in self.acts]

    def measure(self, meanwhile):
        """Measures the longest requests that there are."""
        for _ in range(4):
            for act, costs in zip(self.acts, self.costs):
                meanwhile()
                before, began = self.used_time(), time.monotonic()
                self.ask(self.link, act, meanwhile)
                costs.append((self.used_time() - before) / self.loop(began, time.monotonic()))

    def loop(self, began, ended):
        """What the loop took on the processor that was slower then."""
        return max(speed.loop(began, ended) for speed in self.speeds)

    def used_time(self):
        self.used.seek(0)
        return int(self.used.read().split()[0]) / 1e9

    def fair(self, began, ended):
        """The longest turn that is fair then, in seconds: 10 ms, or 1.5 times the longest of these requests where that
        is more, but not more than 100 ms."""
        return min(max(0.01, 1.5 * self.longest * self.loop(began, ended)), 0.1)

    @functools.cached_property
    def longest(self):
        """What nine of ten of the longest requests do not exceed, in loops, once all are measured."""
        return max(statistics.quantiles(costs, n=10)[-1] for costs in self.costs)
