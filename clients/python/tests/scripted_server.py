"""For tests: a server that plays a script, connection by connection."""

import json
import os
import shutil
import socket
import tempfile
import threading


class Server:
    """Plays one list of steps a connection: a dict is sent, None waits for a line."""

    def __init__(self, *connections):
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, "socket")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self.received = []
        self.thread = threading.Thread(target=self.serve, args=(connections,), daemon=True)
        self.thread.start()

    def serve(self, connections):
        for steps in connections:
            peer = self.listener.accept()[0]
            lines = peer.makefile("rb")
            for step in steps:
                if step is None:
                    self.received.append(json.loads(lines.readline()))
                else:
                    peer.sendall(json.dumps(step).encode() + b"\n")
            lines.close()
            peer.close()

    def finish(self):
        self.thread.join(10)
        self.listener.close()
        shutil.rmtree(self.folder)
        return self.received
