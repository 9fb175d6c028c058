"""What random stories do without a finger: presses, shakes, remote control, chains that go another way."""

from world import CONTROLS


class OtherEvents:
    """A part of a story."""

    def add_other_events(self):
        """Who takes them, and how it passes them on; a chain that goes another way."""
        dice = self.dice
        self.has_keys = dice.random() < (0.7 if self.controllers else 0.35)
        self.bend = None
        if self.has_keys:
            ways = ["pass", "consume", "superFirst", "superLast"]
            for index, line in enumerate(self.tree):
                for kind in ("presses", "motion", "remote"):
                    self.tree[index] += self.maybe(0.4, f"{kind}={dice.choice(ways)}")
                self.tree[index] += self.maybe(0.3, "canBecome=yes") + self.maybe(0.1, "canResign=no")
            controls = [view for view in self.views if self.kinds_of_views[view] in CONTROLS]
            if controls and dice.random() < 0.5:
                self.give(dice.choice(controls), "focused=yes")
            elif dice.random() < 0.6:
                self.give(dice.choice(self.views), "focused=yes")
            if dice.random() < 0.5:
                self.give(dice.choice(self.views), "firstResponder=yes")
            for index in range(len(self.controllers)):
                self.controllers[index] += self.maybe(0.5, f"presses={dice.choice(ways)}")
                self.controllers[index] += self.maybe(0.5, f"motion={dice.choice(ways)}")
                self.controllers[index] += self.maybe(0.5, "canBecome=yes")
        if dice.random() < 0.2:
            bent = dice.choice(self.views)
            others = [view for view in self.views if bent not in self.around(view)]
            if others:
                self.bend = bent, others
                lines = [line.strip() for line in self.tree]
                self.tree[lines.index(self.line_of(bent, lines))] += f" next={dice.choice(others)}"

    def give(self, view, key):
        """A key that only a view in a window can have: a controller that is not presented is in none."""
        if view in {"p", "pi", "pj"}:
            return
        for index, line in enumerate(self.tree):
            if line.strip().startswith(view + ":"):
                self.tree[index] += f" {key}"

    @staticmethod
    def line_of(view, lines):
        return next(line for line in lines if line.startswith(view + ":"))

    def around(self, view):
        """A view and its superviews."""
        found, depth = [], None
        for line in reversed(self.tree):
            indent, name = len(line) - len(line.lstrip()), line.strip().split(":")[0]
            if name == view or (depth is not None and indent < depth):
                found.append(name)
                depth = indent
        return found

    def other_event(self):
        """Something that no finger does."""
        dice, draw = self.dice, self.dice.random()
        if draw < 0.55:
            keys = ["select", "select", "select", "menu", "leftArrow", "rightArrow", "upArrow", "downArrow",
                    "next", "previous"]
            return f"press {dice.choice(['began', 'ended'])} {dice.choice(keys)}"
        if draw < 0.75:
            return f"motion {dice.choice(['began', 'ended'])} shake"
        if draw < 0.85:
            return dice.choice(["remote play", "remote play", "app beginReceivingRemoteControlEvents"])
        if draw < 0.97:
            controllers = [line.split()[0] for line in self.controllers]
            return f"becomeFirstResponder {dice.choice(self.views + controllers)}"
        return "app inactive"
