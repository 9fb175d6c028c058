"""Further starts of the machine: what the first one leaves behind for them."""

import os
import subprocess
import sys

import package

PANEL_UNIT = "/etc/systemd/system/lab-panel.service"

# A panel that is there before anything of responderd is started, as one that is built in.
PANEL = """[Unit]
Description=A touchscreen that is there from the beginning
DefaultDependencies=no
ConditionKernelCommandLine=|machine.boot=with-a-panel
ConditionKernelCommandLine=|machine.boot=on-a-small-board
After=systemd-modules-load.service systemd-udevd.service systemd-udev-trigger.service
Before=sysinit.target

[Service]
Type=notify
ExecStart={python} -B /usr/local/lib/lab/boots.py

[Install]
WantedBy=sysinit.target
"""


def prepare():
    """Leaves the machine as a person has it after `apt install`, with a panel for two starts."""
    package.install_afresh()
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run(["mkdir", "-p", "/usr/local/lib/lab"], check=True)
    subprocess.run(["cp", *(os.path.join(here, name) for name in sorted(os.listdir(here))
                            if name.endswith(".py")), "/usr/local/lib/lab"], check=True)
    with open(PANEL_UNIT, "w") as unit:
        unit.write(PANEL.format(python=sys.executable))
    subprocess.run(["systemctl", "enable", "--quiet", PANEL_UNIT], check=True)
    # As every system has it whose root cannot be written.
    with open("/etc/fstab", "a") as table:
        table.writelines(f"tmpfs {folder} tmpfs mode=1777 0 0\n" for folder in ("/tmp", "/var/tmp"))


def hold_panel():
    """Is the panel until the machine ends."""
    import signal
    import socket

    from fingers import Touchscreen
    with Touchscreen("Lab Built-in"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
        signal.pause()


if __name__ == "__main__":
    hold_panel()
