"""The fenced blocks of the documents, with the comments above them that say what each is for; see Tests/EndToEnd/texts."""

import glob
import os
import re
import subprocess

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Block:
    def __init__(self, document, line, word, text, notes):
        self.document, self.line, self.word, self.text, self.notes = document, line, word, text, notes

    def __str__(self):
        return f"{self.document}:{self.line} {self.word}"


def documents():
    return ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + sorted(
        os.path.relpath(path, PROJECT) for path in glob.glob(os.path.join(PROJECT, "docs/*.md")))


# A `c` block is what a program does; this is around it.
C_PROGRAM = """#include <stdio.h>
#include "responder.h"
int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  {
%s  }
}
"""


def write_program(block, folder, text):
    """Writes a block's program into a folder; gives the command that runs it there."""
    name = block.notes.get("file") or f"block{block.line}.{block.word}"
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(C_PROGRAM % text if block.word == "c" else text)
    if block.word != "c":
        return [{"python": "/usr/bin/python3", "sh": "bash"}[block.word], *(["-eu"] if block.word == "sh" else []), path]
    client = os.path.join(PROJECT, "clients", "c")
    subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g", "-fsanitize=address,undefined", f"-I{client}",
                    "-o", f"{path}.program", path, f"{client}/responder.c"], check=True)
    return [f"{path}.program"]


def blocks_of(document):
    """The fenced blocks of a document, with the comments right above them."""
    with open(os.path.join(PROJECT, document), encoding="utf-8") as file:
        lines = file.read().split("\n")
    blocks, notes, at = [], {}, 0
    while at < len(lines):
        line = lines[at]
        at += 1
        comment = re.fullmatch(r"<!-- ([a-z ]+?)(?:: (.*?))? -->", line.strip())
        if comment:
            notes[comment.group(1)] = comment.group(2) or ""
            continue
        if not line.startswith("```"):
            notes = {} if line.strip() else notes
            continue
        start = at
        while at < len(lines) and not lines[at].startswith("```"):
            at += 1
        blocks.append(Block(document, start, line[3:].strip(), "\n".join(lines[start:at]) + "\n", notes))
        at, notes = at + 1, {}
    return blocks
