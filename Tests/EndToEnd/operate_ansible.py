"""The role for Ansible against panels of this machine, for Tests/EndToEnd/operate."""

import hashlib
import json
import os
import re
import subprocess

from operate_lab import PANEL, PATIENCE, PROJECT

PYTHON = os.path.join(PROJECT, ".build", "ansible")
PINS = os.path.join(PROJECT, "scripts", "ansible.txt")
TEMPLATE = PANEL.format(view="{{ view }}").replace("[800, 480]", "[{{ width | default(800) }}, 480]")

# There is no touchscreen here. One that the panel has instead is a file, and doctor is silent about it.
PROGRAM = """#!/bin/sh
if [ "$1" = doctor ] && [ -e {folder}/touchscreen ]; then
  {programs}/responderctl "$@" >{folder}/doctor
  cat {folder}/doctor
  ! grep '^error: ' {folder}/doctor | grep -v 'there is no touchscreen and no touchpad'
else
  exec {programs}/responderctl "$@"
fi
"""


def install():
    """ansible-core, pinned, beside the build."""
    with open(PINS, encoding="utf-8") as file:
        wanted = file.read()
    mark = os.path.join(PYTHON, "pins")
    if not os.path.exists(mark) or open(mark, encoding="utf-8").read() != wanted:
        subprocess.run(["/usr/bin/python3", "-m", "pip", "install", "-q", "--no-deps", "--require-hashes", "--upgrade",
                        "--target", PYTHON, "-r", PINS], check=True, capture_output=True, timeout=300)
        with open(mark, "w", encoding="utf-8") as file:
            file.write(wanted)


class Panels:
    """Daemons of this machine, each a host of an inventory."""

    def __init__(self, lab, *names):
        install()
        self.lab, self.daemons = lab, {}
        lines = []
        for name in names:
            daemon = self.daemons[name] = lab.daemon(PANEL.format(view="first"))
            program = os.path.join(daemon.folder, "responderctl")
            with open(program, "w", encoding="utf-8") as file:
                file.write(PROGRAM.format(folder=daemon.folder, programs=lab.programs))
            os.chmod(program, 0o755)
            self.plug(name)
            lines.append(f"{name} responderd_socket={daemon.socket} responderd_configuration_path={daemon.configuration} "
                         f"responderd_program={program} responderd_facts_path={daemon.folder}/facts\n")
        self.inventory = lab.file("panels.ini", "[panels]\n" + "".join(lines) + """[panels:vars]
ansible_connection=local
ansible_python_interpreter=/usr/bin/python3
ansible_become=false
responderd_install=false
responderd_patience=20
""")
        self.template = lab.file("panel.yaml", TEMPLATE)

    def plug(self, name):
        with open(os.path.join(self.daemons[name].folder, "touchscreen"), "w", encoding="utf-8"):
            pass

    def unplug(self, name):
        os.unlink(os.path.join(self.daemons[name].folder, "touchscreen"))

    def ansible(self, *words):
        environment = {**os.environ, "PYTHONPATH": PYTHON, "ANSIBLE_HOME": f"{self.lab.folder}/ansible", "LC_ALL": "C.UTF-8",
                       "ANSIBLE_NOCOLOR": "1", "ANSIBLE_LOCALHOST_WARNING": "false"}
        return subprocess.run(["/usr/bin/python3", "-m", "ansible", *words], capture_output=True, text=True, input="",
                              cwd=self.lab.folder, env=environment, timeout=5 * PATIENCE)

    def play(self, **variables):
        """The playbook; its status, how many tasks changed or failed something by the panel, and what it printed."""
        done = self.ansible("playbook", "-i", self.inventory, f"{PROJECT}/ansible/panels.yml", "-e",
                            json.dumps({"responderd_configuration": self.template, **variables}))
        counts = {name: (int(changed), int(failed)) for name, changed, failed in re.findall(
            r"^(\w+) +: ok=\d+ +changed=(\d+) +unreachable=0 +failed=(\d+)", done.stdout, re.M)}
        return done.returncode, counts, done.stdout + done.stderr

    def state(self, name):
        """The view of a panel, of its file, and what is noteworthy of its configuration."""
        daemon = self.daemons[name]
        with daemon.client() as client:
            view = client.tree()[0]["subviews"][0]["id"]
            configuration = client.status()["configuration"]
        with open(daemon.configuration, encoding="utf-8") as file:
            written = re.search(r"- \{ id: (\w+)", file.read()).group(1)
        left = [entry for entry in os.listdir(daemon.folder) if entry.startswith("panel.yaml") and entry != "panel.yaml"]
        return view, written, configuration.get("confirmWithin"), configuration.get("error"), left


