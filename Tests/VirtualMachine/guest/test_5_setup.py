"""From device to screen: matrices, regions, sizes, and changing them while fingers are down."""

import subprocess

from configurations import GROUND, WHOLE
from fingers import *
from records import finger, lifted, touches
from suite import test
from test_2_touches import for_both_sources
from test_7_life import machine_test
from udev import Rule

# A quarter turn clockwise, as libinput's documentation gives it.
TURNED = "0 -1 1 1 0 0"

PLACED = """
screens:
  panel: {{ size: [800, 480] }}
devices:
  - match: {{ name: "Lab *" }}
    source: {source}
    {entry}
""" + GROUND


MILLIMETRES = """
screens:
  panel: { size: [800, 480], physicalSize: [80, 48] }
devices:
  - match: { name: "Lab *" }
    source: evdev
    physicalSize: [80, 48]
application:
  id: app
  windows:
    - id: main
      screen: panel
      gestureRecognizers:
        - { id: drag, pan: { threshold: "10mm" } }
"""


def touch(panel, watcher, name, at, place):
    """A touch at a place of the panel must lie at a place of the screen."""
    one = finger(name, *place, device="<any>", tap="<any>")
    panel.frame(down(0, *at))
    panel.frame(up(0))
    watcher.expect(touches("began", "ground", one), touches("ended", "ground", one))


@for_both_sources("a matrix of six or nine numbers, and a region, put touches where they say")
def placed(lab, source):
    for number, (entry, place) in enumerate((
            ("calibrationMatrix: [1, 0, 0.1, 0, 0.5, 0]", (280, 60)),
            ("calibrationMatrix: [1, 0, 0.1, 0, 0.5, 0, 0, 0, 1]", (280, 60)),
            ("region: [400, 240, 400, 240]", (500, 300)),
            ("region: [400, 0, 400, 240]\n    rotate: 180", (700, 180)))):
        begin = lab.restart if number else lab.start
        begin(PLACED.format(source=source, entry=entry))
        panel = lab.panel()
        with lab.subscriber("touches") as watcher:
            touch(panel, watcher, f"f{number}", (200, 120), place)
        panel.destroy()


@for_both_sources("a calibration that udev knows serves, and one that it learns serves at once")
def by_udev(lab, source):
    lab.add(Rule('SUBSYSTEM=="input", ATTRS{name}=="Lab Turned", '
                 f'ENV{{LIBINPUT_CALIBRATION_MATRIX}}="{TURNED}"'))
    lab.start(WHOLE.format(source=source))
    watcher = lab.subscriber("touches")
    panel = lab.panel("Lab Turned")
    touch(panel, watcher, "a", (200, 120), (600, 120))
    panel.frame(down(0, 200, 120))
    watcher.expect(touches("began", "ground", finger("b", 600, 120, device="<any>", tap="<any>")))
    with Rule('SUBSYSTEM=="input", ATTRS{name}=="Lab Turned", '
              'ENV{LIBINPUT_CALIBRATION_MATRIX}="1 0 0 0 1 0.25"'):
        subprocess.run(["udevadm", "trigger", "--action=change", "--settle",
                        f"--name-match={panel.node}"], check=True)
        watcher.expect(touches("cancelled", "ground", lifted("b")))
        lab.wait_until_open(panel)
    if source == "evdev":
        one = finger("c", 200, 240, device="<any>", tap="<any>")
        watcher.expect(touches("began", "ground", one))
        panel.frame(up(0))
        watcher.expect(touches("ended", "ground", one))
    else:
        panel.frame(up(0))
    touch(panel, watcher, "d", (200, 120), (200, 240))
    lab.nothing_else(watcher)


@test("physicalSize: what is written in millimetres means as many points as the panel has")
def millimetres(lab):
    # 800 points on 80 mm: a millimetre is ten points, whatever the panel says of itself.
    lab.start(MILLIMETRES)
    panel = lab.panel()
    watcher = lab.subscriber("gesture")

    def drag(distance):
        panel.frame(down(0, 100, 100))
        panel.frame(move(0, 100 + distance, 100))
        panel.frame(up(0))
        lab.settle()
        return watcher.lines_at_hand()
    assert drag(90) == [], "9 mm were enough"
    assert len(drag(110)) > 0, "11 mm were not enough"


