#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds `kernel-opt deps` against what kb-recorder sees in real runs.

compare.py --recorder KB_RECORDER --kernel-opt KERNEL_OPT
           [--config 'COMPILER FLAGS']... [--recall 0.85] [--recall-in-code 0]
           [--recall-with-may 0] [--recall-expected 0] [--wrong-expected 1]
           [--recall-expected-in-code 0] [--wrong-expected-in-code 1]
           [--misses FILE] [--work DIR]
           [--plugin KERNEL_BOUNDS_SO] [--aarch64]

For each configuration: compiles and links the corpus, records every pair of
store and load inside an innermost loop, asks for the static dependences of the
same program, and matches both by address. A recorded pair is (store, load,
iterations between them); it weighs as often as it occurred with at most as many
instructions between the two as the core has in flight (CORES).

With --plugin the static dependences are those that the compiler writes while it
compiles the corpus (clang only). Their instructions are found in the program by
function, number of the loop and position in the loop; what the two say of the
instructions there must agree.

Recall of must: the share of that weight which is a static must dependence of
exactly that distance. Recall in code: the same without the other pairs of functions
in which data decide (DECIDED_BY_DATA). Recall with may: plus what is listed as may,
with any distance. Recall of expected: the share which is a must or an expected
dependence of exactly that distance; expected in code: the same without the other
pairs of functions in which data decide.

A static must is false if in runs of the loop along the analysed path
the store, that many iterations earlier, did not write what the load reads; SLACK
first iterations of a run do not count. It is overwritten if it did, but another
store wrote the same bytes again in between: one through an address of which the
code does not say that it is another. Both fail.

An expected dependence may be wrong now and then. Each time that its load comes so
many iterations after its store, along the analysed path, is a chance; it is wrong
as often as the load then did not have its datum from there. Wrong: the share of such
chances in those of all must and expected dependences; wrong in code: the same without
those of functions in which data decide.

A compiler for AArch64 makes static programs, which run in qemu-aarch64; --aarch64
takes those by default.

Exit code 0: no false must, enough recall and few enough wrong ones; 1: not so;
77: no ptrace here.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

LOOPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "loops")
FUNCTIONS = "^[a-z][a-z_]*__[a-z]"
SLACK = 2
Core = collections.namedtuple("Core", "cpu window")  # Instructions in flight.
CORES = {"x86_64": Core("sapphirerapids", 512), "aarch64": Core("neoverse-v2", 320)}
NOT_PERMITTED = 77

# Functions of which the arguments or the data of the run, and nothing in the code,
# decide which accesses meet: no static must can be there.
# docs/evidence/memory-dependences.md lists them with the reasons.
DECIDED_BY_DATA = {
    "aliased__float_bits", "histogram_repeated__doubles", "histogram_repeated__ints",
    "histogram_repeated__of_bytes", "histogram_repeated__scatter_then_gather",
    "histogram_repeated__twice", "histogram_repeated__two_tables", "histogram_repeated__weights",
    "recurrence__pointers", "recurrence__runtime_distance", "recurrence__shifted_pointer",
    "spilled__histogram_unoptimized", "stencil_out_of_place__overlapping",
    "structure__ring_list", "unrolled__by_pragma_histogram",
}

Program = collections.namedtuple("Program", "path core dependences")
Pair = collections.namedtuple("Pair", "store load delta")
Static = collections.namedtuple("Static", "bytes evidence")
# {Pair: Static} of must and of expected, {(store, load)} of may, of all loops together.
Found = collections.namedtuple("Found", "must expected may")
Miss = collections.namedtuple("Miss", "config kind function pair weight cause")
Wrong = collections.namedtuple("Wrong", "config kind function pair hits chances evidence what")


