#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Front end, renamer, branches, store ports: loops for each rule, measured on
this machine and held against the model.

  facts.py path/to/kernel-opt [--cpu=native] [--tries=3000]
"""

import argparse
import tempfile

import loops

NOP = {3: "nopl (%rax)", 4: "nopl 8(%rax)", 5: "nopl 8(%rax,%rax)",
       6: "nopw 8(%rax,%rax)", 7: "nopl 0x200(%rax)",
       8: "nopl 0x200(%rax,%rax)", 9: "nopw 0x200(%rax,%rax)",
       10: "nopw %cs:0x200(%rax,%rax)"}


def padding(size):
    """Instructions of up to 10 bytes, `size` in all; size > 2."""
    text = ""
    while size > 0:
        step = min(size, 10)
        if size - step in (1, 2):
            step -= 2
        text += f"\t{NOP[step]}\n"
        size -= step
    return text


def cases():
    """(name, body, alignment) of every loop."""
    plain = "\t.p2align 6\n"
    for n in range(1, 17):
        yield f"width_{n}", "\tnop\n" * n, plain
    for size in NOP:
        yield f"bytes_{size}", f"\t{NOP[size]}\n" * 100, plain
        yield f"beyond_cache_{size}", f"\t{NOP[size]}\n" * 3000, plain
    for size in sorted({*range(32, 200, 4), *range(86, 100)}):
        yield f"jump_at_{size}", padding(size), plain
    for n in (1, 2, 3, 4, 8):
        yield f"taken_{n}", "".join(
            f"\tjmp {i + 2}f\n\t.p2align 5\n{i + 2}:\n" for i in range(n)), plain
    yield "moves", "\tmov %rax,%rbx\n\tadd $1,%rbx\n" * 4, plain
    yield "move_chain", "\tmov %rax,%rbx\n\tmov %rbx,%rax\n" * 4, plain
    yield "prefix16", "\tadd $0x1234,%ax\n" * 8, plain
    for index in ("", ",%r11"):
        yield "stores" + ("_indexed" if index else ""), "".join(
            f"\tmov %rax,{64 * i}(%r14{index})\n\tmov {64 * i + 8}(%r14),%rbx\n"
            f"\tmov {64 * i + 16}(%r14),%rcx\n" for i in range(4)), plain
    for first in ("cmp %rcx,%rbx", "test %rbx,%rbx", "add $1,%rbx", "inc %rbx",
                  "and %rcx,%rbx", "or %rcx,%rbx", "cmp (%r14),%rcx"):
        for condition in ("e", "b", "l", "s", "o"):
            name = f"pair_{first.split()[0]}_{condition}_{len(first)}"
            yield name, (f"\t{first}\n\tj{condition} 2f\n2:\n"
                         + f"\t{NOP[3]}\n" * 5), plain


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--cpu", default="native")
    parser.add_argument("--tries", type=int, default=3000)
    args = parser.parse_args()
    functions = [(name, loops.function(name, body, "\txor %r11d,%r11d\n", align))
                 for name, body, align in cases()]
    with tempfile.TemporaryDirectory() as folder:
        measured = loops.measure(functions, folder, args.tries)
        predicted = loops.predict(functions, folder, args.tool, args.cpu)
    for name, _ in functions:
        if name in predicted:
            print(f"{name:24s} {measured[name]:9.2f} {predicted[name][0]:9.2f} "
                  f"{predicted[name][1]}")
    loops.report([(n, n) for n, _ in functions], measured, predicted)


if __name__ == "__main__":
    main()
