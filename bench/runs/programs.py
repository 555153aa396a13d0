#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycles that `kernel-opt run` predicts beside cycles that were measured, for the
ten hottest innermost loops of programs that Debian has packages of.

Three things are done to each program, each of them on its own, and all of them
with the same input, which is made here:

  record  the run is recorded (`kernel-opt run --save`)
  time    the run is sampled (`kernel-opt run`) several times: nothing else should
          run on the machine then
  count   callgrind counts how often each instruction runs

What a loop takes, measured, is the processor time of the samples in its code,
divided by the number of times that its first instruction runs, and by the time of
a cycle, which is that of an addition in a chain. It does not know what was
predicted. Loops that callgrind has not seen (valgrind has no AVX-512, so that
programs may choose other code there) have no such figure.

Results are kept in --work, one file for each program and step, so that an
interrupted run goes on where it was. --table prints a table of what is there.

usage: programs.py --tool=build/release/bin/kernel-opt --work=DIR [--steps=record]
"""

import argparse
import csv
import json
import math
import os
import random
import shutil
import statistics
import struct
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
STEPS = ("record", "time", "count")
FIELDS = ["program", "module", "function", "address", "share", "samples",
          "runs", "trips_a_visit", "measured", "predicted", "windows_measured",
          "windows_predicted", "bound", "mispredicted", "stack"]
# The same code in all three steps: valgrind has no AVX-512.
ENVIRONMENT = {
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW",
    "OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0", "LC_ALL": "C"}
LEAST_SAMPLES = 30  # Fewer say too little of a share.
KEPT_ROUNDS = 3  # Of the timed runs of a program, those that took least.


# ---------------------------------------------------------------------------
# Inputs
# ---------------------------------------------------------------------------

def text(path, num_words):
    """Words of a made-up language, as frequent as words are (Zipf)."""
    r = random.Random(1)
    words = ["".join(r.choice("etaoinshrdlucmfwypvbgk")
                     for _ in range(r.randint(2, 9))) for _ in range(6000)]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    lines, chosen = [], r.choices(words, weights, k=num_words)
    for i in range(0, num_words, 12):
        lines.append(" ".join(chosen[i:i + 12]))
    with open(path, "w", encoding="ascii") as f:
        f.write("\n".join(lines) + "\n")


def picture(width, height, at=0.0):
    """Rows of three bytes a pixel: waves, edges, and some noise."""
    r = random.Random(2)
    noise = bytes(r.randrange(16) for _ in range(4096))
    wave = [int(60 + 50 * math.sin(i / 37 + at)) for i in range(width + height)]
    out = bytearray()
    for y in range(height):
        for x in range(width):
            edge = 70 if (x // 48 + y // 32 + int(at * 4)) % 2 else 0
            n = noise[(x * 7 + y * 131) % 4096]
            out += bytes((wave[x] + edge + n, wave[y] + edge + n,
                          wave[x + y] + n))
    return bytes(out)


def image(path, width, height, copies):
    """The picture several times, one below the other."""
    with open(path, "wb") as f:
        f.write(b"P6\n%d %d\n255\n" % (width, height * copies)
                + picture(width, height) * copies)


def video(path, width, height, frames):
    with open(path, "wb") as f:
        f.write(b"YUV4MPEG2 W%d H%d F25:1 Ip A1:1 C420\n" % (width, height))
        for n in range(frames):
            pixels = picture(width, height, n / 5)
            f.write(b"FRAME\n" + pixels[::3])
            for plane in (1, 2):
                rows = [pixels[plane + 3 * y * width:
                               plane + 3 * (y + 1) * width:6]
                        for y in range(0, height, 2)]
                f.write(b"".join(rows))


def sound(path, seconds):
    r, rate = random.Random(3), 44100
    samples = bytearray()
    for i in range(seconds * rate):
        t = i / rate
        v = 9000 * math.sin(2764 * t + 40 * math.sin(3 * t))
        v += 5000 * math.sin(1382 * t) + r.gauss(0, 250)
        samples += struct.pack("<hh", int(v), int(v * 0.7 + r.gauss(0, 99)))
    with open(path, "wb") as f:
        f.write(b"RIFF" + struct.pack("<I", 36 + len(samples)) + b"WAVEfmt "
                + struct.pack("<IHHIIHH", 16, 1, 2, rate, 4 * rate, 4, 16)
                + b"data" + struct.pack("<I", len(samples)) + samples)


def noise(path, size):
    r = random.Random(4)
    with open(path, "wb") as f:
        for _ in range(0, size, 1 << 20):
            f.write(r.randbytes(1 << 20))


def written(content):
    def make(path):
        with open(path, "w", encoding="ascii") as f:
            f.write(content)
    return make


SQL = """create table t(a integer primary key, b integer, c text);
with recursive n(i) as (select 1 union all select i + 1 from n where i < 600000)
insert into t select i, (i * 7919) % 100003, 'row ' || (i % 977) from n;
create index tb on t(b);
select count(*), sum(x.a) from t x join t y on x.b = y.a where y.c like '%7%';
select c, count(*), avg(b) from t group by c order by 2, 1 limit 5;
"""
PYTHON = """
def queens(n, row=0, cols=0, left=0, right=0):
    if row == n:
        return 1
    found = 0
    for c in range(n):
        bit = 1 << c
        if not (cols & bit or left & (1 << (row + c))
                or right & (1 << (row - c + n))):
            found += queens(n, row + 1, cols | bit, left | 1 << (row + c),
                            right | 1 << (row - c + n))
    return found
