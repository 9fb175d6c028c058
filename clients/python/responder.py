"""A client of responderd in one file; needs nothing but Python 3.9 and its standard library.

    import responder

    with responder.Client() as client:
        client.subscribe(views=["red"])
        for record in client:
            print(record["type"], record)

`client.picture` always holds the state that the records tell: windows, screens, devices, touches that are
down, gestures that go on. When the connection is lost the client makes it again and resumes; touches and
gestures whose end was lost with it are ended by records that the client makes up, marked "madeUp".
The protocol is described in responderd-protocol(7).
"""

import collections
import copy
import json
import os
import select
import socket
import time

PROTOCOL = "1.0"
SOCKET = "/run/responderd/socket"


class ResponderError(Exception):
    """What went wrong between this program and the daemon."""


class Closed(ResponderError):
    """The connection ended, and is not to be made again."""


class Refused(ResponderError):
    """The daemon refused a request: `code` for programs, the text for people."""

    def __init__(self, code, message, path=None):
        super().__init__(f"{message} ({code})")
        self.code, self.message, self.path = code, message, path


class Picture:
    """The present state: one snapshot, and every record after it folded in."""

    def __init__(self, instance=""):
        self.instance = instance
        self.seq = 0
        self.windows, self.screens, self.devices = [], [], []
        self.touches = {}   # number: {"view", "window", "responders", and the latest place}
        self.gestures = {}  # recognizer: its view, while it goes on
        self.first_responder = None

    def replace(self, snapshot):
        """Forgets everything and takes a snapshot in."""
        self.seq = snapshot["seq"]
        self.windows = copy.deepcopy(snapshot["windows"])
        self.screens, self.devices = snapshot["screens"], list(snapshot["devices"])
        self.first_responder = snapshot.get("firstResponder")
        self.touches = {touch["id"]: dict(touch) for touch in snapshot["touches"]}
        self.gestures = {entry["recognizer"]: entry["view"] for entry in snapshot["recognizers"]
                         if entry["state"] in ("began", "changed")}

    def take(self, record):
        """Takes one record in; false if it is not newer than the picture."""
        if record["seq"] <= self.seq:
            return False
        self.seq = record["seq"]
        kind = record["type"]
        if kind in ("touches", "unhandled"):
            self._take_touches(record)
        elif kind == "gesture":
            if record["state"] in ("began", "changed"):
                self.gestures[record["recognizer"]] = record.get("view")
            else:
                self.gestures.pop(record["recognizer"], None)
        elif kind == "edit":
            self._edit(record)
        elif kind == "device":
            self.devices = [one for one in self.devices if one["name"] != record["device"]]
            if record["event"] != "removed":
                self.devices.append(record["node"])
        elif kind == "firstResponder":
            self.first_responder = record["firstResponder"]
        return True

    def _take_touches(self, record):
        for touch in record.get("touches", []):
            if record["phase"] == "began":
                live = self.touches.setdefault(
                    touch["id"], {"view": record.get("view"), "window": record.get("window"),
                                  "responders": [], **touch})
                if record["type"] == "touches":
                    live["responders"].append(record["responder"])
            elif record["phase"] == "moved":
                if touch["id"] in self.touches:
                    self.touches[touch["id"]].update(touch)
            else:
                self.touches.pop(touch["id"], None)

    def view(self, name):
        """The node of a view, or None."""
        found = self._find(self.windows, name)
        return found[0][found[1]] if found else None

    def _find(self, nodes, name):
        for place, node in enumerate(nodes):
            if node["id"] == name:
                return nodes, place
            found = self._find(node.get("subviews", []), name)
            if found:
                return found
        return None

    def _edit(self, record):
        what, name = record["edit"], record["view"]
        if what == "add":
            self._insert(copy.deepcopy(record["node"]), record)
            return
        found = self._find(self.windows, name)
        if not found:
            return
        siblings, place = found
        if what == "set":
            node = dict(record["node"])
            if "subviews" in siblings[place]:
                node["subviews"] = siblings[place]["subviews"]
            siblings[place] = node
        elif what in ("remove", "move"):
            node = siblings.pop(place)
            self._drop_empty(self.windows)
            if what == "move":
                self._insert(node, record)

    def _insert(self, node, record):
        siblings = self.windows
        if "to" in record:
            parent = self.view(record["to"])
            if parent is None:
                return
            siblings = parent.setdefault("subviews", [])
        siblings.insert(record.get("index", len(siblings)), node)

    def _drop_empty(self, nodes):
        for node in nodes:
            if "subviews" in node:
                self._drop_empty(node["subviews"])
                if not node["subviews"]:
                    del node["subviews"]

    def endings(self, kept=None):
        """Records that end what is alive here and not in the kept picture."""
        answer = []
        for number, touch in sorted(self.touches.items()):
            if kept and number in kept.touches:
                continue
            for responder in touch["responders"]:
                answer.append({"seq": self.seq, "type": "touches", "phase": "cancelled",
                               "responder": responder, "view": touch["view"],
                               "window": touch["window"], "touches": [{"id": number}],
                               "madeUp": True})
        for recognizer, view in sorted(self.gestures.items()):
            if not (kept and recognizer in kept.gestures):
                answer.append({"seq": self.seq, "type": "gesture", "recognizer": recognizer,
                               "state": "cancelled", "view": view, "touches": [], "madeUp": True})
        return answer


