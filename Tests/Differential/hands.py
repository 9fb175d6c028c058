"""Strokes as hands make them over what lies in each other: one winner and one place of rest, at every rate of reports.

    hands.py FOLDER [all]

The law is judged on the second model, and each stroke is written into the folder with what the model says, for the engine. With
`all` there are more angles and speeds, and every time of the first report for each.
"""

import itertools
import math
import re
import sys

import recognizers
import scenario
from generate import text

RATES = [240, 120, 60, 30]
# When the first report of a moving finger comes, in parts of the time between two.
PHASES = [0.0, 0.3, 0.8]
LENGTH = 180
# From the outermost; who wins a stroke to the left that rises by less than so many degrees, and who a steeper one: None where the
# speed decides, "" if nothing moves.
NESTINGS = {
    "list": ("", 1, "list"),
    "pager": ("pager", 90, "pager"),
    "pager list": ("pager", 33.7, "list"),
    "list pager": ("pager", 45, "list"),
    "list carousel": ("carousel", 45, "list"),
    "pager list carousel": ("carousel", 45, "list"),
    "list map": ("map", 90, "map"),
    "pager map": ("map", 90, "map"),
    "pager photo": ("pager", 45, "photo"),
    "swipe list": ("swipe", 45, "list"),
    "swipe pager list": ("pager", 33.7, "list"),
    "drawer list": ("drawer", 45, "list"),
    "drawer pager list": ("drawer", 45, "list"),
    "drawer map": ("drawer", 45, "map"),
    "pager slider": ("slider", 45, None),
    "list slider": ("slider", 45, "list"),
    "pager list slider": ("slider", 45, "list"),
    "pager list switch": ("switch", 45, "list"),
    "map slider": ("slider", 45, "map"),
    "swipe slider": ("slider", 90, "slider"),
    "swipe map": ("map", 90, "map"),
    "pager carousel": ("carousel", 90, "carousel"),
    "drawer pager": ("drawer", 45, "pager"),
    "drawer swipe list": ("drawer", 45, "list"),
}
# The size of what is scrolled, and where it begins: with room in every direction, but a photo has none on its right.
SCROLLED = {
    "list": ((400, 20_000), (0, 2_000), ""),
    "pager": ((4_000, 400), (2_000, 0), " paging"),
    "carousel": ((20_000, 400), (2_000, 0), ""),
    "map": ((10_000, 10_000), (2_000, 2_000), ""),
    "photo": ((800, 800), (400, 200), ""),
}


def document(nesting, stroke, rate):
    degrees, speed, pause, phase = stroke
    tree, declared, place = ["w:window 0,0,400,400"], [], (0, 0)
    for depth, part in enumerate(nesting.split(), 1):
        frame = f"{place[0]},{place[1]},400,400"
        if part in SCROLLED:
            (width, height), place, keys = SCROLLED[part]
            line = f"{part}:scroll {frame} content={width},{height} offset={place[0]},{place[1]} bounces=no{keys}"
        elif part in ("slider", "switch"):
            x, width = (90, 400) if part == "slider" else (260, 60)
            line = f"{part}:{part} {place[0] + x},{place[1] + 270},{width},40" + (" value=0.5" if part == "slider" else " value=1")
        else:
            line = f"{part}v:view {frame}"
            declared.append(f"{part}:swipe on={part}v dir=left" if part == "swipe" else f"{part}:edge on={part}v edge=right")
        tree.append("  " * depth + line)
    start = (395 if "drawer" in nesting else 290, 290)
    rise = math.radians(degrees)
    times = [phase / rate + index / rate for index in range(math.ceil(LENGTH / speed * rate))]
    end = LENGTH / speed
    # No time lies between two milliseconds, where both models may round to either.
    times = [round(time, 4) + 0.00003 for time in times if 0 < time < end - 1e-6] + [end]
    script = [f"1 down 1 {start[0]},{start[1]}"]
    for time in times:
        way = min(time * speed, LENGTH)
        script.append(f"{1 + time:.6f} move 1 {start[0] - way * math.cos(rise):.3f},{start[1] - way * math.sin(rise):.3f}")
    script.append(f"{1 + end + pause + 0.00003:.6f} up 1")
    return {
        "tree": "\n".join(tree), "controllers": "", "recognizers": "\n".join(declared), "script": "\n".join(script), "until": 9,
        "observe": ["st", "act", "ce", "sc"],
    }


def outcome(lines):
    """Who moved, and how far from where it began."""
    begun = [found[1] for line in lines if (found := re.search(r"(\w+)(?:\.pan)? Possible>(?:Began|Ended)", line))]
    changed = [found[1] for line in lines if (found := re.search(r"(slider|switch).*valueChanged", line))]
    winner = (changed or begun or [""])[0]
    places = [(float(found[2]), float(found[3])) for line in lines
              if (found := re.search(r"(\w+) scroll \w+ offset=\(([-\d.]+),([-\d.]+)\)", line)) and found[1] == winner]
    return winner, places[-1] if places else None


def judge(nesting, stroke, complain):
    """Plays a stroke at every rate; gives the documents of those whose numbers are not between two roundings."""
    level, limit, steep = NESTINGS[nesting]
    winner = level if stroke[0] < limit else steep
    first, told = None, []
    for rate in RATES:
        recognizers.ties.clear()
        story = document(nesting, stroke, rate)
        story["expect"] = scenario.play(story)
        found, rest = outcome(story["expect"])
        if not recognizers.ties:
            told.append(story)
        where = f"{nesting}, {stroke[0]} degrees, {stroke[1]} pt/s, {stroke[2]} s of pause, {rate} Hz from {stroke[3]}"
        if winner is not None and found != winner:
            complain(f"{where}: {found or 'nothing'} moves, not {winner or 'nothing'}")
        if winner is None or rest is None:
            continue
        first = first or rest
        if math.dist(first, rest) > max(4, 0.01 * math.dist(first, SCROLLED[winner][1])):
            complain(f"{where}: rests at {rest}, not at {first}")
        if winner == "pager" and rest[0] % 400:
            complain(f"{where}: rests between two pages, at {rest}")
    return told


def main():
    folder, everything = sys.argv[1], sys.argv[2:] == ["all"]
    if everything:
        choices = [d for d in range(0, 90, 5) if d != 45], (300, 1000, 3000, 6000), (0, 0.12), PHASES
    else:
        choices = (0, 20, 30, 40, 50, 70), (300, 3000), (0,), (None,)
    wrong, count = [], 0
    with open(f"{folder}/hands.yaml", "w", encoding="utf-8") as file:
        for shift, nesting in enumerate(NESTINGS):
            for number, (*stroke, phase) in enumerate(itertools.product(*choices)):
                stroke.append(PHASES[(number + shift) % len(PHASES)] if phase is None else phase)
                for story in judge(nesting, stroke, wrong.append):
                    count += 1
                    file.write(text({"id": f"M{900_000_000 + count}", **story}))
    for words in wrong[:40]:
        print(f"✘ the second model's hand: {words}")
    print(f"hands: {count} strokes over {len(NESTINGS)} nestings, {len(wrong)} are not as they should be")
    sys.exit(1 if wrong or not count else 0)


main()