words = {}
for i in range(2000000):
    w = str(i * 7919 % 10007)
    words[w] = words.get(w, 0) + 1
print(queens(9), len(words), sorted(words.items())[:2])
"""
NUMPY = """
import numpy
n = 900
a = (numpy.arange(n * n) * 7919 % 10007 / 10007.0).reshape(n, n)
b = a @ a.T
s = 0.0
for _ in range(6):
    s += float((a @ b).trace())
    s += float(numpy.linalg.solve(a + n * numpy.eye(n), b).sum())
e = numpy.linalg.eigvals(a[:300, :300])
print(round(s / 1e6), e.shape)
"""
SCENE = """
camera { location <0, 3, -7> look_at 0 }
light_source { <5, 9, -6> rgb 1 }
plane { y, -1 pigment { checker rgb 1, rgb 0.2 } finish { reflection 0.2 } }
#declare I = 0;
#while (I < 40)
  sphere { <4 * sin(I * 0.7), sin(I) * 0.8, 4 * cos(I * 0.7)>, 0.45
    texture { pigment { granite color_map { [0 rgb <1, 0.3, 0.1>] [1 rgb 0.9] } }
      normal { bumps 0.3 scale 0.1 } finish { phong 0.7 reflection 0.15 } } }
  #declare I = I + 1;
