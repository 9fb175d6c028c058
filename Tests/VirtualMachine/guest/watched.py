"""One node of a recording's device, read three times: by the daemon, by an oracle, by libinput."""

import errno
import os

from kernel import *
from libinput import Libinput
from oracle import AnonymousOracle, Oracle, SingleOracle, oracle_for
from udev import properties_of

# Big enough that a thousandth of a point is less than half a unit of any device here.
SIZE = 2000

PROTOCOLS = {Oracle: "slots", AnonymousOracle: "protocol-A", SingleOracle: "single"}


class Watched:
    """One node: its events as we read them ourselves, through the oracle and through libinput."""

    def __init__(self, path, name, source, beside, has_fuzz):
        # Its node, and what records call it.
        self.path, self.name = path, name
        self.node = Node(path)
        self.axes = self.node.axes()
        self.oracle = oracle_for(self.axes)
        self.traits = {PROTOCOLS[type(self.oracle)]}
        # udev moves the kernel's fuzz into properties for libinput's own use.
        if has_fuzz or any(name.startswith("LIBINPUT_FUZZ_") for name in properties_of(path)):
            self.traits.add("fuzz")
        self.libinput = Libinput(path, beside) if source == "libinput" else None
        self.dropped = False
        self.frame = []

    def close(self):
        self.node.close()
        if self.libinput:
            self.libinput.close()

    def take(self):
        """Feeds the oracle, and libinput, with what is there to read."""
        if self.libinput:
            self.libinput.take()
        try:
            while True:
                data = os.read(self.node.descriptor, EVENT.size * 512)
                for _, _, kind, code, value in EVENT.iter_unpack(data):
                    if kind != EV_SYN or code == SYN_MT_REPORT:
                        self.frame.append((kind, code, value))
                    elif code == SYN_REPORT:
                        self.oracle.take(self.frame)
                        self.frame = []
                    else:
                        self.dropped = True
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ENODEV):
                raise

    def deviations_from_library(self, told):
        """In what the daemon's contacts differ from those of libinput's own library, in words."""
        contacts = self.libinput.contacts
        if len(told) != len(contacts):
            yield f"libinput itself has {len(contacts)} contacts, told {len(told)}"
            return
        for number, (contact, one) in enumerate(zip(contacts, told), 1):
            if one.end != contact.end:
                yield f"libinput itself has contact {number} {contact.end}, told {one.end}"
            places = self._on_screen(contact.places)
            if len(places) != len(one.places):
                yield (f"libinput itself has contact {number} at {len(places)} places, "
                       f"told {len(one.places)}")
            for (x, y), (other_x, other_y) in zip(places, one.places):
                if abs(x - other_x) > 0.0015 or abs(y - other_y) > 0.0015:
                    yield (f"libinput itself has contact {number} at {x},{y}, "
                           f"told {other_x},{other_y}")
                    break

    @staticmethod
    def _on_screen(places):
        """Places as records write them, each once as long as it stays."""
        found = []
        for place in places:
            # Beyond an edge is on it.
            x, y = (round(min(max(value, 0), 1) * SIZE, 3) for value in place)
            if not found or found[-1] != (x, y):
                found.append((x, y))
        return found

    def deviations(self, told):
        """In what the daemon's contacts differ from the oracle's, in words."""
        contacts = self.oracle.contacts
        if getattr(self.oracle, "replaced", 0):
            self.traits.add("replaced")
        if len(told) != len(contacts):
            relayed = getattr(self.oracle, "relayed", 0)
            why = f", {relayed} relayed" if len(contacts) - len(told) == relayed else ""
            yield f"{len(contacts)} contacts, told {len(told)}{why}"
            return
        slotted = ABS_MT_POSITION_X in self.axes
        ranges = [self.axes[code] for code in
                  ((ABS_MT_POSITION_X, ABS_MT_POSITION_Y) if slotted else (ABS_X, ABS_Y))]
        for number, (contact, one) in enumerate(zip(contacts, told), 1):
            end = "cancelled" if contact.ended is None else "ended"
            if one.end != end:
                yield f"contact {number} {end}, told {one.end}"
            places = [tuple(value / SIZE * (high - low + 1) + low
                            for value, (low, high) in zip(place, ranges)) for place in one.places]
            inside = self._within(contact.places, ranges)
            if len(places) != len(inside):
                yield f"contact {number} at {len(inside)} places, told {len(places)}"
            for expected, place in zip(inside, places):
                if max(abs(expected[0] - place[0]), abs(expected[1] - place[1])) > 0.5:
                    yield (f"contact {number} at {expected[0]},{expected[1]}, "
                           f"told {place[0]:.2f},{place[1]:.2f}")
                    break

    def _within(self, places, ranges):
        """The places as the axes' ranges allow them: beyond an edge is on it.

        The far edge is the end of the last unit, not its place.
        """
        inside = []
        for place in places:
            clamped = tuple(low if value < low else high + 1 if value > high else value
                            for value, (low, high) in zip(place, ranges))
            if clamped != place:
                self.traits.add("beyond-edge")
            if not inside or inside[-1] != clamped:
                inside.append(clamped)
        return inside
