#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The vector pipes of a model held against loops that were measured once.

A row of the table (bench/measured/zen4-pipes.csv, or --table) is an instruction form and
the cycles of a trip of four loops: four independent copies alone; with four
vmulps; with four vaddps; with three of each. Where multiplications and
additions have pipes of their own, these four figures tell which pipes the form
uses. kernel-opt predicts the same loops; what is off by more than --off is
listed. With --measure, the loops are timed on this machine, and the table is
written to standard output, without the forms that the machine does not have.

  pipes.py path/to/kernel-opt [--cpu=znver4] [--table=TABLE] [--off=5]
  pipes.py path/to/kernel-opt --measure > table.csv
"""

import argparse
import csv
import io
import os
import subprocess
import sys
import tempfile

import loops

TABLE = os.path.join(loops.HERE, "..", "measured", "zen4-pipes.csv")
COLUMNS = "alone multiplications additions both".split()
COPIES = {"alone": (0, 0), "multiplications": (4, 0), "additions": (0, 4), "both": (3, 3)}


def body(form, column):
    """The loop of `column`: @ in a form is the number of its result."""
    multiplications, additions = COPIES[column]
    texts = [form] * 4 + ["vmulps %ymm10,%ymm11,%ymm@"] * multiplications + ["vaddps %ymm10,%ymm11,%ymm@"] * additions
    return "".join("\t" + text.replace("@", str(i)) + "\n" for i, text in enumerate(texts))


def functions(rows, before=""):
    return [(f"r{i}_{column}", loops.function(f"r{i}_{column}", body(row["form"], column), before))
            for i, row in enumerate(rows) for column in COLUMNS]


def without_avx512(rows, llvm_mc):
    """Rows whose form has neither the EVEX prefix nor masks, by LLVM's assembler."""
    text = "".join(row["form"].replace("@", "1") + "\n" for row in rows)
    out = subprocess.check_output([llvm_mc, "--triple=x86_64", "--show-encoding"], input=text, text=True)
    codes = [line.split("encoding: [")[1] for line in out.splitlines() if "encoding: [" in line]
    return [row for row, code in zip(rows, codes, strict=True)
            if not code.startswith("0x62") and "%k" not in row["form"] and "gf2p8" not in row["form"]]


def measure(tool, rows, llvm_mc):
    if not loops.has_avx512():
        rows = without_avx512(rows, llvm_mc)
    with tempfile.TemporaryDirectory() as folder:
        cycles = loops.measure(functions(rows, loops.registers(loops.has_avx512())), folder, tool, 40)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["form", *COLUMNS])
    for i, row in enumerate(rows):
        out.writerow([row["form"]] + [f"{cycles.get(f'r{i}_{column}', 0):.2f}" for column in COLUMNS])


def check(tool, rows, cpu, off):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "pipes.s")
        loops.write(functions(rows), source)
        text = subprocess.check_output([tool, "--cpu=" + cpu, "--format=csv", "-q", source], text=True)
    found = {r["function"]: (float(r["prediction"]), float(r["bounds"] if "bounds" in r else r["bound"]))
             for r in csv.DictReader(io.StringIO(text))}
    errors, above = [], 0
    for i, row in enumerate(rows):
        for column in COLUMNS:
            measured = float(row[column])
            predicted, bound = found[f"r{i}_{column}"]
            errors.append(abs(predicted / measured - 1))
            is_above = bound > measured * 1.03
            above += is_above
            if errors[-1] * 100 > off or is_above:
                print(f"{row['form']:44} {column:16} measured {measured:6.2f}  simulated {predicted:6.2f}  "
                      f"bound {bound:6.2f}{'  ABOVE' if is_above else ''}")
    print(f"{len(rows)} forms, {len(errors)} loops: mean error {100 * sum(errors) / len(errors):.1f} %, "
          f"{above} bounds above the measurement")


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("tool", help="kernel-opt")
    p.add_argument("--cpu", default="znver4", help="the model (default: %(default)s)")
    p.add_argument("--off", type=float, default=5, help="percent from which a loop is listed (default: %(default)s)")
    p.add_argument("--table", default=TABLE, help="measured cycles (default: %(default)s)")
    p.add_argument("--measure", action="store_true", help="time the loops here, and write the table")
    p.add_argument("--llvm-mc", default="/usr/lib/llvm-22/bin/llvm-mc", help="LLVM's assembler (default: %(default)s)")
    args = p.parse_args()
    with open(args.table, encoding="ascii") as table:
        rows = list(csv.DictReader(table))
    if args.measure:
        measure(args.tool, rows, args.llvm_mc)
    else:
        check(args.tool, rows, args.cpu, args.off)


if __name__ == "__main__":
    main()
