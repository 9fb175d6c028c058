"""What a client knows and does on a connection, without reading or writing.

The blocking and the asyncio client share it. A conversation is a generator: it yields a request with its
arguments and is sent the result, or SNAPSHOT and goes on when the next snapshot has come.
"""

import collections
import typing

from .errors import Closed, Refused, ResponderError
from .picture import Picture
from .wanted import Wanted, names_in

PROTOCOL = "1.0"
SNAPSHOT = object()


class Connected(typing.NamedTuple):
    """What `on_connect` is called with: the daemon is there again, and what became of the program's views."""

    is_new: bool
    """Whether it is another run of the daemon, or another configuration."""
    added: typing.List[str]
    """The views and recognizers of this program that were added again."""
    refused: typing.Dict[str, str]
    """Those that could not be added again, and why; they are tried again next time."""


class Session:
    """The picture, the subscriptions and what the program wants in the tree."""

    def __init__(self):
        self.picture = Picture()
        self.unknown = []
        self.pending = collections.deque()
        self.subscriptions = []  # [number, arguments]
        self.wanted = Wanted()
        self.name = None
        self.instance = None
        # Whether the requests under way repeat what is wanted already.
        self.is_restoring = False
        # Whether a snapshot lacks what the program wants.
        self.lacks_views = False

    # Lines

    def greeted(self, hello, path):
        """Checks the first line of a connection."""
        if not hello or hello.get("type") != "hello":
            raise ResponderError(f"{path}: expected the daemon's hello, found {hello}")
        if hello["protocol"].split(".")[0] != PROTOCOL.split(".")[0]:
            raise ResponderError(
                f"the daemon speaks protocol {hello['protocol']}, this client {PROTOCOL}")

    def begins(self, hello):
        """The first connection is made."""
        self.instance = hello["instance"]
        self.picture = Picture(self.instance)

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
            raise Refused(line["code"], line["message"], line.get("path"))
        if not self.is_restoring:
            self.wanted.taken_in(request, arguments)
        return line["result"]

    def keep(self, line):
        """Takes in a line that answers nothing."""
        kind = line.get("type")
        if kind == "snapshot":
            fresh = Picture(self.picture.instance)
            fresh.replace(line)
            self.pending.extend(self.picture.endings(kept=fresh))
            self.picture = fresh
            self.lacks_views = bool(self.wanted.missing(names_in(fresh.windows)))
        elif kind in ("overflow", "bye"):
            raise Closed(line.get("reason") or line.get("message"))
        elif kind == "error" and "subscription" in line:
            # A right that it needs is gone, and the subscription with it.
            self.subscriptions = [one for one in self.subscriptions if one[0] != line["subscription"]]
            if not self.subscriptions:
                self.ends()
            raise Refused(line["code"], line["message"], line.get("path"))
        elif kind not in ("hello", "reply", "error", None) and self.picture.take(line):
            if kind == "edit" and line["edit"] == "remove":
                self.lacks_views |= self.wanted.lost(line["view"])
            self.pending.append(line)

    def ends(self):
        """Nothing is known any more: what was alive gets its end."""
        self.pending.extend(self.picture.endings())
        self.picture = Picture(self.instance or "")

    # Conversations

    def subscribe(self, strict, wish):
        wish.setdefault("snapshot", True)
        result = yield "subscribe", wish
        number, self.unknown = result["subscription"], result.get("unknown", [])
        if strict and self.unknown:
            yield "unsubscribe", {"subscription": number}
            raise ResponderError(f"the daemon knows no {', '.join(self.unknown)}")
        self.subscriptions.append([number, wish])
        if wish["snapshot"]:
            yield SNAPSHOT
        return number

    def unsubscribe(self, number):
        yield "unsubscribe", {"subscription": number}
        self.subscriptions = [one for one in self.subscriptions if one[0] != number]

    def identify(self, name):
        yield "identify", {"name": name}
        self.name = name

    def resume(self, hello):
        """After a connection was made again; gives what `on_connect` is called with."""
        is_new = hello["instance"] != self.instance
        self.instance = hello["instance"]
        if is_new:
            self.ends()
        self.wanted.begins_connection()
        if self.name:
            yield "identify", {"name": self.name}
        connected = Connected(is_new, [], {})
        if self.wanted:
            tree = yield "tree", {}
            yield from self._add_missing(tree["windows"], connected)
        for subscription in self.subscriptions:
            wish = dict(subscription[1], snapshot=True)
            # The history of one subscription would hide another's, so only a single one resumes.
            if not is_new and len(self.subscriptions) == 1:
                wish["since"] = {"instance": self.instance, "seq": self.picture.seq}
            result = yield "subscribe", wish
            subscription[0] = result["subscription"]
        return connected

    def restore(self):
        """After a snapshot without the program's views, as a reload sends it."""
        self.lacks_views = False
        connected = Connected(True, [], {})
        yield from self._add_missing(self.picture.windows, connected)
        return connected

    def _add_missing(self, windows, connected):
        self.is_restoring = True
        try:
            yield from self._add_each(self.wanted.missing(names_in(windows)), connected)
        finally:
            self.is_restoring = False

    def _add_each(self, entries, connected):
        for entry in entries:
            name = (entry.get("view") or entry["gestureRecognizer"]).get("id")
            try:
                yield "add", entry
                connected.added.append(name)
                self.wanted.was_added(entry)
            except Refused as refusal:
                connected.refused[name] = refusal.message
