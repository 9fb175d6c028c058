"""The blocking client."""

import json
import os
import select
import socket
import time

from .errors import Closed, Refused, ResponderError
from .handlers import Handlers, report
from .session import SNAPSHOT, Connected, Session

SOCKET = "/run/responderd/socket"
# A snapshot of the largest tree is shorter.
LONGEST_LINE = 1 << 26
# Refusals that pass; a name may still belong to the connection that was lost.
PASSING = ("limit", "unavailable", "refused")


def socket_address(path):
    """The address of a path; a name with @ lies in Linux's abstract space."""
    return "\0" + path[1:] if path.startswith("@") else path


class AnyClient:
    """What both clients have: their state, and the requests; the asyncio client's give awaitables."""

    def __init__(self, path, reconnects, waits, on_connect):
        self.path = path or os.environ.get("RESPONDERD_SOCKET", SOCKET)
        self.reconnects = reconnects
        self.waits = waits
        self.on_connect = on_connect
        self.reconnections = 0
        self.hello = None
        self._session = Session()
        self._handlers = Handlers()
        self._runs = False
        self._sent = 0  # lines on the present connection
        self._last_id = 0

    @property
    def picture(self):
        """The state of the public windows after the records that were read."""
        return self._session.picture

    @property
    def pictures(self):
        """The same by the private window; that of the public windows has an empty name."""
        return self._session.pictures

    @property
    def unknown(self):
        """The names in the latest subscription that the daemon does not know."""
        return self._session.unknown

    def _next_pending(self):
        """The next record that has come; None if there is none. Calls `on_connect` between two records."""
        pending = self._session.pending
        while pending and isinstance(pending[0], Connected):
            self._connected(pending.popleft())
        return pending.popleft() if pending else None

    def _connected(self, connected):
        if not self.on_connect:
            return
        try:
            self.on_connect(connected)
        except Closed:
            if not self.reconnects:
                raise
            self._session.is_new |= connected.is_new  # it is called again on the next connection
        except Exception as error:
            if not self._runs:
                raise
            report(self.on_connect, error)

    def on(self, **members):
        """Decorates a function that `run` calls with each record that has these members.

            @client.on(control="buy")                   # its event is primaryActionTriggered unless given
            @client.on(gesture="menu", state="began")   # without a state: all of them
            @client.on(scroll="list", phase=["changed", "settled"])
            @client.on(type="edit", edit="added")

        The short filters are control, gesture, touches, scroll and activity; their value is the id, or a list of ids.
        """
        def decorate(function):
            self._handlers.add(function, members)
            return function
        return decorate

    def subscribe(self, strict=False, **filters):
        """Asks for records: types, phases, views, recognizers, devices, explain, raw, detail, rate.

        `picture` is true when it returns. Names that the daemon does not know, misspelt or not there
        yet, are in `unknown`; with strict they are an error, and nothing is subscribed.
        """
        return self._converse(self._session.subscribe(strict, filters))

    def unsubscribe(self, number):
        """Asks for no more records of a subscription."""
        return self._converse(self._session.unsubscribe(number))

    def identify(self, name):
        """Says by which name views may call this program their actor."""
        return self._converse(self._session.identify(name))

    def hit_test(self, x, y, screen=None):
        """The view that a finger there would meet, or None."""
        where = {"point": [x, y]} if screen is None else {"point": [x, y], "screen": screen}
        return self._member("hitTest", where, "view")

    def chain(self, responder):
        """The responder chain that begins with a responder."""
        return self._member("chain", {"responder": responder}, "chain")

    def convert(self, x, y, source=None, target=None):
        """Where a point of a view lies in another; None is the screen."""
        views = {"from": source, "to": target}
        views = {key: view for key, view in views.items() if view is not None}
        return self._member("convert", {"point": [x, y], **views}, "point")

    def why(self, recognizer, x, y, screen=None):
        """Whether a finger there reaches a recognizer (`reaches`), and what is in the way (`obstacles`)."""
        where = {"recognizer": recognizer, "point": [x, y]}
        return self.request("why", where if screen is None else {**where, "screen": screen})

    def tree(self, view=None):
        """The windows of the present tree, or one view."""
        if view is None:
            return self._member("tree", {}, "windows")
        return self._member("tree", {"view": view}, "view")

    def devices(self):
        """The devices, and how each is used."""
        return self._member("devices", {}, "devices")

    def status(self):
        """The daemon's figures."""
        return self.request("status")

    def put(self, **members):
        """Makes a subtree so, with the members of the request; `in_` is `in`.

            client.put(in_="home.view", view={"id": "clock", "frame": [0, 0, 80, 20]})
            client.put(presentedBy="home", viewController={"id": "sure", "view": {"id": "sure.view"}})

        The next put of this id replaces it. The result has `waits`, the ids that have no place yet.
        """
        return self.request("put", {name.rstrip("_"): value for name, value in members.items()})

    def remove(self, view=None, **other):
        """Ends a put, or removes a view; something else with recognizer= or viewController=."""
        return self.request("remove", {**({} if view is None else {"view": view}), **other})

    def set(self, view=None, **properties):
        """Gives properties of a view new values; of others with recognizer=, viewController= or device=."""
        return self.request("set", {**({} if view is None else {"view": view}), **properties})

    def batch(self, acts):
        """Several puts, removes and sets at once, or none: batch([{"set": {…}}, {"remove": {…}}])."""
        return self.request("batch", list(acts))

    def become_first_responder(self, responder):
        """Asks for the first responder's status; the answer's `accepted` says whether it was given."""
        return self.request("becomeFirstResponder", {"responder": responder})

    def resign_first_responder(self, responder):
        """Gives the first responder's status up."""
        return self.request("resignFirstResponder", {"responder": responder})

    def end_editing(self, view):
        """Ends the first responder's status if a view or something in it has it."""
        return self.request("endEditing", {"view": view})

    def scroll_to(self, view, x, y, animated=True):
        """Move the content of a scroll view to an offset, on its way or at once."""
        return self.request("scrollTo", {"view": view, "offset": [x, y], "animated": animated})

    def zoom_to(self, view, scale=None, point=None, rect=None, animated=True):
        """Zooms the content of a scroll view to a scale, about a point of the content at scale 1 or the middle of
        the view, or so that a rectangle (rect=[x, y, width, height]) fits; on its way or at once."""
        target = {"zoomScale": scale, "point": point, "rect": rect}
        target = {name: value for name, value in target.items() if value is not None}
        return self.request("scrollTo", {"view": view, "animated": animated, **target})

    def cancel(self, **what):
        """Cancels an attempt (recognizer=), what a view has (view=), touches (touches=[…]), or everything."""
        return self.request("cancel", what)

    def answer(self, question, yes=None, offset=None):
        """Answers a question record: with yes or no, or with the offset at which content comes to rest."""
        answer = {"yes": yes} if offset is None else {"offset": list(offset)}
        return self.request("answer", {"question": question, **answer})

    def inject(self, script, device=None):
        """Plays a touch script as a device of its own; gives the device's name."""
        arguments = {"script": script} if device is None else {"script": script, "device": device}
        return self._member("inject", arguments, "device")

    def reload(self, force=False, confirm_within=None):
        """Lets the daemon read its configuration again.

        With a number of seconds, the configuration before it applies again unless `confirm` follows within them.
        """
        arguments = {"force": force}
        if confirm_within is not None:
            arguments["confirmWithin"] = confirm_within
        return self.request("reload", arguments)

    def confirm(self):
        """Keeps the configuration that was reloaded with `confirm_within`."""
        return self.request("confirm")


