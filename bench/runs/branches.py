#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mispredicted branches that `kernel-opt run` predicts beside those that times
show, for the loops of branches.c.

A loop over data is slower than over the same data sorted, in which every branch
is predicted: by the mispredictions, times what one takes. The latter is taken
from the first loop, half of whose branches nobody can predict.

usage: branches.py --tool=build/release/bin/kernel-opt --out=branches.csv
"""

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = ["kernel", "cycles", "sorted_cycles", "shown", "predicted", "holds"]
CALIBRATION, ITS_MISSES = "one_of_2", 0.5


def run(command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def predict(args, program, kernel, times, folder):
    out = os.path.join(folder, "report.json")
    run([args.tool, "run", "--format=json", "-o", out, "--cpu=" + args.cpu,
         f"--stretch={args.stretch}", "--record", "--", program, kernel, "data",
         "run", str(times)])
    with open(out, encoding="utf-8") as f:
        spots = json.load(f)["spots"]
    loops = [s["ran"] for s in spots if s["ran"] and s["ran"]["counted_trips"]]
    return max(loops, key=lambda r: r["counted_trips"])["mispredicted"]


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--tool", default="kernel-opt")
    p.add_argument("--cpu", default="native")
    p.add_argument("--out", required=True, help="the table, as CSV")
    p.add_argument("--seconds", type=float, default=1.0)
    p.add_argument("--stretch", type=int, default=20000)
    args = p.parse_args()
    rows, penalty = [], None
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "branches")
        run(["gcc", "-O2", "-g", "-fno-tree-vectorize", "-o", program,
             os.path.join(HERE, "branches.c")])
        for kernel in run([program, "list"]).split():
            times = {}
            for order in ("data", "sorted"):
                median, _, done = run([program, kernel, order, "time",
                                       str(args.seconds)]).split()
                times[order] = float(median)
                if order == "data":
                    repeats = done
            more = times["data"] - times["sorted"]
            if kernel == CALIBRATION:
                penalty = more / ITS_MISSES
                print(f"a misprediction takes {penalty:.1f} cycles")
            shown = more / penalty
            found = predict(args, program, kernel, repeats, folder)
            holds = abs(found - shown) <= max(0.2 * shown, 0.02)
            rows.append(dict(zip(FIELDS, [
                kernel, times["data"], times["sorted"], f"{shown:.3f}",
                f"{found:.3f}", "yes" if holds else "no"])))
            print(f"| {kernel} | {times['data']:.2f} | {times['sorted']:.2f} "
                  f"| {shown:.3f} | {found:.3f} | {rows[-1]['holds']} |",
                  flush=True)
    with open(args.out, "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, FIELDS)
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
