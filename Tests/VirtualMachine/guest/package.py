"""The Debian package as a user handles it: install, upgrade, remove, purge, with dpkg's own words."""

import glob
import os
import shutil
import subprocess

from daemon import CONFIGURATION

FOLDER = "/share/package"
PACKAGE = os.path.join(FOLDER, "responderd.deb")
NEXT = os.path.join(FOLDER, "responderd-next.deb")
SOCKET = "/run/responderd/socket"
DROP_INS = "/etc/systemd/system/responderd.service.d/*"
UNITS = ("responderd.service", "responderd.socket", "responderd-sleep.service")


def dpkg(*words):
    """Runs dpkg without questions; returns its output."""
    done = subprocess.run(["dpkg", *words], text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"dpkg {' '.join(words)}: {done.stdout}"
    return done.stdout


def install(package=PACKAGE, *options):
    """Installs or upgrades, with the documents that the machine's image leaves out."""
    return dpkg("--path-include=/usr/share/doc/*", "--path-include=/usr/share/man/*", *options,
                "--install", package)


def purge():
    return dpkg("--purge", "responderd")


def ensure():
    """Installs the package if it is not there, or a newer one is."""
    if version() != version_of(PACKAGE):
        install()


def version_of(file):
    return dpkg("--field", file, "Version").strip()


def install_afresh():
    """The package on a machine that never had it before, or as if."""
    if version() == version_of(PACKAGE) and not dpkg("--verify", "responderd") and not glob.glob(DROP_INS):
        return
    purge()
    if os.path.exists(CONFIGURATION):
        os.unlink(CONFIGURATION)
    install()


def write_default():
    """Puts the configuration back as the package has it, whatever tests wrote there."""
    shutil.copyfile(os.path.join(FOLDER, "responderd.yaml"), CONFIGURATION)


def installed_files():
    """The files of the package that lie in the system, not its folders."""
    listed = dpkg("--listfiles", "responderd").splitlines()
    return [path for path in listed if os.path.isfile(path)]


def version():
    """The version that is installed; nothing when none is."""
    shown = subprocess.run(["dpkg-query", "--show", "--showformat=${db:Status-Status} ${Version}",
                            "responderd"], text=True, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL).stdout
    return shown.removeprefix("installed ") if shown.startswith("installed ") else ""


def states_of_units(*properties):
    """What systemd says of each unit: a list of values in the order asked for."""
    answers = {}
    for unit in UNITS:
        shown = subprocess.run(["systemctl", "show", unit,
                                *(f"--property={name}" for name in properties)],
                               check=True, text=True, stdout=subprocess.PIPE).stdout
        values = dict(line.split("=", 1) for line in shown.splitlines())
        answers[unit] = [values.get(name, "") for name in properties]
    return answers
