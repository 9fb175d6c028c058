"""A HID device played through /dev/uhid: the kernel parses its descriptor and reports itself."""

import os
import select
import struct
import time

from recording import Unreadable, text_of
from udev import now, wait_for_udev

DESTROY, GET_REPORT, GET_REPORT_REPLY, CREATE, INPUT = 1, 9, 10, 11, 12
SET_REPORT, SET_REPORT_REPLY = 13, 14
EIO = 5
UHID_FOLDER = "/sys/devices/virtual/misc/uhid"


class HIDRecording:
    """A file of hid-recorder: report descriptor, identity, reports."""

    def __init__(self, path):
        self.descriptor, self.reports, self.identity = b"", [], (3, 0, 0)
        for line in text_of(path).splitlines():
            words = line.split()
            if line.startswith("R:"):
                self.descriptor = bytes(int(word, 16) for word in words[2:])
            elif line.startswith("I:"):
                self.identity = tuple(int(word, 16) for word in words[1:4])
            elif line.startswith("E:"):
                self.reports.append(bytes(int(word, 16) for word in words[3:]))
        if not self.descriptor or not self.reports:
            raise Unreadable("no descriptor or no reports")


class HIDDevice:
    """Exists from its making until destroy(); may have several nodes, or none."""

    def __init__(self, name, recording, phys="", seconds=20):
        self.descriptor = os.open("/dev/uhid", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        self.name, self.nodes = name, []
        before, self.began = self._present(), now()
        self.deadline = time.monotonic() + seconds
        bus, vendor, product = recording.identity
        self._write(CREATE, name.encode()[:127].ljust(128, b"\0")
                    + phys.encode()[:63].ljust(64, b"\0") + bytes(64) + struct.pack(
            "<HHIIII", len(recording.descriptor), bus, vendor, product, 0, 0)
            + recording.descriptor)
        self.system_path = None
        while self.system_path is None:
            assert time.monotonic() < self.deadline, f"the kernel did not take {name}"
            self.serve(0.002)
            found = self._present() - before
            if found:
                self.system_path = os.path.join(UHID_FOLDER, found.pop())

    def wait(self):
        """Waits until its driver has made all nodes, and udev has looked at them."""
        # The driver makes the raw node after all others; its probe asks for reports meanwhile.
        while not os.path.isdir(self.system_path + "/hidraw"):
            assert time.monotonic() < self.deadline, f"the kernel did not start {self.name}"
            self.serve(0.002)
        self.serve()
        for root, folders, _ in os.walk(self.system_path):
            self.nodes += ["/dev/input/" + entry for entry in folders
                           if entry.startswith("event") and "/input/input" in root]
        for node in self.nodes:
            wait_for_udev(node, self.began, meanwhile=self.serve)

    @staticmethod
    def _present():
        return {entry for entry in os.listdir(UHID_FOLDER) if entry.count(":") == 2}

    def _write(self, kind, body):
        os.write(self.descriptor, struct.pack("<I", kind) + body)

    def serve(self, seconds=0):
        """Answers what the kernel asks."""
        while select.select([self.descriptor], [], [], seconds)[0]:
            seconds = 0
            event = os.read(self.descriptor, 4380)
            kind, number = struct.unpack_from("<II", event)
            if kind == GET_REPORT:
                # The recording does not hold feature reports.
                self._write(GET_REPORT_REPLY, struct.pack("<IHH", number, EIO, 0))
            elif kind == SET_REPORT:
                self._write(SET_REPORT_REPLY, struct.pack("<IH", number, 0))

    def send(self, report):
        self.serve()
        self._write(INPUT, struct.pack("<H", len(report)) + report)

    def destroy(self):
        if self.descriptor is not None:
            self._write(DESTROY, b"")
            os.close(self.descriptor)
            self.descriptor = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.destroy()
