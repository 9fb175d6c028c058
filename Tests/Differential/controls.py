"""Controls of the second model: rules K and P8."""

from recognizers import tidy


def began(view, touch, say):
    """A control follows one finger; another one that it receives meanwhile is swallowed."""
    if view.tracked or not view.takes_touches:
        return
    say("tr", f"{view.name} beginTracking")
    if not view.flag("begin", True) or (view.kind == "slider" and not on_knob(view, touch)):
        return
    view.tracked, view.inside = touch, True
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


def near(view, touch):
    return view.holds(view.from_screen(touch.place), 70)


def ended(view, touch, say):
    if view.tracked is not touch:
        return
    view.tracked = None
    inside = near(view, touch)
    say("tr", f"{view.name} endTracking")
    if view.kind == "switch" and inside:
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
    fingers = int(recognizer.number("touches", 1))
    if recognizer.kind == "tap" and view.kind in {"button", "switch", "stepper", "segmented"}:
        return fingers == 1 and int(recognizer.number("taps", 1)) == 1
    if recognizer.kind == "swipe" and view.kind == "slider":
        parallel = set(recognizer.keys.get("dir", "right").split(",")) & {"left", "right"}
        return fingers == 1 and bool(parallel) and view.tracked in recognizer.accepted
    if recognizer.kind == "pan" and view.kind == "switch" and not recognizer.name.endswith(".pan"):
        dx, dy = view.turn(recognizer.sum)
        return int(recognizer.number("min", 1)) == 1 and abs(dx) >= abs(dy) - 1e-9
    return False
