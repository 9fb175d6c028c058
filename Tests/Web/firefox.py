"""A page in Debian's Firefox for tests, over Marionette, the protocol that it speaks itself."""

import json
import os
import socket
import subprocess
import tempfile

from page import Browser
from stage import wait_until

# Port 0 is any that is free; Firefox writes it into a file of its profile.
PREFERENCES = """
user_pref("marionette.port", 0);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("app.update.disabledForTesting", true);
"""


class Firefox(Browser):
    """A page in Firefox, for tests that only run scripts."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="firefox")
        with open(os.path.join(self.folder.name, "user.js"), "w", encoding="utf-8") as file:
            file.write(PREFERENCES)
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--marionette", "--profile", self.folder.name], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "HOME": self.folder.name})
        path = os.path.join(self.folder.name, "MarionetteActivePort")
        wait_until("Firefox listens", lambda: self.process.poll() is not None or os.path.exists(path) and os.path.getsize(path), 60)
        with open(path, encoding="utf-8") as file:
            self.socket = socket.create_connection(("127.0.0.1", int(file.read())), timeout=60)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        assert self.line()["marionetteProtocol"] == 3
        self.ask("WebDriver:NewSession")

    def __exit__(self, *_):
        self.ask("Marionette:Quit", flags=["eForceQuit"])
        self.process.wait(30)
        self.folder.cleanup()

    def line(self):
        """A length, a colon and so many bytes of JSON."""
        length = b""
        while (byte := self.stream.read(1)) != b":":
            length += byte
        return json.loads(self.stream.read(int(length)))

    def ask(self, name, **members):
        self.number += 1
        text = json.dumps([0, self.number, name, members]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.line()
        assert error is None, error
        return result

    def open(self, url, _):
        self.ask("WebDriver:SetWindowRect", width=1000, height=800)
        self.ask("WebDriver:Navigate", url=url)

    def run(self, script, *arguments):
        return self.ask("WebDriver:ExecuteScript", script=script, args=arguments, sandbox=None)["value"]

    def wait(self, script, *arguments):
        return self.ask("WebDriver:ExecuteAsyncScript", script=script, args=arguments, sandbox=None)["value"]

    def quiet(self):
        """Firefox does not give its console; faults show in what the page does."""
