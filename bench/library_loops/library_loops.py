#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far predictions hold on loops that nobody chose: those of any libraries.

Takes the innermost loops of one block out of x86-64 executables and libraries,
replaces the branch that closes each by a counter, measures them on this machine
(RunLoops.cpp) and asks kernel-opt and llvm-mca about the very same code:

  bench/library_loops/library_loops.py --count 1500 /usr/lib/x86_64-linux-gnu/lib*.so

The addresses are not those of the program: pointers lie far apart, and what is
loaded as one always leads to the same place. So loops that both load and store may
depend on themselves through memory as they never would; a row of its own leaves
them out. Divisions, square roots of unknown operands, gathers, prefetches,
atomic updates, x87, calls and the stack pointer as a destination are left out, too.
Loops whose two measurements differ by more than 3 % are not counted.
"""

import argparse
import csv
import json
import random
import re
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LEFT_OUT = re.compile(
    r"(div|idiv|v?div|v?sqrt|call|ret|push|pop|rep|lods|stos|movs[bwlq]$|scas|cmps[bwlq]$|sys|cpuid|rdtsc|lock"
    r"|xgetbv|v?p?gather|v?p?scatter|int|hlt|ud|f[a-z0-9]+ |leave|enter|v?movnt|in[bwl]?$|out|loop|j|xbegin|xend"
    r"|xabort|std|cld|emms|vzeroall|clflush|clwb|rd|wr|v?ldmxcsr|v?stmxcsr|fx|xsave|xrstor|data16|xchg|maskmov"
    r"|v?maskmovdqu|[lms]fence|pause|endbr|bnd|notrack|cs|ds|es|addr32|movabs|lret|iret|prefetch|<unknown>"
    r"|v?pcmp[ei]str|cmpxchg|xlat)")
REGISTERS = "rax rcx rdx rbx rsp rbp rsi rdi r8 r9 r10 r11 r12 r13 r14 r15".split()
COUNTERS = "r15 r14 r13 r12 r11 r10 r9 r8 rbp rbx rcx rdx rsi rdi rax".split()


def names_of_registers():
    """Every name of a general register, and the 64-bit one it is a part of."""
    whole = {}
    for letter in "abcd":
        for name in (f"r{letter}x", f"e{letter}x", f"{letter}x", f"{letter}l", f"{letter}h"):
            whole[name] = f"r{letter}x"
    for pair in ("si", "di", "bp", "sp"):
        for name in (f"r{pair}", f"e{pair}", pair, f"{pair}l"):
            whole[name] = f"r{pair}"
    for number in range(8, 16):
        for suffix in ("", "d", "w", "b"):
            whole[f"r{number}{suffix}"] = f"r{number}"
    return whole


WHOLE = names_of_registers()


def registers(text):
    return {WHOLE[name] for name in re.findall(r"%([a-z0-9]+)", text) if name in WHOLE}


def writes_memory(text):
    mnemonic = text.split()[0]
    reads = ("cmp", "test", "ucomi", "comi", "vucomi", "vcomi", "lea", "nop", "bt ", "vptest", "ptest", "mul", "imul")
    return text.endswith(")") and not mnemonic.startswith(reads)


class Loop:
    """A loop that can run alone: its instructions but for the closing branch."""

    def __init__(self, file, address, body, counter):
        self.file, self.address, self.body, self.counter = file, address, body, counter
        self.name = None
        self.measured = []

    def pointers(self):
        """The mask of registers that are the base of an address."""
        mask = 1 << REGISTERS.index("rsp")
        for text in self.body:
            for base in re.findall(r"\(%([a-z0-9]+)", text):
                if base in REGISTERS:
                    mask |= 1 << REGISTERS.index(base)
        return mask

    def both_ways(self):
        """Whether it loads and stores."""
        stores = [text for text in self.body if writes_memory(text)]
        loads = [t for t in self.body if "(" in t and not t.startswith("lea") and t not in stores]
        return bool(stores) and (bool(loads) or any(not t.startswith(("mov", "vmov", "set")) for t in stores))


def usable(lines):
    """The instructions as text for the assembler, or None."""
    body = []
    for line in lines:
        text = re.sub(r"\s*(<[^>]*>|#.*)", "", line).strip()
        if not text or LEFT_OUT.match(text) or re.search(r"%(es|fs|gs|st|mm\d|cr|dr)", text):
            return None
        if re.search(r",\s*%[re]?sp$", text) or (re.match("inc|dec|neg|not", text) and "sp" in text):
            return None
        if "(%rip)" in text:
            if writes_memory(text):
                return None
            text = re.sub(r"(-?(0x)?[0-9a-f]+)?\(%rip\)", "data(%rip)", text)
        body.append(text)
    return body


def loops_of(function, file):
    """The loops of one block: a branch back to an instruction, none in between."""
    index = {address: number for number, (address, _) in enumerate(function)}
    for number, (address, text) in enumerate(function):
        branch = re.match(r"j[a-z]+\s+0x([0-9a-f]+)", text)
        if not branch or text.startswith("jmp"):
            continue
        first = index.get(int(branch[1], 16))
        if first is None or not 2 <= number - first <= 90 or address - function[first][0] > 600:
            continue
        body = usable([t for _, t in function[first:number]])
        if body is None:
            continue
        used = set().union(*(registers(text) for text in body))
        if any(re.match("i?mul|mulx|c[lqw]", text) for text in body):
            used |= {"rax", "rdx"}
        free = [name for name in COUNTERS if name not in used]
        if free:
            yield Loop(file.name, function[first][0], body, free[0])


def collect(files, objdump):
    """All loops, those that differ only in registers and numbers once."""
    found = {}
    for file in files:
        function = []
        run = subprocess.Popen([objdump, "-d", "--no-show-raw-insn", str(file)], stdout=subprocess.PIPE, text=True,
                               errors="replace")
        for line in list(run.stdout) + [""]:
            instruction = re.match(r"\s*([0-9a-f]+):\s+(.*)", line)
            if instruction:
                function.append((int(instruction[1], 16), instruction[2].replace("\t", " ")))
            elif not line.strip():
                for loop in loops_of(function, file):
                    shape = tuple(re.sub(r"-?(0x[0-9a-f]+|\b\d+)(?=[(,])", "K", re.sub("%[a-z0-9]+", "%r", t))
                                  for t in loop.body)
                    found.setdefault(shape, loop)
                function = []
        if run.wait() != 0:
            sys.exit(f"{file}: {objdump} failed")
        print(f"{file}: {len(found)} loops so far", file=sys.stderr)
    return list(found.values())


def assemble(loops, out, llvm_mc, cpu):
    """Writes loops.s and loops.o; what the assembler refuses is taken out."""
    source, obj = out / "loops.s", out / "loops.o"
    while loops:
        lines = [".text", ".p2align 12", "data:", ".fill 512, 8, 0x20000800", ".p2align 12", ".skip 61440"]
        starts = []
        for loop in loops:
            starts.append(len(lines))
            lines += [".p2align 6"] + [f".nops {loop.address % 64},1"] * (loop.address % 64 != 0)
            lines += [f".globl {loop.name}", f".type {loop.name},@function", f"{loop.name}:", f".L{loop.name}:"]
            lines += loop.body + [f"sub $1, %{loop.counter}", f"jnz .L{loop.name}", "jmp *0x7000088"]
        source.write_text("\n".join(lines) + "\n")
        run = subprocess.run([llvm_mc, "-filetype=obj", "-triple=x86_64-linux-gnu", f"-mcpu={cpu}", str(source), "-o",
                              str(obj)], capture_output=True, text=True, check=False)
        if run.returncode == 0:
            return loops, obj
        errors = {int(line) - 1 for line in re.findall(r"loops\.s:(\d+):\d+: error", run.stderr)}
        if not errors:
            sys.exit(run.stderr)
        ends = starts[1:] + [len(lines)]
        loops = [loop for loop, a, b in zip(loops, starts, ends) if not any(a <= e < b for e in errors)]
    sys.exit("no loop left to measure")


def measure(loops, obj, args):
    """Sets Loop.measured, one figure for each of --runs."""
    image, names = args.out / "loops.bin", args.out / "loops.txt"
    program = Path(args.kernel_opt).resolve().parent / "kb-run-loops"
    if not program.exists():
        sys.exit(f"no {program}: build the target kb-run-loops")
    subprocess.run([args.llvm_objcopy, "-O", "binary", "-j", ".text", str(obj), str(image)], check=True)
    symbols = subprocess.run([args.llvm_nm, str(obj)], capture_output=True, text=True, check=True).stdout
    offset = {line.split()[2]: int(line.split()[0], 16) for line in symbols.splitlines()}
    names.write_text("".join(f"{offset[loop.name]} {REGISTERS.index(loop.counter)} {loop.pointers()} {loop.name}\n"
                             for loop in loops))
    by_name = {loop.name: loop for loop in loops}
    for run in range(args.runs):
        print(f"measuring, {run + 1} of {args.runs}", file=sys.stderr)
        output = subprocess.run([str(program), str(image), str(names), str(args.measure_cpu)], capture_output=True,
                                text=True, check=True).stdout
        for line in output.splitlines():
            fields = line.split()
            if fields[1] != "failed":
                by_name[fields[0]].measured.append(float(fields[1]))


def ask(obj, args, model=None):
    """name -> {predictor: cycles per trip} of kernel-opt, with the core's model or with that of a file."""
    options = [f"--cpu={args.cpu}"] + ([f"--model={model}"] if model else [])
    output = subprocess.run([args.kernel_opt, *options, "--simulate", "--all", "--format=json", str(obj)],
                            capture_output=True, text=True, check=True).stdout
    bounds, simulated = predictors_of(model)
    return {loop["function"]: {bounds: loop["bounds"]["cycles"], simulated: loop["prediction"]["cycles"]}
            for loop in json.loads(output)["loops"]}


