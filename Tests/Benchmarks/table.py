"""The table of a benchmark run."""

import os
from dataclasses import dataclass, field


@dataclass
class Row:
    """One measured figure: what it is, the value, what it stands beside, and its budget."""

    title: str
    value: float
    unit: str
    peers: list = field(default_factory=list)
    budget: float | None = None
    at_least: bool = False

    def verdict(self):
        if self.budget is None:
            return ""
        good = self.value >= self.budget if self.at_least else self.value <= self.budget
        return "ok" if good else "OVER" if not self.at_least else "UNDER"


def shown(value, unit):
    """A figure with a unit that fits it."""
    if unit == "ns" and value >= 1e6:
        return f"{value / 1e6:,.1f} ms"
    if unit == "ns" and value >= 1000:
        return f"{value / 1000:,.2f} µs"
    digits = 0 if value >= 100 or value == int(value) else 1 if value >= 10 else 2
    return f"{value:,.{digits}f} {unit}".strip()


def exceptions():
    """The rows that may be outside their budget, each with its reason."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "exceptions.txt")
    with open(path, encoding="utf-8") as file:
        lines = [line.split(" | ") for line in file.read().splitlines() if line and not line.startswith("#")]
    wrong = [" | ".join(line) for line in lines if len(line) != 2 or not line[1].strip()]
    if wrong:
        raise SystemExit(f"bench: {path}: expected TITLE | REASON, found: {wrong[0]}")
    return {title.strip(): reason.strip() for title, reason in lines}


def print_table(rows):
    """Prints all rows; the status is 1 when one is outside its budget and has no reason."""
    lines = [("", "here", "budget", "", "beside it, in the same run")]
    for row in rows:
        budget = "" if row.budget is None else ("≥ " if row.at_least else "≤ ") + shown(row.budget, row.unit)
        beside = []
        for name, value in row.peers:
            if value is None:
                continue
            ratio = f" ({value / row.value:,.1f} ×)" if row.value and row.unit != "×" else ""
            beside.append(f"{name} {shown(value, row.unit)}{ratio}")
        lines.append((row.title, shown(row.value, row.unit), budget, row.verdict(), "; ".join(beside)))
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    for line in lines:
        cells = [line[0].ljust(widths[0]), line[1].rjust(widths[1]), line[2].rjust(widths[2]),
                 line[3].ljust(widths[3]), line[4]]
        print("  ".join(cells).rstrip())
    known = exceptions()
    outside = [row.title for row in rows if row.verdict() in ("OVER", "UNDER")]
    unknown = [title for title in outside if title not in known]
    unused = [title for title in known if title not in {row.title for row in rows}]
    print(f"\n{len(rows)} rows, {len(outside)} outside their budget")
    for title in outside:
        print(f"  {title}: {known.get(title, 'no reason is known')}")
    for title in unused:
        print(f"  exceptions.txt names a row that does not exist: {title}")
    return 1 if unknown or unused else 0
