"""TUIO in Python, written from its specification, and the other end of responder-tuio, for Tests/EndToEnd/tuio."""

import json
import os
import socket
import struct
import subprocess
import threading
import time

from mqtt_lab import Lab, Program
from waiting import free_port, wait_until

IMMEDIATELY = struct.pack(">Q", 1)


# Open Sound Control.

def text(value):
    data = value.encode() + b"\0"
    return data + b"\0" * (-len(data) % 4)


def message(address, *arguments):
    types, data = ",", b""
    for argument in arguments:
        if isinstance(argument, str):
            types, data = types + "s", data + text(argument)
        elif isinstance(argument, int):
            types, data = types + "i", data + struct.pack(">i", argument)
        elif isinstance(argument, float):
            types, data = types + "f", data + struct.pack(">f", argument)
        else:
            types, data = types + "t", data + argument
    return text(address) + text(types) + data


def bundle(*messages):
    return b"#bundle\0" + IMMEDIATELY + b"".join(struct.pack(">i", len(one)) + one for one in messages)


def read_text(data, at):
    end = data.index(b"\0", at)
    return data[at:end].decode(), end + 4 - end % 4


def read_bundle(data):
    """The messages of a bundle: [address, argument, …]."""
    assert data[:16] == b"#bundle\0" + IMMEDIATELY, data[:16]
    at, found = 16, []
    while at < len(data):
        (length,) = struct.unpack_from(">i", data, at)
        found.append(read_message(data[at + 4:at + 4 + length]))
        at += 4 + length
    assert at == len(data)
    return found


def read_message(data):
    address, at = read_text(data, 0)
    types, at = read_text(data, at)
    values = [address]
    for letter in types[1:]:
        if letter == "s":
            value, at = read_text(data, at)
        else:
            value = data[at:at + 8] if letter == "t" else struct.unpack_from(">" + letter, data, at)[0]
            at += 8 if letter == "t" else 4
        values.append(value)
    assert at == len(data), (types, data)
    return values


def cursors(number, places, source=None, alive=None):
    """A frame of TUIO 1.1 with cursors by their numbers."""
    messages = [message("/tuio/2Dcur", "source", source)] if source else []
    messages.append(message("/tuio/2Dcur", "alive", *(places if alive is None else alive)))
    for session, (x, y) in places.items():
        messages.append(message("/tuio/2Dcur", "set", session, float(x), float(y), 0.0, 0.0, 0.0))
    return bundle(*messages, message("/tuio/2Dcur", "fseq", number))


def pointers(number, places):
    """A frame of TUIO 2.0 with pointers by their numbers."""
    return bundle(
        message("/tuio2/frm", number, struct.pack(">II", 0x83AA7E80, 0), 640 << 16 | 480, "cam:0@0x7F000001"),
        *(message("/tuio2/ptr", session, 0, 0, float(x), float(y), 0.0, 0.0, 0.01, 1.0)
          for session, (x, y) in places.items()),
        message("/tuio2/alv", *places))


def evemu(name, width, height, frames):
    """A recording of a touchscreen whose units are points: one frame of contacts by their slots every 16 ms."""
    lines = ["# EVEMU 1.3", f"N: {name}", "I: 0003 1209 0001 0100", "P: 02 00 00 00 00 00 00 00",
             "B: 00 0b 00 00 00 00 00 00 00", *["B: 01 00 00 00 00 00 00 00 00"] * 5, "B: 01 00 04 00 00 00 00 00 00",
             "B: 03 00 00 00 00 00 80 60 02", "A: 2f 0 9 0 0 0", f"A: 35 0 {width - 1} 0 0 0",
             f"A: 36 0 {height - 1} 0 0 0", "A: 39 0 65535 0 0 0"]
    before, session = {}, 0

    def event(time, kind, code, value):
        lines.append(f"E: {time:.6f} {kind:04x} {code:04x} {value}")
    for number, frame in enumerate(frames):
        time = 0.000001 + 0.016 * number
        for slot in sorted(before.keys() | frame.keys()):
            if before.get(slot) == frame.get(slot):
                continue
            event(time, 3, 0x2F, slot)
            if slot not in frame:
                event(time, 3, 0x39, -1)
                continue
            if slot not in before:
                session += 1
                event(time, 3, 0x39, session)
            for code, value in zip((0x35, 0x36), frame[slot]):
                event(time, 3, code, value)
        if bool(before) != bool(frame):
            event(time, 1, 0x14A, int(bool(frame)))
        event(time, 0, 0, 0)
        before = frame
    return "\n".join(lines) + "\n"


