"""A pen: its recording signs, with every position, force and angle, and the hand beside it is no touch."""

import json
import math

from fingers import *
from kernel import *
from recording import Recording
from suite import test

# The pen's range is this size in hundredths of a millimetre, so a point of the screen is 20 of its units.
TREE = """
screens:
  panel: { size: [800, 480], physicalSize: [160, 96] }
devices:
  - { match: { name: "Lab Pen" }, source: evdev, screen: panel }
  - { match: { name: "Lab Touchscreen" }, source: evdev, screen: panel }
application:
  windows:
    - id: main
      subviews:
        - { id: paper, frame: fill, handles: [touches] }
"""
UNITS = 20
FULL_PRESSURE = 1023
TILT_UNITS = 57
# Its whole range is one turn.
ROLL_UNITS = 1800 / (2 * math.pi)


def strokes(frames):
    """What a reader must learn of a pen's frames, by this second reading of them: a list of touches for each stroke."""
    found, state, touches = [], {}, False
    for frame in frames:
        state.update({(kind, code): value for kind, code, value in frame})
        was, touches = touches, state.get((EV_KEY, BTN_TOUCH)) == 1
        if not was and not touches:
            continue
        if not was:
            found.append([])
        if not touches:
            continue
        right, down = (math.tan(state[EV_ABS, axis] / TILT_UNITS) for axis in (ABS_TILT_X, ABS_TILT_Y))
        buttons = ["secondary"] if state.get((EV_KEY, BTN_STYLUS)) else []
        found[-1].append({
            "x": state[EV_ABS, ABS_X] / UNITS, "y": state[EV_ABS, ABS_Y] / UNITS,
            "force": state[EV_ABS, ABS_PRESSURE] / FULL_PRESSURE,
            "altitudeAngle": math.atan2(1, math.hypot(right, down)), "azimuthAngle": math.atan2(down, right),
            "rollAngle": state.get((EV_ABS, ABS_Z), 0) / ROLL_UNITS,
            "buttons": buttons + (["eraser"] if state.get((EV_KEY, BTN_TOOL_RUBBER)) else []),
        })
    return found


def next_touch(watcher):
    record = json.loads(watcher.next_record_line())
    touch, = record["touches"]
    return record["phase"], touch


def expect(touch, wanted):
    assert touch["touchType"] == "pencil", touch
    assert touch.get("buttons", []) == wanted["buttons"], (touch, wanted)
    for name in set(wanted) - {"buttons"}:
        assert abs(touch[name] - wanted[name]) < 0.001, (name, touch, wanted)


def is_ahead(touch, before):
    """Whether a pen that moves is expected to be further on its way; in a sharp turn it may be beside it."""
    now = [touch[axis] for axis in "xy"]
    ahead = [there - here for there, here in zip(touch["predicted"], now)]
    step = [here - before[axis] for here, axis in zip(now, "xy")]
    assert math.hypot(*ahead) < 100, touch
    return ahead[0] * step[0] + ahead[1] * step[1] > 0


@test("evdev: a pen's recording signs and rubs, with every position, force and angle; the hand beside it is no touch")
def signs(lab):
    path, = lab.own_recordings("small-pen.evemu")
    recording = Recording(path)
    lab.start(TREE)
    panel = lab.panel()
    pen = lab.plug(recording.description.make("Lab Pen"))
    watcher = lab.subscriber("touches", detail=True)
    wanted = strokes(recording.frames)
    assert [len(stroke) for stroke in wanted] == [40, 10]
    frames = iter(recording.frames)
    pen.send(*next(frames))
    lab.settle()
    # The pen is near, so what lies down beside it is a hand.
    panel.frame(down(0, 260, 300))
    lab.settle()
    for frame in frames:
        pen.send(*frame)
        lab.settle()
    ahead = []
    for stroke in wanted:
        for number, each in enumerate(stroke):
            phase, touch = next_touch(watcher)
            assert phase == ("moved" if number else "began"), (phase, touch)
            expect(touch, each)
            if number:
                ahead.append(is_ahead(touch, stroke[number - 1]))
        phase, touch = next_touch(watcher)
        assert phase == "ended", (phase, touch)
        assert (touch["x"], touch["y"]) == (stroke[-1]["x"], stroke[-1]["y"]), touch
    assert len(ahead) == 48 and sum(ahead) > 36, ahead
    panel.frame(up(0))
    lab.nothing_else(watcher)
    # It has gone, and fingers are touches again.
    panel.frame(down(0, 260, 300))
    phase, touch = next_touch(watcher)
    assert phase == "began" and "touchType" not in touch, (phase, touch)
    panel.frame(up(0))
    assert next_touch(watcher)[0] == "ended"
    lab.nothing_else(watcher)
