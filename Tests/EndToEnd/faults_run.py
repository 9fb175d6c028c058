"""One life of a daemon in which one call fails, for Tests/EndToEnd/faults."""

import os
import signal
import socket
import subprocess
import tempfile
import time

from faults_lab import PATIENCE, Fault, Machine, Peer

CONFIGURATION = """
screens: {{ panel: {{ size: [800, 480] }}, side: {{ size: [800, 480] }} }}
socket: {{ path: {folder}/socket, mode: "0660", group: root, rights: all }}
controlSocket: {{ path: {folder}/control }}
access:
  - {{ user: games, rights: [subscribe] }}
  - {{ group: root, rights: [subscribe] }}
  - {{ unit: made-up.service, rights: [subscribe] }}
devices:
  - {{ match: {{ name: panel 7 }}, screen: panel }}
  - {{ match: {{ name: panel 8 }}, screen: side, source: evdev }}
  - {{ match: {{ name: panel 9 }}, screen: panel, source: evdev }}
application:
  windows:
    - id: main
      screen: panel
      handles: [touches]
      isMultipleTouchEnabled: true
      subviews:
        - {{ id: first, frame: [0, 0, 100, {height}], handles: [touches] }}
        - {{ id: second, frame: [0, 200, 100, {height}], handles: [touches] }}
    - {{ id: others, screen: side, passesOn: true }}
"""
HEIGHTS = (100, 150)


