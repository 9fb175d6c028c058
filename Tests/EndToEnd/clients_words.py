"""Whether the clients say the words of the protocol's schema: names of requests, of their members and of records."""

import json
import os
import re

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Members of lines that a client makes itself, and of all requests and records.
OWN = {"isNew", "waits", "refused", "type", "id", "connected", "line"}


def definitions():
    with open(os.path.join(PROJECT, "schema/responderd-protocol.schema.json"), encoding="utf-8") as file:
        return json.load(file)["$defs"]


def text(*names):
    """The text of these files of the project."""
    found = []
    for name in names:
        with open(os.path.join(PROJECT, name), encoding="utf-8") as file:
            found.append(file.read())
    return "\n".join(found)


def members(rule, known, seen=()):
    """The names of all members that may stand in a value."""
    if isinstance(rule, list):
        return set().union(*(members(one, known, seen) for one in rule))
    if not isinstance(rule, dict):
        return set()
    names = set(rule.get("properties", {}))
    for key, value in rule.items():
        name = value.rpartition("/")[2] if key == "$ref" else None
        if name and name not in seen:
            names |= members(known[name], known, (*seen, name))
        elif key == "properties":
            names |= set().union(set(), *(members(one, known, seen) for one in value.values()))
        elif not name:
            names |= members(value, known, seen)
    return names


def swift_sources():
    folder = "Sources/ResponderClient"
    return [f"{folder}/{name}" for name in sorted(os.listdir(os.path.join(PROJECT, folder)))
            if name not in ("PanelConnection.swift", "AsyncRecords.swift")]


def python_sources():
    folder = "clients/python/responderd"
    return [f"{folder}/{name}.py" for name in ("client", "session", "puts", "picture", "aio")]


def page_sources():
    folder = "clients/javascript"
    return [f"{folder}/{name}" for name in sorted(os.listdir(os.path.join(PROJECT, folder))) if name.endswith(".js")]


def requests(language):
    """The names of requests that a client makes."""
    if language == "python":
        return set(re.findall(r'(?:request|_member)\("(\w+)"', text(*python_sources())))
    if language == "swift":
        return set(re.findall(r'(?:request\(|answer\(to: )\s*"(\w+)"', text(*swift_sources())))
    if language == "c":
        found = re.findall(r'ask\(client, "(\w+)"|strcmp\(request, "(\w+)"', text("clients/c/responder.c"))
        return {one or other for one, other in found}
    return set(re.findall(r'(?:request|ask)\("(\w+)"', text(*page_sources())))


def read(language):
    """The names of members that a client reads or writes."""
    if language == "python":
        return set(re.findall(r'(?:record|line|snapshot|touch|entry|node|result|hello|edit|arguments)(?:\["|\.get\(")(\w+)"',
                              text(*python_sources())))
    if language == "swift":
        return set(re.findall(r'(?:value|json|record|snapshot|entry|node|result|arguments|line|\$0)\["(\w+)"\]',
                              text(*swift_sources())))
    if language == "c":
        paths = re.findall(r'(?:find|responder_(?:is|text|number|flag)|text_at|value_at|mark_missing)\(\w+(?:->\w+)?,'
                           r' (?:line, )?"([\w.]+)"', text("clients/c/responder.c"))
        return {name for path in paths for name in path.split(".")}
    declarations = text("clients/javascript/responder.d.ts")
    found = set()
    for interface in ("ResponderRecord", "ResponderTouch", "ViewNode", "Filter"):
        body = re.search(rf"interface {interface} \{{(.*?)\n\}}", declarations, re.S).group(1)
        found |= set(re.findall(r"^  (\w+)\??:", body, re.M))
    return found - {"madeUp"} | set(re.findall(r"(?:record|line|snapshot|hello|argument)\.(\w+)\b(?!\()",
                                               text(*page_sources()))) - {"endings", "replace"}


def check(language):
    """Raises AssertionError with the words that the schema does not know."""
    known = definitions()
    names = {name[8:] for name in known if name.startswith("request.")}
    asked = requests(language)
    assert len(asked) >= 5 and asked <= names, f"requests: {sorted(asked - names)}"
    words = set().union(*(members(rule, known) for name, rule in known.items()
                          if name.startswith(("request.", "record.", "message."))))
    # The schema leaves results of requests open; the document names them.
    words |= {"result"} | set(re.findall(r"[`\"](\w+)[`\"]", text("docs/protocol.md")))
    said = read(language) - OWN - names
    assert len(said) >= 8 and said <= words, f"members: {sorted(said - words)}"
    filters = set(known["request.subscribe"]["properties"]) - {"since", "snapshot"}
    if language == "swift":
        have = set(re.findall(r"public var (\w+)", text("Sources/ResponderClient/Subscription.swift"))) - {"since", "snapshot"}
        assert have == filters, f"members of a subscription: {sorted(have ^ filters)}"
    if language == "javascript":
        body = re.search(r"interface Filter \{(.*?)\n\}", text("clients/javascript/responder.d.ts"), re.S).group(1)
        have = set(re.findall(r"^  (\w+)\??:", body, re.M))
        assert have == filters, f"members of a filter: {sorted(have ^ filters)}"
