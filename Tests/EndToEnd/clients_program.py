"""A program of the story of clients, and what has begun and ended for it."""

import json
import os
import queue
import signal
import subprocess
import threading
import time

from texts_blocks import PROJECT

PATIENCE = 20


def swift_product(name):
    """The path of a program in Swift, built as scripts/swift-test does: with other flags everything is built again."""
    swift = subprocess.run(["scripts/find-swift"], cwd=PROJECT, check=True, capture_output=True, text=True).stdout.strip()
    built = subprocess.run([swift, "build", "--product", name, "-Xswiftc", "-warnings-as-errors",
                            "--explicit-target-dependency-import-check", "error"], cwd=PROJECT, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout[-2000:]
    return os.path.join(PROJECT, ".build/debug", name)


class Ledger:
    """The fingers, gestures and scrolls that have begun for a program; each ends exactly once."""

    def __init__(self):
        self.alive = set()
        self.begun = self.ended = 0

    def take(self, line):
        kind = line["type"]
        if kind == "lost":
            self.ended += len(self.alive)
            self.alive.clear()
        elif kind == "snapshot" and "touches" in line:
            self._agree(line)
        elif kind == "touches":
            for touch in line["touches"]:
                self._step((touch["id"], line["responder"]), line["phase"], line)
        elif kind == "gesture":
            # Discrete gestures only end.
            if line["state"] != "ended" or ("gesture", line["recognizer"]) in self.alive:
                self._step(("gesture", line["recognizer"]), line["state"], line)

    def _step(self, thing, phase, line):
        if phase == "began":
            assert thing not in self.alive, f"it began twice: {line}"
            self.alive.add(thing)
            self.begun += 1
            return
        assert thing in self.alive, f"it did not begin, or ended before: {line}"
        if phase in ("ended", "cancelled"):
            self.alive.remove(thing)
            self.ended += 1

    def _agree(self, snapshot):
        """A program that receives a snapshot replaces its live fingers and gestures by those of the snapshot."""
        there = {(touch["id"], one) for touch in snapshot["touches"] for one in touch.get("responders", [])}
        there |= {("gesture", one["recognizer"]) for one in snapshot["recognizers"] if one["state"] in ("began", "changed")}
        self.begun += len(there - self.alive)
        self.ended += len(self.alive - there)
        self.alive = there


class Program:
    """A program under test: what it prints is one JSON object a line."""

    def __init__(self, name, command, environment, log):
        self.name = name
        self.ledger = Ledger()
        self.lines = queue.Queue()
        self.seen = []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True,
                                        env={**os.environ, **environment})
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        try:
            for line in self.process.stdout:
                self.lines.put(json.loads(line))
        finally:
            self.lines.put(None)

    def until(self, what, condition):
        """Reads until a line fulfils the condition; gives it."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = self.lines.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"{self.name}: not within {PATIENCE} s: {what}; the last lines: "
                                     f"{[str(one)[:200] for one in self.seen[-5:]]}") from None
            assert line is not None, f"{self.name}: it ended, status {self.process.wait()}; expected: {what}"
            self.seen.append(line)
            self.ledger.take(line)
            if condition(line):
                return line

    def connected(self):
        """Reads until another run of the daemon was reported, which has refused nothing."""
        line = self.until("it is connected again", lambda line: line["type"] == "connected")
        assert line["isNew"] and line["refused"] == {}, line

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
