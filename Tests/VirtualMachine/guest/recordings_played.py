"""Every recording played through the kernel: the daemon must see the contacts the oracle sees."""

import contextlib
import csv
import fnmatch
import glob
import os
import re

from passing import passing_test
from passing_recordings import pass_all
from performance import THEATRE, perform
from suite import test

# libinput distinguishes so many fingers of a whole seat at once.
FINGERS_OF_A_SEAT = 32
# Fingers of a recording whose index does not say how many there are.
USUAL_FINGERS = 10
RECORDINGS_AT_ONCE = 4


# Touchscreens of many makers, with one finger and with many, that also pass through.
PANELS = (
    "aosp/google_pixel_tablet_touchscreen.evemu",
    "evemu-devices/touchscreens/Atmel maXTouch Touchscreen.1-finger-fast-taps.events",
    "evemu-devices/touchscreens/Atmel maXTouch Touchscreen.4-finger-drag-down.events",
    "evemu-devices/touchscreens/ELAN CANDO Windows7.1-finger-drag-up-down.events",
    "hid-devices-debian-6.1/win7-3m_0596_0500_0.ev.xz",
    "hid-devices-debian-6.1/win7-elo-touchsystems_04e7_0022_0.ev.xz",
    "hid-devices-debian-6.1/win7-flatfrog_25b5_0002_0.ev.xz",
    "hid-devices-debian-6.1/win7-irmtouch_23c9_5666_0.ev.xz",
    "hid-devices-debian-6.1/win7-lg_043e_9aa1_0.ev.xz",
    "hid-devices-debian-6.1/win7-nexio_1870_010d_1.ev.xz",
)


class Rule:
    """Why a deviation is right: a line of the rules' file, which says what its columns are."""

    def __init__(self, line):
        self.name, self.source, self.where, self.deviation = line.split(None, 3)


def read_rules():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "recordings.rules")) as lines:
        return [Rule(line.strip()) for line in lines if line.strip() and not line.startswith("#")]


RULES = read_rules()


def files(root):
    """The recordings below a folder, and how many fingers each has at once.

    Those its index names, or all that look like one.
    """
    index = os.path.join(root, "INDEX.tsv")
    if os.path.exists(index):
        with open(index) as lines:
            rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
        fingers = {row["path"]: int(row["max_contacts"] or 0) for row in rows}

        def fingers_of(path):
            # Of reports there may be the events that they once became: `multitouch/win7/x.hid`
            # and `win7-x_0.ev.xz`.
            stem = "-".join(path.removesuffix(".hid").split("/")[-2:]) + "_"
            return fingers[path] or max((count for other, count in fingers.items()
                                         if os.path.basename(other).startswith(stem)),
                                        default=0) or USUAL_FINGERS
        return {os.path.join(root, path): fingers_of(path) for path in fingers}
    found = glob.glob(root + "/**/*", recursive=True)
    return {path: USUAL_FINGERS for path in sorted(found)
            if os.path.isfile(path) and path.endswith(
                (".event", ".events", ".evemu", ".ev", ".ev.xz", ".dat", ".yml", ".hid"))}


def explanation(title, source, watched, deviation):
    """The name of the rule that explains a deviation, or None."""
    for rule in RULES:
        if rule.source in ("*", source) and re.fullmatch(rule.deviation, deviation) and (
                rule.where in watched.traits or fnmatch.fnmatch(title, rule.where)):
            return rule.name
    return None


def compare(title, performance):
    """The line of the table for a recording, and what nothing explains."""
    results, unexplained = [], []
    for source, one in performance.watched.items():
        assert not one.dropped, f"{source}: the test itself lost events"
        told = THEATRE.contacts(source, one)
        deviations = list(one.deviations(told))
        # Whatever a rule lets pass there: libinput's own library must say the very same.
        if one.libinput:
            deviations += one.deviations_from_library(told)
        reasons = set()
        for deviation in deviations:
            rule = explanation(title, source, one, deviation)
            if rule is None:
                unexplained.append(f"{source}: {deviation}")
            reasons.add(rule or "UNEXPLAINED")
        results.append(f"{source} {len(told)}/{len(one.oracle.contacts)} "
                       + (", ".join(sorted(reasons)) or "equal")
                       + (" (beyond the edge is on it)" if "beyond-edge" in one.traits else ""))
    if not results:
        results = [f"no touch surface by udev, only {', '.join(performance.kinds) or 'others'}"]
    return f"{title}: {'; '.join(results)}", unexplained


class Programme:
    """Which recordings are played together: some at once, as devices do not wait for each other."""

    def __init__(self, fingers):
        self.fingers = fingers
        self.results = {}

    def group(self, path, tests):
        """The recording and those after it that are played with it."""
        group, fingers = [], 0
        paths = [one.bindings["path"] for one in tests if "path" in one.bindings]
        for each in paths[paths.index(path):]:
            fingers += self.fingers[each]
            if group and (fingers > FINGERS_OF_A_SEAT or len(group) == RECORDINGS_AT_ONCE):
                break
            group.append(each)
        return group

    def play(self, lab, path, root):
        THEATRE.open(lab)
        group = self.group(path, lab.runner.tests)
        try:
            with contextlib.ExitStack() as stack:
                performances = perform(lab, group, stack)
            for each, performance in zip(group, performances):
                self.results[each] = compare(os.path.relpath(each, root), performance)
        except BaseException as error:
            for each in group:
                self.results.setdefault(each, error)
            raise

    def result(self, lab, path, root):
        if path not in self.results:
            self.play(lab, path, root)
        result = self.results[path]
        if isinstance(result, BaseException):
            raise AssertionError(f"it was played with others, and that failed: {result!r}")
        return result


@contextlib.contextmanager
def one_daemon(lab):
    """All recordings are played to the same daemon."""
    yield
    lab.daemon.stop()


def register(root, every):
    fingers = files(root)
    found = {path: fingers[path] for path in list(fingers)[::every]}
    panels = [path for path in (os.path.join(root, panel) for panel in PANELS) if path in fingers]
    if panels:
        passing_test(f"recorded: {len(panels)} real panels pass through, frame by frame",
                     seconds=400, night=True)(lambda lab: pass_all(lab, panels))
    programme = Programme(found)

    def play_and_compare(lab, path):
        line, unexplained = programme.result(lab, path, root)
        lab.runner.write(table=line)
        assert not unexplained, "\n".join(unexplained[:12])
    for path in found:
        title = os.path.relpath(path, root)
        test(f"recorded: {title}", path=path, seconds=240, around=one_daemon)(play_and_compare)
