"""What udev has found out about a device node, from its own small database."""

import os
import subprocess
import time

import patience


def database_of(node):
    number = os.stat(node).st_rdev
    return f"/run/udev/data/c{os.major(number)}:{os.minor(number)}"


def now():
    """The clock of udev's notes: monotonic microseconds."""
    return time.monotonic_ns() // 1000


def wait_for_udev(node, since, seconds=30, meanwhile=lambda: None):
    """Waits until udev has looked at the node: before, it has no properties and no rights.

    Numbers of nodes are used again, so notes from before `since` are about another device.
    """
    deadline = patience.until(seconds)
    while True:
        try:
            with open(database_of(node)) as lines:
                if any(line.startswith("I:") and int(line[2:]) >= since for line in lines):
                    return
        except FileNotFoundError:
            pass
        assert time.monotonic() < deadline, f"udev did not look at {node} within {seconds} s"
        meanwhile()
        time.sleep(0.02)


def properties_of(node):
    """The properties that udev's rules gave the node."""
    with open(database_of(node)) as lines:
        pairs = [line[2:].rstrip("\n").split("=", 1) for line in lines if line.startswith("E:")]
    return dict(pairs)


def wait_until_gone(node, seconds=30):
    deadline = patience.until(seconds)
    while os.path.exists(node):
        assert time.monotonic() < deadline, f"{node} is still there after {seconds} s"
        time.sleep(0.02)


class Rule:
    """A rule of udev, which applies to devices that are added while the test lasts."""

    FOLDER = "/run/udev/rules.d"

    def __init__(self, text):
        os.makedirs(self.FOLDER, exist_ok=True)
        # What comes later has the last word.
        self.path = f"{self.FOLDER}/98-responderd-test-{now()}.rules"
        with open(self.path, "w") as rules:
            rules.write(text + "\n")
        self._reload()

    @staticmethod
    def _reload():
        subprocess.run(["udevadm", "control", "--reload"], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.unlink(self.path)
        self._reload()
