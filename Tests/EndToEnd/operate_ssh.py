"""responderctl --host, for Tests/EndToEnd/operate: with a program in place of ssh, and with OpenSSH itself."""

import contextlib
import getpass
import json
import os
import re
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Web"))
from operate_lab import PROJECT, processes  # noqa: E402
from waiting import free_port, wait_until  # noqa: E402
from stage import WebSocket  # noqa: E402

# Every command that has --host, with operands, and what it prints or does at the panel.
COMMANDS = {
    "tree": ["--json"], "chain": ["red"], "hit": ["30", "40"], "why": ["red.tap", "30", "40"], "devices": [],
    "status": [], "set": ["lamp", "isOn=true"], "put": ["red", '{"id":"badge","frame":[0,0,9,9]}'], "remove": ["badge"],
    "request": ['{"chain":{"responder":"lamp"}}', '{"chain":{"responder":"red"}}'], "tap": ["30", "40"],
    "inject": ["FILE", "FILE"], "reload": ["--confirm", "5m"], "confirm": [], "watch": ["--count", "2"],
    "explain": [], "on": ["--count", "1", "--", "true"], "record": ["--trace", "OUT", "--seconds", "0.1"],
}
# These wait for records, so a finger taps meanwhile; the last has no count.
WAITING = {"watch", "explain", "on"}


def local(lab, daemon, name, *words):
    return lab.run(name, "--socket", daemon.socket, *words)


def subscribed(client):
    """Whether one of the daemon's clients reads records."""
    return any(one["subscriptions"] for one in client.status()["clients"])


def every_command_works(lab):
    """Each command that talks to the daemon does so by one call of ssh, and prints what it prints on the panel."""
    daemon = lab.daemon()
    lab.ssh()
    script = lab.file("tap.touch", "0 down 1 30,40\n0.05 up 1\n")
    listed = re.findall(r"^  ([a-z]+) {2,}", lab.run("--help").stdout, re.M)
    far = {name for name in listed if "--host HOST" in lab.run(name, "--help").stdout}
    assert far == set(COMMANDS), far ^ set(COMMANDS)
    with daemon.client() as client:
        for name, words in COMMANDS.items():
            words = [script if word == "FILE" else f"{lab.folder}/out" if word == "OUT" else word for word in words]
            here = ["-H", "me@hall.example", "--socket", daemon.socket]
            called = f"-T me@hall.example -- responderctl --socket '{daemon.socket}' bridge"
            if name in WAITING:
                # Of the command before, neither its subscription is left nor the rest of its tap, which this one would count.
                wait_until("the panel is at rest", lambda: not client.status()["liveTouches"] and not subscribed(client))
                caller = lab.start(*here, name, *words, stdout=subprocess.PIPE, text=True)
                wait_until(f"{name} has subscribed", lambda: subscribed(client))
                daemon.play("0 down 1 30,40\n0.05 up 1\n")
                if name == "explain":
                    assert "red.tap" in "".join(caller.stdout.readline() for _ in range(3))
                    caller.send_signal(signal.SIGINT)
                assert caller.wait(60) == (-signal.SIGINT if name == "explain" else 0), name
                caller.stdout.close()
            else:
                done = lab.run(*here, name, *words)
                assert done.returncode == (1 if name == "devices" else 0), (name, done)
                if name in ("tree", "chain", "hit", "why", "request"):
                    assert done.stdout == local(lab, daemon, name, *words).stdout != "", name
            assert lab.asked() == [called], name
        assert client.tree("lamp")["switch"]["isOn"] is True
    assert json.load(open(f"{lab.folder}/out", encoding="utf-8"))
    # The usual socket of the other machine, and not that of this one's environment.
    os.environ["RESPONDERD_SOCKET"] = daemon.socket
    try:
        lab.ssh('#!/bin/sh\nprintf "%s\\n" "$*" >>' + lab.calls + '\nexit 255\n')
        assert lab.run("status", "--host=hall").returncode == 3
        assert lab.asked() == ["-T hall -- responderctl bridge"]
    finally:
        del os.environ["RESPONDERD_SOCKET"]


def odd_paths_arrive(lab):
    """The path of a socket arrives as it is, whatever the other machine's shell makes of its characters."""
    daemon = lab.daemon()
    lab.ssh()
    os.mkdir(f"{lab.folder}/it's $HOME; here")
    path = f"{lab.folder}/it's $HOME; here/a *"
    os.symlink(daemon.socket, path)
    done = lab.run("-H", "hall", "chain", "red", "--socket", path)
    assert done.returncode == 0 and done.stdout == local(lab, daemon, "chain", "red").stdout, done


