"""Controls of the second model: rules K and P8."""

from recognizers import tidy


def began(view, touch, say):
    """A control follows one finger; another one that it receives meanwhile is swallowed."""
    if view.tracked or not view.takes_touches:
        return
    say("tr", f"{view.name} beginTracking")
    if not view.flag("begin", True) or (view.kind == "slider" and not on_knob(view, touch)):
        return
    view.tracked, view.inside, view.dragged = touch, True, False
    view.grip = view.from_screen(touch.start)[0], view.value
    event(view, "touchDown", say)
    if touch.tap_count > 1:
        event(view, "touchDownRepeat", say)


def on_knob(view, touch):
    width, height = view.frame[2:]
    return abs(view.from_screen(touch.start)[0] - view.value * width) <= height / 2


def moved(view, touch, say):
    if view.tracked is not touch:
        return
    say("tr", f"{view.name} continueTracking")
    view.dragged = view.dragged or abs(way_along(view, touch)) >= 10
    if view.kind == "slider":
        before = view.value
        place, value = view.grip
        moved = (view.from_screen(touch.place)[0] - place) / view.frame[2]
        view.value = min(1, max(0, value + moved))
        if view.flag("continuous", True) and view.value != before:
            event(view, "valueChanged", say)
    inside = near(view, touch)
    if inside != view.inside:
        event(view, "touchDragEnter" if inside else "touchDragExit", say)
        view.inside = inside
    event(view, "touchDragInside" if inside else "touchDragOutside", say)


def way_along(view, touch):
    """How far a finger is along a control from where it landed: K20."""
    return view.turn((touch.place[0] - touch.start[0], touch.place[1] - touch.start[1]))[0]


def near(view, touch):
    return view.holds(view.from_screen(touch.place), 70)


def ended(view, touch, say):
    if view.tracked is not touch:
        return
    view.tracked = None
    inside = near(view, touch)
    say("tr", f"{view.name} endTracking")
    if view.kind == "switch":
        way = way_along(view, touch)
        following = way > 0 if view.dragged or abs(way) >= 10 else bool(inside) != view.is_on
        if following != view.is_on:
            view.is_on = following
            event(view, "valueChanged", say)
    if view.kind == "slider" and not view.flag("continuous", True):
        event(view, "valueChanged", say)
    event(view, "touchUpInside" if inside else "touchUpOutside", say)
    if view.kind == "button" and inside:
        event(view, "primaryActionTriggered", say)


def cancelled(view, say):
    if view.tracked is None:
        return
    view.tracked = None
    say("tr", f"{view.name} cancelTracking")
    event(view, "touchCancel", say)


def event(view, name, say):
    value = f" value={tidy(view.value)}" if view.kind == "slider" and name == "valueChanged" else ""
    say("ce", f"{view.name} event {name}{value}")


def vetoes(view, recognizer):
    """Whether a control keeps its own gesture from an ancestor's recognizer: P8."""
    if recognizer.view is view or not view.is_inside(recognizer.view):
        return False
    if recognizer.kind == "scrollPan":
        # A knob keeps what goes along it from scroll views around: P8a.
        if view.kind not in {"slider", "switch"} or len(recognizer.accepted) != 1:
            return False
        dx, dy = view.turn(recognizer.decision)
        return abs(dx) >= abs(dy) - 1e-9 and (view.kind == "switch" or on_knob(view, recognizer.accepted[0]))
    fingers = int(recognizer.number("touches", 1))
    if recognizer.kind == "tap" and view.kind in {"button", "switch", "stepper", "segmented"}:
        return fingers == 1 and int(recognizer.number("taps", 1)) == 1
    if recognizer.kind == "swipe" and view.kind == "slider":
        parallel = set(recognizer.keys.get("dir", "right").split(",")) & {"left", "right"}
        return fingers == 1 and bool(parallel) and view.tracked in recognizer.accepted
    if recognizer.kind in {"pan", "edge"} and view.kind == "switch":
        dx, dy = view.turn(recognizer.sum)
        return int(recognizer.number("min", 1)) == 1 and abs(dx) >= abs(dy) - 1e-9
    return False
