"""What the tests of responder-web share: a daemon, a gateway before it, and a WebSocket by hand."""

import base64
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RELEASE = os.path.join(PROJECT, ".build", "release")


def wait_until(what, condition, seconds=10):
    """Asks again and again until the condition holds; fails by name when it does not in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = condition()
        if answer:
            return answer
        time.sleep(0.02)
    raise AssertionError(f"{what}: not within {seconds} s")


class Stage:
    """A folder with a daemon and gateways in it, all ended at the end."""

    def __init__(self, configuration="kiosk.yaml", *sources, log="warning"):
        self.folder = tempfile.mkdtemp(prefix="web")
        self.socket = os.path.join(self.folder, "socket")
        self.processes = []
        self.daemon = None
        self.configuration = configuration
        self.sources = sources
        self.log = log
        self.start_daemon()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            self.end(process)
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def start(self, program, *arguments):
        log = self.path(f"{os.path.basename(program)}.{len(self.processes)}.log")
        with open(log, "w", encoding="utf-8") as output:
            process = subprocess.Popen([os.path.join(RELEASE, program), *arguments],
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        process.log = log
        self.processes.append(process)
        return process

    @staticmethod
    def end(process):
        """Ends a process with SIGTERM; gives its status."""
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        return process.wait(10)

    @staticmethod
    def said(process):
        with open(process.log, encoding="utf-8") as file:
            return file.read()

    def start_daemon(self):
        configuration = self.configuration
        if not os.path.isabs(configuration):
            configuration = os.path.join(PROJECT, "config", "examples", configuration)
        self.daemon = self.start("responderd", "--config", configuration, "--socket", self.socket,
                                 "--log", self.log, *self.sources)
        wait_until(f"responderd listens: {self.said(self.daemon)}",
                   lambda: self.daemon.poll() is not None or os.path.exists(self.socket))
        assert self.daemon.poll() is None, self.said(self.daemon)

    def start_gateway(self, *arguments, listen="127.0.0.1:0"):
        """A gateway; it is `ready` when it has printed where it listens."""
        gateway = self.start("responder-web", "--socket", self.socket, "--listen", listen, *arguments)
        address = wait_until("responder-web listens", lambda: gateway.poll() is not None or re.search(
            r"(https?)://(\S+):(\d+)/", self.said(gateway)))
        assert gateway.poll() is None, self.said(gateway)
        gateway.scheme, gateway.port = address.group(1), int(address.group(3))
        gateway.url = address.group(0)
        return gateway

    def subscriber(self):
        """A connection to the daemon itself, after its hello."""
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(10)
        client.connect(self.socket)
        lines = Lines(client)
        hello = json.loads(lines.readline())
        assert hello["type"] == "hello", hello
        return client, lines


class Lines:
    """The lines of a connection, both ways. A text file for both drops what it has read ahead when something is written."""

    def __init__(self, client):
        self.reader, self.writer = client.makefile("r", encoding="utf-8"), client.makefile("w", encoding="utf-8")
        self.readline, self.write, self.flush = self.reader.readline, self.writer.write, self.writer.flush


class Refused(Exception):
    """The gateway did not open a WebSocket; holds the status of its answer, or None."""


class WebSocket:
    """A page's connection by hand, so that it can also be an unfriendly one."""

    def __init__(self, port, origin="", host=None, path="/socket", subprotocols="responderd",
                 wrap=None, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", port))
        if wrap:
            self.socket = wrap(self.socket)
        host = host if host is not None else f"127.0.0.1:{port}"
        if origin == "":
            origin = f"{'https' if wrap else 'http'}://127.0.0.1:{port}"
        headers = [f"GET {path} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
                   "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(b'0' * 16).decode()}",
                   "Sec-WebSocket-Extensions: permessage-deflate"]
        if origin is not None:
            headers.append(f"Origin: {origin}")
        if subprotocols:
            headers.append(f"Sec-WebSocket-Protocol: {subprotocols}")
        self.buffer, self.is_introduced = b"", False
        try:
            self.socket.sendall(("\r\n".join(headers) + "\r\n\r\n").encode())
            while b"\r\n\r\n" not in self.buffer:
                self.fill()
        except (OSError, EOFError):
            self.socket.close()
            raise Refused(None) from None
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        self.head = head.decode().lower()
        status = int(head.split()[1])
        if status != 101:
            self.socket.close()
            raise Refused(status)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def fill(self):
        piece = self.socket.recv(65536)
        if not piece:
            raise EOFError
        self.buffer += piece

    def send(self, payload, opcode=1, final=True):
        if isinstance(payload, str):
            payload = payload.encode()
        head = bytes([(0x80 if final else 0) | opcode])
        size = len(payload)
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 65536:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        # A mask of zeros leaves the bytes as they are.
        self.socket.sendall(head + bytes(4) + payload)

    def take(self, count):
        while len(self.buffer) < count:
            self.fill()
        piece, self.buffer = self.buffer[:count], self.buffer[count:]
        return piece

    def frame(self):
        """The next frame: whether it is the last of its message, its kind, and its bytes."""
        first, second = self.take(2)
        size = second & 0x7f
        if size == 126:
            size = struct.unpack(">H", self.take(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.take(8))[0]
        assert not first & 0x70, "no extension was agreed on"
        return bool(first & 0x80), first & 0x0f, self.take(size)

    def message(self):
        """The next text message; pings in between are left alone."""
        text = b""
        while True:
            final, opcode, payload = self.frame()
            if opcode in (9, 10):
                continue
            assert opcode in (0, 1), (opcode, payload)
            text += payload
            if final:
                return text.decode()

    def line(self):
        text = self.message()
        assert "\n" not in text, text
        line = json.loads(text)
        if line["type"] == "reply" and "id" not in line and not self.is_introduced:
            # The answer to what the gateway says of the page.
            self.is_introduced = True
            return self.line()
        return line

    def closing(self):
        """Reads until the connection closes; gives the code and the reason, or None without a frame."""
        try:
            while True:
                _, opcode, payload = self.frame()
                if opcode == 8:
                    return struct.unpack(">H", payload[:2])[0], payload[2:].decode()
        except (EOFError, ConnectionError):
            return None


def run_tests(tests):
    """Runs the tests, or those that the command line names; the first line of each says what it shows."""
    wanted = sys.argv[1:]
    passed = failed = 0
    for test in tests:
        if wanted and test.__name__ not in wanted:
            continue
        try:
            test()
            passed += 1
            print(f"✔ {test.__doc__}", flush=True)
        except Exception as error:  # A test that breaks off is a failure like any other.
            failed += 1
            place = error.__traceback__.tb_next
            words = str(error).split("Stacktrace:")[0].strip()
            print(f"✘ {test.__doc__}\n    line {place.tb_lineno}: {type(error).__name__}: {words}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0