class Client(AnyClient):
    """A connection that connects again by itself, and then puts again what was put.

    One thread at a time may use it. With `waits` it waits for a daemon that does not run yet, and a
    request on a connection that is lost waits for the next one. `on_connect` is called with a
    `Connected` when the daemon is there again, by `next`.
    """

    def __init__(self, path=None, reconnects=True, waits=False, on_connect=None):
        super().__init__(path, reconnects, waits, on_connect)
        self._socket, self._buffer, self._resumes = None, b"", False
        pause = 0.05
        while self._socket is None:
            try:
                self._connect()
            except ResponderError:
                if not self.waits:
                    raise
                time.sleep(pause)
                pause = min(pause * 2, 5)
        self._session.begins(self.hello)

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
        self._lose()
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            made.connect(socket_address(self.path))
        except OSError as error:
            made.close()
            raise ResponderError(f"{self.path}: {error.strerror}; is the service running?") from None
        self._socket, self._buffer, self._sent = made, b"", 0
        try:
            hello = self._receive(5)
            self._session.greeted(hello, self.path)
        except ResponderError:
            self._lose()
            raise
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
            if len(self._buffer) > LONGEST_LINE and b"\n" not in self._buffer:
                self._lose()
                raise Closed("the daemon sent a line that is too long")
        line, self._buffer = self._buffer.split(b"\n", 1)
        try:
            return self._session.read(line)
        except Closed:
            self._lose()
            raise

    def _send(self, line):
        if self._socket is None:
            raise Closed("the connection is lost")
        self._sent += 1
        try:
            self._socket.sendall(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        except OSError as error:
            raise Closed(f"the daemon closed the connection: {error.strerror}") from None

    def _keep(self, line):
        try:
            self._session.keep(line)
        except Closed:
            self._lose()
            raise

    # Requests

    def request(self, name, arguments=None, timeout=10):
        """Makes a request and gives its result; records that come meanwhile are kept."""
        arguments = {} if arguments is None else arguments
        try:
            number = self._begin(name, arguments)
        except Closed:
            if not self._may_wait:
                raise
            # No daemon has read it.
            self._reconnect(None)
            number = self._begin(name, arguments)
        end = time.monotonic() + timeout
        while True:
            line = self._receive(max(0, end - time.monotonic()))
            if line is None:
                raise ResponderError(f"no answer to {name} within {timeout} s")
            if self._session.answers(line, number, self._sent):
                return self._session.result(line, name, arguments)
            self._keep(line)

    @property
    def _may_wait(self):
        # A conversation of a new connection does not begin another one.
        return self.waits and self.reconnects and not self._resumes

    def _begin(self, name, arguments):
        self._last_id += 1
        self._send({"id": self._last_id, name: arguments})
        return self._last_id

    def _member(self, name, arguments, member):
        return self.request(name, arguments).get(member)

    def _converse(self, conversation):
        """Runs a conversation to its end."""
        try:
            step = next(conversation)
            while True:
                if step is SNAPSHOT:
                    self._await_snapshot(time.monotonic() + 10)
                    step = next(conversation)
                    continue
                try:
                    result = self.request(*step)
                except Refused as refusal:
                    step = conversation.throw(refusal)
                else:
                    step = conversation.send(result)
        except StopIteration as end:
            return end.value

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

    # Records

    def __iter__(self):
        return self

    def __next__(self):
        try:
            return self.next()
        except Closed:
            raise StopIteration from None

    def run(self):
        """Calls the functions of `on` until the client is closed; logs what one of them, or `on_connect`, raises.

        Subscribes to the types of records that they need, unless the program has subscribed.
        """
        self._runs = True
        while not self._session.subscriptions:
            try:
                self.subscribe(types=self._handlers.types())
            except Closed:
                if not self.reconnects:
                    raise
                self._reconnect(None)
        for record in self:
            for function in self._handlers.matching(record):
                try:
                    function(record)
                except Exception as error:
                    report(function, error)

    def next(self, timeout=None):
        """The next record; None when none came in so many seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while (record := self._next_pending()) is None:
            try:
                line = self._receive(None if end is None else max(0, end - time.monotonic()))
                if line is None:
                    return None
                self._keep(line)
            except Closed:
                if not self.reconnects:
                    self._session.ends()
                    if not self._session.pending:
                        raise
                elif not self._reconnect(end):
                    return None
        return record

    def _reconnect(self, end):
        pause = 0.05
        while True:
            try:
                self._connect()
                self._resumes = True
                self._converse(self._session.resume(self.hello))
                self.reconnections += 1
                return True
            except Refused as error:
                if error.code not in PASSING:
                    raise
            except ResponderError:
                pass
            finally:
                self._resumes = False
            self._lose()
            if end is not None and time.monotonic() >= end:
                return False
            time.sleep(pause if end is None else min(pause, max(0, end - time.monotonic())))
            pause = min(pause * 2, 5)
