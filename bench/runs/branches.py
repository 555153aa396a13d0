#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mispredicted branches that `kernel-opt run` predicts beside those that times
show, for the loops of branches.c.

A loop over data is slower than over the same data sorted, in which every branch
is predicted: by the mispredictions, times what one takes. The latter is taken
from the first loop, half of whose branches nobody can predict. Times are those of
the fastest tenth of many portions, and the least of several rounds, so that
neighbours count less.

With --traces=DIR, the recorded runs are kept; with --replay as well, nothing runs:
the kept ones are simulated again, and the times of --out stay as they are. With
--time, only times are taken; nothing else should run on the machine then.

usage: branches.py --tool=build/release/bin/kernel-opt --out=branches.csv
"""

import argparse
import csv
import json
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = ["kernel", "cycles", "sorted_cycles", "repeats", "shown", "predicted",
          "holds"]
CALIBRATION, ITS_MISSES = "one_of_2", 0.5


def run(command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


def measure(args, program, kernels):
    """The least of several rounds, which are some time apart."""
    rows = {k: {"kernel": k} for k in kernels}
    for kernel in kernels * args.rounds:
        for order, name in (("sorted", "sorted_cycles"), ("data", "cycles")):
            _, tenth, repeats, _ = run(
                [program, kernel, order, "time", str(args.seconds)]).split()
            row = rows[kernel]
            row[name] = min(float(tenth), row.get(name, float(tenth)))
            row["repeats"] = repeats
    return list(rows.values())


def predict(args, program, row, folder):
    """Mispredictions of the loop's own branches, for each trip."""
    out = os.path.join(folder, "report.json")
    saved = os.path.join(args.traces or folder, row["kernel"])
    command = [args.tool, "run", "--format=json", "-o", out,
               "--cpu=" + args.cpu]
    if args.replay:
        run([*command, "--trace=" + saved])
    else:
        run([*command, f"--stretch={args.stretch}", "--save=" + saved, "--",
             program, row["kernel"], "data", "run", row["repeats"]])
    with open(out, encoding="utf-8") as f:
        spots = json.load(f)["spots"]
    loops = [s["ran"] for s in spots if s["ran"] and s["ran"]["counted_trips"]]
    found = max(loops, key=lambda r: r["counted_trips"])["own_mispredicted"]
    row["predicted"] = f"{found:.3f}"


def compare(rows):
    """Fills in what the times show; prints the table."""
    more = {r["kernel"]: float(r["cycles"]) - float(r["sorted_cycles"])
            for r in rows}
    penalty = more[CALIBRATION] / ITS_MISSES
    print(f"a misprediction takes {penalty:.1f} cycles\n\n| loop | cycles "
          "| sorted | shown | predicted | holds |\n|---|---|---|---|---|---|")
    for r in rows:
        shown = more[r["kernel"]] / penalty
        r["shown"] = f"{shown:.3f}"
        off = abs(float(r["predicted"]) - shown)
        r["holds"] = "yes" if off <= max(0.2 * shown, 0.02) else "no"
        print(f"| {r['kernel']} | {float(r['cycles']):.2f} "
              f"| {float(r['sorted_cycles']):.2f} | {r['shown']} "
              f"| {r['predicted']} | {r['holds']} |")


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--tool", default="kernel-opt")
    p.add_argument("--cpu", default="native")
    p.add_argument("--out", required=True, help="the table, as CSV")
    p.add_argument("--seconds", type=float, default=0.5)
    p.add_argument("--rounds", type=int, default=4)
    p.add_argument("--stretch", type=int, default=20000)
    p.add_argument("--traces", help="folder in which recorded runs are kept")
    p.add_argument("--replay", action="store_true",
                   help="simulate the kept runs again; run nothing")
    p.add_argument("--time", action="store_true", help="take times only")
    args = p.parse_args()
    if args.replay and not args.traces:
        p.error("--replay needs --traces")
    rows = []
    if os.path.exists(args.out) and not args.time:
        with open(args.out, encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "branches")
        run(["gcc", "-O2", "-g", "-fno-tree-vectorize", "-o", program,
             os.path.join(HERE, "branches.c")])
        if not rows:
            rows = measure(args, program, run([program, "list"]).split())
        for row in rows if not args.time else []:
            predict(args, program, row, folder)
    if not args.time:
        compare(rows)
    with open(args.out, "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