def predictors_of(model):
    """What the two figures of kernel-opt with a model are called."""
    return tuple(name + (f" {model}" if model else "") for name in ("bounds", "simulated"))


def predictors(args):
    """All of them, in the order of the tables."""
    return [name for model in [None, *args.model] for name in predictors_of(model)] + ["llvm-mca"]


def predict(loops, obj, args):
    """name -> {predictor: cycles per trip}."""
    figures = ask(obj, args)
    for model in args.model:
        for name, found in ask(obj, args, model).items():
            figures[name].update(found)
    regions = args.out / "regions.s"
    text = ["data:"]
    for loop in loops:
        text += [f"# LLVM-MCA-BEGIN {loop.name}"] + loop.body + [f"sub $1, %{loop.counter}", f"jnz .L{loop.name}",
                                                                 f"# LLVM-MCA-END {loop.name}"]
    regions.write_text("\n".join(text) + "\n")
    cycles = []
    for iterations in (100, 300):
        run = subprocess.run([args.llvm_mca, "-mtriple=x86_64-linux-gnu", f"-mcpu={args.cpu}",
                              f"-iterations={iterations}", "-json", str(regions)], capture_output=True, text=True,
                             check=True)
        cycles.append({region["Name"]: region["SummaryView"]["TotalCycles"]
                       for region in json.loads(run.stdout)["CodeRegions"]})
    for name, short in cycles[0].items():
        figures.setdefault(name, {})["llvm-mca"] = (cycles[1][name] - short) / 200
    return figures


