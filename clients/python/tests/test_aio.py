"""The asyncio client does what the blocking one does, while the program does other things."""

import asyncio
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import responderd
import responderd.aio
import responderd.testing
from scripted_server import READABLE, Server
from test_client import HELLO, snapshot, touch
from test_puts import CONFIGURATION, PAGE


class ScriptedTests(unittest.IsolatedAsyncioTestCase):
    async def test_requests_wait_beside_each_other_and_refusals_have_their_code(self):
        server = Server([HELLO, None, None, {"type": "reply", "id": 2, "result": {"view": "red"}},
                         {"type": "error", "id": 1, "code": "notFound", "message": "no x"}])
        async with responderd.aio.Client(server.path) as client:
            first, second = await asyncio.gather(client.remove("x"), client.hit_test(1, 2),
                                                 return_exceptions=True)
        server.finish()
        self.assertIsInstance(first, responderd.Refused)
        self.assertEqual((first.code, second), ("notFound", "red"))

    async def test_an_error_without_an_id_answers_the_line_that_it_names(self):
        server = Server([HELLO, None, None, {"type": "error", "code": "badJSON", "message": "a", "line": 1},
                         {"type": "error", "code": "badJSON", "message": "b", "line": 2}])
        async with responderd.aio.Client(server.path) as client:
            answers = await asyncio.gather(client.remove("x"), client.remove("y"), return_exceptions=True)
        server.finish()
        self.assertEqual([answer.message for answer in answers], ["a", "b"])

    async def test_another_instance_ends_what_was_alive(self):
        server = Server(
            [HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1),
             touch(2, "began")],
            [dict(HELLO, instance="b"), None, {"type": "reply", "id": 2, "result": {"subscription": 1}},
             snapshot(0), touch(1, "began", 1)])
        seen = []
        async with responderd.aio.Client(server.path) as client:
            client.on_connect = seen.append
            await client.subscribe()
            self.assertIsNotNone(client.picture.view("red"))
            while len(seen) < 4:
                seen.append(await client.next(5))
        server.finish()
        self.assertEqual(seen, [touch(2, "began"), {**touch(2, "began"), "phase": "cancelled", "madeUp": True},
                                responderd.Connected(True, [], {}), touch(1, "began", 1)])

    async def test_a_daemon_that_dies_with_unread_requests_is_connected_to_again(self):
        server = Server([HELLO, READABLE],
                        [HELLO, None, {"type": "reply", "id": 2, "result": {"subscription": 1}}, snapshot(1), touch(2, "began")])
        async with responderd.aio.Client(server.path) as client:
            with self.assertRaises(responderd.Closed):
                await client.remove("x")
            while client.reconnections == 0:
                await asyncio.sleep(0)
            await client.subscribe()
            self.assertEqual((await client.next(5))["phase"], "began")
        server.finish()

    async def test_a_program_that_waits_for_records_meanwhile_may_read_the_report_first(self):
        connections = []
        for instance in "bcdefghijklmnopqrst":
            number = len(connections) + 2
            connections.append([dict(HELLO, instance=instance), None, {"type": "reply", "id": number, "result": {"subscription": 1}},
                                snapshot(0), touch(1, "began")])
        server = Server([HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1), touch(2, "began")],
                        *connections)
        seen = []
        async with responderd.aio.Client(server.path, on_connect=seen.append) as client:
            await client.subscribe()
            while len(seen) < 3 * len(connections) + 1:
                record = await client.next(5)
                seen.append(record["phase"])
        server.finish()
        self.assertEqual(seen, ["began"] + ["cancelled", responderd.Connected(True, [], {}), "began"] * len(connections))

    async def test_what_on_connect_raises_reaches_the_program(self):
        def fails(_):
            raise ZeroDivisionError
        server = Server([HELLO], [HELLO])
        async with responderd.aio.Client(server.path, on_connect=fails) as client:
            with self.assertRaises(ZeroDivisionError):
                await client.next(5)
        server.finish()

    async def test_without_reconnecting_the_records_end_after_the_endings(self):
        server = Server([HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1),
                         touch(2, "began")])
        async with responderd.aio.Client(server.path, reconnects=False) as client:
            await client.subscribe()
            phases = [record["phase"] async for record in client]
            with self.assertRaises(responderd.Closed):
                await client.remove("x")
        server.finish()
        self.assertEqual(phases, ["began", "cancelled"])

    async def test_a_missing_daemon_is_told_with_what_to_do(self):
        with self.assertRaisesRegex(responderd.ResponderError, "is the service running"):
            await responderd.aio.Client("/nonexistent/socket").connect()

    async def test_a_client_can_wait_for_a_daemon_that_does_not_run_yet(self):
        server = Server([HELLO], starts=False)
        server.start_soon()
        async with responderd.aio.Client(server.path, waits=True):
            pass
        server.finish()


@unittest.skipUnless("RESPONDERD" in os.environ, "needs the daemon's program")
class DaemonTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_kiosk_built_at_run_time_is_there_again_after_a_restart_and_a_reload(self):
        loop = asyncio.get_running_loop()
        told = asyncio.Queue()
        with responderd.testing.Daemon(CONFIGURATION) as daemon:
            async with responderd.aio.Client(daemon.socket, on_connect=told.put_nowait) as client:
                await client.subscribe(types=["touches"])
                await client.put(in_="desk", view=PAGE)
                await client.put(in_="other", viewController={
                    "id": "nav", "navigationController": {}, "view": {"id": "nav.view", "frame": [0, 0, 9, 9]}})
                await client.batch([{"put": {"pushedOn": "nav", "viewController": {"id": name, "view": {"id": f"{name}.view"}}}}
                                    for name in ("one", "two")])
                await client.remove(viewController="two")
                before = await client.tree()
                await loop.run_in_executor(None, daemon.restart)
                self.assertEqual(await asyncio.wait_for(told.get(), 10), responderd.Connected(True, [], {}))
                self.assertEqual(await client.tree(), before)
                await client.reload()
                self.assertEqual(await client.tree(), before)
                self.assertEqual((await client.reload(confirm_within=60))["confirmWithin"], 60)
                await client.confirm()
                with self.assertRaises(responderd.Refused):
                    await client.confirm()
                await client.inject("0 down 1 10,380\n0.02 up 1\n")
                phases = [(await client.next(5))["phase"] for _ in range(2)]
                self.assertEqual(phases, ["began", "cancelled"])


if __name__ == "__main__":
    unittest.main()
