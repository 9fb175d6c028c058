"""A long session: a panel that is touched for days, at the speed of this machine."""

from configurations import WHOLE
from fingers import *
from test_7_life import machine_test

# So many frames between two lifts, and so many at once: fewer than the kernel keeps for a reader.
FRAMES_OF_A_TOUCH = 10_000
FRAMES_AT_ONCE = 25


def wandering(panel):
    """Frames of two fingers that move in each of them, as the kernel reads them from uinput."""
    events = []
    for step in range(FRAMES_AT_ONCE):
        for finger, x in ((0, 100 + step), (1, 300 + step)):
            events += [(EV_ABS, ABS_MT_SLOT, finger), (EV_ABS, ABS_MT_POSITION_X, x)]
        events += [(EV_ABS, ABS_X, 100 + step), (EV_SYN, SYN_REPORT, 0)]
    return b"".join(EVENT.pack(0, 0, *event) for event in events)


def own_memory(process):
    """The kilobytes that are the daemon's own: what grows when something is kept."""
    # All pages are counted for it. The kernel adds to the counts in "status" only now and then.
    with open(f"/proc/{process.pid}/smaps_rollup") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


@machine_test("session: 50,000 frames, or a million when asked for, lose nothing and keep nothing", night=True,
              seconds=1500)
def long_session(lab):
    wanted = 1_000_000 if "million" in lab.filter else 50_000
    lab.start(WHOLE.format(source="evdev"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    chunk = wandering(panel)
    told = {"began": 0, "moved": 0, "ended": 0, "cancelled": 0}
    before = None

    def listen():
        for line in watcher.lines_at_hand():
            told[line.partition('"phase":"')[2].partition('"')[0]] += 1

    moved = touches = 0
    while moved < wanted:
        panel.frame(down(0, 90, 100), down(1, 290, 100))
        for _ in range(FRAMES_OF_A_TOUCH // FRAMES_AT_ONCE):
            os.write(panel.descriptor, chunk)
            moved += FRAMES_AT_ONCE
            lab.settle()
            listen()
        panel.frame(up(0), up(1))
        touches += 1
        if moved >= wanted // 5 and before is None:
            before = own_memory(lab.process)
    lab.settle()
    listen()
    assert told == {"began": touches, "moved": moved, "ended": touches, "cancelled": 0}, told
    grown = own_memory(lab.process) - before
    lab.runner.write(table=f"{moved:,} frames, {touches} times two fingers: memory grown by {grown} kB "
                     f"since frame {wanted // 5:,}")
    assert grown <= 128, f"{grown} kB more than after a fifth of the frames"
