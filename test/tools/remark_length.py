#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the text of remarks, without place and flag, to a length.

remark_length.py MOST PATTERN FILE... -- COMPILER FLAGS...

Each file is compiled; a remark whose text matches PATTERN may have MOST
characters. The source counts its lines from 1001, since some remarks name them.
Prints what is longer and a summary; exit code 1 if anything is, or if no remark
matched.
"""

import os
import re
import subprocess
import sys


def remarks_of(compiler, path):
    """Yields the text of each remark."""
    with open(path, encoding="utf-8") as f:
        source = '#line 1001 "x.c"\n' + f.read()
    errors = subprocess.run([*compiler, "-w", "-fno-caret-diagnostics", "-I", os.path.dirname(path), "-x", "c",
                             "-c", "-", "-o", os.devnull],
                            input=source, check=True, capture_output=True, text=True).stderr
    for line in errors.splitlines():
        if match := re.search(r": remark: (.*) \[-Rpass", line):
            yield match.group(1)


def main():
    split = sys.argv.index("--")
    most, pattern, *files = sys.argv[1:split]
    texts = [t for path in files for t in remarks_of(sys.argv[split + 1:], path) if re.search(pattern, t)]
    too_long = [t for t in texts if len(t) > int(most)]
    for text in too_long:
        print(f"{len(text)}: {text}")
    print(f"{len(texts)} remarks, {len(too_long)} too long")
    return 1 if too_long or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
