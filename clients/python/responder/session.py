"""What a client knows and does on a connection, without reading or writing.

The blocking and the asyncio client share it. A conversation is a generator: it yields a request with its
arguments and is sent the result, or SNAPSHOT and continues when the next snapshot has come.
"""

import collections
import json
import typing

from .errors import Closed, Refused, ResponderError
from .picture import Picture
from .wanted import Wanted, names_in, names_of

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
        # Whether another run is still to be reported to the program.
        self.is_new = False
        # The arguments of the request under way that repeats what is wanted already.
        self.repeated = None
        # Whether the tree seems to lack what the program wants, by the latest snapshot.
        self.lacks_views = self.has_new_tree = False
        # What could not be added, and in how many seconds it is tried again; 0 for not at all.
        self.refused = set()
        self.pause = 0

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
            raise Refused(line.get("code", "internal"), line.get("message", ""), line.get("path"))
        if arguments is not self.repeated:
            result = line.get("result", {})
            self.wanted.taken_in(request, arguments, result.get("seq", 0))
            self.wanted.popped(result.get("popped", ()))
        return line.get("result", {})

    def keep(self, line):
        """Takes in a line that answers nothing."""
        try:
            self._keep(line)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Closed(f"the daemon sent a line that is not of its protocol: {str(line)[:100]}") from None

    def _keep(self, line):
        kind = line.get("type")
        if kind == "snapshot":
            fresh = Picture(self.picture.instance)
            fresh.replace(line)
            self.pending.extend(self.picture.endings(kept=fresh))
            self.picture = fresh
            self.lacks_views = self.has_new_tree = bool(self.wanted.missing(names_in(fresh.windows)))
        elif kind in ("overflow", "bye"):
            raise Closed(line.get("reason") or line.get("message"))
        elif kind == "error" and "subscription" in line:
            # A right that it needs is gone, and the subscription with it.
            self.subscriptions = [one for one in self.subscriptions if one[0] != line["subscription"]]
            if not self.subscriptions:
                self.ends()
            raise Refused(line["code"], line["message"], line.get("path"))
        elif kind == "removed":
            # The configuration has no place for something of this program any more.
            self.lacks_views = self.has_new_tree = True
            self.pending.append(line)
        elif kind not in ("hello", "reply", "error", None):
            if kind == "edit" and line["seq"] > self.picture.seq:
                self._watch(line)
            if self.picture.take(line):
                self.pending.append(line)

    def _watch(self, edit):
        """Looks whether an edit is about what the program wants in the tree."""
        if edit["edit"] == "remove":
            node = self.picture.view(edit["view"])
            inside = names_in([node]) if node else {edit["view"]}
            self.lacks_views |= self.wanted.has_gone(edit["view"], inside, edit["seq"])
        elif edit["edit"] == "add":
            self.lacks_views |= self.wanted.has_come(names_in([edit["node"]]), edit["seq"])

    def ends(self):
        """Nothing is known any more: what was alive gets its end."""
        self.pending.extend(self.picture.endings())
        self.picture = Picture(self.instance or "")

    # Conversations

    def subscribe(self, strict, filters):
        filters.setdefault("snapshot", True)
        result = yield "subscribe", filters
        number, self.unknown = result["subscription"], result.get("unknown", [])
        if strict and self.unknown:
            yield "unsubscribe", {"subscription": number}
            raise ResponderError(f"the daemon knows no {', '.join(self.unknown)}")
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
        """After a connection was made again; gives what `on_connect` is called with."""
        if hello["instance"] != self.instance:
            self.is_new = True
            self.instance = hello["instance"]
            self.ends()
        self.wanted.begins_connection()
        if self.name:
            yield "identify", {"name": self.name}
        connected = yield from self._add_missing(self.is_new)
        for subscription in self.subscriptions:
            filters = dict(subscription[1], snapshot=True)
            # The history of one subscription would hide another's, so only a single one resumes.
            if not self.is_new and len(self.subscriptions) == 1:
                filters["since"] = {"instance": self.instance, "seq": self.picture.seq}
            result = yield "subscribe", filters
            subscription[0] = result["subscription"]
            if not result.get("resumed"):
                self.wanted.begins_numbers()
        self.is_new = False
        return connected

    def restore(self):
        """When something seems to be missing; gives what `on_connect` is called with, None if nothing is."""
        is_new = self.has_new_tree
        self.lacks_views = self.has_new_tree = False
        refused = self.refused
        connected = yield from self._add_missing(is_new)
        return connected if connected.added or is_new and connected.refused or self.refused - refused else None

    def _add_missing(self, is_new):
        connected = Connected(is_new, [], {})
        if not self.wanted:
            return connected
        tree = yield "tree", {}
        names = names_in(tree["windows"])
        for addition in self.wanted.missing(names):
            yield from self._add(addition, names, connected)
        # Another program may have to add its place first.
        self.refused = set(connected.refused)
        self.pause = min(self.pause * 2 or 0.1, 5) if self.refused and not connected.added else 0.1 * bool(self.refused)
        return connected

    def _add(self, addition, names, connected):
        edits = addition.edits(names)
        request, self.repeated = ("batch", edits) if len(edits) > 1 else next(iter(edits[0].items()))
        try:
            result = yield request, self.repeated
            self.wanted.was_added(addition, result.get("seq", 0))
            connected.added.append(addition.name)
            names |= names_of(addition.thing)
        except Refused as refusal:
            connected.refused[addition.name] = refusal.message
