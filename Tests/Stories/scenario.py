"""Scenarios of the standard's grammar, read for the second model and played on it."""

import re

from kinds import KINDS
from scrolling import ScrollDelay, ScrollPan
from turn import Application
from world import Controller, View

KINDS = {**KINDS, "scrollPan": ScrollPan, "scrollDelay": ScrollDelay}


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
            enabled = {"enabled": view.keys.get("scrollEnabled", "yes")}
            recognizers.append((f"{name}.pan", "scrollPan", view, enabled))
            if view.flag("delaysContentTouches", True):
                recognizers.append((f"{name}.delay", "scrollDelay", view, {}))
    return windows, recognizers


def read(document):
    """An application, and the list into which it writes (category, line)."""
    if "hitTwice" in document:
        raise NotImplementedError("hitTwice")
    if {"place", "chain"} & set(document["observe"]):
        raise NotImplementedError("observe")
    for key in ("target=", "next=", "screen=", "audience="):
        if key in document["tree"]:
            raise NotImplementedError(key)
    for key in ("target=", "content=", "paging", "bounces", "alwaysBounce", "lock", "zoom"):
        if key in document["tree"]:
            raise NotImplementedError(key)
    if "sc" in document["observe"] or ":stepper" in document["tree"]:
        raise NotImplementedError("sc or stepper")
    windows, declared = read_tree(document["tree"])
    views = {view.name: view for window in windows for view in window.below()}
    for line in (document.get("recognizers") or "").splitlines():
        if line.strip():
            head, *words = line.split()
            name, kind = head.split(":")
            keys = keys_of(words)
            declared.append((name, kind, views[keys["on"]], keys))
    controllers = read_controllers(document.get("controllers") or "", views)
    trace = []
    application = Application(windows, [], lambda *_: None)
    application.say = lambda category, text: trace.append((category, f"{application.now:.3f} {text}"))
    for order, (name, kind, view, keys) in enumerate(declared):
        application.recognizers.append(KINDS[kind](name, kind, view, keys, order))
    application.controllers = controllers
    return application, trace


def read_controllers(text, views):
    """The controllers that only forward touches, or do not."""
    controllers = {}
    for line in text.splitlines():
        if line.strip():
            name, *words = line.split()
            keys = keys_of(words)
            if set(keys) - {"touch"} or name in {"app", "appDelegate"}:
                raise NotImplementedError(line)
            controllers[name] = Controller(name, keys)
    for view in views.values():
        if name := view.keys.get("controller"):
            controller = controllers.setdefault(name, Controller(name, {}))
            controller.view, view.controller = view, controller
    return controllers


def play(document):
    """The lines that the model says, of the categories that the scenario observes."""
    application, trace = read(document)
    last = 0.0
    for last, rest in lines(document["script"]):
        act(application, last, rest)
    application.advance(last, before_event=False)
    if "until" in document:
        application.advance(float(document["until"]), before_event=False)
    return [text for category, text in trace if category in document["observe"]]


TOUCH = re.compile(r"(down|move|up|cancel) (\d+)(?: (\S+),(\S+))?$")


def lines(script):
    """Times and actions; fingers that change at one time, each once, change in one event: T12."""
    events = []
    for line in script.splitlines():
        if not line.strip():
            continue
        time, rest = line.split(None, 1)
        fingers = [m and m[2] for m in map(TOUCH.match, (part.strip() for part in rest.split(";")))]
        if events and events[-1][0] == float(time) and all(fingers) and all(events[-1][2]):
            if not set(fingers) & set(events[-1][2]):
                events[-1] = (float(time), f"{events[-1][1]}; {rest}", events[-1][2] + fingers)
                continue
        events.append((float(time), rest, fingers))
    return [(time, rest) for time, rest, _ in events]


def act(application, time, text):
    parts = [part.strip() for part in text.split(";")]
    if (match := TOUCH.match(parts[0])) and match[1] == "cancel":
        return application.take_contacts(time, [int(TOUCH.match(part)[2]) for part in parts])
    if matches := [m for m in map(TOUCH.match, parts) if m]:
        if any(m[1] == "cancel" or int(m[2]) >= 100 for m in matches):
            raise NotImplementedError(text)
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
    elif verb == "present":
        application.present(time, *words)
    elif verb == "dismiss":
        application.dismiss(time, *words)
    elif verb == "set" and len(words) == 2 and "=" not in words[1]:
        application.set_state(time, *words)
    elif verb == "set" and len(words) == 2:
        application.advance(time, before_event=True)
        key, value = words[1].split("=")
        if key == "next":
            raise NotImplementedError(text)
        view = next(v for w in application.windows for v in w.below() if v.name == words[0])
        view.keys[key] = value
        application.was_set(view, key, value)
    else:
        raise NotImplementedError(text)
