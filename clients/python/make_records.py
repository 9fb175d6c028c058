#!/usr/bin/env python3
"""Writes responderd/records.py, the types of the records and the kinds of control, from the files in schema.

    clients/python/make_records.py [--check]

With --check nothing is written; status 1 says that the file is not what the schema says.
"""

import json
import keyword
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = os.path.join(HERE, "../../schema/responderd-protocol.schema.json")
CONTROLS = os.path.join(HERE, "../../schema/controls.json")
TARGET = os.path.join(HERE, "responderd/records.py")
HEAD = '''"""What records hold, for type checkers and editors, and the kinds of control. Written by make_records.py."""

import typing

'''
# What only some records of a type have is in a class of its own: Python 3.9 knows no NotRequired.
SIMPLE = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None",
          "object": "typing.Dict[str, typing.Any]"}


def name_of(definition):
    return definition[0].upper() + definition[1:]


class Writer:
    def __init__(self, definitions):
        self.definitions = definitions
        self.lines = []
        self.written = set()

    def type(self, rule):
        if "$ref" in rule:
            return self.reference(rule["$ref"].rpartition("/")[2])
        if "const" in rule:
            return f"typing.Literal[{rule['const']!r}]"
        if "enum" in rule:
            return f"typing.Literal[{', '.join(repr(word) for word in rule['enum'])}]"
        for forms in ("anyOf", "oneOf"):
            if forms in rule:
                kinds = list(dict.fromkeys(self.type(one) for one in rule[forms]))
                return kinds[0] if len(kinds) == 1 else f"typing.Union[{', '.join(kinds)}]"
        kind = rule.get("type")
        if isinstance(kind, list):
            return f"typing.Union[{', '.join(SIMPLE[one] for one in kind)}]"
        if kind == "array":
            return f"typing.List[{self.type(rule['items']) if 'items' in rule else 'typing.Any'}]"
        return SIMPLE.get(kind, "typing.Any")

    def reference(self, definition):
        rule = self.definitions[definition]
        if rule.get("type") == "object" and "properties" in rule and not rule.get("patternProperties"):
            self.dictionary(name_of(definition), rule)
            return f'"{name_of(definition)}"'
        return self.type(rule)

    def dictionary(self, name, rule):
        if name in self.written:
            return
        self.written.add(name)
        required = [one for one in rule["properties"] if one in rule.get("required", [])]
        optional = [one for one in rule["properties"] if one not in required]
        # What is referred to is written first.
        types = {one: self.type(value) for one, value in rule["properties"].items()}
        text = rule.get("description", "")
        bases = [f"_{name}"] if required and optional else []
        # A word of Python cannot be a member of a class.
        words = [one for one in optional if keyword.iskeyword(one)]
        if words:
            bases.append(f"_{name}Words")
            pairs = ", ".join(f"{one!r}: {types[one]}" for one in words)
            self.lines.append(f'\n_{name}Words = typing.TypedDict("_{name}Words", {{{pairs}}}, total=False)\n')
            optional = [one for one in optional if one not in words]
        if bases:
            self.form(f"_{name}", "typing.TypedDict", required, types, "")
            self.form(name, f"{', '.join(bases)}, total=False", optional, types, text)
        else:
            self.form(name, "typing.TypedDict" + (", total=False" if optional else ""),
                      required + optional, types, text)

    def form(self, name, base, members, types, text):
        self.lines.append(f"\nclass {name}({base}):")
        if text:
            self.lines.append(f'    """{text}"""')
        self.lines += [f"    {member}: {types[member]}" for member in members]
        self.lines.append("")


def text():
    with open(SCHEMA, encoding="utf-8") as file:
        definitions = json.load(file)["$defs"]
    writer = Writer(definitions)
    names = []
    for definition, rule in definitions.items():
        if definition.startswith("record."):
            names.append(name_of(definition[7:]))
            writer.dictionary(names[-1], rule)
    union = ",\n    ".join(names)
    with open(CONTROLS, encoding="utf-8") as file:
        controls = "".join(f"    {kind!r}: {facts!r},\n" for kind, facts in json.load(file).items())
    return (HEAD + "\n".join(writer.lines) + f"\n\nRecord = typing.Union[\n    {union}]\n"
            "\n# The kinds of control: the key of the value that fingers change, the key of the number of choices, the values\n"
            f"# that a node does not say, and the parts that are touched one by one, or the key of their number.\nCONTROLS = {{\n{controls}}}\n")


def main():
    wanted = text()
    if "--check" in sys.argv[1:]:
        with open(TARGET, encoding="utf-8") as file:
            if file.read() != wanted:
                sys.exit("responderd/records.py is not what the schema says: run clients/python/make_records.py")
        return
    with open(TARGET, "w", encoding="utf-8") as file:
        file.write(wanted)


if __name__ == "__main__":
    main()
