"""For tests: random puts, sets and removes on a small panel, and what of its tree they want."""

from responderd.puts import LIVING
from responderd.records import CONTROLS

CONFIGURATION = """
screens: { panel: { size: [800, 480] } }
application:
  windows:
    - id: main
      rootViewController:
        id: home
        view:
          id: home.view
          subviews:
            - id: desk
              frame: [0, 0, 400, 480]
            - id: other
              frame: [400, 0, 400, 480]
"""
VIEWS = "abcdefgh"
# Kinds of view with values that live.
KINDS = ("scrollView", *(kind for kind, facts in CONTROLS.items() if "value" in facts))


def without_living(nodes):
    """A tree without the values that are no wants."""
    def rest(key, value):
        if key == "subviews":
            return without_living(value)
        return {name: one for name, one in value.items() if name not in LIVING} if key in KINDS else value
    return [{key: rest(key, value) for key, value in node.items() if key not in LIVING} for node in nodes]


class RandomActs:
    """Requests of a program, one after the other; some of them are refused."""

    def __init__(self, dice):
        self.dice = dice

    def __iter__(self):
        return self

    def __next__(self):
        what, view = self.dice.random(), self.dice.choice(VIEWS)
        if what < 0.5:
            return {"put": self._put()}
        if what < 0.7:
            values = self.dice.choice([{"alpha": 0.5}, {"alpha": None}, {"isHidden": True}, {"frame": [1, 2, 3, 4]},
                                       {"frame": [0, 0, 9, 9], "alpha": 0.2}, {"handles": ["touches"]}, {"value": 0.7, "alpha": 0.3}])
            return {"set": {"view": view, **values}}
        if what < 0.8:
            return {"remove": {"view": view}}
        if what < 0.85:
            return {"remove": {"viewController": self.dice.choice("CDE")}}
        return {"batch": [{"put": self._put()}, {"set": {"view": view, "alpha": 0.75}},
                          {"remove": {"view": self.dice.choice(VIEWS)}}, {"put": self._put()}]}

    def _put(self):
        if self.dice.random() < 0.2:
            name = self.dice.choice("CDE")
            place = {"in": "home"} if name == "C" else {"presentedBy": self.dice.choice(["home", "D", "E"])}
            return {"viewController": {"id": name, "view": {"id": f"{name}.view"}}, **place}
        names = self.dice.sample(VIEWS, len(VIEWS))
        put = {"view": self._view(names, 0), "in": self.dice.choice(["desk", "desk", "other", "C.view", *names[:2]])}
        if self.dice.random() < 0.2:
            put[self.dice.choice(["above", "below"])] = self.dice.choice(VIEWS)
        return put

    def _view(self, names, depth):
        node = {"id": names.pop(), "frame": [0, 0, self.dice.randrange(9), 9]}
        if self.dice.random() < 0.1:
            return {"id": node["id"], "slider": {"frame": node["frame"], "value": self.dice.choice([0.1, 0.5]), "maximumValue": 2}}
        inner = [self._view(names, depth + 1) for _ in range(self.dice.randrange(3)) if depth < 2 and len(names) > 1]
        if inner:
            node["subviews"] = inner
        if self.dice.random() < 0.3:
            node["gestureRecognizers"] = [{"id": f"{node['id']}.tap", "tap": {}}]
        return node
