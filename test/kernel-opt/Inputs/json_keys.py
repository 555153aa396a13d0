# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails if a document has a key that docs/reference/json.md does not describe.

usage: json_keys.py DOCUMENT JSON_MD
"""
import json
import re
import sys


def keys(value, parent=""):
    if isinstance(value, list):
        for item in value:
            yield from keys(item, parent)
    elif isinstance(value, dict):
        for key, item in value.items():
            # Keys of `ports` inside an instruction are names of ports.
            if not (parent == "instructions.ports"):
                yield key
            inside = "instructions.ports" if parent == "instructions" and key == "ports" else key
            yield from keys(item, inside)


document = json.load(open(sys.argv[1], encoding="utf-8"))
text = open(sys.argv[2], encoding="utf-8").read()
described = set()
for code in re.findall(r"`([^`]+)`", text):
    described.update(re.split(r"[.\[\]]+", code))
missing = sorted(set(keys(document)) - described)
if missing:
    sys.exit("not described: " + ", ".join(missing))
