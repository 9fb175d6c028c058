"""Random scenarios, with the expectations of the second model.

    generate.py FOLDER COUNT [SEED]
"""

import itertools
import random
import sys

import recognizers
import scenario
import scroll_stories
from other_events import OtherEvents
from world import CONTROLS

STATES = ["Began", "Changed", "Ended", "Failed", "Cancelled", "Possible"]


class Story(OtherEvents):
    """One random scenario."""

    def __init__(self, number, dice):
        self.id, self.dice = f"M{number}", dice
        self.tree, self.recognizers, self.script = [], [], []
        self.views, self.names = [], []
        self.kinds, self.kinds_of_views = {}, {}
        self.grow_tree()
        self.add_controllers()
        self.pass_on()
        self.slow_down()
        self.add_other_events()
        self.add_recognizers()
        self.write_script()

    # Presentation

    def add_controllers(self):
        """A controller that another one can present: its view lies nowhere yet."""
        self.controllers = []
        if self.dice.random() < 0.2:
            ways = ["pass", "consume", "superFirst", "superLast"]
            self.controllers = [f"home touch={self.dice.choice(ways)}", f"alert touch={self.dice.choice(ways)}"]
            x, y = self.dice.choice([(0, 0), (50, 150), (200, 100)])
            self.view("p", "view", (x, y, 200, 200), 0, " controller=alert" + self.turned())
            inner = self.dice.choice(["view", "button", "switch", "slider"])
            extra = self.maybe(0.5, "multi") if inner == "view" else self.control_keys(inner)
            self.view("pi", inner, (20, 20, 100, 100), 1, extra)
            if self.dice.random() < 0.5:
                self.view("pj", "button", (20, 130, 60, 40), 1, "")

    def pass_on(self):
        """Views that give their touches to the rest of the system; dice of their own leave the rest as it was."""
        dice = random.Random(f"{self.id} passes on")
        for index, line in enumerate(self.tree):
            if ":window" in line and dice.random() < 0.3 or ":view" in line and dice.random() < 0.1:
                self.tree[index] += " passesOn"

    def slow_down(self):
        """Windows in which hands have more time; dice of their own leave the rest as it was."""
        dice = random.Random(f"{self.id} takes time")
        for index, line in enumerate(self.tree):
            if ":window" in line and dice.random() < 0.15:
                self.tree[index] += f" timeScale={dice.choice([1.5, 2, 3, 5])}"

    def maybe(self, chance, text):
        return " " + text if self.dice.random() < chance else ""

    # The tree

    def grow_tree(self):
        self.tree.append("w:window 0,0,400,400" + self.maybe(0.2, "touch=consume"))
        self.view("base", "view", (0, 0, 400, 400), 1, " controller=home" + self.maybe(0.5, "multi"))
        grid = [(0, 0), (200, 0), (0, 200), (200, 200)]
        for index, (x, y) in enumerate(self.dice.sample(grid, self.dice.randint(1, 3))):
            kind = self.dice.choice(["view"] * 5 + ["scroll"] * 2 + ["button", "control", "switch", "slider"])
            name = f"v{index}"
            extra = self.maybe(0.5, "multi") + self.maybe(0.1, "exclusive")
            if kind == "scroll":
                extra = self.scroll_keys()
            elif kind != "view":
                extra = self.control_keys(kind)
            if kind == "view":
                extra += self.turned()
            self.view(name, kind, (x, y, 200, 200 if kind in {"view", "scroll"} else 60), 2, extra)
            if kind in {"view", "scroll"} and self.dice.random() < 0.6:
                inner = self.dice.choice(["view"] * 3 + ["button", "control", "switch", "scroll", "scroll"])
                if inner == "scroll":
                    extra = self.scroll_keys()
                elif inner == "view":
                    extra = self.maybe(0.5, "multi") + self.turned()
                else:
                    extra = self.control_keys(inner)
                self.view(name + "i", inner, (20, 20, 120, 100), 3, extra)
                if inner == "scroll" and self.dice.random() < 0.7:
                    content = self.dice.choice(["view", "button", "slider"])
                    self.view(name + "ii", content, (10, 10, 90, 70), 4, self.control_keys(content))
                elif inner != "view" and self.dice.random() < 0.2:
                    self.view(name + "ii", "view", (10, 10, 60, 40), 4, self.turned())
        if self.dice.random() < 0.15:
            self.tree.append("u:window 100,100,150,150" + self.maybe(0.5, "level=1") + self.maybe(0.3, "passthrough"))
            self.view("ui", "view", (0, 0, 100, 150), 1, self.turned())

    def turned(self):
        """What changes a view's geometry and its part in the chain."""
        keys = self.maybe(0.1, f"rotate={self.dice.choice([90, 180, 270])}") + self.maybe(0.1, "scale=2")
        keys += self.maybe(0.1, "offset=0,30") + self.maybe(0.05, "grow=15") + self.maybe(0.05, "passthrough")
        return keys + self.maybe(0.2, f"touch={self.dice.choice(['pass', 'superFirst', 'superLast'])}")

    def scroll_keys(self):
        keys = self.maybe(0.3, "delaysContentTouches=no") + self.maybe(0.2, "canCancel=no")
        keys += self.maybe(0.2, self.dice.choice(["shouldCancel=yes", "shouldCancel=no"]))
        keys += self.maybe(0.6, self.dice.choice(["scrolls=x", "scrolls=y", "scrolls=none"]))
        keys += self.maybe(0.07, "scrollEnabled=no")
        return keys + self.maybe(0.1, "shouldBeginContent=no") + self.maybe(0.5, "multi")

    def control_keys(self, kind):
        if kind == "slider":
            return f" value={self.dice.choice(['0.5', '0.2'])}" + self.maybe(0.3, "continuous=no")
        return self.maybe(0.1, "begin=no") if kind == "control" else ""

    def view(self, name, kind, frame, depth, extra):
        frame = ",".join(map(str, frame))
        self.tree.append("  " * depth + f"{name}:{kind} {frame}{extra}")
        self.views.append(name)
        self.kinds_of_views[name] = kind

    # The recognizers

    def add_recognizers(self):
        for index in range(self.dice.randint(1, 5)):
            kind = self.dice.choice(
                ["tap"] * 5
                + ["longpress"] * 2
                + ["pan"] * 3
                + ["swipe", "pinch", "rotation", "edge", "custom", "hover"]
            )
            name = f"g{index}"
            self.names.append(name)
            self.kinds[name] = kind
        for name, kind in self.kinds.items():
            on = self.dice.choice(self.views)
            self.recognizers.append(f"{name}:{kind} on={on}" + self.own_keys(kind) + self.common_keys(name))

    def own_keys(self, kind):
        dice = self.dice
        return {
            "tap": lambda: self.maybe(0.35, "taps=2") + self.maybe(0.2, "touches=2") + self.maybe(0.1, "movement=8"),
            "longpress": lambda: self.maybe(0.3, "min=0.3") + self.maybe(0.2, "touches=2"),
            "pan": lambda: self.maybe(0.2, "min=2") + self.maybe(0.2, "max=1"),
            "swipe": lambda: f" dir={dice.choice(['right', 'left', 'down', 'right,down', 'left,right'])}"
            + self.maybe(0.15, "touches=2"),
            "edge": lambda: f" edge={dice.choice(['left', 'right', 'top', 'bottom'])} region=30",
        }.get(kind, lambda: "")()

    def common_keys(self, name):
        if self.kinds[name] == "hover":
            return self.maybe(0.1, "shouldBegin=no")
        keys = self.maybe(0.2, "cancels=no") + self.maybe(0.25, "delaysBegan=yes") + self.maybe(0.25, "delaysEnded=no")
        if self.has_keys and self.kinds[name] in {"tap", "longpress"}:
            keys += self.maybe(0.3, f"presses={self.dice.choice(['menu', 'select,menu'])}")
        earlier = [n for n in self.names[: self.names.index(name)] if self.kinds[n] != "hover"]
        others = [n for n in self.names if n != name and self.kinds[n] != "hover"]
        if earlier:
            keys += self.maybe(0.3, f"requires={self.dice.choice(earlier)}")
        if others:
            keys += self.maybe(0.2, f"with={self.dice.choice([*others, 'all'])}")
        keys += self.maybe(0.05, "canPrevent=no") + self.maybe(0.05, "canBePrevented=no")
        keys += self.maybe(0.15, self.dice.choice(["shouldBegin=no", "shouldBegin=yes"]))
        keys += self.maybe(0.1, self.dice.choice(["receive=notControls", f"receive=notIn:{self.views[-1]}"]))
        if earlier and self.dice.random() < 0.1:
            keys += f" dynRequires={self.dice.choice(earlier)}"
        elif others and self.dice.random() < 0.1:
            # Perhaps the other waits for this one, and so a circle comes about.
            keys += f" dynRequires={self.dice.choice(others)}"
        return keys

    # The script

    def write_script(self):
        dice, time, down, number = self.dice, 0, {}, 0
        self.removed = False
        if self.has_keys and dice.random() < 0.3:
            self.script.append("0.000 app beginReceivingRemoteControlEvents")
        for _ in range(dice.randint(4, 22)):
            draw = dice.random()
            events = []
            if self.has_keys and dice.random() < 0.3:
                events.append(self.other_event())
                if events == ["app inactive"]:
                    down.clear()
            elif "hover" in self.kinds.values() and dice.random() < 0.3:
                events.append(f"pointer {dice.randint(2, 398)},{dice.randint(2, 398)}")
                if dice.random() < 0.1:
                    events = ["pointer gone"]
            elif not down or (draw < 0.25 and len(down) < 4):
                number += 1
                spot = [dice.randint(2, 398), dice.randint(2, 398)]
                if down and dice.random() < 0.4:
                    near = dice.choice(list(down.values()))
                    spot = [min(398, max(2, n + dice.randint(-60, 60))) for n in near]
                if number > 1 and dice.random() < 0.4 and hasattr(self, "last"):
                    spot = [min(398, max(2, n + dice.randint(-5, 5))) for n in self.last]
                down[number] = spot
                self.last = spot
                events.append(f"down {number} {spot[0]},{spot[1]}")
                while dice.random() < 0.15 and len(down) < 5:
                    number += 1
                    # Never level with the last one: a half turn has no shorter way.
                    spot = [(spot[0] + dice.choice([90, 20, 7])) % 398, (spot[1] + 3) % 398]
                    down[number] = spot
                    events.append(f"down {number} {spot[0]},{spot[1]}")
            elif draw < 0.62:
                for finger in dice.sample(list(down), dice.randint(1, len(down))):
                    reach = dice.choice([3, 12, 30, 80])
                    step = [dice.randint(-reach, reach), dice.randint(-reach, reach)]
                    if dice.random() < 0.4:
                        step = [abs(step[0]) + 1, 0]
                    if step == [0, 0]:
                        step = [1, 0]
                    others = [spot for other, spot in down.items() if spot != down[finger]]
                    down[finger] = [down[finger][0] + step[0], down[finger][1] + step[1]]
                    if others and dice.random() < 0.05:
                        # Two fingers on one point.
                        down[finger] = list(dice.choice(others))
                    events.append(f"move {finger} {down[finger][0]},{down[finger][1]}")
            elif draw < 0.65:
                finger = dice.choice(list(down))
                del down[finger]
                events.append(f"cancel {finger}")
            elif draw < 0.9:
                for finger in dice.sample(list(down), 1 if dice.random() < 0.7 else len(down)):
                    del down[finger]
                    events.append(f"up {finger}")
            else:
                events = [self.outside()]
                if events == ["cancel"]:
                    down.clear()
            if len(events) > 1 and dice.random() < 0.1:
                # Two lines of one time are one event.
                self.script.append(f"{time / 1000:.3f} {events.pop(0)}")
            self.script.append(f"{time / 1000:.3f} " + "; ".join(events))
            time += dice.choice([7, 16, 16, 33, 61, 61, 97, 143, 287, 611])
        endings = [f"up {finger}" for finger in down]
        endings += [f"set {name} Failed" for name, kind in self.kinds.items() if kind == "custom"]
        for ending in endings:
            self.script.append(f"{time / 1000:.3f} {ending}")
            time += 11
        self.until = time / 1000 + 2

    def outside(self):
        customs = [n for n, kind in self.kinds.items() if kind == "custom"]
        draw = self.dice.random()
        if self.bend and self.dice.random() < 0.2 and not self.removed:
            return f"set {self.bend[0]} next={self.dice.choice([*self.bend[1], 'none'])}"
        if self.controllers and self.dice.random() < 0.5:
            return self.dice.choice(["present alert home", "present alert home", "dismiss home"])
        if customs and draw < 0.5:
            return f"set {self.dice.choice(customs)} {self.dice.choice(STATES)}"
        if draw < 0.6:
            return "cancel"
        if draw < 0.7 and len(self.views) > 1:
            view = self.dice.choice([view for view in self.views[1:] if view != "p"])
            if self.dice.random() < 0.4 and not self.removed:
                self.removed = True
                return f"removeView {view}"
            if not self.removed and self.kinds_of_views[view] in CONTROLS and self.dice.random() < 0.7:
                return f"set {view} enabled={self.dice.choice(['no', 'no', 'yes'])}"
            if not self.removed and self.kinds_of_views[view] == "scroll" and self.dice.random() < 0.5:
                return f"set {view} scrollEnabled={self.dice.choice(['no', 'yes'])}"
            if not self.removed:
                if view.startswith("v") and self.dice.random() < 0.3:
                    return f"set {view} touch={self.dice.choice(['pass', 'consume', 'superLast'])}"
                return f"set {view} {self.dice.choice(['interaction=no', 'interaction=yes', 'hidden=yes', 'alpha=0'])}"
        if draw < 0.8:
            return f"disable {self.dice.choice(self.names)}"
        return f"enable {self.dice.choice(self.names)}"

    # The file

    def document(self):
        return {
            "id": self.id,
            "tree": "\n".join(self.tree),
            "controllers": "\n".join(self.controllers or ["home touch=pass"]),
            "recognizers": "\n".join(self.recognizers),
            "script": "\n".join(self.script),
            "until": self.until,
            "observe": ["ask", "gt", "st", "reset", "act", "vt", "others", "tr", "ce", "set", "motion", "remote", "responder"],
        }


