"""The whole way of a finger: from the kernel's events of a panel to the lines of a subscriber.

umockdev emulates a panel of ten slots for an unmodified program, and callgrind counts its instructions. Its
events come through a pipe: a frame is written when the program has reported the one before, so no frame waits
for a time or is lost. A frame is what 200 more frames of ten moving fingers cost, so that the start does not
count; nor does the emulation.
"""

import collections
import contextlib
import math
import os
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

from callgrind import without_debug
from table import Row

FINGERS = 10
# More than the daemon's history holds, so that it does not grow any more.
FRAMES = 420, 620
# Seconds for one answer, on a machine that is busy: programs are slow under callgrind.
PATIENCE = 120
NODE = "/dev/input/event0"
EVENT = struct.Struct("@llHHi")
NAME = "Panel of ten fingers"
WIDTH, HEIGHT = 32767, 32767
KEY_TOUCH = 330
# The axes and their greatest values.
AXES = {0x00: WIDTH, 0x01: HEIGHT, 0x2F: FINGERS - 1, 0x35: WIDTH, 0x36: HEIGHT, 0x39: 65535}
PROGRAMS = "relay", "record", "digits", "evdev", "debug-events", "libinput"
EMULATION = "panel.so", "libumockdev-preload", "ld-linux"

CONFIGURATION = """
screens: { panel: { size: [1920, 1080] } }
devices: [{ screen: panel }]
application: { windows: [{ id: main, handles: [touches], isMultipleTouchEnabled: true }] }
"""