class Frame:
    """One frame as a receiver reads it: kinds 1.1 and 2.0 alike."""

    def __init__(self, messages):
        self.messages, self.time = messages, time.monotonic()
        self.sets, self.alive, self.number, self.source = {}, None, None, None
        for address, *rest in messages:
            if address == "/tuio/2Dcur":
                kind, *rest = rest
                if kind == "source":
                    self.source = rest[0]
                elif kind == "alive":
                    self.alive = rest
                elif kind == "set":
                    self.sets[rest[0]] = rest[1:]
                else:
                    self.number = rest[0]
            elif address == "/tuio2/frm":
                self.number, _, self.dimension, self.source = rest
            elif address == "/tuio2/ptr":
                session, _, _, x, y, _, _, _, self.pressure, vx, vy, _, acceleration, _ = rest
                self.sets[session] = [x, y, vx, vy, acceleration]
            else:
                self.alive = rest


class UDPReceiver:
    """Reads frames from a port of its own."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.frames = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while True:
            data = self.socket.recv(65536)
            assert len(data) <= 1472, len(data)
            self.frames.append(Frame(read_bundle(data)))


class Records:
    """A subscriber on the daemon's socket."""

    def __init__(self, lab, **subscription):
        self.client = socket.socket(socket.AF_UNIX)
        self.client.connect(f"{lab.folder}/socket")
        self.lines = self.client.makefile("rw", encoding="utf-8")
        self.lines.readline()
        self.lines.write(json.dumps({"id": 1, "subscribe": subscription}) + "\n")
        self.lines.flush()
        assert json.loads(self.lines.readline())["type"] == "reply"
        lab.watchers += 1
        self.found = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.lines:
            self.found.append(json.loads(line))

    def wait(self, **members):
        """The first record with these members."""
        def first():
            return next((one for one in list(self.found)
                         if all(one.get(name) == value for name, value in members.items())), None)
        return wait_until(f"a record with {members}; found {self.brief()[-12:]}", first)

    def brief(self):
        """The records without what differs from run to run."""
        return [{name: value for name, value in one.items() if name not in ("seq", "t", "frame")}
                for one in list(self.found)]


class TuioLab(Lab):
    """A folder with a daemon and a bridge to TUIO."""

    # Subscriptions of the test itself.
    watchers = 0

    def start_bridge(self, settings):
        path = self.file(f"tuio-{len(self.programs)}.yaml", f"socket: {self.folder}/socket\npanel: hall\n{settings}\n")
        bridge = Program(self, [f"{self.bin}/responder-tuio", "--config", path])
        if "receivers" in settings:
            wait_until("the bridge has subscribed", lambda: self.subscriptions() > self.watchers)
        return bridge

    def subscriptions(self):
        return sum(client["subscriptions"] for client in self.request(status={})["result"]["clients"])

    def start_table(self, more=""):
        """The port of a table whose device the daemon has."""
        port = free_port()
        bridge = self.start_bridge(f"tables: [{{ name: table, port: {port}{more} }}]")
        wait_until("the table is a device", lambda: bridge.said("is the device"))
        return port, bridge

    def play(self, script):
        self.request(inject={"script": script, "device": "finger"})
        wait_until("the script is over", lambda: not self.has_device("finger"))

    def has_device(self, name):
        return any(device["name"] == name for device in self.request(devices={})["result"]["devices"])


def python_osc():
    """A sender of another project, from PyPI; kept beside the build."""
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
                          ".build", "python-osc")
    if not os.path.isdir(f"{folder}/pythonosc"):
        subprocess.run(["/usr/bin/python3", "-m", "pip", "install", "-q", "--no-deps", "--target", folder,
                        "python-osc==1.8.3"], check=True, capture_output=True, timeout=120)
    return folder
