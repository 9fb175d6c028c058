"""A real broker, a daemon and a bridge on this machine, for Tests/EndToEnd/mqtt."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from waiting import free_port, wait_until

# Debian keeps the broker where only administrators look.
os.environ["PATH"] += ":/usr/sbin"
PATIENCE = 20
# For tests of what is delivered after a loss that lasts.
FOR_LONG = "maximumAge: { touches: 600, gesture: 600, control: 600 }"

CONFIGURATION = """
screens: { panel: { size: [800, 480] } }
socket: { path: %s/socket, mode: "0600", rights: [subscribe, edit, inject, control] }
application:
  windows:
    - id: main
      subviews:
        - { id: red, frame: [0, 0, 200, 200], handles: [touches], gestureRecognizers: [{ id: red.tap, tap: {} }, { id: red.pan, pan: {} }] }
        - { id: "odd/+#%%name", frame: [200, 0, 100, 100], handles: [touches] }
        - { id: volume, slider: { frame: [0, 300, 200, 40], value: 0.5 } }
        - { id: lamp, switch: { frame: [300, 300, 60, 40] } }
        - { id: ok, button: { frame: [400, 300, 100, 40] } }
"""


class Program:
    """A program whose standard error is kept, and which ends with the test."""

    def __init__(self, lab, words, **environment):
        self.log = []
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True, errors="replace",
                                        env={**os.environ, **environment})
        threading.Thread(target=lambda: self.log.extend(iter(self.process.stderr.readline, "")),
                         daemon=True).start()
        lab.programs.append(self)

    def said(self, text):
        return any(text in line for line in list(self.log))

    def end(self, number=signal.SIGTERM):
        """Ends it; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(PATIENCE)


