"""What a test is given: a daemon, devices that vanish with the test, subscribers, the journal."""

import glob
import json
import os
import select
import subprocess
import time

import patience
from daemon import ChildDaemon, Process, ServiceDaemon
from fingers import Touchscreen
from subscriber import Subscriber

HERE = os.path.dirname(os.path.abspath(__file__))


class Lab:
    def __init__(self, runner, arguments):
        self.runner = runner
        self.recordings = arguments.recordings
        # The words by which tests were asked for; none when all are run.
        self.filter = arguments.filter
        self.binaries = arguments.binaries
        self.in_machine = self.binaries is None
        self.daemon = ServiceDaemon() if self.in_machine else ChildDaemon(arguments.binaries)
        self.process = None
        self.stack = None

    def open(self, stack):
        self.stack = stack

    def add(self, resource):
        """Keeps something until the test is over: a device, a node, a subscriber."""
        return self.stack.enter_context(resource)

    def start(self, configuration):
        """Starts the daemon with this configuration; it must live until the test is over."""
        self.daemon.start(configuration)
        self.process = Process(self.daemon.pid)
        self.stack.callback(self._end)

    def restart(self, configuration):
        """Starts the daemon again in the middle of a test."""
        self.daemon.start(configuration)
        self.process = Process(self.daemon.pid)

    def start_for_all(self, configuration):
        """Starts the daemon for all tests of a run."""
        self.daemon.start(configuration)
        self.process = Process(self.daemon.pid)

    def _end(self):
        died = self.process is not None and not self.process.is_alive()
        self.daemon.stop()
        assert not died, "the daemon has died during the test"

    def expect_death(self):
        """From here on the test itself looks after the daemon's life."""
        self.process = None

    def follow_restart(self):
        """Looks after the process that systemd has started in the meantime."""
        self.process = Process(self.daemon.pid)

    def plug(self, device):
        """Keeps a device and waits until the daemon has opened it and looks for its events."""
        self.add(device)
        self.wait_until_open(device)
        return device

    def wait_until_open(self, device):
        """Waits until the daemon has opened a device and looks for its events.

        A node that is another device now is open for a moment, until the daemon has seen so; it is not idle then.
        """
        self.wait_until(lambda: self.process.is_idle() and self.has_open(device) and self.process.is_idle(),
                        f"the daemon opens {device.node}")

    def program(self, name):
        """Where a program of ours is."""
        return name if self.in_machine else os.path.join(self.binaries, name)

    def own_recordings(self, pattern):
        """The project's own recordings with such names, whatever lies beside the project."""
        folder = "/share/panels" if self.in_machine else f"{HERE}/../../DevicesTests/Recordings"
        return sorted(glob.glob(f"{folder}/{pattern}"))

    def command(self, *words):
        """Runs responderctl, which must succeed; what it says."""
        done = subprocess.run([self.program("responderctl"), *words, "--socket", self.daemon.socket],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, f"responderctl {' '.join(words)}: {done.stdout}"
        return done.stdout

    def has_open(self, device):
        return device.node in self.process.descriptors().values()

    def panel(self, *arguments, **options):
        return self.plug(Touchscreen(*arguments, **options))

    def subscriber(self, *types, **filters):
        subscriber = self.add(Subscriber(self.daemon.socket))
        subscriber.subscribe(*types, **filters)
        return subscriber

    def settle(self):
        """Waits until the daemon has taken everything that the kernel had for it."""
        self.wait_until(self.process.is_idle, "the daemon has nothing left to do")

    @staticmethod
    def rest(seconds):
        """Lets a finger rest, where resting is what the finger is to do."""
        time.sleep(seconds)

    def nothing_else(self, *subscribers):
        """What was done so far has led to no line that was not expected."""
        self.settle()
        for subscriber in subscribers:
            subscriber.expect_nothing_else()

    @staticmethod
    def connection_is_gone(subscriber):
        """Whether the daemon has closed its side, without reading what it has sent."""
        poll = select.poll()
        poll.register(subscriber.connection, select.POLLHUP)
        return any(event & select.POLLHUP for _, event in poll.poll(0))

    def records_until(self, subscriber, phase, count):
        """Reads touch records until so many fingers had this phase; returns their ids."""
        found = []
        while len(found) < count:
            record = json.loads(subscriber.next_record_line())
            if record["phase"] == phase:
                found += [str(touch["id"]) for touch in record["touches"]]
        return found

    @staticmethod
    def wait_until(condition, what, seconds=20):
        """Waits for a state of which the system sends no event, by reading it 50 times a second."""
        deadline = patience.until(seconds)
        while not condition():
            assert time.monotonic() < deadline, f"waited {seconds} s in vain until {what}"
            time.sleep(0.02)

    def journal_mark(self):
        """A moment of which journal_since can be asked."""
        return time.time()

    def journal_since(self, mark, *options):
        """What the journal has from then on; nothing without systemd."""
        if not self.in_machine:
            return ""
        subprocess.run(["journalctl", "--sync"], stderr=subprocess.DEVNULL)
        return subprocess.run(["journalctl", "-q", "--no-pager", "-o", "short-monotonic",
                               f"--since=@{mark:.6f}", *options], text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout[-20000:]
