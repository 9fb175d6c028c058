"""A client whose connection is lost, against a server that plays a script."""

import asyncio
import os
import select
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import responderd
import responderd.aio
from scripted_server import Server
from test_client import HELLO, snapshot, touch


class LossTests(unittest.TestCase):
    def test_the_same_instance_resumes_and_nothing_is_made_up(self):
        server = Server(
            [HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1),
             touch(2, "began")],
            [HELLO, None, {"type": "reply", "id": 2, "result": {"subscription": 1, "resumed": True}},
             touch(3, "ended")])
        with responderd.Client(server.path) as client:
            client.subscribe(views=["red"])
            self.assertEqual(client.next(5)["phase"], "began")
            self.assertEqual(list(client.picture.touches), [7])
            record = client.next(5)
            self.assertEqual(record["phase"], "ended")
            self.assertNotIn("madeUp", record)
            self.assertEqual(client.picture.touches, {})
            self.assertEqual(client.reconnections, 1)
        received = server.finish()
        self.assertEqual(received[0], {"id": 1, "subscribe": {"views": ["red"], "snapshot": True}})
        self.assertEqual(received[1]["subscribe"]["since"], {"instance": "a", "seq": {"": 2}})

    def test_another_instance_ends_what_was_alive(self):
        gesture = {"seq": 3, "t": 1.0, "frame": 2, "type": "gesture", "recognizer": "red.pan",
                   "kind": "pan", "state": "began", "view": "red", "x": 1.0, "y": 1.0, "touches": [7]}
        server = Server(
            [HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1),
             touch(2, "began"), gesture],
            [dict(HELLO, instance="b"), None,
             {"type": "reply", "id": 2, "result": {"subscription": 1}}, snapshot(0), touch(1, "began", 1)])
        seen = []
        with responderd.Client(server.path, on_connect=seen.append) as client:
            client.subscribe()
            while len(seen) < 6:
                seen.append(client.next(5))
        server.finish()
        # What was alive ends before the program is called, with all members of its last record.
        self.assertEqual(seen[2], {**seen[0], "phase": "cancelled", "madeUp": True})
        self.assertEqual(seen[3], {**gesture, "state": "cancelled", "madeUp": True})
        self.assertEqual(seen[4], responderd.Connected(True, [], {}))
        self.assertEqual(seen[5]["phase"], "began")

    def test_a_snapshot_in_place_of_history_ends_only_what_is_gone(self):
        alive = {"id": 7, "view": "red", "window": "main", "responders": ["red"], "x": 1.0, "y": 1.0}
        server = Server(
            [HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1),
             touch(2, "began", 7), touch(3, "began", 8), {"type": "closing", "reason": "too slow"}],
            [HELLO, None, {"type": "reply", "id": 2, "result": {"subscription": 1, "resumed": False}},
             snapshot(50, [alive]), touch(51, "ended", 7)])
        with responderd.Client(server.path) as client:
            client.subscribe()
            seen = [client.next(5) for _ in range(4)]
        server.finish()
        self.assertEqual([(one["touches"][0]["id"], one["phase"]) for one in seen],
                         [(7, "began"), (8, "began"), (8, "cancelled"), (7, "ended")])

    def test_a_daemon_that_dies_during_on_connect_is_reported_again(self):
        reply = {"type": "reply", "id": 1, "result": {"subscription": 1}}
        server = Server(
            [HELLO, None, reply, snapshot(1)],
            [dict(HELLO, instance="b"), None, dict(reply, id=2), snapshot(1), None],
            [dict(HELLO, instance="b"), None, dict(reply, id=4), snapshot(1), None,
             {"type": "reply", "id": 5, "result": {}}, touch(2, "began")])
        reported = []

        def back(connected):
            reported.append(connected.is_new)
            client.set("lamp", isOn=True)
        with responderd.Client(server.path, on_connect=back) as client:
            client.subscribe()
            self.assertEqual(client.next(5)["phase"], "began")
        server.finish()
        self.assertEqual(reported, [True, True])

    def test_a_request_waits_for_the_next_connection_if_the_client_waits(self):
        reply = {"type": "reply", "id": 1, "result": {}}
        for waits in (True, False):
            server = Server([HELLO, None, reply], [dict(HELLO, instance="b"), None, dict(reply, id=3)])
            with responderd.Client(server.path, waits=waits) as client:
                client.status()
                select.select([client], [], [])  # the server has closed the connection
                if waits:
                    self.assertEqual((client.status(), client.reconnections), ({}, 1))
                else:
                    with self.assertRaises(responderd.Closed):
                        client.status()
                    client.next(1)
                    client.status()
            server.finish()


class AsyncLossTests(unittest.IsolatedAsyncioTestCase):
    async def test_a_request_waits_for_the_next_connection_if_the_client_waits(self):
        reply = {"type": "reply", "result": {}}
        # The second connection ends while the client resumes.
        server = Server([HELLO, None, dict(reply, id=1)], [dict(HELLO, instance="b"), None],
                        [dict(HELLO, instance="c"), None, dict(reply, id=3), None, dict(reply, id=4)])
        async with responderd.aio.Client(server.path, waits=True) as client:
            await client.identify("kiosk")
            while client._is_there:
                await asyncio.sleep(0)
            self.assertEqual(await asyncio.wait_for(client.status(), 10), {})
            self.assertEqual(client.reconnections, 1)
        self.assertEqual([next(key for key in line if key != "id") for line in server.finish()], ["identify"] * 3 + ["status"])
