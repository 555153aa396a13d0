# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops as assembly: made, timed on this machine, predicted by kernel-opt."""

import csv
import io
import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
SAVED = "rbx rbp r12 r13 r14 r15".split()

def has_avx512():
    with open("/proc/cpuinfo", encoding="ascii") as f:
        return " avx512f " in f.read()


def registers(avx512):
    """Vectors of 1.0, masks of ones, ones in the general registers; r11 is 0.

    No instruction of 512 bits: after one, the core's frequency is unsteady. The upper halves are zeros. Ones are
    written to 32 bits: a shift by a register that got a constant of 64 bits takes 3 cycles on Golden Cove."""
    text = "\tmov $0x3ff0000000000000,%rax\n"
    if avx512:
        text += ("\tvpbroadcastq %rax,%ymm0\n" + "".join(f"\tvmovdqa64 %ymm0,%ymm{i}\n" for i in range(1, 32))
                 + "".join(f"\tkxnorq %k{i},%k{i},%k{i}\n" for i in range(1, 8)))
    else:
        text += ("\tvmovq %rax,%xmm0\n\tvpbroadcastq %xmm0,%ymm0\n"
                 + "".join(f"\tvmovdqa %ymm0,%ymm{i}\n" for i in range(1, 16)))
    return (text + "\txor %r11d,%r11d\n\tmov $1,%eax\n"
            + "".join(f"\tmov $1,%{r}\n" for r in "ebx ecx edx esi edi ebp r8d r9d r10d r12d".split()))


def function(name, body, before="", align="\t.p2align 6\n"):
    """A function with one loop of `body`; r15 counts, r14 and r13 are data."""
    return (f"\t.p2align 6\n{name}:\n"
            + "".join(f"\tpush %{r}\n" for r in SAVED)
            + "\tmov %rdi,%r15\n\tmov %rsi,%r14\n\tmov %rdx,%r13\n"
            + f"{before}{align}1:\n{body}\tdec %r15\n\tjnz 1b\n\tvzeroupper\n"
            + "".join(f"\tpop %{r}\n" for r in reversed(SAVED)) + "\tret\n")


def write(functions, path):
    """Assembly with all (name, text) of `functions` and their table."""
    with open(path, "w") as f:
        f.write("\t.text\n" + "".join(text for _, text in functions))
        f.write("\t.section .rodata\n")
        for i, (name, _) in enumerate(functions):
            f.write(f".Ln{i}: .asciz \"{name}\"\n")
        f.write("\t.data\n\t.p2align 4\n\t.globl kb_table\nkb_table:\n")
        for i, (name, _) in enumerate(functions):
            f.write(f"\t.quad .Ln{i},{name}\n")
        f.write(f"\t.globl kb_count\nkb_count:\t.quad {len(functions)}\n"
                "\t.section .note.GNU-stack,\"\",@progbits\n")


def measure(functions, folder, tool, rounds):
    """Cycles per trip by name; kb-time-loops is taken from beside `tool`."""
    timer = os.path.join(os.path.dirname(os.path.abspath(tool)), "kb-time-loops")
    if not os.path.exists(timer):
        raise SystemExit(f"no {timer}: build the target kb-time-loops")
    source = os.path.join(folder, "loops.s")
    library = os.path.join(folder, "loops.so")
    write(functions, source)
    subprocess.check_call([os.environ.get("CC", "cc"), "-shared", "-nostdlib",
                           "-o", library, source])
    out = subprocess.check_output([timer, library, str(rounds)], text=True)
    return {n: float(c) for n, c in (line.split() for line in out.splitlines())}


def predict(functions, folder, tool, cpu):
    """(cycles per trip, limit) by name."""
    source = os.path.join(folder, "loops.s")
    write(functions, source)
    out = subprocess.check_output(
        [tool, "--cpu=" + cpu, "--bounds-only", "--format=csv", "-q", source], text=True)
    return {r["function"]: (float(r["prediction"]), r["limit"])
            for r in csv.DictReader(io.StringIO(out))}


def report(names, measured, predicted):
    """Prints loops that are off and a summary; below the bound is marked."""
    errors, below = [], 0
    for name, title in names:
        if name not in measured or name not in predicted:
            continue
        m, (p, limit) = measured[name], predicted[name]
        errors.append(abs(m - p) / m)
        mark = ""
        if p > m * 1.03 + 0.05:
            mark, below = "BELOW THE BOUND", below + 1
        if mark or m > p * 1.15 + 0.2:
            print(f"{title:48s} measured {m:8.2f}  predicted {p:8.2f}  "
                  f"{limit:9s} {mark}")
    if errors:
        print(f"{len(errors)} loops, mean error "
              f"{100 * sum(errors) / len(errors):.1f} %, "
              f"{below} below the bound")