def bits(numbers, size):
    """A bit for each number, as the kernel lays them out."""
    field = bytearray(size)
    for number in numbers:
        field[number // 8] |= 1 << number % 8
    return field.hex().upper()


def words(numbers):
    """The same as the words of a file in /sys."""
    value = sum(1 << number for number in numbers)
    text = []
    while value or not text:
        text.insert(0, f"{value & (1 << 64) - 1:x}")
        value >>= 64
    return " ".join(text)


def description():
    """The device for umockdev: its files in /sys, and its entry in udev's database."""
    events = words([0, 1, 3])
    return "\n".join([
        "P: /devices/virtual/input/input0/event0", "N: input/event0", "E: DEVNAME=/dev/input/event0",
        "E: ID_INPUT=1", "E: ID_INPUT_TOUCHSCREEN=1", "E: ID_SEAT=seat0", "E: MAJOR=13", "E: MINOR=64",
        "E: SUBSYSTEM=input", "A: dev=13:64", "L: device=../../input0", "",
        "P: /devices/virtual/input/input0", f"E: EV={events}", f"E: KEY={words([KEY_TOUCH])}",
        f"E: ABS={words(AXES)}", "E: PROP=2", "E: ID_INPUT=1", "E: ID_INPUT_TOUCHSCREEN=1",
        "E: ID_SEAT=seat0", f'E: NAME="{NAME}"', 'E: PHYS="bench"', "E: PRODUCT=3/1/1/1", "E: SUBSYSTEM=input",
        "E: TAGS=:seat:", f"A: name={NAME}", "A: phys=bench", "A: uniq=", "A: properties=2",
        f"A: capabilities/ev={events}",
        f"A: capabilities/abs={words(AXES)}", f"A: capabilities/key={words([KEY_TOUCH])}",
        *(f"A: capabilities/{kind}=0" for kind in ("rel", "sw", "msc", "led", "snd", "ff")), ""])


def answers():
    """The device's answers to the kernel's calls; umockdev finds them by their exact size."""
    def text(call, value):
        raw = value.encode() + b"\0"
        return [f"{call}(0) {len(raw)} {raw.ljust(size, bytes(1)).hex().upper()}" for size in (256, 255)]

    def field(call, number, numbers, size):
        return f"{call}({number}) {size} {bits(numbers, size)}"

    lines = ["@DEV /dev/input/event0", "EVIOCGVERSION 0 01000100", "EVIOCGID 0 0300010001000100",
             *text("EVIOCGNAME", NAME), *text("EVIOCGPHYS", "bench"), *text("EVIOCGUNIQ", ""),
             field("EVIOCGPROP", 0, [1], 8), field("EVIOCGBIT", 0, [0, 1, 3], 8),
             field("EVIOCGBIT", 1, [KEY_TOUCH], 96), field("EVIOCGBIT", 3, AXES, 8),
             *(field("EVIOCGBIT", number, [], 16 if number == 21 else 8) for number in (2, 4, 5, 17, 18, 21)),
             field("EVIOCGKEY", 0, [], 96), field("EVIOCGLED", 0, [], 8), field("EVIOCGSW", 0, [], 8)]
    for axis, most in AXES.items():
        values = struct.pack("<6i", 0, 0, most, 0, 0, 0).hex().upper()
        lines.append(f"EVIOCGABS({axis}) 0 {values}" if axis else f"EVIOCGABS 0 {values}")
    for axis in sorted(axis for axis in AXES if axis > 0x2F):
        slots = struct.pack("<I256i", axis, *[-1 if axis == 0x39 else 0] * 256)
        lines.append(f"EVIOCGMTSLOTS(0) 0 {slots.hex().upper()}")
    return "\n".join(lines) + "\n"


def frame(number):
    """The events of one frame: ten fingers that land in the first one and move in the others."""
    now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
    found = []
    for finger in range(FINGERS):
        found.append((3, 0x2F, finger))
        if number == 0:
            found.append((3, 0x39, 100 + finger))
        found.append((3, 0x35, int(3000 * finger + 1500 + 800 * math.sin(number * 0.11 + finger))))
        found.append((3, 0x36, int(16000 + 8000 * math.cos(number * 0.07 + finger))))
    if number == 0:
        found.append((1, KEY_TOUCH, 1))
    found.append((0, 0, 0))
    return b"".join(EVENT.pack(*divmod(now, 1_000_000), *event) for event in found)


def counted(path):
    """The instructions of a run, without those of the emulation."""
    names, total, library, is_call = {}, collections.Counter(), "", False
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            if match := re.match(r"(c?)ob=\((\d+)\)(?: (.*))?", line):
                if match[3]:
                    names[match[2]] = os.path.basename(match[3])
                if not match[1]:
                    library = names[match[2]]
            elif line.startswith("calls="):
                is_call = True
            elif line[0] in "0123456789+-*":
                if not is_call:
                    total[library] += int(line.split()[1])
                is_call = False
    return sum(count for name, count in total.items() if not name.startswith(EMULATION))


class Panel:
    """The emulated device, and the programs that read it."""

    def __init__(self, project, folder, relay):
        self.folder, self.relay = folder, relay
        self.daemon = without_debug(f"{project}/.build/release/responderd", folder)
        self.preload = f"{folder}/panel.so"
        subprocess.run(["gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", self.preload,
                        os.path.join(os.path.dirname(os.path.abspath(__file__)), "Peers/panel.c"), "-ldl"], check=True)
        for name, text in (("device", description()), ("answers", answers()), ("config.yaml", CONFIGURATION),
                           ("udev", "I:1\nE:ID_INPUT=1\nE:ID_INPUT_TOUCHSCREEN=1\nG:seat\nQ:seat\nV:1\n")):
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(text)

    def instructions(self, program):
        """The instructions for one frame."""
        few, many = (self.run(program, frames) for frames in FRAMES)
        return (many - few) / (FRAMES[1] - FRAMES[0])

    def run(self, program, frames):
        """Plays the landing and so many frames; returns the instructions of the program."""
        socket_path, pipe, found = (f"{self.folder}/{name}" for name in ("socket", "events", "callgrind.out"))
        daemon = [self.daemon, "--config", f"{self.folder}/config.yaml", "--socket", socket_path, "--log", "error"]
        command = {
            "relay": [self.relay, NODE],
            "record": [self.relay, NODE, "record"],
            "digits": [self.relay, NODE, "digits"],
            "evdev": [*daemon, "--source", f"evdev:{NODE}"],
            "libinput": [*daemon, "--source", "libinput"],
            "debug-events": ["/usr/libexec/libinput/libinput-debug-events", "--device", NODE],
        }[program]
        for path in (socket_path, pipe):
            if os.path.exists(path):
                os.unlink(path)
        os.mkfifo(pipe)
        device = os.open(pipe, os.O_RDWR | os.O_CLOEXEC)
        process = subprocess.Popen(
            ["umockdev-run", "-d", f"{self.folder}/device", "-i", f"{NODE}={self.folder}/answers", "--",
             "sh", "-c", f'ln -f "$0" "$UMOCKDEV_DIR{NODE}" && exec "$@"', pipe,
             "env", f"LD_PRELOAD={self.preload}:libumockdev-preload.so.0", f"PANEL_DATA={self.folder}/udev",
             "valgrind", "--tool=callgrind", f"--callgrind-out-file={found}", *command],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            with contextlib.closing(Reports(program, process, socket_path)) as reports:
                for number in range(frames + 1):
                    os.write(device, frame(number))
                    reports.wait(f"frame {number} of {frames}")
            # umockdev passes it on to the program.
            process.terminate()
            process.wait(PATIENCE)
        finally:
            os.close(device)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        return counted(found)


class Reports:
    """What the program says of each frame, on the daemon's socket or on its standard output."""

    def __init__(self, program, process, path):
        self.program, self.process, self.client, self.rest = program, process, None, b""
        if program in ("evdev", "libinput"):
            self.word = b'"type":"touches"'
            self.client = self.connect(path)
            self.source = self.client.fileno()
            self.client.sendall(b'{"id":1,"subscribe":{"types":["touches"]}}\n')
            self.wait("the answer to subscribe", b'"id":1')
        else:
            self.word = b"TOUCH_FRAME" if program == "debug-events" else b'"frame"'
            self.source = process.stdout.fileno()
            if program == "debug-events":
                # It drops the events that it finds when it opens the device.
                self.wait("the device", b"DEVICE_ADDED")

    def close(self):
        if self.client:
            self.client.close()

    def connect(self, path):
        deadline = time.monotonic() + PATIENCE
        client = socket.socket(socket.AF_UNIX)
        while time.monotonic() < deadline:
            with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                client.connect(path)
                return client
            time.sleep(0.05)
        self.fail("its socket")

    def wait(self, what, word=None):
        """Reads until a line has this word."""
        while True:
            line, end, rest = self.rest.partition(b"\n")
            if end:
                self.rest = rest
                if (word or self.word) in line:
                    return
            elif select.select([self.source], [], [], PATIENCE)[0] and (data := os.read(self.source, 1 << 20)):
                self.rest += data
            else:
                self.fail(what)

    def fail(self, what):
        state = "still runs" if self.process.poll() is None else f"ended with {self.process.returncode}"
        raise SystemExit(f"bench: {self.program}: expected {what} within {PATIENCE} s, found {self.rest[-200:]!r}; "
                         f"the program {state}. Set stderr in Tests/Benchmarks/device.py to None to see its errors")


def rows(project, relay):
    """The instructions for a frame of ten fingers, beside programs that only print it."""
    if shutil.which("umockdev-run") is None:
        raise SystemExit("bench: umockdev-run is missing; run scripts/install-dependencies bench")
    with tempfile.TemporaryDirectory() as folder:
        panel = Panel(project, folder, relay)
        cost = {program: panel.instructions(program) for program in PROGRAMS}
    return [
        Row("device to socket, evdev: instructions for ten fingers", cost["evdev"], "",
            [("C that only prints them", cost["relay"]), ("C that prints our members", cost["record"]),
             ("the same without printf", cost["digits"])],
            min(50_000, 0.5 * cost["record"])),
        Row("device to socket, libinput: instructions for ten fingers", cost["libinput"], "",
            [("libinput debug-events", cost["debug-events"])], 0.6 * cost["debug-events"]),
    ]
