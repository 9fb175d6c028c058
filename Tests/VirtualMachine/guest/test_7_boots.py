"""The machine started with the package installed: with its panel, without one, with a late one, on a small board."""

import os

from daemon import UNIT
from fingers import *
from package import SOCKET, states_of_units
from subscriber import Subscriber
from suite import test
from test_7_life import doctor, systemctl


def booted(lab):
    """Waits until the machine has started what it starts by itself; nothing else starts it."""
    lab.wait_until(lambda: os.path.exists(SOCKET), "the socket is there")
    program = lab.add(Subscriber(SOCKET, 60))
    program.subscribe()
    lab.follow_restart()
    states = states_of_units("ActiveState", "NRestarts", "Result")
    assert states[UNIT] == ["active", "0", "success"], states
    assert states["responderd.socket"][0] == "active", states
    return program


def check_finger(lab, program, panel):
    lab.wait_until_open(panel)
    panel.frame(down(0, 400, 240))
    panel.frame(up(0))
    lines = []
    while not lines or lines[-1]["type"] != "gesture":
        lines.append(program.read())
    told = [line.get("phase", line["type"]) for line in lines if line["type"] != "device"]
    # The tap waits for a second one; the view does not.
    assert told == ["began", "ended", "gesture"], lines


def built_in(lab, program):
    """The panel that was there before the daemon."""
    node, = [device["node"] for device in program.ask(devices={})["devices"] if device["name"] == "Lab Built-in"]
    return lab.add(HeldTouchscreen(node))


@test("boot: with its panel built in the machine starts into a working panel",
      boot="with a panel", night=True)
def with_a_panel(lab):
    program = booted(lab)
    check_finger(lab, program, built_in(lab, program))
    assert doctor(lab) == (0, "no errors"), doctor.said
    lab.expect_death()


@test("boot: without a panel it waits and says so, and takes the one that comes",
      boot="without a panel", night=True)
def without_a_panel(lab):
    program = booted(lab)
    assert program.ask(status={})["devices"] == 0
    lab.wait_until(lambda: "0 devices" in systemctl("status", "--no-pager", UNIT)[1],
                   "systemctl status says that there is no device")
    status, last = doctor(lab)
    assert status == 1 and "there is no touchscreen and no touchpad" in doctor.said, doctor.said
    panel = lab.add(Touchscreen())
    check_finger(lab, program, panel)
    lab.wait_until(lambda: "1 device," in systemctl("status", "--no-pager", UNIT)[1],
                   "systemctl status says that there is a device")
    assert doctor(lab) == (0, "no errors"), doctor.said
    lab.expect_death()


@test("boot: with one core, 512 MB, no clock and a root that cannot be written its panel works, and a touch writes nothing",
      boot="on a small board")
def on_a_small_board(lab):
    assert os.cpu_count() == 1 and os.statvfs("/").f_flag & os.ST_RDONLY, "the machine is another one"
    assert not os.path.exists("/dev/rtc0"), "the machine has a clock"
    program = booted(lab)
    panel = built_in(lab, program)
    check_finger(lab, program, panel)
    before = written(lab)
    for _ in range(20):
        check_finger(lab, program, panel)
    assert written(lab) == before, f"{written(lab) - before} bytes for 20 taps"
    assert systemctl("restart", UNIT)[0] == 0
    lab.follow_restart()
    program = lab.add(Subscriber(SOCKET, 60))
    program.subscribe()
    check_finger(lab, program, panel)
    assert doctor(lab) == (0, "no errors"), doctor.said
    lab.expect_death()


def written(lab):
    """How many bytes the daemon has had written to a disk."""
    with open(f"/proc/{lab.process.pid}/io") as figures:
        return int(dict(line.split(": ") for line in figures)["write_bytes"])
