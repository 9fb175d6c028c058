"""What tests of several programs wait for, and where one may listen."""

import socket
import time


def wait_until(what, condition, seconds=60):
    """Waits for a condition; its value is the answer."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)
    return answer


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
