"""Scenarios of the standard's grammar, read for the second model and played on it."""

import re

from kinds import KINDS
from content import Content
from scrolling import ScrollDelay, ScrollPan, ScrollPinch
from turn import Application
from world import Controller, Root, View

# What controllers may say of themselves; `touch` and its like are the four ways of R18.
CONTROLLER_KEYS = {
    "touch", "presses", "motion", "remote", "canBecome", "canResign", "firstResponder", "focused", "next",
    "responder",
}
KINDS = {**KINDS, "scrollPan": ScrollPan, "scrollDelay": ScrollDelay, "scrollPinch": ScrollPinch}


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
            view.content = Content(view)
            enabled = {"enabled": view.keys.get("scrollEnabled", "yes")}
            recognizers.append((f"{name}.pan", "scrollPan", view, enabled))
            if view.flag("delaysContentTouches", True):
                recognizers.append((f"{name}.delay", "scrollDelay", view, {}))
    return windows, recognizers


def read(document):
    """An application, and the list into which it writes (category, line)."""
    if "hitTwice" in document:
        raise NotImplementedError("hitTwice")
    if "place" in document["observe"]:
        raise NotImplementedError("observe")
    for key in ("target=", "screen=", ":stepper", "zoomScale", "hold=", "ignoreRepeat=", "tapAssistance="):
        if key in document["tree"]:
            raise NotImplementedError(key)
    windows, declared = read_tree(document["tree"])
    views = {view.name: view for window in windows for view in window.below()}
    for line in (document.get("recognizers") or "").splitlines():
        if line.strip():
            head, *words = line.split()
            name, kind = head.split(":")
            keys = keys_of(words)
            declared.append((name, kind, views[keys["on"]], keys))
    # The grammar has them last.
    zooming = [view for view in views.values() if "zoom" in view.keys]
    declared += [(f"{view.name}.pinch", "scrollPinch", view, {}) for view in zooming]
    controllers = read_controllers(document.get("controllers") or "", views)
    trace = []
    application = Application(windows, [], lambda *_: None)
    for content in application.contents():
        content.app = application
    application.say = lambda category, text: trace.append((category, f"{application.now:.3f} {text}"))
    for order, (name, kind, view, keys) in enumerate(declared):
        application.recognizers.append(KINDS[kind](name, kind, view, keys, order))
    application.controllers = controllers
    application.prepare({**views, **controllers})
    for responder in application.responders.values():
        if name := responder.keys.get("next"):
            responder.override = application.responders[name]
    return application, trace


def read_controllers(text, views):
    """The controllers, with what they take and forward."""
    controllers = {}
    for line in text.splitlines():
        if line.strip():
            name, *words = line.split()
            keys = keys_of(words)
            if set(keys) - CONTROLLER_KEYS:
                raise NotImplementedError(line)
            roots = {"app", "appDelegate"}
            controllers[name] = Root(name, keys) if name in roots else Controller(name, keys)
    for view in views.values():
        if name := view.keys.get("controller"):
            controller = controllers.setdefault(name, Controller(name, {}))
            controller.view, view.controller = view, controller
    app = controllers.setdefault("app", Root("app", {}))
    delegate = controllers.get("appDelegate")
    app.next = delegate if delegate and delegate.flag("responder", True) else None
    for view in views.values():
        if view.kind == "window":
            view.beyond = app
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
    elif verb == "press":
        application.press(time, *words)
    elif verb == "pointer":
        place = None if words[0] == "gone" else tuple(float(n) for n in words[0].split(","))
        application.pointer(time, place)
    elif verb == "scroll":
        application.scroll(time, *(tuple(float(n) for n in words[i].split(",")) for i in (0, 2)))
    elif verb == "zoom":
        application.zoom(time, tuple(float(n) for n in words[0].split(",")), float(words[2]))
    elif verb == "chain":
        application.chain(time, words[0])
    elif verb == "motion":
        application.motion(time, words[0])
    elif verb == "remote":
        application.remote(time, words[0])
    elif verb == "becomeFirstResponder":
        application.become_first_responder(time, words[0])
    elif text == "app inactive":
        application.system_cancel(time)
    elif verb == "app":
        application.receives_remote_control = words[0].startswith("begin")
    elif verb == "set" and len(words) == 2 and "=" not in words[1]:
        application.set_state(time, *words)
    elif verb == "set" and len(words) == 2:
        application.advance(time, before_event=True)
        key, value = words[1].split("=")
        responder = application.responders[words[0]]
        responder.keys[key] = value
        if key == "next":
            responder.override = application.responders.get(value)
        application.status_was_set(responder, key)
        application.was_set(responder, key, value, time)
    else:
        raise NotImplementedError(text)