@for_both_sources("set: fingers are cancelled, the next lies where it was set, also after a reload")
def set_while_down(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 200, 120))
    watcher.expect(touches("began", "ground", finger("a", 200, 120)))
    lab.command("set", "--device", panel.name, "rotate=180", "noise={\"maximumContacts\": 1}")
    watcher.expect(touches("cancelled", "ground", lifted("a")))
    lab.wait_until_open(panel)
    if source == "evdev":
        watcher.expect(touches("began", "ground", finger("b", 600, 360, tap="<any>")))
        panel.frame(up(0))
        watcher.expect(touches("ended", "ground", finger("b", 600, 360, tap="<any>")))
    else:
        panel.frame(up(0))
    lab.settle()
    panel.frame(down(0, 100, 100), down(1, 300, 300))
    watcher.expect(touches("began", "ground", finger("c", 700, 380, tap="<any>")))
    panel.frame(up(0), up(1))
    watcher.expect(touches("ended", "ground", finger("c", 700, 380, tap="<any>")))
    # It comes again, and is set up as it was.
    panel.destroy()
    panel = lab.panel()
    touch(panel, watcher, "d", (200, 120), (600, 360))
    # A reload leaves it so.
    lab.command("reload")
    touch(panel, watcher, "e", (200, 120), (600, 360))
    touch(panel, taken_back(lab, watcher, panel), "f", (200, 120), (200, 120))


def taken_back(lab, watcher, panel):
    """Lets the file count again; a subscriber that has seen nothing of the time before."""
    keys = watcher.devices()[panel.node]["set"]
    lab.command("set", "--device", panel.name, *(f"{key}=null" for key in keys))
    lab.wait_until(lambda: "set" not in watcher.devices()[panel.node], "the file counts")
    lab.settle()
    return lab.subscriber("touches")


class Hand:
    """Touches the crosses that responderctl asks for, on a panel that is off."""

    # The panel is mirrored, and a tenth too small.
    @staticmethod
    def place(x, y):
        return round((800 - x) * 0.9 + 40), round(y * 0.9 + 24)

    def __init__(self, lab, panel):
        self.lab, self.panel = lab, panel

    def calibrate(self, *options):
        """Runs the command and touches what it asks for; its output and its errors."""
        with subprocess.Popen(
                [self.lab.program("responderctl"), "calibrate", self.panel.node, "--socket",
                 self.lab.daemon.socket, *options], text=True, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE) as command:
            said = []
            for line in command.stderr:
                said.append(line)
                if line.startswith("touch the cross at "):
                    x, y = map(float, line.split()[4].split(","))
                    self.panel.frame(down(0, *self.place(x, y)))
                    self.panel.frame(up(0))
            printed = command.stdout.read()
        assert command.returncode == 0, "".join(said)
        return printed, "".join(said)


@for_both_sources("calibrate: four touched crosses, and touches lie where they belong until it is taken back")
def calibrated(lab, source):
    lab.start(WHOLE.format(source=source))
    panel = lab.panel()
    hand = Hand(lab, panel)
    printed, said = hand.calibrate()
    assert said.count("touch the cross at ") == 4, said
    assert "calibrationMatrix: [" in printed, printed
    lab.settle()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, *hand.place(400, 240)))
    record = watcher.read()
    place = [(touch["x"], touch["y"]) for touch in record["touches"]][0]
    assert abs(place[0] - 400) < 1.5 and abs(place[1] - 240) < 1.5, place
    panel.frame(up(0))
    assert watcher.read()["phase"] == "ended"
    touch(panel, taken_back(lab, watcher, panel), "a", (200, 120), (200, 120))


@machine_test("calibrate --install: the matrix lasts, for a new daemon too, and --undo takes it back")
def installed(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    hand = Hand(lab, panel)
    hand.calibrate("--install")

    def is_right():
        with lab.subscriber("touches") as watcher:
            panel.frame(down(0, *hand.place(400, 240)))
            place = watcher.read()["touches"][0]
            panel.frame(up(0))
            assert watcher.read()["phase"] == "ended"
            return abs(place["x"] - 400) < 1.5 and abs(place["y"] - 240) < 1.5
    lab.settle()
    assert is_right()
    panel.destroy()
    lab.restart(WHOLE.format(source="libinput"))
    panel = hand.panel = lab.panel()
    assert is_right(), "the matrix is lost"
    lab.command("calibrate", panel.node, "--undo")
    lab.wait_until_open(panel)
    watcher = lab.subscriber("touches")
    touch(panel, watcher, "a", (200, 120), (200, 120))
    shown = lab.command("devices")
    assert "calibrationMatrix" not in shown, shown
