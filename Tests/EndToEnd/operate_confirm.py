"""Configurations that are to be confirmed, for Tests/EndToEnd/operate."""

import signal

from operate_lab import PANEL
from waiting import wait_until


def view(lab, daemon):
    return lab.run("hit", "30", "40", "--socket", daemon.socket).stdout.strip()


def the_earlier_one_returns(lab):
    """Without a confirmation the earlier configuration returns, which watch, status and doctor say; with one, it stays."""
    daemon = lab.daemon()
    daemon.configure(PANEL.format(view="blue"))
    at = ["--socket", daemon.socket]
    with daemon.client() as client:
        client.subscribe(types=["edit"])
        done = lab.run("reload", "--confirm", "1s", *at)
        assert done.returncode == 0, done
        assert "previous configuration returns after 1 s" in done.stderr and "responderctl confirm" in done.stderr, done
        added = []
        wait_until("red has returned", lambda: added.append(client.next(60)) or added[-1].get("view") == "red"
                   and added[-1]["edit"] == "added")
        assert any(record.get("view") == "blue" and record["edit"] == "added" for record in added), added
    assert view(lab, daemon) == "red"
    with open(daemon.configuration, encoding="utf-8") as file:
        assert "blue" in file.read()
    status = lab.run("status", *at).stdout
    assert "the configuration was not confirmed within 1 s; the one before it applies" in status, status
    doctor = lab.run("doctor", *at).stdout
    assert "the daemon does not use" in doctor and "was not confirmed within 1 s" in doctor, doctor
    late = lab.run("confirm", *at)
    assert late.returncode == 1 and "it is too late" in late.stderr, late
    assert lab.run("reload", "--confirm", "5m", *at).returncode == 0
    waiting = lab.run("doctor", *at).stdout
    assert "to keep the new one: sudo responderctl confirm" in waiting, waiting
    assert lab.run("confirm", *at).returncode == 0
    assert "confirm" not in lab.run("status", *at).stdout
    assert view(lab, daemon) == "blue"


def a_start_confirms_nothing(lab):
    """A daemon that starts again while it waits for a confirmation reads its file, and waits for none."""
    daemon = lab.daemon()
    daemon.configure(PANEL.format(view="blue"))
    at = ["--socket", daemon.socket]
    assert lab.run("reload", "--confirm", "5m", *at).returncode == 0
    daemon.restart(signal.SIGKILL)
    assert view(lab, daemon) == "blue"
    none = lab.run("confirm", *at)
    assert none.returncode == 1 and "no configuration waits for a confirmation" in none.stderr, none


TESTS = [the_earlier_one_returns, a_start_confirms_nothing]
