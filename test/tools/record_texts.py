#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the remarks of an optimization record as viewers show them.

record_texts.py FILE.yaml

opt-viewer, optview2 and Compiler Explorer put the values of all arguments of a
remark together, one behind the other, and show no key. One remark is printed as
its name, a colon and that text.
"""

import re
import sys


def value_of(text):
    """A YAML scalar on one line: plain or 'single-quoted'."""
    text = text.strip()
    return text[1:-1].replace("''", "'") if text.startswith("'") else text


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        for doc in f.read().split("--- ")[1:]:
            name = re.search(r"^Name:\s+(\w+)$", doc, re.M).group(1)
            values = re.findall(r"^  - \w+:\s+(.*)$", doc, re.M)
            print(f"{name}: {''.join(map(value_of, values))}")


if __name__ == "__main__":
    main()
