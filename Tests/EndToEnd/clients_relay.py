"""A socket between programs and the daemon, at which something else can speak in the daemon's place."""

import os
import select
import socket
import threading


class Relay:
    """Passes every byte on, in both directions; what `say` sends arrives between two lines of the daemon."""

    def __init__(self, path, target):
        self.path, self.target = path, target
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.pairs = []
        self.lock = threading.Condition()
        self.wake, self.woken = os.pipe()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def say(self, line):
        """Sends a line to every program that is connected; what the daemon sends later comes after it."""
        with self.lock:
            for pair in self.pairs:
                pair.inserted.append(line)
        os.write(self.woken, b"x")
        with self.lock:
            self.lock.wait_for(lambda: not any(pair.inserted for pair in self.pairs), 10)

    def close(self):
        os.write(self.woken, b"q")
        self.thread.join()
        for pair in self.pairs:
            pair.close()
        self.listener.close()
        os.close(self.wake)
        os.close(self.woken)

    def _run(self):
        while True:
            readers = {self.listener: None, self.wake: None}
            for pair in self.pairs:
                readers.update({pair.program: pair, pair.daemon: pair})
            for ready in select.select(list(readers), [], [])[0]:
                if ready is self.wake:
                    if os.read(self.wake, 64).endswith(b"q"):
                        return
                elif ready is self.listener:
                    self._accept()
                elif not readers[ready].is_closed and not readers[ready].pass_on(ready):
                    readers[ready].close()
            with self.lock:
                self.pairs = [pair for pair in self.pairs if pair.speak()]
                self.lock.notify_all()

    def _accept(self):
        program = self.listener.accept()[0]
        daemon = socket.socket(socket.AF_UNIX)
        try:
            daemon.connect(self.target)
        except OSError:
            program.close()
            daemon.close()
            return
        with self.lock:
            self.pairs.append(Pair(program, daemon))


class Pair:
    """A program's connection and the one to the daemon for it."""

    def __init__(self, program, daemon):
        self.program, self.daemon = program, daemon
        self.inserted = []
        self.is_between_lines = True
        self.is_closed = False

    def pass_on(self, ready):
        """Passes on what can be read; false at the end."""
        try:
            piece = ready.recv(65536)
            if piece:
                (self.daemon if ready is self.program else self.program).sendall(piece)
        except OSError:
            return False
        if ready is self.daemon and piece:
            self.is_between_lines = piece.endswith(b"\n")
        return bool(piece)

    def speak(self):
        """Sends what was inserted, if a line has just ended; false at the end."""
        if self.is_between_lines and not self.is_closed:
            try:
                while self.inserted:
                    self.program.sendall(self.inserted.pop(0))
            except OSError:
                self.close()
        return not self.is_closed

    def close(self):
        self.is_closed = True
        self.program.close()
        self.daemon.close()
