#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the plugin costs at compile time.

Compiles every file of a corpus in three ways, file by file and in turn
(A B C A B C ...), so that a machine that slows down slows all three:

  A  plugin loaded, remarks on (-Rpass-analysis=kernel-bounds)
  B  plugin loaded, remarks off
  C  no plugin
  D  no plugin, but A's -R flag (with --flag-alone): clang itself then keeps
     source locations and looks for listeners, which is part of A's cost

and counts user + system time of clang (rusage of the process, so that other
work on the machine matters little). A round is one pass over the corpus; the
table gives medians over the rounds, and the ratio to C within each round.

  bench/compile_time.py --runs 11

With --instructions it counts instructions executed instead (valgrind, about 50
times slower), which are the same on a busy machine: one round, and a line for
each file. With --compile-commands the files are those of a CMake build instead
of the corpus, with their own flags and --flags after them: code of usual size.

With --records the user asks for a record (-fsave-optimization-record) instead
of remarks on the terminal, which brings advice with it; A is then compared with
D, that flag without the plugin.

  bench/compile_time.py --instructions --every 9 --flags "-O3 -g"
  bench/compile_time.py --instructions --every 12 --flags "-O3 -g" \\
      --compile-commands build/release/compile_commands.json
  bench/library_sources.sh /tmp/libraries
  bench/compile_time.py --instructions --records --jobs 2 --flags -O2 --march "" \\
      --compile-commands /tmp/libraries/compile_commands.json
