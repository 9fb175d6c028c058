"""What a program has put, as the daemon remembers it, to be sent again on another connection."""

import copy
import json

# Fingers change these: a set writes them, and is no want.
LIVING = {"value", "isOn", "selectedSegmentIndex", "currentPage", "contentOffset", "zoomScale", "isFirstResponder", "isKeyWindow"}
THINGS = ("view", "viewController", "window", "gestureRecognizer")
NAMED = ("view", "viewController", "recognizer")
PLACE = ("in", "presentedBy", "pushedOn", "above", "below")
_GONE = object()


class _Put:
    """The latest put of an outermost id, and the properties that the program itself has set since."""

    def __init__(self, members):
        self.members = copy.deepcopy(members)
        self.sets = {}  # (view, viewController or recognizer; id): values
        self.kind = next(kind for kind in THINGS if kind in members)
        self.ids = ids_in(self.thing)

    @property
    def thing(self):
        return self.members[self.kind]

    def is_at_place_of(self, other):
        return all(self.members.get(key) == other.members.get(key) for key in PLACE)

    def has(self, name):
        """Whether a thing in it has this id; a scroll view brings its pan and pinch along."""
        stem, _, part = name.rpartition(".")
        return name in self.ids or part in ("pan", "pinch") and stem in self.ids

    def take_out(self, ids):
        """Takes things out of it; false if nothing is left."""
        if self.ids.isdisjoint(ids):
            return True
        rest = _without(self.thing, ids)
        if rest is _GONE:
            return False
        self.members[self.kind] = rest
        self.ids = ids_in(rest)
        self.sets = {key: values for key, values in self.sets.items() if self.has(key[1])}
        return True


class Puts:
    """The latest put of each outermost id, in the order in which they arrived."""

    def __init__(self):
        self._puts = {}  # outermost id: _Put
        self._own_sets = {}  # like those of a put: what was set with `own` of things of others
        self._waiting = set()

    def answered(self, request, arguments, result):
        """A request of the program was answered with a result."""
        for act in arguments if request == "batch" else [{request: arguments}]:
            for name, members in act.items():
                if name == "put":
                    self._put(_Put(members))
                elif name == "remove":
                    self._take_out({members[word] for word in NAMED if word in members})
                elif name == "set":
                    self._set(members)
        if request in ("put", "remove", "set", "batch"):
            self._waiting = set(result.get("waits", ()))

    def removed(self, line):
        """Things are gone; those that only wait for their place are still wanted."""
        names = {*line.get("views", ()), *line.get("recognizers", ())}
        if line.get("waits"):
            self._waiting |= names
        else:
            self._take_out(names)

    def _put(self, put):
        name = put.thing["id"]
        before = self._puts.get(name)
        self._take_out(put.ids, but=name)
        if before and not (before.is_at_place_of(put) and name not in self._waiting):
            del self._puts[name]  # it is the last to arrive
        self._puts[name] = put

    def _take_out(self, ids, but=None):
        self._puts = {name: put for name, put in self._puts.items() if name == but or put.take_out(ids)}

    def _set(self, members):
        word = next((word for word in NAMED if word in members), None)
        if word is None:
            return
        values = {key: copy.deepcopy(value) for key, value in members.items() if key not in LIVING | {word, "own"}}
        holder = next((put for put in self._puts.values() if put.has(members[word])), None)
        sets = holder.sets if holder else self._own_sets
        kept = sets.pop((word, members[word]), {})
        # A place beside one sibling replaces that beside another.
        places = {"above", "below"} if values.keys() & {"above", "below"} else set()
        kept = {key: value for key, value in kept.items() if key not in values and key not in places}
        kept.update((key, value) for key, value in values.items() if holder or members.get("own") and value is not None)
        if kept:
            sets[word, members[word]] = kept

    def batches(self, limits):
        """What makes all of it again: lists of (outermost id, act), each within the limits that `hello` says."""
        most_nodes, most_bytes = limits["viewsOfRequest"], limits["lineBytes"]
        acts = []
        for name, put in self._puts.items():
            acts.append((name, {"put": put.members}))
            acts += [(name, {"set": {word: one, **values}}) for (word, one), values in put.sets.items()]
        acts += [(one, {"set": {word: one, **values, "own": True}}) for (word, one), values in self._own_sets.items()]
        batches, nodes, size = [], most_nodes, 0
        for name, act in acts:
            # The number of the request and the like need some bytes, too.
            weight, length = 1 + len(ids_in(act.get("put", {}))), len(json.dumps(act, ensure_ascii=False).encode()) + 2
            if nodes + weight > most_nodes or size + length > most_bytes - 64:
                batches.append([])
                nodes = size = 0
            batches[-1].append((name, act))
            nodes, size = nodes + weight, size + length
        return batches


def ids_in(value):
    """The ids of all things in a description or a tree."""
    if isinstance(value, list):
        return set().union(*map(ids_in, value))
    if not isinstance(value, dict):
        return set()
    inner = set().union(*map(ids_in, value.values()))
    return inner | {value["id"]} if isinstance(value.get("id"), str) else inner


def _without(value, ids):
    """A description without the things that have these ids; _GONE if it is one, or nothing without them."""
    if isinstance(value, list):
        return [rest for rest in (_without(one, ids) for one in value) if rest is not _GONE]
    if not isinstance(value, dict):
        return value
    rest = {key: _without(one, ids) for key, one in value.items()}
    kept = {key: one for key, one in rest.items() if one is not _GONE}
    # A controller is not without its view.
    is_gone = value.get("id") in ids or rest.get("view") is _GONE or value and not kept
    return _GONE if is_gone else kept
