"""The blocking client, the examples, and a random session with losses.

RESPONDERD is the daemon's program and RESPONDER_MAP the C example, built; without them only the client
itself is tested. SESSION_RECORDS says how long the random session is, SESSION_SEED which one.
"""

import os
import random
import subprocess
import sys
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
CLIENT = os.path.dirname(HERE)
sys.path[:0] = [CLIENT, HERE]
import responderd
import responderd.testing
from line_schema import Schema
from scripted_server import Server

MAP = os.environ.get("RESPONDER_MAP")

HELLO = {"type": "hello", "protocol": "2.4", "instance": "a", "version": "1", "capabilities": [],
         "rights": ["subscribe"], "limits": {"lineBytes": 65536, "viewsOfRequest": 300}}
WINDOWS = [{"id": "main", "frame": [0.0, 0.0, 9.0, 9.0],
            "subviews": [{"id": "red", "frame": [0.0, 0.0, 5.0, 5.0]}]}]


def snapshot(seq, touches=()):
    return {"type": "snapshot", "seq": seq, "screens": [], "devices": [], "windows": WINDOWS,
            "touches": list(touches), "recognizers": []}


def touch(seq, phase, number=7):
    return {"seq": seq, "t": 1.0, "frame": seq, "type": "touches", "phase": phase, "responder": "red",
            "view": "red", "window": "main", "touches": [{"id": number, "x": 1.0, "y": 2.0}]}


class ClientTests(unittest.TestCase):
    def test_reasons_and_contacts_have_the_number_of_the_record_before_them(self):
        reason = {"seq": 2, "t": 1.0, "frame": 2, "type": "explain", "event": "waits", "recognizer": "a", "for": "b", "touches": [7]}
        raw = {"seq": 2, "t": 1.0, "frame": 2, "type": "raw", "device": "panel", "contacts": []}
        server = Server(
            [HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1), touch(2, "began"), reason,
             dict(reason, seq=1), touch(2, "moved"), raw, touch(3, "ended")])
        with responderd.Client(server.path, reconnects=False) as client:
            client.subscribe(explain=True)
            self.assertEqual([client.next(5) for _ in range(4)], [touch(2, "began"), reason, raw, touch(3, "ended")])
        server.finish()

    def test_a_refusal_carries_the_code_and_the_sentence(self):
        server = Server([HELLO, None, {"type": "error", "id": 1, "code": "notFound", "message": "no x"}])
        with responderd.Client(server.path) as client:
            with self.assertRaises(responderd.Refused) as caught:
                client.remove("x")
        server.finish()
        self.assertEqual((caught.exception.code, caught.exception.message), ("notFound", "no x"))

    def test_an_error_without_an_id_answers_the_line_that_it_names(self):
        server = Server([HELLO, None,
                         {"type": "error", "code": "badJSON", "message": "another line", "line": 7},
                         {"type": "error", "code": "badJSON", "message": "bad", "line": 1}, None,
                         {"type": "error", "code": "badRequest", "message": "no line"}])
        with responderd.Client(server.path) as client:
            start = time.monotonic()
            for message in ("bad", "no line"):
                with self.assertRaises(responderd.Refused) as caught:
                    client.remove("x")
                self.assertEqual(caught.exception.message, message)
            self.assertLess(time.monotonic() - start, 5)
        server.finish()

    def test_the_picture_is_there_when_subscribe_returns_and_unknown_names_are_passed_on(self):
        result = {"subscription": 1, "unknown": ["rde"]}
        server = Server([HELLO, None, {"type": "reply", "id": 1, "result": result}, snapshot(1),
                         None, {"type": "reply", "id": 2, "result": dict(result, subscription=2)},
                         snapshot(1), None, {"type": "reply", "id": 3, "result": {}}])
        with responderd.Client(server.path) as client:
            self.assertEqual(client.subscribe(views=["rde"]), 1)
            self.assertEqual(client.unknown, ["rde"])
            self.assertIsNotNone(client.picture.view("red"))
            with self.assertRaisesRegex(responderd.ResponderError, "no view, recognizer or device rde"):
                client.subscribe(views=["rde"], strict=True)
        self.assertEqual(server.finish()[2], {"id": 3, "unsubscribe": {"subscription": 2}})

    def test_a_subscription_whose_right_is_gone_ends_with_its_touches_and_a_word(self):
        server = Server(
            [HELLO, None, {"type": "reply", "id": 1, "result": {"subscription": 1}}, snapshot(1),
             touch(2, "began", 7),
             {"type": "error", "code": "forbidden", "message": "it is over", "subscription": 1}])
        with responderd.Client(server.path) as client:
            client.subscribe()
            self.assertEqual(client.next(5)["phase"], "began")
            with self.assertRaises(responderd.Refused) as caught:
                client.next(5)
            self.assertEqual(client.next(5)["phase"], "cancelled")
        server.finish()
        self.assertEqual((caught.exception.code, caught.exception.message), ("forbidden", "it is over"))

    def test_edits_change_the_picture(self):
        def edit(seq, **members):
            return {"seq": seq, "t": 1.0, "type": "edit", **members}
        dot = {"id": "dot", "frame": [0.0, 0.0, 1.0, 1.0]}
        picture = responderd.Picture("a")
        picture.replace(snapshot(1))
        picture.take(edit(2, edit="added", view="dot", parent="red", above=None, node=dot))
        self.assertEqual(picture.view("red")["subviews"], [dot])
        picture.take(edit(3, edit="changed", view="red", node=dict(WINDOWS[0]["subviews"][0], alpha=0.5)))
        self.assertEqual(picture.view("red")["alpha"], 0.5)
        self.assertEqual(picture.view("red")["subviews"], [dot])
        picture.take(edit(4, edit="moved", view="dot", parent="main", above=None))
        self.assertEqual([node["id"] for node in picture.view("main")["subviews"]], ["dot", "red"])
        self.assertNotIn("subviews", picture.view("red"))
        picture.take(edit(5, edit="removed", view="dot"))
        self.assertIsNone(picture.view("dot"))
        self.assertFalse(picture.take(edit(5, edit="removed", view="red")))
        self.assertIsNotNone(picture.view("red"))

    def test_a_panel_that_is_idle_is_so_in_the_picture(self):
        picture = responderd.Picture("a")
        picture.replace({**snapshot(1), "idleSince": 3.0})
        self.assertEqual(picture.idle_since, 3.0)
        picture.take({"seq": 2, "t": 9.0, "type": "activity", "state": "active", "since": 9.0})
        self.assertIsNone(picture.idle_since)
        picture.take({"seq": 3, "t": 20.0, "type": "activity", "state": "idle", "since": 10.0})
        self.assertEqual(picture.idle_since, 10.0)

    def test_a_daemon_of_another_major_version_is_refused(self):
        server = Server([dict(HELLO, protocol="3.0")])
        with self.assertRaisesRegex(responderd.ResponderError, "protocol 3.0"):
            responderd.Client(server.path)
        server.finish()

    def test_a_missing_daemon_is_told_with_what_to_do(self):
        with self.assertRaisesRegex(responderd.ResponderError, "is the service running"):
            responderd.Client("/nonexistent/socket")

    def test_a_client_can_wait_for_a_daemon_that_does_not_run_yet(self):
        server = Server([HELLO], starts=False)
        server.start_soon()
        responderd.Client(server.path, waits=True).close()
        server.finish()


