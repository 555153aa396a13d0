#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the accuracy kernels keep the rules of kernels/README.md.

Always, for each kernel: the header lines; that it compiles with clang and the
address and undefined-behaviour sanitizers; that kernel(1), kernel(KB_MAX_N)
and 1000 calls in between run clean and leave no floating-point flag of an
invalid operation, a division by zero, an overflow, an underflow or a denormal
operand.

With --full also: each compiler at -O1 and -O3, for the base architecture and
for this machine, and with each switch of kernel.h; each object has at most 16
KiB of data, and (on x86-64) a loop and no call in kernel(); 50,000 calls of the
optimized kernel leave no flag of an overflow, an underflow or a denormal. The
flag of an invalid operation says nothing there: compilers set it themselves,
in the unused elements of a vector or to shift by variable counts.

Prints one line per failure, "FAMILY/NAME: what", and exits with 1 if any.
"""

import argparse
import concurrent.futures
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TAGS = {"ports", "latency", "memory", "divider", "frontend", "branch"}
MAX_DATA_BYTES = 16 * 1024
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
SWITCHES = [["-DKB_UNROLL=4", "-DKB_INTERLEAVE=2", "-DKB_DISTRIBUTE", "-DKB_UNROLL_AND_JAM=2"],
            ["-DKB_UNROLL=1", "-DKB_WIDTH=4"],
            ["-DKB_UNROLL=2", "-DKB_NOVECTOR", "-DKB_INT=int"]]
# Several kernels in one program: see KB_DATA in kernel.h.
STATIC_DATA = "-DKB_DATA=static __attribute__((aligned(64), used))"

MAIN = """\
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

struct kernel {
  const char *name;
  void (*init)(void), (*run)(long);
  const int *max_n;
};
%s
static const struct kernel kernels[] = {
%s};

static void check(const struct kernel *k) {
  k->init();
  feclearexcept(FE_ALL_EXCEPT);
#ifdef __SSE__
  _mm_setcsr(_mm_getcsr() & ~0x3fu);
#endif
  k->run(1);
  for (long call = 0; call < %d; ++call)
    k->run(call %% 4 == 3 ? 1 + call %% *k->max_n : *k->max_n);
  int flags = fetestexcept(%s);
  printf("%%s%%s%%s%%s", flags & FE_INVALID ? " invalid" : "", flags & FE_DIVBYZERO ? " division-by-zero" : "",
         flags & FE_OVERFLOW ? " overflow" : "", flags & FE_UNDERFLOW ? " underflow" : "");
#ifdef __SSE__
  if (_mm_getcsr() & 2) { // A denormal operand; C has no name for it.
    printf(" denormal");
    flags = 1;
  }
#endif
  fflush(stdout);
  _exit(flags ? 1 : 0);
}

int main(void) {
  for (unsigned i = 0; i < sizeof(kernels) / sizeof(*kernels); ++i) {
    printf("%%s:", kernels[i].name);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
      check(&kernels[i]);
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) < 0)
      return 2;
    printf(status ? " FAILED\\n" : " ok\\n");
  }
  return 0;
}
"""


def run(command):
    """Runs a command; returns its exit code and what it printed."""
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    return done.returncode, done.stdout


def first_line(text):
    """The line of a compiler's output that says most."""
    lines = [line for line in text.splitlines() if "error" in line.lower()] or text.splitlines() or ["no output"]
    return lines[0].strip()


