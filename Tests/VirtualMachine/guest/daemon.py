"""The daemon under test: as systemd's service in the machine, as a child process elsewhere."""

import os
import signal
import socket
import subprocess
import tempfile
import time

CONFIGURATION = "/etc/responderd/responderd.yaml"
UNIT = "responderd.service"


def properties_of_unit(*names):
    """What systemd says about the service now."""
    shown = subprocess.run(["systemctl", "show", UNIT, *(f"--property={name}" for name in names)],
                           check=True, text=True, stdout=subprocess.PIPE).stdout
    return dict(line.split("=", 1) for line in shown.splitlines())


class ServiceDaemon:
    """responderd.service, with the configuration where a person would put it."""

    socket = "/run/responderd/socket"

    def start(self, configuration):
        os.makedirs(os.path.dirname(CONFIGURATION), exist_ok=True)
        with open(CONFIGURATION, "w") as file:
            file.write(configuration)
        started = subprocess.run(["systemctl", "restart", UNIT], text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT)
        assert started.returncode == 0, f"systemctl restart {UNIT}: {started.stdout}"

    @property
    def pid(self):
        with open(f"/sys/fs/cgroup/system.slice/{UNIT}/cgroup.procs") as processes:
            return int(processes.read().split()[0])

    def stop(self):
        # With its socket, at which no program shall wait and start it again.
        subprocess.run(["systemctl", "stop", "responderd.socket", UNIT], check=True)


class ChildDaemon:
    """The same program without systemd; readiness comes over a notify socket of our own."""

    def __init__(self, binaries):
        self.program = os.path.join(binaries, "responderd")
        self.folder = tempfile.TemporaryDirectory(prefix="responderd-test.")
        self.socket = os.path.join(self.folder.name, "socket")
        self.process = None

    def start(self, configuration):
        self.stop()
        path = os.path.join(self.folder.name, "responderd.yaml")
        with open(path, "w") as file:
            file.write(configuration)
        notify = os.path.join(self.folder.name, "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
            ready.bind(notify)
            try:
                self.process = subprocess.Popen(
                    [self.program, "--config", path, "--socket", self.socket],
                    env={**os.environ, "NOTIFY_SOCKET": notify}, stdin=subprocess.DEVNULL)
                self._wait_until_ready(ready)
            finally:
                os.unlink(notify)

    def _wait_until_ready(self, ready, seconds=20):
        deadline = time.monotonic() + seconds
        ready.settimeout(0.5)
        while time.monotonic() < deadline:
            assert self.process.poll() is None, f"responderd ended with {self.process.returncode}"
            try:
                if b"READY=1" in ready.recv(4096).split(b"\n"):
                    return
            except TimeoutError:
                continue
        raise AssertionError(f"responderd did not say READY=1 within {seconds} s")

    @property
    def pid(self):
        return self.process.pid

    def stop(self):
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("responderd did not end within 10 s of SIGTERM")
        finally:
            self.process = None


# epoll_wait, epoll_pwait and epoll_pwait2 on amd64, and the two that arm64 has.
WAITING_CALLS = {"232", "281", "441"} if os.uname().machine == "x86_64" else {"22", "441"}


class Process:
    """Reads figures of the daemon's process, however it was started; pauses it while `with` lasts."""

    def __init__(self, pid):
        self.pid = pid
        self.started = self._stat()[19]

    def _stat(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()

    def is_alive(self):
        """Whether it still is the same process."""
        try:
            return self._stat()[19] == self.started and self._stat()[0] not in "ZX"
        except (FileNotFoundError, ProcessLookupError):
            return False

    def is_idle(self, calls=WAITING_CALLS):
        """Whether it sleeps in its event loop: a process with events to read has been woken."""
        # Woken but not yet on a processor it is no longer asleep, though still in the call.
        if self._stat()[0] != "S":
            return False
        with open(f"/proc/{self.pid}/syscall") as call:
            return call.read().split()[0] in calls

    def descriptors(self):
        """What each open descriptor leads to."""
        found = {}
        for name in os.listdir(f"/proc/{self.pid}/fd"):
            try:
                found[int(name)] = os.readlink(f"/proc/{self.pid}/fd/{name}")
            except FileNotFoundError:
                continue
        return found

    def __enter__(self):
        os.kill(self.pid, signal.SIGSTOP)
        deadline = time.monotonic() + 10
        while self._stat()[0] not in "Tt":
            assert time.monotonic() < deadline, "the daemon did not stop on SIGSTOP"
            time.sleep(0.002)
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGCONT)