CONFIGURATION = """
screens:
  panel: { size: [1000, 1000] }
application:
  windows:
    - id: main
      screen: panel
      subviews:
        - id: map
          frame: [0, 0, 500, 500]
          isMultipleTouchEnabled: true
          gestureRecognizers:
            - { id: map.pan, pan: { maximumNumberOfTouches: 1 } }
            - { id: map.pinch, pinch: {} }
        - id: canvas
          frame: [0, 500, 500, 500]
          isMultipleTouchEnabled: true
          handles: [touches]
        - id: desk
          frame: [500, 0, 500, 1000]
          handles: [touches]
"""


def Daemon():
    return responderd.testing.Daemon(CONFIGURATION)


class CheckedClient(responderd.Client):
    """A client that compares every line with the daemon's own schema."""

    schema, lines = None, 0

    def _receive(self, timeout):
        line = super()._receive(timeout)
        if line is not None and self.schema is not None:
            self.lines += 1
            wrong = self.schema.complaint(line)
            if wrong:
                raise AssertionError(f"{wrong} in {line}")
        return line

    def check_lines(self):
        self.schema = Schema(self.request("describe")["schema"])


def play(client, script, device="finger"):
    client.request("inject", {"script": script, "device": device})


@unittest.skipUnless("RESPONDERD" in os.environ and MAP, "needs the daemon's program and the map")
class ExampleTests(unittest.TestCase):
    def example(self, daemon, *words):
        return subprocess.Popen(list(words), stdout=subprocess.PIPE, text=True,
                                env=dict(os.environ, RESPONDERD_SOCKET=daemon.socket))

    def end(self, program):
        """Ends a program that would stay when its daemon has ended."""
        self.assertIsNone(program.poll())
        program.kill()
        program.wait(10)
        program.stdout.close()

    def until(self, what):
        for _ in range(500):
            if what():
                return
            time.sleep(0.02)
        self.fail("it did not happen within 10 s")

    def test_paint_keeps_every_line_and_takes_cancelled_ones_back(self):
        with Daemon() as daemon, responderd.Client(daemon.socket) as client:
            drawing = os.path.join(daemon.folder, "drawing.svg")
            paint = self.example(daemon, sys.executable, f"{CLIENT}/examples/paint.py", "--view", "canvas",
                                 drawing)
            self.until(lambda: os.path.exists(drawing))
            play(client, "0 down 1 100,600\n0.01 move 1 150,650; down 2 300,900\n"
                         "0.02 up 1; cancel 2\n")

            def lines():
                with open(drawing, encoding="utf-8") as file:
                    return [line for line in file if "polyline" in line]
            self.until(lambda: len(lines()) == 1 and "150,150" in lines()[0])
            self.assertIn('points="100,100 150,150 150,150"', lines()[0])
        self.end(paint)

    def test_the_pin_pad_knows_the_digits_and_takes_its_buttons_with_it(self):
        with Daemon() as daemon, responderd.Client(daemon.socket) as client:
            client.subscribe()
            pad = self.example(daemon, sys.executable, f"{CLIENT}/examples/pin_pad.py", "--at", "500,0",
                               "--digits", "19")
            self.assertEqual(pad.stdout.readline(), "ready\n")

            def tap(*keys):
                places = {"1": (50, 50), "9": (230, 230), "enter": (230, 320)}
                script = ""
                for number, key in enumerate(keys):
                    x, y = places[key]
                    script += f"{number * 0.02} down 1 {500 + x},{y}\n{number * 0.02 + 0.01} up 1\n"
                play(client, script)
            tap("1", "1", "enter")
            self.assertEqual(pad.stdout.readline(), "wrong\n")
            tap("1", "9", "enter")
            self.assertEqual(pad.stdout.readline(), "right\n")
            self.assertEqual(pad.wait(10), 0)
            pad.stdout.close()

            def names():
                while client.next(0) is not None:
                    pass
                return [node["id"] for node in client.picture.view("desk").get("subviews", [])]
            self.until(lambda: names() == [])

    def test_the_map_is_moved_and_pinched_about_the_fingers(self):
        with Daemon() as daemon, responderd.Client(daemon.socket) as client:
            shown = self.example(daemon, MAP)
            self.assertEqual(shown.stdout.readline(), "ready\n")
            # The pan begins at 10 points and counts from there.
            play(client, "0 down 1 100,100\n0.01 move 1 120,100\n0.02 move 1 170,100\n0.03 up 1\n")
            lines = [shown.stdout.readline() for _ in range(3)]
            self.assertEqual(lines[-1], "-50.000 0.000 scale 1.000\n")
            play(client, "0 down 1 200,200; down 2 300,200\n0.01 move 1 190,200; move 2 310,200\n"
                         "0.02 move 1 130,200; move 2 370,200\n0.03 up 1; up 2\n", "pinch")
            lines = [shown.stdout.readline() for _ in range(3)]
            # Twice as large, and the map's place between the fingers, at 250 of the view, stays there.
            self.assertEqual(lines[-1], "75.000 100.000 scale 2.000\n")
        self.end(shown)

    def test_the_map_adds_up_a_pan_and_a_pinch_that_go_on_together(self):
        with Daemon() as daemon, responderd.Client(daemon.socket) as client:
            client.request("set", {"recognizer": "map.pan", "maximumNumberOfTouches": 2,
                                   "simultaneousWith": ["map.pinch"]})
            client.subscribe(types=["gesture"])
            shown = self.example(daemon, MAP)
            self.assertEqual(shown.stdout.readline(), "ready\n")
            play(client, "0 down 1 100,200; down 2 200,200\n0.01 move 1 105,200; move 2 225,200\n"
                         "0.02 move 1 110,200; move 2 250,200\n0.03 move 1 120,200; move 2 300,200\n"
                         "0.04 up 1; up 2\n")
            last = {}
            while {kind for kind, record in last.items() if record["state"] == "ended"} != {"pan", "pinch"}:
                record = client.next(10)
                self.assertIsNotNone(record)
                last[record["kind"]] = record
            self.assertGreater(last["pan"]["translation"][0], 10)
            scale = f"scale {last['pinch']['scale']:.3f}\n"
            self.until(lambda: shown.stdout.readline().endswith(scale))
        self.end(shown)


