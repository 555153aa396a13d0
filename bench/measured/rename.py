#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a cycle of rename has room for, held against loops that were measured once.

A row of the table (bench/measured/zen4-rename.csv, or --table) is a loop: the
instructions `first`, divided by semicolons, and `times` copies of `then` with
the cycles of a trip. In copy i, @ is the register 10 + i % 3, and #N the
displacement 8192 + N * i. kernel-opt predicts the same loops; what is off by
more than --off is listed. Needs no particular machine.

  rename.py path/to/kernel-opt [--cpu=znver4] [--model=FILE] [--table=TABLE] [--off=5]
"""

import argparse
import csv
import os
import re

import loops

TABLE = os.path.join(loops.HERE, "zen4-rename.csv")


def body(row):
    """The loop of a row, without its branch."""
    texts = row["first"].split(" ; ")
    for i in range(int(row["times"])):
        text = row["then"].replace("@", str(10 + i % 3))
        texts.append(re.sub(r"#(\d+)", lambda m, i=i: str(8192 + int(m.group(1)) * i), text))
    return "".join(f"\t{text}\n" for text in texts)


def check(tool, rows, cpu, options, off):
    found = loops.predict([(f"r{i}", body(row)) for i, row in enumerate(rows)], tool, cpu, options)
    errors, above = [], 0
    for i, row in enumerate(rows):
        measured = float(row["cycles"])
        predicted, bound = float(found[f"r{i}"]["prediction"]), float(found[f"r{i}"]["bound"])
        errors.append(abs(predicted / measured - 1))
        is_above = bound > measured * 1.03
        above += is_above
        if errors[-1] * 100 > off or is_above:
            print(f"{row['first']} and {row['times']} {row['then']}: measured {measured:.2f}  "
                  f"simulated {predicted:.2f}  bound {bound:.2f}{'  ABOVE' if is_above else ''}")
    print(f"{len(rows)} loops: mean error {100 * sum(errors) / len(errors):.1f} %, "
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
