#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges the model of a core that is not at hand by what was measured on it once.

    other_core.py path/to/kernel-opt --core zen3 --march znver3 --cpu znver3 --out DIR [--model FILE]

docs/evidence/accuracy-apart-CORE.csv has the cycles of loops on that core, by a
hash of their code. The kernels are compiled here as they were there: by the same
compilers, with the -march of that core for `native`. Loops with the same hash
get its cycles, and `kernel-opt evaluate --measured` predicts them. The kernels
are also run here, which takes some minutes and decides nothing: what this
machine cannot execute is left out. A folder that has the objects is used again.
"""

import argparse
import csv
import os
import shlex
import shutil
import stat
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
KERNELS = os.path.join(HERE, "apart")


def wrapper(folder, compiler, march):
    """A program that runs `compiler` with -march=`march` in place of -march=native."""
    real = shutil.which(compiler)
    if not real:
        sys.exit(f"other_core.py: {compiler} is not installed")
    path = os.path.join(folder, compiler)
    with open(path, "w", encoding="ascii") as f:
        f.write('#!/bin/bash\na=()\nfor x in "$@"; do a+=("${x/-march=native/-march=' + march + '}"); done\n'
                f'exec {shlex.quote(real)} "${{a[@]}}"\n')
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def compile_kernels(args, folder, num_loops):
    """Makes the objects of the kernels and the table of their loops, about `num_loops` of them."""
    os.makedirs(args.out, exist_ok=True)
    subprocess.check_call([
        args.tool, "evaluate", "--kernels", KERNELS, "--no-plugin", "--no-llvm-mca", "--accept-noise",
        "--clang=" + wrapper(args.out, args.clang, args.march), "--gcc=" + wrapper(args.out, args.gcc, args.march),
        # Some differ in code, or do not run here.
        f"--max-loops={num_loops + 100}", "--out", folder])


def join(folder, measured, out):
    """The loops of `folder` that are in the table `measured`, with its cycles. Returns how many, and of how many."""
    with open(measured, encoding="utf-8") as file:
        known = {r["loop"]: r for r in csv.DictReader(file)}
    with open(os.path.join(folder, "measured.csv"), encoding="utf-8") as file:
        rows = csv.DictReader(file)
        fields = rows.fieldnames
        joined = {}
        for row in rows:
            there = known.get(row["loop"])
            if not there or row["loop"] in joined:
                continue
            # The table has cycles of a trip, measured.csv those of a visit.
            row["cycles"] = repr(float(there["cycles"]) * float(row["trips"]) / float(row["share"]))
            row["carried"], row["status"] = there["carried"], "ok"
            joined[row["loop"]] = row
    os.makedirs(out, exist_ok=True)
    objects = os.path.join(out, "objects")
    if not os.path.lexists(objects):
        os.symlink(os.path.abspath(os.path.join(folder, "objects")), objects)
    with open(os.path.join(out, "measured.csv"), "w", encoding="utf-8") as file:
        table = csv.DictWriter(file, fieldnames=fields, lineterminator="\n")
        table.writeheader()
        table.writerows(joined.values())
    return len(joined), len(known)


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    p.add_argument("tool", help="kernel-opt")
    p.add_argument("--core", required=True, help="of docs/evidence/accuracy-apart-CORE.csv, such as zen3")
    p.add_argument("--march", required=True, help="what -march=native was there, such as znver3")
    p.add_argument("--cpu", required=True, help="the model, such as znver3")
    p.add_argument("--model", help="a model file to lay over it")
    p.add_argument("--out", required=True, help="folder of objects and results")
    p.add_argument("--clang", default="clang-22")
    p.add_argument("--gcc", default="gcc-12")
    args = p.parse_args()
    args.out = os.path.abspath(args.out)
    measured = os.path.join(ROOT, "docs", "evidence", f"accuracy-apart-{args.core}.csv")
    if not os.path.exists(measured):
        sys.exit(f"other_core.py: there is no {measured}")
    with open(measured, encoding="utf-8") as file:
        num_loops = sum(1 for _ in csv.DictReader(file))
    here = os.path.join(args.out, "here")
    # A run that was stopped goes on.
    if not os.path.exists(os.path.join(here, "results.csv")):
        compile_kernels(args, here, num_loops)
    there = os.path.join(args.out, "there")
    num, of = join(here, measured, there)
    print(f"{num} of {of} loops of {args.core} have the same code here", flush=True)
    subprocess.check_call([
        args.tool, "evaluate", "--kernels", KERNELS, "--no-plugin", "--no-llvm-mca", "--quiet", "--measured", there,
        "--cpu=" + args.cpu, "--out", os.path.join(args.out, "results"),
        *([f"--model={args.model}"] if args.model else [])])


if __name__ == "__main__":
    main()
