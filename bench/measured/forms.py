#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model held against a table of instruction forms that were measured once.

The table (bench/measured/zen4-forms.csv) has a row for each form: `lat` rows
are chains, `tp` rows independent copies, as bench/measured/README.md says. For
each row that can be built again from its text, kernel-opt predicts the same
loop; what is off by more than --off is listed, and a summary by kind follows.
Needs no particular machine.

  forms.py path/to/kernel-opt [--cpu=znver4] [--model=FILE] [--only=REGEX] [--off=5]
"""

import argparse
import csv
import os
import re

import loops

TABLE = os.path.join(loops.HERE, "zen4-forms.csv")

# General registers that copies write, by their name of 64 bits.
TARGETS = "rax rdx rbx r8 r9 r10 r11 r12 r13".split()

# Rows whose text leaves out instructions: one repetition in full.
FULL = {
    "tp_mul64": "mov %rcx,%rax ; mul %rcx",
    "tp_mul32": "mov %ecx,%eax ; mul %ecx",
    "fwd_i64_same_add": "mov %rax,(%rsi) ; mov (%rsi),%rax ; add $1,%rax",
    "fwd_i64_addchain_diffreg":
        "mov %rax,(%rsi) ; mov (%rsi),%rax" + " ; add $1,%rax" * 3,
    "fwd_i64_imulchain_diffreg":
        "mov %rax,(%rsi) ; mov (%rsi),%rax ; imul %rcx,%rax",
    "lat_movq_pair_plus_por":
        "vmovq %rax,%xmm0 ; vpor %xmm0,%xmm0,%xmm0 ; vmovq %xmm0,%rax",
    "lat_ucomisd_loop":
        "ucomisd %xmm1,%xmm0 ; sbb %rax,%rax ; movq %rax,%xmm0",
    "fwd_2xi32_to_i64_fail":
        "mov %eax,(%rsi) ; mov %eax,4(%rsi) ; mov (%rsi),%rax",
    "fwd_2x_to_y_fail":
        "vmovups %xmm0,(%rsi) ; vmovups %xmm0,16(%rsi) ; vmovups (%rsi),%ymm0",
    "fwd_i64_to_x_then_movq":
        "mov %rax,(%rsi) ; vmovq (%rsi),%xmm0 ; vmovq %xmm0,%rax",
    "fwd_i64_movq_ld":
        "mov %rax,(%rsi) ; vmovq (%rsi),%xmm0 ; vmovq %xmm0,%rax",
    "fwd_f64_to_i64_then_movq":
        "vmovq %xmm0,(%rsi) ; mov (%rsi),%rax ; vmovq %rax,%xmm0",
    "fwd_f64_to_i64_same":
        "vmovq %xmm0,(%rsi) ; mov (%rsi),%rax ; vmovq %rax,%xmm0",
    "tp_vgatherdps_x":
        "vpcmpeqd %xmm3,%xmm3,%xmm3 ; vgatherdps %xmm3,(%rsi,%xmm14,4),%xmm0",
    "tp_vgatherdps_y":
        "vpcmpeqd %ymm3,%ymm3,%ymm3 ; vgatherdps %ymm3,(%rsi,%ymm14,4),%ymm0",
    "tp_vgatherdpd_y":
        "vpcmpeqd %ymm3,%ymm3,%ymm3 ; vgatherdpd %ymm3,(%rsi,%xmm14,8),%ymm0",
    "tp_vgatherqpd_y":
        "vpcmpeqd %ymm3,%ymm3,%ymm3 ; vgatherqpd %ymm3,(%rsi,%ymm14,8),%ymm0",
    "tp_vpgatherdd_y":
        "vpcmpeqd %ymm3,%ymm3,%ymm3 ; vpgatherdd %ymm3,(%rsi,%ymm14,4),%ymm0",
    "tp_vgatherdps_k_y":
        "kxnorw %k1,%k1,%k1 ; vgatherdps (%rsi,%ymm14,4),%ymm0{%k1}",
    "tp_vgatherdps_k_z":
        "kxnorw %k1,%k1,%k1 ; vgatherdps (%rsi,%zmm14,4),%zmm0{%k1}",
    "tp_vgatherdpd_k_z":
        "kxnorw %k1,%k1,%k1 ; vgatherdpd (%rsi,%ymm14,8),%zmm0{%k1}",
    "tp_vscatterdps_y":
        "kxnorw %k1,%k1,%k1 ; vscatterdps %ymm0,(%rsi,%ymm14,4){%k1}",
    "tp_vscatterdps_z":
        "kxnorw %k1,%k1,%k1 ; vscatterdps %zmm0,(%rsi,%zmm14,4){%k1}",
    "tp_vscatterdpd_z":
        "kxnorw %k1,%k1,%k1 ; vscatterdpd %zmm0,(%rsi,%ymm14,8){%k1}",
    "lat_div64_q0": "xor %edx,%edx ; div %rcx ; and %r8,%rax ; or %r9,%rax",
    "lat_div32_q0": "xor %edx,%edx ; div %ecx ; and %r8d,%eax ; or %r9d,%eax",
    "tp_div64_q0": "mov %r8,%rax ; xor %edx,%edx ; div %rcx",
    "tp_div32_q0": "mov %r8d,%eax ; xor %edx,%edx ; div %ecx",
    "tp_idiv64_q16b": "mov %r8,%rax ; xor %edx,%edx ; idiv %rcx",
    "tp_idiv32_q16b": "mov %r8d,%eax ; xor %edx,%edx ; idiv %ecx",
}

# Values of the operands that a model does not see, measured on purpose; rows
# whose text does not say what was run; and what serializes the core.
SKIPPED = re.compile(
    r"(loop|mix|win|rec|hist|one|denorm)|tp_(mix|2br|fma_add|mul_add|copy|"
    r"ld_st|ld2|add_nop|st64_(stride|2str|pairs|stack)|st32_2|rmw.*lines|"
    r"push|.*_nt$|cmpjcc|adc_in|jmp|jcc|pause|rdtsc|cpuid|mfence|rep|movnti|"
    r"vmovnt|vpcompressd_mem|vmaskmovps_y_st|sha256|prefetch|.*cross|"
    r".*unal|.*_un_inline|cl[cd]|st[cd]|cmc|lahf)|lat_fadd|lat_fmul|"
    r"tp_data16_nop|fwd_(add_mem|.*between|same_|i64_same_(1st|x2)|i32_movzx|i64_lea|"
    r"i32_cvt|i64_cmp|i32_to_i64|push)|"
    r"(tp|lat)_i?div(32|64)_q(8|16|20|31|60)b|lat_add_ld_cmpadd")


def rotate(text, copy):
    """The copy-th of independent copies of `text`: other targets."""
    head, join, last = text.rpartition(",")
    if not head:
        head, join, last = text.rpartition(" ")
    if head and "(" not in last and ")" not in last:
        if re.match(r"%[xyz]mm0\b", last):
            # An accumulator or old destination is the target, too.
            last = last.replace("mm0", f"mm{copy % 12}", 1)
        elif re.match(r"%(rax|rdx|eax|ax|al)$", last):
            kind = {"%rax": 64, "%rdx": 64, "%eax": 32, "%ax": 16,
                    "%al": 8}[last]
            last = general(TARGETS[copy % len(TARGETS)], kind)
        elif re.match(r"%k1$", last):
            last = f"%k{1 + copy % 7}"
        # An idiom of one register stays one.
        whole = text.split()[1] if " " in text else ""
        if len(set(whole.split(","))) == 1 and "," in whole:
            head = re.sub(r"%\w+", last, head)
        text = head + join + last
    # Words of general registers stand side by side, vectors in lines of their own.
    stride = 64 if "mm" in text else 8
    return re.sub(r"(?<![\w$])0\(%rsi", f"{stride * copy}(%rsi", text)


def general(reg, width):
    if reg[1:].isdigit():
        return "%" + reg + {64: "", 32: "d", 16: "w", 8: "b"}[width]
    letter = reg[1]
    return {64: f"%{reg}", 32: f"%e{reg[1:]}", 16: f"%{reg[1:]}",
            8: f"%{letter}l"}[width]


def body(row):
    """(text of a loop, steps in it) of a row, or None."""
    form, kind, steps = row["form"], row["kind"], int(row["steps"])
    if form not in FULL and (
            SKIPPED.match(form) or "plus" in row["note"]
            and "cross" not in row["note"]):
        return None
    parts = [p.strip() for p in FULL.get(form, row["text"]).split(";")]
    if form.startswith("fwd"):
        # rdx has the value of rsi there, which no analysis can know.
        parts = [p.replace("%rdx", "%rsi") for p in parts]
    if kind == "lat":
        per_text = len(parts) if steps == 20 and len(parts) > 1 else 1
        lines = parts * 8
        return "".join(f"\t{p}\n" for p in lines), 8 * per_text
    if kind != "tp":
        return None
    if len(parts) > 1:
        # Of a multiplication with its move the table counts both.
        copies = steps // 2 if form.startswith("tp_mul") else steps
        return "".join(f"\t{p}\n" for p in parts * copies), steps
    lines = [rotate(parts[0], i) for i in range(steps)]
    return "".join(f"\t{p}\n" for p in lines), steps


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--cpu", default="znver4")
    parser.add_argument("--model", help="a model file to lay over it")
    parser.add_argument("--table", default=TABLE)
    parser.add_argument("--only", default="")
    parser.add_argument("--off", type=float, default=5, help="per cent")
    args = parser.parse_args()
    rows, functions = {}, []
    with open(args.table) as f:
        for row in csv.DictReader(f):
            made = body(row)
            if made and re.search(args.only, row["form"]):
                rows[row["form"]] = (row, made[1])
                functions.append((row["form"], made[0]))
    options = [f"--model={args.model}"] if args.model else []
    found = loops.predict(functions, args.tool, args.cpu, ["--bounds-only", *options])
    runs = loops.predict(functions, args.tool, args.cpu, ["--simulate", *options])
    count, off, above = {}, {}, {}
    for form, (row, steps) in rows.items():
        if form not in found:
            print(f"{form:32s} not read")
            continue
        kind, measured = row["kind"], float(row["cycles"])
        bound = float(found[form]["prediction"]) / steps
        simulated = float(runs[form]["prediction"]) / steps
        count[kind] = count.get(kind, 0) + 1
        if abs(bound - measured) > measured * args.off / 100:
            off[kind] = off.get(kind, 0) + 1
            above[kind] = above.get(kind, 0) + (bound > measured)
            print(f"{form:32s} measured {measured:7.3f}  bound {bound:7.3f}  "
                  f"simulated {simulated:7.3f}  {found[form]['limit']:10s} "
                  f"{row['text']}")
    for kind in sorted(count):
        print(f"{kind}: {count[kind]} forms, {off.get(kind, 0)} off by more "
              f"than {args.off:g} %, of them {above.get(kind, 0)} with a bound "
              f"above the measurement")


if __name__ == "__main__":
    main()
