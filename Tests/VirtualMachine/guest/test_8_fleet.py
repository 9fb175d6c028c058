"""A panel behind a broker under its real unit: the commands of the page, and clocks that jump."""

import contextlib
import json
import hashlib
import os
import re
import shutil
import signal
import subprocess
import threading
import time

import package
from fingers import *
from test_7_life import doctor, machine_test, systemctl

PORT = 21883
BRIDGE = "responder-mqtt.service"
MQTT = "/etc/responderd/mqtt.yaml"
PANEL = """
screens:
  panel: { size: [800, 480] }
devices:
  - match: { name: "Lab *" }
    screen: panel
application:
  windows:
    - id: main
      screen: panel
      gestureRecognizers: [{ id: first, tap: {} }]
"""
SETTINGS = f"""
broker: {{ host: 127.0.0.1, port: {PORT}, reconnectMaximum: 2 }}
prefix: house
panel: lobby
queue: {{ maximumAge: {{ gesture: 600 }} }}
state: {{ healthInterval: 1 }}
"""


class Broker:
    """A mosquitto that can be stopped and started."""

    def __init__(self):
        self.process = None
        self.start()

    def start(self):
        with open("/run/lab-broker.conf", "w") as file:
            file.write(f"listener {PORT} 127.0.0.1\nallow_anonymous true\nuser root\n")
        self.process = subprocess.Popen(["mosquitto", "-c", "/run/lab-broker.conf"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def close(self):
        self.process.kill()
        self.process.wait()


class Page:
    """docs/fleet.md with what it needs: a repository with the package, and a broker with the name of the page."""

    REPOSITORY, LIST, HOSTS = "/run/lab-repository", "/etc/apt/sources.list.d/lab.list", "/etc/hosts"

    def __init__(self):
        with open("/share/fleet.md") as file:
            self.text = file.read()
        os.makedirs(self.REPOSITORY, exist_ok=True)
        shutil.copy(os.path.join(package.FOLDER, "responder-mqtt.deb"), self.REPOSITORY)
        with open(f"{self.REPOSITORY}/responder-mqtt.deb", "rb") as file:
            content = file.read()
        with open(f"{self.REPOSITORY}/Packages", "w") as file:
            file.write(package.dpkg("--field", f"{self.REPOSITORY}/responder-mqtt.deb")
                       + f"Filename: ./responder-mqtt.deb\nSize: {len(content)}\n"
                         f"SHA256: {hashlib.sha256(content).hexdigest()}\n")
        with open(self.LIST, "w") as file:
            file.write(f"deb [trusted=yes] file:{self.REPOSITORY} ./\n")
        self.run(f"apt-get update -o Dir::Etc::sourcelist={self.LIST} -o Dir::Etc::sourceparts=/dev/null")
        # The machine of Debian 12 has no such file.
        self.hosts = None
        with contextlib.suppress(FileNotFoundError), open(self.HOSTS) as file:
            self.hosts = file.read()
        with open(self.HOSTS, "w") as file:
            file.write("127.0.0.1 broker.example localhost\n")
        with open("/run/lab-page-broker.conf", "w") as file:
            file.write("listener 1883 127.0.0.1\nallow_anonymous true\nuser root\n")
        self.broker = subprocess.Popen(["mosquitto", "-c", "/run/lab-page-broker.conf"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{self.REPOSITORY}/mqtt.yaml", "w") as file:
            file.write(self.blocks("From one panel to two hundred", "yaml")[0])

    def blocks(self, heading, word):
        """The blocks of a section in their order."""
        section = self.text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
        return re.findall(rf"^```{word}\n(.*?)^```$", section, re.M | re.S)

    def run(self, command):
        done = subprocess.run(command, shell=True, cwd=self.REPOSITORY, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
        assert done.returncode == 0, f"{command}: {done.stdout}"
        return done.stdout

    def close(self):
        self.broker.kill()
        self.broker.wait()
        package.dpkg("--purge", "responder-mqtt")
        for path in (self.LIST, self.HOSTS, MQTT):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)
        if self.hosts is not None:
            with open(self.HOSTS, "w") as file:
                file.write(self.hosts)


class Listener:
    """What comes on the topics of the panel, from when it has been made."""

    def __init__(self, lab):
        lab.wait_until(lambda: self.publishes("house/lobby/nothing"), "the broker listens")
        self.process = subprocess.Popen(
            ["mosquitto_sub", "-p", str(PORT), "-h", "127.0.0.1", "-q", "1", "-t", "house/lobby/#", "-F", "%t %p"],
            text=True, stdout=subprocess.PIPE)
        self.lines = []
        self.thread = threading.Thread(target=lambda: self.lines.extend(iter(self.process.stdout.readline, "")),
                                       daemon=True)
        self.thread.start()
        lab.wait_until(lambda: self.publishes("house/lobby/ready") and self.count("house/lobby/ready"),
                       "it is subscribed", seconds=60)

    @staticmethod
    def publishes(topic):
        return subprocess.run(["mosquitto_pub", "-p", str(PORT), "-h", "127.0.0.1", "-t", topic, "-m", "1"],
                              stderr=subprocess.DEVNULL).returncode == 0

    def count(self, start):
        return sum(line.startswith(start) for line in list(self.lines))

    def close(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()
        self.process.stdout.close()


class Bridge:
    """The package of the bridge, installed and set up."""

    def __init__(self):
        package.dpkg("--install", os.path.join(package.FOLDER, "responder-mqtt.deb"))
        systemctl("stop", BRIDGE)
        with open(MQTT, "w") as file:
            file.write(SETTINGS)
        systemctl("restart", BRIDGE)

    @staticmethod
    def close():
        os.unlink(MQTT)
        package.dpkg("--purge", "responder-mqtt")


def start(lab):
    """A panel with its broker and bridge, and a subscriber; the bridge has published that it is online."""
    package.ensure()
    broker = lab.add(contextlib.closing(Broker()))
    lab.add(contextlib.closing(Bridge()))
    lab.start(PANEL)
    panel = lab.panel()
    lab.wait_until(lambda: b"online" in subprocess.run(
        ["mosquitto_sub", "-p", str(PORT), "-h", "127.0.0.1", "-t", "house/lobby/status", "-C", "1", "-W", "5"],
        stdout=subprocess.PIPE).stdout, "the panel is online", seconds=60)
    return panel, broker


@machine_test("fleet: the four commands of docs/fleet.md word by word, and those that take everything back", seconds=400, night=True)
def four_commands(lab):
    package.ensure()
    page = lab.add(contextlib.closing(Page()))
    lab.start(PANEL)
    lab.panel()
    *installing, watching = [line for block in page.blocks("From one panel to two hundred", "sh")
                             for line in block.splitlines()]
    assert len(installing) == 3, installing
    for command in installing:
        page.run(command)
    watch = subprocess.Popen(watching, shell=True, text=True, stdout=subprocess.PIPE, start_new_session=True)
    lines = []
    threading.Thread(target=lambda: lines.extend(iter(watch.stdout.readline, "")), daemon=True).start()
    try:
        lab.wait_until(lambda: f"responderd/{os.uname().nodename}/status online\n" in lines, "the panel is online",
                       seconds=60)
    finally:
        os.killpg(watch.pid, signal.SIGKILL)
        watch.wait()
    noted = "/var/lib/responder-mqtt/published.json"
    with open(noted) as file:
        assert [one["broker"] for one in json.load(file)] == ["broker.example:1883"]
    for block in page.blocks("Removing or renaming a panel", "sh"):
        for command in block.splitlines():
            page.run(command)
    left = subprocess.run(["mosquitto_sub", "-h", "broker.example", "-t", "#", "--retained-only", "-v", "-W", "2"],
                          text=True, stdout=subprocess.PIPE).stdout
    assert left == "" and not os.path.exists(noted), left
    assert doctor(lab) == (1, "1 error"), doctor.said
    fix = re.search(r"^error: responder-mqtt.service is enabled, and does not run\n       fix: (.*)", doctor.said, re.M)[1]
    page.run(fix.replace("sudo ", ""))
    assert doctor(lab) == (0, "no errors"), doctor.said
    lab.wait_until(lambda: os.path.exists(noted), "it is noted again", seconds=60)
    package.dpkg("--purge", "responder-mqtt")
    assert not os.path.exists(os.path.dirname(noted))


@machine_test("fleet: a clock that jumps neither stops the bridge nor loses a gesture", seconds=400, night=True)
def jumping_clock(lab):
    panel, broker = start(lab)
    began, monotonic = time.time(), time.monotonic()

    def jump(seconds):
        time.clock_settime(time.CLOCK_REALTIME, time.time() + seconds)

    try:
        taps = 0
        for seconds in (86_400, -2 * 86_400):
            listener = Listener(lab)
            with contextlib.closing(listener):
                lab.wait_until(lambda: listener.count("house/lobby/status online"), "the panel is online", seconds=60)
                jump(seconds)
                # A broker that stores a tap by the time of before drops it as too old: mosquitto 2.0.21 has one time
                # for what it reads at once.
                lab.wait_until(lambda: listener.publishes("house/lobby/later") and listener.count("house/lobby/later"),
                               "the broker has the other time", seconds=60)
                panel.frame(down(0, 100, 100 + taps))
                panel.frame(up(0))
                lab.wait_until(lambda: listener.count("house/lobby/gesture/first"), "a tap arrives", seconds=60)
            # Away and back while the broker is away as well.
            broker.close()
            panel.frame(down(0, 200, 100 + taps))
            panel.frame(up(0))
            lab.settle()
            jump(-seconds)
            # It cannot connect again before a broker listens.
            systemctl("kill", "--signal=STOP", BRIDGE)
            broker.start()
            listener = Listener(lab)
            with contextlib.closing(listener):
                systemctl("kill", "--signal=CONT", BRIDGE)
                lab.wait_until(lambda: listener.count("house/lobby/gesture/first"),
                               "the tap that waited arrives", seconds=60)
                assert listener.count("house/lobby/gesture/first") == 1, listener.lines
            taps += 1
        # One that was never set is a problem, and no other one is.
        time.clock_settime(time.CLOCK_REALTIME, 86_400)
        listener = Listener(lab)
        with contextlib.closing(listener):
            lab.wait_until(lambda: any('"problems":["the clock of this machine is not set: ' in line for line in list(listener.lines)),
                           "the clock is a problem", seconds=60)
        # The daemon has it from the bridge, for those who ask the panel.
        lab.wait_until(lambda: doctor(lab) and "reports: the clock of this machine is not set" in doctor.said,
                       "doctor has the clock", seconds=60)
        assert systemctl("show", "--property=NRestarts", BRIDGE)[1] == "NRestarts=0\n"
    finally:
        time.clock_settime(time.CLOCK_REALTIME, began + time.monotonic() - monotonic)
