"""The asyncio client does what the blocking one does, while the program does other things."""

import asyncio
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import responder
import responder.aio
import responder.testing
from scripted_server import Server
from test_client import HELLO, snapshot, touch
from test_wanted import CONFIGURATION, PAGE


class ScriptedTests(unittest.IsolatedAsyncioTestCase):
    async def test_requests_wait_beside_each_other_and_refusals_have_their_code(self):
        server = Server([HELLO, None, None, {"type": "reply", "id": 2, "result": {"view": "red"}},
                         {"type": "error", "id": 1, "code": "notFound", "message": "no x"}])
        async with responder.aio.Client(server.path) as client:
            first, second = await asyncio.gather(client.remove("x"), client.hit_test(1, 2),
                                                 return_exceptions=True)
        server.finish()
        self.assertIsInstance(first, responder.Refused)
        self.assertEqual((first.code, second), ("notFound", "red"))

    async def test_an_error_without_an_id_answers_the_line_that_it_names(self):
        server = Server([HELLO, None, None, {"type": "error", "code": "badJSON", "message": "a", "line": 1},
                         {"type": "error", "code": "badJSON", "message": "b", "line": 2}])
        async with responder.aio.Client(server.path) as client:
            answers = await asyncio.gather(client.remove("x"), client.remove("y"), return_exceptions=True)
        server.finish()
        self.assertEqual([answer.message for answer in answers], ["a", "b"])

    async def test_another_instance_ends_what_was_alive(self):
        server = Server(
            [HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1),
             touch(2, "began")],
            [dict(HELLO, instance="b"), None, {"type": "reply", "id": 2, "result": {"subscription": 1}},
             snapshot(0), touch(1, "began", 1)])
        async with responder.aio.Client(server.path) as client:
            await client.subscribe()
            self.assertIsNotNone(client.picture.view("red"))
            seen = [await client.next(5) for _ in range(3)]
        server.finish()
        self.assertEqual([(one["phase"], one.get("madeUp", False)) for one in seen],
                         [("began", False), ("cancelled", True), ("began", False)])

    async def test_without_reconnecting_the_records_end_after_the_endings(self):
        server = Server([HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1),
                         touch(2, "began")])
        async with responder.aio.Client(server.path, reconnects=False) as client:
            await client.subscribe()
            phases = [record["phase"] async for record in client]
            with self.assertRaises(responder.Closed):
                await client.remove("x")
        server.finish()
        self.assertEqual(phases, ["began", "cancelled"])

    async def test_a_missing_daemon_is_told_with_what_to_do(self):
        with self.assertRaisesRegex(responder.ResponderError, "is the service running"):
            await responder.aio.Client("/nonexistent/socket").connect()


@unittest.skipUnless("RESPONDERD" in os.environ, "needs the daemon's program")
class DaemonTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_kiosk_built_at_run_time_is_there_again_after_restart_and_reload(self):
        loop = asyncio.get_running_loop()
        told = asyncio.Queue()
        with responder.testing.Daemon(CONFIGURATION) as daemon:
            async with responder.aio.Client(daemon.socket, on_connect=told.put_nowait) as client:
                await client.subscribe(types=["touches"])
                await client.add("desk", PAGE)
                await client.add("desk", {"id": "box", "frame": [0, 0, 9, 9]})
                await client.request("add", {"to": "box", "viewController": {
                    "id": "nav", "navigationController": {}, "view": {"id": "nav.view"}}})
                for name in ("one", "two"):
                    await client.push("nav", {"id": name, "view": {"id": f"{name}.view"}})
                self.assertEqual(await client.pop("nav"), ["two"])
                before = await client.tree()
                await loop.run_in_executor(None, daemon.restart)
                connected = await asyncio.wait_for(told.get(), 10)
                self.assertEqual((connected.is_new, connected.added), (True, ["page", "box", "nav", "one"]))
                self.assertEqual(await client.tree(), before)
                await client.reload()
                # A reload leaves it where it is, or it receives that it was added again.
                if await client.tree() != before:
                    self.assertEqual((await asyncio.wait_for(told.get(), 10)).added, ["page"])
                self.assertEqual(await client.tree(), before)
                await client.inject("0 down 1 10,380\n0.02 up 1\n")
                phases = [(await client.next(5))["phase"] for _ in range(2)]
                self.assertEqual(phases, ["began", "cancelled"])


if __name__ == "__main__":
    unittest.main()
