"""Scenarios of the standard's grammar, read for the second model and played on it."""

import re

from kinds import KINDS
from turn import Application
from world import View


def keys_of(words):
    return {k: v or "yes" for k, _, v in (word.partition("=") for word in words)}


def read_tree(text):
    windows, stack, recognizers = [], [], []
    for line in text.splitlines():
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        head, frame, *words = line.split()
        name, kind = head.split(":")
        while stack and stack[-1][0] >= indent:
            stack.pop()
        view = View(
            name, kind, tuple(float(n) for n in frame.split(",")), keys_of(words), stack[-1][1] if stack else None
        )
        stack.append((indent, view))
        if view.parent is None:
            windows.append(view)
        if kind == "scroll":
            recognizers.append((f"{name}.pan", "pan", view, {}))
            if view.flag("delaysContentTouches", True):
                recognizers.append((f"{name}.delay", "delay", view, {}))
    return windows, recognizers


def read(document):
    """An application, and the list into which it writes (category, line)."""
    for key in ("controllers", "hitTwice"):
        if key in document:
            raise NotImplementedError(key)
    if "target=" in document["tree"]:
        raise NotImplementedError("target=")
    windows, declared = read_tree(document["tree"])
    views = {view.name: view for window in windows for view in window.below()}
    for line in (document.get("recognizers") or "").splitlines():
        if line.strip():
            head, *words = line.split()
            name, kind = head.split(":")
            keys = keys_of(words)
            declared.append((name, kind, views[keys["on"]], keys))
    trace = []
    application = Application(windows, [], lambda *_: None)
    application.say = lambda category, text: trace.append((category, f"{application.now:.3f} {text}"))
    for order, (name, kind, view, keys) in enumerate(declared):
        application.recognizers.append(KINDS[kind](name, kind, view, keys, order))
    return application, trace


def play(document):
    """The lines that the model says, of the categories that the scenario observes."""
    application, trace = read(document)
    last = 0.0
    for line in document["script"].splitlines():
        if not line.strip():
            continue
        time, rest = line.split(None, 1)
        last = float(time)
        act(application, last, rest)
    application.advance(last, before_event=False)
    if "until" in document:
        application.advance(float(document["until"]), before_event=False)
    return [text for category, text in trace if category in document["observe"]]


TOUCH = re.compile(r"(down|move|up) (\d+)(?: (\S+),(\S+))?$")


def act(application, time, text):
    parts = [part.strip() for part in text.split(";")]
    if matches := [m for m in map(TOUCH.match, parts) if m]:
        application.event(
            time,
            [(m[1], int(m[2]), (float(m[3]), float(m[4])) if m[3] else None) for m in matches],
        )
        return
    verb, *words = text.split()
    if verb == "cancel":
        application.system_cancel(time)
    elif verb in {"disable", "enable"}:
        application.set_enabled(time, words[0], verb == "enable")
    elif verb == "removeView":
        application.remove(time, words[0])
    elif verb == "set" and len(words) == 2 and "=" not in words[1]:
        application.set_state(time, *words)
    elif verb == "set" and len(words) == 2:
        application.advance(time, before_event=True)
        key, value = words[1].split("=")
        view = next(v for w in application.windows for v in w.below() if v.name == words[0])
        view.keys[key] = value
    else:
        raise NotImplementedError(text)
