"""What a test is given: devices that vanish with it, a daemon, subscribers, the journal."""

import os
import subprocess


class Lab:
    def __init__(self, runner, arguments):
        self.runner = runner
        self.binaries = arguments.binaries
        self.recordings = arguments.recordings
        self.in_machine = arguments.binaries is None
        self.stack = None

    def open(self, stack):
        self.stack = stack

    def add(self, resource):
        """Keeps something until the test is over: a device, a node, a subscriber."""
        return self.stack.enter_context(resource)

    def journal_mark(self):
        """Where the journal stands now; nothing without systemd."""
        if not self.in_machine:
            return None
        shown = subprocess.run(["journalctl", "-n", "0", "--show-cursor", "-q"], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        return shown.partition("-- cursor: ")[2].strip() or None

    def journal_since(self, mark, *options):
        if mark is None:
            return ""
        subprocess.run(["journalctl", "--sync"], stderr=subprocess.DEVNULL)
        return subprocess.run(["journalctl", "-q", "--no-pager", "-o", "short-monotonic",
                               "--after-cursor", mark, *options], text=True, errors="replace",
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout[-20000:]
