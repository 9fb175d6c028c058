"""Plays fingers on the kiosk, without a touchscreen: python3 kiosk_test.py

Each test starts a daemon and kiosk.py, touches places of the screen, and waits for what the program shows then. A script says
when, in seconds, which finger does what and where: "0 down 1 400,140" is finger 1, which lands at once, 400 points from the left.
"""

import os
import subprocess
import sys
import unittest

import responderd.testing

HERE = os.path.dirname(os.path.abspath(__file__))


class KioskTest(unittest.TestCase):
    def setUp(self):
        self.daemon = responderd.testing.Daemon(os.path.join(HERE, "kiosk.yaml"))
        self.daemon.start()
        self.addCleanup(self.daemon.__exit__)
        self.program = subprocess.Popen([sys.executable, os.path.join(HERE, "kiosk.py")], stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "RESPONDERD_SOCKET": self.daemon.socket})
        self.addCleanup(self.program.stdout.close)
        self.addCleanup(self.program.wait)
        self.addCleanup(self.program.kill)
        self.assertEqual(self.shown(), "three choices")
        with self.daemon.client() as client:
            while not any(each["pid"] == self.program.pid and each["subscriptions"] for each in client.status()["clients"]):
                pass

    def shown(self):
        """The next line of the program."""
        return self.program.stdout.readline().strip()

    def tap(self, x, y):
        self.daemon.play(f"0 down 1 {x},{y}\n0.1 up 1\n")

    def test_a_choice_is_bought(self):
        self.tap(400, 140)
        self.assertEqual(self.shown(), "the page of choice1, with back and buy")
        self.tap(640, 410)
        self.assertEqual(self.shown(), "thank you")
        self.tap(100, 60)
        self.assertEqual(self.shown(), "three choices")


if __name__ == "__main__":
    unittest.main()
