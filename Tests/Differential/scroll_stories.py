"""Random stories of scroll views: lists, pagers, maps and plans in each other, and strokes over them."""

import math
import random

KINDS = {
    "list": lambda dice, w, h: f"content={w},{dice.choice([h + 150, 3 * h, 20 * h])}",
    "carousel": lambda dice, w, h: f"content={dice.choice([w + 150, 3 * w, 20 * w])},{h}",
    "pager": lambda dice, w, h: f"content={dice.choice([2, 4]) * w},{h} paging",
    "pages": lambda dice, w, h: f"content={w},{dice.choice([2, 5]) * h} paging",
    "book": lambda dice, w, h: f"content={3 * w},{3 * h} paging",
    "map": lambda dice, w, h: f"content={5 * w},{5 * h}",
    "plan": lambda dice, w, h: f"content={2 * w},{2 * h} zoom={dice.choice(['0.5,4', '1,3', '1,1.5', '0.25,1'])}",
    "still": lambda dice, w, h: f"content={w},{h}",
}


class ScrollStory:
    """One random scenario: its tree, recognizers and script."""

    def __init__(self, dice):
        self.dice = dice
        self.tree, self.scrolls, self.views, self.script = ["w:window 0,0,400,400"], [], [], []
        self.sizes = {}
        self.grow(1, 400, 400, [], dice.randint(1, 3))
        self.recognizers = self.add_recognizers()
        self.now = 0
        self.finger = 0
        self.removed = False
        for _ in range(dice.randint(2, 7)):
            self.dice.choices(
                [self.stroke, self.pinch, self.tap, self.edit, self.wheel], [6, 3 if self.has_plan else 0.3, 1, 1, 2]
            )[0]()
            self.now += dice.choice([16, 50, 90, 150, 250, 400, 700, 2500])
        self.until = self.now / 1000 + 4

    def maybe(self, chance, text):
        return " " + text if self.dice.random() < chance else ""

    @property
    def has_plan(self):
        return any("zoom=" in line for line in self.tree)

    def grow(self, depth, width, height, around, levels):
        dice = self.dice
        kind = dice.choice(list(KINDS))
        name = f"v{len(self.scrolls)}"
        x, y = (0, 0) if dice.random() < 0.7 else (20, 10)
        width, height = (width, height) if x == 0 else (width - 60, height - 40)
        keys = KINDS[kind](dice, width, height)
        content = [int(n) for n in keys.split()[0][8:].split(",")]
        start = [0, 0]
        if dice.random() < 0.6:
            step = (width, height) if "paging" in keys else (70, 55)
            start = [dice.randint(0, max(0, c - s) // n) * n for c, s, n in zip(content, (width, height), step)]
            keys += f" offset={start[0]},{start[1]}"
        keys += self.maybe(0.4, "bounces=no") + self.maybe(0.3, "lock") + self.maybe(0.3, "multi")
        keys += self.maybe(0.4, "chain")
        keys += self.maybe(0.15, dice.choice(["alwaysBounce=x", "alwaysBounce=y", "alwaysBounce=xy"]))
        keys += self.maybe(0.4, "delaysContentTouches=no") + self.maybe(0.07, "canCancel=no")
        keys += self.maybe(0.2, dice.choice(["shouldCancel=no", "shouldCancel=yes"]))
        if "zoom=" in keys:
            keys += self.maybe(0.4, "bouncesZoom=no") + self.maybe(0.6, f"zoomView={name}c")
        self.tree.append("  " * depth + f"{name}:scroll {x},{y},{width},{height} {keys}")
        self.scrolls.append(name)
        self.sizes[name] = width, height, content
        place = (start[0], start[1], width, height)
        if f"zoomView={name}c" in keys:
            self.leaf(f"{name}c", "view", depth + 1, (0, 0, *content))
            return
        if levels > 1:
            outer, self.tree[-1:] = self.tree[-1], []
            self.tree.append(outer)
            self.page(depth + 1, place, levels, [*around, name])
        elif dice.random() < 0.8:
            leaf = dice.choice(["view", "view", "button", "slider", "switch"])
            size = (width - 80, height - 60) if leaf == "view" else (200, 60)
            self.leaf(f"{name}c", leaf, depth + 1, (start[0] + 30, start[1] + 30, *size))

    def page(self, depth, place, levels, around):
        """A view that fills what is visible, with another scroll view in it."""
        name = f"p{len(self.scrolls)}"
        self.tree.append("  " * depth + f"{name}:view {','.join(map(str, place))}" + self.maybe(0.3, "multi"))
        self.views.append(name)
        self.grow(depth + 1, place[2], place[3], around, levels - 1)

    def leaf(self, name, kind, depth, frame):
        keys = " value=0.5" if kind == "slider" else ""
        self.tree.append("  " * depth + f"{name}:{kind} {','.join(map(str, frame))}{keys}")
        self.views.append(name)

    def add_recognizers(self):
        dice, lines = self.dice, []
        for index in range(dice.choice([0, 0, 1, 1, 2, 3])):
            kind = dice.choice(
                ["tap", "tap taps=2", "longpress", "pan", "pan shouldBegin=no", "swipe dir=left", "swipe dir=up,down",
                 "swipe dir=right", "edge edge=left region=30", "edge edge=right region=30", "pinch"]
            )
            head, _, keys = kind.partition(" ")
            on = dice.choice(["w", *self.views, *self.scrolls])
            line = f"g{index}:{head} on={on} {keys}".rstrip()
            line += self.maybe(0.15, "cancels=no") + self.maybe(0.15, "delaysBegan=yes")
            lines.append(line + self.maybe(0.2, "with=all"))
        return lines

    # The script

    def say(self, text):
        self.script.append(f"{self.now / 1000:.3f} {text}")

    def stroke(self):
        """A finger that goes a straight way, perhaps bent, at a steady or a changing speed."""
        dice = self.dice
        self.finger += 1
        number = self.finger
        x, y = dice.randint(30, 370), dice.randint(30, 370)
        if dice.random() < 0.15:
            x = dice.choice([4, 396])
        angle = math.radians(dice.choice([0, 90, 180, 270]) + dice.randint(-44, 44))
        gap, count = dice.choice([8, 16, 16, 33]), dice.randint(2, 12)
        step = dice.choice([3, 8, 15, 40, 90])
        bend, grow = dice.choice([0, 0, 0.03, -0.03]), dice.choice([1, 1, 0.85, 1.2])
        self.say(f"down {number} {x},{y}")
        self.now += dice.choice([gap, gap, gap, 60, 200])
        for index in range(count):
            angle += bend
            x, y = x + step * math.cos(angle), y + step * math.sin(angle)
            step = min(120, max(2, step * grow))
            self.say(f"move {number} {x:.1f},{y:.1f}")
            if index + 1 < count:
                self.now += gap
        self.now += dice.choice([0, gap, gap, 20, 60, 120]) or 1
        if dice.random() < 0.04:
            self.say(f"cancel {number}")
        else:
            self.say(f"up {number}")

    def pinch(self):
        """Two fingers that go apart or together, and wander."""
        dice = self.dice
        a, b = self.finger + 1, self.finger + 2
        self.finger += 2
        x, y = dice.randint(150, 250), dice.randint(150, 250)
        reach, angle = dice.choice([30, 60, 90]), dice.random() * math.pi
        grow, drift = dice.choice([1, 1.05, 1.12, 0.9, 0.95]), (dice.randint(-6, 6), dice.randint(-6, 6))

        def places():
            dx, dy = reach * math.cos(angle), reach * math.sin(angle)
            return f"{x - dx:.1f},{y - dy:.1f}", f"{x + dx:.1f},{y + dy:.1f}"

        one, two = places()
        if dice.random() < 0.5:
            self.say(f"down {a} {one}; down {b} {two}")
        else:
            self.say(f"down {a} {one}")
            self.now += 23
            self.say(f"down {b} {two}")
        for _ in range(dice.randint(3, 10)):
            self.now += dice.choice([16, 16, 33])
            reach, x, y = min(200, max(5, reach * grow)), x + drift[0], y + drift[1]
            one, two = places()
            if dice.random() < 0.8:
                self.say(f"move {a} {one}; move {b} {two}")
            else:
                self.say(f"move {b} {two}")
        self.now += 16
        if dice.random() < 0.5:
            self.say(f"up {a}; up {b}")
            return
        self.say(f"up {a}")
        self.now += 16
        if dice.random() < 0.5:
            x, y = x + 9, y + 9
            self.say(f"move {b} {places()[1]}")
            self.now += 16
        self.say(f"up {b}")

    def tap(self):
        self.finger += 1
        self.say(f"down {self.finger} {self.dice.randint(30, 370)},{self.dice.randint(30, 370)}")
        self.now += self.dice.choice([40, 90, 300])
        self.say(f"up {self.finger}")

    def wheel(self):
        """Turns of a wheel, some with so long a pause that another one begins."""
        dice = self.dice
        place = f"{dice.randint(5, 395)},{dice.randint(5, 395)}"
        way = dice.choice([(0, 53), (0, -53), (53, 0), (-53, 0), (7, 11), (0, 2000), (0, -2000)])
        zooms = self.has_plan and dice.random() < 0.5
        factor = dice.choice([1.03, 1.3, 0.9, 0.5])
        for _ in range(dice.randint(1, 6)):
            self.say(f"zoom {place} by {factor}" if zooms else f"scroll {place} by {way[0]},{way[1]}")
            self.now += dice.choice([8, 16, 50, 149, 150, 151, 400])

    def edit(self):
        """Something that a program changes, also in the middle of a stroke that follows at once."""
        dice = self.dice
        name = dice.choice(self.scrolls)
        width, height, content = self.sizes[name]
        draw = dice.random()
        if draw < 0.45 and not self.removed:
            place = [dice.randint(-50, c) for c in content]
            self.say(f"set {name} offset={place[0]},{place[1]}")
        elif draw < 0.65 and not self.removed and not self.has_plan:
            size = [dice.choice([c, max(s, c // 2), c + s]) for c, s in zip(content, (width, height))]
            self.say(f"set {name} content={size[0]},{size[1]}")
        elif draw < 0.8 and not self.removed:
            self.say(f"set {name} scrollEnabled={dice.choice(['no', 'yes', 'yes'])}")
        elif draw < 0.9:
            self.say("cancel")
        elif not self.removed:
            self.removed = True
            self.say(f"removeView {dice.choice([*self.views, *self.scrolls])}")

    def document(self, number):
        return {
            "id": f"M{number}",
            "tree": "\n".join(self.tree),
            "controllers": "",
            "recognizers": "\n".join(self.recognizers),
            "script": "\n".join(self.script),
            "until": self.until,
            "observe": ["ask", "gt", "st", "reset", "act", "vt", "tr", "ce", "sc"],
        }


def story(number, seed):
    return ScrollStory(random.Random(f"scroll views {seed}")).document(number)