#end
"""

# ---------------------------------------------------------------------------
# Programs: name, what it is, its package, input, and command line. %i is the
# input, and %o a file that is thrown away.
# ---------------------------------------------------------------------------

PROGRAMS = [
    ("zstd", "compression", "zstd", lambda p: text(p, 3000000),
     "zstd -q -f --single-thread -12 %i -o %o"),
    ("xz", "compression", "xz-utils", lambda p: text(p, 330000),
     "xz -k -c -T1 -6 %i"),
    ("bzip2", "compression", "bzip2", lambda p: text(p, 2200000),
     "bzip2 -k -c -9 %i"),
    ("openssl", "cryptography", "openssl", lambda p: noise(p, 400000000),
     "openssl dgst -sha512 %i"),
    ("cjpeg", "image codec", "libjpeg-turbo-progs",
     lambda p: image(p, 3200, 1200, 12),
     "cjpeg -quality 85 -optimize -progressive -outfile %o %i"),
    ("cwebp", "image codec", "webp", lambda p: image(p, 2000, 800, 2),
     "cwebp -quiet -m 6 %i -o %o"),
    ("x264", "video codec", "x264", lambda p: video(p, 480, 272, 75),
     "x264 --quiet --threads 1 --asm AVX2 --demuxer y4m -o %o %i"),
    ("flac", "audio codec", "flac", lambda p: sound(p, 180),
     "flac -s -f -8 -o %o %i"),
    ("lame", "audio codec", "lame", lambda p: sound(p, 50),
     "lame --quiet %i %o"),
    ("sqlite3", "database", "sqlite3", written(SQL),
     "sqlite3 :memory: -init %i .quit"),
    ("python3", "interpreter", "python3", written(PYTHON), "/usr/bin/python3 -S -E %i"),
    ("numpy", "BLAS and LAPACK (Fortran)", "python3-numpy", written(NUMPY),
     "/usr/bin/python3 -s %i"),
    ("ripgrep", "Rust program", "ripgrep", lambda p: text(p, 9000000),
     "rg -j1 -c --no-mmap [a-m]+[n-z]{3}([a-d]|[x-z])+[^l]e\\b" + 6 * " %i"),
    ("povray", "C++ program", "povray", written(SCENE),
     "povray +I%i +O%o +W480 +H360 -D +WT1 -GA +A0.3"),
]


class Program:
    def __init__(self, row, work):
        self.name, self.kind, self.package, self.make, self.line = row
        self.work = work

    def path(self, name):
        return os.path.join(self.work, f"{self.name}.{name}")

    def input(self):
        path = self.path("input")
        if self.name == "cjpeg" or self.name == "cwebp":
            path += ".ppm"
        if not os.path.exists(path):
            self.make(path + ".new")
            os.rename(path + ".new", path)
        return path

    def command(self):
        words = self.line.replace("%i", self.input())
        return words.replace("%o", self.path("output")).split(" ")

    def is_there(self):
        return shutil.which(self.line.split(" ")[0]) is not None


def run(command, **more):
    return subprocess.run(command, check=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, env=dict(os.environ, **ENVIRONMENT),
                          **more)


def keep(path, value):
    with open(path + ".new", "w", encoding="utf-8") as f:
        json.dump(value, f, indent=1)
    os.rename(path + ".new", path)


def kept(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


# ---------------------------------------------------------------------------
# Steps
# ---------------------------------------------------------------------------

def tool(args, program, *more):
    out = program.path("report")
    run([args.tool, "run", "--format=json", "--top=60", "-o", out,
         "--cpu=" + args.cpu, *more])
    return kept(out)


def record(args, program):
    begin = time.monotonic()
    saved = program.path("trace")
    shutil.rmtree(saved, ignore_errors=True)
    report = tool(args, program, "--loops=10", f"--stretch={args.stretch}",
                  f"--stretches={args.stretches}", "--save=" + saved, "--",
                  *program.command())
    report["seconds"] = time.monotonic() - begin
    return report


def replay(args, program):
    """New predictions for a run that was recorded."""
    old = kept(program.path("record.json"))
    report = tool(args, program, "--trace=" + program.path("trace"))
    report["seconds"] = old["seconds"]
    return report


def cycle_seconds(args):
    """What an addition takes."""
    source = os.path.join(args.work, "cycle.c")
    with open(source, "w", encoding="ascii") as f:
        f.write('#include "timing.h"\n'
                'int main() { printf("%.6g", '
                'ticksOfCycle() / ticksOfSecond()); }\n')
    program = source[:-2]
    subprocess.run(["gcc", "-O2", "-w", "-I", HERE, "-o", program, source],
                   check=True)
    return float(subprocess.run([program], check=True, capture_output=True,
                                text=True).stdout)


def time_loops(args, program):
    """Processor time of each loop, the sum of the runs that took least: who else
    uses the core makes a program slower, and not faster."""
    program.input()
    loops, cycle = {}, cycle_seconds(args)
    reports = sorted((tool(args, program, "--frequency=2000", "--",
                           *program.command()) for _ in range(args.rounds)),
                     key=lambda r: r["nanoseconds"])
    total = [r["nanoseconds"] for r in reports]
    for report in reports[:KEPT_ROUNDS]:
        for s in report["spots"]:
            if s["kind"] != "loop":
                continue
            one = loops.setdefault(f"{s['module']}:{s['address']}",
                                   {"samples": 0, "nanoseconds": 0})
            one["samples"] += s["samples"]
            one["nanoseconds"] += s["nanoseconds"]
    return {"rounds": len(total[:KEPT_ROUNDS]), "cycle_seconds": cycle,
            "totals": total[:KEPT_ROUNDS], "slower": total[KEPT_ROUNDS:],
            "loops": loops}


def count(args, program):
    """How often the first instructions of the loops run."""
    wanted = set(kept(program.path("time.json"))["loops"])
    out = program.path("callgrind")
    run(["valgrind", "--tool=callgrind", "--dump-instr=yes", "--dump-line=no",
         "--compress-strings=no", "--compress-pos=no", "--combine-dumps=yes",
         "--callgrind-out-file=" + out, *program.command()])
    counts, module, is_call = {}, "", False
    with open(out, encoding="utf-8", errors="replace") as f:
        for line in f:
            if line.startswith("ob="):
                module = os.path.realpath(line[3:].strip())
            elif line.startswith("calls="):
                is_call = True
            elif line.startswith("0x"):
                if is_call:  # The cost of what was called.
                    is_call = False
                    continue
                words = line.split()
                key = f"{module}:{int(words[0], 16)}"
                if key in wanted:
                    counts[key] = counts.get(key, 0) + int(words[-1])
    os.remove(out)
    return {"counts": counts}


ALONE = """
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
int main(int Argc, char **Argv) {
  struct timespec A, B;
  struct rusage U;
  clock_gettime(CLOCK_MONOTONIC, &A);
  const pid_t Pid = fork();
  if (Pid == 0) {
    execvp(Argv[2], Argv + 2);
    _exit(127);
  }
  int Status = 1;
  wait4(Pid, &Status, 0, &U);
  clock_gettime(CLOCK_MONOTONIC, &B);
  FILE *F = fopen(Argv[1], "w");
  fprintf(F, "%.6f %.6f", U.ru_utime.tv_sec + U.ru_stime.tv_sec +
          1e-6 * (U.ru_utime.tv_usec + U.ru_stime.tv_usec),
          B.tv_sec - A.tv_sec + 1e-9 * (B.tv_nsec - A.tv_nsec));
  fclose(F);
  return Status != 0;
}
"""


def overhead(args, programs):
    """Times of programs alone and while they are sampled, in turn."""
    source = os.path.join(args.work, "alone.c")
    written(ALONE)(source)
    subprocess.run(["gcc", "-O2", "-w", "-o", source[:-2], source], check=True)
    rows = []
    print("| program | processor time | time | seconds |\n|---|---|---|---|")
    for p in programs:
        alone = [source[:-2], p.path("times"), *p.command()]
        sampled = [args.tool, "run", "-q", "--top=1", "-o", p.path("sampled"),
                   "--", *alone]
        more, seconds = [], []
        for n in range(args.rounds):
            found = []
            # Each is the first one in every other round.
            for words in (alone, sampled)[::1 if n % 2 else -1]:
                run(words)
                with open(p.path("times"), encoding="ascii") as f:
                    found.append([float(w) for w in f.read().split()])
            before, now = found[::1 if n % 2 else -1]
            more.append([100 * (y / x - 1) for x, y in zip(before, now)])
            seconds.append(before[1])
        rows.append((p.name, *(statistics.median(c) for c in zip(*more)),
                     statistics.median(seconds)))
        print("| %s | %+.1f %% | %+.1f %% | %.2f |" % rows[-1], flush=True)
    print("| median | %+.1f %% | %+.1f %% | |" %
          tuple(statistics.median(c) for c in list(zip(*rows))[1:3]))


# ---------------------------------------------------------------------------
# The table
# ---------------------------------------------------------------------------

def rows_of(program):
    """The ten hottest loops by the timed runs."""
    recorded, timed = (kept(program.path(s + ".json"))
                       for s in ("record", "time"))
    counts = (kept(program.path("count.json"))["counts"]
              if os.path.exists(program.path("count.json")) else {})
    spots = {f"{s['module']}:{s['address']}": s for s in recorded["spots"]
             if s["kind"] == "loop"}
    hottest = sorted(timed["loops"].items(), key=lambda l: -l[1]["nanoseconds"])
    rows, total = [], sum(timed["totals"])
    for key, of in hottest[:10]:
        runs, spot = counts.get(key, 0) * timed["rounds"], spots.get(key) or {}
        ran = spot.get("ran") or {}
        module, address = key.rsplit(":", 1)
        row = dict.fromkeys(FIELDS, "")
        row.update(
            program=program.name, module=os.path.basename(module),
            function=spot.get("demangled") or spot.get("function") or "",
            address=hex(int(address)),
            share=f"{100 * of['nanoseconds'] / total:.1f}",
            samples=of["samples"], runs=counts.get(key, ""))
        if runs:
            seconds = of["nanoseconds"] * 1e-9 / runs
            row["measured"] = f"{seconds / timed['cycle_seconds']:.2f}"
        if ran.get("own_cycles"):
            row["predicted"] = f"{ran['own_cycles']:.2f}"
            row["mispredicted"] = f"{ran['own_mispredicted']:.3f}"
            row["bound"] = ran["bound"] or ""
            visits = ran["trips_per_visit"]
            row["trips_a_visit"] = visits["median"] if visits else ""
            row["stack"] = " ".join(
                f"{s['name'].replace(' ', '_')}={s['cycles']:.2f}"
                for s in ran["stack"] if s["cycles"] >= 0.005)
        if ran.get("measured"):
            row["windows_measured"] = f"{ran['measured']['cycles']:.2f}"
            row["windows_predicted"] = f"{ran['around_cycles']:.2f}"
        rows.append(row)
    return rows


def compared(rows, measured="measured", predicted="predicted"):
    return [(float(r[predicted]), float(r[measured]), float(r["share"]))
            for r in rows if r[measured] and r[predicted]
            and int(r["samples"]) >= LEAST_SAMPLES]


def errors_of(pairs):
    return [abs(p - m) / m for p, m, _ in pairs]


def table(programs, out):
    rows = [row for p in programs if os.path.exists(p.path("record.json"))
            and os.path.exists(p.path("time.json")) for row in rows_of(p)]
    with open(out, "w", encoding="utf-8", newline="") as f:
        writer = csv.DictWriter(f, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print("| program | loops | their share | compared | within 25 % "
          "| median error |\n|---|---|---|---|---|---|")

    def line(name, own):
        pairs = compared(own)
        errors = errors_of(pairs)
        close = sum(e <= 0.25 for e in errors)
        middle = f"{100 * statistics.median(errors):.0f} %" if errors else ""
        share = sum(float(r["share"]) for r in own)
        share = f"{share:.0f} %" if name != "all" else ""
        print(f"| {name} | {len(own)} | {share} | {len(pairs)} | {close} "
              f"| {middle} |")

    for p in programs:
        line(p.name, [r for r in rows if r["program"] == p.name])
    line("all", rows)
    windows = errors_of(compared(rows, "windows_measured", "windows_predicted"))
    if windows:
        print(f"\nby windows: {len(windows)} loops, median error "
              f"{100 * statistics.median(windows):.0f} %")
    print("\n| program | loop | share | trips a visit | measured | predicted "
          "| not explained |\n|---|---|---|---|---|---|---|")
    for r in rows:
        rest = (f"{float(r['measured']) - float(r['predicted']):+.2f}"
                if r["measured"] and r["predicted"] else "")
        name = r["function"].split("(")[0] or r["module"]
        where = r["address"] if name.startswith("0x") else (
            f"{name[:40]} {r['address']}")
        print(f"| {r['program']} | `{where}` | {r['share']} % "
              f"| {r['trips_a_visit']} | {r['measured']} | {r['predicted']} "
              f"| {rest} |")


def main():
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--tool", default="kernel-opt")
    p.add_argument("--cpu", default="native")
    p.add_argument("--work", default="programs", help="folder for all files")
    p.add_argument("--steps", default=",".join(STEPS),
                   help="some of record,time,count, or replay, with commas")
    p.add_argument("--only", help="names of programs, with commas")
    p.add_argument("--rounds", type=int, default=9,
                   help="timed runs of a program, of which the fastest three\n"
                        "count (default: 9)")
    p.add_argument("--stretch", type=int, default=4096)
    p.add_argument("--stretches", type=int, default=64)
    p.add_argument("--again", action="store_true",
                   help="do what is done already")
    p.add_argument("--overhead", action="store_true",
                   help="only compare programs alone and sampled, in turn")
    p.add_argument("--table", metavar="CSV",
                   help="only write what is there, as CSV and Markdown")
    args = p.parse_args()
    os.makedirs(args.work, exist_ok=True)
    args.work = os.path.abspath(args.work)
    args.tool = shutil.which(args.tool) or args.tool
    programs = [Program(row, args.work) for row in PROGRAMS]
    if args.only:
        programs = [q for q in programs if q.name in args.only.split(",")]
    if args.table:
        table(programs, args.table)
        return
    for q in programs:
        if not q.is_there():
            sys.exit(f"{q.name} is not there: apt-get install {q.package}")
    if args.overhead:
        overhead(args, programs)
        return
    does = {"record": record, "time": time_loops, "count": count,
            "replay": replay}
    for step in args.steps.split(","):
        for q in programs:
            path = q.path(step.replace("replay", "record") + ".json")
            if os.path.exists(path) and not args.again and step != "replay":
                continue
            begin = time.monotonic()
            try:
                keep(path, does[step](args, q))
            except subprocess.CalledProcessError as e:
                print(f"{q.name}: {step} failed with {e.returncode}: "
                      f"{e.stderr[-300:]}", file=sys.stderr)
                continue
            print(f"{q.name}: {step} took {time.monotonic() - begin:.1f} s",
                  file=sys.stderr)


if __name__ == "__main__":
    main()
