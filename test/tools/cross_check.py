#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles sources for Linux of another target, with the C++ headers of this
machine and the C headers of a cross compiler; warnings are errors. Without
--link no code is made.

usage: cross_check.py [--link GCC PROGRAM] CLANG++ LLVM-TOOLS SYSROOT INCLUDE... -- SOURCE...
"""

import os
import subprocess
import sys

# By the name of the folder in /usr.
TARGETS = {"aarch64-linux-gnu": ("AArch64", []), "riscv64-linux-gnu": ("RISC-V", ["-march=rv64gc"])}


def cxx_headers(clang):
    """The folders of the C++ library, as the compiler names them."""
    text = subprocess.run([clang, "-x", "c++", "-E", "-v", os.devnull],
                          capture_output=True, text=True, check=True).stderr
    lines = [line.strip() for line in text.splitlines()]
    return [os.path.normpath(line) for line in lines
            if line.startswith("/") and "c++" in line and os.path.isdir(line)]


def link(command, gcc, program, sources):
    """A program without the C++ library: nothing of it may be called."""
    objects = []
    for source in sources:
        objects.append(f"{program}-{os.path.basename(source)}.o")
        subprocess.run([*command, "-O2", "-fno-exceptions", "-fno-threadsafe-statics", "-fno-pic", "-c", source,
                        "-o", objects[-1]], check=True)
    subprocess.run([gcc, "-static", *objects, "-o", program], check=True)


def main():
    arguments = sys.argv[1:]
    gcc = program = None
    if arguments[0] == "--link":
        gcc, program = arguments[1:3]
        arguments = arguments[3:]
    at = arguments.index("--")
    clang, tools, sysroot, *includes = arguments[:at]
    sources = arguments[at + 1:]
    triple = os.path.basename(sysroot)
    shown, flags = TARGETS[triple]
    llvm = subprocess.run([os.path.join(tools, "llvm-config"), "--includedir"],
                          capture_output=True, text=True, check=True).stdout.strip()
    command = [clang, "--target=" + triple, *flags, "-std=c++20", "-fno-rtti",
               "-Wall", "-Werror", "-nostdinc++", "-I" + llvm]
    for folder in cxx_headers(clang):
        command += ["-isystem", folder]
    command += ["-isystem", os.path.join(sysroot, "include")]
    command += ["-I" + folder for folder in includes]
    if gcc:
        return link(command, gcc, program, sources)
    failed = [source for source in sources
              if subprocess.run([*command, "-fsyntax-only", source], check=False).returncode != 0]
    if failed:
        sys.exit(f"cannot be compiled for {shown}: " + " ".join(failed))
    print(len(sources), "sources compile for", shown)


main()
