"""Functions that are called for some of the records."""

import difflib
import logging

from . import records
from .errors import ResponderError

# The short filters: a type of record, and the member that names what it is about.
SUBJECTS = {"control": "control", "gesture": "recognizer", "touches": "responder", "scroll": "view", "activity": "state"}


class Handlers:
    """The functions of one client, in the order in which they were given."""

    def __init__(self):
        self._all = []  # (filter, function); a filter has the allowed values of each member

    def add(self, function, members):
        self._all.append((record_filter(members), function))

    def types(self):
        """The types of records that at least one function wants."""
        return sorted({kind for allowed, _ in self._all for kind in allowed["type"]})

    def matching(self, record):
        """The functions that want a record."""
        return [function for allowed, function in self._all
                if all(record.get(name) in values for name, values in allowed.items())]


def record_filter(members):
    """The allowed values of each member of a record; raises TypeError for a member that the record never has."""
    members = dict(members)
    if "type" not in members:
        kinds = [kind for kind in SUBJECTS if kind in members]
        if len(kinds) != 1:
            raise TypeError(f"on() needs one of {', '.join(SUBJECTS)} or type, found {', '.join(members) or 'none'}")
        kind = members["type"] = kinds[0]
        members[SUBJECTS[kind]] = members.pop(kind)
        if kind == "control":
            members.setdefault("event", "primaryActionTriggered")
    allowed = {name: [value] if isinstance(value, str) or not hasattr(value, "__iter__") else list(value)
               for name, value in members.items()}
    for kind in allowed["type"]:
        record = getattr(records, kind[:1].upper() + kind[1:], None)
        if record is None:
            raise TypeError(f'on(): no record has the type "{kind}"')
        for name in members:
            if name not in record.__annotations__:
                near = difflib.get_close_matches(name, record.__annotations__, 1)
                hint = f"; did you mean {near[0]}?" if near else f"; it has {', '.join(record.__annotations__)}"
                raise TypeError(f"on(): a {kind} record has no {name}{hint}")
    return allowed


def report(function, error):
    """Logs the error of a function. A refusal is usual, such as removing what has gone: one line is enough."""
    name = getattr(function, "__name__", str(function))
    logging.getLogger("responderd").error("%s: %s", name, error, exc_info=None if isinstance(error, ResponderError) else error)
