"""What happens to a service in its years: no room, no memory, no descriptors, clocks, sleep."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import time

from configurations import WHOLE
from daemon import CONFIGURATION, UNIT, properties_of_unit
from fingers import *
from records import finger, lifted, touches
from test_7_life import check_touch, doctor, machine_test, restarted, systemctl, truth


@contextlib.contextmanager
def unit_with(*lines):
    """The service with more words in its unit, until the test is over."""
    folder = f"/run/systemd/system/{UNIT}.d"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/lab.conf", "w") as file:
        file.write("[Service]\n" + "\n".join(lines) + "\n")
    systemctl("daemon-reload")
    try:
        yield
    finally:
        os.unlink(f"{folder}/lab.conf")
        systemctl("daemon-reload")


@contextlib.contextmanager
def full(folder):
    """A file system without a free byte."""
    filler = os.path.join(folder, "lab-filler")
    try:
        with open(filler, "wb") as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(65536))
                file.flush()
        yield
    finally:
        os.unlink(filler)


@machine_test("falls: a full disk ends a recording with a word, and touches nothing else",
              seconds=120)
def full_disk(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    os.makedirs("/run/lab", exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", "/run/lab"], check=True)
    try:
        recorder = subprocess.Popen(
            ["responderctl", "record", "--format", "evemu", "--output", "/run/lab/fingers",
             panel.node], stderr=subprocess.PIPE, text=True)
        assert "recording" in recorder.stderr.readline()
        step = 0
        while recorder.poll() is None:
            panel.frame(down(0, 100, 100))
            for number in range(50):
                panel.frame(move(0, 100 + number, 100 + step % 300))
            panel.frame(up(0))
            step += 1
            assert step < 200, "it goes on although nothing fits"
        said = recorder.stderr.read()
        assert recorder.returncode == 1 and "No space left on device" in said, said
    finally:
        subprocess.run(["umount", "/run/lab"], check=True)
    truth(lab, panel)


@machine_test("falls: with /run full the daemon works, and can be started again", seconds=120)
def full_run(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    with full("/run"):
        check_touch(lab, panel, "full")
        lab.expect_death()
        status, output = systemctl("restart", UNIT)
        assert status == 0, output
        lab.follow_restart()
        lab.wait_until_open(panel)
        check_touch(lab, panel, "again")
    truth(lab, panel)


@machine_test("falls: a configuration beyond its memory kills it, and the next good one brings it back",
              seconds=200, night=True)
def no_memory(lab):
    with unit_with("MemoryMax=10M", "MemorySwapMax=0"):
        lab.start(WHOLE.format(source="libinput"))
        panel = lab.panel()
        watcher = lab.subscriber("touches")
        panel.frame(down(0, 10, 10))
        watcher.expect(touches("began", "ground", finger("a", 10, 10)))
        good = WHOLE.format(source="libinput")
        lab.expect_death()
        mark = lab.journal_mark()
        with open(CONFIGURATION, "w") as file:
            file.write(good + "          subviews:\n")
            file.writelines(f"            - {{ id: v{number}, frame: [0, 0, 5, 5] }}\n"
                            for number in range(30000))
        systemctl("kill", "--signal=HUP", "--kill-whom=main", UNIT)
        lab.wait_until(lambda: "oom-kill" in lab.journal_since(mark, "--unit", UNIT),
                       "the kernel ends it", seconds=90)
        assert watcher.read_line() is None, "a line from a dead daemon"
        lab.wait_until(lambda: doctor(lab)[0] == 1 and "the service does not run: it needed more "
                       "memory than MemoryMax= allows" in doctor.said, "the doctor says why", seconds=90)
        with open(CONFIGURATION, "w") as file:
            file.write(good)
        lab.wait_until(lambda: properties_of_unit("SubState")["SubState"] == "running",
                       "it is back", seconds=90)
        lab.follow_restart()
        lab.wait_until_open(panel)
        panel.frame(up(0))
        lab.settle()
        truth(lab, panel)
        lab.expect_death()
        systemctl("stop", UNIT)


@machine_test("falls: when descriptors get scarce callers are told, devices have theirs, and nothing spins",
              seconds=150)
def no_descriptors(lab):
    with unit_with("LimitNOFILE=32:32"):
        lab.start(WHOLE.format(source="evdev"))
        panel = lab.panel()
        watcher = lab.subscriber("touches")
        callers, told = [], None
        while told is None:
            assert len(callers) < 40, "there is room for all"
            caller = socket.socket(socket.AF_UNIX)
            caller.settimeout(20)
            caller.connect(lab.daemon.socket)
            line = caller.makefile().readline()
            if json.loads(line)["type"] == "hello":
                callers.append(caller)
            else:
                told = line
                caller.close()
        assert '"code":"limit"' in told and "LimitNOFILE" in told, told
        later = lab.add(Touchscreen("Lab Later"))
        panel.frame(down(0, 10, 10))
        panel.frame(up(0))
        watcher.expect(touches("began", "ground", finger("a", 10, 10)),
                       touches("ended", "ground", finger("a", 10, 10)))
        lab.settle()
        status = watcher.ask(status={})
        assert status["refused"] >= 1, status
        # A device that comes now finds room all the same.
        lab.wait_until_open(later)
        ticks = processor_ticks(lab)
        lab.rest(1)
        assert processor_ticks(lab) - ticks < 20, "it spins"
        for caller in callers:
            caller.close()
        lab.settle()
        check_touch(lab, later, "later")
        lab.expect_death()
        systemctl("stop", UNIT)


def processor_ticks(lab):
    """How much the daemon has worked, in hundredths of a second."""
    return sum(int(ticks) for ticks in lab.process._stat()[11:13])


@machine_test("falls: a disk that stands still for two seconds delays no finger", seconds=150)
def still_disk(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    slowest, taps = 0, 0
    subprocess.run(["fsfreeze", "--freeze", "/"], check=True)
    try:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            began = time.monotonic()
            panel.frame(down(0, 30, 40))
            panel.frame(up(0))
            one = finger(f"tap{taps}", 30, 40, tap="<any>")
            watcher.expect(touches("began", "ground", one), touches("ended", "ground", one))
            slowest, taps = max(slowest, time.monotonic() - began), taps + 1
    finally:
        subprocess.run(["fsfreeze", "--unfreeze", "/"], check=True)
    assert taps > 5 and slowest < 0.5, f"{taps} taps, the slowest took {slowest:.2f} s"
    lab.nothing_else(watcher)


@machine_test("falls: with the calendar's clock at 1970 it starts and works", seconds=150)
def clock_of_1970(lab):
    calendar, began = time.time(), time.monotonic()
    # The kernel has no calendar that began after the machine.
    time.clock_settime(time.CLOCK_REALTIME, began + 60)
    try:
        lab.start(WHOLE.format(source="libinput"))
        truth(lab, lab.panel())
    finally:
        time.clock_settime(time.CLOCK_REALTIME, calendar + time.monotonic() - began)


@machine_test("falls: the calendar's clock may jump both ways while a finger is down")
def clock_steps(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    began = time.monotonic()
    calendar = time.time()
    try:
        panel.frame(down(0, 10, 10))
        line = json.loads(watcher.next_record_line())
        time.clock_settime(time.CLOCK_REALTIME, calendar + 86400)
        panel.frame(move(0, 20, 20))
        moved = json.loads(watcher.next_record_line())
        time.clock_settime(time.CLOCK_REALTIME, calendar - 86400)
        panel.frame(up(0))
        ended = json.loads(watcher.next_record_line())
    finally:
        time.clock_settime(time.CLOCK_REALTIME, calendar + time.monotonic() - began)
    assert [one["phase"] for one in (line, moved, ended)] == ["began", "moved", "ended"]
    assert began - 1 < line["t"] <= moved["t"] <= ended["t"] < time.monotonic() + 1
    lab.nothing_else(watcher)
    truth(lab, panel)


def wait_until_awake(lab):
    lab.wait_until(lambda: systemctl("is-active", "responderd-sleep.service")[1] == "inactive\n",
                   "the unit ends, as no sleep needs it")


@machine_test("falls: the machine's sleep cancels fingers, and waking brings the devices back")
def sleep(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    watcher = lab.subscriber("touches")
    panel.frame(down(0, 10, 10))
    watcher.expect(touches("began", "ground", finger("a", 10, 10)))
    mark = lab.journal_mark()
    # As sleep.target starts it before the machine sleeps, and stops it when that is over.
    assert systemctl("start", "responderd-sleep.service") == (0, "")
    watcher.expect(touches("cancelled", "ground", lifted("a")))
    lab.wait_until(lambda: not lab.has_open(panel), "the panel is let go")
    panel.frame(up(0))
    panel.frame(down(0, 20, 20))
    panel.frame(up(0))
    lab.nothing_else(watcher)
    wait_until_awake(lab)
    lab.wait_until_open(panel)
    said = lab.journal_since(mark, "--unit", UNIT)
    assert "about to sleep" in said and "is awake" in said, said
    truth(lab, panel)
    # Without a daemon the machine sleeps all the same.
    lab.expect_death()
    systemctl("stop", UNIT)
    assert systemctl("start", "responderd-sleep.service") == (0, "")
    wait_until_awake(lab)


@machine_test("falls: a stopped daemon is a finding, until the watchdog has ended it", seconds=150)
def stuck(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    old = lab.process
    mark = lab.journal_mark()
    lab.expect_death()
    os.kill(old.pid, signal.SIGSTOP)
    status, last = doctor(lab)
    assert status == 1 and "no daemon answers at" in doctor.said, doctor.said
    restarted(lab, old)
    lab.wait_until_open(panel)
    said = lab.journal_since(mark, "--unit", UNIT)
    assert "Watchdog timeout" in said and "Failed with result 'watchdog'" in said, said
    truth(lab, panel)


@machine_test("falls: after kill -9 everybody is told the truth, and how long it took is printed")
def killed(lab):
    lab.start(WHOLE.format(source="libinput"))
    panel = lab.panel()
    old = lab.process
    mark = lab.journal_mark()
    lab.expect_death()
    began = time.monotonic()
    os.kill(old.pid, signal.SIGKILL)
    restarted(lab, old)
    took = time.monotonic() - began
    lab.runner.write(table=f"from kill -9 to a working daemon: {took:.2f} s, of which systemd "
                     "waits 0.25 s")
    lab.wait_until_open(panel)
    said = lab.journal_since(mark, "--unit", UNIT)
    assert "code=killed, status=9/KILL" in said, said
    truth(lab, panel)
