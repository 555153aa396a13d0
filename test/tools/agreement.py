#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the plugin's figures against kernel-opt's on the same compilation.

agreement.py [--simulate] CLANG PLUGIN KERNEL_OPT FILE... -- FLAGS...

For each file: one compilation with -S writes assembly and the optimization
record (without IR context); kernel-opt reads the assembly. TP, LCD, CP and the
prediction of every loop, found by function and label, must be equal; with
--simulate the prediction is the simulator's on both sides, without it that of
the bounds. Prints the
differences; exit code 1 if there are any, or if no loop was compared.
"""

import csv
import os
import re
import subprocess
import sys
import tempfile


def remarks_of(path):
    """Yields the arguments of every LoopBounds remark of a YAML record."""
    with open(path, encoding="utf-8") as f:
        for doc in f.read().split("--- ")[1:]:
            if not re.search(r"^Name:\s+LoopBounds$", doc, re.M):
                continue
            args = dict(re.findall(r"^  - (\w+):\s+(?:'(.*)'|(.*))$", doc, re.M)
                        and [(k, a or b) for k, a, b in
                             re.findall(r"^  - (\w+):\s+(?:'(.*)'|(.*))$", doc, re.M)])
            args["Function"] = re.search(r"^Function:\s+'?(\S+?)'?$", doc, re.M).group(1)
            yield args


def figures_of_plugin(loop, simulate):
    keys = ["TP", "LCD", "CP", "Prediction", "Instructions"]
    return [loop[key] for key in keys + (["Bound", "Simulation"] if simulate else [])]


def figures_of_tool(loop, simulate):
    keys = ["tp", "lcd", "cp", "prediction", "instructions"]
    return [loop[key] for key in keys + (["bound", "steady"] if simulate else [])]


def compare(clang, plugin, kernel_opt, source, flags, simulate, directory):
    asm, record = os.path.join(directory, "x.s"), os.path.join(directory, "x.yaml")
    subprocess.run(
        [clang, *flags, "-w", f"-fpass-plugin={plugin}", "-mllvm", "-kernel-bounds-ir-context=0",
         "-mllvm", "-kernel-bounds-fold=0",
         "-mllvm", "-kernel-bounds-simulate-budget=0" if simulate else "-kernel-bounds-simulate=0",
         "-fsave-optimization-record", "-foptimization-record-passes=kernel-bounds",
         f"-foptimization-record-file={record}", "-gno-column-info", "-g0", "-S", source, "-o", asm],
        check=True)
    if not os.path.exists(record):
        return 0, []
    plugin_loops = list(remarks_of(record))
    if not plugin_loops:
        return 0, []
    cpu = plugin_loops[0]["CPU"]
    out = subprocess.run([kernel_opt, f"--cpu={cpu}", "--format=csv", "--simulate" if simulate else "--bounds-only", asm],
                         check=True, capture_output=True, text=True).stdout
    tool_loops = {(r["function"], r["label"]): r for r in csv.DictReader(out.splitlines())}
    problems = []
    for loop in plugin_loops:
        key = (loop["Function"], loop["Label"])
        other = tool_loops.pop(key, None)
        where = f"{source} {' '.join(flags)}: {key[0]} {key[1]}"
        if other is None:
            problems.append(f"{where}: not found by kernel-opt")
            continue
        mine, its = figures_of_plugin(loop, simulate), figures_of_tool(other, simulate)
        if mine != its:
            problems.append(f"{where}: plugin {mine}, kernel-opt {its}")
    for key in tool_loops:
        problems.append(f"{source} {' '.join(flags)}: {key[0]} {key[1]}: not found by the plugin")
    return len(plugin_loops), problems


def main():
    simulate = sys.argv[1] == "--simulate"
    split = sys.argv.index("--")
    clang, plugin, kernel_opt, *files = sys.argv[1 + simulate:split]
    flags = sys.argv[split + 1:]
    compared, problems = 0, []
    with tempfile.TemporaryDirectory() as directory:
        for source in sorted(files):
            n, found = compare(clang, plugin, kernel_opt, source, flags, simulate, directory)
            compared += n
            problems += found
            for name in os.listdir(directory):
                os.remove(os.path.join(directory, name))
    print(*problems, sep="\n")
    print(f"{compared} loops compared, {len(problems)} differences")
    return 1 if problems or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