"""

import argparse
import concurrent.futures
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REMARKS = "-Rpass-analysis=kernel-bounds"


def parse_args():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--runs", type=int, default=7, help="rounds over the corpus (default: %(default)s)")
    p.add_argument("--march", default="cascadelake", help="default: %(default)s")
    p.add_argument("--flags", default="-O3", help="further flags, in one word (default: %(default)s)")
    p.add_argument("--clang", default="clang-22")
    p.add_argument("--plugin", type=Path, default=ROOT / "build/release/lib/KernelBounds.so")
    p.add_argument("--corpus", type=Path, default=ROOT / "test/corpus/c", help="directory with .c files")
    p.add_argument("--compile-commands", type=Path, metavar="FILE",
                   help="compile the C and C++ files of this compile_commands.json instead of the corpus")
    p.add_argument("--every", type=int, default=1, metavar="N", help="take each N-th file only")
    p.add_argument("--instructions", action="store_true", help="count instructions with valgrind")
    p.add_argument("--flag-alone", action="store_true", help="also measure D")
    p.add_argument("--records", action="store_true", help="ask for records, and compare A with D alone")
    p.add_argument("--jobs", type=int, default=1, help="with --instructions: files at a time (default: %(default)s)")
    p.add_argument("--only", metavar="REGEX", help="files whose name matches")
    return p.parse_args()


def march(args):
    return [f"-march={args.march}"] if args.march else []


def corpus_commands(args):
    """(name, directory, command without output) of each file."""
    if not args.compile_commands:
        base = [args.clang, *args.flags.split(), *march(args), "-c"]
        return [(f.name, ".", base + [str(f)]) for f in sorted(args.corpus.glob("*.c"))]
    commands = []
    for entry in json.loads(args.compile_commands.read_text()):
        if not entry["file"].endswith((".c", ".cpp")):
            continue
        clang = args.clang if entry["file"].endswith(".c") else args.clang.replace("clang", "clang++", 1)
        words = entry.get("arguments") or shlex.split(entry["command"])
        while not re.search(r"(clang(\+\+)?|g\+\+|gcc|c\+\+|cc)[-0-9.]*$", words[0]):  # A launcher, ccache for one.
            words.pop(0)
        kept, rest = [], iter(words[1:])
        for word in rest:
            if word in ("-o", "-Xclang", "-include-pch"):  # Precompiled headers would need the same flags.
                next(rest)
            elif not word.startswith("-W"):
                kept.append(word)
        commands.append((Path(entry["file"]).name, entry["directory"],
                         [clang, *kept, "-w", *args.flags.split(), *march(args)]))
    return sorted(commands)


def cpu_seconds(command, directory):
    """User + system seconds of one process; its output goes nowhere."""
    before = os.times()
    run = subprocess.run(command, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    if run.returncode != 0:
        sys.exit(f"compile_time: failed: {' '.join(command)}")
    return after.children_user + after.children_system - before.children_user - before.children_system


def instructions(command, directory):
    """Instructions executed by clang -cc1."""
    plan = subprocess.run(command + ["-###"], cwd=directory, capture_output=True, text=True)
    cc1 = next((line for line in plan.stderr.splitlines() if '"-cc1"' in line), None)
    if cc1 is None:
        sys.exit(f"compile_time: failed: {' '.join(command)}\n{plan.stderr}")
    with tempfile.TemporaryDirectory() as scratch:
        run = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={scratch}/out", *shlex.split(cc1)],
                             cwd=directory, capture_output=True, text=True)
    counted = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not counted:
        sys.exit(f"compile_time: failed under valgrind: {' '.join(command)}\n{run.stderr}")
    return int(counted[1])


def count_remarks(command, directory):
    """Loops of which something is said, each once."""
    run = subprocess.run(command + ["-mllvm", "-kernel-bounds-fold=0"], cwd=directory, capture_output=True, text=True,
                         check=True)
    return run.stderr.count("remark: loop takes ")


def compare_instructions(args, files, modes, first, base):
    """One round; a line for each file, and the sum. Ratios are to mode \p base."""
    names = [name for name in modes if name != base]
    head = base.split()[0] + ": million"
    print(f"{'':30} {'loops':>6} {head:>11}" + "".join(f" {name:>16}" for name in names))
    sums = dict.fromkeys(modes, 0)

    def measure(file):
        name, directory, command = file
        counts = {mode: instructions(command + extra, directory) for mode, extra in modes.items()}
        loops = count_remarks(command + modes[first] + [REMARKS], directory)
        return name, loops, counts

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for name, loops, counts in pool.map(measure, files):
            print(f"{name:30} {loops:6} {counts[base] / 1e6:11.1f}" +
                  "".join(f" {counts[mode] / counts[base]:16.4f}" for mode in names), flush=True)
            for mode in modes:
                sums[mode] += counts[mode]
    print(f"{'all ' + str(len(files)) + ' files':30} {'':6} {sums[base] / 1e6:11.1f}" +
          "".join(f" {sums[mode] / sums[base]:16.4f}" for mode in names))


def main():
    args = parse_args()
    files = [f for f in corpus_commands(args) if not args.only or re.search(args.only, f[0])][::args.every]
    if not files:
        sys.exit(f"compile_time: no files in {args.compile_commands or args.corpus}")
    if not args.plugin.exists():
        sys.exit(f"compile_time: no plugin at {args.plugin}: build it first")
    files = [(name, directory, command + ["-o", os.devnull]) for name, directory, command in files]
    load = [f"-fpass-plugin={args.plugin.resolve()}"]
    first, base = "A remarks on", "C no plugin"
    modes = {first: load + [REMARKS], "B remarks off": load, base: []}
    if args.flag_alone:
        modes["D flag alone"] = [REMARKS]
    if args.records:
        first, base = "A records", "D records alone"
        records = ["-fsave-optimization-record", f"-foptimization-record-file={os.devnull}"]
        modes = {first: load + records, base: records}
    if args.instructions:
        return compare_instructions(args, files, modes, first, base)

    remarks = sum(count_remarks(command + modes[first] + [REMARKS], directory)
                  for _, directory, command in files)  # Warms up, too.
    totals = {mode: [] for mode in modes}
    for run in range(args.runs):
        sums = dict.fromkeys(modes, 0.0)
        for _, directory, command in files:
            for mode, extra in modes.items():
                sums[mode] += cpu_seconds(command + extra, directory)
        for mode, seconds in sums.items():
            totals[mode].append(seconds)
        print(f"\rround {run + 1} of {args.runs}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)

    print(f"{len(files)} files, {remarks} loops, {args.clang} {args.flags} {' '.join(march(args))}, {args.runs} rounds")
    print(f"{'':14} {'CPU s: median':>13} {'min':>7} {'max':>7}   {'ratio to ' + base[0] + ': median':>18} {'min':>7} {'max':>7}")
    for mode, seconds in totals.items():
        ratios = [s / c for s, c in zip(seconds, totals[base])]
        print(f"{mode:14} {statistics.median(seconds):13.3f} {min(seconds):7.3f} {max(seconds):7.3f}   "
              f"{statistics.median(ratios):18.4f} {min(ratios):7.4f} {max(ratios):7.4f}")


if __name__ == "__main__":
    main()
