# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails if a simulated loop of C files is faster than its largest lower bound.

usage: above_bound.py CPUS DIRECTORY SOURCE... -- COMPILER...

Compiles each source to assembly in the directory and simulates its loops on
each core of the comma-separated list.
"""
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

split = sys.argv.index("--")
cpus, directory, *sources = sys.argv[1:split]
Path(directory).mkdir(parents=True, exist_ok=True)
files = []
for source in sources:
    files.append(str(Path(directory) / (Path(source).stem + ".s")))
    subprocess.run([*sys.argv[split + 1:], "-w", "-S", source, "-o", files[-1]], check=True)
for cpu in cpus.split(","):
    run = subprocess.run(["kernel-opt", f"--cpu={cpu}", "--simulate", "--quiet", "--format=json", *files],
                         check=True, capture_output=True, text=True)
    loops = json.loads(run.stdout)["loops"]
    below = 0
    for loop in loops:
        if Fraction(loop["prediction"]["exact"]) < Fraction(loop["bound"]["exact"]):
            below += 1
            print(loop["file"], loop["label"], loop["prediction"]["exact"], "<", loop["bound"]["exact"])
    exact = sum(loop["simulation"]["is_exact"] for loop in loops)
    crossing = sum(bool(loop["line_crossings"]) for loop in loops)
    print(f"{cpu}: {len(loops)} loops, {exact} exact, {below} below their bound")
    print(f"{cpu}: {crossing} loops across cache lines")
