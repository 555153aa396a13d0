#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles sources for AArch64 Linux, without making code, with the C++ headers
of this machine and the C headers of a cross compiler.

usage: cross_check.py CLANG++ LLVM-TOOLS SYSROOT INCLUDE... -- SOURCE...
"""

import os
import subprocess
import sys


def cxx_headers(clang):
    """The folders of the C++ library, as the compiler names them."""
    text = subprocess.run([clang, "-x", "c++", "-E", "-v", os.devnull],
                          capture_output=True, text=True, check=True).stderr
    lines = [line.strip() for line in text.splitlines()]
    return [os.path.normpath(line) for line in lines
            if line.startswith("/") and "c++" in line and os.path.isdir(line)]


def main():
    at = sys.argv.index("--")
    clang, tools, sysroot, *includes = sys.argv[1:at]
    llvm = subprocess.run([os.path.join(tools, "llvm-config"), "--includedir"],
                          capture_output=True, text=True, check=True).stdout.strip()
    command = [clang, "--target=aarch64-linux-gnu", "-std=c++20", "-fno-rtti",
               "-fsyntax-only", "-Wall", "-Werror", "-nostdinc++", "-I" + llvm]
    for folder in cxx_headers(clang):
        command += ["-isystem", folder]
    command += ["-isystem", os.path.join(sysroot, "include")]
    command += ["-I" + folder for folder in includes]
    failed = [source for source in sys.argv[at + 1:]
              if subprocess.run([*command, source], check=False).returncode != 0]
    if failed:
        sys.exit("cannot be compiled for AArch64: " + " ".join(failed))
    print(len(sys.argv) - at - 1, "sources compile for AArch64")


main()
