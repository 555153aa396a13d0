#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Follows advice by hand and measures it: promised beside measured.

Each case is a loop as it is and, with AFTER defined, as its advice says
(case.h). kernel-opt says what the loop should do next and what that gives on
the host's core; both ways are compiled and timed in turn on one processor.

    bench/advice/advice.py --kernel-opt build/release/bin/kernel-opt

prints a table in Markdown. A gain is the time now over the time afterwards.
"near" counts promises within a fifth of the measured gain, "kept" these and
all that gain more than was promised, and "harmful" those after which the loop
is slower by more than 5 %.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cases")
PLACES = (1, 16, 32, 64)


def settings(path):
    """The lines of the first comment, by their keys."""
    found = {"advice": "", "flags": "", "before": "", "after": "",
             "needs": "", "cores": "", "reads": ""}
    with open(path) as f:
        for line in f:
            m = re.match(r"// (\w+): (.*)", line)
            if m and m[1] in found:
                found[m[1]] = m[2]
            elif not line.startswith("//"):
                break
    return found


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, **options)


def compile_case(args, path, case, after, count, out, more):
    flags = case["flags"].split() + case["after" if after else "before"].split()
    command = [args.clang, f"-march={args.march}", *flags, *more]
    if after:
        command += ["-DAFTER", f"-DCOUNT={count}"]
    done = run([*command, path, "-o", out])
    if done.returncode:
        sys.exit(f"{path}:\n{done.stderr}")


def advice(args, asm):
    """The advice for the loop of `kernel` that takes longest: its kind, count,
    promised gain and text."""
    done = run([args.kernel_opt, f"--cpu={args.cpu}", "--function=^kernel$",
                "--format=json", "--min-gain=" + str(args.min_gain), asm])
    if done.returncode:
        sys.exit(f"{asm}:\n{done.stderr}")
    best = None
    for loop in json.loads(done.stdout)["loops"]:
        cycles = loop["prediction"]["cycles"]
        if best is None or cycles > best["prediction"]["cycles"]:
            best = loop
    if best is None or best["next"] is None:
        return None
    step = best["next"]
    return (step["kind"], step["count"],
            step["from"]["cycles"] / step["to"]["cycles"])


def measure(args, path, case, count, stem):
    """Now over afterwards, each with the best of several places of its loops:
    small loops have two speeds on some cores, and predictions take the best
    place as well."""
    least = [None, None]
    for align in PLACES:
        ways = []
        for after in (False, True):
            ways.append(f"{stem}-{int(after)}-{align}.so")
            compile_case(args, path, case, after, count, ways[-1],
                         ["-shared", "-fPIC", f"-falign-loops={align}"])
        ticks, problem = time_both(args, *ways)
        if ticks is None:
            return None, problem
        least = [t if l is None else min(l, t) for l, t in zip(least, ticks)]
    return least[0] / least[1], ""


def time_both(args, before, after):
    command = [os.path.join(args.out, "time"), before, after]
    if args.processor is not None:
        command = ["taskset", "-c", str(args.processor), *command]
    if args.nice is not None:
        command = ["nice", "-n", str(args.nice), *command]
    done = run(command)
    if done.returncode:
        return None, done.stderr.strip()
    return list(map(float, done.stdout.split())), ""


def lacks(args, macros):
    """The first of the macros that the compiler does not define for the core."""
    done = run([args.clang, f"-march={args.march}", "-dM", "-E", "-x", "c",
                os.devnull], check=True)
    defined = {line.split()[1] for line in done.stdout.splitlines()}
    return next((m for m in macros if m not in defined), None)


def other_cores(args, case, asm):
    """The cores that the case is for, if the one at hand is none of them."""
    cores = case["cores"].split()
    if not cores:
        return cores
    done = run([args.kernel_opt, f"--cpu={args.cpu}", "--bounds-only",
                "--function=^kernel$", "--format=json", asm])
    if done.returncode:
        sys.exit(f"{asm}:\n{done.stderr}")
    loops = json.loads(done.stdout)["loops"]
    return [] if any(l["model"]["cpu"] in cores for l in loops) else cores


def evaluate(args, path):
    case = settings(path)
    name = os.path.relpath(path, CASES)[:-2]
    missing = lacks(args, case["needs"].split())
    if missing:
        return name, case["advice"], None, None, f"no {missing}"
    stem = os.path.join(args.out, name.replace("/", "-"))
    # Only an object has the places of its instructions.
    what, how = (".o", "-c") if case["reads"] == "object" else (".s", "-S")
    compile_case(args, path, case, False, 0, stem + what, [how])
    others = other_cores(args, case, stem + what)
    if others:
        return name, case["advice"], None, None, f"for {' '.join(others)}"
    found = advice(args, stem + what)
    count = found[1] if found and found[0] == case["advice"] else 4
    kinds_with_count = ("independent-chains", "unroll", "interleave",
                        "split-recurrence")
    if case["advice"] not in kinds_with_count:
        count = 4
    gain, problem = measure(args, path, case, count, stem)
    return name, case["advice"], found, gain, problem


def row(name, wanted, found, gain, problem):
    if gain is None:
        return f"| {name} | {wanted} | | | {problem} |"
    if found is None:
        said, promised, verdict = "", "", "not mentioned" if gain > 1.05 else ""
    else:
        said = found[0] + (f" ({found[1]})" if found[1] else "")
        promised = f"{found[2]:.2f}"
        verdict = ("another kind" if found[0] != wanted
                   else "near" if abs(found[2] / gain - 1) <= 0.2
                   else "harmful" if gain < 1 / 1.05
                   else "too high" if found[2] > gain else "too low")
    return f"| {name} | {wanted} | {said} | {promised} | {gain:.2f} | {verdict} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kernel-opt", default="kernel-opt")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--cpu", default="native")
    parser.add_argument("--march", default="native")
    parser.add_argument("--out", default=None, help="keep all files here")
    parser.add_argument("--processor", type=int, help="measure on this one")
    parser.add_argument("--nice", type=int)
    parser.add_argument("--min-gain", type=int, default=5)
    parser.add_argument("--filter", default="", help="cases that match")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        args.out = args.out or scratch
        os.makedirs(args.out, exist_ok=True)
        timer = os.path.join(args.out, "time")
        subprocess.run([args.clang, "-O2", os.path.join(HERE, "Time.c"), "-o",
                        timer, "-ldl", "-lm"], check=True)
        rows = []
        print("| case | kind | advice | promised | measured | |")
        print("|---|---|---|---|---|---|")
        for folder, _, files in sorted(os.walk(CASES)):
            for file in sorted(files):
                path = os.path.join(folder, file)
                if re.search(args.filter, os.path.relpath(path, CASES)):
                    rows.append(evaluate(args, path))
                    print(row(*rows[-1]), flush=True)
    given = [r for r in rows if r[2] and r[2][0] == r[1] and r[3]]
    near = sum(abs(r[2][2] / r[3] - 1) <= 0.2 for r in given)
    kept = sum(r[2][2] / r[3] <= 1.2 for r in given)
    harmful = sum(r[3] < 1 / 1.05 for r in given)
    silent = sum(r[2] is None and r[3] is not None and r[3] > 1.05 for r in rows)
    print(f"\n{len(rows)} cases, {len(given)} with the advice that was followed:"
          f" {near} near, {kept} kept, {harmful} harmful;"
          f" {silent} gains were not mentioned.")


if __name__ == "__main__":
    main()
