"""What a program wants in the tree, and that it is there again."""

import json
import os
import signal
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
import responder
import responder.testing
from responder.wanted import Wanted, names_in

CONFIGURATION = """
screens: { panel: { size: [800, 480] } }
application:
  windows:
    - id: main
      subviews:
        - id: desk
          frame: [0, 0, 400, 480]
        - id: other
          frame: [400, 0, 400, 480]
"""
PAGE = {"id": "page", "frame": [0, 0, 400, 400], "handles": ["touches"],
        "gestureRecognizers": [{"id": "page.tap", "tap": {}}],
        "subviews": [{"id": "title", "frame": [0, 0, 400, 40]},
                     {"id": "buy", "button": {"frame": [0, 300, 400, 80]}}]}


class WantedTests(unittest.TestCase):
    def setUp(self):
        self.wanted = Wanted()
        self.wanted.taken_in("add", {"to": "desk", "view": PAGE, "index": 0}, 1)

    def edits(self, names=frozenset()):
        """The requests that make what is missing among these names."""
        return [one.edits(names) for one in self.wanted.missing(names)]

    def test_what_was_added_is_missing_until_it_is_there(self):
        self.wanted.taken_in("add", {"to": "page", "gestureRecognizer": {"id": "page.pan", "pan": {}}}, 2)
        self.assertEqual(self.edits(), [
            [{"add": {"to": "desk", "view": PAGE, "index": 0}}],
            [{"add": {"to": "page", "gestureRecognizer": {"id": "page.pan", "pan": {}}}}]])
        self.assertEqual(self.edits({"page", "page.pan"}), [])

    def test_changes_are_made_again_with_it(self):
        before = json.dumps(PAGE)
        self.wanted.taken_in("batch", [{"set": {"view": "title", "alpha": 0.5}},
                                       {"set": {"view": "buy", "frame": [0, 0, 10, 10]}},
                                       {"set": {"view": "title", "alpha": 0.6, "isHidden": True}},
                                       {"disable": {"recognizer": "page.tap"}},
                                       {"set": {"view": "desk", "alpha": 0.1}}], 2)
        self.assertEqual(self.edits()[0][1:], [
            {"set": {"view": "title", "alpha": 0.6, "isHidden": True}},
            {"set": {"view": "buy", "frame": [0, 0, 10, 10]}},
            {"set": {"recognizer": "page.tap", "isEnabled": False}}])
        self.assertEqual(json.dumps(PAGE), before)

    def test_what_is_removed_is_not_wanted_nor_what_was_in_it(self):
        self.wanted.taken_in("add", {"to": "title", "view": {"id": "mark", "frame": [0, 0, 9, 9]}}, 2)
        self.wanted.taken_in("set", {"view": "title", "alpha": 0.5}, 3)
        self.wanted.taken_in("remove", {"view": "title"}, 4)
        self.wanted.taken_in("remove", {"recognizer": "page.tap"}, 5)
        self.assertEqual(self.edits(), [[{"add": {"to": "desk", "view": PAGE, "index": 0}},
                                         {"remove": {"view": "title"}}, {"remove": {"recognizer": "page.tap"}}]])
        self.wanted.taken_in("remove", {"view": "page"}, 6)
        self.assertFalse(self.wanted)

    def test_a_dialog_is_wanted_until_it_is_dismissed(self):
        ask = {"id": "ask", "view": {"id": "ask.view", "subviews": [{"id": "yes", "button": {}}]}}
        self.wanted.taken_in("present", {"from": "home", "viewController": ask}, 2)
        self.wanted.taken_in("set", {"view": "yes", "isEnabled": False}, 3)
        self.wanted.taken_in("present", {"from": "ask", "viewController": {"id": "sure"}}, 4)
        self.assertEqual(self.edits({"page"}), [
            [{"present": {"from": "home", "viewController": ask}}, {"set": {"view": "yes", "isEnabled": False}}],
            [{"present": {"from": "ask", "viewController": {"id": "sure"}}}]])
        self.assertFalse(self.wanted.has_gone("sure.container", {"sure.container", "sure"}, 5))
        self.assertEqual(len(self.edits({"page"})), 1)
        self.wanted.taken_in("dismiss", {"viewController": "ask"}, 6)
        self.assertEqual(self.edits({"page"}), [])

    def test_a_page_is_wanted_until_it_is_popped(self):
        pages = [{"id": name, "view": {"id": f"{name}.view"}} for name in ("one", "two", "three")]
        for number, page in enumerate(pages):
            self.wanted.taken_in("push", {"to": "nav", "viewController": page, "own": number == 2}, 2 + number)
        self.assertEqual(self.edits({"page"})[1:], [
            [{"push": {"to": "nav", "viewController": pages[1]}}],
            [{"push": {"to": "nav", "viewController": pages[2], "own": True}}]])
        self.wanted.popped(["three"])
        # The view of a controller is the whole controller.
        self.assertFalse(self.wanted.has_gone("two.view", {"two.view", "two"}, 9))
        self.assertEqual(self.edits({"page"}), [[{"push": {"to": "nav", "viewController": pages[0]}}]])
        self.wanted.taken_in("remove", {"view": "one.view"}, 10)
        self.assertEqual(self.edits({"page"}), [])

    def test_windows_and_controllers_are_wanted_like_views(self):
        window, root, child = {"id": "top"}, {"id": "home", "view": {"id": "home.view"}}, {"id": "child", "view": {"id": "c"}}
        self.wanted.taken_in("add", {"window": window}, 2)
        self.wanted.taken_in("add", {"to": "top", "rootViewController": root}, 3)
        self.wanted.taken_in("add", {"to": "home.view", "viewController": child, "index": 0}, 4)
        self.assertEqual(self.edits({"page"}), [
            [{"add": {"window": window}}], [{"add": {"to": "top", "rootViewController": root}}],
            [{"add": {"to": "home.view", "viewController": child, "index": 0}}]])
        self.wanted.taken_in("remove", {"view": "top"}, 5)
        self.assertEqual(self.edits({"page"}), [])

    def test_what_is_moved_is_made_where_it_is(self):
        self.wanted.taken_in("add", {"to": "title", "view": {"id": "mark"}}, 2)
        self.wanted.taken_in("set", {"view": "title", "alpha": 0.5}, 3)
        self.wanted.taken_in("add", {"to": "other", "view": {"id": "box"}}, 4)
        self.wanted.taken_in("move", {"view": "title", "to": "box", "below": "lid"}, 5)
        self.wanted.taken_in("move", {"view": "page", "to": "other", "index": 1}, 6)
        self.assertEqual(self.edits({"lid"}), [
            [{"add": {"to": "other", "view": {"id": "box"}}}],
            [{"add": {"to": "box", "view": PAGE["subviews"][0], "below": "lid"}},
             {"set": {"view": "title", "alpha": 0.5}}],
            [{"add": {"to": "title", "view": {"id": "mark"}}}],
            [{"add": {"to": "other", "view": PAGE, "index": 1}}, {"remove": {"view": "title"}}]])
        # A sibling that has gone is no place.
        self.assertNotIn("below", self.edits()[1][0]["add"])

    def test_only_what_others_remove_by_itself_is_given_up(self):
        self.wanted.taken_in("add", {"to": "other", "view": {"id": "sos"}, "own": True}, 3)
        # The record of something older than what stands there now.
        self.assertFalse(self.wanted.has_gone("page", {"page", "title"}, 1))
        self.assertFalse(self.wanted.has_gone("title", {"title"}, 4))
        self.assertEqual(self.edits({"sos"})[0][1:], [{"remove": {"view": "title"}}])
        # With its place it is missing, and wanted again when the place has come.
        self.assertTrue(self.wanted.has_gone("wall", {"wall", "other", "sos"}, 5))
        self.assertTrue(self.wanted.has_come({"wall", "other"}, 6))
        self.wanted.begins_connection()
        self.assertTrue(self.wanted.has_gone("sos", {"sos"}, 7))
        self.wanted.was_added(self.wanted.missing({"page"})[0], 8)
        self.assertFalse(self.wanted.has_gone("sos", {"sos"}, 9))
        self.assertEqual(self.edits({"page"}), [])


