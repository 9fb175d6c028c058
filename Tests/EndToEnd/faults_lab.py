"""What a daemon has around it whose calls fail: clients and three touchscreens, for Tests/EndToEnd/faults."""

import json
import os
import select
import socket
import struct
import threading
import time

PATIENCE = 30  # Seconds until something counts as hanging; a busy machine is slow.
SYN, KEY, ABS = 0, 1, 3
MULTITOUCH_REPORT, BUTTON_TOUCH, SLOT, POSITION_X, POSITION_Y, TRACKING_ID = 2, 0x14a, 0x2f, 0x35, 0x36, 0x39


class Fault(Exception):
    """What must not be, in words."""


class Peer:
    """A connection that reads lines, each within a limited time."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.rest = b""
        self.lines = []
        self.is_closed = False

    def send(self, **request):
        try:
            self.socket.sendall(json.dumps(request).encode() + b"\n")
        except OSError:
            self.is_closed = True

    def read(self, seconds):
        """Reads what comes within so many seconds, at least once."""
        ready, _, _ = select.select([self.socket], [], [], seconds)
        if not ready:
            return False
        try:
            data = self.socket.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            self.is_closed = True
            return False
        *lines, self.rest = (self.rest + data).split(b"\n")
        self.lines += [json.loads(line) for line in lines]
        return True

    def reply(self, number):
        """The answer to a request; None when the connection ended before it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for line in self.lines:
                # A line that could not be read has no number to answer with.
                if line.get("id", number) == number and line["type"] in ("reply", "error"):
                    self.lines.remove(line)
                    return line
            if self.is_closed:
                return None
            self.read(0.1)
        raise Fault(f"no answer to request {number} in {PATIENCE} s")

    def read_to_end(self):
        while not self.is_closed:
            if not self.read(PATIENCE) and not self.is_closed:
                raise Fault("the connection is not closed at the end")


class Machine:
    """Three touchscreens that faults_machine.c simulates; fingers land and lift on them all the time."""

    def __init__(self, folder):
        self.pipes = {}
        for name in ("event7", "event8", "event9", "udev"):
            os.mkfifo(f"{folder}/{name}")
            self.pipes[name] = os.open(f"{folder}/{name}", os.O_RDWR | os.O_NONBLOCK)
        self.is_over = threading.Event()
        self.fingers = threading.Thread(target=self.touch)
        self.fingers.start()

    def touch(self):
        step = 0
        while not self.is_over.wait(0.01):
            step += 1
            place = [(ABS, POSITION_X, 20 + step % 5), (ABS, POSITION_Y, 20)]
            moves = [(ABS, SLOT, 0), *place]
            events = {0: [(ABS, SLOT, 0), (ABS, TRACKING_ID, step), *place, (KEY, BUTTON_TOUCH, 1)],
                      4: [(ABS, TRACKING_ID, -1), (KEY, BUTTON_TOUCH, 0)]}.get(step % 5, moves)
            # Fingers of the old kind are those that a frame has.
            old = [(SYN, MULTITOUCH_REPORT, 0)] if step % 5 == 4 else [
                *place, (SYN, MULTITOUCH_REPORT, 0), (ABS, POSITION_X, 400), (ABS, POSITION_Y, 300),
                (SYN, MULTITOUCH_REPORT, 0)]
            for name, said in (("event7", events), ("event8", events), ("event9", old)):
                self.say(name, said)

    def say(self, name, events):
        now = time.monotonic_ns()
        self.write(name, b"".join(struct.pack("qqHHi", now // 10**9, now // 1000 % 10**6, *event)
                                  for event in (*events, (SYN, 0, 0))))

    def write(self, name, data):
        try:
            os.write(self.pipes[name], data)
        except BlockingIOError:
            pass  # No daemon reads the pipe; the kernel would drop the event too.

    def replug(self):
        """Unplugs the second touchscreen and plugs it in again."""
        self.write("udev", b"-8")
        self.write("udev", b"+8")

    def close(self):
        self.is_over.set()
        self.fingers.join()
        for pipe in self.pipes.values():
            os.close(pipe)
