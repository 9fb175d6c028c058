"""The package's life: installed, upgraded while fingers move, removed, purged."""

import json
import os
import pwd
import socket
import stat
import threading
import time

import package
from daemon import CONFIGURATION, UNIT, properties_of_unit
from fingers import *
from package import SOCKET, UNITS
from subscriber import Subscriber
from test_7_life import doctor, machine_test, systemctl


def packaged_test(name, **options):
    """A test of the package with its service running; other tests start that themselves."""
    def register(function):
        def whole(lab):
            try:
                function(lab)
            finally:
                systemctl("stop", "responderd.socket", UNIT)
        return machine_test(f"package: {name}", **options)(whole)
    return register


def tree_of_files():
    """Every path that a package could leave behind."""
    passing = ("/var/lib/dpkg", "/var/log", "/var/cache", "/run/udev", "/run/systemd", "/run/log",
               "/tmp", "/var/tmp")
    found = set()
    for root in ("/etc", "/usr", "/var", "/run", "/opt", "/srv", "/home", "/root"):
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders
                          if not os.path.join(folder, name).startswith(passing)
                          and name != "__pycache__"]
            found.update(os.path.join(folder, name) for name in folders + files)
    return found


def wait_for_subscriber(seconds=30):
    """Connects as a program that is started with the machine; the socket must be there."""
    return Subscriber(SOCKET, seconds)


def check_files():
    """What is installed belongs to root, and is as it was packed."""
    assert package.dpkg("--verify", "responderd") == ""
    for path in package.installed_files():
        status = os.lstat(path)
        assert (status.st_uid, status.st_gid) == (0, 0), f"{path} belongs to {status.st_uid}"
        is_program = path.startswith("/usr/bin/") or path.startswith("/usr/share/responderd/templates/") and path.endswith("/run")
        wanted = 0o755 if is_program else 0o644
        assert stat.S_IMODE(status.st_mode) == wanted, f"{path} has mode {oct(status.st_mode)}"
    user = pwd.getpwnam("responderd")
    assert user.pw_shell in ("/usr/sbin/nologin", "/bin/false"), user
    folder, door = os.stat("/run/responderd"), os.stat(SOCKET)
    assert (folder.st_uid, stat.S_IMODE(folder.st_mode)) == (user.pw_uid, 0o755)
    assert (door.st_uid, door.st_gid, stat.S_IMODE(door.st_mode)) == (
        user.pw_uid, user.pw_gid, 0o660)


class Follower(threading.Thread):
    """A program that stays: connects again whenever the daemon goes, and checks what it reads."""

    def __init__(self):
        super().__init__(daemon=True)
        self.problem = None
        self.instances = []
        self.farewells = []
        self.ended = 0
        self.is_done = False
        self.gaps = []

    def run(self):
        try:
            while not self.is_done:
                self.follow_one()
        except BaseException as error:  # The test that started the thread fails with it.
            self.problem = repr(error)

    def follow_one(self):
        began = time.monotonic()
        with Subscriber(SOCKET, 60) as program:
            program.subscribe(snapshot=True)
            if self.instances:
                self.gaps.append(time.monotonic() - began)
            self.instances.append(program.hello["instance"])
            live, seq = {}, None
            while not self.is_done:
                try:
                    line = (program.passed_over.pop(0) if program.passed_over
                            else program.read_line(1))
                except AssertionError:
                    continue
                if line is None:
                    assert not live, f"nobody said how {sorted(live)} ended"
                    return
                seq = self.check(json.loads(line), live, seq)

    def check(self, record, live, seq):
        if record["type"] == "closing":
            self.farewells.append(record["reason"])
            return seq
        if record["type"] == "snapshot":
            live.update((touch["id"], True) for touch in record["touches"])
            return record["seq"]
        assert seq is None or record["seq"] == seq + 1, f"{record['seq']} after {seq}"
        if record["type"] == "touches":
            for touch in record["touches"]:
                if record["phase"] == "began":
                    assert touch["id"] not in live, f"{touch['id']} began twice"
                    live[touch["id"]] = True
                elif record["phase"] in ("ended", "cancelled"):
                    assert live.pop(touch["id"], None), f"{touch['id']} ended and never began"
                    self.ended += 1
                else:
                    assert touch["id"] in live, f"{touch['id']} moved and never began"
        return record["seq"]


class Player(threading.Thread):
    """Fingers that never rest, on a panel of their own."""

    def __init__(self, panel):
        super().__init__(daemon=True)
        self.panel = panel
        self.rounds = 0
        self.is_done = False

    def run(self):
        while not self.is_done:
            self.panel.frame(down(0, 100, 100), down(1, 300, 100))
            for step in range(20):
                self.panel.frame(move(0, 100 + 5 * step, 100), move(1, 300, 100 + 5 * step))
                time.sleep(0.008)
            self.panel.frame(up(0), up(1))
            self.rounds += 1


@packaged_test("upgraded while fingers move, no caller is turned away and every touch ends",
               seconds=240)
