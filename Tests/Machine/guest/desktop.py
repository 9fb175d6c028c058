"""A desktop in the machine: weston under logind on the machine's display, and a GTK program in it."""

import contextlib
import fcntl
import json
import os
import pwd
import shutil
import subprocess
import sys
import threading

from daemon import Process

USER = "visitor"
SOCKET = "wayland-lab"
UNIT = "lab-desktop.service"

# A session of its own on the seat, as a display manager starts one.
SESSION = f"""[Unit]
Description=A desktop on the machine's display
After=systemd-user-sessions.service systemd-logind.service

[Service]
User={USER}
PAMName=login
Environment=XDG_SESSION_TYPE=wayland XDG_SESSION_CLASS=user XDG_SEAT=seat0 XDG_VTNR=7
TTYPath=/dev/tty7
TTYReset=yes
TTYVHangup=yes
StandardInput=tty-fail
StandardOutput=journal
StandardError=journal
ExecStart=/usr/bin/weston --backend=drm-backend.so --use-pixman --shell=kiosk-shell.so \\
  --socket={SOCKET} --continue-without-input --idle-time=0
"""


VT_ACTIVATE, VT_WAITACTIVE = 0x5606, 0x5607


def show_terminal(number):
    """Brings a terminal to the front: only the session there may draw, and read input devices."""
    terminal = os.open("/dev/tty0", os.O_RDWR | os.O_CLOEXEC)
    fcntl.ioctl(terminal, VT_ACTIVATE, number)
    fcntl.ioctl(terminal, VT_WAITACTIVE, number)
    os.close(terminal)


class Desktop:
    """The compositor, which reads every input device of the seat."""

    def __init__(self, lab):
        self.lab = lab
        with contextlib.suppress(KeyError):
            pwd.getpwnam(USER)
            raise AssertionError("the user of the desktop is there already")
        subprocess.run(["useradd", "--create-home", USER], check=True)
        self.runtime = f"/run/user/{pwd.getpwnam(USER).pw_uid}"
        with open(f"/run/systemd/system/{UNIT}", "w") as unit:
            unit.write(SESSION)
        subprocess.run(["systemctl", "daemon-reload"], check=True)
        subprocess.run(["systemctl", "start", UNIT], check=True)
        show_terminal(7)
        lab.wait_until(lambda: os.path.exists(f"{self.runtime}/{SOCKET}"),
                       "weston listens", seconds=60)
        self.process = Process(int(subprocess.run(
            ["systemctl", "show", "--property=MainPID", "--value", UNIT], check=True, text=True,
            stdout=subprocess.PIPE).stdout))

    def has_open(self, node):
        return node in self.process.descriptors().values()

    def close(self):
        subprocess.run(["systemctl", "stop", UNIT], check=True)
        os.unlink(f"/run/systemd/system/{UNIT}")
        subprocess.run(["systemctl", "daemon-reload"], check=True)
        subprocess.run(["userdel", "--remove", USER], stderr=subprocess.DEVNULL)


class Window:
    """The GTK program in the desktop, and the lines that it has printed."""

    def __init__(self, lab, desktop):
        self.lab = lab
        # The share is root's alone.
        program = f"{desktop.runtime}/gtk_window.py"
        shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "gtk_window.py"), program)
        os.chmod(program, 0o644)
        self.process = subprocess.Popen(
            ["runuser", "-u", USER, "--", "env", f"XDG_RUNTIME_DIR={desktop.runtime}",
             f"WAYLAND_DISPLAY={SOCKET}", "GDK_BACKEND=wayland", "NO_AT_BRIDGE=1",
             "GTK_A11Y=none", "GSETTINGS_BACKEND=memory",
             sys.executable, "-B", program],
            text=True, stdout=subprocess.PIPE)
        self.lines = []
        self.size = None
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        shown, = self.wait("shown", seconds=120)
        self.size = shown["size"]

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(json.loads(line))

    def wait(self, said, count=1, seconds=30):
        """Waits until it has printed a line so often; returns all lines until then, and forgets them."""
        def found():
            assert self.process.poll() is None, "the window's program has ended"
            return [line for line in list(self.lines) if line["said"] == said]
        try:
            self.lab.wait_until(lambda: len(found()) >= count, f"the window says {said}", seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; it has said {self.lines}") from None
        return found()

    def take(self):
        """The lines that it has printed since the last call, as text."""
        lines, self.lines[:] = list(self.lines), []
        return lines

    def close(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()
