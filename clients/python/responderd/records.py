"""What records hold, for type checkers and editors, and the kinds of control. Written by make_records.py."""

import typing


class _Touch(typing.TypedDict):
    id: int


class Touch(_Touch, total=False):
    """A touch; x and y are in the coordinates of the hit view. A cancelled or unhandled touch has only its id."""
    x: typing.Union[float, None]
    y: typing.Union[float, None]
    windowX: typing.Union[float, None]
    windowY: typing.Union[float, None]
    tapCount: int
    device: str
    touchType: typing.Literal['indirect', 'pencil', 'indirectPointer']
    buttons: typing.List[str]
    force: float
    majorRadius: typing.Union[float, None]
    minorRadius: typing.Union[float, None]
    orientation: float
    timestamp: float
    distance: typing.Union[float, None]
    altitudeAngle: float
    azimuthAngle: float
    rollAngle: float
    predicted: typing.List[typing.Union[float, None]]
    marker: int


class _Touches(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['touches']
    phase: typing.Literal['began', 'moved', 'ended', 'cancelled']
    responder: str
    touches: typing.List["Touch"]


class Touches(_Touches, total=False):
    """A responder handled a phase of touches."""
    stream: str
    view: str
    window: str
    goesOn: typing.Literal[True]
    observed: typing.Literal[True]
    modifierFlags: typing.List[typing.Literal['shift', 'control', 'alternate', 'command']]
    coalesced: int


class Press(typing.TypedDict):
    """A key or button."""
    id: int
    type: str
    force: float


class _Unhandled(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['unhandled']
    phase: typing.Literal['began', 'moved', 'changed', 'ended', 'cancelled']


class Unhandled(_Unhandled, total=False):
    """No responder in the chain handled a phase of touches or presses."""
    stream: str
    view: str
    responder: str
    touches: typing.List["Touch"]
    presses: typing.List["Press"]
    observed: typing.Literal[True]
    modifierFlags: typing.List[typing.Literal['shift', 'control', 'alternate', 'command']]
    coalesced: int


class _Gesture(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['gesture']
    recognizer: str
    kind: typing.Literal['tap', 'longPress', 'pan', 'screenEdgePan', 'swipe', 'pinch', 'rotation', 'hover', 'transform', 'path', 'custom']
    state: typing.Literal['began', 'changed', 'ended', 'cancelled', 'failed']
    touches: typing.List[int]


class Gesture(_Gesture, total=False):
    """A recognizer recognized a gesture, or a gesture continued."""
    stream: str
    view: str
    x: typing.Union[float, None]
    y: typing.Union[float, None]
    windowX: typing.Union[float, None]
    windowY: typing.Union[float, None]
    locations: typing.List[typing.Dict[str, typing.Any]]
    numberOfTouches: int
    presses: typing.List[typing.Dict[str, typing.Any]]
    translation: typing.List[typing.Union[float, None]]
    velocity: typing.List[typing.Union[float, None]]
    progress: float
    over: str
    scale: float
    scaleVelocity: float
    rotation: float
    rotationVelocity: float
    direction: str
    transform: typing.List[typing.Union[float, None]]
    score: float
    reason: str
    rule: str
    observed: typing.Literal[True]
    modifierFlags: typing.List[typing.Literal['shift', 'control', 'alternate', 'command']]
    coalesced: int


class _Control(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['control']
    control: str
    event: str
    touches: typing.List[int]


class Control(_Control, total=False):
    """A control sent an event."""
    stream: str
    value: float
    isHighlighted: bool
    observed: typing.Literal[True]
    modifierFlags: typing.List[typing.Literal['shift', 'control', 'alternate', 'command']]
    coalesced: int


class _Action(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['action']
    action: str
    control: str


class Action(_Action, total=False):
    """The first responder of the control's chain that performs this action performed it; without such a responder, responder is omitted."""
    stream: str
    responder: str
    observed: typing.Literal[True]
    coalesced: int


class _Presses(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['presses']
    phase: typing.Literal['began', 'changed', 'ended', 'cancelled']
    responder: str
    presses: typing.List["Press"]


class Presses(_Presses, total=False):
    """A responder handled a phase of presses."""
    stream: str
    observed: typing.Literal[True]
    modifierFlags: typing.List[typing.Literal['shift', 'control', 'alternate', 'command']]
    coalesced: int


class _Motion(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['motion']
    phase: typing.Literal['began', 'ended', 'cancelled']
    responder: str
    motion: typing.Literal['shake']


class Motion(_Motion, total=False):
    """A responder handled a phase of motion."""
    stream: str
    observed: typing.Literal[True]
    coalesced: int


class _RemoteControl(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['remoteControl']
    subtype: str
    responder: str


class RemoteControl(_RemoteControl, total=False):
    """A responder handled a remote-control command."""
    stream: str
    observed: typing.Literal[True]
    coalesced: int


class _Scroll(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['scroll']
    phase: typing.Literal['began', 'changed', 'ended', 'decelerating', 'settled', 'zooming']
    view: str
    offset: typing.List[typing.Union[float, None]]
    zoom: float


class Scroll(_Scroll, total=False):
    """A scroll view's content moved."""
    stream: str
    target: typing.List[typing.Union[float, None]]
    observed: typing.Literal[True]
    coalesced: int


class _FirstResponder(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['firstResponder']
    accepted: bool
    firstResponder: typing.Union[str, None]


class FirstResponder(_FirstResponder, total=False):
    """A request to become the first responder, or to resign, was answered."""
    stream: str
    candidate: str
    zone: str
    coalesced: int


class _Focus(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['focus']
    focused: typing.Union[str, None]


class Focus(_Focus, total=False):
    """Another responder has focus, which receives presses."""
    stream: str
    zone: str
    explored: typing.Literal[True]
    coalesced: int


class _Feedback(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['feedback']
    view: str
    feedback: typing.Literal['impact', 'selection', 'unhighlight']


class Feedback(_Feedback, total=False):
    """What happens to a view should be felt or seen."""
    stream: str
    coalesced: int


class _Node(typing.TypedDict):
    id: str


class Node(_Node, total=False):
    """A view, by the keys of the configuration: those below, and every key of a view whose value is not the usual one."""
    frame: typing.Any
    owner: typing.Union[str, int]
    isPrivate: typing.Literal[True]
    overlaid: typing.List[str]
    at: typing.List[typing.Union[float, None]]
    viewController: typing.Dict[str, typing.Any]
    gestureRecognizers: typing.List[typing.Dict[str, typing.Any]]
    subviews: typing.List["Node"]


class _Edit(typing.TypedDict):
    seq: int
    t: float
    type: typing.Literal['edit']
    edit: typing.Literal['added', 'removed', 'changed', 'moved', 'all']


class Edit(_Edit, total=False):
    """The tree changed: changed has a view's node without subviews, added the node with its subviews."""
    stream: str
    view: str
    by: typing.Literal['touch']
    parent: str
    above: typing.Union[str, None]
    node: "Node"
    coalesced: int


class _Activity(typing.TypedDict):
    seq: int
    t: float
    type: typing.Literal['activity']
    state: typing.Literal['idle', 'active']
    since: float


class Activity(_Activity, total=False):
    """There was no touch for the configured time (idle), or there is a touch again (active)."""
    coalesced: int


class _Device(typing.TypedDict):
    seq: int
    t: float
    type: typing.Literal['device']
    device: str
    event: typing.Literal['added', 'changed', 'released', 'grabbed', 'removed']


class Device(_Device, total=False):
    """A device was added, changed or removed, or its grab was released by hand or applies again."""
    node: "Device"
    coalesced: int


class _Health(typing.TypedDict):
    seq: int
    t: float
    type: typing.Literal['health']
    event: typing.Literal['began', 'ended']
    fact: typing.Literal['noTouchDevice', 'unmatchedEntry', 'shadowedEntry', 'unopenedDevice', 'nothingPassedOn', 'releasedGrab', 'touchesBesideScreen', 'lastingTouch', 'faultyDevice', 'lostSocket', 'unreadableConfiguration', 'refusedConfiguration', 'missedDeadline', 'jumpedClock', 'programProblem']
    about: str
    isProblem: bool
    text: str
    fix: str


class Health(_Health, total=False):
    """Something that keeps touches from programs, or may, has begun or is over."""
    count: int
    coalesced: int


class _Question(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['question']
    question: int
    recognizer: str


class Question(_Question, total=False):
    """A client is asked to decide before a deadline and replies with the request answer; or the deadline was missed, and defaultAnswer was used."""
    stream: str
    asks: typing.Literal['shouldBegin', 'shouldReceiveTouch', 'willEndDragging']
    view: str
    touches: typing.List[int]
    offset: typing.List[typing.Union[float, None]]
    velocity: typing.List[typing.Union[float, None]]
    target: typing.List[typing.Union[float, None]]
    deadline: float
    missed: typing.Literal[True]
    answer: bool
    observed: typing.Literal[True]
    coalesced: int


class _Raw(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['raw']
    device: str
    contacts: typing.List[typing.Dict[str, typing.Any]]


class Raw(_Raw, total=False):
    """What a device reported, in points of its screen."""
    stream: str
    screen: str
    coalesced: int


_ExplainWords = typing.TypedDict("_ExplainWords", {'from': typing.Literal['possible', 'began', 'changed', 'ended', 'cancelled', 'failed'], 'for': str}, total=False)


class _Explain(typing.TypedDict):
    seq: int
    t: float
    frame: int
    type: typing.Literal['explain']


class Explain(_Explain, _ExplainWords, total=False):
    """Why something happened: a change of a recognizer's state with its reason, or one event."""
    stream: str
    event: typing.Literal['waits', 'holds', 'releases', 'refuses', 'ignores', 'lands', 'lifts', 'misses', 'drops', 'stuck', 'cycle', 'hitTest', 'pointInside', 'asks', 'touches', 'press', 'reset', 'proposes', 'beginTracking', 'continueTracking', 'endTracking', 'cancelTracking', 'canBecomeFirstResponder', 'canResignFirstResponder']
    recognizer: str
    responder: str
    view: str
    trace: typing.List[typing.Dict[str, typing.Any]]
    device: str
    contact: int
    point: typing.List[typing.Union[float, None]]
    control: str
    scrollView: str
    other: str
    recognizers: typing.List[str]
    length: int
    state: typing.Literal['possible', 'began', 'changed', 'ended', 'cancelled', 'failed']
    currently: typing.Literal['possible', 'began', 'changed', 'ended', 'cancelled', 'failed']
    reason: str
    rule: str
    touches: typing.List[int]
    press: typing.Union[str, int]
    phase: str
    after: float
    until: float
    question: str
    answer: bool
    coalesced: int
    to: typing.Literal['possible', 'began', 'changed', 'ended', 'cancelled', 'failed']


Record = typing.Union[
    Touches,
    Unhandled,
    Gesture,
    Control,
    Action,
    Presses,
    Motion,
    RemoteControl,
    Scroll,
    FirstResponder,
    Focus,
    Feedback,
    Edit,
    Activity,
    Device,
    Health,
    Question,
    Raw,
    Explain]

# The kinds of control: the key of the value that fingers change, the key of the number of choices, the values
# that a node does not say, and the parts that are touched one by one, or the key of their number.
CONTROLS = {
    'control': {},
    'button': {},
    'switch': {'value': 'isOn', 'usual': {'isOn': False}},
    'slider': {'value': 'value', 'usual': {'value': 0.0, 'minimumValue': 0.0, 'maximumValue': 1.0}},
    'stepper': {'value': 'value', 'usual': {'value': 0.0, 'minimumValue': 0.0, 'maximumValue': 100.0, 'stepValue': 1.0}, 'parts': 2},
    'segmentedControl': {'value': 'selectedSegmentIndex', 'choices': 'numberOfSegments', 'usual': {'selectedSegmentIndex': None, 'numberOfSegments': 2}, 'parts': 'numberOfSegments'},
    'pageControl': {'value': 'currentPage', 'choices': 'numberOfPages', 'usual': {'currentPage': 0, 'numberOfPages': 0}, 'parts': 2},
}
