# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Assembly with one loop in each function, and what kernel-opt says of them."""

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
