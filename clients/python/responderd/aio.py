"""The client for asyncio: the same requests, as coroutines, and records with `async for`.

    async with responderd.aio.Client() as client:
        await client.subscribe(views=["red"])
        async for record in client:
            print(record["type"], record)
"""

import asyncio
import collections
import inspect
import json

from .client import LONGEST_LINE, PASSING, AnyClient, socket_address
from .errors import Closed, Refused, ResponderError
from .handlers import report
from .session import SNAPSHOT, Connected

# So many records may wait for the program; then nothing is read but answers.
MOST_PENDING = 10_000


class Client(AnyClient):
    """A connection that connects again by itself, and then puts again what was put, for one event loop.

    With `waits`, connecting waits for a daemon that does not run yet, and a request on a connection that is
    lost waits for the next one. `on_connect` is called with a `Connected` when the daemon is there again,
    after the records before it were read.
    """

    def __init__(self, path=None, reconnects=True, waits=False, on_connect=None):
        super().__init__(path, reconnects, waits, on_connect)
        self._reader = self._writer = self._task = None
        self._is_there = False  # whether there is a connection on which all was put again
        self._waiting = collections.OrderedDict()  # request's number: (future, name, arguments, line)
        self._snapshots = []  # futures
        self._changed = asyncio.Condition()
        self._failure = None

    async def __aenter__(self):
        await self.connect()
        return self

    async def __aexit__(self, *_):
        await self.close()

    async def connect(self):
        """Makes the first connection; without `waits` it fails if no daemon listens."""
        await self._connect(self.waits)
        self._session.begins(self.hello)
        self._is_there = True
        self._task = asyncio.create_task(self._run())

    async def close(self):
        """Ends the connection for good."""
        self.reconnects = False
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._lose(Closed("the client is closed"))

    # Lines

    async def _connect(self, waits):
        pause = 0.05
        while True:
            try:
                return await self._connect_once()
            except ResponderError:
                if not waits:
                    raise
            await asyncio.sleep(pause)
            pause = min(pause * 2, 5)

    async def _connect_once(self):
        try:
            self._reader, self._writer = await asyncio.open_unix_connection(
                socket_address(self.path), limit=LONGEST_LINE)
        except OSError as error:
            raise ResponderError(f"{self.path}: {error.strerror}; is the service running?") from None
        self._sent = 0
        try:
            line = await asyncio.wait_for(self._reader.readline(), 5)
            hello = self._session.read(line) if line else None
            self._session.greeted(hello, self.path)
        except (ResponderError, OSError, asyncio.TimeoutError) as error:
            await self._lose(error)
            raise ResponderError(str(error) or f"{self.path}: no hello within 5 s") from None
        self.hello = hello

    async def _lose(self, error):
        self._is_there = False
        if self._writer:
            self._writer.close()
            self._writer = None
        futures = [entry[0] for entry in self._waiting.values()] + self._snapshots
        self._waiting.clear()
        self._snapshots = []
        for future in futures:
            if not future.done():
                future.set_exception(error)

    async def _run(self):
        try:
            await self._run_connections()
        except Exception as error:  # One of `on_connect`, too, is the program's to see.
            await self._fail(error)

    async def _run_connections(self):
        """Reads, and connects again, until the client is closed."""
        is_again = False
        while True:
            reading = asyncio.create_task(self._read())
            try:
                if is_again:
                    has_read_all = not self._session.pending
                    await self._converse(self._session.resume(self.hello))
                    self.reconnections += 1
                    self._is_there = True
                    # A program that has records to read first is called by next().
                    if has_read_all and self._session.pending and isinstance(self._session.pending[0], Connected):
                        self._connected(self._session.pending.popleft())
                    await self._notify()
                await reading
            except ResponderError as error:
                if isinstance(error, Refused) and error.code not in PASSING:
                    raise
                await self._lose(error)
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)
            if not self.reconnects:
                self._session.ends()
                return await self._fail(Closed("the daemon closed the connection"))
            is_again = True
            await self._connect(True)

    async def _read(self):
        try:
            await self._read_lines()
        except ResponderError as error:
            await self._lose(error)
            raise

    async def _read_lines(self):
        while True:
            async with self._changed:
                await self._changed.wait_for(
                    lambda: len(self._session.pending) < MOST_PENDING or self._waiting or self._snapshots)
            try:
                line = await self._reader.readline()
            except ValueError:
                raise Closed("the daemon sent a line that is too long") from None
            except OSError as error:
                raise Closed(f"the daemon closed the connection: {error.strerror}") from None
            if not line.endswith(b"\n"):
                raise Closed("the daemon closed the connection")
            self._take(self._session.read(line))
            await self._notify()

    def _take(self, line):
        for number, (future, name, arguments, sent) in reversed(self._waiting.items()):
            if self._session.answers(line, number, sent if "line" in line else self._sent):
                del self._waiting[number]
                try:
                    result = self._session.result(line, name, arguments)
                except Refused as refusal:
                    if not future.done():
                        future.set_exception(refusal)
                else:
                    if not future.done():
                        future.set_result(result)
                return
        self._session.keep(line)
        if line.get("type") == "snapshot":
            for future in self._snapshots:
                if not future.done():
                    future.set_result(None)
            self._snapshots = []

    async def _fail(self, error):
        self._failure = error
        await self._lose(error)
        await self._notify()

    async def _next_connection(self):
        async with self._changed:
            await self._changed.wait_for(lambda: self._is_there or self._failure)

    async def _notify(self):
        async with self._changed:
            self._changed.notify_all()

    # Requests

    async def request(self, name, arguments=None, timeout=10):
        """Makes a request and gives its result."""
        # What connects again does not wait for itself.
        if not self._is_there and self.waits and self.reconnects and asyncio.current_task() is not self._task:
            await self._next_connection()
        if self._writer is None:
            raise self._failure or Closed("the connection is lost")
        self._last_id += 1
        self._sent += 1
        number, arguments = self._last_id, {} if arguments is None else arguments
        future = asyncio.get_running_loop().create_future()
        self._waiting[number] = (future, name, arguments, self._sent)
        line = json.dumps({"id": number, name: arguments}, ensure_ascii=False).encode() + b"\n"
        self._writer.write(line)
        await self._notify()
        try:
            return await asyncio.wait_for(future, timeout)
        except asyncio.TimeoutError:
            raise ResponderError(f"no answer to {name} within {timeout} s") from None
        finally:
            self._waiting.pop(number, None)

    async def _member(self, name, arguments, member):
        return (await self.request(name, arguments)).get(member)

    async def _converse(self, conversation):
        """Runs a conversation to its end."""
        try:
            step = next(conversation)
            while True:
                if step is SNAPSHOT:
                    # The snapshot may have come in the same piece as the answer.
                    step = next(conversation)
                    continue
                snapshot = self._expect_snapshot(step)
                try:
                    result = await self.request(*step)
                except Refused as refusal:
                    step = conversation.throw(refusal)
                else:
                    step = conversation.send(result)
                    if snapshot and step is SNAPSHOT:
                        await asyncio.wait_for(asyncio.gather(snapshot, return_exceptions=True), 10)
        except StopIteration as end:
            return end.value
        except asyncio.TimeoutError:
            raise ResponderError("no snapshot within 10 s") from None

    def _expect_snapshot(self, step):
        if step[0] != "subscribe" or not step[1].get("snapshot"):
            return None
        future = asyncio.get_running_loop().create_future()
        # No program awaits it when the request itself is refused.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._snapshots.append(future)
        return future

    # Records

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.next()
        except Closed:
            raise StopAsyncIteration from None

    async def run(self):
        """Calls and awaits the functions of `on`, one after the other, until the client is closed; logs what one of them,
        or `on_connect`, raises.

        Subscribes to the types of records that they need, unless the program has subscribed.
        """
        self._runs = True
        while not self._session.subscriptions:
            try:
                await self.subscribe(types=self._handlers.types())
            except Closed:
                if not self.reconnects or self._failure:
                    raise
                await self._next_connection()
        async for record in self:
            for function in self._handlers.matching(record):
                try:
                    result = function(record)
                    if inspect.isawaitable(result):
                        await result
                except Exception as error:
                    report(function, error)

    async def next(self, timeout=None):
        """The next record; None when none came in so many seconds."""
        loop = asyncio.get_running_loop()
        end = None if timeout is None else loop.time() + timeout
        while (record := self._next_pending()) is None:
            if self._failure:
                raise self._failure
            try:
                await asyncio.wait_for(self._wait(), None if end is None else end - loop.time())
            except asyncio.TimeoutError:
                return None
        if len(self._session.pending) == MOST_PENDING - 1:
            await self._notify()
        return record

    async def _wait(self):
        async with self._changed:
            await self._changed.wait_for(lambda: self._session.pending or self._failure)