def upgraded(lab):
    package.ensure()
    package.write_default()
    systemctl("start", "responderd.socket", UNIT)
    panel = lab.add(Touchscreen())
    followers = [Follower() for _ in range(3)]
    for follower in followers:
        follower.start()
    lab.wait_until(lambda: all(one.instances for one in followers), "all are connected")
    socket_since = package.states_of_units("ActiveEnterTimestampMonotonic")["responderd.socket"]
    before = properties_of_unit("MainPID")
    player = Player(panel)
    player.start()
    lab.wait_until(lambda: all(one.problem or one.ended for one in followers), "touches come")
    assert not any(one.problem for one in followers), [one.problem for one in followers]
    mark = lab.journal_mark()
    package.install(package.NEXT)
    ended = [one.ended for one in followers]
    lab.wait_until(lambda: all(one.problem or (len(one.instances) == 2 and one.ended > count + 2)
                               for one, count in zip(followers, ended)),
                   "touches come again", seconds=60)
    player.is_done = True
    player.join()
    for follower in followers:
        follower.is_done = True
        follower.join()
        assert follower.problem is None, follower.problem
        assert follower.farewells == ["shutdown"], follower.farewells
        assert len(follower.instances) == 2, follower.instances
    assert package.version().endswith("+next"), package.version()
    assert properties_of_unit("MainPID") != before
    shown = properties_of_unit("ActiveState", "NRestarts", "Result")
    assert shown == {"ActiveState": "active", "NRestarts": "0", "Result": "success"}, shown
    now = package.states_of_units("ActiveEnterTimestampMonotonic")["responderd.socket"]
    assert now == socket_since, "the socket was closed during the upgrade"
    said = lab.journal_since(mark, "--unit", UNIT)
    assert "sleep" not in said, said
    with open(CONFIGURATION) as file:
        assert file.read().endswith("# the next version\n"), "the new default has not come"
    assert doctor(lab) == (0, "no errors"), doctor.said
    lab.runner.write(table="upgrade under load: subscribers were served again after "
                     + ", ".join(f"{one.gaps[0]:.1f} s" for one in followers))


@packaged_test("a changed configuration is kept until a purge, which leaves nothing but the user",
               seconds=240, night=True)
def configuration_kept(lab):
    package.purge()
    before = tree_of_files()
    package.install(package.NEXT)
    with open(CONFIGURATION) as file:
        mine = file.read().replace("id: surface\n", "id: mine\n").replace("surface.", "mine.")
    with open(CONFIGURATION, "w") as file:
        file.write(mine)

    def is_in_force():
        with open(CONFIGURATION) as file:
            assert file.read() == mine, "it was changed"
        with wait_for_subscriber() as program:
            assert program.ask(hitTest={"point": [10, 10]})["view"] == "mine"
    package.install(package.PACKAGE, "--force-confold")
    assert os.path.exists(CONFIGURATION + ".dpkg-dist"), "the new default is nowhere"
    is_in_force()
    lab.add(Touchscreen())
    with wait_for_subscriber() as program:
        process = properties_of_unit("MainPID")["MainPID"]
        package.dpkg("--remove", "responderd")
        lines = program.lines_at_hand()
        assert lines[-1] == '{"type":"closing","reason":"shutdown"}', lines
    assert not os.path.exists(f"/proc/{process}")
    status, listed = systemctl("list-unit-files", "--no-legend", "responderd*")
    listed = [line for line in listed.splitlines() if "masked" not in line]
    assert listed in ([], ["0 unit files listed."]), listed
    # What dpkg, and systemd on its behalf, note for a return lies beside the configuration.
    left = {path for path in tree_of_files() - before
            if not path.startswith(("/var/lib/systemd/deb-systemd-helper", "/etc/systemd/system"))}
    assert left == {"/etc/responderd", CONFIGURATION, CONFIGURATION + ".dpkg-dist"}, sorted(left)
    package.install()
    is_in_force()
    package.purge()
    left = tree_of_files() - before
    assert not left, sorted(left)
    with socket.socket(socket.AF_UNIX) as caller:
        assert caller.connect_ex(SOCKET) != 0
    status, failed = systemctl("--failed", "--no-legend", "--plain")
    assert "responderd" not in failed, failed
    pwd.getpwnam("responderd")


# The last one: further starts of the machine need no other installation then.
@packaged_test("installed on a machine with one touchscreen, it works at once", seconds=180)
def works_at_once(lab):
    package.purge()
    panel = lab.add(Touchscreen())
    mark = lab.journal_mark()
    package.install()
    with wait_for_subscriber() as watcher:
        watcher.subscribe()
        lab.follow_restart()
        lab.wait_until_open(panel)
        panel.frame(down(0, 400, 240))
        panel.frame(up(0))
        lines = [watcher.read() for _ in range(3)]
    told = [(line["type"], line.get("phase"), line.get("responder"), line.get("recognizer"))
            for line in lines]
    # The tap waits for a second one; the view does not.
    assert told == [("touches", "began", "surface", None), ("touches", "ended", "surface", None),
                    ("gesture", None, None, "surface.tap")], lines
    states = package.states_of_units("UnitFileState", "ActiveState", "NRestarts")
    assert [states[unit][0] for unit in UNITS] == ["enabled"] * 3, states
    assert [states[unit][1] for unit in UNITS] == ["active", "active", "inactive"], states
    assert states[UNIT][2] == "0", states
    said = lab.journal_since(mark, "--unit", UNIT)
    assert "sleep" not in said, f"installing is taken for the machine's sleep: {said}"
    assert doctor(lab) == (0, "no errors"), doctor.said
    check_files()
    lab.expect_death()
