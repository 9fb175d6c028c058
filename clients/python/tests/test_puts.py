"""What a program has put is there again, by puts alone."""

import json
import os
import random
import signal
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import responderd
import responderd.testing
from random_acts import CONFIGURATION, VIEWS, RandomActs, without_living
from responderd.puts import Puts, ids_in
from scripted_server import Server

LIMITS = {"lineBytes": 65536, "viewsOfRequest": 500}
HELLO = {"type": "hello", "protocol": "2.4", "instance": "a", "version": "1", "limits": LIMITS}
TITLE = {"id": "title", "frame": [0, 0, 400, 40]}
BUY = {"id": "buy", "button": {"frame": [0, 300, 400, 80]}}
TAP = {"id": "page.tap", "tap": {}}
PAGE = {"id": "page", "frame": [0, 0, 400, 400], "handles": ["touches"], "gestureRecognizers": [TAP],
        "subviews": [TITLE, BUY]}
SOS = {"in": "title", "view": {"id": "sos"}, "below": "lid"}
SURE = {"id": "sure", "view": {"id": "sure.view", "subviews": [{"id": "yes", "button": {"frame": [0, 0, 9, 9]}}]}}


class CopyTests(unittest.TestCase):
    """The copy does what the daemon does to its own."""

    def setUp(self):
        self.puts = Puts()
        self.answered("put", {"in": "desk", "view": PAGE})

    def answered(self, request, arguments, **result):
        self.puts.answered(request, arguments, result)

    def acts(self):
        return [act for batch in self.puts.batches(LIMITS) for _, act in batch]

    def test_the_last_put_of_an_id_is_kept_in_the_order_of_arrival(self):
        self.answered("put", SOS)
        self.answered("put", {"in": "desk", "view": {"id": "page"}})
        self.assertEqual(self.acts(), [{"put": {"in": "desk", "view": {"id": "page"}}}, {"put": SOS}])
        self.answered("put", {"in": "other", "view": {"id": "page"}, "lasting": True})
        self.assertEqual(self.acts(), [{"put": SOS}, {"put": {"in": "other", "view": {"id": "page"}, "lasting": True}}])

    def test_what_waits_has_not_arrived(self):
        self.answered("put", SOS, waits=["page"])
        self.answered("put", {"in": "desk", "view": {"id": "page"}})
        self.assertEqual(self.acts(), [{"put": SOS}, {"put": {"in": "desk", "view": {"id": "page"}}}])

    def test_an_id_belongs_to_the_later_put(self):
        self.answered("set", {"view": "title", "alpha": 0.5})
        self.answered("put", {"in": "other", "view": {"id": "lid", "subviews": [TITLE, {"id": "x"}]}})
        self.assertEqual(self.acts(), [{"put": {"in": "desk", "view": {**PAGE, "subviews": [BUY]}}},
                                       {"put": {"in": "other", "view": {"id": "lid", "subviews": [TITLE, {"id": "x"}]}}}])
        self.answered("put", {"in": "desk", "view": {"id": "all", "subviews": [{"id": "page"}]}})
        self.assertEqual(len(self.acts()), 2)

    def test_sets_change_the_want_but_for_living_values(self):
        before = json.dumps(PAGE)
        self.answered("batch", [{"set": {"view": "title", "alpha": 0.5}},
                                {"set": {"view": "buy", "isOn": True, "value": 3}},
                                {"set": {"view": "title", "alpha": None, "isHidden": True}},
                                {"set": {"recognizer": "page.tap", "isEnabled": False}},
                                {"set": {"recognizer": "title.pan", "isEnabled": False}},
                                {"set": {"device": "goodix", "rotate": 90}},
                                {"set": {"view": "desk", "alpha": 0.1}}])
        self.assertEqual(self.acts(), [{"put": {"in": "desk", "view": PAGE}},
                                       {"set": {"view": "title", "alpha": None, "isHidden": True}},
                                       {"set": {"recognizer": "page.tap", "isEnabled": False}},
                                       {"set": {"recognizer": "title.pan", "isEnabled": False}}])
        self.assertEqual(json.dumps(PAGE), before)
        self.answered("set", {"view": "title", "alpha": 1, "above": "buy"})
        self.answered("set", {"view": "title", "below": "buy"})
        self.assertEqual(self.acts()[-1], {"set": {"view": "title", "isHidden": True, "alpha": 1, "below": "buy"}})
        self.answered("remove", {"view": "title"})
        self.assertEqual(self.acts()[1:], [{"set": {"recognizer": "page.tap", "isEnabled": False}}])
        self.answered("put", {"in": "desk", "view": PAGE})
        self.assertEqual(len(self.acts()), 1)

    def test_own_sets_on_things_of_others_are_repeated(self):
        self.answered("set", {"view": "desk", "own": True, "alpha": 0.5, "isHidden": True})
        self.answered("set", {"view": "desk", "own": True, "isHidden": None})
        self.assertEqual(self.acts()[1:], [{"set": {"view": "desk", "alpha": 0.5, "own": True}}])
        self.answered("set", {"view": "desk", "alpha": 0.1})
        self.assertEqual(len(self.acts()), 1)

    def test_what_is_removed_goes_with_all_that_is_in_it(self):
        self.answered("put", {"presentedBy": "home", "viewController": SURE})
        self.answered("put", SOS)
        self.answered("remove", {"view": "title"})
        self.answered("remove", {"recognizer": "page.tap"})
        page = {**PAGE, "gestureRecognizers": [], "subviews": [BUY]}
        self.assertEqual(self.acts(), [{"put": {"in": "desk", "view": page}},
                                       {"put": {"presentedBy": "home", "viewController": SURE}}, {"put": SOS}])
        self.answered("remove", {"viewController": "sure"})
        self.answered("remove", {"view": "page"})
        self.assertEqual(self.acts(), [{"put": SOS}])

    def test_what_others_remove_is_not_wanted_and_what_waits_is(self):
        self.answered("put", {"in": "other", "view": {"id": "lid", "subviews": [{"viewController": SURE}, {"id": "x"}]}})
        self.puts.removed({"type": "removed", "views": ["page", "title"], "recognizers": [], "waits": True})
        self.puts.removed({"type": "removed", "views": ["sure.view", "yes"], "recognizers": ["page.tap"]})
        self.assertEqual(self.acts(), [{"put": {"in": "desk", "view": {**PAGE, "gestureRecognizers": []}}},
                                       {"put": {"in": "other", "view": {"id": "lid", "subviews": [{"id": "x"}]}}}])
        # What has waited arrives after the others.
        self.answered("put", {"in": "desk", "view": {"id": "page"}})
        self.assertEqual(self.acts()[1], {"put": {"in": "desk", "view": {"id": "page"}}})

    def test_requests_keep_the_limits(self):
        self.answered("remove", {"view": "page"})
        for number in range(7):
            self.answered("put", {"in": "desk", "view": {"id": f"big{number}", "subviews": [
                {"id": f"v{number}.{one}"} for one in range(120)]}})
        batches = self.puts.batches(LIMITS)
        self.assertEqual([len(batch) for batch in batches], [4, 3])
        batches = self.puts.batches({**LIMITS, "lineBytes": 8192})
        for batch in batches:
            self.assertLessEqual(len(json.dumps({"id": 123456, "batch": [act for _, act in batch]})), 8192)
        self.assertEqual([act for batch in batches for _, act in batch], self.acts())


