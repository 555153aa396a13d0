#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds programs of Debian with and without -kernel-bounds-tune=apply.

    bench/tuning/programs.py --out DIR --plugin build/release/lib/KernelBounds.so lz4 libzstd

unpacks the source packages (`apt-get source`, which needs deb-src lines), or
those whose .dsc files lie in --sources, and builds each of them twice with the
same compiler and flags, once with tuning. Then it runs the package's own tests
in both, and times commands on inputs that it makes itself. The results of both
builds must be the same, byte for byte. The steps can be run one by one:

    build    unpacks and compiles, and notes the processor time of the compiler
    test     runs the package's own tests
    time     times the commands, in turn; the step that needs a quiet machine
    report   prints the table, and writes programs.csv to the folder

A step that is asked for again begins anew; without names it takes all packages.
"""

import argparse
import csv
import glob
import json
import math
import os
import random
import re
import resource
import shutil
import statistics
import struct
import subprocess
import sys
from dataclasses import dataclass, field

WAYS = ["default", "applied"]
FLAGS = "-O3 -march=native"


@dataclass
class Package:
    """How a source package is built, tested and timed. {cc} and {flags} are the
    compiler and its flags, {way} is the folder of the build; {text}, {bytes},
    {complex} and {wav} are inputs, and {out} is a file that both builds must write alike."""

    build: str
    test: str
    commands: dict
    configure: str = "true"
    prepare: dict = field(default_factory=dict)  # Inputs made by the default build.


MAKE = "make -j1 CC={cc} CFLAGS='{flags}'"
KISS = "KISSFFT_DATATYPE=float KISSFFT_STATIC=1 CC={cc} CFLAGS='{flags}'"
PACKAGES = {
    "lz4": Package(
        build="make -j1 -C lib liblz4.a CC={cc} CFLAGS='{flags}' && "
        "make -j1 -C programs lz4 CC={cc} CFLAGS='{flags}'",
        test="make -C tests test-lz4-basic test-fuzzer CC={cc} CFLAGS='{flags}' FUZZER_TIME=-T20s",
        prepare={"lz4": "programs/lz4 -9 -f -q {bytes} {lz4}"},
        commands={
            "compress -1": "programs/lz4 -1 -c -q {bytes} > {out}",
            "compress -9": "programs/lz4 -9 -c -q {text} > {out}",
            "decompress": "for i in 1 2 3 4 5 6; do programs/lz4 -d -c -q {lz4} > {out}; done",
        }),
    "libzstd": Package(
        build="make -j1 -C programs zstd CC={cc} CFLAGS='{flags}'",
        test="make -C tests test-fuzzer CC={cc} CFLAGS='{flags}' FUZZERTEST=-T60s",
        prepare={"zst": "programs/zstd -9 -f -q {bytes} -o {zst}"},
        commands={
            "compress -3": "programs/zstd -3 --single-thread -c -q {bytes} > {out}",
            "compress -12": "programs/zstd -12 --single-thread -c -q {text} > {out}",
            "decompress": "for i in 1 2 3 4 5 6; do programs/zstd -d -c -q {zst} > {out}; done",
        }),
    "xxhash": Package(
        build="make -j1 xxhsum CC={cc} CFLAGS='{flags}'",
        test="make check CC={cc} CFLAGS='{flags}'",
        commands={
            "XXH32": "for i in 1 2 3 4 5 6 7 8; do ./xxhsum -H0 {bytes}; done > {out}",
            "XXH64": "for i in 1 2 3 4 5 6 7 8; do ./xxhsum -H1 {bytes}; done > {out}",
            "XXH128": "for i in 1 2 3 4 5 6 7 8; do ./xxhsum -H2 {bytes}; done > {out}",
        }),
    "libdeflate": Package(
        build="make -j1 CC={cc} CFLAGS='{flags}'",
        test="make check CC={cc} CFLAGS='{flags}'",
        prepare={"gz": "./gzip -9 -c {bytes} > {gz}"},
        commands={
            "compress -6": "./gzip -6 -c {text} > {out}",
            "compress -12": "./gzip -12 -c {text} > {out}",
            "decompress": "for i in 1 2 3 4 5; do ./gunzip -c {gz} > {out}; done",
        }),
    "zlib": Package(
        configure="CC={cc} CFLAGS='" + FLAGS + "' ./configure --static",
        build=MAKE + " libz.a minigzip",
        test=MAKE + " test",
        prepare={"zgz": "./minigzip < {bytes} > {zgz}"},
        commands={
            "compress -6": "./minigzip -6 < {text} > {out}",
            "decompress": "for i in 1 2 3 4; do ./minigzip -d < {zgz} > {out}; done",
        }),
    "bzip2": Package(
        build=MAKE + " bzip2 bzip2recover",
        test=MAKE + " test",
        prepare={"bz2": "./bzip2 -9 -c {text} > {bz2}"},
        commands={
            "compress": "./bzip2 -9 -c {text} > {out}",
            "decompress": "./bzip2 -d -c {bz2} > {out}",
        }),
    "flac": Package(  # Debian's changes make what automake wrote look old.
        configure="touch aclocal.m4 && find . '(' -name Makefile.in -o -name configure -o -name config.h.in ')' "
        "-exec touch {{}} + && CC={cc} CFLAGS='" + FLAGS + "' ./configure --disable-ogg --disable-cpplibs --disable-shared "
        "--disable-doxygen-docs --disable-examples",
        build=MAKE,
        test="FLAC__TEST_LEVEL=0 " + MAKE + " check",
        prepare={"fla": "src/flac/flac -8 -s -f {wav} -o {fla}"},
        commands={
            "encode -5": "src/flac/flac -5 -s -c {wav} > {out}",
            "encode -8": "src/flac/flac -8 -s -c {wav} > {out}",
            "decode": "for i in 1 2 3; do src/flac/flac -d -s -c {fla} > {out}; done",
        }),
    "opus": Package(
        configure="CC={cc} CFLAGS='" + FLAGS + "' ./configure --disable-doc --disable-shared",
        build=MAKE,
        test=MAKE + " check",
        prepare={"opu": "./opus_demo -e audio 48000 2 96000 {wav} {opu}"},
        commands={
            "encode": "./opus_demo -e audio 48000 2 96000 {wav} {out}",
            "decode": "for i in 1 2 3; do ./opus_demo -d 48000 2 {opu} {out}; done",
        }),
    "lame": Package(
        configure="CC={cc} CFLAGS='" + FLAGS + "' ./configure --disable-shared --disable-gtktest --disable-nasm",
        build=MAKE,
        test="frontend/lame --quiet -b 128 testcase.wav testcase.new.mp3",
        commands={
            "encode -b128": "frontend/lame --quiet -b 128 {wav} {out}",
            "encode -V2": "frontend/lame --quiet -V2 {wav} {out}",
        }),
    "kissfft": Package(
        build="make -j1 all " + KISS + " && make -j1 -C tools fft-float fastconvr-float " + KISS,
        test="cd test && for t in twotonetest test_real; do {cc} {flags} -I.. -Dkiss_fft_scalar=float -o $t $t.c "
        "../libkissfft-float.a -lm && ./$t || exit 1; done",
        commands={
            "fft 1024": "for i in $(seq 12); do tools/fft-float -n 1024 {complex} {out}; done",
            "fft 60x50": "for i in $(seq 12); do tools/fft-float -n 60,50 {complex} {out}; done",
        }),
    "fftw3": Package(
        configure="CC={cc} CFLAGS='" + FLAGS + "' ./configure --disable-fortran --disable-doc --enable-float",
        build=MAKE,
        test=MAKE + " -C tests smallcheck",
        commands={
            "fft 1024": "tests/bench --info-all > /dev/null; tests/bench -oestimate --speed 1024 > /dev/null",
            "fft 256x256": "tests/bench -oestimate --speed 256x256 > /dev/null",
        }),
}


def run(command, folder, log, environment=None):
    """Returns the processor time of the command and its children."""
    with open(log, "ab") as to:
        to.write(("$ " + command + "\n").encode())
        to.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(["bash", "-c", command], cwd=folder, stdout=to, stderr=to, stdin=subprocess.DEVNULL,
                              env={**os.environ, **(environment or {})})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise RuntimeError(f"'{command}' ended with {done.returncode}; {log} has its output")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Build:
    """The folders of one package, and what is known of it."""

    def __init__(self, args, name):
        self.args, self.name, self.package = args, name, PACKAGES[name]
        self.dir = os.path.join(args.out, name)
        self.known_file = os.path.join(self.dir, "known.json")
        self.known = {}
        if os.path.exists(self.known_file):
            with open(self.known_file) as f:
                self.known = json.load(f)

    def write(self):
        with open(self.known_file, "w") as f:
            json.dump(self.known, f, indent=1)

    def folder(self, way):
        return os.path.join(self.dir, way)

    def log(self, way, step):
        return os.path.join(self.dir, f"{way}-{step}.log")

    def inputs(self):
        shared = {key: os.path.join(self.args.out, "input." + key) for key in INPUTS}
        return shared | {key: os.path.join(self.dir, "input." + key) for key in self.package.prepare}

    def compiler(self, way):
        """A script, since libtool takes -Rpass among the flags of a link for the
        path of a library."""
        script = os.path.abspath(os.path.join(self.dir, "cc-" + way))
        command = ["exec", self.args.clang, '"$@"']
        if way == "applied":
            command += ["-fpass-plugin=" + self.args.plugin, "-Rpass=kernel-bounds", "-fno-caret-diagnostics"]
            for option in self.args.option:
                command += ["-mllvm", "-kernel-bounds-" + option]
        with open(script, "w") as f:
            f.write("#!/bin/sh\n" + " ".join(command) + "\n")
        os.chmod(script, 0o755)
        return script

    def fill(self, command, way, **more):
        return command.format(cc=self.compiler(way), flags=FLAGS, way=way, **self.inputs(), **more)

    def dsc(self):
        if self.args.sources:
            found = glob.glob(os.path.join(self.args.sources, self.name + "_*.dsc"))
        else:
            os.makedirs(self.dir, exist_ok=True)
            run("apt-get source --download-only " + self.name, self.dir, self.log("source", "get"))
            found = glob.glob(os.path.join(self.dir, self.name + "_*.dsc"))
        if not found:
            raise RuntimeError(f"there is no source package of {self.name}")
        return os.path.abspath(found[0])

    def build(self):
        os.makedirs(self.dir, exist_ok=True)
        source = self.dsc()
        self.known = {"version": re.search(r"_(.*)\.dsc$", source).group(1), "compile": {}}
        for way in WAYS:
            shutil.rmtree(self.folder(way), ignore_errors=True)
            for step in ("build", "test", "time"):
                if os.path.exists(self.log(way, step)):
                    os.remove(self.log(way, step))
            log = self.log(way, "build")
            run(f"dpkg-source --no-check -x {source} {way}", self.dir, log)
            run(self.fill(self.package.configure, way), self.folder(way), log)
            # Options come by the environment as well, for those who drop flags.
            self.known["compile"][way] = run(self.fill(self.package.build, way), self.folder(way), log)
        with open(self.log("applied", "build"), errors="replace") as f:
            self.known["changed"] = len(set(re.findall(r"^(\S+:\d+:\d+): remark: #pragma", f.read(), re.M)))
        self.write()

    def test(self):
        self.known["test"] = {}
        for way in WAYS:
            try:
                run(self.fill(self.package.test, way), self.folder(way), self.log(way, "test"))
                self.known["test"][way] = "pass"
            except RuntimeError as e:
                print(f"{self.name}, {way}: {e}", file=sys.stderr)
                self.known["test"][way] = "FAIL"
        self.write()

    def time(self):
        make_inputs(self)
        self.known["differ"], self.known["times"] = [], {}
        for key, command in self.package.prepare.items():
            run(self.fill(command, "default"), self.folder("default"), self.log("default", "time"))
        pin = f"taskset -c {self.args.processor} " if self.args.processor is not None else ""
        for name, command in self.package.commands.items():
            times = {way: [] for way in WAYS}
            for _ in range(self.args.rounds):
                for way in WAYS:
                    out = os.path.join(self.dir, "output." + way)
                    filled = self.fill(command, way, out=out).replace("'", "'\\''")
                    times[way].append(
                        run(f"{pin}bash -c '{filled}'", self.folder(way), self.log(way, "time")))
            outs = [os.path.join(self.dir, "output." + way) for way in WAYS]
            if all(map(os.path.exists, outs)) and not same(*outs):
                self.known["differ"].append(name)
            self.known["times"][name] = times
            self.write()


def same(a, b):
    with open(a, "rb") as f, open(b, "rb") as g:
        return f.read() == g.read()


def words(separator, letters, size):
    """Words as often as Zipf's law has them, among some that are new."""
    r = random.Random(1)
    known = [bytes(r.choice(letters) for _ in range(r.randint(2, 12))) + separator for _ in range(3000)]
    picks = r.choices(known, [1 / (1 + k) for k in range(len(known))], k=size // 4)
    for k in range(0, len(picks), 20):
        picks[k] = r.randbytes(8) if not separator else bytes(r.choices(letters, k=8)) + separator
    return b"".join(picks)[:size]


def audio():
    """Chords with noise, as a WAV file."""
    rate, seconds = 44100, 30
    r = random.Random(1)
    samples = bytearray()
    for i in range(rate * seconds):
        base = 220 * 2 ** ((i // 22050 * 5 % 12) / 12)
        x = sum(math.sin(2 * math.pi * base * k * i / rate) / k for k in (1, 1.26, 1.5, 2, 3)) * 4000
        samples += struct.pack("<hh", int(x + r.gauss(0, 300)), int(x * 0.7 + r.gauss(0, 300)))
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, 1, 2, rate, 4 * rate, 4,
                         16, b"data", len(samples))
    return header + bytes(samples)


def signal():
    """Complex numbers in single precision, with normal parts."""
    r = random.Random(1)
    return struct.pack("<2400000f", *(r.gauss(0, 1) for _ in range(2_400_000)))


INPUTS = {
    "text": lambda: words(b" ", b"etaoinshrdlucmfwypvbgk", 4_000_000),
    "bytes": lambda: words(b"", range(256), 8_000_000),
    "complex": signal,
    "wav": audio,
}


def make_inputs(build):
    """Those that the package needs and that are not there yet."""
    commands = " ".join([*build.package.commands.values(), *build.package.prepare.values()])
    for key, make in INPUTS.items():
        file = build.inputs()[key]
        if "{" + key + "}" in commands and not os.path.exists(file):
            with open(file, "wb") as f:
                f.write(make())


def report(builds, args):
    rows = []
    for b in builds:
        if "times" not in b.known:
            continue
        compile_ratio = b.known["compile"]["applied"] / b.known["compile"]["default"]
        for name, t in b.known["times"].items():
            now, then = (statistics.median(t[way]) for way in WAYS)
            rows.append({
                "package": b.name, "version": b.known["version"], "changed loops": b.known["changed"],
                "tests": b.known["test"]["default"] + "/" + b.known["test"]["applied"], "command": name,
                "default s": f"{now:.3f}", "applied s": f"{then:.3f}", "ratio": f"{then / now:.3f}",
                "least ratio": f"{min(t['applied']) / min(t['default']):.3f}",
                "compile s": f"{b.known['compile']['default']:.1f}", "compile ratio": f"{compile_ratio:.2f}",
                "output": "differs" if name in b.known["differ"] else "same"})
    if not rows:
        return
    with open(os.path.join(args.out, "programs.csv"), "w", newline="") as f:
        writer = csv.DictWriter(f, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    print("| " + " | ".join(rows[0]) + " |")
    print("|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(map(str, row.values())) + " |")
    mean = math.exp(statistics.mean(math.log(float(row["ratio"])) for row in rows))
    print(f"geometric mean of the ratios: {mean:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="*", help=", ".join(PACKAGES))
    parser.add_argument("--steps", default="build,test,time,report", help="which of build, test, time and report")
    parser.add_argument("--out", required=True)
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--sources", help="folder with .dsc files")
    parser.add_argument("--option", action="append", default=["tune=apply"], help="of the plugin, as in tune-budget=12")
    parser.add_argument("--processor", type=int)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    args.out, args.plugin = os.path.abspath(args.out), os.path.abspath(args.plugin)
    unknown = [p for p in args.packages if p not in PACKAGES]
    if unknown:
        parser.error(f"nothing is known of '{unknown[0]}'; known are {', '.join(PACKAGES)}")
    builds = [Build(args, p) for p in args.packages or PACKAGES]
    failed = False
    for step in args.steps.split(","):
        if step == "report":
            report(builds, args)
            continue
        for b in builds:
            try:
                getattr(b, step)()
            except RuntimeError as e:
                failed = True
                print(f"{b.name}: {e}", file=sys.stderr)
    failed |= any("FAIL" in b.known.get("test", {}).values() or b.known.get("differ") for b in builds)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