@unittest.skipUnless("RESPONDERD" in os.environ, "needs the daemon's program")
class SessionTests(unittest.TestCase):
    """A client that is cut off again and again sees what one that stays sees."""

    def test_the_picture_is_true_after_random_losses(self):
        wanted = int(os.environ.get("SESSION_RECORDS", "2500"))
        seed = int(os.environ.get("SESSION_SEED", "1"))
        self.dice = random.Random(seed)
        self.views, self.made = ["canvas", "desk"], 0
        with Daemon() as daemon, responderd.Client(daemon.socket) as driver, \
                CheckedClient(daemon.socket) as follower:
            follower.check_lines()
            follower.subscribe(explain=True)
            checks = losses = 0
            open_touches = {}
            while follower.picture.seq < wanted:
                for number in range(3):
                    play(driver, self.script(), f"device{number}")
                for _ in range(self.dice.randrange(6)):
                    self.edit(driver)
                until = time.monotonic() + 0.3
                while (record := follower.next(max(0, until - time.monotonic()))) is not None:
                    self.check_order(record, open_touches)
                    if self.dice.random() < 0.004:
                        losses += self.cut(follower)
                if self.dice.random() < 0.05:
                    # Away for so long that the history does not reach back.
                    losses += self.cut(follower)
                    for number in range(3):
                        play(driver, self.script(), f"more{number}")
                    time.sleep(0.3)
                checks += 1
                self.compare(daemon, follower, open_touches, f"seed {seed}, check {checks}")
            self.assertGreater(checks, 3)
            self.assertGreater(follower.reconnections, 0)
            self.assertEqual(follower.reconnections, losses)
            self.assertGreater(follower.lines, wanted / 2)

    def cut(self, client):
        """Loses a client's connection in the middle of whatever it reads; 1 if there was one."""
        if client._socket is None:
            return 0
        client._lose()
        return 1

    def script(self):
        lines, fingers = [], {}
        for step in range(60):
            actions = []
            for finger in range(3):
                x, y = self.dice.randrange(1000), self.dice.randrange(1000)
                if finger not in fingers:
                    if self.dice.random() < 0.3:
                        fingers[finger] = True
                        actions.append(f"down {finger} {x},{y}")
                elif self.dice.random() < 0.1 or step > 57:
                    del fingers[finger]
                    actions.append(f"{self.dice.choice(['up', 'cancel'])} {finger}")
                else:
                    actions.append(f"move {finger} {x},{y}")
            if actions:
                lines.append(f"{step * 0.004:.3f} {'; '.join(actions)}")
        return "\n".join(lines) + "\n"

    def edit(self, driver):
        what = self.dice.choice(["put", "set", "move", "remove", "switch", "set"])
        name = self.dice.choice(self.views)
        frame = [self.dice.randrange(400), self.dice.randrange(400), 100, 100]
        try:
            if what == "put" and len(self.views) < 30:
                self.made += 1
                made = f"made{self.made}"
                driver.put(in_=name, view={"id": made, "frame": frame, "handles": ["touches"]})
                self.views.append(made)
            elif what == "set" and name not in ("canvas", "desk"):
                driver.set(name, frame=frame, alpha=self.dice.choice([0.5, 1]))
            elif what == "move" and name not in ("canvas", "desk"):
                driver.put(in_=self.dice.choice(self.views), view={"id": name, "frame": frame, "handles": ["touches"]})
            elif what == "remove" and name not in ("canvas", "desk"):
                driver.remove(name)
            elif what == "switch":
                driver.set(recognizer="map.pan", isEnabled=self.dice.random() < 0.5)
        except responderd.Refused as error:
            # A view cannot move into itself, and one below a removed view is gone with it.
            self.assertIn(error.code, ("invalidEdit", "notFound", "badRequest", "refused"), str(error))
            if error.code == "notFound":
                self.views = [one for one in self.views if one in ("canvas", "desk")]

    def check_order(self, record, open_touches):
        """Every touch begins once for a responder and ends once."""
        if record["type"] != "touches":
            return
        for touch in record["touches"]:
            key = (touch["id"], record["responder"])
            if record["phase"] == "began":
                self.assertNotIn(key, open_touches, record)
                open_touches[key] = True
            elif record["phase"] == "moved":
                self.assertIn(key, open_touches, record)
            else:
                open_touches.pop(key, None)

    def compare(self, daemon, follower, open_touches, where):
        with responderd.Client(daemon.socket) as fresh:
            fresh.subscribe()
            truth = responderd.Picture()
            while fresh.picture.seq == 0 and not fresh.picture.windows:
                fresh.next(1)
            truth = fresh.picture
            # Both read on until they stand at the same record.
            for _ in range(2000):
                if follower.picture.seq == truth.seq and follower.next(0) is None:
                    if fresh.next(0) is None and follower.picture.seq == truth.seq:
                        break
                behind = follower if follower.picture.seq <= truth.seq else fresh
                record = behind.next(0.05)
                if record is not None and behind is follower:
                    self.check_order(record, open_touches)
                truth = fresh.picture
            self.assertEqual(follower.picture.seq, truth.seq, where)
            self.assertEqual(follower.picture.windows, truth.windows, where)
            self.assertEqual(sorted(follower.picture.touches), sorted(truth.touches), where)
            self.assertEqual(follower.picture.gestures, truth.gestures, where)
            self.assertEqual(sorted(one["name"] for one in follower.picture.devices),
                             sorted(one["name"] for one in truth.devices), where)


if __name__ == "__main__":
    unittest.main()
