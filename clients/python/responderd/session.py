"""What a client knows and does on a connection, without reading or writing.

The blocking and the asyncio client share it. A conversation is a generator: it yields a request with its
arguments and is sent the result, or SNAPSHOT and continues when the next snapshot has come.
"""

import collections
import json
import typing

from .errors import Closed, Refused, ResponderError
from .picture import Picture
from .puts import Puts

PROTOCOL = "2.0"
SNAPSHOT = object()


class Connected(typing.NamedTuple):
    """What `on_connect` is called with: the daemon is there again, and has the program's puts."""

    is_new: bool
    """Whether it is another run of the daemon."""
    waits: typing.List[str]
    """The ids that have no place yet."""
    refused: typing.Dict[str, str]
    """The puts that were refused, and why."""


class Session:
    """The picture, the subscriptions and what the program has put."""

    def __init__(self):
        self.pictures = {"": Picture()}  # by the private window; that of the public windows has no name
        self.unknown = []
        self.pending = collections.deque()  # records, and a Connected between those before and after it
        self.subscriptions = []  # [number, arguments]
        self.puts = Puts()
        self.name = None
        self.instance = None
        # Whether another run is still to be reported to the program.
        self.is_new = False
        # What is to be reported when the records of a new connection begin.
        self.connected = None
        # The arguments of the request under way that repeats what the program has put.
        self.repeated = None

    @property
    def picture(self):
        return self.pictures[""]

    # Lines

    @staticmethod
    def read(line):
        """A line as an object; a line of something else than the daemon ends the connection."""
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise Closed("the daemon sent a line that is not a JSON object")
        return value

    def greeted(self, hello, path):
        """Checks the first line of a connection."""
        if not hello or not all(isinstance(hello.get(name), str) for name in ("type", "protocol", "instance")) \
                or hello["type"] != "hello":
            raise ResponderError(f"{path}: expected the daemon's hello, found {str(hello)[:100]}")
        if hello["protocol"].split(".")[0] != PROTOCOL.split(".")[0]:
            raise ResponderError(
                f"the daemon speaks protocol {hello['protocol']}, this client {PROTOCOL}")

    def begins(self, hello):
        """The first connection is made."""
        self.instance = hello["instance"]
        self.pictures = {"": Picture(self.instance)}

    @staticmethod
    def answers(line, number, sent):
        """Whether a line answers the request of this number, sent as the line of that number."""
        if line.get("type") == "reply":
            return line.get("id") == number
        if line.get("type") != "error":
            return False
        # An error without an id answers the line that was sent last, unless it names another one.
        if "id" in line:
            return line["id"] == number
        return "subscription" not in line and line.get("line", sent) == sent

    def result(self, line, request, arguments):
        """The result in an answer; a refusal is raised."""
        if line["type"] == "error":
            raise Refused(line.get("code", "internal"), line.get("message", ""), line.get("path"))
        result = line.get("result", {})
        if arguments is not self.repeated:
            self.puts.answered(request, arguments, result)
        if request == "subscribe" and result.get("resumed"):
            self._report_connected()
        return result

    def keep(self, line):
        """Takes in a line that answers nothing."""
        try:
            self._keep(line)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Closed(f"the daemon sent a line that is not of its protocol: {str(line)[:100]}") from None

    def _keep(self, line):
        kind, stream = line.get("type"), line.get("stream", "")
        if kind == "snapshot":
            fresh = Picture(self.picture.instance)
            fresh.replace(line)
            known = self.pictures.get(stream)
            if known:
                self.pending.extend(known.endings(kept=fresh))
                fresh.follow(known)
            self.pictures[stream] = fresh
            if not stream:
                self._report_connected()
        elif kind == "closing":
            raise Closed(line.get("reason"))
        elif kind == "error" and "subscription" in line:
            # A right that it needs is gone, and the subscription with it.
            self.subscriptions = [one for one in self.subscriptions if one[0] != line["subscription"]]
            if not self.subscriptions:
                self.ends()
            raise Refused(line["code"], line["message"], line.get("path"))
        elif kind == "removed":
            self.puts.removed(line)
            self.pending.append(line)
        elif kind == "lost":
            # A snapshot follows.
            self.pending.append(line)
        elif kind not in ("hello", "reply", "error", None) \
                and self.pictures.setdefault(stream, Picture(self.picture.instance)).take(line):
            if kind == "edit" and line["edit"] == "removed" and not stream and line["view"] in self.pictures:
                self.pending.extend(self.pictures.pop(line["view"]).endings())
            self.pending.append(line)

    def ends(self):
        """Nothing is known any more: what was alive gets its end."""
        for picture in self.pictures.values():
            self.pending.extend(picture.endings())
        self.pictures = {"": Picture(self.instance or "")}

    # Conversations

    def subscribe(self, strict, filters):
        filters.setdefault("snapshot", True)
        result = yield "subscribe", filters
        number, self.unknown = result["subscription"], result.get("unknown", [])
        if strict and self.unknown:
            yield "unsubscribe", {"subscription": number}
            raise ResponderError(f"there is no view, recognizer or device {', '.join(self.unknown)}")
        self.subscriptions.append([number, filters])
        if filters["snapshot"]:
            yield SNAPSHOT
        return number

    def unsubscribe(self, number):
        yield "unsubscribe", {"subscription": number}
        self.subscriptions = [one for one in self.subscriptions if one[0] != number]

    def identify(self, name):
        yield "identify", {"name": name}
        self.name = name

    def resume(self, hello):
        """After a connection was made again: the name, the puts and the subscriptions."""
        if hello["instance"] != self.instance:
            self.is_new = True
            self.instance = hello["instance"]
            self.ends()
        self.connected = None
        if self.name:
            yield "identify", {"name": self.name}
        connected = yield from self._put_again(hello)
        for subscription in self.subscriptions:
            filters = dict(subscription[1], snapshot=True)
            # The history of one subscription would hide another's, so only a single one resumes.
            if not self.is_new and len(self.subscriptions) == 1:
                filters["since"] = {
                    "instance": self.instance, "seq": {name: picture.seq for name, picture in self.pictures.items()}}
            if subscription is self.subscriptions[-1]:
                self.connected = connected
            result = yield "subscribe", filters
            subscription[0] = result["subscription"]
            if not result.get("resumed"):
                yield SNAPSHOT
        if not self.subscriptions:
            self.connected = connected
            self._report_connected()

    def _report_connected(self):
        if self.connected:
            self.pending.append(self.connected)
            self.connected, self.is_new = None, False

    def _put_again(self, hello):
        connected = Connected(self.is_new, [], {})
        for batch in self.puts.batches(hello["limits"]):
            acts = [act for _, act in batch]
            try:
                yield from self._repeat(acts, connected)
            except Refused as refusal:
                # One that is refused must not keep the others away.
                for name, act in batch:
                    try:
                        if len(batch) == 1:
                            raise refusal
                        if name not in connected.refused:
                            yield from self._repeat([act], connected)
                    except Refused as own:
                        connected.refused[name] = own.message
        return connected

    def _repeat(self, acts, connected):
        self.repeated = acts
        result = yield "batch", acts
        connected.waits[:] = result.get("waits", ())