@unittest.skipUnless("RESPONDERD" in os.environ, "needs the daemon's program")
class LivingTreeTests(unittest.TestCase):
    """A kiosk that is built at run time is there again, whatever becomes of the daemon."""

    def setUp(self):
        self.told = []
        self.daemon = self.enterContext(responder.testing.Daemon(CONFIGURATION))
        self.client = self.enterContext(self.daemon.client(on_connect=self.told.append))
        self.client.subscribe()
        self.client.add("desk", PAGE)
        self.client.add("other", {"id": "sos", "frame": [0, 0, 50, 50], "handles": ["touches"]}, own=True)
        self.client.set("buy", alpha=0.5)
        self.drain()
        self.before = self.client.picture.windows

    def drain(self):
        while self.client.next(0.2) is not None:
            pass

    def read_until_told(self):
        for _ in range(100):
            self.client.next(0.1)
            if self.told:
                return self.told.pop()
        self.fail("on_connect was not called")

    def tap(self, x, y, view):
        self.daemon.play(f"0 down 1 {x},{y}\n0.02 up 1\n")
        while (record := self.client.next(5)) is not None:
            if record["type"] == "touches" and record["phase"] in ("ended", "cancelled"):
                self.assertEqual(record["view"], view)
                return
        self.fail("no touch came to its end")

    def test_after_a_restart_and_after_kill(self):
        for how in (signal.SIGTERM, signal.SIGKILL):
            self.daemon.restart(how)
            connected = self.read_until_told()
            self.assertTrue(connected.is_new)
            self.assertEqual(connected.added, ["page", "sos"])
            self.assertEqual(connected.refused, {})
            self.drain()
            self.assertEqual(self.client.picture.windows, self.before)
            self.tap(410, 10, "sos")

    def test_after_a_lost_connection_only_what_was_owned_is_added_again(self):
        self.client._lose()
        connected = self.read_until_told()
        self.assertFalse(connected.is_new)
        self.drain()
        self.assertEqual(self.client.picture.windows, self.before)
        self.tap(410, 10, "sos")
        self.assertIn("page", names_in(self.client.picture.windows))

    def test_after_a_reload_and_what_has_no_place_any_more_is_told(self):
        self.daemon.configure(CONFIGURATION.replace("id: other", "id: another"))
        self.client.reload()
        connected = self.read_until_told()
        self.assertEqual(list(connected.refused), ["sos"])
        self.assertIn("other", connected.refused["sos"])
        self.tap(10, 380, "page")
        # It has a place again.
        self.daemon.configure(CONFIGURATION)
        self.client.reload()
        self.assertIn("sos", self.read_until_told().added)
        self.drain()
        self.assertEqual(self.client.picture.windows, self.before)

    def test_pages_and_windows_are_there_again_and_popped_pages_are_not(self):
        navigation = {"id": "nav", "navigationController": {}, "view": {"id": "nav.view"}}
        self.client.request("add", {"window": {"id": "top", "frame": [0, 0, 9, 9], "rootViewController": navigation}})
        for name in ("one", "two", "three"):
            self.client.push("nav", {"id": name, "view": {"id": f"{name}.view"}})
        self.assertEqual(self.client.pop("nav"), ["three"])
        self.drain()
        before = self.client.picture.windows
        self.daemon.restart()
        self.assertEqual(self.read_until_told().added, ["page", "sos", "top", "one", "two"])
        self.drain()
        self.assertEqual(self.client.picture.windows, before)
        self.assertEqual(self.client.pop("nav", to="one"), ["two"])
        self.daemon.restart()
        self.assertEqual(self.read_until_told().added, ["page", "sos", "top", "one"])

    def test_what_somebody_else_removes_stays_away(self):
        with self.daemon.client() as other:
            other.remove("page")
        self.drain()
        self.daemon.restart()
        self.assertEqual(self.read_until_told().added, ["sos"])
        self.drain()
        self.assertNotIn("page", names_in(self.client.picture.windows))


if __name__ == "__main__":
    unittest.main()
