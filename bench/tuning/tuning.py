#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks on this machine what -kernel-bounds-tune=apply chooses.

    bench/tuning/tuning.py all --out DIR --plugin build/release/lib/KernelBounds.so

takes every third kernel of bench/accuracy, with and without -ffast-math, for
this machine and for x86-64-v3, and compiles it by the default of the compiler,
with the choice of the plugin, and with each candidate as a pragma. It times all
that differ, and prints how far the choice gets. The steps can be run one by one:

    choices     compiles defaults and choices
    candidates  compiles the candidates; needs choices
    time        times what was not timed yet; the step that needs a quiet machine
    report      prints the table, and writes results.csv to the folder

A step that was stopped goes on where it was. `choices --again` asks a changed
plugin, and keeps candidates and times.

    check       compiles defaults and choices, and compares what they compute

times nothing: all kernels, `check --every 1`, take minutes. Results have to be
the same bit for bit, and with -ffast-math within rounding. `report` and `check`
exit with 1 if a result is wrong.
"""

import argparse
import concurrent.futures
import csv
import glob
import hashlib
import json
import math
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(HERE, "..", "accuracy", "kernels")
# Data in a section of their own can be compared. Loops start at a cache line,
# so that none is faster by the luck of its place.
FLAGS = ["-O3", "-fPIC", "-falign-loops=64", "-I" + KERNELS,
         '-DKB_DATA=__attribute__((aligned(64), visibility("hidden"), section("kb_data")))']
MATHS = {"strict": [], "fast": ["-ffast-math"]}
TOLERANCE = {"strict": "0", "fast": "1e-3"}
DEFAULT = (0, 0, 0)


def kernels(args):
    files = sorted(glob.glob(os.path.join(KERNELS, "*", "*.c")))
    files = files[args.first::args.every]
    return [f for f in files if re.search(args.filter, name_of(f))]


def name_of(file):
    return os.path.relpath(file, KERNELS)[:-2]


def flags_of(file):
    with open(file) as f:
        for line in f:
            if line.startswith("// flags: "):
                return line.split(": ", 1)[1].split()
            if not line.startswith("//"):
                return []
    return []


class Case:
    """A kernel with one set of flags, and the folder of what is known of it."""

    def __init__(self, args, file, math_name, march):
        self.file, self.math, self.march = file, math_name, march
        self.name = name_of(file)
        self.dir = os.path.join(args.out, "cases", f"{self.name.replace('/', '-')}-{math_name}-{march}")
        self.command = [args.clang, *FLAGS, "-march=" + march, *MATHS[math_name], *flags_of(file)]

    def read(self, what):
        try:
            with open(os.path.join(self.dir, what + ".json")) as f:
                return json.load(f)
        except FileNotFoundError:
            return None

    def write(self, what, value):
        path = os.path.join(self.dir, what + ".json")
        with open(path + ".part", "w") as f:
            json.dump(value, f, indent=1)
        os.replace(path + ".part", path)

    def keep(self, *more):
        """Compiles, and keeps the code under the hash of the object, which is
        returned; links it if there is none like it."""
        part = os.path.join(self.dir, "part.o")
        done = subprocess.run([*self.command, *more, "-c", self.file, "-o", part], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{self.name} {' '.join(more)}:\n{done.stderr}")
        with open(part, "rb") as f:
            digest = hashlib.sha256(f.read()).hexdigest()[:16]
        shared = os.path.join(self.dir, digest + ".so")
        if not os.path.exists(shared):
            subprocess.run([self.command[0], "-shared", part, "-o", shared + ".part", "-lm"], check=True)
            os.replace(shared + ".part", shared)
        os.remove(part)
        return digest


def has_floating_point(file):
    with open(file) as f:
        return re.search("double|float|f32|f64", f.read()) is not None


def cases(args):
    """Where there is no floating point, -ffast-math changes nothing."""
    return [Case(args, f, m, a) for f in kernels(args) for m in MATHS for a in args.march
            if m == "strict" or has_floating_point(f)]


def in_parallel(args, what, todo, function):
    print(f"{what}: {len(todo)} to do", file=sys.stderr)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for i, _ in enumerate(pool.map(function, todo), 1):
            if i % 20 == 0 or i == len(todo):
                print(f"{what}: {i} of {len(todo)}", file=sys.stderr)


# Choices ---------------------------------------------------------------------


def choose(args, case):
    os.makedirs(case.dir, exist_ok=True)
    record = os.path.join(case.dir, "record.json.part")
    plugin = ["-fpass-plugin=" + args.plugin]
    for option in ["tune=apply", "function=^kernel$", "tune-record=" + record, *args.option]:
        plugin += ["-mllvm", "-kernel-bounds-" + option]
    code = case.keep(*plugin)
    with open(record) as f:
        found = json.load(f)
    os.remove(record)
    case.write("record", found)
    case.write("choice", {"default": case.keep(), "choice": code})


def choices(args):
    todo = [c for c in cases(args) if args.again or not c.read("choice")]
    in_parallel(args, "choices", todo, lambda c: choose(args, c))


def hints_of(entry):
    return tuple(entry[n] for n in ("width", "interleave", "unroll"))


def loops_of(record):
    return [loop for function in record["functions"] for loop in function["loops"]]


# Candidates ------------------------------------------------------------------


def switches(hints):
    """Of kernel.h, for width, interleave count and unroll count."""
    width, interleave, unroll = hints
    out = []
    if width == 1 and interleave <= 1:
        out.append("-DKB_NOVECTOR")
    elif width:
        out.append(f"-DKB_WIDTH={width}")
    if interleave:
        out.append(f"-DKB_INTERLEAVE={interleave}")
    if unroll:
        out.append(f"-DKB_UNROLL={unroll}")
    return out


def candidates_for(widest):
    counts = (1, 2, 4, 8, 16)
    out = {(0, k, 0) for k in counts} | {(1, 0, 0)} | {(1, k, 0) for k in (2, 4, 8)}
    out |= {(w, 0, k) for w in (0, 1) for k in (1, 2, 4, 8)}
    width = widest
    while width > 1 and width * 8 > widest:
        out |= {(width, 0, 0)} | {(width, k, 0) for k in (1, 2, 4, 8)}
        width //= 2
    return sorted(out)


def compile_candidates(args, case):
    known = case.read("candidates") or {}
    loops = loops_of(case.read("record"))
    widest = max([hints_of(t)[0] for loop in loops for t in loop["tried"]], default=1)
    for hints in candidates_for(widest) + [hints_of(loop["choice"]) for loop in loops]:
        key = ",".join(map(str, hints))
        if hints != DEFAULT and key not in known:
            known[key] = case.keep(*switches(hints))
    case.write("candidates", known)


def candidates(args):
    todo = [c for c in cases(args) if c.read("record")]
    in_parallel(args, "candidates", todo, lambda c: compile_candidates(args, c))


# Times -----------------------------------------------------------------------


def ways_of(case):
    """Hashes of all code of a case, the default first."""
    choice, candidates_ = case.read("choice"), case.read("candidates")
    if not choice or candidates_ is None:
        return []
    return list(dict.fromkeys([choice["default"], choice["choice"], *candidates_.values()]))


def run_ways(args, case, ways, rounds):
    """Of each way, the ticks and whether its results are those of the first."""
    files = [os.path.join(case.dir, w + ".so") for w in ways]
    command = [os.path.join(args.out, "time"), str(rounds), TOLERANCE[case.math], *files]
    if args.processor is not None:
        command = ["taskset", "-c", str(args.processor), *command]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{case.dir}: exit code {done.returncode}: {done.stderr.strip()}")
    return [line.split() for line in done.stdout.splitlines()]


def time_case(args, case):
    ways = ways_of(case)
    found = (case.read("times") or {}) if args.more else {}
    # Where the data lie differs from process to process, and may cost a third of
    # the time: the least of several counts.
    for _ in range(args.processes):
        for way, (ticks, same) in zip(ways, run_ways(args, case, ways, args.rounds)):
            found[way] = [min(float(ticks), found[way][0] if way in found else math.inf), same]
    case.write("times", found)


def build_timer(args):
    subprocess.run([args.clang, "-O2", os.path.join(HERE, "Time.c"), "-o", os.path.join(args.out, "time"), "-ldl", "-lm"],
                   check=True)


def time_all(args):
    build_timer(args)
    todo = [c for c in cases(args) if ways_of(c) and (args.more or set(ways_of(c)) - set(c.read("times") or {}))]
    if args.more:  # Those that were timed least recently first.
        todo.sort(key=lambda c: os.path.getmtime(os.path.join(c.dir, "times.json"))
                  if c.read("times") else 0)
    args.jobs = 1
    in_parallel(args, "time", todo, lambda c: time_case(args, c))


# Results ---------------------------------------------------------------------


def is_wrong(math_name, same):
    return same == "differs" or (math_name == "strict" and same != "same")


def report_wrong(wrong):
    """Lines for (name, math, march); the exit code."""
    for name, math_name, march in wrong:
        print(f"WRONG RESULT: {name} {math_name} {march}")
    return 1 if wrong else 0


def check_case(args, case):
    """Of the choice: whether it is other code, and what becomes of results."""
    choice = case.read("choice")
    ways = [choice["default"], choice["choice"]]
    return ways[0] != ways[1], run_ways(args, case, ways, 0)[1][1] if ways[0] != ways[1] else "same"


def check(args):
    build_timer(args)
    todo = cases(args)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        found = list(zip(todo, pool.map(lambda c: check_case(args, c), todo)))
    wrong = [(c.name, c.math, c.march) for c, (_, same) in found if is_wrong(c.math, same)]
    code = report_wrong(wrong)
    print(f"{len(todo)} cases, {sum(changed for _, (changed, _) in found)} changed, {len(wrong)} with wrong results")
    return code


# Report ----------------------------------------------------------------------


def text_of(hints):
    names = ("width", "interleave", "unroll")
    return " ".join(f"{n}={h}" for n, h in zip(names, hints) if h) or "default"


def text_of_choice(choice):
    """What the plugin chose, which can have hints that no candidate here has."""
    others = [f"jam={choice['jam']}"] if choice.get("jam") else []
    others += [n for n in ("distribute", "predicate") if choice.get(n)]
    hints = hints_of(choice)
    return " ".join(([text_of(hints)] if hints != DEFAULT else []) + others) or "default"


def result_of(case):
    times, choice = case.read("times"), case.read("choice")
    if not times or not choice or choice["choice"] not in times or choice["default"] not in times:
        return None
    names = {choice["default"]: DEFAULT}
    for key, way in (case.read("candidates") or {}).items():
        names.setdefault(way, tuple(map(int, key.split(","))))
    # What was timed for another plugin is no candidate.
    times = {w: times[w] for w in ways_of(case) if w in times}
    good = {w: t for w, (t, same) in times.items() if same != "differs"}
    best = min(good, key=good.get)
    loops = loops_of(case.read("record"))
    verdicts = [l for l in loops if l["verdict"] == "gains"] or loops[:1]
    loop = verdicts[0] if verdicts else {}
    chosen = text_of_choice(loop["choice"]) if loop else "default"
    ratio = lambda text: eval_fraction(text) if text else 0
    return {
        "kernel": case.name, "math": case.math, "march": case.march, "ways": len(times),
        "wrong": sum(same == "differs" for _, same in times.values()),
        "choice": chosen if choice["choice"] != choice["default"] else "default",
        "choice_same": times[choice["choice"]][1],
        "best": text_of(names[best]) if best in names else chosen,
        "default_ticks": round(good[choice["default"]], 1),
        "choice_ratio": round(times[choice["choice"]][0] / good[choice["default"]], 4),
        "best_ratio": round(good[best] / good[choice["default"]], 4),
        "verdict": loop.get("verdict", "no loop"), "why": loop.get("why", ""),
        "predicted_ratio": round(ratio(loop.get("then")) / ratio(loop.get("now")), 4)
        if loop.get("verdict") == "gains" else 1,
    }


def eval_fraction(text):
    parts = str(text).split("/")
    return int(parts[0]) / (int(parts[1]) if len(parts) > 1 else 1)


def geomean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else 1


def summary(name, rows):
    choice, best = geomean([r["choice_ratio"] for r in rows]), geomean([r["best_ratio"] for r in rows])
    reached = math.log(choice) / math.log(best) if best < 1 else 1
    changed = [r for r in rows if r["choice"] != "default"]
    return (f"| {name} | {len(rows)} | {len(changed)} | {choice:.3f} | {best:.3f} | {100 * reached:.0f} % "
            f"| {sum(r['choice_ratio'] > 1.02 for r in rows)} | {sum(r['choice_ratio'] > 1.1 for r in rows)} "
            f"| {max(r['choice_ratio'] for r in rows):.2f} |")


def report(args):
    found = [result_of(c) for c in cases(args)]
    rows = [r for r in found if r]
    if not rows:
        sys.exit("nothing was timed")
    if len(rows) < len(found):
        print(f"{len(found) - len(rows)} of {len(found)} cases are not timed\n")
    with open(os.path.join(args.out, "results.csv"), "w", newline="") as f:
        out = csv.DictWriter(f, rows[0].keys(), lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    code = report_wrong([(r["kernel"], r["math"], r["march"]) for r in rows if is_wrong(r["math"], r["choice_same"])])
    print("| | cases | changed | choice | best | reached | slower by > 2 % | by > 10 % | worst |")
    print("|---|---|---|---|---|---|---|---|---|")
    for m in MATHS:
        for a in args.march:
            part = [r for r in rows if (r["math"], r["march"]) == (m, a)]
            if part:
                print(summary(f"{m}, {a}", part))
    print(summary("all", rows))
    if args.lost:
        print()
        rows.sort(key=lambda r: r["best_ratio"] / r["choice_ratio"])
        for r in rows[:args.lost]:
            print(f"{r['kernel']:28} {r['math']:6} {r['march']:10} choice {r['choice_ratio']:.3f} "
                  f"(predicted {r['predicted_ratio']:.3f}) best {r['best_ratio']:.3f}  "
                  f"{r['choice']:28} | {r['best']:28} {r['verdict']} {r['why']}")
    return code


STEPS = {"choices": [choices], "candidates": [candidates], "time": [time_all], "report": [report],
         "all": [choices, candidates, time_all, report], "check": [choices, check]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("--out", required=True, help="folder of objects, times and results")
    parser.add_argument("--plugin", help="KernelBounds.so")
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--march", action="append", help="instead of native and x86-64-v3; may be repeated")
    parser.add_argument("--option", action="append", default=[], help="for the plugin, such as tune-trip-count=300")
    parser.add_argument("--every", type=int, default=3, help="take each of so many kernels (default: 3)")
    parser.add_argument("--first", type=int, default=0, help="from this one on, counted from 0")
    parser.add_argument("--filter", default="", help="kernels whose name matches")
    parser.add_argument("--quick", action="store_true", help="one kernel in 40, fewer rounds")
    parser.add_argument("--again", action="store_true", help="ask for the choices once more")
    parser.add_argument("--more", action="store_true", help="time everything once more; the least counts")
    parser.add_argument("--processes", type=int, default=6, help="that time a case, one after the other")
    parser.add_argument("--rounds", type=int, default=80, help="of each of them")
    parser.add_argument("--processor", type=int, help="measure on this one")
    parser.add_argument("--jobs", type=int, default=2, help="compilations at a time")
    parser.add_argument("--lost", type=int, default=0, help="name so many cases that lose most against the best")
    args = parser.parse_args()
    args.march = args.march or ["native", "x86-64-v3"]
    if args.quick:
        args.every, args.rounds, args.processes = 40, 40, 2
    needs_plugin = choices in STEPS[args.step]
    if needs_plugin and not (args.plugin and os.path.exists(args.plugin)):
        sys.exit("tuning.py: name KernelBounds.so with --plugin")
    args.out = os.path.abspath(args.out)
    os.makedirs(args.out, exist_ok=True)
    return max([step(args) or 0 for step in STEPS[args.step]])


if __name__ == "__main__":
    sys.exit(main())
