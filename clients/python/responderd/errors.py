"""The errors between a program and the daemon."""


class ResponderError(Exception):
    """An error between this program and the daemon."""


class Closed(ResponderError):
    """The connection ended, and is not made again."""


class Refused(ResponderError):
    """The daemon refused a request: `code` for programs, the text for people."""

    def __init__(self, code, message, path=None):
        super().__init__(f"{message} ({code})")
        self.code, self.message, self.path = code, message, path
