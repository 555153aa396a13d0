#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops that were measured once: what a cycle of rename has room for, and what reads three operands.

A row of the table (bench/measured/zen4-rename.csv, or --table, such as
bench/measured/zen4-operands.csv) is a loop: the
instructions `first`, divided by semicolons, and `times` copies of `then` with
the cycles of a trip. In copy i, @ is the register 10 + i % 3, and #N the
displacement 8192 + N * i. kernel-opt predicts the same loops; what is off by
more than --off is listed. Needs no particular machine.

  rename.py path/to/kernel-opt [--cpu=znver4] [--model=FILE] [--table=TABLE] [--off=5]
"""

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
    errors, above = loops.compare(found, [(f"r{i}", f"{row['first']} and {row['times']} {row['then']}:", float(row["cycles"]))
                                          for i, row in enumerate(rows)], off)
    print(loops.summary(errors, above))


if __name__ == "__main__":
    loops.run(__doc__, TABLE, check)
