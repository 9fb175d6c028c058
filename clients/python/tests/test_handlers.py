"""Functions that are called for some of the records, by both clients."""

import asyncio
import os
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import responderd
import responderd.aio
from responderd.handlers import record_filter
from scripted_server import Server
from test_client import HELLO, snapshot

REPLY = {"type": "reply", "id": 1, "result": {"subscription": 1}}


def control(seq, name, event="primaryActionTriggered"):
    return {"seq": seq, "t": 1.0, "frame": seq, "type": "control", "control": name, "event": event, "touches": [1]}


def gesture(seq, name, state):
    return {"seq": seq, "t": 1.0, "frame": seq, "type": "gesture", "recognizer": name, "kind": "tap", "state": state,
            "view": "red", "x": 1.0, "y": 2.0, "touches": [1], "numberOfTouches": 1}


RECORDS = [control(2, "buy", "touchDown"), control(3, "buy"), control(4, "back"), gesture(5, "menu", "began"),
           gesture(6, "menu", "changed"), gesture(7, "swipe", "ended"), control(8, "back")]


def handlers(client, calls):
    """Two functions with one filter, one with two, and one that fails."""
    @client.on(control="buy")
    def buy(record):
        calls.append(("buy", record["seq"]))

    @client.on(control="back")
    @client.on(gesture=["swipe", "other"], state="ended")
    def back(record):
        calls.append(("back", record["seq"]))

    @client.on(gesture="menu")
    def menu(record):
        calls.append((record["state"], record["seq"]))

    @client.on(control=["buy", "back"])
    def fails(record):
        raise KeyError(record["control"])

    @client.on(control="back")
    def is_refused(record):
        raise responderd.Refused("notFound", "no view is named x")


CALLS = [("buy", 3), ("back", 4), ("began", 5), ("changed", 6), ("back", 7), ("back", 8), ("cancelled", 6)]


class HandlerTests(unittest.TestCase):
    def check(self, run):
        server = Server([HELLO, None, REPLY, snapshot(1), *RECORDS])
        calls = []
        with self.assertLogs("responderd") as logs:
            run(server.path, calls)
        self.assertEqual(server.finish(), [{"id": 1, "subscribe": {"types": ["control", "gesture"], "snapshot": True}}])
        self.assertEqual(calls, CALLS)
        first = [line.split("\n")[0] for line in logs.output]
        refused = "ERROR:responderd:is_refused: no view is named x (notFound)"
        self.assertEqual(first, ["ERROR:responderd:fails: 'buy'", "ERROR:responderd:fails: 'back'", refused] +
                         ["ERROR:responderd:fails: 'back'", refused])
        # An error of the program has its traceback, a refusal has one line.
        self.assertEqual([("Traceback" in line) for line in logs.output], [True, True, False, True, False])

    def test_the_blocking_client_calls_each_that_wants_a_record_whatever_another_raises(self):
        def run(path, calls):
            with responderd.Client(path, reconnects=False) as client:
                handlers(client, calls)
                client.run()
        self.check(run)

    def test_the_asyncio_client_does_the_same(self):
        async def main(path, calls):
            async with responderd.aio.Client(path, reconnects=False) as client:
                handlers(client, calls)
                await client.run()
        self.check(lambda path, calls: asyncio.run(main(path, calls)))

    def test_coroutines_are_awaited_in_the_order_of_the_records(self):
        server = Server([HELLO, None, REPLY, snapshot(1), *RECORDS])
        calls = []

        async def main():
            async with responderd.aio.Client(server.path, reconnects=False) as client:
                @client.on(control=["buy", "back"])
                async def pressed(record):
                    calls.append(record["seq"])
                    await asyncio.sleep(0)
                    calls.append(record["seq"])
                await client.run()
        asyncio.run(main())
        server.finish()
        self.assertEqual(calls, [3, 3, 4, 4, 8, 8])

    def test_a_subscription_of_the_program_is_the_only_one(self):
        server = Server([HELLO, None, REPLY, snapshot(1), *RECORDS])
        calls = []
        with responderd.Client(server.path, reconnects=False) as client:
            client.subscribe(views=["red"])
            client.on(gesture="swipe")(calls.append)
            client.run()
        self.assertEqual(server.finish(), [{"id": 1, "subscribe": {"views": ["red"], "snapshot": True}}])
        self.assertEqual([call["seq"] for call in calls], [7])

    def test_a_function_may_close_the_client_and_so_end_run(self):
        server = Server([HELLO, None, REPLY, snapshot(1), *RECORDS])
        with responderd.Client(server.path) as client:
            client.on(control="buy")(lambda record: client.close())
            client.run()
        server.finish()

    def test_a_filter_that_no_record_can_match_is_an_error(self):
        for members, message in (
                ({}, "needs one of control, gesture, touches, scroll, activity or type, found none"),
                ({"contrl": "buy"}, "found contrl"),
                ({"control": "buy", "gesture": "menu"}, "found control, gesture"),
                ({"gesture": "menu", "stat": "began"}, "a gesture record has no stat; did you mean state?"),
                ({"control": "buy", "direction": "left"}, "a control record has no direction; it has seq, t"),
                ({"type": "gestures"}, 'no record has the type "gestures"')):
            with self.assertRaises(TypeError) as raised:
                record_filter(members)
            self.assertIn(message, str(raised.exception))


if __name__ == "__main__":
    unittest.main()
