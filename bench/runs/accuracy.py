#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycles that `kernel-opt run` predicts beside cycles that are measured, for the
kernels of kernels.c at four sizes: data in the first, second and third level,
and in memory.

For each kernel and size, the program runs alone, several times, with the least
median of many portions as its time, and below `kernel-opt run --record`, which
does not see these runs. Only portions count in which nothing else used the core;
the column `undisturbed` says how many (0: there were few, so that all count).
Results are written after each kernel, so that an interrupted run can go on
(--resume).

With --time, only times are taken anew, and what --out predicts stays. With
--traces=DIR, the recorded runs are kept; with --replay as well, nothing runs:
the kept ones are simulated again, and the times of --out stay as they are.

usage: accuracy.py --tool=build/release/bin/kernel-opt --out=result.csv
"""

import argparse
import csv
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIELDS = ["kernel", "level", "bytes", "trips", "measured", "fastest_tenth",
          "undisturbed", "predicted", "bound", "perfect", "stack"]


def build(folder, flags):
    program = os.path.join(folder, "kernels")
    command = ["gcc", "-O2", "-g", *flags.split(), "-o", program,
               os.path.join(HERE, "kernels.c")]
    subprocess.run(command, check=True)
    return program


def measure(program, kernel, size, seconds, rounds):
    """The round with the least median: where data lie differs from process to
    process, and may make a loop slow."""
    found = []
    for _ in range(rounds):
        out = subprocess.run([program, kernel, str(size), "time", str(seconds)],
                             check=True, capture_output=True, text=True).stdout
        median, tenth, times, undisturbed = out.split()
        found.append((float(median), float(tenth), int(times),
                      int(undisturbed)))
    return min(found)


def trips(program, kernel, size):
    """Trips of the innermost loop in all outermost iterations, which are
    counted in some of them."""
    return int(subprocess.run([program, kernel, str(size), "trips", "32"],
                              check=True, capture_output=True, text=True).stdout)


def loop_of(report, kernel):
    """The recorded loop of the kernel's function with most trips."""
    loops = [s for s in report["spots"]
             if s["kind"] == "loop" and s["ran"] and s["ran"]["counted_trips"]
             and (s["function"] or "").startswith("k_" + kernel)]
    return max(loops, key=lambda s: s["ran"]["counted_trips"], default=None)


def command_of(args, out):
    command = [args.tool, "run", "--format=json", "-o", out, "--cpu=" + args.cpu]
    return command + (["--model=" + args.model] if args.model else [])


def predict(args, program, kernel, level, size, times, folder):
    out = os.path.join(folder, "report.json")
    saved = os.path.join(args.traces or folder, kernel + "-" + level)
    subprocess.run([*command_of(args, out), f"--stretch={args.stretch}",
                    "--save=" + saved, "--", program, kernel, str(size), "run",
                    str(times)], check=True)
    return figures(out, kernel)


def replay(args, kernel, level, folder):
    out = os.path.join(folder, f"{kernel}-{level}.json")
    saved = os.path.join(args.traces, kernel + "-" + level)
    subprocess.run([*command_of(args, out), "--trace=" + saved], check=True)
    return figures(out, kernel)


def figures(out, kernel):
    """What the report says of the kernel's loop; None if it has none."""
    with open(out, encoding="utf-8") as f:
        spot = loop_of(json.load(f), kernel)
    if not spot:
        return None
    ran = spot["ran"]
    shares = {s["name"]: s["cycles"] for s in ran["stack"]}
    beyond = sum(v for k, v in shares.items()
                 if k in ("L2", "L3", "memory", "TLB"))
    text = " ".join(f"{k.replace(' ', '_')}={v:.2f}" for k, v in shares.items()
                    if v >= 0.005)
    return {"predicted": ran["around_cycles"], "bound": ran["bound"],
            "perfect": f"{ran['cycles'] - beyond:.4f}", "stack": text}


def tau(pairs):
    """Kendall's tau-b."""
    more = ties_a = ties_b = total = 0
    for i, (a, b) in enumerate(pairs):
        for c, d in pairs[:i]:
            total += 1
            ties_a += a == c
            ties_b += b == d
            more += (a > c) == (b > d) if a != c and b != d else 0
            more -= (a > c) != (b > d) if a != c and b != d else 0
    below = math.sqrt((total - ties_a) * (total - ties_b))
    return more / below if below else 0


def summary(rows):
    def line(name, these):
        pairs = [(float(r["predicted"]), float(r["measured"])) for r in these]
        errors = [abs(p - m) / m for p, m in pairs]
        counted = [(p, m, int(r["trips"]))
                   for (p, m), r in zip(pairs, these) if r.get("trips")]
        whole = [(p * n, m * n) for p, m, n in counted]
        # What the number of trips alone would say of the whole kernels.
        alone = [(n, m * n) for _, m, n in counted]
        print(f"| {name} | {len(these)} | {100 * statistics.mean(errors):.1f} % "
              f"| {100 * statistics.median(errors):.1f} % | {tau(pairs):.2f} "
              f"| {tau(whole):.2f} | {tau(alone):.2f} |")
    print("| data in | kernels | mean error | median error "
          "| Kendall's tau, of a trip | of the whole kernel "
          "| of its trips alone |")
    print("|---|---|---|---|---|---|---|")
    for level in dict.fromkeys(r["level"] for r in rows):
        line(level, [r for r in rows if r["level"] == level])
    if rows:
        line("all", rows)


