#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Analyses every innermost loop that a compiler makes of the corpus.

corpus.py KERNEL_OPT CPU FILE... -- COMPILER FLAGS...

Every file is compiled to assembly and read by kernel-opt. It must succeed
without a rejected line, no instruction but calls may be left without a model,
and the laws of the bounds must hold: prediction = max(TP, LCD, issue in order), and the bracket
is not empty. Prints what is wrong and a summary; exit code 1 if anything is.
"""

import json
import os
import subprocess
import sys
import tempfile
from fractions import Fraction


def check_loop(loop):
    """Yields what is wrong with one loop."""
    tp, lcd = Fraction(loop["tp"]["exact"]), Fraction(loop["lcd"]["exact"])
    prediction = Fraction(loop["prediction"]["exact"])
    order = Fraction(loop["in_order"]["exact"]) if "in_order" in loop else 0
    if prediction != max(tp, lcd, order):
        yield f"prediction {prediction} is not max(TP {tp}, LCD {lcd}, in order {order})"
    if Fraction(loop["bracket"]["lower"]["exact"]) > Fraction(loop["bracket"]["upper"]["exact"]):
        yield "the bracket is empty"
    for name in loop["coverage"]["not_modeled_names"]:
        # Microcoded string instructions, and the status of floating point, of
        # which LLVM has no schedule: named, not modelled.
        if name.startswith("rep ") or name in ("frflags", "fsflags"):
            continue
        yield f"not modelled: {name}"


def analyse(kernel_opt, cpu, source, compiler, asm):
    subprocess.run([*compiler, "-w", "-S", source, "-o", asm], check=True)
    run = subprocess.run([kernel_opt, f"--cpu={cpu}", "--bounds-only", "--format=json", asm],
                         capture_output=True, text=True)
    if run.returncode != 0:
        return 0, 0, [f"exit code {run.returncode}: {run.stderr.strip()[:300]}"]
    document = json.loads(run.stdout)
    problems = [w for f in document["files"] for w in f["warnings"]]
    insts = 0
    for loop in document["loops"]:
        insts += len(loop["instructions"])
        problems += [f"{loop['function']} {loop['label']}: {p}" for p in check_loop(loop)]
    return len(document["loops"]), insts, problems


def main():
    split = sys.argv.index("--")
    kernel_opt, cpu, *files = sys.argv[1:split]
    compiler = sys.argv[split + 1:]
    loops = insts = bad = 0
    with tempfile.TemporaryDirectory() as directory:
        for source in sorted(files):
            more, of_them, problems = analyse(kernel_opt, cpu, source, compiler,
                                              os.path.join(directory, "x.s"))
            loops, insts, bad = loops + more, insts + of_them, bad + len(problems)
            for p in problems:
                print(f"{source}: {p}")
    print(f"{len(files)} files, {loops} loops, {insts} instructions, {bad} problems")
    return 1 if bad or loops == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