def told(number):
    """A story with what the model says of it; one with a number that may be rounded both ways is made again."""
    for attempt in itertools.count():
        recognizers.ties.clear()
        document = story(number, attempt)
        document["expect"] = scenario.play(document)
        if not recognizers.ties:
            return document


def story(number, attempt):
    """Every second story is one of scroll views."""
    seed = f"{number} {attempt}" if attempt else number
    if number % 2 == 0:
        return scroll_stories.story(number, seed)
    return Story(number, random.Random(seed)).document()


def text(document):
    def block(key):
        return f"{key}: |\n" + "".join(f"  {line}\n" for line in document[key].splitlines())

    return (
        f"---\nid: {document['id']}\ntitle: a random story\nrules: [D1]\nconfidence: engine\n"
        + "".join(block(key) for key in ("tree", "controllers", "recognizers", "script") if document[key])
        + f"until: {document['until']}\nobserve: [{', '.join(document['observe'])}]\nexpect:"
        + ("".join(f'\n  - "{line}"' for line in document["expect"]) or " []")
        + "\n"
    )


def main():
    folder, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for first in range(seed, seed + count, 1000):
        with open(f"{folder}/random-{first}.yaml", "w") as file:
            for number in range(first, min(first + 1000, seed + count)):
                file.write(text(told(number)))


if __name__ == "__main__":
    main()
