"""Tests of what is reported of certificates and their files, for Tests/EndToEnd/mqtt."""

import contextlib
import json
import os
import re
import socket
import ssl
import struct
import subprocess
import threading

from mqtt_lab import Subscriber
from waiting import free_port, wait_until
from mqtt_times import faketime

CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1")


def openssl(lab, *words):
    subprocess.run(["openssl", *words], cwd=lab.folder, check=True, capture_output=True)


def authority(lab, name):
    openssl(lab, "req", "-x509", *CURVE, "-nodes", "-days", "400", "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.pem")


def certificate(lab, name, of, days=100, begins=None, names="IP:127.0.0.1"):
    """A certificate; one that has expired was valid until a day ago."""
    lab.file("names", f"subjectAltName={names}\n")
    openssl(lab, "req", *CURVE, "-nodes", "-subj", f"/CN={name}", "-keyout", f"{name}.key", "-out", f"{name}.csr")
    sign = ["x509", "-req", "-in", f"{name}.csr", "-CA", f"{of}.pem", "-CAkey", f"{of}.key", "-CAcreateserial", "-days", str(days),
            "-extfile", "names", "-out", f"{name}.pem"]
    environment = {**os.environ, **({"FAKETIME": begins, "LD_PRELOAD": faketime()} if begins else {})}
    subprocess.run(["openssl", *sign], cwd=lab.folder, check=True, capture_output=True, env=environment)


def broker(lab, name, *more):
    """A broker with a certificate, on a port of its own; its settings."""
    at = lab.folder
    lab.port = free_port()
    settings = "\n".join(["allow_anonymous true", f"cafile {at}/ca.pem", f"certfile {at}/{name}.pem", f"keyfile {at}/{name}.key", *more]) + "\n"
    lab.start_broker(settings)
    return settings


def reason(lab, settings, port=None):
    """Why a bridge is not connected, in its own words."""
    bridge = lab.start_bridge(broker=settings, port=port)
    wait_until("it says why", lambda: bridge.said("no connection to"))
    line = next(line for line in bridge.log if "no connection to" in line)
    bridge.end()
    return re.search(r"no connection to \S+: (.*); next attempt", line)[1]


def troubles_have_words(lab):
    """A certificate that has expired, begins later, is for others or of an unknown authority, and a port without TLS or without a broker are named."""
    for name in ("ca", "other"):
        authority(lab, name)
    lab.start_daemon()
    tls = f", tls: {{ ca: {lab.folder}/ca.pem }}"
    certificate(lab, "old", "ca", days=1, begins="2026-01-01 00:00:00")
    broker(lab, "old")
    found = reason(lab, tls)
    assert found == "the broker's certificate expired on 2026-01-02 00:00 UTC", found
    certificate(lab, "young", "ca", begins="2050-01-01 00:00:00")
    broker(lab, "young")
    found = reason(lab, tls)
    assert re.fullmatch(r"the broker's certificate is valid from 2050-01-01 00:00 UTC on, and the clock of this machine shows 20\d\d-.* UTC",
                        found), found
    certificate(lab, "elsewhere", "ca", names="DNS:other.example,DNS:more.example")
    broker(lab, "elsewhere")
    found = reason(lab, tls)
    assert found == "the broker's certificate is for DNS:other.example, DNS:more.example, not for 127.0.0.1 (broker.host)", found
    certificate(lab, "good", "ca")
    broker(lab, "good")
    found = reason(lab, f", tls: {{ ca: {lab.folder}/other.pem }}")
    assert found == f'the authority "ca" of the broker\'s certificate is not in {lab.folder}/other.pem (broker.tls.ca)', found
    broker(lab, "good", "require_certificate true")
    found = reason(lab, tls)
    assert re.match("the broker (refuses|ends the encrypted connection)", found) and "broker.tls.certificate" in found, found
    lab.port = free_port()
    lab.start_broker()
    found = reason(lab, tls)
    assert found == f"port {lab.port} of the broker seems to use no TLS (broker.port)", found
    for settings in ("", tls):
        found = reason(lab, settings, free_port())
        assert found == "Connection refused", (settings, found)


