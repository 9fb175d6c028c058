"""The keys of mqtt.yaml, of tuio.yaml and of a bindings file, read from their tables in Sources, for scripts/reference."""

import re

MQTT, TUIO = "responder-mqtt/Settings/", "responder-tuio/Settings/TUIOSettings.swift"
# The page of each table, and what is in it: what stands before the keys, the file, and the type with the keys.
TABLES = {
    "keys of mqtt": ("docs/mqtt.md", (
        ("", MQTT + "BridgeSettings.swift", "BridgeSettings"), ("broker.", MQTT + "BrokerSettings.swift", "BrokerSettings"),
        ("broker.tls.", MQTT + "BrokerSettings.swift", "TLS"), ("publish.", MQTT + "PublishSettings.swift", "PublishSettings"),
        ("state.", MQTT + "PublishSettings.swift", "StateSettings"), ("qos.", MQTT + "PublishSettings.swift", "QualitySettings"),
        ("queue.", MQTT + "PublishSettings.swift", "QueueSettings"), ("queue.maximumAge.", MQTT + "PublishSettings.swift", "AgeSettings"),
        ("requests.", MQTT + "PublishSettings.swift", "RequestSettings"))),
    "keys of homeAssistant": ("docs/mqtt.md", (("homeAssistant.", MQTT + "HomeAssistantSettings.swift", "HomeAssistantSettings"),)),
    "keys of tuio": ("docs/tuio.md", (
        ("", TUIO, "TUIOSettings"), ("receivers[].", TUIO, "Receiver"), ("contacts.", TUIO, "Contacts"), ("tables[].", TUIO, "Table"))),
    "keys of bindings": ("docs/clients.md", (("", "responderctl/Bindings/Binding.swift", "Binding"),)),
}
# What the functions of `Reader` accept.
TYPES = {"name": "name", "text": "text", "bool": "true or false", "filePath": "absolute path",
         "socketPath": "absolute path, at most 107 bytes", "topicPrefix": "topic without `+`, `#` and `%`, at most 200 bytes",
         "topicLevel": "name without `/`, `+`, `#` and `%`, at most 128 bytes", "address": "IP address",
         "command": "line for the shell, or list of words", "version": '`"1.1"`, `"2.0"`'}
KINDS = {"whole": "whole number", "number": "number"}


def block(text, start):
    """What stands between the next brace and the one that closes it."""
    start = text.index("{", start) + 1
    depth = 1
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return text[start:at]
    raise SystemExit("scripts/settings_keys.py: a brace is not closed")


def blocks(text, name):
    """The bodies of a type and of its extensions, each without what lies in further types."""
    for found in re.finditer(rf"\b(?:struct|extension) {name}\b", text):
        body = block(text, found.end())
        while inner := re.search(r"\bstruct \w+[^{]*\{", body):
            body = body[:inner.start()] + body[inner.end() + len(block(body, inner.end() - 1)) + 1:]
        yield body


def number(text):
    value = float(text.replace("_", ""))
    return f"{value:.10g}" if value != int(value) else str(int(value))


def words_of(text, name):
    """The words of an enum."""
    found = re.search(rf"\benum {name}\b", text)
    cases = re.findall(r"^ *case (.*)$|\bcase ([\w, ]+)$", block(text, found.end()) + "\n", flags=re.M) if found else []
    words = [word.strip() for one, other in cases for word in (one or other).split(",")]
    return [word.split("=")[1].strip().strip('"') if "=" in word else word for word in words]


def code(words):
    return ", ".join(f"`{word}`" for word in words)


def type_of(body, text):
    """The type of a key, by the function that reads it; empty if the page says it."""
    if "keys:" in body:
        return "list of mappings" if "reader.list(" in body else "mapping"
    of_list = re.search(r"reader\.list\(.*?\) \{(.*)\}", body, flags=re.S)
    if of_list:
        choice = re.search(r"choice\(\$0, (\w+)\.self\)", of_list.group(1))
        if choice:
            return f"list of {code(words_of(text, choice.group(1)))}"
        return {"name": "list of names", "text": "list of names"}.get((re.findall(r"reader\.(\w+)\(\$0\)", of_list.group(1)) or [""])[0], "")
    read = re.search(r"\$0\.(\w+)\(\$1(?:, (?:in: )?([^)]+))?\)", body)
    if not read:
        return ""
    name, more = read.groups()
    if name in KINDS and more:
        low, high = more.split("...")
        return f"{KINDS[name]}, {number(low)} to {number(high)}"
    if name == "choice":
        return code(words_of(text, more.removesuffix(".self")))
    return TYPES[name]


def default_of(literal, text):
    """A default as one writes it in the file; empty if the page says it."""
    if re.fullmatch(r"-?[\d_.]+", literal):
        return f"`{number(literal)}`"
    if literal in ("true", "false") or re.fullmatch(r'"[^"]+"', literal):
        return "`" + literal.strip('"') + "`"
    choice = re.fullmatch(r"(\w+)\.(\w+)", literal)
    return f"`{choice.group(2)}`" if choice and choice.group(2) in words_of(text, choice.group(1)) else ""


def keys(read, table):
    """The keys of a table: name, type, default; the last two are empty if the page says them."""
    for prefix, path, name in TABLES[table][1]:
        text = read("Sources/" + path)
        bodies = list(blocks(text, name))
        literals = {found.group(1): found.group(2) for body in bodies
                    for found in re.finditer(r"^\s*(?:package )?var (\w+)(?:: [^={\n]+)? = (.+)$", body, flags=re.M)}
        for body in bodies:
            for listed in re.finditer(r"static var keys\b", body):
                lines = block(body, listed.end())
                for found in re.finditer(r'\bKey\("(\w+)"(?:, \\\.(\w+))?(, required: true)?\)', lines):
                    key, member, required = found.groups()
                    default = "required" if required else default_of(literals.get(member, ""), text)
                    yield prefix + key, type_of(block(lines, found.end()), text), default
