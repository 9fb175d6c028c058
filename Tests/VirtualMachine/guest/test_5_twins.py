"""Which node is which panel: twins, panels with two nodes, nodes without rights."""

import os

from configurations import WHOLE
from fingers import *
from records import finger, lifted, touches
from suite import test
from test_2_touches import for_both_sources
from test_7_life import machine_test

TWINS = """
screens:
  left: {{ size: [800, 480] }}
  right: {{ size: [800, 480] }}
devices:
  - {{ match: {{ name: "Lab Twin", path: "lab/left*" }}, screen: left, source: {source} }}
  - {{ match: {{ name: "Lab Twin", path: "lab/right*" }}, screen: right, source: {source} }}
application:
  id: app
  windows:
    - {{ id: lw, screen: left, handles: [touches], isMultipleTouchEnabled: true }}
    - {{ id: rw, screen: right, handles: [touches], isMultipleTouchEnabled: true }}
"""


@for_both_sources("two identical panels are told apart by their paths, whichever comes first")
def twins(lab, source):
    lab.start(TWINS.format(source=source))
    watcher = lab.subscriber("touches")
    for round, order in enumerate((("left", "right"), ("right", "left"))):
        panels = {side: lab.panel("Lab Twin", phys=f"lab/{side}/input0") for side in order}
        for side, panel in panels.items():
            window = f"{side[0]}w"
            one = finger(f"{side}{round}", 10, 20, tap="<any>", device="<any>")
            panel.frame(down(0, 10, 20))
            panel.frame(up(0))
            watcher.expect(touches("began", window, one, window=window),
                           touches("ended", window, one, window=window))
        names = {watcher.devices()[panel.node]["name"] for panel in panels.values()}
        assert len(names) == 2, f"two devices are called {names}"
        for panel in panels.values():
            panel.destroy()
        lab.wait_until(lambda: not any(lab.has_open(panel) for panel in panels.values()),
                       "both are gone")
    lab.nothing_else(watcher)


@for_both_sources("a panel with two nodes counts once, and the other node takes over when one goes")
def two_nodes(lab, source):
    lab.start(WHOLE.format(source=source))
    watcher = lab.subscriber("touches")
    first = lab.panel("Lab First", phys="lab/panel/input0")
    second = lab.add(Touchscreen("Lab Second", phys="lab/panel/input1"))
    lab.wait_until(lambda: second.node in watcher.devices(), "the daemon knows the second node")
    told = watcher.devices()[second.node]
    assert (told["state"], told["reason"]) == (
        "unused", f"it is the same panel as {first.node}"), told
    # As such a panel does, both nodes say the same.
    for panel in (first, second):
        panel.frame(down(0, 10, 20))
    watcher.expect(touches("began", "ground", finger("a", 10, 20, device="<any>")))
    for panel in (first, second):
        panel.frame(up(0))
    watcher.expect(touches("ended", "ground", finger("a", 10, 20, device="<any>")))
    first.destroy()
    lab.wait_until_open(second)
    second.frame(down(0, 30, 40))
    watcher.expect(touches("began", "ground", finger("b", 30, 40, device="<any>",
                                                       tap="<any>")))
    lab.nothing_else(watcher)


@for_both_sources("the node of a panel that tells fingers apart is read, though the other came first")
def better_node(lab, source):
    lab.start(WHOLE.format(source=source))
    watcher = lab.subscriber("touches")
    single = lab.plug(SinglePanel(phys="lab/panel/input0"))
    single.frame(down(0, 10, 20))
    watcher.expect(touches("began", "ground", finger("a", 10, 20, device="<any>")))
    panel = lab.panel(phys="lab/panel/input1")
    watcher.expect(touches("cancelled", "ground", lifted("a")))
    assert not lab.has_open(single)
    panel.frame(down(0, 10, 20), down(1, 30, 40))
    watcher.expect(touches("began", "ground", finger("b", 10, 20, device="<any>", tap="<any>"),
                           finger("c", 30, 40, device="<any>", tap="<any>")))
    lab.nothing_else(watcher)


@machine_test("devices: one without rights waits without trying, and is opened when it gets them")
def rights(lab):
    panel = lab.add(Touchscreen())
    os.chmod(panel.node, 0)
    lab.start(WHOLE.format(source="evdev"))
    watcher = lab.subscriber("touches")
    told = watcher.devices()[panel.node]
    assert told["state"] == "waiting" and "ermission" in told["reason"], told
    os.chmod(panel.node, 0o660)
    lab.wait_until_open(panel)
    panel.frame(down(0, 10, 20))
    watcher.expect(touches("began", "ground", finger("a", 10, 20)))


@test("devices: the command lists each node, whether it is used, and why not")
def listed(lab):
    lab.start(WHOLE.format(source="evdev"))
    panel = lab.panel(phys="lab/panel")
    pad = lab.add(Touchpad("Other Pad"))
    watcher = lab.subscriber("touches")
    lab.wait_until(lambda: pad.node in watcher.devices(), "the daemon knows the pad")
    used, unused = (watcher.devices()[device.node] for device in (panel, pad))
    assert {name: used[name] for name in (
        "name", "kind", "state", "source", "screen", "region", "path", "slots", "physicalSize")} == {
        "name": "Lab Touchscreen", "kind": "touchscreen", "state": "open", "source": "evdev",
        "screen": "panel", "region": [0, 0, 800, 480], "path": "lab/panel", "slots": 10,
        "physicalSize": [199.75, 119.75]}, used
    assert unused["state"] == "unused" and "no entry under devices" in unused["reason"], unused
    text = lab.command("devices")
    for word in (panel.node, pad.node, "no entry under devices"):
        assert word in text, text
