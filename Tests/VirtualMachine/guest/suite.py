"""Tests as named functions, run one after the other with a deadline each; results as JSON lines."""

import contextlib
import json
import signal
import time
import traceback

import patience

TESTS = []


def test(name, seconds=90, boot="first", night=False, around=None, **bindings):
    """Makes a function a test. The deadline is for a machine that has no time, not a promise. What takes minutes,
    measures, or is much like another test is for the night. Tests in a row with the same context manager around
    them share it."""
    def register(function):
        TESTS.append(Test(name, function, seconds, boot, night, around, bindings))
        return function
    return register


class Test:
    def __init__(self, name, function, seconds, boot, night, around, bindings):
        self.name, self.function, self.seconds = name, function, seconds
        self.boot, self.night, self.around, self.bindings = boot, night, around, bindings


class DeadlineExceeded(BaseException):
    """Not an Exception, so that no test swallows it."""


class Runner:
    """Runs tests and writes a line for each as soon as it is known."""

    def __init__(self, path, make_lab):
        self.results = open(path, "a", buffering=1)
        self.make_lab = make_lab
        self.tests = []
        self.around = None
        self.surroundings = contextlib.ExitStack()

    def write(self, **result):
        self.results.write(json.dumps(result) + "\n")

    def run(self, tests):
        signal.signal(signal.SIGALRM, self._alarm)
        self.tests = tests
        self.write(planned=len(tests))
        failed = 0
        with self.surroundings:
            for one in tests:
                failed += not self._run(one)
        return failed

    def _surround(self, lab, around):
        if around is self.around:
            return
        self.around = None
        self.surroundings.close()
        if around:
            self.surroundings.enter_context(around(lab))
        self.around = around

    def _alarm(self, *_):
        raise DeadlineExceeded()

    def _run(self, one):
        began = time.monotonic()
        lab = self.make_lab(self)
        mark = lab.journal_mark()
        message = None
        # Only a test that hangs is ended: what must be quick has a deadline of its own, and a machine that
        # builds something else meanwhile takes three times as long.
        allowed = round(3 * one.seconds * patience.factor)
        signal.alarm(allowed)
        try:
            self._surround(lab, one.around)
            with contextlib.ExitStack() as stack:
                lab.open(stack)
                one.function(lab, **one.bindings)
        except DeadlineExceeded:
            message = f"not done after {allowed} s\n" + traceback.format_exc(limit=-4)
        except AssertionError as error:
            message = self._place(error)
        except Exception:  # Whatever a test throws is its failure, and the next one runs.
            message = traceback.format_exc(limit=-6)
        finally:
            signal.alarm(0)
        result = {"test": one.name, "passed": message is None, "seconds": time.monotonic() - began}
        if message is not None:
            result |= {"message": message, "journal": lab.journal_since(mark)}
        self.write(**result)
        return message is None

    @staticmethod
    def _place(error):
        frames = [frame for frame in traceback.extract_tb(error.__traceback__)
                  if "/test_" in frame.filename]
        place = "".join(f"{frame.filename.rsplit('/', 1)[1]}:{frame.lineno}: {frame.line}\n"
                        for frame in frames)
        return place + (str(error) or "the assertion above does not hold")
