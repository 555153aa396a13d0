#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a user sees of the plugin on real projects, and whether it may be seen.

Compiles each file of zlib, lz4, zstd, SQLite and xxHash, and the kernels of
bench/accuracy/kernels whose families are named tsvc and polybench, with three
sets of flags. Each file is compiled with and without the plugin, with remarks
on the terminal, with a record, and with a record in which each loop has remarks
of its own (-kernel-bounds-fold=0). It checks that

  - no compilation fails, and the compiler says nothing but remarks and
    warnings;
  - the object has the same bytes with the plugin and without (a record alone
    makes clang write a section);
  - folding loses no loop: for each name of a remark, and each place and role,
    the copies add up to the loops;
  - no loop has advice (Opportunity) of which the bounds leave anything out, or
    which has a call or an instruction that is not modelled in any of its
    blocks. The second check reads the assembly, where LLVM's comments say to
    which loop a block belongs.

  bench/library_sources.sh /tmp/libraries
  bench/remarks.py --jobs 2 --records /tmp/records /tmp/libraries

prints a table with a line for each project and each set of flags. The exit code
is 1 if a check fails. --records keeps the records, of each file PROJECT-SET-NAME
with the suffixes .yaml (folded), .loops.yaml (of each loop), .s (assembly) and
.txt (what the terminal shows). --sample N draws N remarks of the folded records
by chance, and prints them with their places, separated by tabs.
"""

import argparse
import collections
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETS = {"O2": ["-O2"], "native": ["-O3", "-march=native"], "v3-g": ["-O3", "-march=x86-64-v3", "-g"]}
FAMILIES = "tsvc", "polybench"
TEXT_FLAGS = ["-fno-caret-diagnostics", "-Rpass-analysis=kernel-bounds", "-Rpass-missed=kernel-bounds"]
# What no model knows the time of. Names of instructions, since this reads text;
# a prefix of rep may be a part of tzcnt.
NOT_MODELED = re.compile(r"\t(call\w*|rep\w*[ \t]+(?:movs|stos|lods|scas|cmps)\w*|pause|[lm]fence|cpuid|rdtsc\w*"
                         r"|syscall|xgetbv)\b")
BLOCK = re.compile(r"^(?:\.LBB|# %bb\.)", re.M)
IN_LOOP = re.compile(r"#\s+in Loop: Header=(BB\w+) ")


def parse_args():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("libraries", type=Path, help="the directory that library_sources.sh filled")
    p.add_argument("--clang", default="clang-22")
    p.add_argument("--plugin", type=Path, default=ROOT / "build/release/lib/KernelBounds.so")
    p.add_argument("--jobs", type=int, default=1, help="files at a time (default: %(default)s)")
    p.add_argument("--only", metavar="REGEX", help="files whose path matches")
    p.add_argument("--records", type=Path, metavar="DIR", help="keep the records here")
    p.add_argument("--sample", type=int, default=0, metavar="N", help="draw N remarks by chance")
    p.add_argument("--seed", type=int, default=15, help="of the draw (default: %(default)s)")
    return p.parse_args()


def source_files(libraries):
    """(project, file, flags) of each file."""
    files = []
    for entry in json.loads((libraries / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        project = re.sub(r"^lib|-.*|3$", "", path.relative_to(libraries.resolve()).parts[0])
        files.append((project, path, [w for w in entry["arguments"] if w.startswith(("-D", "-I"))]))
    xxhash = next(iter(sorted(libraries.resolve().glob("xxhash-*/"))), None)
    if xxhash:
        files += [("xxhash", path, ["-DXXH_X86DISPATCH_ALLOW_AVX"]) for path in sorted(xxhash.glob("*.c"))]
    kernels = ROOT / "bench/accuracy/kernels"
    for family in FAMILIES:
        for path in sorted((kernels / family).glob("*.c")):
            flags = re.search(r"^// flags: (.*)$", path.read_text(), re.M)
            files.append((family, path, [f"-I{kernels}", *(flags[1].split() if flags else [])]))
    return files


class Remark:
    """One document of a record: its arguments are (key, value) pairs."""

    def __init__(self, lines):
        self.kind = lines[0].split("!")[1]
        self.place = self.function = ""
        self.args = []
        for line in lines[1:]:
            key, _, value = line.strip().removeprefix("- ").partition(":")
            value = value.strip()
            if value.startswith("'"):
                value = value[1:-1].replace("''", "'")
            elif value.startswith('"'):
                value = json.loads(value)
            if line.startswith("  - "):
                self.args.append((key, value))
            elif key == "Name":
                self.name = value
            elif key == "Function":
                self.function = value
            elif key == "DebugLoc" and not line.startswith(" "):
                found = re.search(r"File: '?(.*?)'?, *Line: (\d+), *Column: (\d+)", value)
                self.place = ":".join(found.groups())

    def get(self, key, default=""):
        return next((v for k, v in self.args if k == key), default)

    def sentence(self):
        """As the terminal shows it."""
        text = ""
        for key, value in self.args:
            if key == "String" and value.startswith(" [") and value.endswith(" = "):
                break
            text += value
        return text

    def copies(self):
        return int(self.get("Copies", "1"))


def read_record(text):
    remarks, lines = [], []
    # A long DebugLoc goes on in the next line.
    for line in re.sub(r",\n {10,}", ", ", text).splitlines():
        if line.startswith("--- !"):
            lines = [line]
        elif line == "...":
            remarks.append(Remark(lines))
        else:
            lines.append(line)
    return remarks


def loops_of(remarks):
    """The remarks of each loop, for a record that is not folded."""
    loops = []
    for remark in remarks:
        if remark.name == "LoopBounds":
            loops.append([remark])
        elif remark.name != "BorrowedModel":
            loops[-1].append(remark)
    return loops


def texts_of_loops(assembly):
    """The text of each innermost loop, by the label of its header."""
    texts = collections.defaultdict(str)
    starts = [m.start() for m in BLOCK.finditer(assembly)] + [len(assembly)]
    for start, end in zip(starts, starts[1:]):
        block = assembly[start:end]
        header = IN_LOOP.search(block)
        if header:
            texts[".L" + header[1]] += block
        elif "Inner Loop Header" in block:
            texts[block.split(":")[0]] += block
    return texts


def text_to_jump(label, assembly):
    """From a label to the last jump back to it: a loop that is also entered in
    its middle is none for LLVM, whose comments do not name it."""
    start = assembly.find(f"\n{label}:")
    jumps = [m.end() for m in re.finditer(rf"\tj\w+\t{re.escape(label)}\b", assembly) if m.start() > start]
    return assembly[start:jumps[-1]] if start >= 0 and jumps else ""


def advice_faults(name, loops, assembly):
    faults = []
    texts = texts_of_loops(assembly)
    for bounds, *others in loops:
        advice = [r for r in others if r.name == "Opportunity"]
        if not advice:
            continue
        where = f"{name}: {bounds.place}: {bounds.function} {bounds.get('Label')}: {advice[0].sentence()}"
        if bounds.get("Incomplete") or any(r.name == "NotModeled" for r in others):
            faults.append(f"advice on an incomplete loop: {where}")
        label = bounds.get("Label")
        text = texts.get(label) or text_to_jump(label, assembly)
        if not text:
            faults.append(f"loop not found in the assembly: {where}")
        elif found := NOT_MODELED.search(text):
            faults.append(f"advice on a loop with {found[1]}: {where}")
    return faults


def folding_faults(name, folded, loops):
    """Copies by name, place and role, in both records."""
    counts = []
    for remarks in folded, loops:
        count = collections.Counter()
        for r in remarks:
            count[r.name, r.place, r.get("Role")] += r.copies()
        counts.append(count)
    return [f"{name}: {key}: {counts[0][key]} copies of {counts[1][key]} loops"
            for key in sorted(counts[0] | counts[1]) if counts[0][key] != counts[1][key]]


class Result:
    def __init__(self, name, flags):
        self.name, self.flags = name, flags
        self.faults = []
        self.counts = collections.Counter(files=1)
        self.folded = []


def compile_file(args, project, path, own_flags, set_name, scratch):
    name = f"{project}-{set_name}-{path.stem}"
    result = Result(name, set_name)
    base = [args.clang, *own_flags, *SETS[set_name], "-w", str(path)]
    load = [f"-fpass-plugin={args.plugin.resolve()}"]
    record = ["-fsave-optimization-record", "-foptimization-record-passes=kernel-bounds"]
    def compile_to(mode, extra, kind="-c"):
        run = subprocess.run(base + extra + [kind, "-o", "-"], cwd=path.parent, capture_output=True, timeout=1800)
        text = run.stderr.decode(errors="replace")
        said = [l for l in text.splitlines()
                if not re.search(r": remark: |^In file included from |^ {17,}from ", l)]
        if run.returncode != 0 or said:
            result.faults.append(f"{name}: {mode}: exit code {run.returncode}: {said[:3]}")
        return run.stdout, text

    def record_to(suffix):
        return record + [f"-foptimization-record-file={scratch / name}.{suffix}"]

    plain, _ = compile_to("plain", [])
    shown, text = compile_to("remarks", load + TEXT_FLAGS)
    if shown != plain:
        result.faults.append(f"{name}: remarks change the object")
    recorded, _ = compile_to("record", load + record_to("loops.yaml") + ["-mllvm", "-kernel-bounds-fold=0"])
    if recorded != plain and recorded != compile_to("record alone", record_to("none"))[0]:
        result.faults.append(f"{name}: the plugin changes the object of a compilation with a record")
    (scratch / f"{name}.none").unlink(missing_ok=True)
    # Strings of a program need not be UTF-8.
    assembly = compile_to("assembly", load + record_to("yaml") + ["-fverbose-asm"], "-S")[0].decode(errors="replace")
    if args.records:
        (scratch / f"{name}.txt").write_text(text)
        (scratch / f"{name}.s").write_text(assembly)

    def read(suffix):
        file = scratch / f"{name}.{suffix}"
        return read_record(file.read_text()) if file.exists() else []

    result.folded, single = read("yaml"), read("loops.yaml")
    loops = loops_of(single)
    result.faults += folding_faults(name, result.folded, single) + advice_faults(name, loops, assembly)
    result.counts.update({
        "loops": len(loops), "single": len(single), "folded": len(result.folded),
        "lines": len(re.findall(r"^.*: remark: ", text, re.M)),
        "advised": sum(r.name == "Opportunity" for r in single),
        "incomplete": sum(bool(l[0].get("Incomplete")) for l in loops)})
    for r in single:
        result.counts[r.name] += 1
    return result


def print_table(results):
    rows = collections.defaultdict(collections.Counter)
    for r in results:
        project = r.name.split("-")[0]
        for key in (project, r.flags), ("all", r.flags), ("all", "all"):
            rows[key].update(r.counts)
    print("| project | flags | files | loops | incomplete | advised | remarks of each loop | folded | gone |")
    print("|---|---|---|---|---|---|---|---|---|")
    for (project, flags), c in sorted(rows.items(), key=lambda row: (row[0][0] == "all", row[0])):
        gone = 100 * (1 - c["folded"] / c["single"]) if c["single"] else 0
        print(f"| {project} | {' '.join(SETS.get(flags, [flags]))} | {c['files']} | {c['loops']} | {c['incomplete']} "
              f"| {c['advised']} | {c['single']} | {c['folded']} | {gone:.0f} % |")
    names = rows["all", "all"]
    print("\n" + ", ".join(f"{k} {names[k]}" for k in sorted(names) if k[0].isupper()))


def print_sample(results, number, seed):
    """The names of remarks take turns; of each a cell of project and flags is
    drawn first, then a remark, so that small projects are seen, too."""
    draw = random.Random(seed)
    pools = collections.defaultdict(lambda: collections.defaultdict(list))
    for r in results:
        for remark in r.folded:
            if remark.name != "BorrowedModel":
                pools[remark.name][r.name.split("-")[0], r.flags].append((r.name, remark))
    for turn in range(number):
        names = sorted(name for name in pools if pools[name])
        if not names:
            break
        cells = pools[names[turn % len(names)]]
        cell = draw.choice(sorted(cells))
        file, remark = cells[cell].pop(draw.randrange(len(cells[cell])))
        if not cells[cell]:
            del cells[cell]
        print("\t".join([file, remark.place, remark.function, remark.name, remark.sentence()]))


def main():
    args = parse_args()
    files = [f for f in source_files(args.libraries) if not args.only or re.search(args.only, str(f[1]))]
    with tempfile.TemporaryDirectory() as temporary:
        scratch = args.records or Path(temporary)
        scratch.mkdir(parents=True, exist_ok=True)
        scratch = scratch.resolve()
        jobs = [(*f, set_name, scratch) for set_name in SETS for f in files]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            results = list(pool.map(lambda job: compile_file(args, *job), jobs))
    faults = [fault for r in results for fault in r.faults]
    print_table(results)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(faults)} faults", file=sys.stderr)
    print_sample(results, args.sample, args.seed)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