def errors_say_who_refuses(lab):
    """An error says whether ssh, the other machine or its daemon refused; only the daemon's answer is status 1."""
    daemon = lab.daemon()
    lab.ssh()
    refused = lab.run("-H", "hall", "chain", "--socket", daemon.socket, "nothing")
    assert refused.returncode == 1 and "no responder is named" in refused.stderr, refused
    absent = lab.run("-H", "hall", "status", "--socket", f"{lab.folder}/none")
    assert absent.returncode == 3, absent
    for words in ("responderctl bridge: ", f"{lab.folder}/none", "is the service running?",
                  "responderctl status: the daemon of hall cannot be reached"):
        assert words in absent.stderr, absent.stderr
    for status, words in ((255, "cannot reach hall by ssh"), (127, "hall has no responderctl; install responderd there"),
                          (2, "responderctl on hall is too old; install the same version there"), (7, "ssh hall ended with status 7"),
                          ("; kill -9 $$", "ssh hall ended with status 137")):
        end = status if isinstance(status, str) else f"exit {status}"
        lab.ssh(f"#!/bin/sh\n{end.lstrip('; ')}\n")
        done = lab.run("-H", "hall", "status")
        assert (done.returncode, done.stderr) == (3, f"responderctl status: {words}\n"), done
    lab.ssh("#!/bin/sh\necho '{\"type\":\"hello\",\"protocol\":\"9.1\",\"instance\":\"x\"}'; cat >/dev/null\n")
    newer = lab.run("-H", "hall", "status")
    assert newer.returncode == 1 and "protocol 9.1" in newer.stderr, newer
    os.unlink(f"{lab.bin}/ssh")
    nothing = subprocess.run([f"{lab.programs}/responderctl", "-H", "hall", "status"], capture_output=True, text=True,
                             env={"PATH": lab.bin}, timeout=60)
    assert nothing.returncode == 3 and "openssh-client" in nothing.stderr, nothing


