"""Plays a finger on the page in a browser without a window: python3 kiosk_test.py

The test starts a daemon, a server and chromium, waits until the daemon has the page's elements, and touches one of them. What
the page did is seen by what its elements are to the daemon then: a button that was pressed is disabled.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

import responderd.testing

HERE = os.path.dirname(os.path.abspath(__file__))
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@unittest.skipUnless(BROWSER, "there is no chromium on this machine")
class KioskTest(unittest.TestCase):
    def setUp(self):
        self.daemon = responderd.testing.Daemon(os.path.join(HERE, "kiosk.yaml"))
        self.daemon.start()
        self.addCleanup(self.daemon.__exit__)
        server = self.start("responder-web", "--listen", "127.0.0.1:0", "--pages", os.path.join(HERE, "pages"),
                            "--socket", self.daemon.socket, stderr=subprocess.PIPE)
        self.addCleanup(server.stderr.close)
        address = re.search(r"http://[0-9.:]+", server.stderr.readline()).group()
        # What chromium has started writes into it for a moment longer than chromium runs.
        profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(profile.cleanup)
        self.start(BROWSER, "--headless=new", "--disable-gpu", "--window-size=800,480", f"--user-data-dir={profile.name}",
                   *(["--no-sandbox"] if os.geteuid() == 0 else []), f"{address}/pages/", stderr=subprocess.DEVNULL)

    def start(self, *command, stderr):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return process

    def test_a_button_is_pressed_once(self):
        with self.daemon.client() as client:
            client.subscribe(types=["edit"])

            def wait_for(is_so):
                while not is_so(client.picture.view("north")):
                    self.assertIsNotNone(client.next(30), "the page does not do it")

            wait_for(lambda button: button is not None)
            x, y = client.convert(10, 10, source="north")
            self.daemon.play(f"0 down 1 {x},{y}\n0.1 up 1\n")
            wait_for(lambda button: button["button"].get("isEnabled") is False)


if __name__ == "__main__":
    unittest.main()
