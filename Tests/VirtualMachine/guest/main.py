"""Runs the system tests on this kernel, in the virtual machine or on a host with /dev/uinput."""

import argparse
import glob
import importlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import boots  # noqa: E402
import patience  # noqa: E402
import suite  # noqa: E402
from lab import Lab  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", required=True, help="file for one JSON line per test")
    parser.add_argument("--binaries", help="run the daemon from this folder, without systemd")
    parser.add_argument("--recordings", help="play the recordings below this folder, too")
    parser.add_argument("--every", type=int, default=1, help="of the recordings play every Nth")
    parser.add_argument("--boot", default="first", help="only the tests of this start of the machine")
    parser.add_argument("--part", default="1/1", metavar="N/M", help="of the tests only what this one of M machines runs")
    parser.add_argument("--patience", type=float, default=1, help="times as long for every deadline")
    parser.add_argument("--day", action="store_true", help="no tests that are for the night")
    parser.add_argument("filter", nargs="*")
    arguments = parser.parse_args()
    patience.factor = arguments.patience
    folder = os.path.dirname(os.path.abspath(__file__))
    if arguments.recordings:
        importlib.import_module("recordings_played").register(arguments.recordings, arguments.every)
    for path in sorted(glob.glob(os.path.join(folder, "test_*.py"))):
        importlib.import_module(os.path.basename(path)[:-3])
    tests = [one for one in suite.TESTS
             if (not arguments.filter or any(word in one.name for word in arguments.filter))
             and not (arguments.day and one.night)]
    part, parts = map(int, arguments.part.split("/"))
    further = sorted({one.boot for one in tests} - {"first"})[part - 1::parts]
    runner = suite.Runner(arguments.results, lambda runner: Lab(runner, arguments))
    mine = [one for one in tests if one.boot == arguments.boot]
    failed = runner.run(mine[part - 1::parts] if arguments.boot == "first" else mine)
    if arguments.boot == "first" and further and not arguments.binaries:
        boots.prepare()
        runner.write(boots=further)
    runner.write(ended=True)
    return 1 if failed else 0


sys.exit(main())
