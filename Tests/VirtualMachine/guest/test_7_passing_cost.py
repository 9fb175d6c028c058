"""How long a frame takes from the panel to the virtual touchscreen, beside a C program that only relays."""

import contextlib
import glob
import subprocess
import time

from fingers import *
from kernel import *
from passing import right, virtual_nodes
from test_7_cost import PEERS
from test_7_life import machine_test

FRAMES, PART = 300, 60
CONFIGURATION = """
screens:
  panel: { size: [800, 480] }
devices:
  - { match: { name: "Lab Ours" }, screen: panel }
  - { match: { name: "Lab Other" }, ignore: true }
  - { match: { name: "Relay" }, ignore: true }
application:
  windows:
    - id: desktop
      screen: panel
      passesOn: true
      gestureRecognizers:
        - { id: three, swipe: { direction: up, numberOfTouchesRequired: 3 } }
"""


@contextlib.contextmanager
def relay(panel):
    """The C program on another panel."""
    process = subprocess.Popen([f"{PEERS}/passing", panel.node])
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def nodes_of(phys):
    found = []
    for path in glob.glob("/sys/class/input/event*/device/phys"):
        with contextlib.suppress(OSError), open(path) as file:
            if file.read().strip() == phys:
                found.append("/dev/input/" + path.split("/")[4])
    return found


def delay(panel, node, step):
    """Microseconds from a frame of the panel to that of the other device, by the kernel's clock."""
    began = time.monotonic_ns() // 1000
    panel.frame(move(0, 100 + step % 300, 100 + step % 7), move(1, 450 + step % 300, 200))
    return node.read_frame()[0][0] - began


@machine_test("cost: the way of a frame to the virtual touchscreen, beside a C program", seconds=240, night=True,
              around=right)
def of_passing(lab):
    lab.start(CONFIGURATION)
    ours = lab.panel("Lab Ours", phys="lab/ours")
    lab.wait_until(lambda: len(virtual_nodes()) == 1, "there is our virtual touchscreen")
    other = lab.add(Touchscreen("Lab Other", phys="lab/other"))
    lab.add(relay(other))
    lab.wait_until(lambda: len(nodes_of("relay/0")) == 1, "there is the relay's")
    readers = {"ours": lab.add(Node(virtual_nodes()[0])), "relay": lab.add(Node(nodes_of("relay/0")[0]))}
    panels = {"ours": ours, "relay": other}
    for name, panel in panels.items():
        panel.frame(down(0, 50, 50), down(1, 400, 60))
        readers[name].read_frame()
    delays = {name: [] for name in panels}
    # In turn, so that whatever else the machine does meets both.
    for step in range(FRAMES):
        for name, panel in panels.items():
            delays[name].append(delay(panel, readers[name], step))
    # All parts are the same; in the worse ones the machine did something else.
    median = {name: min(sorted(found[start:start + PART])[PART // 2] for start in range(0, FRAMES, PART))
              for name, found in delays.items()}
    late = {name: sorted(found)[FRAMES * 99 // 100] for name, found in delays.items()}
    lab.runner.write(
        table=f"from the panel to the virtual touchscreen: median of the best fifth {median['ours']} µs and 99 % {late['ours']} µs, "
        f"a C program {median['relay']} µs and {late['relay']} µs")
    assert all(found > 0 for found in delays["ours"]), "a frame came before it was told"
    # The engine and its records are between; a finger that waits for the screen notices nothing of it.
    assert median["ours"] < 3 * median["relay"] + 2000, median
    for panel in panels.values():
        panel.frame(up(0), up(1))
