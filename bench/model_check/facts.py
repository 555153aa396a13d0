#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Front end, renamer, branches, store ports, divisions, latency from single
inputs, gathers, scatters, slots: loops for each rule, measured on this machine and held against
the model. Needs a core with AVX-512.

  facts.py path/to/kernel-opt [--cpu=native] [--only=REGEX] [--rounds=8]
"""

import argparse
import itertools
import re
import struct
import tempfile

import loops

NOP = {3: "nopl (%rax)", 4: "nopl 8(%rax)", 5: "nopl 8(%rax,%rax)",
       6: "nopw 8(%rax,%rax)", 7: "nopl 0x200(%rax)",
       8: "nopl 0x200(%rax,%rax)", 9: "nopw 0x200(%rax,%rax)",
       10: "nopw %cs:0x200(%rax,%rax)"}

SHORT = {2: "test %eax,%eax"}


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


def front_end():
    """Width, code bytes, branches, moves, pairs: (name, body, setup)."""
    plain = "\txor %r11d,%r11d\n"
    for n in range(1, 17):
        yield f"width_{n}", "\tnop\n" * n, plain
    for size in NOP:
        yield f"bytes_{size}", f"\t{NOP[size]}\n" * 100, plain
        yield f"beyond_cache_{size}", f"\t{NOP[size]}\n" * 3000, plain
    for size in sorted({*range(32, 200, 4), *range(86, 100)}):
        yield f"jump_at_{size}", padding(size), plain
    for n in (1, 2, 3, 4, 8):
        for apart in (32, 16, 0):
            align = f"\t.p2align {apart.bit_length() - 1}\n" if apart else ""
            yield f"taken_{n}_apart_{apart}", "".join(
                f"\tjmp {i + 2}f\n{align}{i + 2}:\n" for i in range(n)), plain
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


def decoding():
    """Windows of 32 bytes, each with a jump over its end, so that all are
    decoded in every trip: 30 bytes of instructions and the jump, 32 times."""
    prefix = ("mov $0x1234,%bx", 4)
    two = [(f"bswap %{r}", 3) for r in ("rax", "rbx", "rcx", "rdx")]

    def loop(name, parts):
        texts = [(SHORT.get(p) or NOP[p], p) if isinstance(p, int) else p
                 for p in parts]
        assert sum(size for _, size in texts) == 30, name
        body = "".join(f"\t{t}\n" for t, _ in texts) + "\tjo 2f\n2:\n"
        return (f"decode_{name}", "\tnop\n" + body * 32,
                "\txor %r11d,%r11d\n")
    yield loop("4", [8, 8, 8, 6])
    yield loop("11", [3] * 6 + [2] * 4 + [4])
    yield loop("13", [3] * 2 + [2] * 10 + [4])
    for n in (1, 2, 4):
        yield loop(f"prefix_{n}", [prefix] * n + [8, 6]
                   + {1: [8, 4], 2: [8], 4: []}[n])
    yield loop("two_uops_4", two + [8, 7, 3])
    yield loop("two_uops_apart", [two[0], 8, two[1], two[2], 7, two[3], 3])


def divisions():
    """Chains to the quotient and to the remainder, from there to the upper half
    of the dividend (`high`), through both halves, and independent ones, with
    quotients of no, one and all bits; a chain has one more cycle, of LEA or
    MOVZX, to the remainder, and with 8 bits to the quotient, too."""
    for op in ("div", "idiv"):
        for bits, low, high, by in ((8, "al", "ah", "cl"), (16, "ax", "dx", "cx"),
                                    (32, "eax", "edx", "ecx"),
                                    (64, "rax", "rdx", "rcx")):
            full = 2 ** (bits - (op == "idiv")) - 1
            clear = "" if bits == 8 else "\txor %edx,%edx\n"
            take = {8: "\tmovzbl %{},%eax\n"}.get(bits, "\tlea (%r{}),%rax\n")
            divide = f"{clear}\t{op} %{by}\n"
            setup = "\tmov ${},%rax\n\tmov ${},%rcx\n\txor %edx,%edx\n"
            for quotient, value, divisor in (("one", 1, 1), ("all", full, 1)):
                again = take.format(low) if bits == 8 else ""
                yield (f"{op}{bits}_quotient_{quotient}", (divide + again) * 4,
                       setup.format(value, divisor))
                yield (f"{op}{bits}_rate_{quotient}",
                       f"\tmov %r8,%rax\n{divide}" * 4,
                       setup.format(value, divisor) + "\tmov %rax,%r8\n")
            yield f"{op}{bits}_both", f"\t{op} %{by}\n" * 4, setup.format(1, 1)
            if bits > 8:
                yield (f"{op}{bits}_high", f"\tmov $1,%eax\n\t{op} %{by}\n" * 4,
                       setup.format(1, 1))
            yield (f"{op}{bits}_remainder",
                   (divide + take.format(high if bits == 8 else "dx")) * 4,
                   setup.format(1, 3))


def multiplications():
    """To the low half, and to the high half (with MUL and IMUL one cycle more,
    of LEA)."""
    for bits, r in ((32, "e"), (64, "r")):
        setup = "\tmov $1,%eax\n\tmov $1,%ecx\n\tmov $1,%edx\n"
        for op in ("mul", "imul"):
            yield f"{op}{bits}_low", f"\t{op} %{r}cx\n" * 4, setup
            yield (f"{op}{bits}_high",
                   f"\t{op} %{r}cx\n\tlea (%rdx),%rax\n" * 4, setup)
        yield f"mulx{bits}_low", f"\tmulx %{r}cx,%{r}dx,%{r}bx\n" * 4, setup
        yield f"mulx{bits}_high", f"\tmulx %{r}cx,%{r}bx,%{r}dx\n" * 4, setup


def conversions():
    """Four loads with an index among 36 nops: 10.25 cycles with the loop's
    branch while they stay fused, 11.25 apart."""
    for op in ("cvtss2sd", "cvtsd2ss", "cvtsi2ssl", "cvtsi2sdl", "cvtsi2ssq",
               "cvtsi2sdq", "sqrtss", "sqrtsd", "roundsd $1,", "cvtps2pd",
               "cvtdq2ps", "cvtdq2pd", "cvttps2dq", "sqrtps", "rcpps"):
        comma = "" if op.endswith(",") else " "
        yield ("indexed_" + op.split()[0], "".join(
            f"\t{op}{comma}{64 * i}(%r14,%r11),%xmm{i}\n"
            + f"\t{NOP[3]}\n" * 9 for i in range(4)),
            "\tvzeroupper\n\txor %r11d,%r11d\n")


def vector_inputs():
    """Latency from each input: chains through one of them."""
    for r in ("x", "y", "z"):
        for op in ("vpsllq", "vpsrld", "vpsraw"):
            yield (f"{op}_{r}_data", f"\t{op} %xmm1,%{r}mm0,%{r}mm0\n" * 4,
                   loops.registers(avx512=True))
            yield (f"{op}_{r}_count", f"\t{op} %xmm0,%{r}mm1,%{r}mm0\n" * 4,
                   loops.registers(avx512=True))
    for r in ("x", "y"):
        for op in ("vblendvps", "vblendvpd", "vpblendvb"):
            for input, operands in (("mask", (0, 1, 2)), ("data", (1, 0, 2)),
                                    ("first", (1, 2, 0))):
                yield (f"{op}_{r}_{input}", "\t{} {},%{}mm0\n".format(op, ",".join(
                    f"%{r}mm{n}" for n in operands), r) * 4, loops.registers(avx512=True))
    for op in ("blendvps", "blendvpd", "pblendvb"):
        yield (f"{op}_data", f"\t{op} %xmm0,%xmm1,%xmm1\n" * 4,
               loops.registers(avx512=True) + "\tvzeroupper\n")
        yield (f"{op}_mask", f"\t{op} %xmm0,%xmm1,%xmm0\n" * 4,
               loops.registers(avx512=True) + "\tvzeroupper\n")


def square_roots():
    """Of 1.0, 0.0, 4.0 and 2.0. In chains of the latter two AND and OR bring
    the operand back, as they do in all for comparison: 2 cycles, and up to
    2 for going between units."""
    for op in ("vsqrtss", "vsqrtsd", "vsqrtps", "vsqrtpd"):
        for r in ("x",) if op[5] == "s" else ("x", "y", "z"):
            for name, value in (("one", 1.0), ("zero", 0.0), ("four", 4.0),
                                ("two", 2.0)):
                kind = "f" if op[6] == "s" else "d"
                bits = struct.unpack("<" + {"f": "I", "d": "Q"}[kind],
                                     struct.pack("<" + kind, value))[0]
                spread = ("vpbroadcastd %eax" if kind == "f"
                          else "vpbroadcastq %rax")
                setup = (loops.registers(avx512=True) + f"\tmov ${bits},%rax\n"
                         f"\t{spread},%zmm0\n\tvmovdqa64 %zmm0,%zmm1\n"
                         "\tvpxord %zmm2,%zmm2,%zmm2\n")
                root = f"\t{op} " + ",".join([f"%{r}mm0"] * (3 - (op[5] != "s")))
                again = (f"\tvpandd %{r}mm2,%{r}mm0,%{r}mm0\n"
                         f"\tvpord %{r}mm1,%{r}mm0,%{r}mm0\n")
                if name in ("one", "zero"):
                    yield f"{op}_{r}_chain_{name}", (root + "\n") * 4, setup
                yield f"{op}_{r}_again_{name}", (root + "\n" + again) * 4, setup
                yield (f"{op}_{r}_rate_{name}", "".join(
                    f"\t{op} %{r}mm0," + (f"%{r}mm{i}," if op[5] == "s" else "")
                    + f"%{r}mm{i}\n" for i in range(4, 12)), setup)


def gathers():
    """Of elements of one line, alone and with 120 nops beside."""
    for op, r, index in (("vgatherdps", "x", "x"), ("vgatherdps", "y", "y"),
                         ("vgatherdpd", "x", "x"), ("vgatherdpd", "y", "x"),
                         ("vgatherqpd", "y", "y")):
        for n in (1, 2, 4):
            for nops in (0, 120):
                yield f"{op}_{r}_{n}" + (f"_nops_{nops}" if nops else ""), (
                    "".join(f"\tvpcmpeqd %{r}mm1,%{r}mm1,%{r}mm1\n"
                            f"\t{op} %{r}mm1,(%r14,%{index}mm2,4),%{r}mm{i + 4}\n"
                            for i in range(n)) + f"\t{NOP[3]}\n" * nops), (
                    loops.registers(avx512=True) + "\tvpxord %zmm2,%zmm2,%zmm2\n")


def slots():
    """What micro-fusion leaves apart: one, two and three copies among 39 nops,
    which with the counter take (40 + slots) / 4 cycles."""
    nop = f"\t{NOP[3]}\n"
    for text in ("vpblendd $1,(%r14),%ymm1,%ymm2", "vcmpltpd (%r14),%ymm1,%ymm2",
                 "pshufd $136,(%r14),%xmm2", "vpermq $1,(%r14),%ymm2",
                 "vinserti128 $1,(%r14),%ymm1,%ymm2", "vpinsrd $1,(%r14),%xmm1,%xmm2",
                 "vpternlogd $5,(%r14),%ymm1,%ymm2", "vroundps $1,(%r14),%ymm2",
                 "vpmovzxbw (%r14),%ymm2", "vpmovzxbw (%r14),%xmm2",
                 "vextracti128 $1,%ymm1,(%r14)", "vmovhpd (%r14,%r11),%xmm1,%xmm2",
                 "vmaskmovpd (%r14),%ymm1,%ymm2", "vmaskmovpd %ymm1,%ymm1,(%r14)",
                 "cvttsd2si (%r14),%eax", "shlx %rcx,(%r14),%rax",
                 "rorx $7,(%r14),%eax", "movbe (%r14),%eax", "movbe (%r14),%rax",
                 "rol %cl,%rax", "notl (%r14)", "notl (%r14,%r11)",
                 "shll $1,(%r14,%r11)", "addl %eax,(%r14,%r11)"):
        name = re.sub(r"\W+", "_", text).strip("_")
        for n in (1, 2, 3):
            yield (f"slots_{name}_{n}", (f"\t{text}\n" + nop * 13) * n
                   + nop * (39 - 13 * n), loops.registers(avx512=True))
    for n in range(5, 9):
        yield f"one_window_{n}", f"\t{NOP[3]}\n" * (n - 1), loops.registers(avx512=True)


def scatters():
    """Of zeros to elements 100 apart, beside 8, 16 and 24 stores."""
    index = ("".join(
        f"\tmov ${100 * i},%eax\n\tmov %eax,{4 * i}(%r14)\n" for i in range(16))
             + "\tvmovdqu32 (%r14),%zmm2\n\tvpxord %zmm3,%zmm3,%zmm3\n")
    for op, r, i in (("vscatterdpd", "x", "x"), ("vscatterdps", "x", "x"),
                     ("vscatterdps", "y", "y"), ("vscatterdps", "z", "z")):
        for n in (0, 8, 16, 24):
            yield (f"{op}_{r}_stores_{n}", "\tkxnorw %k1,%k1,%k1\n"
                   f"\t{op} %{r}mm3,(%r14,%{i}mm2,1){{%k1}}\n"
                   + "\tmov %eax,2048(%r14)\n" * n, loops.registers(avx512=True) + index)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--cpu", default="native")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=8)
    args = parser.parse_args()
    cases = itertools.chain(front_end(), decoding(), divisions(), multiplications(),
                            conversions(), vector_inputs(), square_roots(),
                            gathers(), slots(), scatters())
    functions = [(name, loops.function(name, body, setup))
                 for name, body, setup in cases if re.search(args.only, name)]
    with tempfile.TemporaryDirectory() as folder:
        measured = loops.measure(functions, folder, args.tool, args.rounds)
        predicted = loops.predict(functions, folder, args.tool, args.cpu)
    for name, _ in functions:
        if name in predicted and name in measured:
            print(f"{name:24s} {measured[name]:9.2f} {predicted[name][0]:9.2f} "
                  f"{predicted[name][1]}")
    loops.report([(n, n) for n, _ in functions], measured, predicted)


if __name__ == "__main__":
    main()
