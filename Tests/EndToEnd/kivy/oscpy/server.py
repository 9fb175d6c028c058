"""The part of oscpy that Kivy's TUIO provider uses."""

import os
import socket
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from tuio_lab import read_bundle  # noqa: E402


class OSCThreadServer:
    """Receives datagrams, and calls back with the arguments of their messages; texts are bytes."""

    def __init__(self, **_):
        self.callbacks = {}

    def listen(self, address, port, default=True, **_):
        assert default
        listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        listener.bind((address, port))
        threading.Thread(target=self.read, args=(listener,), daemon=True).start()

    def bind(self, address, callback, **_):
        self.callbacks[address.decode()] = callback

    def read(self, listener):
        while True:
            for address, *values in read_bundle(listener.recv(65536)):
                if address in self.callbacks:
                    self.callbacks[address](*(one.encode() if isinstance(one, str) else one for one in values))

    def stop_all(self):
        self.callbacks.clear()
