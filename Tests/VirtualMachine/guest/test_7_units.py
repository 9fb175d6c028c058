"""The units as an administrator handles them: enabled and not, by presets, and by udev alone."""

import os
import shutil
import stat
import subprocess

from configurations import WHOLE
from daemon import CONFIGURATION, UNIT, properties_of_unit
from fingers import *
from package import UNITS
from test_7_life import check_touch, machine_test, systemctl

METRICS = "/var/lib/prometheus/node-exporter/responderd.prom"
RULE = "/etc/udev/rules.d/70-responderd.rules"


def enabled():
    return systemctl("is-enabled", *UNITS)[1].split()


@machine_test("units: what is enabled or disabled with the service is its socket and sleep's unit")
def enabling(lab):
    try:
        for word, state in (("disable", "disabled"), ("preset", "enabled")):
            status, said = systemctl("--no-reload", word, UNIT)
            assert status == 0, said
            assert enabled() == [state] * 3, f"{word}: {enabled()}"
    finally:
        systemctl("daemon-reload")


@machine_test("units: with a socket that is restarted the service is, and new programs are served",
              seconds=150)
def socket_restarted(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    lab.expect_death()
    try:
        assert systemctl("restart", "responderd-control.socket") == (0, "")
        for unit in ("responderd.socket", "responderd-control.socket"):
            assert systemctl("restart", unit) == (0, ""), unit
            lab.wait_until(lambda: systemctl("is-active", *UNITS[:2], "responderd-control.socket")
                           == (0, "active\n" * 3), f"all are active after {unit}")
            lab.follow_restart()
            lab.wait_until_open(panel)
            check_touch(lab, panel)
            assert systemctl("restart", UNIT) == (0, ""), "the service without its sockets"
        lab.follow_restart()
        lab.expect_death()
        assert systemctl("stop", "responderd.socket") == (0, "")
        assert properties_of_unit("ActiveState")["ActiveState"] == "inactive"
    finally:
        systemctl("stop", "responderd-control.socket", *UNITS[:2])


@machine_test("units: udev alone starts the service when a touchscreen appears, if so installed",
              seconds=120)
def started_by_udev(lab):
    with open(CONFIGURATION, "w") as file:
        file.write(WHOLE.format(source="libinput"))
    shutil.copy("/usr/share/responderd/udev/70-responderd.rules", RULE)
    try:
        subprocess.run(["udevadm", "control", "--reload"], check=True)
        assert properties_of_unit("ActiveState")["ActiveState"] == "inactive"
        panel = lab.add(Touchscreen())
        lab.wait_until(lambda: properties_of_unit("SubState")["SubState"] == "running",
                       "udev has the service started", seconds=60)
        lab.follow_restart()
        lab.wait_until_open(panel)
        check_touch(lab, panel)
        # It stays when the panel goes, and takes it again.
        panel.destroy()
        lab.wait_until(lambda: not lab.has_open(panel), "the panel is let go")
        assert properties_of_unit("SubState")["SubState"] == "running"
        check_touch(lab, lab.panel())
        lab.expect_death()
    finally:
        os.unlink(RULE)
        subprocess.run(["udevadm", "control", "--reload"], check=True)
        systemctl("stop", UNIT)


@machine_test("units: a timer writes all metrics into another user's folder, and that the daemon is down",
              seconds=120)
def metrics(lab):
    lab.start(WHOLE.format(source="libinput"))
    os.makedirs(os.path.dirname(METRICS))
    shutil.chown(os.path.dirname(METRICS), "nobody")

    def lines():
        with open(METRICS) as file:
            return file.read().splitlines()
    try:
        assert systemctl("start", "responderd-metrics.timer") == (0, "")
        lab.wait_until(lambda: os.path.exists(METRICS), "the timer has it written", seconds=60)
        assert {"responderd_up 1", "responderd_connections 1"} <= set(lines()), lines()
        assert stat.S_IMODE(os.stat(METRICS).st_mode) == 0o644
        lab.expect_death()
        assert systemctl("stop", "responderd.socket", UNIT) == (0, "")
        assert systemctl("start", "responderd-metrics.service") == (0, "")
        assert len(lines()) == 3 and lines()[-1] == "responderd_up 0", lines()
    finally:
        systemctl("stop", "responderd-metrics.timer")
        shutil.rmtree("/var/lib/prometheus")
