#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The vector pipes of a model held against loops that were measured once.

A row of the table (bench/measured/zen4-pipes.csv, or --table) is an instruction form and
the cycles of a trip of four loops: four independent copies alone; with four
vmulps; with four vaddps; with three of each. Where multiplications and
additions have pipes of their own, these four figures tell which pipes the form
uses. kernel-opt predicts the same loops; what is off by more than --off is
listed. Needs no particular machine.

  pipes.py path/to/kernel-opt [--cpu=znver4] [--model=FILE] [--table=TABLE] [--off=5]
"""

import argparse
import csv
import os

import loops

TABLE = os.path.join(loops.HERE, "zen4-pipes.csv")
COLUMNS = "alone multiplications additions both".split()
COPIES = {"alone": (0, 0), "multiplications": (4, 0), "additions": (0, 4), "both": (3, 3)}


def body(form, column):
    """The loop of `column`: @ in a form is the number of its result."""
    multiplications, additions = COPIES[column]
    texts = [form] * 4 + ["vmulps %ymm10,%ymm11,%ymm@"] * multiplications + ["vaddps %ymm10,%ymm11,%ymm@"] * additions
    return "".join("\t" + text.replace("@", str(i)) + "\n" for i, text in enumerate(texts))


def check(tool, rows, cpu, options, off):
    found = loops.predict([(f"r{i}_{column}", body(row["form"], column))
                           for i, row in enumerate(rows) for column in COLUMNS], tool, cpu, options)
    errors, above = [], 0
    for i, row in enumerate(rows):
        for column in COLUMNS:
            measured = float(row[column])
            row_found = found[f"r{i}_{column}"]
            predicted, bound = float(row_found["prediction"]), float(row_found["bound"])
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
    p.add_argument("--model", help="a model file to lay over it")
    p.add_argument("--off", type=float, default=5, help="percent from which a loop is listed (default: %(default)s)")
    p.add_argument("--table", default=TABLE, help="measured cycles (default: %(default)s)")
    args = p.parse_args()
    with open(args.table, encoding="ascii") as table:
        rows = list(csv.DictReader(table))
    check(args.tool, rows, args.cpu, [f"--model={args.model}"] if args.model else [], args.off)


if __name__ == "__main__":
    main()
