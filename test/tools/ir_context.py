#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the plugin's dependences with IR context against those without.

ir_context.py CLANG PLUGIN DIR FILE... -- FLAGS...

Each must dependence of the assembly must be one with IR context, too, so that the
bound is never lower. Loops of which not all blocks are analysed are left out: with
block frequencies another path may be. Prints the differences; exit code 1 if there
are any, or if no loop was compared.
"""

import json
import os
import subprocess
import sys


def loops_of(clang, plugin, source, flags, path, context):
    subprocess.run([clang, *flags, "-w", f"-fpass-plugin={plugin}", "-mllvm",
                    f"-kernel-bounds-dependences={path}", "-mllvm",
                    f"-kernel-bounds-ir-context={context}", "-c", source, "-o", os.devnull], check=True)
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as lines:
        loops = [json.loads(line) for line in lines]
    os.remove(path)
    return {(loop["function"], loop["loop"]): loop for loop in loops}


def pairs(loop, kind):
    return {(d["source"]["position"], d["destination"]["position"], d["distance"])
            for d in loop["dependences"] if d["class"] == kind}


def main():
    split = sys.argv.index("--")
    clang, plugin, directory, *files = sys.argv[1:split]
    flags = sys.argv[split + 1:]
    os.makedirs(directory, exist_ok=True)
    path = os.path.join(directory, "x.jsonl")
    compared = added = removed = 0
    problems = []
    for source in sorted(files):
        plain = loops_of(clang, plugin, source, flags, path, 0)
        informed = loops_of(clang, plugin, source, flags, path, 1)
        for key, loop in plain.items():
            other = informed.get(key)
            if not other or not all(i["on_path"] for l in (loop, other) for i in l["instructions"]):
                continue
            compared += 1
            lost = pairs(loop, "must") - pairs(other, "must")
            added += len(pairs(other, "must") - pairs(loop, "must"))
            removed += len(pairs(loop, "may") - pairs(other, "may"))
            if lost:
                problems.append(f"{source}: {key}: IR context loses must {sorted(lost)}")
    print(*problems, sep="\n")
    print(f"{compared} loops compared, {len(problems)} differences; "
          f"{added} must added, {removed} may removed")
    return 1 if problems or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