class Kernel:
    """One kernel file; problems are collected in .problems."""

    def __init__(self, root, path):
        self.path = path
        self.name = path.relative_to(root).with_suffix("").as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.problems = []
        self.flags = []
        self.check_header()

    def fail(self, what):
        self.problems.append(f"{self.name}: {what}")

    def check_header(self):
        lines = self.text.splitlines() + [""] * 5
        wanted = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
        if lines[0] != wanted:
            self.fail("line 1 is not the license line")
        if lines[1] != f"// kernel: {self.name}":
            self.fail(f"line 2 is not '// kernel: {self.name}'")
        tags = re.fullmatch(r"// tags: (\w+(?:,\w+)*)", lines[2])
        if not tags:
            self.fail("line 3 is not '// tags: TAG,TAG'")
        else:
            for tag in sorted(set(tags.group(1).split(",")) - TAGS):
                self.fail(f"unknown tag '{tag}', expected one of {', '.join(sorted(TAGS))}")
        if not re.fullmatch(r"// about: \S.*", lines[3]):
            self.fail("line 4 is not '// about: FORMULA'")
        flags = re.fullmatch(r"// flags: (\S.*)", lines[4])
        if flags:
            self.flags = shlex.split(flags.group(1))
        elif lines[4]:
            self.fail("line 5 is neither empty nor '// flags: FLAGS'")
        header = "kernel.hpp" if self.path.suffix == ".cpp" else "kernel.h"
        for needed in [f'#include "{header}"', "void kernel_init(void)", "KB_KERNEL void kernel(KB_INT n)"]:
            if needed not in self.text:
                self.fail(f"has no '{needed}'")
        if not re.search(r"^\s*KB_LOOP\n\s*for \(", self.text, re.MULTILINE):
            self.fail("has no loop marked KB_LOOP")


class Checker:
    """Compiles and runs kernels in one temporary folder."""

    def __init__(self, options, root, folder):
        self.options = options
        self.root = root
        self.folder = Path(folder)

    def compile(self, kernel, compiler, flags, output):
        """Compiles one kernel; false and a problem if that fails."""
        standard = ["-std=gnu11"] if kernel.path.suffix == ".c" else []
        code, text = run([compiler, *standard, *WARNINGS, *kernel.flags, *flags, f"-I{self.root}", "-c",
                          kernel.path, "-o", output])
        if code:
            kernel.fail(f"{os.path.basename(compiler)} {' '.join(flags)}: {first_line(text)}")
        return code == 0

    def check_object(self, kernel, compiler, flags, output):
        """Compiles a variant; it must call nothing, keep its loop and fit in L1."""
        if not self.compile(kernel, compiler, flags, output):
            return
        what = f"{os.path.basename(compiler)} {' '.join(flags)}"
        size = 0
        for line in run([self.options.nm, "-S", output])[1].splitlines():
            fields = line.split()
            if len(fields) == 4 and fields[2] in "bBdDrR":
                size += int(fields[1], 16)
        if size > MAX_DATA_BYTES:
            kernel.fail(f"{what}: {size} bytes of data, expected at most {MAX_DATA_BYTES}")
        if platform.machine() == "x86_64":
            self.check_code(kernel, what, output)

    def check_code(self, kernel, what, output):
        """kernel() must have a jump back, and no call."""
        inside = has_loop = False
        calls = set()
        for line in run([self.options.objdump, "-dr", "--no-show-raw-insn", output])[1].splitlines():
            if line.endswith(">:"):
                inside = line.endswith("<kernel>:")
            if not inside:
                continue
            jump = re.match(r"\s*([0-9a-f]+):\s+(?:j\w+|loop)\s+(?:0x)?([0-9a-f]+)\b", line)
            if jump and int(jump.group(2), 16) <= int(jump.group(1), 16):
                has_loop = True
            # By relocation, or straight to a function of the same file.
            called = (re.search(r"R_X86_64_PLT32\s+([\w.]+)", line) or
                      re.search(r"\bcall\w*\s+\w+ <((?!kernel\+)[\w.]+)", line))
            if called:
                calls.add(called.group(1))
        for function in sorted(calls):
            kernel.fail(f"{what}: calls '{function}'")
        if not has_loop:
            kernel.fail(f"{what}: kernel() has no loop")

    def check_variants(self, kernel, number):
        """All compilers, levels, architectures and switches."""
        for compiler in self.options.compilers:
            for level in ["-O1", "-O3"]:
                for arch in [[], ["-march=native"]]:
                    self.check_object(kernel, compiler, [level, "-fPIC", *arch], self.folder / f"variant{number}.o")
            for switches in SWITCHES:
                self.check_object(kernel, compiler, ["-O2", *switches], self.folder / f"variant{number}.o")

    def check_runs(self, kernels, flags, calls, exceptions):
        """Runs the kernels, all in one program; each in a process of its own."""
        renamed = {"kernel": "kernel_{}", "kernel_init": "kernel_init_{}", "kb_max_n": "kb_max_n_{}"}
        compiler = self.options.compilers[0]
        built = []

        def build(numbered):
            number, kernel = numbered
            names = [f"-D{name}={new.format(number)}" for name, new in renamed.items()]
            if self.compile(kernel, compiler, [*flags, STATIC_DATA, *names], self.folder / f"{number}.o"):
                built.append(numbered)

        self.for_each(build, list(enumerate(kernels)))
        built.sort(key=lambda numbered: numbered[0])
        externs = "".join(f"extern void kernel_{i}(long), kernel_init_{i}(void);\nextern const int kb_max_n_{i};\n"
                          for i, _ in built)
        rows = "".join(f'    {{"{k.name}", kernel_init_{i}, kernel_{i}, &kb_max_n_{i}}},\n' for i, k in built)
        (self.folder / "main.c").write_text(MAIN % (externs, rows, calls, exceptions), encoding="utf-8")
        if not built:
            return
        code, text = run([compiler, *flags, self.folder / "main.c", *[self.folder / f"{i}.o" for i, _ in built],
                          "-o", self.folder / "main", "-lm"])
        if code:
            sys.exit(f"check_kernels.py: error: cannot link: {text}")
        code, text = run([self.folder / "main"])
        if code:
            sys.exit(f"check_kernels.py: error: the kernels do not run: {text}")
        for _, kernel in built:
            ran = re.search(rf"^{re.escape(kernel.name)}:(.*?)(ok|FAILED)$", text, re.MULTILINE | re.DOTALL)
            if not ran or ran.group(2) != "ok":
                what = ran.group(1).strip() if ran else "no result"
                kernel.fail(f"{' '.join(flags)}: {first_line(what) if what else 'crashed'}")

    def for_each(self, function, items):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            list(pool.map(function, items))


