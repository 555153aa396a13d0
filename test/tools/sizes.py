#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails on functions of more than 80 lines and files of more than 800.

usage: sizes.py ROOT...

Relies on the format of the sources: what begins in the first column and ends
with a brace there is a function, unless it is a type, a namespace or a table.
"""

import re
import sys
from pathlib import Path

MOST_LINES, MOST_IN_FUNCTION = 800, 80
NO_FUNCTION = re.compile(r"^(namespace|struct|class|enum|union|extern|typedef|#)|=\s*\{?$|\] = \{|= \{")


def functions(lines):
    """(line, length) of each function."""
    start = None
    for number, line in enumerate(lines, 1):
        if line.startswith("}"):
            if start and not line.startswith("};"):
                yield start, number - start + 1
            start = None
        elif start is None and re.match(r"[A-Za-z_~\[]", line) and not NO_FUNCTION.search(line) \
                and not line.rstrip().endswith((";", "}", ":")):
            start = number
        elif line.rstrip().endswith(";") and not line.startswith(" "):
            start = None


def main():
    faults = 0
    for root in sys.argv[1:]:
        for path in sorted(Path(root).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            lines = path.read_text().splitlines()
            if len(lines) > MOST_LINES:
                faults += 1
                print(f"{path}: {len(lines)} lines")
            for start, length in functions(lines):
                if length > MOST_IN_FUNCTION:
                    faults += 1
                    print(f"{path}:{start}: a function of {length} lines")
    return 1 if faults else 0


sys.exit(main())
