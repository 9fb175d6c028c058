"""What a frame costs, beside a C program that only reads and writes, and libinput's own tool."""

import contextlib
import os
import re
import socket
import subprocess

from configurations import WHOLE
from daemon import Process
from fingers import *
from test_7_life import machine_test

PEERS = "/share/peers"
FRAMES = 1500
TRACING = "/sys/kernel/tracing"
# Of amd64; what else is called keeps its number.
CALLS = {0: "read", 1: "write", 7: "poll", 44: "sendto", 228: "clock_gettime", 232: "epoll_wait", 281: "epoll_pwait",
         286: "timerfd_settime"}


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


def wait_for_opening(lab, process, panel):
    lab.wait_until(lambda: panel.node in Process(process.pid).descriptors().values(), "it has opened the panel")


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
        wait_for_opening(lab, process, panel)
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
              seconds=240, night=True)
def of_a_frame(lab):
    evdev = cost(lab, "evdev")
    lab.runner.write(
        table=f"a frame of two fingers through evdev: {evdev['ours']:.0f} µs, "
        f"{evdev['ours'] / evdev['relay']:.2f} × a C program that reads and writes, "
        f"{evdev['ours'] / evdev['tool']:.2f} × libinput debug-events")


@machine_test("cost: the same through libinput's source", seconds=240, night=True)
def beside_libinput(lab):
    libinput = cost(lab, "libinput")
    lab.runner.write(
        table=f"a frame of two fingers through libinput: {libinput['ours']:.0f} µs, "
        f"{libinput['ours'] / libinput['relay']:.2f} × a C program that reads and writes, "
        f"{libinput['ours'] / libinput['tool']:.2f} × libinput debug-events")


def settle(lab, tool):
    """Waits until the daemon and libinput's tool have nothing left to do."""
    lab.settle()
    # It waits in poll or ppoll, here and on arm64.
    lab.wait_until(lambda: Process(tool.pid).is_idle({"7", "271", "73"}), "the tool has nothing left to do")


@contextlib.contextmanager
def counted_calls(pid):
    """Counts the system calls of a process while it lasts; the result is there afterwards."""
    folder = f"{TRACING}/events/raw_syscalls/sys_enter"
    if not os.path.exists(folder):
        subprocess.run(["mount", "-t", "tracefs", "tracefs", TRACING], check=True)
    trigger, found = f"hist:keys=id if common_pid == {pid}", {}

    def set_trigger(text):
        with open(f"{folder}/trigger", "w") as file:
            file.write(text)
    set_trigger(trigger)
    yield found
    with open(f"{folder}/hist") as file:
        for number, count in re.findall(r"{ id: +(\d+) } hitcount: +(\d+)", file.read()):
            found[CALLS.get(int(number), number)] = int(count)
    set_trigger("!" + trigger)


def begin(lab, configuration):
    """Starts the daemon for a part of a test."""
    (lab.restart if lab.process else lab.start)(configuration)


def calls_of_a_frame(lab, source, frames=30):
    """The system calls of a frame of two fingers, by name: ours, and those of libinput's own tool."""
    begin(lab, WHOLE.format(source=source))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    tool, output = lab.add(reader(f"{PEERS}/libinput-debug-events", "--device", panel.node))
    wait_for_opening(lab, tool, panel)
    settle(lab, tool)
    found = []
    for pid in (lab.process.pid, tool.pid):
        panel.frame(down(0, 100, 100), down(1, 300, 100))
        lab.settle()
        # What follows a landing is over: it has been looked at whether all is well.
        lab.rest(1.5)
        with counted_calls(pid) as calls:
            for step in range(frames):
                panel.frame(move(0, 101 + step, 100), move(1, 301 + step, 100))
                settle(lab, tool)
                drain(output)
        found.append({name: count / frames for name, count in calls.items()})
        panel.frame(up(0), up(1))
        lab.settle()
    watcher.lines_at_hand()
    panel.destroy()
    return found


@machine_test("cost: a frame is one wait, one read, one write and two looks at the clock", seconds=120)
def calls(lab):
    for source in ("evdev", "libinput"):
        ours, tool = calls_of_a_frame(lab, source)
        shown = [", ".join(f"{count:.2f} {name}" for name, count in sorted(one.items(), key=str)) for one in (ours, tool)]
        lab.runner.write(table=f"calls of a frame, {source}: {shown[0]}; libinput debug-events: {shown[1]}")
        # The kernel answers for the clock of most machines without a call. The watchdog is fed meanwhile.
        most = {"read": 1, "sendto": 1, "epoll_wait": 1, "clock_gettime": 2}
        if source == "evdev":
            over = {name: count for name, count in ours.items() if count > most.get(name, 0) + 0.5}
            assert not over, over


def latency(lab, source, fingers, order):
    """Microseconds from a frame to its line, their median and 99 %: ours, and those of libinput's own tool. In turn each has
    a panel of its own; at one panel the kernel wakes first who has opened it first."""
    text = WHOLE.format(source=source)
    begin(lab, text.replace("devices:", 'devices:\n  - { match: { name: "Other" }, ignore: true }'))
    panel = Touchscreen(wait=False)
    other = Touchscreen("Other") if order == "in turn" else panel
    words = [f"{PEERS}/libinput-debug-events", "--device", other.node]
    with panel, other, contextlib.ExitStack() as stack:
        if order == "the tool first":
            with lab.process:
                panel.wait()
                tool, output = stack.enter_context(reader(*words))
                wait_for_opening(lab, tool, other)
        lab.wait_until_open(panel)
        if order != "the tool first":
            tool, output = stack.enter_context(reader(*words))
            wait_for_opening(lab, tool, other)
        # Who has opened a panel looks then which fingers are on it.
        settle(lab, tool)
        watcher = lab.subscriber("touches")
        for one in {panel, other}:
            one.frame(*(down(finger, 50 + 50 * finger, 90) for finger in range(fingers)))
        settle(lab, tool)
        watcher.lines_at_hand()
        drain(output)
        numbers = [panel.descriptor, watcher.connection.fileno(), other.descriptor, output.fileno()]
        done = subprocess.run([f"{PEERS}/latency", "300", f"{fingers}", *map(str, numbers)], pass_fds=numbers, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.returncode == 0, f"{source}, {fingers} fingers, {order}: {done.stderr or done.returncode}"
    return [tuple(map(int, line.split())) for line in done.stdout.splitlines()]


@machine_test("cost: the time from a frame to its line, beside libinput debug-events", seconds=240, night=True)
def of_latency(lab):
    for source in ("evdev", "libinput"):
        for fingers in (1, 10):
            for order in ("in turn", "ours first", "the tool first"):
                ours, tool = latency(lab, source, fingers, order)
                lab.runner.write(
                    table=f"from a frame of {fingers} to the line, {source}, {order}: median {ours[0]} µs and 99 % {ours[1]} µs, "
                    f"libinput debug-events {tool[0]} µs and {tool[1]} µs: {ours[0] / tool[0]:.2f} ×")