def cut_connections_have_words(lab):
    """A broker that cuts the connection before its reason is read is named: without TLS, and after it has refused a certificate."""
    authority(lab, "ca")
    certificate(lab, "good", "ca")
    lab.start_daemon()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(f"{lab.folder}/good.pem", f"{lab.folder}/good.key")

    def cut(connection):
        """The other side reads that the connection was reset."""
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()

    def at_once(connection):
        connection.recv(1)
        cut(connection)

    def encrypted(connection):
        cut(context.wrap_socket(connection, server_side=True))
    tls = f", tls: {{ ca: {lab.folder}/ca.pem }}"
    for serve, words in ((at_once, "port {} of the broker seems to use no TLS (broker.port)"),
                         (encrypted, "the broker ends the encrypted connection without an answer; check broker.tls.certificate, "
                                     "and the broker's log")):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            threading.Thread(target=lambda: serve(server.accept()[0]), daemon=True).start()
            found = reason(lab, tls, port)
        assert found == words.format(port), found


def files_are_opened_by_check(lab):
    """--check opens every file that is named, and each attempt to connect names the one that it cannot use."""
    authority(lab, "ca")
    certificate(lab, "panel", "ca")
    at = lab.folder
    os.chmod(lab.file("password", "secret\n"), 0o600)
    good = {"passwordFile": f"{at}/password", "ca": f"{at}/ca.pem", "certificate": f"{at}/panel.pem", "key": f"{at}/panel.key"}

    def check(**files):
        named = {**good, **files}
        path = lab.file("checked.yaml", f"broker: {{ host: localhost, user: u, passwordFile: {named['passwordFile']}, "
                        f"tls: {{ ca: {named['ca']}, certificate: {named['certificate']}, key: {named['key']} }} }}\n")
        done = subprocess.run([f"{lab.bin}/responder-mqtt", "--check", "--config", path], capture_output=True, text=True)
        return done.returncode, done.stderr.replace(path, "FILE")
    assert check() == (0, ""), check()
    for key in good:
        name = key if key == "passwordFile" else f"tls.{key}"
        status, words = check(**{key: f"{at}/gone"})
        assert status == 1 and words.startswith(f"FILE: broker.{name}: ") and f"{at}/gone" in words and "No such file" in words, words
        assert words.count("\n") == 1, words
    status, words = check(certificate=f"{at}/password")
    assert status == 1 and words == f"FILE: broker.tls.certificate: expected a certificate in PEM, found none in {at}/password\n", words
    status, words = check(key=f"{at}/ca.key")
    assert status == 1 and words == f"FILE: broker.tls.key: expected the key in PEM of {at}/panel.pem, found another or none in {at}/ca.key\n", words
    lab.start_daemon()
    found = reason(lab, f", tls: {{ ca: {at}/gone }}")
    assert "broker.tls.ca" in found and f"{at}/gone" in found, found


