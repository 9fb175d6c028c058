"""For tests: whether a line of the daemon is what its own schema says."""


class Schema:
    """The daemon's own words about its lines, as far as these words use JSON Schema."""

    def __init__(self, schema):
        self.definitions = schema["$defs"]

    def complaint(self, line):
        """The error of a line of the daemon; None if there is none."""
        for family in ("record", "message"):
            if f"{family}.{line.get('type')}" in self.definitions:
                return self._check(line, self.definitions[f"{family}.{line['type']}"], "$")
        return f"no line is of the type {line.get('type')}"

    KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
             "integer": int, "number": (int, float)}

    def _is(self, value, kind):
        # For Python a boolean is a number.
        return isinstance(value, self.KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))

    def _check(self, value, rule, place):
        if "$ref" in rule:
            problem = self._check(value, self.definitions[rule["$ref"].rpartition("/")[2]], place)
            if problem:
                return problem
        if "type" in rule:
            kinds = rule["type"] if isinstance(rule["type"], list) else [rule["type"]]
            if not any(self._is(value, kind) for kind in kinds):
                return f"{place}: {value!r} is no {' or '.join(kinds)}"
        if "const" in rule and value != rule["const"] or "enum" in rule and value not in rule["enum"]:
            return f"{place}: {value!r} is none of those"
        for forms in ("anyOf", "oneOf"):
            if forms in rule and all(self._check(value, one, place) for one in rule[forms]):
                return f"{place}: {value!r} fits no form"
        if isinstance(value, dict):
            return self._check_members(value, rule, place)
        if isinstance(value, list) and "items" in rule:
            for index, element in enumerate(value):
                problem = self._check(element, rule["items"], f"{place}[{index}]")
                if problem:
                    return problem
        if isinstance(value, list) and not rule.get("minItems", 0) <= len(value) <= rule.get(
                "maxItems", len(value)):
            return f"{place}: {len(value)} elements"
        if "minimum" in rule and self._is(value, "number") and value < rule["minimum"]:
            return f"{place}: {value} is less than {rule['minimum']}"
        return None

    def _check_members(self, value, rule, place):
        for name in rule.get("required", []):
            if name not in value:
                return f"{place}: {name} is missing"
        known = rule.get("properties", {})
        for name, member in value.items():
            # Programs are to pass over what they do not know, but this one knows this very daemon.
            if "properties" in rule and name not in known and not rule.get("additionalProperties"):
                return f"{place}: {name} is not known"
            problem = name in known and self._check(member, known[name], f"{place}.{name}")
            if problem:
                return problem
        return None
