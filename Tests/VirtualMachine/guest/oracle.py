"""A second opinion on contacts: reads events on its own and knows nothing of the daemon."""

from kernel import *


class Contact:
    """One finger from its landing to its end: where it was, frame by frame, when that changed."""

    def __init__(self, frame, place):
        self.began, self.ended = frame, None
        self.places = [place]

    def move(self, place):
        if place != self.places[-1]:
            self.places.append(place)


class Oracle:
    """Contacts of a device with slots (protocol B)."""

    def __init__(self):
        self.slot = 0
        self.position = {}
        self.live = {}
        self.identity = {}
        self.contacts = []
        self.most = 0
        self.frames = 0
        # Identities that changed in a busy slot: a finger replaced without having been lifted.
        self.replaced = 0
        # Contacts that began in the very frame in which the one before in their slot ended.
        self.relayed = 0

    def take(self, frame):
        """One frame of (type, code, value)."""
        begun, ended = [], set()
        for kind, code, value in frame:
            if kind != EV_ABS:
                continue
            if code == ABS_MT_SLOT:
                self.slot = value
            elif code == ABS_MT_TRACKING_ID:
                if value >= 0 and self.slot in self.live:
                    self.replaced += 1
                if self.slot in self.live:
                    ended.add(self.slot)
                self._lift(self.slot)
                if value >= 0:
                    begun.append(self.slot)
                    self.identity[self.slot] = value
            elif code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y):
                x, y = self.position.get(self.slot, (0, 0))
                self.position[self.slot] = (value, y) if code == ABS_MT_POSITION_X else (x, value)
        for slot, contact in self.live.items():
            contact.move(self.position.get(slot, (0, 0)))
        for slot in sorted(set(begun)):
            if self.identity.get(slot, -1) >= 0:
                self.relayed += slot in ended
                self.live[slot] = Contact(self.frames, self.position.get(slot, (0, 0)))
                self.contacts.append(self.live[slot])
        self.most = max(self.most, len(self.live))
        self.frames += 1

    def _lift(self, slot):
        contact = self.live.pop(slot, None)
        if contact:
            contact.ended = self.frames
        self.identity.pop(slot, None)


class AnonymousOracle:
    """Contacts of a device of protocol A: each new place belongs to the nearest contact of the frame before."""

    def __init__(self):
        self.live = []
        self.contacts = []
        self.most = 0
        self.frames = 0

    def take(self, frame):
        places, x, y, size = [], None, None, None
        for kind, code, value in frame:
            if (kind, code) == (EV_ABS, ABS_MT_POSITION_X):
                x = value
            elif (kind, code) == (EV_ABS, ABS_MT_POSITION_Y):
                y = value
            elif (kind, code) == (EV_ABS, ABS_MT_TOUCH_MAJOR):
                size = value
            elif (kind, code) == (EV_SYN, SYN_MT_REPORT):
                # A contact without extent is one that has lifted.
                if x is not None and y is not None and size != 0:
                    places.append((x, y))
                x = y = size = None
        # Every frame names all contacts: a frame without contacts says that all have lifted.
        self._match(places)
        self.most = max(self.most, len(self.live))
        self.frames += 1

    def _match(self, places):
        pairs = sorted(((contact.places[-1][0] - x) ** 2 + (contact.places[-1][1] - y) ** 2, one, two)
                       for one, contact in enumerate(self.live) for two, (x, y) in enumerate(places))
        kept, met = {}, set()
        for _, one, two in pairs:
            if one not in kept and two not in met:
                kept[one] = two
                met.add(two)
        for one, contact in enumerate(self.live):
            if one in kept:
                contact.move(places[kept[one]])
            else:
                contact.ended = self.frames
        begun = [Contact(self.frames, place) for two, place in enumerate(places) if two not in met]
        self.live = [contact for one, contact in enumerate(self.live) if one in kept] + begun
        self.contacts += begun


class SingleOracle:
    """The one contact of a device that has only ABS_X, ABS_Y and BTN_TOUCH."""

    def __init__(self):
        self.place = (0, 0)
        self.live = []
        self.contacts = []
        self.most = 0
        self.frames = 0

    def take(self, frame):
        pressed = bool(self.live)
        x, y = self.place
        for kind, code, value in frame:
            if (kind, code) == (EV_KEY, BTN_TOUCH):
                pressed = value != 0
            elif (kind, code) == (EV_ABS, ABS_X):
                x = value
            elif (kind, code) == (EV_ABS, ABS_Y):
                y = value
        self.place = (x, y)
        if pressed and not self.live:
            self.live = [Contact(self.frames, self.place)]
            self.contacts += self.live
        elif pressed:
            self.live[0].move(self.place)
        elif self.live:
            self.live.pop().ended = self.frames
        self.most = max(self.most, len(self.live))
        self.frames += 1


def oracle_for(axes):
    """The oracle that speaks the protocol of a device with these axes."""
    if ABS_MT_SLOT in axes:
        return Oracle()
    if ABS_MT_POSITION_X in axes:
        return AnonymousOracle()
    return SingleOracle()
