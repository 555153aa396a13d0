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
    cells = [(f"r{i}_{column}", row, column) for i, row in enumerate(rows) for column in COLUMNS]
    found = loops.predict([(name, body(row["form"], column)) for name, row, column in cells], tool, cpu, options)
    errors, above = loops.compare(found, [(name, f"{row['form']:44} {column:16}", float(row[column]))
                                          for name, row, column in cells], off)
    print(f"{len(rows)} forms, {loops.summary(errors, above)}")


if __name__ == "__main__":
    loops.run(__doc__, TABLE, check)
