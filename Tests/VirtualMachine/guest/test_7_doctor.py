"""The doctor: everything that it checks is broken once, and the command that it prints fixes it."""

import contextlib
import os
import re
import signal
import subprocess

from configurations import GRABBED, WHOLE
from daemon import CONFIGURATION, UNIT
from kernel import Node
from passing import DROP_IN, desktop
from test_7_life import check_touch, doctor, machine_test, systemctl

GOOD = WHOLE.format(source="libinput")
USER = "kim"


def finds(lab, words, user=None):
    """The doctor finds this one problem; returns the fix that it prints."""
    status, last = doctor(lab, user=user)
    assert (status, last) == (1, "1 error"), doctor.said
    found = re.search(r"^error: (.*)\n       fix: (.*)", doctor.said, re.M)
    assert words in found[1], doctor.said
    return found[2]


def follow(command):
    done = subprocess.run(["sh", "-c", command.replace("sudo ", "")], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"{command}: {done.stdout}"


def mended(lab, command, user=None):
    """Runs the printed fix; the doctor finds no problem then."""
    follow(command)

    def is_well():
        return doctor(lab, user=user) == (0, "no errors")
    lab.wait_until(is_well, f"no errors after {command}: {getattr(doctor, 'said', '')}")


@machine_test("doctor: a service that does not run, is masked, or has lost its socket", seconds=150)
def service(lab):
    lab.start(GOOD)
    panel = lab.panel()
    lab.expect_death()
    lab.daemon.stop()
    status, last = doctor(lab)
    assert (status, last) == (1, "2 errors"), doctor.said
    assert "error: the service does not run\n" in doctor.said, doctor.said
    assert "error: there is no socket" in doctor.said, doctor.said
    mended(lab, "sudo systemctl restart responderd.service")
    os.unlink("/run/responderd/socket")
    mended(lab, finds(lab, "there is no socket /run/responderd/socket"))
    lab.daemon.stop()
    systemctl("mask", UNIT)
    status, last = doctor(lab)
    assert "error: the service is masked" in doctor.said, doctor.said
    mended(lab, re.search(r"is masked.*\n       fix: (.*)", doctor.said)[1])
    lab.follow_restart()
    lab.wait_until_open(panel)
    check_touch(lab, panel)
    lab.expect_death()
    systemctl("stop", UNIT)


@machine_test("doctor: a configuration that is missing or wrong", seconds=120)
def configuration(lab):
    lab.start(GOOD)
    panel = lab.panel()
    os.unlink(CONFIGURATION)
    mended(lab, finds(lab, f"open {CONFIGURATION}: No such file"))
    with open(CONFIGURATION, "w") as file:
        file.write(GOOD.replace("handles", "handels"))
    mend = finds(lab, f"{CONFIGURATION} has an error; the daemon still uses")
    assert mend == f"sudoedit {CONFIGURATION} && sudo responderctl reload", mend
    assert re.search(rf"{CONFIGURATION}:\d+:\d+: .*handels", doctor.said), doctor.said
    # A person must edit the file; the daemon has not read the error.
    with open(CONFIGURATION, "w") as file:
        file.write(GOOD)
    mended(lab, "sudo responderctl reload")
    check_touch(lab, panel)


@machine_test("doctor: a node without its rights, and one that udev has not looked at", seconds=120)
def node(lab):
    lab.start(GOOD)
    panel = lab.panel()
    os.chmod(panel.node, 0o600)
    mended(lab, finds(lab, f"{panel.node} (Lab Touchscreen): the group input may not"))
    os.chown(panel.node, 0, 0)
    mended(lab, finds(lab, f"{panel.node} (Lab Touchscreen): it belongs to the group root"))
    number = os.stat(panel.node).st_rdev
    os.unlink(f"/run/udev/data/c{os.major(number)}:{os.minor(number)}")
    mended(lab, finds(lab, f"udev has not processed {panel.node}"))
    check_touch(lab, panel)


@machine_test("doctor: a panel that another program has grabbed, and who it is", seconds=120)
def grabbed(lab):
    lab.start(GOOD)
    panel = lab.panel()
    thief = os.fork()
    if thief == 0:
        with contextlib.suppress(BaseException):
            Node(panel.node).grab()
            while True:
                signal.pause()
        os._exit(1)
    try:
        lab.wait_until(lambda: doctor(lab)[0] == 1, "the grab is found")
        mend = finds(lab, f"{panel.node} (Lab Touchscreen) is grabbed by another program")
        # This test holds no descriptor of the node, but shares the thief's name.
        assert mend == f"sudo kill {thief}", doctor.said
        os.kill(thief, signal.SIGKILL)
    finally:
        os.waitpid(thief, 0)
    assert doctor(lab) == (0, "no errors"), doctor.said
    check_touch(lab, panel)


@machine_test("doctor: the daemon's own grab is none of another program")
def own_grab(lab):
    lab.start(GRABBED.format(source="evdev"))
    lab.panel()
    assert doctor(lab) == (0, "no errors"), doctor.said


@machine_test("doctor: a user who may not use the socket, and becomes a member of its group",
              seconds=120)
def rights(lab):
    lab.start(GOOD)
    lab.panel()
    subprocess.run(["useradd", "--no-create-home", USER], check=True)
    try:
        mend = finds(lab, "which is for members of the group responderd", user=USER)
        assert mend.startswith(f"sudo usermod -aG responderd {USER}"), mend
        # Every login is a new one here.
        mended(lab, mend, user=USER)
        os.chmod("/run/responderd/socket", 0o600)
        mended(lab, finds(lab, "and neither may its group responderd", user=USER), user=USER)
        lab.follow_restart()
    finally:
        subprocess.run(["userdel", USER], check=True)


@machine_test("doctor: users and groups that are gone", seconds=120)
def accounts(lab):
    lab.start(GOOD)
    lab.panel()
    lab.expect_death()
    systemctl("stop", UNIT)
    files = ("/etc/group", "/etc/gshadow")
    for path in files:
        subprocess.run(["cp", "-p", path, f"{path}.lab"], check=True)
    try:
        subprocess.run(["sed", "-i", "/^input:/d", *files], check=True)
        systemctl("start", UNIT)
        doctor(lab)
        assert "error: there is no group input\n       fix: sudo systemd-sysusers" in doctor.said
        assert "its group does not exist" in doctor.said, doctor.said
        follow(re.search(r"fix: (sudo systemd-sysusers && .*)", doctor.said)[1])
        # The new group has another number, which udev gives to nodes from its next start on.
        doctor(lab)
        assert "OK: the service runs" in doctor.said, doctor.said
        assert "there is no group" not in doctor.said, doctor.said
    finally:
        for path in files:
            os.rename(f"{path}.lab", path)
        systemctl("stop", UNIT)
        subprocess.run(["udevadm", "control", "--reload"], check=True)


TWO = """
screens:
  left: { size: [800, 480] }
  right: { size: [800, 480] }
application:
  id: app
  windows:
    - { id: wl, screen: left, handles: [touches] }
    - { id: wr, screen: right, handles: [touches] }
"""


@machine_test("doctor: two panels on one screen while another screen has none")
def mapping(lab):
    lab.start(TWO)
    lab.panel("Lab One")
    assert doctor(lab) == (0, "no errors"), doctor.said
    lab.panel("Lab Two")
    mend = finds(lab, "lie on screen left, and none on screen right")
    assert "write under devices:" in mend, mend
    with open(CONFIGURATION, "w") as file:
        file.write(TWO + 'devices:\n  - { match: { name: "Lab Two" }, screen: right }\n'
                   '  - { match: { name: "Lab One" }, screen: left }\n')
    mended(lab, "sudo responderctl reload")


def check():
    """What responderctl check says of the configuration."""
    return subprocess.run(["responderctl", "check", CONFIGURATION], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT).stdout


@machine_test("doctor: touches that are not passed on, for want of the right to make devices", seconds=150)
def passing_on(lab):
    lab.start(desktop())
    lab.panel(phys="lab/panel")
    fix = finds(lab, "passes nothing on")
    assert "the service may not use /dev/uinput" in check(), check()
    try:
        mended(lab, fix)
        lab.follow_restart()
        assert check() == f"{CONFIGURATION}: OK\n", check()
        assert re.search("^OK: .*: touches are passed on by /dev/input/event", doctor.said, re.M)
        assert "passedOnCancel: liftOutside" in doctor.said
    finally:
        os.unlink(DROP_IN)
        systemctl("daemon-reload")
