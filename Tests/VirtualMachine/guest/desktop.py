"""A desktop in the machine: a compositor under logind on the machine's display, and a program in it."""

import collections
import contextlib
import fcntl
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import threading

import patience
from daemon import Process

USER = "visitor"
UNIT, SEAT = "lab-desktop.service", "lab-seat.service"

# A session of its own on the seat, as a display manager starts one.
SESSION = (f"User={USER}", "PAMName=login", "TTYPath=/dev/tty7", "TTYReset=yes", "TTYVHangup=yes",
           "StandardInput=tty-fail", "StandardOutput=journal", "StandardError=journal",
           # Cage of Debian 13 does not end when it is asked to.
           "TimeoutStopSec=5", "Environment=XDG_SESSION_TYPE=wayland XDG_SESSION_CLASS=user XDG_SEAT=seat0 XDG_VTNR=7")


class Compositor:
    """A compositor, where it listens, and what it finds in its environment."""

    def __init__(self, socket, *command, **environment):
        self.socket, self.command, self.environment = socket, command, environment


WESTON = Compositor("wayland-lab", "/usr/bin/weston", "--backend=drm-backend.so", "--use-pixman", "--shell=kiosk-shell.so",
                    "--socket=wayland-lab", "--continue-without-input", "--idle-time=0")
# It ends with the program that it starts; the window is of another one.
CAGE = Compositor("wayland-0", "/usr/bin/cage", "-d", "--", "/usr/bin/sleep", "infinity",
                  WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1", LIBSEAT_BACKEND="seatd")
# A browser that shows one page.
COG = ("/usr/bin/cog", "--platform=wl", "--enable-write-console-messages-to-stdout=true")
VT_ACTIVATE, VT_WAITACTIVE = 0x5606, 0x5607


def show_terminal(number):
    """Brings a terminal to the front: only the session there may draw, and read input devices."""
    terminal = os.open("/dev/tty0", os.O_RDWR | os.O_CLOEXEC)
    fcntl.ioctl(terminal, VT_ACTIVATE, number)
    fcntl.ioctl(terminal, VT_WAITACTIVE, number)
    os.close(terminal)


class Desktop:
    """The compositor, which reads every input device of the seat."""

    def __init__(self, lab, compositor=WESTON):
        self.lab, self.compositor = lab, compositor
        with contextlib.suppress(KeyError):
            pwd.getpwnam(USER)
            raise AssertionError("the user of the desktop is there already")
        subprocess.run(["useradd", "--create-home", USER], check=True)
        self.user = pwd.getpwnam(USER).pw_uid
        self.runtime = f"/run/user/{self.user}"
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self):
        if self.compositor.environment.get("LIBSEAT_BACKEND") == "seatd":
            subprocess.run(["systemd-run", "--quiet", "--collect", f"--unit={SEAT}", "/usr/sbin/seatd", "-u", USER], check=True)
            self.lab.wait_until(lambda: os.path.exists("/run/seatd.sock"), "seatd listens")
        subprocess.run(["systemd-run", "--quiet", "--collect", f"--unit={UNIT}",
                        *(f"--property={line}" for line in SESSION),
                        *(f"--setenv={name}={value}" for name, value in self.compositor.environment.items()),
                        *self.compositor.command], check=True)
        show_terminal(7)
        self.lab.wait_until(lambda: os.path.exists(f"{self.runtime}/{self.compositor.socket}"),
                            "the compositor listens", seconds=60)
        self.process = Process(int(subprocess.run(
            ["systemctl", "show", "--property=MainPID", "--value", UNIT], check=True, text=True,
            stdout=subprocess.PIPE).stdout))

    def reads(self, node):
        """Whether the compositor has opened a device, and waits for its events."""
        return node in self.process.descriptors().values() and self.process.is_idle()

    def close(self):
        # It is not there when the compositor has ended by itself.
        subprocess.run(["systemctl", "stop", UNIT, SEAT], stderr=subprocess.DEVNULL)
        # Its manager outlives its session, and a user with processes cannot be removed.
        subprocess.run(["systemctl", "stop", f"user@{self.user}.service"], check=True)
        # The processes of a browser end a little after it.
        self.lab.wait_until(lambda: subprocess.run(["userdel", "--remove", USER], stderr=subprocess.DEVNULL).returncode == 0,
                            "the user has no process left")


class Window:
    """A program in the desktop, or a page in a browser there, and the lines that it has printed."""

    def __init__(self, lab, desktop, name="gtk_window.py"):
        # The share is root's alone.
        program = f"{desktop.runtime}/{name}"
        for file in (name, "printed.py"):
            shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), file), desktop.runtime)
            os.chmod(f"{desktop.runtime}/{file}", 0o644)
        is_page = name.endswith(".html")
        # The browser prints messages of its own, too; this is in front of each line of the page.
        self.mark = "CONSOLE LOG " if is_page else ""
        self.messages = collections.deque(maxlen=20)
        self.process = subprocess.Popen(
            [*COG, f"file://{program}"] if is_page else [sys.executable, "-B", program],
            user=USER, group=USER, extra_groups=[], cwd="/", text=True, errors="replace", start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT if is_page else None,
            env={**os.environ, "HOME": f"/home/{USER}", "XDG_RUNTIME_DIR": desktop.runtime,
                 "WAYLAND_DISPLAY": desktop.compositor.socket, "GDK_BACKEND": "wayland", "NO_AT_BRIDGE": "1",
                 "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo"})
        self.lines = []
        self.has_ended = False
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        try:
            self.size = self.until("shown", seconds=240)[-1]["size"]
        except BaseException:
            self.close()
            raise

    def _read(self):
        for line in self.process.stdout:
            message, mark, words = line.partition(self.mark) if self.mark else ("", "all", line)
            with self.changed:
                if mark:
                    self.lines.append(json.loads(words))
                else:
                    self.messages.append(message)
                self.changed.notify_all()
        with self.changed:
            self.has_ended = True
            self.changed.notify_all()

    def until(self, said, count=1, seconds=30):
        """The lines until it has printed one so often, which are then forgotten; it must print it."""
        def place():
            found = [at for at, line in enumerate(self.lines) if line["said"] == said]
            return found[count - 1] + 1 if len(found) >= count else None
        with self.changed:
            self.changed.wait_for(lambda: place() or self.has_ended, seconds * patience.factor)
            assert place(), (f"the window {'has ended' if self.has_ended else 'has'} "
                             f"not said {said} {count} times within {seconds} s; it has said {self.lines}\n{''.join(self.messages)}")
            found = self.lines[:place()]
            del self.lines[:len(found)]
        return found

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()
