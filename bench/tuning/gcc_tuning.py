#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks on this machine what `kernel-opt tune` names for gcc.

    bench/tuning/gcc_tuning.py --out DIR --kernel-opt build/release/bin/kernel-opt

takes some kernels of bench/accuracy, with and without -ffast-math, compiles them
by gcc as they are, with each count of `#pragma GCC unroll`, and with the flags
that gain most by the model, and times all that differ as tuning.py does. Prints
how far the choices get, and writes results.csv to the folder.
"""

import argparse
import csv
import json
import os
import subprocess
import sys

import tuning

COUNTS = (1, 2, 4, 8)


def ask(args, case):
    """What kernel-opt names: the count (0: none) and flags ("": none), each with its
    predicted time over that of the default."""
    flags = [f for f in case.command[1:]]
    command = [args.kernel_opt, "tune", "--quiet", "--format=json", "--function=^kernel$", *args.option,
               case.file, "--", case.command[0], *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{case.name}: {done.stderr}")
    found = json.loads(done.stdout)
    loop = found["loops"][0] if found["loops"] else {"verdict": "no loop", "why": ""}
    out = {"verdict": loop["verdict"], "why": loop["why"], "count": 0, "predicted": 1, "flags": "", "flags_predicted": 1}
    if loop["verdict"] == "gains":
        out["count"] = int(loop["pragma"].split()[-1])
        out["predicted"] = loop["best"]["cycles"] / loop["now"]["cycles"]
    if found["flags"]:
        out["flags"] = found["flags"][0]["flags"]
        out["flags_predicted"] = 1 / found["flags"][0]["times_as_fast"]
    return out


def take(args, case):
    """Compiles and times one case; its row."""
    os.makedirs(case.dir, exist_ok=True)
    row = ask(args, case)
    ways = {"default": case.keep()}
    for n in COUNTS:
        ways[n] = case.keep(f"-DKB_UNROLL={n}")
    if row["flags"]:
        ways["flags"] = case.keep(*row["flags"].split())
    codes = list(dict.fromkeys(ways.values()))
    command = [os.path.join(args.out, "time"), str(args.rounds), tuning.TOLERANCE[case.math],
               *[os.path.join(case.dir, c + ".so") for c in codes]]
    if args.processor is not None:
        command = ["taskset", "-c", str(args.processor), *command]
    least, wrong = {}, set()
    for _ in range(args.processes):
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        for code, line in zip(codes, done.stdout.splitlines()):
            ticks, same = line.split()
            least[code] = min(float(ticks), least.get(code, float("inf")))
            if same == "differs":
                wrong.add(code)
    ratio = {w: least[c] / least[ways["default"]] for w, c in ways.items()}
    row.update({"kernel": case.name, "math": case.math, "default_ticks": round(least[ways["default"]], 1),
                "choice_ratio": round(ratio[row["count"] or "default"], 4),
                "best_ratio": round(min(ratio[w] for w in ("default", *COUNTS)), 4),
                "flags_ratio": round(ratio.get("flags", 1), 4), "wrong": len(wrong)})
    return row


def line_of(name, rows, what, changed):
    ratios = [r[what] for r in rows]
    picked = [r for r in rows if r[changed]]
    return (f"| {name} | {len(rows)} | {len(picked)} | {tuning.geomean(ratios):.3f} "
            f"| {tuning.geomean([r[what] for r in picked]):.3f} "
            f"| {tuning.geomean([r['predicted' if what == 'choice_ratio' else 'flags_predicted'] for r in picked]):.3f} "
            f"| {sum(x > 1.02 for x in ratios)} | {sum(x > 1.1 for x in ratios)} | {max(ratios):.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--kernel-opt", required=True)
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--march", default="native")
    parser.add_argument("--option", action="append", default=[], help="for kernel-opt tune, such as --trip-count=300")
    parser.add_argument("--every", type=int, default=18, help="take each of so many kernels (default: 18)")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--filter", default="")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--processor", type=int, help="measure on this one")
    args = parser.parse_args()
    args.out = os.path.abspath(args.out)
    args.clang, args.march = args.gcc, [args.march]
    os.makedirs(args.out, exist_ok=True)
    subprocess.run([args.gcc, "-O2", os.path.join(tuning.HERE, "Time.c"), "-o", os.path.join(args.out, "time"), "-ldl",
                    "-lm"], check=True)
    rows = []
    with open(os.path.join(args.out, "results.csv"), "w", newline="") as f:
        out = None
        for case in tuning.cases(args):
            rows.append(take(args, case))
            if not out:
                out = csv.DictWriter(f, rows[0].keys(), lineterminator="\n")
                out.writeheader()
            out.writerow(rows[-1])
            f.flush()
    print("| | cases | changed | all | changed | predicted | slower by > 2 % | by > 10 % | worst |")
    print("|---|---|---|---|---|---|---|---|---|")
    print(line_of("pragma", rows, "choice_ratio", "count"))
    print(line_of("flags", rows, "flags_ratio", "flags"))
    print(f"best pragma: {tuning.geomean([r['best_ratio'] for r in rows]):.3f}; "
          f"not judged: {sum(r['verdict'] not in ('gains', 'left') for r in rows)}; "
          f"other results: {sum(r['wrong'] for r in rows)}")


if __name__ == "__main__":
    main()
