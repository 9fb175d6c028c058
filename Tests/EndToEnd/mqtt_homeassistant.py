"""Tests of Home Assistant's discovery, for Tests/EndToEnd/mqtt."""

import json
import signal
import time

import homeassistant_schema as schema
from mqtt_lab import Subscriber
from waiting import wait_until

TOPIC = "homeassistant/device/house/lobby/config"
ALLOWED = "homeAssistant: {}\nrequests: { allow: [set] }"
DIAGNOSTICS = {"binary_sensor_panel_20status", "binary_sensor_panel_20problem", "sensor_bridge_20expired", "sensor_daemon_20uptime", "sensor_daemon_20touches",
               "sensor_daemon_20missedDeadlines", "sensor_bridge_20droppedEvents", "sensor_bridge_20connections"}
FROM_THE_TREE = {"gesture_red_2Etap": "device_automation", "gesture_red_2Epan": "device_automation",
                 "number_volume": "number", "switch_lamp": "switch", "event_ok": "event"}


def components(payload):
    return schema.check(TOPIC, payload)


def panel_introduces_itself(lab):
    """One message describes the panel to Home Assistant as its documents ask."""
    subscriber, bridge = lab.start_all(ALLOWED)
    found = components(subscriber.wait(TOPIC))
    assert set(found) == DIAGNOSTICS | set(FROM_THE_TREE), set(found)
    assert all(found[key]["platform"] == platform for key, platform in FROM_THE_TREE.items()), found
    assert all(found[key]["availability_topic"] == "house/lobby/status" for key in ("switch_lamp", "event_ok")), found
    number = found["number_volume"]
    assert (number["min"], number["max"], number["step"], number["mode"]) == (0, 1, 0.001, "slider"), number
    message = json.loads(lab.retained()[TOPIC])
    assert message["device"]["identifiers"] == ["house_lobby"] and message["device"]["name"] == "lobby", message
    # The same is not sent again: not when values change, and not by another run.
    lab.request(set={"view": "lamp", "isOn": True})
    subscriber.wait("house/lobby/value/lamp", lambda text: '"value":true' in text)
    assert bridge.end() == 0
    lab.start_bridge(ALLOWED)
    wait_until("online again", lambda: [word for word in subscriber.of("house/lobby/status")][-2:]
               == ["offline", "online"])
    time.sleep(1.5)  # The second without a copy of the message has passed.
    assert len(subscriber.of(TOPIC)) == 1, subscriber.of(TOPIC)[1:]


def messages_are_covered(lab):
    """What the panel publishes is what its components wait for, in both directions."""
    subscriber, _ = lab.start_all(ALLOWED)
    found = components(subscriber.wait(TOPIC))
    lab.request(inject={"script": "0 down 1 450,320\n0.05 up 1\n0.5 down 1 50,50\n0.55 up 1"})
    event = json.loads(subscriber.wait(found["event_ok"]["state_topic"], lambda text: "touchUpInside" in text))
    assert event["event"] in found["event_ok"]["event_types"], event
    gesture = json.loads(subscriber.wait(found["gesture_red_2Etap"]["topic"]))
    assert gesture["state"] == found["gesture_red_2Etap"]["payload"], gesture
    switch = found["switch_lamp"]
    lab.publish(switch["command_topic"], switch["payload_on"])
    state = json.loads(subscriber.wait(switch["state_topic"], lambda text: '"value":true' in text))
    assert str(state["value"]) == switch["state_on"], state
    lab.publish(switch["command_topic"], switch["payload_off"])
    state = json.loads(subscriber.wait(switch["state_topic"], lambda text: text != "" and '"value":false' in text))
    assert str(state["value"]) == switch["state_off"], state
    number = found["number_volume"]
    lab.publish(number["command_topic"], number["command_template"].replace("{{ value }}", "0.75"))
    subscriber.wait(number["state_topic"], lambda text: '"value":0.75' in text)


def every_kind_of_control(lab):
    """Steppers, segmented and page controls, with their limits, and names that are templates."""
    subscriber, _ = lab.start_all(ALLOWED)
    lab.request(batch=[{"put": {"in": "main", "view": view}} for view in (
        {"id": "count", "stepper": {"frame": [0, 400, 90, 40], "minimumValue": -5, "maximumValue": 5, "stepValue": 0.5}},
        {"id": "mode", "segmentedControl": {"frame": [100, 400, 90, 40], "numberOfSegments": 3}},
        {"id": "page", "pageControl": {"frame": [200, 400, 90, 40], "numberOfPages": 4}},
        {"id": "tone", "slider": {"frame": [200, 440, 90, 40], "stepValue": 0.25}},
        {"id": "no-page", "pageControl": {"frame": [200, 400, 90, 40]}},
        {"id": "{{1+1}}{%x%}\"#", "switch": {"frame": [300, 400, 60, 40]}},
    )])
    found = components(subscriber.wait(TOPIC, lambda text: "number_count" in text))
    stepper = found["number_count"]
    assert (stepper["min"], stepper["max"], stepper["step"], stepper["mode"]) == (-5, 5, 0.5, "box"), stepper
    tone = found["number_tone"]
    assert (tone["max"], tone["step"], tone["mode"]) == (1, 0.25, "slider"), tone
    select = found["select_mode"]
    assert select["options"] == ["0", "1", "2"], select
    lab.publish(select["command_topic"], select["command_template"].replace("{{ value }}", "2"))
    subscriber.wait(select["state_topic"], lambda text: '"value":2' in text)
    assert (found["number_page"]["min"], found["number_page"]["max"]) == (0, 3), found["number_page"]
    assert found["sensor_no-page"]["platform"] == "sensor", found
    odd = next(one for one in found.values() if one.get("name", "").startswith("{{"))
    assert "{{" not in odd["payload_on"] and "{%" not in odd["payload_on"], odd
    lab.publish(odd["command_topic"], odd["payload_on"])
    subscriber.wait(odd["state_topic"], lambda text: '"value":true' in text)


