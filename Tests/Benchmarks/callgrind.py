"""Programs whose instructions valgrind counts."""

import os
import shutil
import subprocess


def without_debug(program, folder):
    """The program as valgrind can load it, in a folder."""
    if shutil.which("valgrind") is None:
        raise SystemExit("bench: valgrind is missing; run scripts/install-dependencies test")
    # Valgrind 3.19 stops at the debug information of C that clang writes.
    plain = f"{folder}/{os.path.basename(program)}-without-debug"
    subprocess.run(["objcopy", "--strip-debug", program, plain], check=True)
    return plain