class Client:
    """A connection that comes back by itself. One thread at a time may use it."""

    def __init__(self, path=None, reconnects=True):
        self.path = path or os.environ.get("RESPONDERD_SOCKET", SOCKET)
        self.reconnects = reconnects
        self.reconnections = 0
        self.hello = None
        self._socket, self._buffer = None, b""
        self._pending = collections.deque()
        self._subscriptions = []  # [number, wish]
        self.unknown = []  # names in the latest subscription that the daemon does not know
        self._sent = 0  # lines on the present connection
        self._name = None
        self._last_id = 0
        self._connect()
        self.picture = Picture(self.hello["instance"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the connection for good."""
        self.reconnects = False
        self._lose()

    def fileno(self):
        """The socket's number, for select and event loops; -1 while it is lost."""
        return self._socket.fileno() if self._socket else -1

    # Lines

    def _connect(self):
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # A name with @ lies in Linux's abstract space.
        address = "\0" + self.path[1:] if self.path.startswith("@") else self.path
        try:
            made.connect(address)
        except OSError as error:
            made.close()
            raise ResponderError(f"{self.path}: {error.strerror}; is the service running?") from None
        self._socket, self._buffer, self._sent = made, b"", 0
        hello = self._receive(5)
        if not hello or hello.get("type") != "hello":
            self._lose()
            raise ResponderError(f"{self.path}: expected the daemon's hello, found {hello}")
        if hello["protocol"].split(".")[0] != PROTOCOL.split(".")[0]:
            self._lose()
            raise ResponderError(f"the daemon speaks protocol {hello['protocol']}, this client {PROTOCOL}")
        self.hello = hello

    def _lose(self):
        if self._socket:
            self._socket.close()
            self._socket = None

    def _receive(self, timeout):
        """The next line as an object; None when none came in time."""
        end = None if timeout is None else time.monotonic() + timeout
        while b"\n" not in self._buffer:
            if self._socket is None:
                raise Closed("the connection is lost")
            rest = None if end is None else max(0, end - time.monotonic())
            if not select.select([self._socket], [], [], rest)[0]:
                return None
            try:
                piece = self._socket.recv(65536)
            except OSError:
                piece = b""
            if not piece:
                self._lose()
                raise Closed("the daemon closed the connection")
            self._buffer += piece
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line)

    def _send(self, line):
        if self._socket is None:
            raise Closed("the connection is lost")
        self._sent += 1
        try:
            self._socket.sendall(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        except OSError as error:
            raise Closed(f"the daemon closed the connection: {error.strerror}") from None

    # Requests

    def request(self, name, arguments=None, timeout=10):
        """Makes a request and gives its result; records that come meanwhile are kept."""
        self._last_id += 1
        number = self._last_id
        self._send({"id": number, name: {} if arguments is None else arguments})
        end = time.monotonic() + timeout
        while True:
            line = self._receive(max(0, end - time.monotonic()))
            if line is None:
                raise ResponderError(f"no answer to {name} within {timeout} s")
            if line.get("id") == number and line["type"] == "reply":
                return line["result"]
            if line.get("type") == "error" and self._answers(line, number):
                raise Refused(line["code"], line["message"], line.get("path"))
            self._keep(line)

    def _answers(self, error, number):
        # An error without an id answers the line that was sent last, unless it names another one.
        if "id" in error:
            return error["id"] == number
        return "subscription" not in error and error.get("line", self._sent) == self._sent

    def subscribe(self, strict=False, **wish):
        """Asks for records: types, phases, views, recognizers, devices, explain, raw, detail, rate.

        `picture` is true when it returns. Names that the daemon does not know, misspelt or not there
        yet, are in `unknown`; with strict they are an error, and nothing is subscribed.
        """
        wish.setdefault("snapshot", True)
        result = self.request("subscribe", wish)
        number, self.unknown = result["subscription"], result.get("unknown", [])
        if strict and self.unknown:
            self.request("unsubscribe", {"subscription": number})
            raise ResponderError(f"the daemon knows no {', '.join(self.unknown)}")
        self._subscriptions.append([number, wish])
        if wish["snapshot"]:
            self._await_snapshot(time.monotonic() + 10)
        return number

    def _await_snapshot(self, end):
        """Reads up to the snapshot that follows the answer to subscribe."""
        try:
            while True:
                line = self._receive(max(0, end - time.monotonic()))
                if line is None:
                    raise ResponderError("no snapshot within 10 s")
                self._keep(line)
                if line.get("type") == "snapshot":
                    return
        except Closed:
            self._lose()  # next() connects again

    def unsubscribe(self, number):
        """Asks for no more records of a subscription."""
        self.request("unsubscribe", {"subscription": number})
        self._subscriptions = [one for one in self._subscriptions if one[0] != number]

    def identify(self, name):
        """Says by which name views may call this program their actor."""
        self.request("identify", {"name": name})
        self._name = name

    def set(self, view, **properties):
        """Gives properties of a view new values."""
        self.request("set", {"view": view, **properties})

    def add(self, to, view, own=False):
        """Adds a view under another; with own it goes away with this connection."""
        self.request("add", {"to": to, "view": view, "own": own})

    def remove(self, view):
        """Takes a view away with everything below it."""
        self.request("remove", {"view": view})

    def hit_test(self, x, y, screen=None):
        """The view that a finger there would meet, or None."""
        where = {"point": [x, y]} if screen is None else {"point": [x, y], "screen": screen}
        return self.request("hitTest", where).get("view")

    # Records

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return self.next()
        except Closed:
            raise StopIteration from None

    def next(self, timeout=None):
        """The next record; None when none came in so many seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while not self._pending:
            rest = None if end is None else max(0, end - time.monotonic())
            try:
                line = self._receive(rest)
                if line is None:
                    return None
                self._keep(line)
            except Closed:
                if not self.reconnects:
                    self._pending.extend(self.picture.endings())
                    self.picture = Picture()
                    if not self._pending:
                        raise
                elif not self._reconnect(end):
                    return None
        return self._pending.popleft()

    def _keep(self, line):
        kind = line.get("type")
        if kind == "snapshot":
            fresh = Picture(self.picture.instance)
            fresh.replace(line)
            self._pending.extend(self.picture.endings(kept=fresh))
            self.picture = fresh
        elif kind in ("overflow", "bye"):
            self._lose()
            raise Closed(line.get("reason") or line.get("message"))
        elif kind == "error" and "subscription" in line:
            # A right that it needs is gone, and the subscription with it.
            gone = line["subscription"]
            self._subscriptions = [one for one in self._subscriptions if one[0] != gone]
            if not self._subscriptions:
                self._pending.extend(self.picture.endings())
                self.picture = Picture(self.picture.instance)
            raise Refused(line["code"], line["message"], line.get("path"))
        elif kind not in ("hello", "reply", "error", None) and self.picture.take(line):
            self._pending.append(line)

    def _reconnect(self, end):
        pause = 0.05
        while True:
            try:
                self._connect()
                self._resume()
                self.reconnections += 1
                return True
            except Refused as error:
                if error.code not in ("limit", "unavailable"):
                    raise
            except ResponderError:
                pass
            self._lose()
            if end is not None and time.monotonic() >= end:
                return False
            time.sleep(pause if end is None else min(pause, max(0, end - time.monotonic())))
            pause = min(pause * 2, 5)

    def _resume(self):
        same = self.hello["instance"] == self.picture.instance
        if not same:
            self._pending.extend(self.picture.endings())
            self.picture = Picture(self.hello["instance"])
        if self._name:
            self.request("identify", {"name": self._name})
        for subscription in self._subscriptions:
            wish = dict(subscription[1], snapshot=True)
            # The history of one subscription would hide another's, so only a single one resumes.
            if same and len(self._subscriptions) == 1:
                wish["since"] = {"instance": self.picture.instance, "seq": self.picture.seq}
            subscription[0] = self.request("subscribe", wish)["subscription"]


def main():
    """Prints the records as they come."""
    with Client() as client:
        client.subscribe()
        for record in client:
            print(json.dumps(record, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        pass
