"""What a program has added to the tree and still wants there."""

import copy


class Wanted:
    """The views and recognizers that a program added, in their order, with the values it set later.

    A restart or a reload of the daemon begins with the tree of the configuration file; this is what is
    added to it again.
    """

    def __init__(self):
        self._entries = []  # the arguments of `add`, one view or recognizer each
        self._on_this_connection = []  # those that were added on the present connection

    def __bool__(self):
        return bool(self._entries)

    def begins_connection(self):
        """What belonged to an earlier connection goes, or has gone."""
        self._on_this_connection = []

    def lost(self, name):
        """A record says that a view was removed; true if that was the end of an earlier connection."""
        if any(entry.get("own") and entry not in self._on_this_connection
               and _thing(entry).get("id") == name for entry in self._entries):
            return True
        # Somebody took it away: it is not forced on them.
        self.removed(name)
        return False

    def was_added(self, entry):
        """Something that was missing is there again."""
        self._on_this_connection.append(entry)

    def added(self, arguments):
        """A request `add` was answered."""
        common = {name: arguments[name] for name in ("to", "own", "index", "above", "below")
                  if name in arguments}
        for view in arguments.get("views", [arguments["view"]] if "view" in arguments else []):
            self._append({**common, "view": copy.deepcopy(view)})
        if "gestureRecognizer" in arguments:
            recognizer = copy.deepcopy(arguments["gestureRecognizer"])
            self._append({**common, "gestureRecognizer": recognizer})

    def _append(self, entry):
        self._entries.append(entry)
        self._on_this_connection.append(entry)

    def removed(self, name):
        """A view or recognizer was removed: it is not wanted any more, nor what was added to it."""
        gone = {name}
        kept = []
        for entry in self._entries:
            thing = _thing(entry)
            if thing.get("id") in gone or entry["to"] in gone:
                gone.update(_names(thing))
            else:
                _prune(thing, gone)
                kept.append(entry)
        self._entries = kept

    def changed(self, name, properties):
        """A property of a view or recognizer was set."""
        for entry in self._entries:
            for thing in _things(_thing(entry)):
                if thing.get("id") == name:
                    kind = _kind(thing)
                    for key, value in properties.items():
                        # A key of a kind is written under it: button: { frame: … }.
                        if isinstance(thing.get(kind), dict) and key not in thing:
                            thing[kind][key] = value
                        else:
                            thing[key] = value

    def taken_in(self, request, arguments):
        """A request was answered: what it means for what is wanted."""
        if request == "batch":
            for edit in arguments:
                for name, value in edit.items():
                    self.taken_in(name, value)
        elif request == "add":
            self.added(arguments)
        elif request == "remove":
            self.removed(arguments.get("view", arguments.get("recognizer")))
        elif request == "set":
            values = dict(arguments)
            name = values.pop("view", None) or values.pop("recognizer", None)
            if name:
                self.changed(name, values)

    def missing(self, names):
        """The arguments of `add` for what is not among these names, those first that others need."""
        return [entry for entry in self._entries
                if "view" in entry and entry["view"].get("id") not in names
                or "gestureRecognizer" in entry and entry["gestureRecognizer"].get("id") not in names]


def names_in(nodes):
    """The ids of all views and recognizers in a tree of a snapshot."""
    names = set()
    for node in nodes:
        names.add(node["id"])
        names.update(recognizer["id"] for recognizer in node.get("gestureRecognizers", []))
        names |= names_in(node.get("subviews", []))
    return names


def _thing(entry):
    return entry["view"] if "view" in entry else entry["gestureRecognizer"]


def _kind(thing):
    return next((key for key, value in thing.items() if isinstance(value, dict)), None)


def _inside(thing):
    """The lists of a description in which further views lie, under the kind's word or beside it."""
    return [place["subviews"] for place in (thing, thing.get(_kind(thing)))
            if isinstance(place, dict) and isinstance(place.get("subviews"), list)]


def _things(thing):
    yield thing
    for recognizer in thing.get("gestureRecognizers", []):
        yield recognizer
    for views in _inside(thing):
        for view in views:
            yield from _things(view)


def _names(thing):
    return {one["id"] for one in _things(thing) if "id" in one}


def _prune(thing, gone):
    if "gestureRecognizers" in thing:
        thing["gestureRecognizers"] = [one for one in thing["gestureRecognizers"]
                                       if one.get("id") not in gone]
    for views in _inside(thing):
        for view in list(views):
            if view.get("id") in gone:
                gone.update(_names(view))
                views.remove(view)
            else:
                _prune(view, gone)