def the_access_list_of_the_page(lab):
    """With the access list of docs/fleet.md a panel publishes all it has, Home Assistant included, and only desk may set."""
    with open(os.path.join(os.path.dirname(__file__), "..", "..", "docs", "fleet.md"), encoding="utf-8") as file:
        rules = lab.file("rules", re.search(r"^```text\n(pattern .*?)^```$", file.read(), re.M | re.S)[1])
    authority(lab, "ca")
    for name in ("broker", "lobby", "desk", "guest"):
        certificate(lab, name, "ca")
    at = lab.folder

    def identity(name):
        return "--cafile", f"{at}/ca.pem", "--cert", f"{at}/{name}.pem", "--key", f"{at}/{name}.key"
    lab.login = identity("desk")
    broker(lab, "broker", "require_certificate true", "use_identity_as_username true", f"acl_file {rules}")
    lab.start_daemon()
    tls = f", tls: {{ ca: {at}/ca.pem, certificate: {at}/lobby.pem, key: {at}/lobby.key }}"
    bridge = lab.start_bridge("homeAssistant: {}\nrequests: { users: { desk: [set] } }", prefix="responderd", broker=tls)
    state = wait_until("the panel is described", lambda: "responderd/lobby/tree" in (found := lab.retained()) and found)
    assert state["responderd/lobby/status"] == "online" and not any(name.startswith("homeassistant") for name in state), state
    lamp = '{"set":{"view":"lamp","isOn":true}}'
    with contextlib.suppress(subprocess.CalledProcessError):
        lab.publish("responderd/lobby/request/desk", lamp, *identity("guest"))
    lab.publish("responderd/lobby/request/desk", lamp)
    wait_until("the lamp is on", lambda: json.loads(lab.retained()["responderd/lobby/value/lamp"])["value"] is True)
    assert sum("user desk asks" in line for line in bridge.log) == 1 and not bridge.said("refuses a message"), bridge.log
    assert json.loads(lab.retained(*identity("lobby"), "-t", "homeassistant/device/responderd/lobby/config")[
        "homeassistant/device/responderd/lobby/config"])["device"]["name"] == "lobby"


def facts(lab, bridge):
    """What the daemon has in its list of this bridge, in the bridge's words."""
    found = [fact for fact in lab.request(status={})["result"]["health"] if fact["fact"] == "programProblem"]
    assert all(fact["about"] == f"pid {bridge.process.pid}" and fact["isProblem"] for fact in found), found
    return [fact["text"].split(" reports: ")[1] for fact in found]


def an_end_that_is_near_is_a_problem(lab):
    """A certificate of the broker or of the panel that ends within 14 days is in `problems` of `health`, and in what doctor prints."""
    authority(lab, "ca")
    certificate(lab, "broker", "ca", days=3)
    certificate(lab, "panel", "ca", days=200)
    certificate(lab, "short", "ca", days=13)
    at = lab.folder
    lab.login = ("--cafile", f"{at}/ca.pem")
    lab.start_daemon()
    for own, count in (("panel", 1), ("short", 2)):
        settings = broker(lab, "broker")
        subscriber = Subscriber(lab)
        bridge = lab.start_bridge("state: { healthInterval: 1 }", broker=f", tls: {{ ca: {at}/ca.pem, certificate: {at}/{own}.pem, key: {at}/{own}.key }}")
        health = subscriber.wait("house/lobby/health", lambda text: len(json.loads(text)["problems"]) == count)
        problems = json.loads(health)["problems"]
        assert any(words.startswith("the broker's certificate expires on 20") for words in problems), problems
        assert count == 1 or any(words.startswith(f"the certificate {at}/short.pem of this panel expires on 20") for words in problems), problems
        # The daemon has the same list, with what does not reach a broker.
        wait_until("it is connected to the daemon as well", lambda: sorted(facts(lab, bridge)) == sorted(f"MQTT: {words}" for words in problems))
        lab.broker.end()
        # The next attempt has another reason than the loss.
        wait_until("the daemon knows it", lambda: f"MQTT: no connection to 127.0.0.1:{lab.port}: Connection refused" in facts(lab, bridge))
        doctor = subprocess.run([f"{lab.bin}/responderctl", "--socket", f"{at}/socket", "doctor"], capture_output=True, text=True)
        assert all(words in doctor.stdout for words in facts(lab, bridge)) and doctor.returncode == 1, doctor
        lab.start_broker(settings)
        wait_until("it is over", lambda: sorted(facts(lab, bridge)) == sorted(f"MQTT: {words}" for words in problems))
        bridge.end()
        subscriber.end()
        wait_until("a bridge that has ended has no problems", lambda: not facts(lab, bridge))


TESTS = [the_access_list_of_the_page, troubles_have_words, cut_connections_have_words, files_are_opened_by_check, an_end_that_is_near_is_a_problem]