def bridges_end(lab, daemon, start, count):
    """Callers that are killed at any moment leave no process, and neither does a daemon that ends."""
    callers = [start() for _ in range(count)]
    wait_until("the callers have bridges", lambda: len(processes("bridge", daemon.socket)) >= count // 2)
    for caller in callers:
        caller.kill()
    for caller in callers:
        caller.wait()
    wait_until("no process is left", lambda: not processes(daemon.socket, "bridge"))
    with daemon.client() as client:
        wait_until("the daemon has no other client", lambda: len(client.status()["clients"]) == 1)
    caller = start(stdout=subprocess.PIPE, text=True)
    with daemon.client() as client:
        wait_until("it has subscribed", lambda: subscribed(client))
    # It prints when it has the snapshot as well.
    daemon.play("0 down 1 30,40\n0.05 up 1\n")
    assert caller.stdout.readline()
    daemon.stop()
    assert caller.wait(60) == 0, caller.returncode
    caller.stdout.close()
    wait_until("no process is left", lambda: not processes(daemon.socket, "bridge"))


def killed_callers_leave_nothing(lab):
    """A hundred callers that are killed leave no process, and neither does a daemon that ends."""
    daemon = lab.daemon()
    lab.ssh()
    bridges_end(lab, daemon, lambda **how: lab.start("-H", "hall", "watch", "--socket", daemon.socket, **how), 100)


def a_bridge_waits_for_nobody(lab):
    """A bridge ends although its caller does not read, although the daemon does not, and at the end of its input."""
    daemon = lab.daemon()
    words = [f"{lab.programs}/responderctl", "bridge", "--socket", daemon.socket]

    def bridge():
        return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    # The caller reads nothing: a pipe, the bridge and the socket are full.
    unread = bridge()
    tree = b'{"id":1,"tree":{"as":"settings","view":"red"}}\n'
    os.set_blocking(unread.stdin.fileno(), False)
    unread.stdout.peek(1)
    for _ in range(2_000):
        with contextlib.suppress(BlockingIOError):
            os.write(unread.stdin.fileno(), tree)
    unread.stdout.close()
    assert unread.wait(60) in (0, -signal.SIGPIPE), unread.returncode
    unread.stdin = None
    # The daemon is stopped in the middle of a long request.
    stuck = bridge()
    assert b'"hello"' in stuck.stdout.readline()
    daemon.process.send_signal(signal.SIGSTOP)
    os.set_blocking(stuck.stdin.fileno(), False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(stuck.stdin.fileno(), b"x" * 65_536)
    stuck.stdin = None
    stuck.stdout.close()
    assert stuck.wait(60) == 0, stuck.returncode
    daemon.process.send_signal(signal.SIGCONT)
    # The input ends.
    whole = bridge()
    assert b'"hello"' in whole.stdout.readline()
    whole.stdin.close()
    assert whole.wait(60) == 0
    whole.stdout.close()


class Sshd:
    """Debian's own sshd on a port of this machine, for this user, with a key of its own."""

    def __init__(self, lab):
        self.lab, self.port = lab, free_port()
        for name in ("host", "mine", "bound"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", f"{lab.folder}/{name}"], check=True)
        with open(f"{lab.folder}/mine.pub") as mine, open(f"{lab.folder}/bound.pub") as bound:
            keys = mine.read() + f'restrict,command="responderctl --socket {lab.folder}/socket bridge" ' + bound.read()
        lab.file("keys", keys, 0o600)
        settings = lab.file("sshd", f"""
ListenAddress 127.0.0.1:{self.port}
HostKey {lab.folder}/host
AuthorizedKeysFile {lab.folder}/keys
PidFile none
StrictModes no
UsePAM no
MaxStartups 200
PasswordAuthentication no
SetEnv PATH={lab.programs}:/usr/bin:/bin
""")
        if os.getuid() == 0:
            # Where systemd has not made it, as it does for the service.
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        self.process = subprocess.Popen(["/usr/sbin/sshd", "-D", "-e", "-f", settings], stderr=subprocess.PIPE, text=True)
        self.log = []
        for line in self.process.stderr:
            self.log.append(line)
            if "Server listening" in line:
                break
        else:
            raise AssertionError("".join(self.log))
        with open(f"{lab.folder}/host.pub") as file:
            lab.file("known", f"[127.0.0.1]:{self.port} {file.read()}")
        # As a person's own configuration of ssh, which responderctl knows nothing of.
        lab.file("config", "".join(f"""
Host {name}
  HostName 127.0.0.1
  Port {port}
  User {getpass.getuser()}
  IdentityFile {lab.folder}/{key}
  IdentitiesOnly yes
  UserKnownHostsFile {lab.folder}/known
  BatchMode yes
""" for name, port, key in (("panel", self.port, "mine"), ("bound", self.port, "bound"), ("gone", free_port(), "mine"))))
        lab.ssh(f'#!/bin/sh\nexec /usr/bin/ssh -F {lab.folder}/config "$@"\n')

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


def ssh_itself_works(lab):
    """By OpenSSH, with a person's configuration: answers, records and errors of a panel, and nothing is left."""
    daemon = lab.daemon()
    os.symlink(daemon.socket, f"{lab.folder}/socket")
    lab.enter_context(contextlib.closing(Sshd(lab)))
    at = ["--socket", daemon.socket]
    tree = lab.run("-H", "panel", "tree", "--json", *at)
    assert tree.returncode == 0 and tree.stdout == local(lab, daemon, "tree", "--json").stdout != "", tree
    # A large answer in both directions.
    views = [{"id": f"v{number}", "frame": [0, 0, 9, 9]} for number in range(250)]
    put = json.dumps({"id": "many", "frame": [0, 0, 9, 9], "subviews": views})
    done = lab.run("-H", "panel", "put", *at, "main", "-", input=put)
    assert done.returncode == 0, done
    assert lab.run("-H", "panel", "tree", "many", "--json", *at).stdout.count('"id":"v') == 250
    gone = lab.run("-H", "gone", "status")
    assert gone.returncode == 3 and "Connection refused" in gone.stderr, gone
    assert gone.stderr.endswith("responderctl status: cannot reach gone by ssh\n"), gone
    refused = lab.run("-H", "nobody-here@panel", "status")
    assert refused.returncode == 3 and "Permission denied" in refused.stderr, refused
    # A key that may do nothing else: whatever is asked of it, it joins the panel's socket.
    bound = lab.run("-H", "bound", "chain", "red")
    assert bound.returncode == 0 and bound.stdout == local(lab, daemon, "chain", "red").stdout, bound
    shell = subprocess.run([f"{lab.bin}/ssh", "bound", "echo", "a shell"], capture_output=True, text=True, input="",
                           timeout=60)
    assert "a shell" not in shell.stdout, shell
    bridges_end(lab, daemon, lambda **how: lab.start("-H", "panel", "watch", *at, **how), 30)


def inspector_over_ssh(lab):
    """The three lines of docs/fleet.md open the inspector of another panel, and its pages are connected to its daemon."""
    daemon = lab.daemon()
    lab.enter_context(contextlib.closing(Sshd(lab)))
    with open(os.path.join(PROJECT, "docs", "fleet.md"), encoding="utf-8") as file:
        lines = file.read().split("## The inspector of another panel")[1].split("```sh\n")[1].split("```")[0]
    assert len(lines.splitlines()) == 3, lines
    lines = lines.replace("/run/responderd/socket", daemon.socket).replace("admin@lobby", "panel")
    shell = subprocess.Popen(["sh", "-ec", lines.rstrip() + " --listen 127.0.0.1:0"], stderr=subprocess.PIPE, text=True,
                             env={**lab.environment, "TMPDIR": lab.folder}, start_new_session=True)
    try:
        port = next(int(found[1]) for line in shell.stderr if (found := re.search(r"http://127\.0\.0\.1:(\d+)", line)))
        # The gateway may be there before ssh is.
        wait_until("a page is connected to the daemon", lambda: "hello" in first_line(port))
        with daemon.client() as client:
            assert any(one["pid"] for one in client.status()["clients"])
    finally:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()
        shell.stderr.close()
    wait_until("no process is left", lambda: not processes(f":{daemon.socket} panel"))


def first_line(port):
    with WebSocket(port) as page:
        try:
            return page.message()
        except (EOFError, OSError, AssertionError):
            return ""


TESTS = [every_command_works, odd_paths_arrive, errors_say_who_refuses, a_bridge_waits_for_nobody,
         killed_callers_leave_nothing, ssh_itself_works, inspector_over_ssh]
