"""For tests: a client that compares every line of the daemon with the daemon's own schema."""

import responder


class Schema:
    """As much of JSON Schema as the protocol's schema uses; unknown members of our own lines are mistakes."""

    KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
             "integer": int, "number": (int, float)}

    def __init__(self, schema):
        self.definitions = schema["$defs"]

    def check(self, line):
        """What is wrong with a line of the daemon."""
        for kind in ("record.", "message."):
            if kind + line.get("type", "") in self.definitions:
                return list(self.wrong(line, self.definitions[kind + line["type"]], "$"))
        return [f"no line has the type {line.get('type')}"]

    def wrong(self, value, rule, path):
        if "$ref" in rule:
            rule = self.definitions[rule["$ref"].rpartition("/")[2]]
        kinds = rule.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and not any(isinstance(value, self.KINDS[kind])
                             and (kind == "boolean" or not isinstance(value, bool)) for kind in kinds):
            yield f"{path}: expected {kinds}, found {value!r}"
            return
        if "const" in rule and value != rule["const"] or "enum" in rule and value not in rule["enum"]:
            yield f"{path}: did not expect {value!r}"
        if "minimum" in rule and value < rule["minimum"]:
            yield f"{path}: {value} is too small"
        if isinstance(value, dict) and "properties" in rule:
            yield from (f"{path}: lacks {name}" for name in rule.get("required", []) if name not in value)
            for name, member in value.items():
                if name in rule["properties"]:
                    yield from self.wrong(member, rule["properties"][name], f"{path}.{name}")
                else:
                    yield f"{path}: does not know {name}"
        if isinstance(value, list):
            if not rule.get("minItems", 0) <= len(value) <= rule.get("maxItems", len(value)):
                yield f"{path}: has {len(value)} elements"
            for place, element in enumerate(value):
                yield from self.wrong(element, rule.get("items", {}), f"{path}[{place}]")
        if "anyOf" in rule and all(any(self.wrong(value, dict(rule, anyOf=[], **choice), path))
                                   for choice in rule["anyOf"] if rule["anyOf"]):
            if rule["anyOf"]:
                yield f"{path}: fits no form"


class CheckedClient(responder.Client):
    """A client that compares every line with the daemon's own schema."""

    schema, lines = None, 0

    def _receive(self, timeout):
        line = super()._receive(timeout)
        if line is not None and self.schema is not None:
            self.lines += 1
            wrong = self.schema.check(line)
            if wrong:
                raise AssertionError(f"{wrong} in {line}")
        return line

    def check_lines(self):
        self.schema = Schema(self.request("describe")["schema"])
