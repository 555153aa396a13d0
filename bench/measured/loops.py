# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Assembly with one loop in each function, and what kernel-opt says of them."""

import argparse
import csv
import io
import os
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def function(name, body):
    """A function of that name with one loop of `body`."""
    return (f"\t.p2align 6\n\t.globl {name}\n\t.type {name},@function\n{name}:\n"
            f"\t.p2align 6\n.L{name}:\n{body}"
            f"\tdec %r15\n\tjnz .L{name}\n\tret\n\t.size {name}, .-{name}\n")


def predict(bodies, tool, cpu, options=()):
    """{name: row of kernel-opt's table} of (name, body) pairs; what it cannot read is left out."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "loops.s")
        with open(source, "w", encoding="ascii") as f:
            f.write("\t.text\n" + "".join(function(name, body) for name, body in bodies))
        out = subprocess.check_output([tool, "--cpu=" + cpu, "--format=csv", "-q", source, *options], text=True)
    return {r["function"]: r for r in csv.DictReader(io.StringIO(out))}


def compare(found, items, off):
    """Lists what is off by more than `off` percent, of (name, label, cycles that were measured).

    Returns the errors, and how many bounds are above the measurement.
    """
    errors, above = [], 0
    for name, label, measured in items:
        predicted, bound = float(found[name]["prediction"]), float(found[name]["bound"])
        errors.append(abs(predicted / measured - 1))
        is_above = bound > measured * 1.03
        above += is_above
        if errors[-1] * 100 > off or is_above:
            print(f"{label} measured {measured:6.2f}  simulated {predicted:6.2f}  "
                  f"bound {bound:6.2f}{'  ABOVE' if is_above else ''}")
    return errors, above


def summary(errors, above):
    return (f"{len(errors)} loops: mean error {100 * sum(errors) / len(errors):.1f} %, "
            f"{above} bounds above the measurement")


def run(doc, table, check):
    """Calls check(tool, rows of the table, core, options of the tool, off) by the command line."""
    p = argparse.ArgumentParser(description=doc.split("\n", maxsplit=1)[0])
    p.add_argument("tool", help="kernel-opt")
    p.add_argument("--cpu", default="znver4", help="the model (default: %(default)s)")
    p.add_argument("--model", help="a model file to lay over it")
    p.add_argument("--off", type=float, default=5, help="percent from which a loop is listed (default: %(default)s)")
    p.add_argument("--table", default=table, help="measured cycles (default: %(default)s)")
    args = p.parse_args()
    with open(args.table, encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    check(args.tool, rows, args.cpu, [f"--model={args.model}"] if args.model else [], args.off)
