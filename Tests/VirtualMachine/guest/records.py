"""The lines subscribers read, as templates for Subscriber.expect, byte for byte."""


def coordinate(value):
    """A number as records write coordinates: one to three decimals."""
    text = f"{value:.3f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


def record(kind, members):
    return f'{{"seq":<seq>,"t":<t>,"frame":<frame>,"type":"{kind}",{members}}}'


def finger(name, x, y, origin=(0, 0), window=(0, 0), tap=1, device="<device>", **members):
    """One touch of a record, by its place on the screen and the origins of its view and window."""
    more = "".join(f',"{name}":{value}' for name, value in members.items())
    return (f'{{"id":<{name}>,"x":{coordinate(x - origin[0])},"y":{coordinate(y - origin[1])},'
            f'"windowX":{coordinate(x - window[0])},"windowY":{coordinate(y - window[1])},'
            f'"tapCount":{tap},"device":{device}{more}}}')


def lifted(name):
    """One touch of a record that says no place any more."""
    return f'{{"id":<{name}>}}'


def point(x, y):
    return f"[{coordinate(x)},{coordinate(y)}]"


def touches(phase, responder, *fingers, view=None, window="main"):
    return record("touches", f'"phase":"{phase}","responder":"{responder}",'
                  f'"view":"{view or responder}","window":"{window}","touches":[{",".join(fingers)}]')


def unhandled(phase, view, *names):
    fingers = ",".join(lifted(name) for name in names)
    return record("unhandled", f'"phase":"{phase}","view":"{view}","touches":[{fingers}]')


def gesture(recognizer, kind, state, view, x, y, *names, origin=None, **members):
    """An action of a recognizer; the members of its kind are given as JSON or a `<name>`.

    The origin is that of the view in its window; without it, any place in the window is right.
    """
    window = tuple(map(coordinate, (x + origin[0], y + origin[1]))) if origin else ("<any>", "<any>")
    # A swipe ends while its finger moves, every other gesture as its fingers lift.
    down = 0 if state == "ended" and kind != "swipe" else len(names)
    more = "".join(f',"{name}":{value}' for name, value in members.items())
    ids = ",".join(f"<{name}>" for name in names)
    return record("gesture", f'"recognizer":"{recognizer}","kind":"{kind}","state":"{state}",'
                  f'"view":"{view}","x":{coordinate(x)},"y":{coordinate(y)},"windowX":{window[0]},"windowY":{window[1]},'
                  f'"touches":[{ids}],"numberOfTouches":{down}{more}')


def control(control, event, *names, **members):
    more = "".join(f',"{name}":{value}' for name, value in members.items())
    ids = ",".join(f"<{name}>" for name in names)
    return record("control", f'"control":"{control}","event":"{event}","touches":[{ids}]{more}')


def press(phase, responder, kind, force):
    return record("presses", f'"phase":"{phase}","responder":"{responder}",'
                  f'"presses":[{{"id":<any>,"type":"{kind}","force":{coordinate(force)}}}]')


def motion(phase, responder):
    return record("motion", f'"phase":"{phase}","responder":"{responder}","motion":"shake"')


def remote_control(subtype, responder):
    return record("remoteControl", f'"subtype":"{subtype}","responder":"{responder}"')


def scroll(phase, view, x, y, zoom="1.0"):
    return record("scroll", f'"phase":"{phase}","view":"{view}","offset":{point(x, y)},"zoom":{zoom}')
