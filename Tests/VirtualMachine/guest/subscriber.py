"""A program on the daemon's socket: sends requests, reads lines, compares them byte by byte."""

import json
import re
import select
import socket
import time

import patience


def without_duplicates(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), f"a name twice in {names}"
    return dict(pairs)


class Subscriber:
    def __init__(self, path, seconds=20):
        self.connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.connection.settimeout(seconds * patience.factor)
        self.connection.connect(path)
        self.seconds = seconds
        self.buffer = bytearray()
        self.closed = False
        self.requests = 0
        self.filtered = False
        self.names = {}
        self.passed_over = []
        self.hello = self.read()
        assert self.hello["type"] == "hello", self.hello

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def read_line(self, seconds=None):
        """The next line as text; None when the daemon has closed the connection."""
        seconds = seconds or self.seconds
        deadline = patience.until(seconds)
        while True:
            line, newline, rest = self.buffer.partition(b"\n")
            if newline:
                self.buffer = rest
                return line.decode()
            if self.closed:
                assert not self.buffer, f"the connection ended within a line: {bytes(self.buffer)}"
                return None
            ready, _, _ = select.select([self.connection], [], [],
                                        max(0, deadline - time.monotonic()))
            assert ready, f"no line within {seconds} s; begun: {bytes(self.buffer)}"
            data = self.connection.recv(65536)
            self.closed = not data
            self.buffer += data

    def lines_at_hand(self):
        """Every whole line that is there already."""
        self.connection.setblocking(False)
        try:
            while not self.closed:
                data = self.connection.recv(1 << 20)
                self.closed = not data
                self.buffer += data
        except BlockingIOError:
            pass
        finally:
            self.connection.settimeout(self.seconds * patience.factor)
        *lines, self.buffer = self.buffer.split(b"\n")
        return [line.decode() for line in lines]

    def read(self, seconds=None):
        """The next line as a dictionary in the line's order."""
        line = self.read_line(seconds)
        assert line is not None, "the daemon closed the connection"
        return json.loads(line, object_pairs_hook=without_duplicates)

    def send(self, **request):
        self.requests += 1
        request = {"id": self.requests, **request}
        self.connection.sendall(json.dumps(request).encode() + b"\n")
        return self.requests

    def ask(self, **request):
        """Sends a request and returns its result; records that come first are kept for expect."""
        number = self.send(**request)
        while True:
            line = self.read_line()
            assert line is not None, f"the daemon closed the connection on {request}"
            answer = json.loads(line, object_pairs_hook=without_duplicates)
            if answer.get("id") == number and answer.get("type") in ("reply", "error"):
                assert answer["type"] == "reply", f"{request}: {answer}"
                return answer["result"]
            self.passed_over.append(line)

    def devices(self):
        """What the daemon says of each device of the machine, by its node."""
        return {device["node"]: device for device in self.ask(devices={})["devices"]}

    def subscribe(self, *types, **filters):
        if types:
            filters["types"] = list(types)
        self.filtered = bool(filters)
        return self.ask(subscribe=filters)

    def next_record_line(self, seconds=None):
        if self.passed_over:
            return self.passed_over.pop(0)
        line = self.read_line(seconds)
        assert line is not None, "the daemon closed the connection"
        return line

    def expect(self, *templates, seconds=None):
        """The next lines are these and in this order, byte for byte but for `<name>`s.

        A name takes the value it first meets and must meet it again wherever it is used after
        that. `<seq>` counts on, by one without a filter; `<t>` and `<frame>` never go back; `<any>`
        is any value and `<vector>` any two numbers, another one each time.
        """
        for index, template in enumerate(templates):
            line = self.next_record_line(seconds)
            problem = self._compare(template, line)
            if problem:
                came = [line] + self._lines_soon()
                raise AssertionError(
                    f"{problem}\nexpected:\n  " + "\n  ".join(templates[index:])
                    + "\ncame:\n  " + "\n  ".join(came))

    def expect_nothing_else(self):
        """No line has come besides those expected; only means something when all is settled."""
        answer = self.ask(hitTest={"point": [0, 0]})
        assert not self.passed_over, "lines came that were not expected:\n  " + "\n  ".join(
            self.passed_over)
        return answer

    def _lines_soon(self):
        """What else came within a moment, for the message of a failure only."""
        lines = list(self.passed_over)
        try:
            while len(lines) < 20:
                lines.append(self.read_line(0.5) or "(closed)")
        except AssertionError:
            pass
        return lines

    def _compare(self, template, line):
        names = []

        def placeholder(match):
            names.append(match.group(1))
            return PATTERNS.get(match.group(1), VALUE)
        pattern = "".join(
            placeholder(part) if (part := re.fullmatch(r"<(\w+)>", piece)) else re.escape(piece)
            for piece in re.split(r"(<\w+>)", template))
        found = re.fullmatch(pattern, line)
        if not found:
            return "the line is another one"
        for name, value in zip(names, found.groups()):
            problem = self._bind(name, value)
            if problem:
                return problem
        return None

    def _bind(self, name, value):
        known = self.names.get(name)
        if name in ("any", "vector"):
            return None
        if name == "seq":
            self.names[name] = int(value)
            if known is None or int(value) == known + 1 or self.filtered and int(value) > known:
                return None
            return f"seq {value} after {known}"
        if name in ("t", "frame"):
            self.names[name] = float(value)
            return known is not None and float(value) < known and f"{name} {value} after {known}"
        self.names[name] = value
        return known is not None and value != known and f"<{name}> was {known} and is now {value}"


VALUE = r'("(?:[^"\\]|\\.)*"|-?[0-9][0-9.]*|true|false|null)'
NUMBER = r"-?[0-9]+\.[0-9]+"
PATTERNS = {"vector": rf"(\[{NUMBER},{NUMBER}\])", "seq": r"([0-9]+)", "frame": r"([0-9]+)", "t": r"([0-9]+\.[0-9]{6})"}