class Subscriber:
    """mosquitto_sub on everything; each message is (topic, quality, retained, payload)."""

    def __init__(self, lab, topic="#", options=()):
        self.messages = []
        self.process = subprocess.Popen(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(lab.port), "-V", "5", "-q", "1", "-t", topic,
             "-F", "%j", *lab.login, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        lab.programs.append(self)
        self.is_ready = False
        threading.Thread(target=self.read, daemon=True).start()
        end = time.monotonic() + PATIENCE
        while not self.is_ready and time.monotonic() < end:
            lab.publish("ready", "yes")

    def read(self):
        for line in self.process.stdout:
            one = json.loads(line)
            if one["topic"] == "ready":
                self.is_ready = True
                continue
            payload = one.get("payload", "")
            self.messages.append((one["topic"], one["qos"], bool(one["retain"]), payload))

    def of(self, topic):
        """The payloads of a topic so far."""
        return [payload for name, _, _, payload in list(self.messages) if name == topic]

    def records(self, topic):
        return [json.loads(payload) for payload in self.of(topic)]

    def wait(self, topic, condition=lambda payload: True, seconds=PATIENCE):
        """The first payload of a topic that meets a condition."""
        def found():
            return next(([payload] for payload in self.of(topic) if condition(payload)), None)
        return wait_until(f"a message on {topic}; found {sorted({name for name, *_ in self.messages})}",
                          found, seconds)[0]

    def end(self, *_):
        self.process.kill()
        self.process.wait()


class Proxy:
    """Passes bytes on to a port, until it stalls.

    With `cuts`, it loses so many connections: it passes the caller's first words and the answer to them, loses
    everything else, and cuts the connection when one of the lost words is `cut_at`.
    """

    def __init__(self, target, cuts=0, cut_at=b""):
        self.target, self.is_stalled, self.cuts, self.cut_at = target, False, cuts, cut_at
        # The seconds that each piece takes.
        self.delay = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                caller, _ = self.listener.accept()
            except OSError:
                return
            try:
                other = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                caller.close()
                continue
            passes = self.lose if self.cuts > 0 else self.copy
            for pair in ((caller, other), (other, caller)):
                threading.Thread(target=passes, args=pair, daemon=True).start()

    def lose(self, source, sink):
        try:
            sink.sendall(source.recv(65536))
            lost = b""
            while data := source.recv(65536):
                lost += data
                if self.cut_at in lost:
                    self.cuts -= 1
                    break
        except OSError:
            pass
        self.hang_up(source, sink)

    def copy(self, source, sink):
        try:
            while data := source.recv(65536):
                while self.is_stalled:
                    time.sleep(0.02)
                time.sleep(self.delay)
                sink.sendall(data)
        except OSError:
            pass
        self.hang_up(source, sink)

    @staticmethod
    def hang_up(*streams):
        for stream in streams:
            try:
                stream.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Lab:
    """A folder with everything that one test starts."""

    def __init__(self, programs):
        self.bin = programs
        self.folder = tempfile.mkdtemp(prefix="mqtt")
        self.programs = []
        self.bridges = []
        self.port = free_port()
        self.broker = None
        # The options with which clients of the broker log in.
        self.login = ()
        self.connections = []

    def close(self):
        for client, lines in self.connections:
            lines.close()
            client.close()
        for program in reversed(self.programs):
            program.end(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    # The broker.

    def start_broker(self, settings="allow_anonymous true\n"):
        # Started as root it would become another user, who may not read this folder.
        user = "user root\n" if os.getuid() == 0 else ""
        configuration = self.file("mosquitto.conf", f"{user}listener {self.port} 127.0.0.1\n"
                                  f"persistence false\n{settings}")
        self.broker = Program(self, ["mosquitto", "-c", configuration])
        wait_until("the broker listens", self.broker_listens)

    def broker_comes_back(self):
        """Starts the broker again, with a subscriber that listens before a bridge is connected, and so misses nothing."""
        for bridge in self.bridges:
            bridge.process.send_signal(signal.SIGSTOP)
        self.start_broker()
        subscriber = Subscriber(self)
        for bridge in self.bridges:
            bridge.process.send_signal(signal.SIGCONT)
        return subscriber

    def broker_listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            return False

    def publish(self, topic, payload, *options):
        subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(self.port), "-V", "5", "-q", "1",
                        "-t", topic, "-m", payload, *self.login, *options], check=True, timeout=PATIENCE)

    def ask(self, topic, payload, *options):
        """A request with a response topic and correlation data; the answer."""
        done = subprocess.run(
            ["mosquitto_rr", "-h", "127.0.0.1", "-p", str(self.port), "-t", topic, "-e", "answers/1",
             "-m", payload, "-D", "publish", "correlation-data", "abc", "-q", "1", "-W", "5", "-F", "%j",
             *self.login, *options], capture_output=True, text=True, timeout=PATIENCE)
        if done.returncode:
            raise AssertionError(f"mosquitto_rr ends with {done.returncode}: {done.stderr}")
        return json.loads(done.stdout)

    def retained(self, *options):
        """What a late subscriber gets: payloads by topic."""
        done = subprocess.run(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(self.port), "-t", "#", "-F", "%j",
             "--retained-only", "-W", "1", *self.login, *options], capture_output=True, text=True, timeout=PATIENCE)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        return {one["topic"]: one["payload"] for one in found}

    # The daemon.

    def start_daemon(self, more="", configuration=CONFIGURATION):
        path = self.file("panel.yaml", configuration % self.folder + more)
        script = self.file("nothing.touch", "1000.000 wait\n")
        daemon = Program(self, [f"{self.bin}/responderd", "--config", path, "--source",
                                f"recording:{script}", "--log", "warning"])
        wait_until("the daemon listens", lambda: os.path.exists(f"{self.folder}/socket"))
        return daemon

    def request(self, **request):
        """A request to the daemon itself; the answer."""
        client = socket.socket(socket.AF_UNIX)
        client.connect(f"{self.folder}/socket")
        lines = client.makefile("rw", encoding="utf-8")
        lines.readline()
        lines.write(json.dumps({"id": 1, **request}) + "\n")
        lines.flush()
        while (answer := json.loads(lines.readline())).get("id") != 1:
            pass
        # The device of an injected script goes with its connection, and so does what is put.
        if "inject" in request or "put" in json.dumps(request):
            self.connections.append((client, lines))
        else:
            lines.close()
            client.close()
        return answer

    def play(self, script):
        """Plays a script, and waits until it is over."""
        self.request(inject={"script": script})
        wait_until("the script is over", lambda: not any(
            device["name"].startswith("injected") for device in self.request(devices={})["result"]["devices"]))

    # The bridge.

    def start_bridge(self, settings="", port=None, broker="", options=(), prefix="house", panel="lobby", user=None):
        """A bridge, of another Unix user if one is named; the folder is then open to that user."""
        path = self.file(f"mqtt-{len(self.programs)}.yaml", f"""
broker: {{ host: 127.0.0.1, port: {port or self.port}{broker} }}
prefix: {prefix}
panel: {panel}
socket: {self.folder}/socket
{settings}
""")
        words = [f"{self.bin}/responder-mqtt", "--config", path, *options]
        if user is not None:
            os.chmod(self.folder, 0o755)
            words = [*([] if os.getuid() == 0 else ["sudo", "-n"]), "setpriv", f"--reuid={user}", f"--regid={user}",
                     "--clear-groups", *words]
        self.bridges.append(Program(self, words, STATE_DIRECTORY=self.folder))
        return self.bridges[-1]

    def start_all(self, settings="", **bridge):
        """Broker, daemon, subscriber and bridge; the last two once the panel is online."""
        self.start_broker()
        self.start_daemon()
        subscriber = Subscriber(self)
        started = self.start_bridge(settings, **bridge)
        subscriber.wait("house/lobby/status", lambda word: word == "online")
        return subscriber, started