class ScriptedTests(unittest.TestCase):
    def test_a_program_comes_back_with_its_name_its_puts_and_its_subscription(self):
        told = []
        reply = {"type": "reply", "result": {}}
        server = Server(
            [HELLO, None, dict(reply, id=1), None, dict(reply, id=2), None, dict(reply, id=3, result={"waits": ["sos"]}),
             None, dict(reply, id=4, result={"subscription": 1})],
            [HELLO, None, dict(reply, id=5), None, {"type": "error", "id": 6, "code": "refused", "message": "no"},
             None, {"type": "error", "id": 7, "code": "refused", "message": "taken"},
             None, dict(reply, id=8, result={"waits": ["sos"]}),
             None, dict(reply, id=9, result={"subscription": 1, "resumed": True}),
             {"seq": 3, "type": "scroll", "view": "list"}])
        with responderd.Client(server.path, on_connect=told.append) as client:
            client.identify("map")
            client.put(in_="desk", view=PAGE)
            client.put(**{"in_" if key == "in" else key: value for key, value in SOS.items()})
            client.subscribe(snapshot=False)
            self.assertEqual(client.next(5)["seq"], 3)
        received = server.finish()
        page, sos = {"put": {"in": "desk", "view": PAGE}}, {"put": SOS}
        self.assertEqual(received[1:3], [{"id": 2, **page}, {"id": 3, **sos}])
        self.assertEqual([list(line)[1] for line in received[4:]], ["identify", "batch", "batch", "batch", "subscribe"])
        self.assertEqual([line["batch"] for line in received[5:8]], [[page, sos], [page], [sos]])
        self.assertEqual(told, [responderd.Connected(False, ["sos"], {"page": "taken"})])