class Run:
    """One life of the daemon in which one call fails."""

    def __init__(self, daemon, libraries, call=None, number=1, error=0):
        self.daemon, self.libraries = daemon, libraries
        self.call, self.number, self.error = call, number, error

    def play(self):
        with tempfile.TemporaryDirectory(prefix="faults-") as self.folder:
            self.write(0)
            self.machine = Machine(self.folder)
            control = socket.socket(socket.AF_UNIX)
            control.bind(f"{self.folder}/control")
            control.listen()
            notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            notices.bind(f"{self.folder}/notify")
            environment = {
                **os.environ, "LISTEN_FDS": "1", "LISTEN_FDNAMES": "control", "FAULTS": self.libraries, "MACHINE": self.folder, "FAULT_COUNTS": f"{self.folder}/counts",
                "NOTIFY_SOCKET": f"{self.folder}/notify", "WATCHDOG_USEC": "400000"}
            if self.call:
                environment |= {
                    "FAULT_CALL": self.call, "FAULT_NUMBER": str(self.number), "FAULT_ERROR": str(self.error)}
            with open(f"{self.folder}/log", "wb") as log:
                # The service manager's part: its socket, and a process number that only the process itself knows.
                self.process = subprocess.Popen(
                    ["bash", "-c", f'export LISTEN_PID=$$ LD_PRELOAD="$FAULTS"; exec "$0" "$@" 3<&{control.fileno()}',
                     self.daemon, "--config", f"{self.folder}/kiosk.yaml"],
                    env=environment, pass_fds=[control.fileno()], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            try:
                outcome = self.follow()
                if self.call is not None:
                    return outcome
                with open(f"{self.folder}/counts", encoding="ascii") as file:
                    self.counts = {name: int(count) for name, count in (line.split() for line in file)}
                return outcome
            finally:
                if self.process.poll() is None:
                    self.process.kill()
                    self.process.wait()
                control.close()
                notices.close()
                self.machine.close()

    def write(self, index):
        draft = f"{self.folder}/draft"
        with open(draft, "w", encoding="ascii") as file:
            file.write(CONFIGURATION.format(folder=self.folder, height=HEIGHTS[index]))
        os.rename(draft, f"{self.folder}/kiosk.yaml")

    def log(self):
        with open(f"{self.folder}/log", encoding="utf-8") as file:
            return file.read()

    def follow(self):
        """Plays the session and returns the outcome in words."""
        peers = []
        if not self.wait_for_socket():
            return self.ended(peers)
        try:
            reader = Peer(f"{self.folder}/socket")
            peers.append(reader)
            for number in (1, 2):  # Once more where the failed call cost the first request.
                reader.send(
                    id=number, subscribe={"types": ["touches", "unhandled", "device"], "snapshot": True})
                answer = reader.reply(number)
                if answer is None or answer["type"] == "reply":
                    break
            self.wait_for_touch(reader)
            if self.call is None:
                self.wait_for_devices(reader)
            peers += self.edit()
        except TimeoutError as error:
            raise Fault("the daemon does not accept connections") from error
        except OSError:
            pass  # The failed call cost a connection, or the daemon is ending.
        # Whatever failed, a new connection is served as usual.
        for _ in range(2):  # Once more where the failed call cost the first request.
            status = self.ask_anew({"status": {}})
            if status is not None and status["type"] == "reply":
                break
            if self.is_ending():
                return self.ended(peers)
        else:
            raise Fault(f"a new connection is not served: {status}")
        self.process.send_signal(signal.SIGTERM)
        return self.ended(peers, is_asked=True)

    def is_ending(self):
        try:
            self.process.wait(1)
            return True
        except subprocess.TimeoutExpired:
            return False

    def wait_for_socket(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                return False
            if os.path.exists(f"{self.folder}/socket"):
                return True
            time.sleep(0.005)
        raise Fault("no socket appears, and the daemon does not end")

    def wait_for_touch(self, reader):
        end = time.monotonic() + PATIENCE
        while not reader.is_closed and not any(line.get("phase") == "began" for line in reader.lines):
            if time.monotonic() > end:
                raise Fault("no touch begins")
            reader.read(0.1)

    def wait_for_devices(self, reader):
        """Waits until each device has had its say; a device whose calls fail need not have."""
        end = time.monotonic() + PATIENCE
        while len({touch["device"] for line in reader.lines if line.get("phase") == "began"
                   for touch in line["touches"]}) < 3:
            if time.monotonic() > end or reader.is_closed:
                raise Fault("not every device touches")
            reader.read(0.1)

    def ask_anew(self, request):
        """The answer over a new connection; a second one where the failed call cost the first."""
        for _ in range(3):
            try:
                peer = Peer(f"{self.folder}/socket")
            except OSError:
                continue
            peer.send(id=1, **request)
            answer = peer.reply(1)
            peer.socket.close()
            if answer is not None and "id" in answer:
                return answer
        return None

    def edit(self):
        """Edits, an injected script, reloads; the tree must fit what the answers say."""
        editor = Peer(f"{self.folder}/socket")
        editor.send(id=1, batch=[
            {"set": {"view": "first", "frame": [300, 0, 50, 50]}},
            {"set": {"view": "second", "frame": [300, 200, 50, 50]}}])
        batch = editor.reply(1)
        self.check_tree(batch)
        # The values lie over those of the file until they are taken back.
        editor.send(id=5, batch=[{"set": {"view": name, "frame": None}} for name in ("first", "second")])
        is_free = (editor.reply(5) or {}).get("type") == "reply"
        editor.send(id=2, inject={"script": "0 down 1 310,10\n0.02 up 1"})
        editor.reply(2)
        self.write(1)
        editor.send(id=3, reload={"force": True})
        answer = editor.reply(3)
        if is_free:
            self.check_reload(answer)
        self.write(0)
        self.process.send_signal(signal.SIGHUP)
        self.machine.replug()
        editor.send(id=4, status={})
        editor.reply(4)
        return [editor]

    def frames(self):
        answer = self.ask_anew({"tree": {}})
        if answer is None or answer["type"] != "reply":
            return None
        window = answer["result"]["windows"][0]
        return [view["frame"] for view in window["subviews"]]

    def check_tree(self, batch):
        frames = self.frames()
        if frames is None:
            return
        old = [[0.0, 0.0, 100.0, 100.0], [0.0, 200.0, 100.0, 100.0]]
        new = [[300.0, 0.0, 50.0, 50.0], [300.0, 200.0, 50.0, 50.0]]
        possible = [old, new] if batch is None else [new] if batch["type"] == "reply" else [old]
        if frames not in possible:
            raise Fault(f"a batch is half applied: {frames}")

    def check_reload(self, answer):
        frames = self.frames()
        if frames is None or answer is None:
            return
        new = [[0.0, 0.0, 100.0, 150.0], [0.0, 200.0, 100.0, 150.0]]
        if (answer["type"] == "reply") != (frames == new):
            raise Fault(f"a reload is half applied: {answer}, {frames}")

    def ended(self, peers, is_asked=False):
        """How the daemon ended; everything that a subscriber saw is over."""
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired as error:
            raise Fault("the daemon hangs") from error
        for peer in peers:
            peer.read_to_end()
        log = self.log()
        if status < 0:
            raise Fault(f"the daemon crashes with {signal.Signals(-status).name}: {log[-300:]}")
        self.check_touches(peers, status)
        if is_asked and status == 0:
            return "goes on"
        errors = [line for line in log.splitlines() if "error:" in line or line.startswith("<3>")]
        if not errors:
            raise Fault(f"the daemon ends with {status} and without an error: {log[-300:]}")
        return f"ends with {status}: {errors[0].removeprefix('<3>').replace(self.folder, '…')[:110]}"

    def check_touches(self, peers, status):
        if not peers:
            return
        live = set()
        for line in peers[0].lines:
            if line["type"] == "snapshot":
                live |= {touch["id"] for touch in line["touches"]}
            if line["type"] not in ("touches", "unhandled"):
                continue
            for touch in line["touches"]:
                number = touch["id"] if isinstance(touch, dict) else touch
                if line["phase"] == "began":
                    live.add(number)
                elif line["phase"] in ("ended", "cancelled"):
                    live.discard(number)
        goodbye = any(line["type"] == "closing" for line in peers[0].lines)
        # A connection that the failed call cost ends without records; its client sees that it ended.
        if live and (goodbye or status != 0):
            raise Fault(f"touches {sorted(live)} never end")
