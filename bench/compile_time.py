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
"""

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REMARKS = "-Rpass-analysis=kernel-bounds"


def parse_args():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--runs", type=int, default=7, help="rounds over the corpus (default: %(default)s)")
    p.add_argument("--jobs", type=int, default=1, choices=[1],
                   help="always 1: files compiled side by side would disturb each other")
    p.add_argument("--march", default="cascadelake", help="default: %(default)s")
    p.add_argument("--flags", default="-O3", help="further flags, in one word (default: %(default)s)")
    p.add_argument("--clang", default="clang-22")
    p.add_argument("--plugin", type=Path, default=ROOT / "build/release/lib/KernelBounds.so")
    p.add_argument("--corpus", type=Path, default=ROOT / "test/corpus/c", help="directory with .c files")
    p.add_argument("--flag-alone", action="store_true", help="also measure D")
    return p.parse_args()


def cpu_seconds(command):
    """User + system seconds of one process; its output goes nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        pid = os.posix_spawnp(command[0], command, os.environ, file_actions=[
            (os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)])
    finally:
        os.close(null)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"compile_time: failed: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime


def count_remarks(command):
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return run.stderr.count("[" + REMARKS + "]")


def main():
    args = parse_args()
    files = sorted(args.corpus.glob("*.c"))
    if not files:
        sys.exit(f"compile_time: no .c files in {args.corpus}")
    if not args.plugin.exists():
        sys.exit(f"compile_time: no plugin at {args.plugin}: build it first")
    base = [args.clang, *args.flags.split(), f"-march={args.march}", "-c", "-o", os.devnull]
    load = base + [f"-fpass-plugin={args.plugin}"]
    modes = {"A remarks on": load + [REMARKS], "B remarks off": load, "C no plugin": base}
    if args.flag_alone:
        modes["D flag alone"] = base + [REMARKS]

    remarks = sum(count_remarks(modes["A remarks on"] + [str(f)]) for f in files)  # Warms up, too.
    totals = {mode: [] for mode in modes}
    for run in range(args.runs):
        sums = dict.fromkeys(modes, 0.0)
        for f in files:
            for mode, command in modes.items():
                sums[mode] += cpu_seconds(command + [str(f)])
        for mode, seconds in sums.items():
            totals[mode].append(seconds)
        print(f"\rround {run + 1} of {args.runs}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)

    print(f"{len(files)} files, {remarks} remarks, {' '.join(base[:-3])}, {args.runs} rounds")
    print(f"{'':14} {'CPU s: median':>13} {'min':>7} {'max':>7}   {'ratio to C: median':>18} {'min':>7} {'max':>7}")
    for mode, seconds in totals.items():
        ratios = [s / c for s, c in zip(seconds, totals["C no plugin"])]
        print(f"{mode:14} {statistics.median(seconds):13.3f} {min(seconds):7.3f} {max(seconds):7.3f}   "
              f"{statistics.median(ratios):18.4f} {min(ratios):7.4f} {max(ratios):7.4f}")


if __name__ == "__main__":
    main()
