"""Daemons of this machine for Tests/EndToEnd/operate, as if on other machines, and for Tests/EndToEnd/metrics."""

import argparse
import contextlib
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(PROJECT, "clients", "python"))
import responderd.testing  # noqa: E402

PATIENCE = 60
PANEL = """
screens: {{ panel: {{ size: [800, 480] }} }}
application:
  windows:
    - id: main
      subviews:
        - {{ id: {view}, frame: [0, 0, 200, 200], handles: [touches], gestureRecognizers: [{{ id: red.tap, tap: {{}} }}] }}
        - {{ id: lamp, switch: {{ frame: [300, 300, 60, 40] }} }}
"""

# Does what ssh does with a command, on this machine; each call is a line of a file.
STAND_IN = """#!/bin/sh
printf '%s\\n' "$*" >>{calls}
while [ "$1" != -- ]; do shift; done
shift
PATH={programs}:$PATH exec sh -c "$*"
"""


def processes(*words):
    """The numbers of the processes that have these words in their command lines."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError), open(f"/proc/{number}/cmdline", "rb") as file:
            line = file.read().replace(b"\0", b" ").decode(errors="replace")
            if all(word in line for word in words):
                found.append(int(number))
    return found


class Lab(contextlib.ExitStack):
    """The programs, a folder, and what is to be ended after a test."""

    def __init__(self, programs):
        super().__init__()
        self.programs = programs
        self.folder = self.enter_context(tempfile.TemporaryDirectory(prefix="operate-"))
        self.calls = f"{self.folder}/calls"
        self.bin = f"{self.folder}/bin"
        os.mkdir(self.bin)

    def file(self, name, text, mode=0o644):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def daemon(self, text=PANEL.format(view="red")):
        """A daemon that runs until the end of the test."""
        return self.enter_context(responderd.testing.Daemon(text, program=f"{self.programs}/responderd"))

    def ssh(self, text=None):
        """A program ssh: one that runs commands here, or this text."""
        usual = STAND_IN.format(calls=shlex.quote(self.calls), programs=shlex.quote(self.programs))
        self.file("bin/ssh", text or usual, 0o755)

    def asked(self):
        """The arguments of each call of ssh since the last question."""
        with contextlib.suppress(FileNotFoundError), open(self.calls, encoding="utf-8") as file:
            lines = file.read().splitlines()
            os.unlink(self.calls)
            return lines
        return []

    @property
    def environment(self):
        return {**os.environ, "PATH": f"{self.bin}:{self.programs}:{os.environ['PATH']}"}

    def start(self, *words, **how):
        # A shell that runs the tests in the background ignores Ctrl-C for all that it starts.
        return subprocess.Popen([f"{self.programs}/responderctl", *words], env=self.environment,
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **how)

    def run(self, *words, input=""):
        """responderctl, to its end."""
        return subprocess.run([f"{self.programs}/responderctl", *words], capture_output=True, text=True, input=input,
                              timeout=PATIENCE, env=self.environment)


def main(tests, about):
    """Runs the tests, or those named on the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--programs", default=os.path.join(PROJECT, ".build", "release"))
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    passed = failed = 0
    for test in tests:
        if options.names and not any(name in test.__name__ for name in options.names):
            continue
        start = time.monotonic()
        with Lab(os.path.abspath(options.programs)) as lab:
            try:
                test(lab)
            except Exception as error:  # Any failure is a failed test.
                failed += 1
                print(f"✘ {test.__doc__}\n    {test.__name__}: {error}", flush=True)
                if not isinstance(error, AssertionError) or not str(error):
                    traceback.print_exc()
            else:
                passed += 1
                print(f"✔ {test.__doc__} ({time.monotonic() - start:.1f} s)", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0
