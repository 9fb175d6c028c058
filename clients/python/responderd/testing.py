"""A daemon for tests of programs, without hardware.

    with responderd.testing.Daemon("panel.yaml") as daemon, daemon.client() as client:
        client.subscribe()
        daemon.play("0 down 1 100,80\\n0.05 up 1\\n")
        assert client.next(5)["view"] == "red"
"""

import os
import shutil
import signal
import subprocess
import tempfile
import threading
import weakref

from .client import Client
from .errors import ResponderError


class Daemon:
    """The daemon's own program on a socket of its own, with a panel that only scripts touch.

    The program is `program`, or $RESPONDERD, or `responderd` in the path. The configuration is a file's
    path, or the text of one.
    """

    def __init__(self, configuration, program=None):
        self.program = program or os.environ.get("RESPONDERD", "responderd")
        self.folder = tempfile.mkdtemp(prefix="responder-test-")
        # Also of a daemon that did not start, and of a test that never ended it.
        self._remove_folder = weakref.finalize(self, shutil.rmtree, self.folder, True)
        self.socket = os.path.join(self.folder, "socket")
        self.configuration = os.path.join(self.folder, "panel.yaml")
        self.process = self._reader = self._client = None
        if "\n" in configuration:
            self.configure(configuration)
        else:
            shutil.copy(configuration, self.configuration)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self._remove_folder()

    def configure(self, text):
        """Writes another configuration; it applies after `reload` or `restart`."""
        with open(self.configuration, "w", encoding="utf-8") as file:
            file.write(text)

    def start(self):
        """Starts the program, and returns when it listens."""
        try:
            self.process = subprocess.Popen(
                [self.program, "--config", self.configuration, "--source", "none",
                 "--socket", self.socket], stderr=subprocess.PIPE, text=True)
        except OSError as error:
            raise ResponderError(f"{self.program}: {error.strerror}; give the program's path, or set "
                                 "RESPONDERD") from None
        said = []
        for line in self.process.stderr:
            said.append(line)
            if "ready" in line:
                break
        else:
            self.process.wait()
            self.process.stderr.close()
            raise ResponderError(f"{self.program} did not start:\n{''.join(said)}")
        self._reader = threading.Thread(target=self.process.stderr.read, daemon=True)
        self._reader.start()

    def stop(self, how=signal.SIGTERM):
        """Ends the program, by SIGTERM by default."""
        if self._client:
            self._client.close()
            self._client = None
        if self.process:
            self.process.send_signal(how)
            self.process.wait(10)
            self._reader.join()
            self.process.stderr.close()
            self.process = None

    def restart(self, how=signal.SIGTERM):
        """Ends the program and starts it again."""
        self.stop(how)
        self.start()

    def client(self, **options):
        """A client of this daemon."""
        return Client(self.socket, **options)

    def play(self, script, device="finger"):
        """Plays a touch script, see responderctl inject; gives the device's name at once."""
        if self._client is None:
            self._client = self.client(reconnects=False)
        return self._client.inject(script, device)