def table(rows):
    print("\n| kernel | data in | measured | predicted | all in L1 | share |")
    print("|---|---|---|---|---|---|")
    for r in rows:
        print(f"| {r['kernel']} | {r['level']} | {float(r['measured']):.2f} "
              f"| {float(r['predicted']):.2f} | {float(r['perfect']):.2f} "
              f"| {float(r['predicted']) / float(r['measured']):.2f} |")


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, FIELDS)
        writer.writeheader()
        writer.writerows(rows)


def replay_all(args, rows, folder):
    """New predictions in all rows of the kernels asked for."""
    only = args.only.split(",") if args.only else None
    for row in rows:
        if not only or row["kernel"] in only:
            row.update(replay(args, row["kernel"], row["level"], folder))
    write(args.out, rows)


def time_all(args, rows, folder):
    """New times in all rows of the kernels and levels asked for."""
    program = build(folder, args.flags)
    only = args.only.split(",") if args.only else None
    levels = [level.split(":")[0] for level in args.levels.split(",")]
    for row in rows:
        if (only and row["kernel"] not in only) or row["level"] not in levels:
            continue
        median, tenth, _, undisturbed = measure(
            program, row["kernel"], int(row["bytes"]), args.seconds,
            args.rounds)
        row.update({"measured": median, "fastest_tenth": tenth,
                    "undisturbed": undisturbed,
                    "trips": trips(program, row["kernel"], row["bytes"])})
        print(f"{row['kernel']} {row['level']}: measured {median:.2f}",
              file=sys.stderr)
        write(args.out, rows)


def run_all(args, rows, folder):
    """Adds a row for each kernel and size that has none."""
    done = {(r["kernel"], r["level"]) for r in rows}
    program = build(folder, args.flags)
    names = subprocess.run([program, "list"], check=True, capture_output=True,
                           text=True).stdout.split()
    for kernel in args.only.split(",") if args.only else names:
        for level in args.levels.split(","):
            name, size = level.split(":")
            if (kernel, name) in done:
                continue
            median, tenth, times, undisturbed = measure(
                program, kernel, int(size), args.seconds, args.rounds)
            found = predict(args, program, kernel, name, int(size), times,
                            folder)
            if not found:
                print(f"{kernel} {name}: no trip was recorded", file=sys.stderr)
                continue
            rows.append({"kernel": kernel, "level": name, "bytes": size,
                         "trips": trips(program, kernel, size),
                         "measured": median, "fastest_tenth": tenth,
                         "undisturbed": undisturbed, **found})
            print(f"{kernel} {name}: measured {median:.2f}, predicted "
                  f"{found['predicted']:.2f}: {found['stack']}",
                  file=sys.stderr)
            write(args.out, rows)


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    p.add_argument("--tool", default="kernel-opt")
    p.add_argument("--cpu", default="native")
    p.add_argument("--model", help="a model file of your own")
    p.add_argument("--out", required=True, help="the table, as CSV")
    p.add_argument("--resume", action="store_true")
    p.add_argument("--only", help="names of kernels, with commas")
    p.add_argument("--levels", default="L1:24000,L2:400000,L3:4000000,"
                   "memory:96000000", help="names and bytes")
    p.add_argument("--seconds", type=float, default=1.0)
    p.add_argument("--rounds", type=int, default=3,
                   help="processes that are timed, for a second each")
    p.add_argument("--stretch", type=int, default=6000)
    p.add_argument("--flags", default="-fno-tree-vectorize",
                   help="for the compiler; a trip must stay a trip")
    p.add_argument("--traces", help="folder in which recorded runs are kept")
    p.add_argument("--replay", action="store_true",
                   help="simulate the kept runs again; run nothing")
    p.add_argument("--time", action="store_true", help="take times only")
    p.add_argument("--table", action="store_true",
                   help="print what --out has; run nothing")
    args = p.parse_args()
    if args.replay and not args.traces:
        p.error("--replay needs --traces")
    rows = []
    has_rows = args.resume or args.table or args.replay or args.time
    if has_rows and os.path.exists(args.out):
        with open(args.out, encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
    if args.table:
        summary(rows)
        table(rows)
        return
    with tempfile.TemporaryDirectory() as folder:
        if args.replay:
            replay_all(args, rows, folder)
        elif args.time:
            time_all(args, rows, folder)
        else:
            run_all(args, rows, folder)
    summary(rows)


if __name__ == "__main__":
    main()
