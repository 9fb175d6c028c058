"""The present state of the panel, folded out of records."""

import copy


class Picture:
    """The present state: one snapshot, and every record after it folded in."""

    def __init__(self, instance=""):
        self.instance = instance
        self.seq = 0
        self.windows, self.screens, self.devices = [], [], []
        self.touches = {}   # number: {"view", "window", "responders", and the latest place}
        self.gestures = {}  # recognizer: its view, from began until its end
        self.first_responder = self.focused = None
        self.zones = {}  # name: {"firstResponder", "focused"}, where a zone has one
        self.idle_since = None  # the time since which there was no touch and no key, while the panel is idle
        # The last record of each live gesture by its recognizer, and of each live touch by number and responder.
        self._last = {}

    def replace(self, snapshot):
        """Forgets everything and takes a snapshot in."""
        self.seq = snapshot["seq"]
        self.windows = copy.deepcopy(snapshot["windows"])
        # That of a private window has none.
        self.screens, self.devices = snapshot.get("screens", []), list(snapshot.get("devices", []))
        self.first_responder = snapshot.get("firstResponder")
        self.focused = snapshot.get("focused")
        self.zones = {zone.pop("zone"): zone for zone in copy.deepcopy(snapshot.get("zones", []))}
        self.idle_since = snapshot.get("idleSince")
        self.touches = {touch["id"]: {"responders": [], **touch} for touch in snapshot["touches"]}
        live = [entry for entry in snapshot["recognizers"] if entry["state"] in ("began", "changed")]
        self.gestures = {entry["recognizer"]: entry["view"] for entry in live}
        head = {"seq": self.seq, **({"stream": snapshot["stream"]} if "stream" in snapshot else {})}
        self._last = {entry["recognizer"]: {**head, "type": "gesture", **entry} for entry in live}
        for touch in snapshot["touches"]:
            own = {key: value for key, value in touch.items() if key not in ("view", "window", "responders")}
            for responder in touch.get("responders", ()):
                self._last[touch["id"], responder] = {
                    **head, "type": "touches", "responder": responder, "view": touch["view"],
                    "window": touch["window"], "touches": [own]}

    def follow(self, older):
        """Keeps the records of an earlier picture about what is live in this one, too."""
        self._last.update((key, record) for key, record in older._last.items() if key in self._last)

    def take(self, record):
        """Takes one record in; false if it is not newer than the picture."""
        kind = record["type"]
        # These have the number of the record before them.
        if kind in ("explain", "health", "raw"):
            return record["seq"] >= self.seq
        if record["seq"] <= self.seq:
            return False
        self.seq = record["seq"]
        if kind in ("touches", "unhandled"):
            self._take_touches(record)
        elif kind == "gesture":
            if record["state"] in ("began", "changed"):
                self.gestures[record["recognizer"]] = record.get("view")
                self._last[record["recognizer"]] = record
            else:
                self.gestures.pop(record["recognizer"], None)
                self._last.pop(record["recognizer"], None)
        elif kind == "edit":
            self._edit(record)
        elif kind == "device":
            self.devices = [one for one in self.devices if one["name"] != record["device"]]
            if record["event"] != "removed":
                self.devices.append(record["node"])
        elif kind in ("firstResponder", "focus"):
            self._take_keys(record, "firstResponder" if kind == "firstResponder" else "focused")
        elif kind == "activity":
            self.idle_since = record["since"] if record["state"] == "idle" else None
        return True

    def _take_keys(self, record, key):
        name, zone = record[key], record.get("zone")
        if zone is not None:
            known = {**self.zones.pop(zone, {}), key: name}
            if any(known.values()):
                self.zones[zone] = {each: value for each, value in known.items() if value}
        elif key == "focused":
            self.focused = name
        else:
            self.first_responder = name

    def _take_touches(self, record):
        responder = record.get("responder")
        for touch in record.get("touches", []):
            live = self.touches.get(touch["id"])
            key = touch["id"], responder
            if record["phase"] == "began":
                live = self.touches.setdefault(touch["id"], {"view": record.get("view"), "window": record.get("window"),
                                                             "responders": [], **touch})
                if record["type"] == "touches":
                    live["responders"].append(responder)
                    self._last[key] = {**record, "touches": [touch]}
            elif live and record["phase"] == "moved":
                live.update(touch)
                if key in self._last:
                    self._last[key] = {**record, "touches": [touch]}
            elif live and record.get("goesOn"):
                live["responders"] = [each for each in live["responders"] if each != responder]
                self._last.pop(key, None)
            elif live:
                for each in self.touches.pop(touch["id"])["responders"]:
                    self._last.pop((touch["id"], each), None)

    def view(self, name):
        """The node of a view, or None."""
        found = self._find(self.windows, name)
        return found[0][found[1]] if found else None

    def _find(self, nodes, name):
        for place, node in enumerate(nodes):
            if node["id"] == name:
                return nodes, place
            found = self._find(node.get("subviews", []), name)
            if found:
                return found
        return None

    def _edit(self, record):
        what, name = record["edit"], record.get("view")
        if what == "added":
            self._insert(copy.deepcopy(record["node"]), record)
            return
        found = self._find(self.windows, name)
        if not found:
            return
        siblings, place = found
        if what == "changed":
            node = dict(record["node"])
            if "subviews" in siblings[place]:
                node["subviews"] = siblings[place]["subviews"]
            siblings[place] = node
        elif what in ("removed", "moved"):
            node = siblings.pop(place)
            self._drop_empty(self.windows)
            if what == "moved":
                self._insert(node, record)

    def _insert(self, node, record):
        siblings = self.windows
        if "parent" in record:
            parent = self.view(record["parent"])
            if parent is None:
                return
            siblings = parent.setdefault("subviews", [])
        behind = record["above"]
        places = [place for place, each in enumerate(siblings, 1) if each["id"] == behind]
        siblings.insert(0 if behind is None else places[0] if places else len(siblings), node)

    def _drop_empty(self, nodes):
        for node in nodes:
            if "subviews" in node:
                self._drop_empty(node["subviews"])
                if not node["subviews"]:
                    del node["subviews"]

    def endings(self, kept=None):
        """Records that end what is alive here and not in the kept picture, with all members of the last ones."""
        return [{**record, "phase" if record["type"] == "touches" else "state": "cancelled", "madeUp": True}
                for key, record in self._last.items() if kept is None or key not in kept._last]
