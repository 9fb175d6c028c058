"""The ticket machine of the examples, used from the first page to the ticket by people who touch otherwise, or not at all."""

import json
import math
import os
import re
import signal
import subprocess
import tempfile

from buttons import Keyboard, Mouse, Pen
from fingers import down, move, up
from kernel import *
from test_7_kiosk import PANEL, TICKETS, Program, Python
from test_7_life import machine_test
from uinput import VirtualDevice

# Where each is touched on the way to a ticket, and what is shown there then.
WAY = (("north", 240, 180), ("single", 120, 200), ("yes", 140, 290), ("pad.ok", 240, 430))
ACTS = ["north", "single.tap", "yes", "pad.ok"]
# What is spoken of each.
SENTENCES = {"north": "Station North, button\n", "single": "Single ticket\n", "yes": "yes, button\n",
             "pad.ok": "pad.ok, button\n"}


def acts(records):
    """What was pressed so far."""
    return [line.get("control") or line["recognizer"] for line in records
            if line.get("event") == "primaryActionTriggered" or line["type"] == "gesture" and line["state"] == "ended"]


class Film:
    """The page that plays what happens: `responderctl record --html`; the host keeps those of a machine."""

    def __init__(self, lab, name):
        folder = "/share/films" if lab.in_machine else tempfile.gettempdir()
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, f"{name}.html")
        before = self.readers(lab)
        self.process = subprocess.Popen([lab.program("responderctl"), "record", "--html", self.path, "--socket", lab.daemon.socket],
                                        stderr=subprocess.DEVNULL)
        lab.wait_until(lambda: self.readers(lab) > before, "it is filmed", seconds=60)

    @staticmethod
    def readers(lab):
        return sum(client["subscriptions"] for client in json.loads(lab.command("status", "--json"))["clients"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def end(self):
        """Its records."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0
        with open(self.path, encoding="utf-8") as page:
            found = re.search(r'<script[^>]*id="?recording"?[^>]*>(.*?)</script>', page.read(), re.S)
        return json.loads(found[1])["records"]


def buy(lab, person, reach):
    """Goes the whole way: `reach` acts on each thing, when it is shown."""
    film = lab.add(Film(lab, person))
    machine = lab.add(Program(f"{TICKETS}/machine.json"))
    lab.wait_until(lambda: machine.has_said("built"), "the machine is built", seconds=60)
    for name, x, y in (*WAY, WAY[0]):
        lab.wait_until(lambda: lab.command("hit", str(x), str(y)).split()[0] == name, f"{name} is shown", seconds=60)
        if acts(machine.said) != ACTS:
            reach(name, x, y)
    assert acts(machine.said) == ACTS, machine.said
    assert [act for act in acts(film.end()) if act in ACTS] == ACTS, film.path


def by_focus(lab, step, select):
    """Moves the focus until it is where it is wanted."""
    watch = lab.subscriber("focus")

    def reach(name, *_):
        watch.lines_at_hand()
        for _ in range(20):
            step()
            if json.loads(watch.next_record_line())["focused"] == name:
                return select(name)
        raise AssertionError(f"the focus does not come to {name}")
    return reach


def tree(more="", entry="{ match: { kind: keys } }"):
    return PANEL.replace("devices:\n", f"{more}devices:\n  - {entry}\n")


@machine_test("everyone: a keyboard buys a ticket", seconds=120)
def keyboard(lab):
    lab.start(tree())
    keys = lab.plug(Keyboard())
    buy(lab, "keyboard", by_focus(lab, lambda: keys.tap_key(KEY_TAB), lambda _: keys.tap_key(KEY_ENTER)))


@machine_test("everyone: an encoder that is turned and pressed buys a ticket", seconds=120)
def encoder(lab):
    lab.start(tree())
    dial = lab.plug(VirtualDevice("Lab Encoder", keys=[KEY_ENTER], relative=[REL_DIAL]))
    buy(lab, "encoder", by_focus(lab, lambda: dial.send((EV_REL, REL_DIAL, 1)), lambda _: dial.tap_key(KEY_ENTER)))


@machine_test("everyone: two switches buy a ticket, and a hand that strikes each twice buys one", seconds=120, night=True)
def two_switches(lab):
    lab.start(tree("presses: { map: { KEY_F1: next, KEY_F2: select }, ignoreRepeat: 0.3 }\n"))
    switches = lab.plug(VirtualDevice("Lab Switches", keys=[KEY_F1, KEY_F2]))

    def strike(key):
        lab.rest(0.4)
        switches.tap_key(key)
        switches.tap_key(key)
    buy(lab, "two-switches", by_focus(lab, lambda: strike(KEY_F1), lambda _: strike(KEY_F2)))


@machine_test("everyone: one switch buys a ticket, and the focus moves by itself", seconds=180)
def one_switch(lab):
    lab.start(tree("presses: { map: { KEY_F1: select } }\n").replace("  windows:", "  focusScanInterval: 1\n  windows:"))
    switch = lab.plug(VirtualDevice("Lab Switch", keys=[KEY_F1]))
    # The first press begins the scan.
    switch.tap_key(KEY_F1)
    buy(lab, "one-switch", by_focus(lab, lambda: None, lambda _: switch.tap_key(KEY_F1)))


@machine_test("everyone: a mouse buys a ticket", seconds=120)
def mouse(lab):
    lab.start(tree(entry="{ match: { kind: mouse }, source: evdev }"))
    pointer = lab.plug(Mouse())
    place = [400, 240]

    def click(_, x, y):
        pointer.move(x - place[0], y - place[1])
        place[:] = x, y
        pointer.tap_key(BTN_LEFT)
    buy(lab, "mouse", click)


@machine_test("everyone: a pointer of the head that cannot click buys a ticket by resting", seconds=120)
def pointer(lab):
    lab.start(tree("", "{ match: { kind: mouse }, source: evdev }").replace(
        "  windows:", "  touchAccommodations: { dwellTime: 0.6 }\n  windows:"))
    mouse = lab.plug(Mouse())
    place = [400, 240]

    def rest(_, x, y):
        # On the way it rests nowhere for as long.
        for part in range(1, 11):
            mouse.move((x - place[0]) * part // 10 - (x - place[0]) * (part - 1) // 10,
                       (y - place[1]) * part // 10 - (y - place[1]) * (part - 1) // 10)
            lab.rest(0.02)
        place[:] = x, y
    buy(lab, "pointer", rest)


@machine_test("everyone: a pen buys a ticket, while the hand that holds it rests on the panel", seconds=120)
def pen(lab):
    lab.start(PANEL.replace("devices:\n", "devices:\n  - { match: { name: Lab Pen }, source: evdev, screen: panel }\n"))
    panel = lab.panel()
    stylus = lab.plug(Pen())

    def tap(_, x, y):
        # The hand lands first, on what lies below, and stays; the pen comes down beside it.
        panel.frame(down(0, x + 60, min(y + 60, 470)))
        stylus.hover(x, y)
        panel.frame(down(1, x + 90, min(y + 80, 475)))
        stylus.press(40, (EV_KEY, BTN_TOUCH, 1))
        for pressure in (58, 72, 60):
            lab.rest(0.02)
            stylus.press(pressure)
        stylus.press(0, (EV_KEY, BTN_TOUCH, 0))
        panel.frame(up(0), up(1))
        stylus.leave()
    buy(lab, "pen", tap)


@machine_test("everyone: a finger with tremor that taps twice buys one ticket", seconds=120)
def tremor(lab):
    lab.start(PANEL.replace(
        "  windows:", "  touchAccommodations: { holdDuration: 0.05, ignoreRepeat: 0.4, tapAssistance: initial }\n  windows:"))
    panel = lab.panel()

    def tap(_, x, y):
        lab.rest(0.5)
        panel.frame(down(0, x, y))
        # 6 Hz and 4 mm, on a panel of 5 points a millimetre, for as long as an old hand rests.
        for frame in range(1, 31):
            lab.rest(0.01)
            angle = 2 * math.pi * 6 * frame / 100
            panel.frame(move(0, x + round(20 * math.sin(angle)), y + round(12 * math.cos(angle))))
        panel.frame(up(0))
        lab.rest(0.08)
        panel.frame(down(0, x + 6, y + 4))
        lab.rest(0.08)
        panel.frame(up(0))
    buy(lab, "tremor", tap)


@machine_test("everyone: a blind finger buys a ticket with earphones, by what is spoken of what it comes to", seconds=180)
def blind_finger(lab):
    lab.start(PANEL)
    panel = lab.panel()
    jack = lab.add(VirtualDevice("Lab Jack", switches=[SW_HEADPHONE_INSERT]))
    speaker = lab.add(Python("-m", "responderd.speak", "--print", "--language", "en", "--earphones", "--explore"))
    lab.wait_until(lambda: '"subscriptions":2' in lab.command("status", "--json"), "it listens", seconds=60)

    def plug(is_in):
        jack.send((EV_SW, SW_HEADPHONE_INSERT, is_in))
        lab.wait_until(lambda: ("exploration" in lab.command("request", '{"tree":{"as":"configuration"}}')) == bool(is_in),
                       "fingers explore while earphones are in")
    plug(1)

    def find(name, x, y):
        lab.rest(0.5)
        # The finger lands at the other side of the panel, where nothing is, and goes over what is on its way.
        panel.frame(down(0, 780, y))
        lab.rest(0.4)
        for place in range(780, x, -20):
            panel.frame(move(0, place, y))
            lab.rest(0.01)
        panel.frame(move(0, x, y))
        lab.wait_until(lambda: speaker.lines[-1:] == [SENTENCES[name]], f"{name} is spoken")
        panel.frame(up(0))
        lab.rest(0.5)
        for _ in range(2):
            panel.frame(down(0, 700, 20))
            lab.rest(0.05)
            panel.frame(up(0))
            lab.rest(0.1)
    buy(lab, "blind-finger", find)
    panel.destroy()
    lab.wait_until(lambda: speaker.lines[-1:] == ["The screen does not react at the moment\n"], "it is spoken")
    panel = lab.panel()
    lab.wait_until(lambda: speaker.lines[-1:] == ["The screen reacts again\n"], "it is spoken")
    plug(0)
    watch = lab.subscriber("touches", "unhandled")
    panel.frame(down(0, 700, 20))
    panel.frame(up(0))
    assert [json.loads(watch.next_record_line())["phase"] for _ in range(2)] == ["began", "ended"]


@machine_test("everyone: by ear a ticket is bought, once earphones are plugged in", seconds=180)
def by_ear(lab):
    lab.start(tree())
    keys = lab.plug(Keyboard())
    jack = lab.add(VirtualDevice("Lab Jack", switches=[SW_HEADPHONE_INSERT]))
    speaker = lab.add(Python("-m", "responderd.speak", "--print", "--language", "en", "--earphones"))
    lab.wait_until(lambda: '"subscriptions":2' in lab.command("status", "--json"), "it listens", seconds=60)

    def select(name):
        if name == "north":
            lab.settle()
            assert speaker.lines == [], speaker.lines
            jack.send((EV_SW, SW_HEADPHONE_INSERT, 1))
        lab.wait_until(lambda: speaker.lines[-1:] == [SENTENCES[name]], f"{name} is spoken")
        keys.tap_key(KEY_ENTER)
    buy(lab, "by-ear", by_focus(lab, lambda: keys.tap_key(KEY_TAB), select))
    # What has the focus while they are out is spoken when they are in again, and nothing before.
    before = list(speaker.lines)
    watch = lab.subscriber("focus")
    jack.send((EV_SW, SW_HEADPHONE_INSERT, 0))
    keys.tap_key(KEY_TAB)
    assert json.loads(watch.next_record_line())["focused"] == "north"
    jack.send((EV_SW, SW_HEADPHONE_INSERT, 1))
    lab.wait_until(lambda: speaker.lines == [*before, SENTENCES["north"]], "it is spoken once")
