"""Configurations read again: good, bad and missing ones, with fingers down, and forced."""

import os
import subprocess

from configurations import WHOLE
from daemon import CONFIGURATION, UNIT
from fingers import *
from records import finger, lifted, touches
from subscriber import Subscriber
from test_7_life import doctor, machine_test, systemctl, truth

GOOD = WHOLE.format(source="libinput")
OTHER = GOOD.replace("id: ground", "id: meadow")


def write(text):
    with open(CONFIGURATION, "w") as file:
        file.write(text)


def view(lab):
    with Subscriber(lab.daemon.socket) as program:
        return program.ask(hitTest={"screen": "panel", "point": [30, 40]})["view"]


def reload(*words):
    """What responderctl reload says: its status and its words."""
    done = subprocess.run(["responderctl", "reload", *words], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def line_of_status(lab, words):
    lab.wait_until(lambda: words in systemctl("status", "--no-pager", UNIT)[1],
                   f"systemctl status says: {words}")


@machine_test("reload: a bad or missing file changes nothing, and everybody says so until it is good",
              seconds=150)
def bad_files(lab):
    lab.start(GOOD)
    panel = lab.panel()
    pid = lab.process.pid
    for text, place, why in ((GOOD.replace("handles", "handels"), "responderd.yaml:", "has errors"),
                             (None, "open ", "cannot be read")):
        mark = lab.journal_mark()
        if text:
            write(text)
        else:
            os.unlink(CONFIGURATION)
        status, said = reload()
        assert status != 0 and place in said, said
        assert view(lab) == "ground"
        line_of_status(lab, f"the configuration file {why}; the previous configuration applies")
        said = lab.journal_since(mark, "--unit", UNIT)
        assert "the new configuration is invalid; the previous one still applies" in said and CONFIGURATION in said, said
        status, last = doctor(lab)
        assert status == 1 and last == "1 error" and CONFIGURATION in doctor.said, doctor.said
    write(OTHER)
    status, last = doctor(lab)
    assert status == 1 and "does not use" in doctor.said, doctor.said
    assert "fix: sudo responderctl reload" in doctor.said, doctor.said
    assert reload()[0] == 0
    assert view(lab) == "meadow" and lab.daemon.pid == pid
    panel.frame(down(0, 300, 300))
    panel.frame(up(0))
    assert doctor(lab) == (0, "no errors"), doctor.said
    write(GOOD)
    assert systemctl("reload", UNIT)[0] == 0
    lab.wait_until(lambda: view(lab) == "ground", "the first file is in force again")
    truth(lab, panel)


@machine_test("reload: with a finger on what changes it waits for the finger, or is forced and cancels it")
def with_fingers(lab):
    lab.start(GOOD)
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 10, 10))
    watcher.expect(touches("began", "ground", finger("a", 10, 10)))
    write(OTHER)
    assert systemctl("reload", UNIT)[0] == 0
    line_of_status(lab, "a new configuration waits until no finger is on what it removes or moves")
    assert doctor(lab) == (0, "no errors") and "reload --force" in doctor.said, doctor.said
    panel.frame(move(0, 20, 20))
    watcher.expect(touches("moved", "ground", finger("a", 20, 20)))
    assert view(lab) == "ground"
    panel.frame(up(0))
    watcher.expect(touches("ended", "ground", finger("a", 20, 20)))
    lab.wait_until(lambda: view(lab) == "meadow", "the new file is in force")
    # Too far away to be the second tap of the first finger.
    panel.frame(down(0, 300, 300))
    watcher.expect(touches("began", "meadow", finger("b", 300, 300)))
    write(GOOD)
    status, said = reload("--force")
    assert status == 0, said
    watcher.expect(touches("cancelled", "meadow", lifted("b")))
    assert view(lab) == "ground"
    # The finger that is still down was cancelled once and for all.
    panel.frame(move(0, 40, 40))
    panel.frame(up(0))
    lab.nothing_else(watcher)
    truth(lab, panel)
