#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernel-opt's speed next to llvm-mca's, on the same loops.

Compiles the corpus to assembly, lets kernel-opt find the innermost loops, and
writes these between markers into one file of regions for each input. Then, in
turn and --runs times, for each input:

  file     kernel-opt on the whole assembly file: finds the loops itself
  regions  kernel-opt on the file of regions
  sim      kernel-opt --simulate on the file of regions
  mca      llvm-mca -iterations=100 on the file of regions

and prints medians of user + system time (rusage of the process), per file and
per loop, with the ratio to llvm-mca. Starting the process is counted, and of a
file with a few loops it is most of the time; the last rows therefore give the
regions of all files in one file, where it is not.

  bench/vs_mca.py --runs 7
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ALL = "all regions in one file"
ROOT = Path(__file__).resolve().parent.parent


def parse_args():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--runs", type=int, default=5, help="default: %(default)s")
    p.add_argument("--cpu", default="skylake-avx512", help="for all three tools (default: %(default)s)")
    p.add_argument("--iterations", type=int, default=100, help="of llvm-mca (default: %(default)s)")
    p.add_argument("--clang", default="clang-22")
    p.add_argument("--mca", default="llvm-mca-22")
    p.add_argument("--kernel-opt", default=str(ROOT / "build/release/bin/kernel-opt"))
    p.add_argument("--corpus", type=Path, default=ROOT / "test/corpus/c", help="directory with .c files")
    p.add_argument("--per-file", action="store_true", help="also one row for each file")
    return p.parse_args()


def cpu_ms(command):
    """User + system milliseconds of one process; its output goes nowhere."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        pid = os.posix_spawnp(command[0], command, os.environ, file_actions=[
            (os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)])
    finally:
        os.close(null)
    _, status, usage = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"vs_mca: failed: {' '.join(command)}")
    return (usage.ru_utime + usage.ru_stime) * 1000


def output(command):
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"vs_mca: failed: {' '.join(command)}\n{run.stderr}")
    return run.stdout


def write_regions(loops, path):
    with open(path, "w", encoding="utf-8") as f:
        for i, loop in enumerate(loops):
            f.write(f"# LLVM-MCA-BEGIN loop{i}\n")
            f.writelines(f"\t{inst['text']}\n" for inst in loop["instructions"])
            # With its name: kernel-opt pairs markers by name.
            f.write(f"# LLVM-MCA-END loop{i}\n")


def mca_command(args, regions):
    # Calls and the like are left out by both tools.
    return [args.mca, "-mtriple=x86_64-linux-gnu", f"-mcpu={args.cpu}", f"-iterations={args.iterations}",
            "-skip-unsupported-instructions=any", str(regions)]


def check_regions(name, regions, num_loops, tool, mca):
    """Both tools must have worked on every loop, or a ratio of their times means nothing."""
    by_mca = output(mca).count("\nIterations:")
    by_this = len(json.loads(output([*tool, "--all", "--format=json", str(regions)]))["loops"])
    if by_mca != num_loops or by_this != num_loops:
        sys.exit(f"vs_mca: {name}: of {num_loops} loops llvm-mca reports {by_mca}, kernel-opt {by_this}")


def prepare(args, directory):
    """Yields (name, number of loops, commands by kind) of each input with loops, then of all together."""
    every = []
    for source in sorted(args.corpus.glob("*.c")):
        assembly = directory / f"{source.stem}.s"
        output([args.clang, "--target=x86_64-linux-gnu", "-O3", f"-march={args.cpu}", "-S", str(source), "-o", str(assembly)])
        tool = [args.kernel_opt, f"--cpu={args.cpu}"]
        loops = json.loads(output([*tool, "--bounds-only", "--all", "--format=json", str(assembly)]))["loops"]
        if not loops:
            continue
        every += loops
        regions = directory / f"{source.stem}.regions.s"
        write_regions(loops, regions)
        mca = mca_command(args, regions)
        check_regions(source.name, regions, len(loops), tool, mca)
        yield source.name, len(loops), {"file": tool + ["--bounds-only", "--all", str(assembly)],
                                        "regions": tool + ["--bounds-only", "--all", str(regions)],
                                        "sim": tool + ["--simulate", "--all", str(regions)], "mca": mca}
    regions = directory / "all.regions.s"
    write_regions(every, regions)
    tool = [args.kernel_opt, f"--cpu={args.cpu}"]
    check_regions(ALL, regions, len(every), tool, mca_command(args, regions))
    yield ALL, len(every), {"regions": [*tool, "--bounds-only", "--all", str(regions)],
                            "csv": [*tool, "--bounds-only", "--format=csv", str(regions)],
                            "sim": [*tool, "--simulate", "--all", str(regions)],
                            "sim_csv": [*tool, "--simulate", "--format=csv", str(regions)],
                            "mca": mca_command(args, regions)}


def main():
    args = parse_args()
    with tempfile.TemporaryDirectory() as directory:
        inputs = list(prepare(args, Path(directory)))
        if not inputs:
            sys.exit(f"vs_mca: no loops in {args.corpus}")
        kinds = ["file", "regions", "sim", "mca"]
        times = {(name, kind): [] for name, _, commands in inputs for kind in commands}
        for run in range(args.runs):
            for name, _, commands in inputs:
                for kind, command in commands.items():
                    times[name, kind].append(cpu_ms(command))
            print(f"\rround {run + 1} of {args.runs}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)

    median = {key: statistics.median(values) for key, values in times.items()}
    inputs.pop()  # All in one: printed last.
    num_loops = sum(n for _, n, _ in inputs)
    print(f"{len(inputs)} files, {num_loops} loops, {args.cpu}, medians of {args.runs} runs, "
          f"llvm-mca -iterations={args.iterations}; CPU ms")
    if args.per_file:
        print(f"{'file':24} {'loops':>5} " + " ".join(f"{k:>8}" for k in kinds) + f" {'mca/file':>9}")
        for name, n, _ in inputs:
            row = [median[name, k] for k in kinds]
            print(f"{name:24} {n:5} " + " ".join(f"{ms:8.2f}" for ms in row) + f" {row[-1] / row[0]:9.2f}")
    print(f"{'':26} {'per file':>9} {'per loop':>9} {'mca / this':>11} {'min':>7} {'max':>7}")
    labels = {"file": "kernel-opt, whole file", "regions": "kernel-opt, regions", "sim": "kernel-opt --simulate", "mca": "llvm-mca, regions"}
    for kind in kinds:
        per_file = [median[name, kind] for name, _, _ in inputs]
        ratios = [median[name, "mca"] / ms for (name, _, _), ms in zip(inputs, per_file)]
        print(f"{labels[kind]:26} {statistics.median(per_file):9.2f} {sum(per_file) / num_loops:9.2f} "
              f"{statistics.median(ratios):11.2f} {min(ratios):7.2f} {max(ratios):7.2f}")
    print(ALL)
    labels["csv"] = "kernel-opt --format=csv"
    labels["sim_csv"] = "  --simulate --format=csv"
    for kind in ["regions", "csv", "sim", "sim_csv", "mca"]:
        ratios = [m / ms for m, ms in zip(times[ALL, "mca"], times[ALL, kind])]
        print(f"{labels[kind]:26} {median[ALL, kind]:9.2f} {median[ALL, kind] / num_loops:9.3f} "
              f"{statistics.median(ratios):11.2f} {min(ratios):7.2f} {max(ratios):7.2f}")


if __name__ == "__main__":
    main()
