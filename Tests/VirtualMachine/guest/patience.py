"""How long to wait in vain: every deadline is so many times as long on a machine that is busy."""

import time

factor = 1.0


def until(seconds):
    """The moment at which waiting for so many seconds has been in vain."""
    return time.monotonic() + seconds * factor