def only_what_is_allowed(lab):
    """Without the permission to set nothing has commands; what is not published is not announced."""
    subscriber, _ = lab.start_all("homeAssistant: { prefix: ha, name: Front door, area: Hall }\n"
                                  "publish: { types: [gesture], recognizers: [red.tap] }")
    name = TOPIC.replace("homeassistant", "ha")
    payload = subscriber.wait(name)
    found = schema.check(name, payload, "ha")
    assert set(found) == DIAGNOSTICS | {"gesture_red_2Etap", "sensor_volume", "binary_sensor_lamp"}, set(found)
    assert not any("command_topic" in one for one in found.values()), found
    device = json.loads(payload)["device"]
    assert (device["name"], device["suggested_area"]) == ("Front door lobby", "Hall"), device


def gone_with_the_view(lab):
    """What goes is named with its platform once and then left out, also after a crash."""
    subscriber, bridge = lab.start_all(ALLOWED)
    subscriber.wait(TOPIC)
    lab.request(remove={"view": "lamp"})
    removal = components(subscriber.wait(TOPIC, lambda text: '"switch_lamp":{"platform":"switch"}' in text))
    assert removal["switch_lamp"] is None and sum(one is None for one in removal.values()) == 1, removal
    wait_until("it is left out", lambda: "switch_lamp" not in lab.retained()[TOPIC])
    assert len(subscriber.of(TOPIC)) == 3, subscriber.of(TOPIC)
    bridge.end(signal.SIGKILL)
    lab.request(remove={"view": "red"})
    lab.start_bridge(ALLOWED)
    removal = components(subscriber.wait(TOPIC, lambda text: '"gesture_red_2Etap":{"platform":"device_automation"}'
                                         in text))
    assert removal["gesture_red_2Epan"] is None, removal
    wait_until("they are left out", lambda: "gesture_red" not in lab.retained()[TOPIC])
    assert len(subscriber.of(TOPIC)) == 5, subscriber.of(TOPIC)


def birth_of_home_assistant(lab):
    """When Home Assistant starts, the message and all states come again; a retained birth changes nothing."""
    lab.start_broker()
    lab.publish("ha/birth", "up", "-r")
    lab.start_daemon()
    subscriber = Subscriber(lab)
    lab.start_bridge("homeAssistant: { birthTopic: ha/birth, birthPayload: up }")
    subscriber.wait(TOPIC)
    lab.publish("ha/birth", "down")
    states = len(subscriber.of("house/lobby/value/lamp"))
    time.sleep(6)  # More than the longest pause that is drawn.
    assert len(subscriber.of(TOPIC)) == 1 and len(subscriber.of("house/lobby/value/lamp")) == states
    lab.publish("ha/birth", "up")
    wait_until("the message comes again", lambda: len(subscriber.of(TOPIC)) == 2)
    wait_until("the states come again", lambda: len(subscriber.of("house/lobby/value/lamp")) == states + 1)
    assert subscriber.of(TOPIC)[0] == subscriber.of(TOPIC)[1]


def activity_is_announced(lab):
    """A panel that reports activity has a sensor for it, whose payloads are those of the activity's topic."""
    lab.start_broker()
    lab.start_daemon("activity: { idleAfter: 1 }\n")
    subscriber = Subscriber(lab)
    lab.start_bridge(ALLOWED)
    sensor = components(subscriber.wait(TOPIC, lambda text: "activity" in text))["binary_sensor_panel_20activity"]
    assert sensor["platform"] == "binary_sensor" and sensor["value_template"] == "{{ value_json.state }}", sensor
    assert sensor["availability_topic"] == "house/lobby/status", sensor
    subscriber.wait(sensor["state_topic"], lambda text: json.loads(text)["state"] == sensor["payload_off"])
    lab.play("0 down 1 50,50\n0.04 up 1")
    subscriber.wait(sensor["state_topic"], lambda text: json.loads(text)["state"] == sensor["payload_on"])
    # What Home Assistant reads after its own start.
    assert json.loads(lab.retained()[sensor["state_topic"]])["state"] in (sensor["payload_on"], sensor["payload_off"])


def broker_comes_back(lab):
    """A broker that has lost its retained topics receives all of them again."""
    subscriber, _ = lab.start_all(ALLOWED, broker=", reconnectMaximum: 2")
    first = subscriber.wait(TOPIC)
    lab.broker.end(signal.SIGKILL)
    subscriber.end()
    subscriber = lab.broker_comes_back()
    assert subscriber.wait(TOPIC) == first


def purge_takes_it_back(lab):
    """--purge removes the panel from Home Assistant, also where the file says nothing of it any more."""
    subscriber, bridge = lab.start_all(ALLOWED)
    subscriber.wait(TOPIC)
    lab.publish("homeassistant/device/house/other/config", "{}", "-r")
    bridge.end()
    purge = lab.start_bridge(options=["--purge"])
    assert purge.process.wait(20) == 0, purge.log
    assert set(lab.retained()) == {"homeassistant/device/house/other/config"}, lab.retained()


TESTS = [panel_introduces_itself, messages_are_covered, every_kind_of_control, only_what_is_allowed,
         gone_with_the_view, activity_is_announced, birth_of_home_assistant, broker_comes_back, purge_takes_it_back]