@unittest.skipUnless("RESPONDERD" in os.environ, "needs the daemon's program")
class DaemonTests(unittest.TestCase):
    def setUp(self):
        self.told = []
        self.daemon = self.enterContext(responderd.testing.Daemon(CONFIGURATION))
        self.client = self.enterContext(self.daemon.client(on_connect=self.told.append))

    def come_back(self):
        """Reads until the client is connected again."""
        told = len(self.told)
        while len(self.told) == told:
            self.client.next(0.1)
        return self.told[-1]

    def test_what_the_daemon_lost_is_put_again(self):
        self.client.subscribe()
        self.client.put(in_="desk", view=PAGE)
        self.client.put(presentedBy="home", viewController=SURE)
        self.client.put(window={"id": "top", "frame": [0, 0, 9, 9], "rootViewController": {
            "id": "nav", "navigationController": {}, "view": {"id": "nav.view"}}})
        for name in ("one", "two", "three"):
            self.client.put(pushedOn="nav", viewController={"id": name, "view": {"id": f"{name}.view"}})
        self.client.batch([{"set": {"view": "title", "alpha": 0.5}}, {"remove": {"viewController": "two"}}])
        before = self.client.tree()
        for how in (signal.SIGTERM, signal.SIGKILL):
            self.daemon.restart(how)
            self.assertEqual(self.come_back(), responderd.Connected(True, [], {}))
            self.assertEqual(self.client.tree(), before)
            while self.client.next(0) is not None:
                pass
            self.assertEqual(self.client.picture.windows, before)
        self.client.remove(viewController="sure")
        self.client.remove("page")
        self.client.remove("top")
        self.assertEqual(ids_in(self.client.tree()), {"main", "home", "home.view", "desk", "other"})

    def test_own_sets_on_things_of_others_go_and_come_with_the_connection(self):
        other = self.enterContext(self.daemon.client(reconnects=False))
        self.client.set("desk", own=True, alpha=0.5)
        self.client._lose()
        self.come_back()
        self.assertEqual(other.tree("desk")["alpha"], 0.5)
        self.client.set("desk", alpha=None)
        self.client._lose()
        self.come_back()
        self.assertNotIn("alpha", other.tree("desk"))

    def test_after_random_acts_the_copy_is_what_the_daemon_has(self):
        seed = int(os.environ.get("PUT_SEED", "1"))
        dice = random.Random(seed)
        other = self.daemon.client()
        done = refused = 0
        for step, act in zip(range(int(os.environ.get("PUT_STEPS", "400"))), RandomActs(dice)):
            try:
                self.client.request(*act.popitem())
                done += 1
            except responderd.Refused as error:
                refused += 1
                self.assertIn(error.code, ("refused", "notFound", "invalidEdit"), str(error))
            if dice.random() < 0.05 and (names := ids_in(self.client.tree()) & set(VIEWS)):
                other.remove(dice.choice(sorted(names)))
            if dice.random() < 0.1:
                before = without_living(self.client.tree())
                if dice.random() < 0.3:
                    other.close()
                    self.daemon.restart(signal.SIGKILL)
                    other = self.daemon.client()
                else:
                    self.client._lose()
                self.assertEqual(self.come_back().refused, {})
                self.assertEqual(without_living(self.client.tree()), before, f"PUT_SEED={seed}, step {step}")
        other.close()
        self.assertGreater(done, refused)


if __name__ == "__main__":
    unittest.main()
