"""What a program has added to the tree and still wants there."""

import copy

PLACE = ("index", "above", "below")
ADDED = ("view", "gestureRecognizer", "viewController", "rootViewController", "window")


class Addition:
    """A view, window, recognizer or controller of this program, and what became of it since."""

    def __init__(self, kind, thing, to, place, own):
        self.kind = kind  # one of ADDED, or the request present or push
        self.thing = copy.deepcopy(thing)
        self.to = to
        self.place = place
        self.own = own
        self.seq = 0
        """The last record of it that this program caused itself."""
        self.is_here = True
        """Whether it was added on the present connection."""
        self.changes = {}
        """The properties that were set: (view, recognizer or viewController; name) → values."""
        self.removals = []
        """The requests that took something out of it."""

    @property
    def name(self):
        return self.thing.get("id")

    def is_whole(self, name):
        """Whether this is its own id, or that of the view of the controller that it is."""
        is_controller = self.kind not in ("view", "gestureRecognizer", "window")
        return name == self.name or is_controller and self.thing.get("view", {}).get("id") == name

    def part(self, name):
        """The description of what has this name in it, or None."""
        return next((one for one in _things(self.thing) if one.get("id") == name), None)

    def edits(self, names):
        """The requests that make it again in a tree with these names."""
        request, role, member = {"present": ("present", "from", "viewController"), "push": ("push", "to", "viewController")}.get(
            self.kind, ("add", "to", self.kind))
        # A sibling that has gone is no place.
        place = {key: value for key, value in self.place.items() if key == "index" or value in names}
        above = {role: self.to} if self.to else {}
        first = {request: {**above, member: self.thing, **place, **({"own": True} if self.own else {})}}
        return [first, *({"set": {word: name, **values}} for (word, name), values in self.changes.items()),
                *self.removals]

    def names(self, part=None):
        """The ids of what is in it, or in a part of it, and was not taken out."""
        out = set()
        for removal in self.removals:
            for arguments in removal.values():
                out |= names_of(self.part(_subject(arguments)[1]))
        return names_of(self.part(part or self.name)) - out

    def take_out(self, request, word, name):
        """Something in it was removed."""
        gone = self.names(name)
        self.changes = {key: values for key, values in self.changes.items() if key[1] not in gone}
        self.removals.append({request: {word: name}})


