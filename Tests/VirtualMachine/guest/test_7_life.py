"""The service's life: reloads, ends, falls; afterwards touches and subscribers are right again."""

import os
import re
import signal
import subprocess
import time

from configurations import WHOLE
from daemon import UNIT, properties_of_unit
from fingers import *
from records import finger, lifted, touches
from subscriber import Subscriber
from suite import test


def systemctl(*words):
    done = subprocess.run(["systemctl", *words], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def doctor(lab, *words, user=None):
    """The result of responderctl doctor: its status and its last line; `doctor.said` has its whole output."""
    command = ["responderctl", "doctor", *words]
    if user:
        command = ["runuser", "-u", user, "--", *command]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    doctor.said = done.stdout
    return done.returncode, done.stdout.rstrip("\n").rpartition("\n")[2]


def check_touch(lab, panel, name="again"):
    """A new subscriber receives a new finger."""
    with Subscriber(lab.daemon.socket) as watcher:
        watcher.subscribe("touches")
        panel.frame(down(0, 30, 40))
        panel.frame(up(0))
        one = finger(name, 30, 40, tap="<any>")
        watcher.expect(touches("began", "ground", one), touches("ended", "ground", one))


def truth(lab, panel):
    """Touches, systemd's line and the doctor are right, and agree."""
    check_touch(lab, panel, "true")
    shown = systemctl("status", "--no-pager", UNIT)[1]
    assert "Active: active (running)" in shown, shown
    lab.wait_until(lambda: re.search(r'Status: ".*\b1 device,', systemctl(
        "status", "--no-pager", UNIT)[1]), "systemctl status tells the device")
    assert doctor(lab) == (0, "no errors"), doctor.said


def restarted(lab, old):
    """Waits until systemd has started another process in the place of one."""
    lab.wait_until(lambda: not old.is_alive(), "the old process is gone", seconds=60)
    lab.wait_until(lambda: properties_of_unit("ActiveState")["ActiveState"] == "active" and
                   properties_of_unit("MainPID")["MainPID"] not in ("0", str(old.pid)),
                   "another process is ready", seconds=60)
    lab.follow_restart()


def machine_test(name, **options):
    """A test that needs systemd; on a host without the machine there is nothing to test."""
    def register(function):
        test(name, **options)(lambda lab: function(lab) if lab.in_machine else None)
        return function
    return register


@machine_test("life: kill -9 is followed by a new start, and devices and subscribers come back")
def killed(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 10, 10))
    watcher.expect(touches("began", "ground", finger("a", 10, 10)))
    instance = watcher.hello["instance"]
    old = lab.process
    os.kill(old.pid, signal.SIGKILL)
    assert watcher.read_line() is None, "a line from a dead daemon"
    lab.wait_until(lambda: properties_of_unit("ActiveState", "MainPID") not in (
        {"MainPID": str(old.pid), "ActiveState": "active"},) and
        properties_of_unit("ActiveState")["ActiveState"] == "active", "the service is back")
    lab.follow_restart()
    lab.wait_until_open(panel)
    panel.frame(up(0))
    lab.settle()
    check_touch(lab, panel)
    with Subscriber(lab.daemon.socket) as program:
        assert program.hello["instance"] != instance


@machine_test("life: SIGTERM cancels fingers, says goodbye and ends at once")
def terminated(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 10, 10))
    watcher.expect(touches("began", "ground", finger("a", 10, 10)))
    lab.expect_death()
    began = time.monotonic()
    status, output = systemctl("stop", UNIT)
    took = time.monotonic() - began
    assert status == 0, output
    watcher.expect(touches("cancelled", "ground", lifted("a")))
    assert watcher.read_line() == '{"type":"closing","reason":"shutdown"}'
    assert watcher.read_line() is None
    shown = properties_of_unit("ActiveState", "Result", "ExecMainStatus")
    assert shown == {"ActiveState": "inactive", "Result": "success", "ExecMainStatus": "0"}, shown
    assert took < 4, f"{took:.1f} s"


@machine_test("life: a subscriber that comes before the daemon waits at the socket and is served")
def activated(lab):
    lab.start(WHOLE.format(source="libinput"))
    lab.daemon.stop()
    lab.expect_death()
    try:
        status, output = systemctl("start", "responderd.socket")
        assert status == 0, output
        with Subscriber(lab.daemon.socket) as watcher:
            assert properties_of_unit("ActiveState")["ActiveState"] == "active"
            watcher.subscribe("touches")
            lab.follow_restart()
            panel = lab.panel()
            panel.frame(down(0, 10, 10))
            watcher.expect(touches("began", "ground", finger("a", 10, 10)))
            # The service falls, the socket stays, and the next one waits at it.
            os.kill(lab.process.pid, signal.SIGKILL)
            with Subscriber(lab.daemon.socket) as second:
                assert second.hello["instance"] != watcher.hello["instance"]
            lab.expect_death()
    finally:
        systemctl("stop", "responderd.socket", UNIT)


@machine_test("life: systemd's own measure of exposure is at most 1.2, and the units are sound")
def exposure(lab):
    measured = subprocess.run(["systemd-analyze", "security", "--no-pager", UNIT], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", measured)
    assert found, measured
    lab.runner.write(table=f"exposure of {UNIT}: {found[1]}")
    assert float(found[1]) <= 1.2, measured
    verified = subprocess.run(["systemd-analyze", "verify", "--man=no", UNIT, "responderd.socket"],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    ours = [line for line in verified.stdout.splitlines() if "responderd" in line]
    assert verified.returncode == 0 and not ours, verified.stdout