def parse_options():
    here = Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernels", type=Path, default=here / "kernels", help="folder of FAMILY/NAME.c and .cpp")
    parser.add_argument("--filter", default="", help="only kernels whose name matches this regular expression")
    parser.add_argument("--compilers", default="clang-22,gcc-12",
                        help="comma separated; the first builds what is run, with sanitizers")
    parser.add_argument("--full", action="store_true", help="every variant, and long runs (some minutes)")
    parser.add_argument("--minimum", type=int, default=1, help="fail if there are fewer kernels")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--nm", default=shutil.which("nm") or "llvm-nm")
    parser.add_argument("--objdump", default=shutil.which("objdump") or "llvm-objdump")
    options = parser.parse_args()
    options.compilers = options.compilers.split(",")
    for program in options.compilers + ([options.nm, options.objdump] if options.full else []):
        if not shutil.which(program):
            parser.error(f"program '{program}' not found")
    return options


def main():
    options = parse_options()
    include = Path(__file__).resolve().parent / "kernels"
    paths = [path for path in options.kernels.glob("*/*") if path.suffix in (".c", ".cpp")]
    kernels = [Kernel(options.kernels, path) for path in sorted(paths)]
    kernels = [kernel for kernel in kernels if re.search(options.filter, kernel.name)]
    problems = []
    if len(kernels) < options.minimum:
        problems.append(f"{options.kernels}: {len(kernels)} kernels, expected at least {options.minimum}")
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options, include, folder)
        checker.check_runs(kernels, ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], 1000,
                           "FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW")
        if options.full:
            checker.check_runs(kernels, ["-O2"], 50000, "FE_OVERFLOW | FE_UNDERFLOW")
            checker.for_each(lambda numbered: checker.check_variants(numbered[1], numbered[0]),
                             list(enumerate(kernels)))
    problems += [problem for kernel in kernels for problem in kernel.problems]
    print("\n".join(problems + [f"{len(kernels)} kernels, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
