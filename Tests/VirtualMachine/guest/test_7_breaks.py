"""The machine is broken in forty ways; what the doctor prints is run, word by word, and it is well again. Of what the
daemon can notice, its journal has the fix within the first three lines."""

import os
import re
import shutil
import subprocess
import time

from configurations import WHOLE
from daemon import CONFIGURATION, UNIT
from fingers import *
from lab import Lab
from test_7_life import check_touch, doctor, machine_test, systemctl

GOOD = WHOLE.format(source="evdev")
SOCKET, SOCKET_UNIT = "/run/responderd/socket", "responderd.socket"
DROP_IN = "/etc/systemd/system/responderd.service.d/broken.conf"
GOOD_COPY = "/run/good.yaml"
# What a person does: sudo is not needed here, and the editor brings the right file.
PREFIX = f'sudo() {{ "$@"; }}; sudoedit() {{ cat {GOOD_COPY} > "$1"; }}; '


def sh(command):
    subprocess.run(["sh", "-c", command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def write(text, reload=True):
    with open(CONFIGURATION, "w") as file:
        file.write(text)
    if reload:
        subprocess.run(["responderctl", "reload"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def drop_in(text):
    os.makedirs(os.path.dirname(DROP_IN), exist_ok=True)
    with open(DROP_IN, "w") as file:
        file.write(f"[Service]\n{text}\n")
    systemctl("daemon-reload")
    systemctl("restart", UNIT)


def entries(text):
    return GOOD.replace('  - match: { name: "Lab *" }', text + '\n  - match: { name: "Lab *" }')


def beside(lab, panel):
    subprocess.run(["responderctl", "set", "--device", panel.node, "calibrationMatrix=[1,0,2,0,1,0]"], check=True,
                   stdout=subprocess.DEVNULL)
    lab.wait_until_open(panel)
    panel.frame(down(0, 30, 40))
    panel.frame(up(0))


def lose_socket():
    """Without a request or a touch; the daemon notices it by itself."""
    os.unlink(SOCKET)
    Lab.wait_until(lambda: f"the socket {SOCKET} was removed" in journal("--since=-1min"), "the journal says so")


SERVICE = {
    "disabled": lambda: systemctl("disable", UNIT, SOCKET_UNIT),
    "stopped with its socket": lambda: systemctl("stop", SOCKET_UNIT, UNIT),
    "stopped and disabled": lambda: sh(f"systemctl disable --now {UNIT}; systemctl stop {SOCKET_UNIT}"),
    "socket disabled and all stopped": lambda: sh(f"systemctl disable {UNIT} {SOCKET_UNIT}; systemctl stop {SOCKET_UNIT} {UNIT}"),
    "masked": lambda: systemctl("mask", UNIT),
    "masked and stopped": lambda: sh(f"systemctl mask --now {UNIT}; systemctl stop {SOCKET_UNIT}"),
    "masked socket": lambda: systemctl("mask", SOCKET_UNIT),
    "both masked and stopped": lambda: sh(f"systemctl mask --now {UNIT} {SOCKET_UNIT}"),
    "a program that is not executable": lambda: sh(f"chmod a-x /usr/bin/responderd; systemctl restart {UNIT} || true"),
    "a drop-in with an option that is not there": lambda: drop_in("ExecStart=\nExecStart=/usr/bin/responderd --nonsense"),
    "a drop-in with a program that is not there": lambda: drop_in("ExecStart=\nExecStart=/usr/bin/nonsense"),
    "a drop-in with a program that ends": lambda: drop_in("ExecStart=\nExecStart=/bin/false"),
    "a drop-in with a user that is not there": lambda: drop_in("User=nonsense"),
    "a drop-in with a group that is not there": lambda: drop_in("Group=nonsense"),
    "a drop-in without devices": lambda: drop_in("DeviceAllow="),
    "a drop-in without memory": lambda: drop_in("MemoryMax=1M"),
}
SOCKETS = {
    "no socket": lambda: os.unlink(SOCKET),
    "no socket, on an idle panel": lose_socket,
    "a file in place of the socket": lambda: sh(f"rm {SOCKET}; touch {SOCKET}"),
    "a folder in place of the socket": lambda: sh(f"rm {SOCKET}; mkdir {SOCKET}; touch {SOCKET}/x"),
    "the socket moved away": lambda: os.rename(SOCKET, SOCKET + ".away"),
    "no folder of the socket": lambda: shutil.rmtree("/run/responderd"),
    "a dead socket in its place": lambda: sh(
        f"rm {SOCKET}; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"{SOCKET}\")'"),
}
FILES = {
    "no file": lambda: os.unlink(CONFIGURATION),
    "no file, and a restart": lambda: sh(f"rm {CONFIGURATION}; systemctl restart {UNIT} || true"),
    "no file, and a reload": lambda: sh(f"rm {CONFIGURATION}; responderctl reload || true"),
    "a file for root": lambda: os.chmod(CONFIGURATION, 0o600),
    "a file for root, and a restart": lambda: sh(f"chmod 600 {CONFIGURATION}; systemctl restart {UNIT} || true"),
    "a file for root, and a reload": lambda: sh(f"chmod 600 {CONFIGURATION}; responderctl reload || true"),
    "a file of a user": lambda: sh(f"chown nobody {CONFIGURATION}; chmod 600 {CONFIGURATION}"),
    "a file without rights": lambda: sh(f"chmod 0 {CONFIGURATION}; responderctl reload || true"),
    "a folder for root": lambda: os.chmod(os.path.dirname(CONFIGURATION), 0o700),
    "a folder for root, and a restart": lambda: sh(
        f"chmod 700 {os.path.dirname(CONFIGURATION)}; systemctl restart {UNIT} || true"),
    "a file and a folder for root": lambda: sh(
        f"chmod 600 {CONFIGURATION}; chmod 700 {os.path.dirname(CONFIGURATION)}"),
    "a mistyped key": lambda: write(GOOD.replace("handles", "handels")),
    "a mistyped key that was not read": lambda: write(GOOD.replace("handles", "handels"), reload=False),
    "a mistyped key, and a restart": lambda: sh(f"sed -i s/handles/handels/ {CONFIGURATION}; systemctl restart {UNIT} || true"),
    "a file that is no YAML": lambda: write("]"),
    "an entry with a mistyped name": lambda: write(entries('  - match: { name: "Lab Touchscren" }')),
    "an entry behind one for the same": lambda: write(
        GOOD.replace("    source: evdev", '    source: evdev\n  - match: { name: "Lab Touch*" }\n    rotate: 90')),
}
PANEL = {
    "a node for root": lambda lab, panel: os.chmod(panel.node, 0o600),
    "a node for root, and a restart": lambda lab, panel: sh(f"chmod 600 {panel.node}; systemctl restart {UNIT}"),
    "a node of another group": lambda lab, panel: os.chown(panel.node, 0, 0),
    "a node that udev has not seen": lambda lab, panel: os.unlink(
        "/run/udev/data/c{0}:{1}".format(*(part(os.stat(panel.node).st_rdev) for part in (os.major, os.minor)))),
    "a matrix that moves touches beside the screen": beside,
}


# Those that the daemon itself notices.
TOLD = {
    "no socket, on an idle panel", "no file, and a restart", "no file, and a reload", "a file for root, and a restart",
    "a file for root, and a reload", "a file without rights", "a folder for root, and a restart", "a mistyped key",
    "a mistyped key, and a restart", "a file that is no YAML", "an entry with a mistyped name",
    "an entry behind one for the same", "a node for root, and a restart", "a matrix that moves touches beside the screen"}


def journal(*words):
    """The lines of the daemon itself in its journal that are worse than a notice, each after its time."""
    return subprocess.run(["journalctl", "-q", "--no-pager", "-u", UNIT, "-t", "responderd", "-p", "warning",
                           "-o", "short-unix", *words], text=True, stdout=subprocess.PIPE).stdout


def untold(began):
    """The breaks, by the times at which they began, whose fix is not in the first three lines of the journal."""
    times = sorted(began.values())
    lines = [(float(line.split()[0]), line) for line in journal(f"--since=@{times[0]:.6f}").splitlines()]
    for name in TOLD & set(began):
        end = next((at for at in times if at > began[name]), float("inf"))
        first = [line for at, line in lines if began[name] <= at < end][:3]
        if not any("  to fix it: " in line for line in first):
            yield f"{name}: the journal has no fix in the first lines: {first}"


def fixes():
    return re.findall(r"^ +(?:fix|to start it): (.*)", doctor.said, re.M)


def is_well(lab):
    return doctor(lab) == (0, "no errors")


def heal(lab, name):
    """Runs what the doctor prints, until it prints nothing to run; three times are enough for two breaks."""
    lab.wait_until(lambda: not is_well(lab) or fixes(), f"the doctor finds it: {name}")
    ran = []
    for _ in range(3):
        # What is printed for two errors is run once.
        for fix in dict.fromkeys(fixes()):
            ran.append(fix)
            subprocess.run(["sh", "-c", PREFIX + fix], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if is_well(lab) and not fixes():
            return
    lab.wait_until(lambda: is_well(lab), f"the machine is well after {ran}")


def restore():
    """The machine as it was, whatever a break has left."""
    shutil.rmtree(os.path.dirname(DROP_IN), ignore_errors=True)
    sh(f"chmod a+x /usr/bin/responderd; chmod 755 {os.path.dirname(CONFIGURATION)}; rm -rf {CONFIGURATION}; "
       f"systemctl daemon-reload; systemctl unmask {UNIT} {SOCKET_UNIT}; systemctl enable {UNIT} {SOCKET_UNIT}; "
       f"rm -rf {SOCKET}; systemctl restart {SOCKET_UNIT}")


def breaks(kind, table, **options):
    @machine_test(f"breaks: {kind}, and what the doctor prints mends it", seconds=60 * len(table), night=True, **options)
    def one(lab):
        lab.start(GOOD)
        shutil.copy(CONFIGURATION, GOOD_COPY)
        panel = lab.panel()
        failed, began = [], {}
        for name, break_it in table.items():
            began[name] = time.time()
            try:
                if table is PANEL:
                    break_it(lab, panel)
                else:
                    break_it()
                heal(lab, name)
                lab.follow_restart()
                lab.wait_until_open(panel)
                # The file that the package brings is another one.
                if open(CONFIGURATION).read() != GOOD:
                    lab.restart(GOOD)
                    lab.wait_until_open(panel)
                check_touch(lab, panel)
            except AssertionError as error:
                failed.append(f"{name}: {error}\n{doctor.said}")
                restore()
                lab.restart(GOOD)
                lab.wait_until_open(panel)
        failed += untold(began)
        assert not failed, "\n".join(failed)


breaks("the service", SERVICE)
breaks("the socket", SOCKETS)
breaks("the file", FILES)
breaks("the panel", PANEL)
