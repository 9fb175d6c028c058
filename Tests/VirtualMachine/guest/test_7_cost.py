"""What a frame costs, beside a C program that only reads and writes, and libinput's own tool."""

import contextlib
import socket
import subprocess

from configurations import WHOLE
from daemon import Process
from fingers import *
from test_7_life import machine_test

PEERS = "/share/peers"
FRAMES = 1500


def processor_time(pid):
    """Microseconds of processor time that a process has used."""
    with open(f"/proc/{pid}/schedstat") as file:
        return int(file.read().split()[0]) / 1000


@contextlib.contextmanager
def reader(*words):
    """Another program that reads the same device and writes lines."""
    ours, theirs = socket.socketpair()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    process = subprocess.Popen(words, stdout=theirs, stderr=subprocess.DEVNULL)
    theirs.close()
    try:
        yield process, ours
    finally:
        process.kill()
        process.wait()
        ours.close()


def drain(connection):
    """Takes what has come, so that the writer never waits."""
    connection.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while connection.recv(1 << 20):
            pass


def cost(lab, source):
    """Microseconds of a frame for the daemon and for those beside it."""
    lab.start(WHOLE.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    relay = lab.add(reader(f"{PEERS}/relay", panel.node))
    tool = lab.add(reader(f"{PEERS}/libinput-debug-events", "--device", panel.node))
    for process, _ in (relay, tool):
        lab.wait_until(lambda: panel.node in Process(process.pid).descriptors().values(),
                       "it has opened the panel")
    panel.frame(down(0, 100, 100), down(1, 300, 100))
    pids = {"ours": lab.process.pid, "relay": relay[0].pid, "tool": tool[0].pid}
    before = {name: processor_time(pid) for name, pid in pids.items()}
    told = 0
    for step in range(FRAMES):
        panel.frame(move(0, 101 + step % 200, 100), move(1, 301 + step % 200, 100))
        if step % 5 == 4:
            # As on a real panel, all programs read in time.
            lab.settle()
            told += sum('"phase":"moved"' in line for line in watcher.lines_at_hand())
            drain(relay[1])
            drain(tool[1])
    told += sum('"phase":"moved"' in line for line in watcher.lines_at_hand())
    used = {name: (processor_time(pid) - before[name]) / FRAMES for name, pid in pids.items()}
    assert told == FRAMES, f"{told} of {FRAMES} frames were told of"
    panel.frame(up(0), up(1))
    return used


@machine_test("cost: a frame from the kernel to a line, through evdev and through libinput",
              seconds=240)
def of_a_frame(lab):
    evdev = cost(lab, "evdev")
    lab.runner.write(
        table=f"a frame of two fingers through evdev: {evdev['ours']:.0f} µs, "
        f"{evdev['ours'] / evdev['relay']:.2f} × a C program that reads and writes, "
        f"{evdev['ours'] / evdev['tool']:.2f} × libinput debug-events")


@machine_test("cost: the same through libinput's source", seconds=240)
def beside_libinput(lab):
    libinput = cost(lab, "libinput")
    lab.runner.write(
        table=f"a frame of two fingers through libinput: {libinput['ours']:.0f} µs, "
        f"{libinput['ours'] / libinput['relay']:.2f} × a C program that reads and writes, "
        f"{libinput['ours'] / libinput['tool']:.2f} × libinput debug-events")
