"""What Home Assistant's documents on MQTT discovery allow in the message about a device.

Stricter than Home Assistant itself, which drops what it does not know: here every key must be known,
and every value must be of its type.
"""

import json
import re

NAME = re.compile(r"[A-Za-z0-9_-]+")


def text(value):
    return isinstance(value, str) and value != ""


def flag(value):
    return isinstance(value, bool)


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def texts(value):
    return isinstance(value, list) and value != [] and all(text(one) for one in value) \
        and len(set(value)) == len(value)


def topic(value):
    return text(value) and not set("+#\0") & set(value) and len(value.encode()) < 65_536


def one_of(*words):
    return lambda value: value in words


DEVICE = {"identifiers": texts, "name": text, "manufacturer": text, "model": text, "model_id": text,
          "serial_number": text, "sw_version": text, "hw_version": text, "suggested_area": text}
ORIGIN = {"name": text, "sw_version": text, "support_url": text}
ENTITY = {"platform": text, "name": text, "unique_id": text, "icon": text, "enabled_by_default": flag, "qos": one_of(0, 1, 2),
          "entity_category": one_of("config", "diagnostic"), "availability_topic": topic,
          "payload_available": text, "payload_not_available": text, "value_template": text, "state_topic": topic}
COMMAND = {"command_topic": topic, "command_template": text, "optimistic": flag}
PLATFORMS = {
    "device_automation": ({"platform": text, "automation_type": one_of("trigger"), "topic": topic, "type": text,
                           "subtype": text, "payload": text, "qos": one_of(0, 1, 2), "value_template": text},
                          {"automation_type", "topic", "type", "subtype"}),
    "event": (ENTITY | {"event_types": texts, "device_class": one_of("button", "doorbell", "motion")},
              {"state_topic", "event_types"}),
    "binary_sensor": (ENTITY | {"payload_on": text, "payload_off": text, "json_attributes_topic": topic, "json_attributes_template": text,
                                "device_class": one_of("connectivity", "occupancy", "problem")}, {"state_topic"}),
    "sensor": (ENTITY | {"unit_of_measurement": text, "device_class": one_of("duration", "enum"), "options": texts,
                         "state_class": one_of("measurement", "total", "total_increasing")}, {"state_topic"}),
    "switch": (ENTITY | COMMAND | {"payload_on": text, "payload_off": text, "state_on": text, "state_off": text},
               {"command_topic"}),
    "number": (ENTITY | COMMAND | {"min": number, "max": number, "step": number,
                                   "mode": one_of("auto", "box", "slider")}, {"command_topic"}),
    "select": (ENTITY | COMMAND | {"options": texts}, {"command_topic", "options"}),
}


def keys(where, value, known, required=()):
    assert isinstance(value, dict), f"{where}: expected an object, found {value!r}"
    for key, content in value.items():
        assert key in known, f"{where}: unknown key {key}"
        assert known[key](content), f"{where}.{key}: {content!r}"
    for key in required:
        assert key in value, f"{where}: no {key}"


def check(name, payload, prefix="homeassistant"):
    """The components of a message about a device; those that are removed are None."""
    levels = name.split("/")
    assert levels[:2] == [prefix, "device"] and levels[-1] == "config" and len(levels) in (4, 5), name
    assert all(NAME.fullmatch(level) for level in levels[2:-1]), name
    message = json.loads(payload)
    assert set(message) == {"device", "origin", "components"}, set(message)
    keys("device", message["device"], DEVICE, ["identifiers"])
    keys("origin", message["origin"], ORIGIN, ["name"])
    assert message["components"], "no components"
    found, numbers = {}, set()
    for key, component in message["components"].items():
        assert NAME.fullmatch(key), key
        platform = component.get("platform")
        assert platform in PLATFORMS, f"{key}: {platform}"
        if len(component) == 1:
            found[key] = None
            continue
        known, required = PLATFORMS[platform]
        keys(key, component, known, required)
        if platform != "device_automation":
            assert component["unique_id"] not in numbers, component["unique_id"]
            numbers.add(component["unique_id"])
        if platform == "number":
            assert component["min"] < component["max"] and component["step"] >= 0.001, component
        if component.get("device_class") == "enum":
            assert "options" in component and "state_class" not in component, component
        if "state_class" in component or "unit_of_measurement" in component:
            assert component.get("device_class") != "enum", component
        if component.get("entity_category") == "config":
            assert "command_topic" in component, component
        found[key] = component
    return found