class Kind:
    """Sums over the loops of one kind."""

    def __init__(self):
        self.loops = self.weight = self.must = self.expected = self.may = 0
        self.data = self.data_not_expected = 0
        self.musts = self.tested = self.false = self.overwritten = self.bytes_differ = 0
        self.expecteds = self.chances = self.wrong = 0
        self.data_chances = self.data_wrong = 0

    def add(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def address(text):
    return int(text, 16)


# What the two programs say -------------------------------------------------


def record(recorder, program):
    """The loops that ran, in the order of the code."""
    run = subprocess.run([recorder, program.path, f"--functions={FUNCTIONS}",
                          f"--window={program.core.window}"], capture_output=True, text=True)
    if run.returncode:
        sys.stderr.write(run.stderr)
        sys.exit(NOT_PERMITTED if run.returncode == NOT_PERMITTED else 1)
    return sorted(json.loads(run.stdout)["loops"], key=lambda loop: address(loop["header"]))


def add_dependence(found, store, load, dependence):
    """Adds one to those found; the registers of an ldp or stp have one each."""
    if dependence["class"] == "may":
        found.may.add((store, load))
        return
    known = {"must": found.must, "expected": found.expected}[dependence["class"]]
    pair = Pair(store, load, dependence["distance"])
    before = known.get(pair, Static(0, dependence["evidence"]))
    known[pair] = Static(before.bytes + (dependence["bytes"] or 0), before.evidence)


def static_dependences(kernel_opt, program):
    """What kernel-opt says of the program."""
    command = [kernel_opt, "deps", f"--cpu={program.core.cpu}", "--format=json", "--quiet",
               program.path]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{' '.join(command)}: exit code {run.returncode}\n{run.stderr}")
    found = Found({}, {}, set())
    for d in json.loads(run.stdout)["dependences"]:
        if d["kind"] == "RAW":
            add_dependence(found, d["source"]["address"], d["destination"]["address"], d)
    return found


def mnemonic(text):
    """Without the lock prefix, which the disassembler makes an instruction of its
    own; None for that one and for padding."""
    words = [w for w in text.split() if w != "lock"]
    padding = not words or words[0] == "cs" or words[0].startswith(("nop", "data16"))
    return None if padding else words[0]


def match_instructions(loop, compiled):
    """Addresses of the compiled loop's instructions by position, or None."""
    there = [(address(a), mnemonic(text)) for a, text in loop["instructions"] if mnemonic(text)]
    mnemonics = [mnemonic(i["text"]) for i in compiled["instructions"]]
    if not compiled["complete"] or [name for _, name in there] != mnemonics:
        return None
    return [a for a, _ in there]


def compiled_dependences(files, loops):
    """As static_dependences, from the files that the plugin wrote; and the loops of
    the program without counterpart. Sets the analysed path of the loops."""
    compiled = {}
    for path in files:
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                loop = json.loads(line)
                compiled[loop["function"], loop["loop"]] = loop
    found, lost = Found({}, {}, set()), []
    for loop in loops:
        other = compiled.get((loop["function"], loop["loop"]))
        addresses = other and match_instructions(loop, other)
        if not addresses:
            lost.append(loop)
            continue
        off = {a for a, i in zip(addresses, other["instructions"]) if not i["on_path"]}
        loop["off_path"] = [a for a in loop["accesses"] if address(a) in off]
        for d in other["dependences"]:
            if d["kind"] == "RAW":
                add_dependence(found, *(addresses[d[end]["position"]] for end in ("source", "destination")), d)
    return found, lost


# One loop ------------------------------------------------------------------


def weights(loop):
    """{Pair: (occurrences in the window, occurrences, overwritten, most bytes)}."""
    sums = {}
    for p in loop["pairs"]:
        key = Pair(address(p["store"]), address(p["load"]), p["delta"])
        near, count, lost, width = sums.get(key, (0, 0, 0, 0))
        sums[key] = (near + p["in_window"], count + p["count"], lost + p["overwritten"],
                     max(width, p["bytes"] if p["count"] else 0))
    return sums


def executed(run, inst):
    """The iterations of a run that executed an access."""
    ranges = run.get("partial", {}).get(hex(inst))
    if ranges is None:
        return set(range(run["iterations"]))
    return {k for first, number in ranges for k in range(first, first + number)}


def iterations_on_path(loop, run):
    """The iterations of a run with just the accesses of the analysed path."""
    off = set(loop["off_path"])
    steady = set(range(run["iterations"]))
    for access in loop["accesses"]:
        done = executed(run, address(access))
        steady = steady - done if access in off else steady & done
    return steady


def chances(loop, pair):
    """How often the load came that many iterations after the store, with all of
    them along the path; and how often it may fail at the start of runs."""
    total = slack = 0
    for run in loop["runs"]:
        steady = iterations_on_path(loop, run)
        number = sum(all(j in steady for j in range(k - pair.delta, k + 1)) for k in steady)
        total += number * run["count"]
        slack += min(number, SLACK) * run["count"]
    return total, slack


def cause_of(loop, pair, found):
    """Why a pair is no must dependence, as far as the two outputs tell."""
    if pair in found.expected:
        return "expected"
    off = {address(a) for a in loop["off_path"]}
    if pair.store in off or pair.load in off:
        return "off the analysed path"
    return "may" if (pair.store, pair.load) in found.may else "not found"


def count_wrong(config, loop, found, seen, sums, wrong):
    """Adds how often the must and expected dependences of the loop had a chance to
    happen, and how often expected ones did not; appends those to the list."""
    by_data = loop["function"] in DECIDED_BY_DATA
    for known, is_expected in ((found.must, False), (found.expected, True)):
        for pair, reason in known.items():
            total, slack = chances(loop, pair)
            _, hits, _, _ = seen.get(pair, (0, 0, 0, 0))
            sums.chances += max(0, total - slack)
            sums.data_chances += max(0, total - slack) if by_data else 0
            if is_expected and hits < total - slack:
                sums.wrong += total - slack - hits
                sums.data_wrong += total - slack - hits if by_data else 0
                wrong.append(Wrong(config, loop["function"].split("__")[0], loop["function"], pair, hits, total,
                                   reason.evidence, "wrong expected"))


def compare_loop(config, loop, static, misses, wrong):
    """The sums of one loop; appends to the two lists."""
    kind, sums = loop["function"].split("__")[0], Kind()
    accesses = {address(a) for a in loop["accesses"]}
    here = [{pair: s for pair, s in known.items() if pair.load in accesses}
            for known in (static.must, static.expected)]
    found = Found(*here, static.may)
    must, seen = found.must, weights(loop)
    sums.loops, sums.expecteds = 1, len(found.expected)
    if not loop["unfollowed"]:
        count_wrong(config, loop, found, seen, sums, wrong)
    for pair, (near, count, _, width) in seen.items():
        if not count:
            continue
        sums.weight += near
        if pair in must:
            sums.must += near
            sums.bytes_differ += must[pair].bytes not in (0, width)
            continue
        cause = cause_of(loop, pair, found)
        sums.expected += near if cause == "expected" else 0
        sums.may += near if cause == "may" else 0
        if loop["function"] in DECIDED_BY_DATA:
            sums.data += near
            sums.data_not_expected += near if cause != "expected" else 0
        if near:
            misses.append(Miss(config, kind, loop["function"], pair, near, cause))
    for pair, proof in must.items():
        sums.musts += 1
        if loop["unfollowed"]:
            continue
        total, slack = chances(loop, pair)
        _, hits, lost, _ = seen.get(pair, (0, 0, 0, 0))
        sums.tested += total > slack
        if hits >= total - slack:
            continue
        is_false = hits + lost < total - slack
        sums.false += is_false
        sums.overwritten += not is_false
        wrong.append(Wrong(config, kind, loop["function"], pair, hits, total, proof.evidence,
                           "false must" if is_false else "overwritten must"))
    return kind, sums


# All of them ---------------------------------------------------------------


def target_of(config):
    """Of a compiler with its flags: the first part of the triple."""
    command = [*config.split(), "-dumpmachine"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("-")[0]


def build(config, directory, plugin):
    """The program, with the files of its dependences if there is a plugin."""
    target = target_of(config)
    core = CORES[target]
    path = os.path.join(directory, config.replace(" ", "").replace("/", "_"))
    sources = sorted(os.path.join(LOOPS, f) for f in os.listdir(LOOPS) if f.endswith(".c"))
    command = [*config.split(), "-std=gnu17", "-fno-pie"]
    inputs, files = sources, []
    if plugin:
        inputs = []
        for source in sources:
            stem = f"{path}-{os.path.basename(source)}"
            inputs.append(stem + ".o")
            files.append(stem + ".jsonl")
            subprocess.run([*command, f"-fpass-plugin={plugin}", "-mllvm", f"-kernel-bounds-cpu={core.cpu}",
                            "-mllvm", f"-kernel-bounds-dependences={files[-1]}", "-c", source, "-o",
                            inputs[-1]], check=True)
    place = "-static" if target == "aarch64" else "-no-pie"  # The emulator has no libraries.
    subprocess.run([*command, place, *inputs, "-o", path], check=True)
    return Program(path, core, [f for f in files if os.path.exists(f)])


def share(part, whole):
    return f"{100 * part / whole:.1f}%" if whole else "-"


def print_table(title, kinds):
    print(f"\n{title}")
    print(f"{'kind':22}{'loops':>7}{'pairs':>9}{'must':>8}{'expected':>10}{'+may':>8}{'in code':>9}"
          f"{'musts':>8}{'tested':>8}{'false':>7}{'overwr.':>8}{'bytes':>7}{'expecteds':>11}{'wrong':>8}")
    total = Kind()
    for kind in kinds.values():
        total.add(kind)
    for name, k in [*sorted(kinds.items()), ("all", total)]:
        either = k.must + k.expected
        print(f"{name:22}{k.loops:7}{k.weight:9}{share(k.must, k.weight):>8}{share(either, k.weight):>10}"
              f"{share(either + k.may, k.weight):>8}{share(k.must, k.weight - k.data):>9}{k.musts:8}{k.tested:8}{k.false:7}"
              f"{k.overwritten:8}{k.bytes_differ:7}{k.expecteds:11}{share(k.wrong, k.chances):>8}")
    return total


def compare(options, config, directory, misses, wrong):
    program = build(config, directory, options.plugin)
    loops, lost = record(options.recorder, program), []
    if options.plugin:
        static, lost = compiled_dependences(program.dependences, loops)
    else:
        static = static_dependences(options.kernel_opt, program)
    kinds = collections.defaultdict(Kind)
    unfollowed = 0
    for loop in loops:
        kind, sums = compare_loop(config, loop, static, misses, wrong)
        kinds[kind].add(sums)
        unfollowed += bool(loop["unfollowed"])
    total = print_table(config, kinds)
    print(f"loops with calls, masks, gathers or repeats, not followed to the end: {unfollowed}")
    if options.plugin:
        print(f"loops that the plugin describes otherwise: {len(lost)}",
              *(f"  {l['function']} {l['header']}" for l in lost), sep="\n")
    return kinds, total


def write_misses(path, misses):
    with open(path, "w", encoding="utf-8") as out:
        print("config,kind,function,store,load,delta,weight,cause", file=out)
        for m in sorted(misses, key=lambda m: (m.kind, m.function, m.config, m.pair)):
            print(m.config, m.kind, m.function, hex(m.pair.store), hex(m.pair.load), m.pair.delta,
                  m.weight, m.cause, sep=",", file=out)


def summarize(misses):
    """Misses by cause and function, the heaviest first."""
    by_cause = collections.Counter()
    by_function = collections.Counter()
    for m in misses:
        by_cause[m.cause] += m.weight
        by_function[m.function, m.cause] += m.weight
    print("\nmisses by cause:", ", ".join(f"{c} {n}" for c, n in by_cause.most_common()) or "none")
    for (function, cause), weight in by_function.most_common():
        print(f"  {weight:7} {function}: {cause}")


def full_configs(only_clang, aarch64):
    compilers = ("aarch64-linux-gnu-gcc-12", "clang-22 --target=aarch64-linux-gnu") if aarch64 else (
        "gcc", "clang-22")
    compilers = compilers[1:] if only_clang else compilers
    configs = [f"{c} -O{level}" for c in compilers for level in (1, 2, 3)]
    if aarch64:
        return configs
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        flags = set(next((line for line in f if line.startswith("flags")), "").split())
    if {"avx2", "bmi2", "fma"} <= flags:
        configs += [f"{c} -O3 -march=x86-64-v3" for c in compilers]
    if {"avx512f", "avx512bw", "avx512vl", "avx512dq", "clwb"} <= flags:
        configs += [f"{c} -O3 -march=skylake-avx512" for c in compilers]
    return configs


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--recorder", required=True)
    parser.add_argument("--kernel-opt", help="asked for dependences of the program")
    parser.add_argument("--plugin", help="asked for dependences while compiling")
    parser.add_argument("--config", action="append", help="compiler and flags; default: all")
    parser.add_argument("--recall", type=float, default=0.85, help="of must, at least")
    parser.add_argument("--recall-in-code", type=float, default=0, help="of must, at least")
    parser.add_argument("--recall-with-may", type=float, default=0, help="at least")
    parser.add_argument("--recall-expected", type=float, default=0, help="of must or expected, at least")
    parser.add_argument("--wrong-expected", type=float, default=1, help="share of chances, at most")
    parser.add_argument("--recall-expected-in-code", type=float, default=0, help="of must or expected, at least")
    parser.add_argument("--wrong-expected-in-code", type=float, default=1, help="share of chances, at most")
    parser.add_argument("--misses", help="CSV of every recorded pair that is no static must")
    parser.add_argument("--aarch64", action="store_true", help="its compilers by default")
    parser.add_argument("--work", help="keep the programs in this directory")
    options = parser.parse_args()
    if bool(options.kernel_opt) == bool(options.plugin):
        parser.error("either --kernel-opt or --plugin")

    misses, wrong, kinds = [], [], collections.defaultdict(Kind)
    with tempfile.TemporaryDirectory() as temporary:
        if options.work:
            os.makedirs(options.work, exist_ok=True)
        for config in options.config or full_configs(bool(options.plugin), options.aarch64):
            some, _ = compare(options, config, options.work or temporary, misses, wrong)
            for name, kind in some.items():
                kinds[name].add(kind)
    total = print_table("all configurations", kinds)
    summarize(misses)
    if options.misses:
        write_misses(options.misses, misses)
    for w in wrong:
        print(f"{w.what}: {w.config}: {w.function} {w.pair.store:#x} -> {w.pair.load:#x} "
              f"after {w.pair.delta}: {w.hits} of {w.chances} ({w.evidence})")
    reached = [
        ("recall", total.must, total.weight, options.recall),
        ("in code", total.must, total.weight - total.data, options.recall_in_code),
        ("with may", total.must + total.expected + total.may, total.weight, options.recall_with_may),
        ("expected", total.must + total.expected, total.weight, options.recall_expected),
        ("expected in code", total.must + total.expected, total.weight - total.data_not_expected,
         options.recall_expected_in_code),
    ]
    mistakes = [
        ("wrong", total.wrong, total.chances, options.wrong_expected),
        ("wrong in code", total.wrong - total.data_wrong, total.chances - total.data_chances,
         options.wrong_expected_in_code),
    ]
    print(f"\n{total.tested} must dependences tested, {total.false} false, "
          f"{total.overwritten} overwritten;",
          ", ".join(f"{name} {part / (whole or 1):.3f}" for name, part, whole, _ in reached + mistakes))
    bad = total.false + total.overwritten
    enough = all(part >= least * whole for _, part, whole, least in reached)
    few = all(part <= most * whole for _, part, whole, most in mistakes)
    return 0 if not bad and total.tested and enough and few else 1


if __name__ == "__main__":
    sys.exit(main())