class Wanted:
    """The additions of a program, in an order in which they can be made again.

    A restart of the daemon begins with the tree of the configuration file; this is what is added to it again.
    """

    def __init__(self):
        self.additions = []

    def __bool__(self):
        return bool(self.additions)

    def begins_connection(self):
        """What belonged to an earlier connection goes, or has gone."""
        for addition in self.additions:
            addition.is_here = False

    def begins_numbers(self):
        """The records are not those that followed on the earlier ones."""
        for addition in self.additions:
            if not addition.is_here:
                addition.seq = 0

    # What the program asked for

    def taken_in(self, request, arguments, seq=0):
        """A request was answered: what it means for what is wanted."""
        if request == "batch":
            for edit in arguments:
                for name, value in edit.items():
                    self.taken_in(name, value, seq)
        elif request == "add":
            place = {key: arguments[key] for key in PLACE if key in arguments}
            things = [(kind, arguments[kind]) for kind in ADDED if kind in arguments]
            for kind, thing in things + [("view", view) for view in arguments.get("views", [])]:
                self._append(Addition(kind, thing, arguments.get("to"), place, arguments.get("own", False)), seq)
        elif request in ("present", "push"):
            to = arguments["from" if request == "present" else "to"]
            self._append(Addition(request, arguments["viewController"], to, {}, arguments.get("own", False)), seq)
        elif request in ("remove", "dismiss"):
            word, name = _subject(arguments)
            self._remove(request, word, name)
        elif request == "set":
            word, name = _subject(arguments)
            self._change(word, name, {key: value for key, value in arguments.items() if key != word}, seq)
        elif request in ("enable", "disable"):
            word, name = _subject(arguments)
            self._change(word, name, {"isEnabled": request == "enable"}, seq)
        elif request == "move":
            self._move(arguments, seq)

    def popped(self, controllers):
        """The pages of these controllers were removed by the program."""
        for name in controllers:
            self._remove("remove", "viewController", name)

    def _append(self, addition, seq):
        # Another one of this name has gone unseen, else the daemon had refused this one.
        self._remove("remove", "view", addition.name)
        addition.seq = seq
        self.additions.append(addition)

    def _change(self, word, name, values, seq):
        holder = self._holder(name)
        if holder:
            holder.changes.setdefault((word, name), {}).update(copy.deepcopy(values))
            holder.seq = seq

    def _move(self, arguments, seq):
        name = arguments["view"]
        holder = self._holder(name)
        if not holder:
            return
        place = {key: arguments[key] for key in PLACE if key in arguments}
        if holder.name == name:
            holder.to = arguments.get("to", holder.to)
            moved = holder
        elif "to" not in arguments:
            return  # among its siblings it stays where its description has it
        else:
            moved = Addition("view", holder.part(name), arguments["to"], place, holder.own)
            moved.changes = {key: values for key, values in holder.changes.items() if moved.part(key[1])}
            holder.take_out("remove", "view", name)
            self.additions.append(moved)
        moved.place, moved.seq = place, seq
        # Its new parent is before it, and what was added to it after it.
        followers = self._with_followers(moved)
        self.additions = [one for one in self.additions if one not in followers] + followers

    def _remove(self, request, word, name):
        holder = self._holder(name)
        if not holder:
            return
        if holder.is_whole(name):
            gone = self._with_followers(holder)
        else:
            gone = self._with_followers(holder, name)[1:]
            holder.take_out(request, word, name)
        self.additions = [one for one in self.additions if one not in gone]

    def _holder(self, name):
        """The addition that is this, or has this in it."""
        return next((one for one in self.additions if one.is_whole(name)), None) or next(
            (one for one in self.additions if name in one.names()), None)

    def _with_followers(self, addition, part=None):
        """An addition, and what was added to it or to a part of it, and so on."""
        names = addition.names(part)
        found = [addition]
        for other in self.additions:
            if other is not addition and other.to in names:
                found.append(other)
                names |= other.names()
        return found

    # What the daemon reports

    def was_added(self, addition, seq):
        """Something that was missing is there again."""
        addition.is_here, addition.seq = True, seq

    def has_gone(self, view, inside, seq):
        """A record says that a view was removed, with these names inside; true if something is missing now."""
        name = view if self._holder(view) else view.removesuffix(".container")
        holder = self._holder(name)
        if holder is None:
            # It went with what it had been added to, and comes again with it.
            return any(one.to in inside for one in self.additions if one.seq < seq)
        if holder.seq >= seq:
            return False
        if holder.is_whole(name) and holder.own and not holder.is_here:
            return True  # the end of an earlier connection
        # Another program took it away: it is not forced on that one.
        self._remove(*(("remove", "view") if name == view else ("dismiss", "viewController")), name)
        return False

    def has_come(self, inside, seq):
        """A record says that these names were added; true if something that is wanted has its place again."""
        return any(one.to in inside and one.name not in inside for one in self.additions if one.seq < seq)

    def missing(self, names):
        """What is not among these names, those first that others need."""
        return [one for one in self.additions if one.name not in names]


def names_in(nodes):
    """The ids of all views, controllers and recognizers in a tree of a snapshot."""
    names = set()
    for node in nodes:
        names.add(node["id"])
        names.update(recognizer["id"] for recognizer in node.get("gestureRecognizers", []))
        if "viewController" in node:
            names.add(node["viewController"]["id"])
        names |= names_in(node.get("subviews", []))
    return names


def names_of(description):
    """The ids of everything in a description."""
    return {one["id"] for one in _things(description) if isinstance(one.get("id"), str)}


def _subject(arguments):
    """What a request is about: `view`, `recognizer` or another word, and a name."""
    return next(((word, arguments[word]) for word in ("view", "viewController", "recognizer")
                 if word in arguments), (None, None))


def _things(value):
    if isinstance(value, dict):
        yield value
        value = value.values()
    elif not isinstance(value, list):
        return
    for inner in value:
        yield from _things(inner)
