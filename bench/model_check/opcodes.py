#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Latency, throughput and issue slots of the instructions in opcodes.txt,
measured on this machine and held against the model.

For each form: a chain of four through each register input (latN) and through
the destination (latd), 8 or 12 independent copies (tp), and four copies among
36 nops, which the issue width limits (slot). Prints what is off by more than
15 %, and what is faster than the bound. Needs a core with AVX-512.

  opcodes.py path/to/kernel-opt [--cpu=native] [--only=REGEX] [--rounds=8]
"""

import argparse
import os
import re
import tempfile

import loops

TARGETS = "rax rbx rdx rsi rdi rbp r8 r9".split()
SOURCES = ["r10", "r12"]
ADDRESSES = {"b": "(%{b})", "bi": "(%{b},%r12)", "bd": "8(%{b})",
             "bid": "8(%{b},%r12)", "s": "(,%{b},8)", "bs": "(%{b},%r12,8)",
             "bsd": "8(%{b},%r12,8)"}


def forms(path):
    """(name, operands) of every form of the file."""
    names, fresh = [], True
    for line in open(path):
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" "):
            fresh = True
            for form in line.split():
                for name in names:
                    yield name, [] if form == "-" else form.split(",")
        else:
            names = line.split() if fresh else names + line.split()
            fresh = False


def kind(operand):
    """g, v, k for registers; None for the rest."""
    if operand[0] == "r":
        return "g"
    if operand[0] in "xyz":
        return "v"
    return "k" if operand == "k" else None


def general(reg, width):
    if width == 64:
        return "%" + reg
    if reg[1:].isdigit():
        return "%" + reg + {32: "d", 16: "w", 8: "b"}[width]
    if reg[2] == "x":
        return {32: f"%e{reg[1]}x", 16: f"%{reg[1]}x", 8: f"%{reg[1]}l"}[width]
    return {32: "%e" + reg[1:], 16: "%" + reg[1:], 8: f"%{reg[1:]}l"}[width]


def vector(operand, number):
    suffix = {"M": "{%k1}", "Z": "{%k1}{z}", "": ""}[operand[1:]]
    return f"%{operand[0]}mm{number}{suffix}"


def text(operand, is_target, copy, source, chained):
    """One operand of the copy-th instruction."""
    if operand == "i":
        return "$1"
    if operand == "cl":
        return "%cl"
    k = kind(operand)
    if k == "g":
        reg = ("rax" if chained else TARGETS[copy % 8] if is_target
               else SOURCES[source % 2])
        return general(reg, int(operand[1:]))
    if k == "v":
        return vector(operand, 0 if chained else copy % 12 if is_target
                      else 14 + source % 2)
    if k == "k":
        return "%k" + str(2 if chained else 2 + copy % 6 if is_target
                          else 4 + source % 2)
    place = f"{64 * copy}(%r14" + (",%r11)" if operand == "mi" else ")")
    if operand.startswith("bc"):
        return place + "{1to" + operand[2:] + "}"
    return place + ("{%k1}" if operand == "mM" else "")


def instruction(name, operands, copy, chain=None):
    if operands == ["PP"]:
        return "\tpushq %rax\n\tpopq %rbx\n"
    if name == "lea":
        reg = "rax" if chain is not None else TARGETS[copy % 8]
        base = "rax" if chain is not None else "r10"
        return (f"\tlea {ADDRESSES[operands[0]].format(b=base)},"
                f"{general(reg, int(operands[1][1:]))}\n")
    if "m4" in operands and not name.endswith("q"):
        name += "q"
    parts, source = [], 0
    for i, operand in enumerate(operands):
        is_target = i == len(operands) - 1
        chained = chain is not None and (is_target or i == chain)
        parts.append(text(operand, is_target, copy, source, chained))
        source += not is_target and kind(operand) is not None
    return f"\t{name} {','.join(parts)}\n"


def cases(path, only):
    """(name, title, body, setup) of every loop."""
    for number, (name, operands) in enumerate(forms(path)):
        title = f"{name} {','.join(operands)}"
        if not re.search(only, title):
            continue
        setup = loops.REGISTERS
        if name[0] not in "vk":  # Upper halves in use slow down old SSE.
            setup += "\tvzeroupper\n"
        last = len(operands) - 1
        target = kind(operands[-1]) if operands else None
        if target and not re.match("cmp|test|bt$", name):
            for i, operand in enumerate(operands):
                if kind(operand) == target and (i < last or last == 0):
                    yield (f"T{number}_lat{i}", title,
                           instruction(name, operands, 0, i) * 4, setup)
            if last > 0:
                yield (f"T{number}_latd", title,
                       instruction(name, operands, 0, last) * 4, setup)
        copies = 12 if target == "v" else 8
        yield (f"T{number}_tp", title,
               "".join(instruction(name, operands, i) for i in range(copies)),
               setup)
        yield (f"T{number}_slot", title,
               "".join(instruction(name, operands, i) + "\tnopl (%rax)\n" * 9
                       for i in range(4)), setup)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--cpu", default="native")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=8)
    args = parser.parse_args()
    path = os.path.join(loops.HERE, "opcodes.txt")
    everything = list(cases(path, args.only))
    measured, predicted = {}, {}
    for begin in range(0, len(everything), 400):
        functions = [(name, loops.function(name, body, setup))
                     for name, _, body, setup in everything[begin:begin + 400]]
        with tempfile.TemporaryDirectory() as folder:
            measured.update(loops.measure(functions, folder, args.tool, args.rounds))
            predicted.update(
                loops.predict(functions, folder, args.tool, args.cpu))
    loops.report([(name, title + " " + name.split("_")[1])
                  for name, title, _, _ in everything], measured, predicted)


if __name__ == "__main__":
    main()