def table(title, rows, names):
    """rows: (measured, {predictor: predicted}). names: of the predictors."""
    print(f"{title}: {len(rows)} loops")
    width = max(map(len, names))
    for name in names:
        errors = sorted(abs(figures[name] - cycles) / cycles for cycles, figures in rows)
        if not errors:
            continue
        above = sum(figures[name] > cycles * 1.02 + 0.05 for cycles, figures in rows)
        print(f"  {name:{width}} MAPE {100 * statistics.mean(errors):5.1f} %  median {100 * statistics.median(errors):5.1f} %"
              f"  within 10 %: {100 * sum(e <= 0.1 for e in errors) / len(errors):5.1f} %"
              f"  above by more than 2 % and 0.05 cycles: {above}")


def parse_args():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("files", nargs="+", type=Path, help="x86-64 executables or libraries")
    p.add_argument("--count", type=int, default=1500, help="loops to take by chance (default: %(default)s)")
    p.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    p.add_argument("--runs", type=int, default=2, help="measurements of each loop (default: %(default)s)")
    p.add_argument("--cpu", default="cascadelake", help="the machine's core (default: %(default)s)")
    p.add_argument("--model", action="append", default=[],
                   help="also predict with this model file, such as one of kernel-opt measure; may be given several "
                        "times")
    p.add_argument("--measure-cpu", type=int, default=1, help="processor to measure on (default: %(default)s)")
    p.add_argument("--out", type=Path, default=Path("library-loops"), help="default: %(default)s")
    p.add_argument("--kernel-opt", default=str(ROOT / "build/release/bin/kernel-opt"))
    for tool in ("llvm-mc", "llvm-mca", "llvm-objdump", "llvm-objcopy", "llvm-nm"):
        p.add_argument(f"--{tool}", default=f"/usr/lib/llvm-22/bin/{tool}")
    return p.parse_args()


def main():
    args = parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    loops = collect(args.files, args.llvm_objdump)
    random.Random(args.seed).shuffle(loops)
    loops = loops[:args.count]
    for number, loop in enumerate(loops):
        loop.name = f"loop{number}"
    loops, obj = assemble(loops, args.out, args.llvm_mc, args.cpu)
    measure(loops, obj, args)
    figures = predict(loops, obj, args)
    rows, both_ways = [], []
    with open(args.out / "loops.csv", "w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow(["loop", "file", "address", "instructions", "cycles", *predictors(args)])
        for loop in loops:
            if len(loop.measured) != args.runs or max(loop.measured) > 1.03 * min(loop.measured):
                continue
            row = (min(loop.measured), figures[loop.name])
            (both_ways if loop.both_ways() else rows).append(row)
            out.writerow([loop.name, loop.file, hex(loop.address), len(loop.body) + 2, row[0]] +
                         [f"{row[1][name]:.3f}" for name in predictors(args)])
    failed = sum(len(loop.measured) != args.runs for loop in loops)
    print(f"{len(loops)} loops, {failed} could not be measured, "
          f"{len(loops) - failed - len(rows) - len(both_ways)} unsteady")
    table("all", rows + both_ways, predictors(args))
    table("loads or stores alone", rows, predictors(args))


if __name__ == "__main__":
    main()