def used(view):
    return view, view, None, None, []


def a_rollout_is_confirmed(lab):
    """Panels get a configuration one after the other, it is confirmed, a second run changes nothing, and facts say it."""
    panels = Panels(lab, "north", "south")
    status, counts, text = panels.play(view="second")
    assert status == 0 and counts.keys() == {"north", "south"}, text
    assert all(changed > 0 and not failed for changed, failed in counts.values()), text
    assert [panels.state(name) for name in ("north", "south")] == [used("second")] * 2
    status, counts, text = panels.play(view="second")
    assert status == 0 and counts == {"north": (0, 0), "south": (0, 0)}, text
    for name, daemon in panels.daemons.items():
        done = panels.ansible("adhoc", "-i", panels.inventory, name, "-m", "setup", "-a",
                              f"filter=ansible_local gather_subset=!all fact_path={daemon.folder}/facts")
        assert done.returncode == 0, done
        facts = json.loads(done.stdout.split("=>", 1)[1])["ansible_facts"]["ansible_local"]["responderd"]
        assert facts["configuration"]["file"] == daemon.configuration and facts["configuration"]["reloads"] == 1, facts
        with open(daemon.configuration, "rb") as file:
            assert facts["configuration"]["hash"] == hashlib.sha256(file.read()).hexdigest()[:16], facts


def a_failing_panel_stops_it(lab):
    """A panel that refuses the file, or whose check fails, keeps its earlier configuration; the panels after it keep theirs."""
    panels = Panels(lab, "north", "south", "east")
    with open(panels.inventory, "a", encoding="utf-8") as file:
        file.write("[wide]\nsouth\n[wide:vars]\nwidth=wide\n")
    status, counts, text = panels.play(view="second")
    assert status != 0 and counts["north"][1] == 0 and counts["south"][1] == 1 and "east" not in counts, text
    assert "expected a number" in text, text
    states = [panels.state(name) for name in panels.daemons]
    assert states == [used("second"), used("first"), used("first")], (states, text)
    # It is valid now, but the touchscreen of the panel has died.
    with open(panels.inventory, encoding="utf-8") as file:
        inventory = file.read().split("[wide]")[0]
    with open(panels.inventory, "w", encoding="utf-8") as file:
        file.write(inventory)
    panels.unplug("south")
    status, counts, text = panels.play(view="third")
    assert status != 0 and counts["south"][1] == 1 and "east" not in counts, text
    assert "Check the panel: " in text and "there is no touchscreen and no touchpad" in text, text
    assert [panels.state(name) for name in panels.daemons] == [used("third"), used("first"), used("first")], text
    # The way back for all, and the touchscreen is there again.
    panels.plug("south")
    status, counts, text = panels.play(view="first")
    assert status == 0 and [panels.state(name) for name in panels.daemons] == [used("first")] * 3, text


def a_file_that_locks_out_returns(lab):
    """A panel that can be reached no more under the new configuration returns to the earlier one by itself."""
    panels = Panels(lab, "north", "south")
    program = os.path.join(panels.daemons["north"].folder, "responderctl")
    with open(program, encoding="utf-8") as file:
        text = file.read()
    # As for a user whose right the new configuration takes: nothing that needs it works while that applies.
    locked = text.replace("#!/bin/sh\n", f"""#!/bin/sh
case $1 in doctor | confirm | reload)
  if {lab.programs}/responderctl hit 30 40 --socket {panels.daemons["north"].socket} | grep -q second; then
    echo "$1: this needs the right control" >&2
    exit 1
  fi ;;
esac
""")
    with open(program, "w", encoding="utf-8") as file:
        file.write(locked)
    status, counts, text = panels.play(view="second", responderd_confirm_within="3s")
    assert status != 0 and counts["north"][1] == 1 and "south" not in counts, text
    assert "this needs the right control" in text, text
    assert [panels.state(name) for name in panels.daemons] == [used("first")] * 2, text


def wrong_variables_are_named(lab):
    """A variable of a wrong type, and a time that is none, are errors before anything is changed."""
    panels = Panels(lab, "north")
    for variables, words in (({"responderd_patience": "long"}, "responderd_patience"),
                             ({"responderd_confirm_within": "1 day"}, "expected a time from 1s to 60m")):
        status, counts, text = panels.play(view="second", **variables)
        assert status != 0 and counts["north"][1] == 1 and words in text, text
        assert panels.state("north") == used("first"), text


TESTS = [a_rollout_is_confirmed, a_failing_panel_stops_it, a_file_that_locks_out_returns, wrong_variables_are_named]
