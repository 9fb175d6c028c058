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
        self.first_responder = None

    def replace(self, snapshot):
        """Forgets everything and takes a snapshot in."""
        self.seq = snapshot["seq"]
        self.windows = copy.deepcopy(snapshot["windows"])
        self.screens, self.devices = snapshot["screens"], list(snapshot["devices"])
        self.first_responder = snapshot.get("firstResponder")
        self.touches = {touch["id"]: dict(touch) for touch in snapshot["touches"]}
        self.gestures = {entry["recognizer"]: entry["view"] for entry in snapshot["recognizers"]
                         if entry["state"] in ("began", "changed")}

    def take(self, record):
        """Takes one record in; false if it is not newer than the picture."""
        if record["seq"] <= self.seq:
            return False
        self.seq = record["seq"]
        kind = record["type"]
        if kind in ("touches", "unhandled"):
            self._take_touches(record)
        elif kind == "gesture":
            if record["state"] in ("began", "changed"):
                self.gestures[record["recognizer"]] = record.get("view")
            else:
                self.gestures.pop(record["recognizer"], None)
        elif kind == "edit":
            self._edit(record)
        elif kind == "device":
            self.devices = [one for one in self.devices if one["name"] != record["device"]]
            if record["event"] != "removed":
                self.devices.append(record["node"])
        elif kind == "firstResponder":
            self.first_responder = record["firstResponder"]
        return True

    def _take_touches(self, record):
        for touch in record.get("touches", []):
            if record["phase"] == "began":
                live = self.touches.setdefault(
                    touch["id"], {"view": record.get("view"), "window": record.get("window"),
                                  "responders": [], **touch})
                if record["type"] == "touches":
                    live["responders"].append(record["responder"])
            elif record["phase"] == "moved":
                if touch["id"] in self.touches:
                    self.touches[touch["id"]].update(touch)
            elif record.get("goesOn"):
                if touch["id"] in self.touches:
                    responders = self.touches[touch["id"]]["responders"]
                    responders[:] = [each for each in responders if each != record["responder"]]
            else:
                self.touches.pop(touch["id"], None)

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
        what, name = record["edit"], record["view"]
        if what == "add":
            self._insert(copy.deepcopy(record["node"]), record)
            return
        found = self._find(self.windows, name)
        if not found:
            return
        siblings, place = found
        if what == "set":
            node = dict(record["node"])
            if "subviews" in siblings[place]:
                node["subviews"] = siblings[place]["subviews"]
            siblings[place] = node
        elif what in ("remove", "move"):
            node = siblings.pop(place)
            self._drop_empty(self.windows)
            if what == "move":
                self._insert(node, record)

    def _insert(self, node, record):
        siblings = self.windows
        if "to" in record:
            parent = self.view(record["to"])
            if parent is None:
                return
            siblings = parent.setdefault("subviews", [])
        siblings.insert(record.get("index", len(siblings)), node)

    def _drop_empty(self, nodes):
        for node in nodes:
            if "subviews" in node:
                self._drop_empty(node["subviews"])
                if not node["subviews"]:
                    del node["subviews"]

    def endings(self, kept=None):
        """Records that end what is alive here and not in the kept picture."""
        answer = []
        for number, touch in sorted(self.touches.items()):
            if kept and number in kept.touches:
                continue
            for responder in touch["responders"]:
                answer.append({"seq": self.seq, "type": "touches", "phase": "cancelled",
                               "responder": responder, "view": touch["view"],
                               "window": touch["window"], "touches": [{"id": number}],
                               "madeUp": True})
        for recognizer, view in sorted(self.gestures.items()):
            if not (kept and recognizer in kept.gestures):
                answer.append({"seq": self.seq, "type": "gesture", "recognizer": recognizer,
                               "state": "cancelled", "view": view, "touches": [], "madeUp": True})
        return answer
