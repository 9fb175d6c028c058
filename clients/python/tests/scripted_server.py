"""For tests: a server that plays a script, connection by connection."""

import json
import os
import select
import shutil
import socket
import tempfile
import threading

READABLE = object()


class Server:
    """Plays one list of steps a connection: a dict is sent, None waits for a line, READABLE leaves it unread."""

    def __init__(self, *connections, starts=True):
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, "socket")
        self.listener = socket.socket(socket.AF_UNIX)
        self.received = []
        self.thread = threading.Thread(target=self.serve, args=(connections,), daemon=True)
        if starts:
            self.start()

    def start(self):
        self.listener.bind(self.path)
        self.listener.listen()
        self.thread.start()

    def start_soon(self):
        """Starts when a client has tried to connect once, and in vain."""
        threading.Timer(0.02, self.start).start()

    def serve(self, connections):
        for steps in connections:
            peer = self.listener.accept()[0]
            lines = peer.makefile("rb", buffering=0)
            for step in steps:
                if step is None:
                    self.received.append(json.loads(lines.readline()))
                elif step is READABLE:
                    select.select([peer], [], [], 10)
                else:
                    peer.sendall(json.dumps(step).encode() + b"\n")
            lines.close()
            peer.close()

    def finish(self):
        self.thread.join(10)
        self.listener.close()
        shutil.rmtree(self.folder)
        return self.received
