#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says which tests of a lit run were not run, and what would have them run.

usage: unsupported.py RESULTS.json    as `lit -o RESULTS.json` writes it
"""

import collections
import json
import re
import sys

# What has a feature of test/lit.cfg.py: a Debian package, or a property of the
# machine, which nothing can install.
PACKAGES = {
    "aarch64-gcc": "gcc-12-aarch64-linux-gnu",
    "riscv64-gcc": "gcc-riscv64-linux-gnu",
    "asan-runtime": "libclang-rt-22-dev",
    "bash": "bash",
    "ccache": "ccache",
    "chromium": "chromium, 410 MB",
    "clang": "clang-22",
    "cmake": "cmake",
    "cpack": "cmake",
    "dpkg": "dpkg-dev and binutils, on a system of Debian packages",
    "emacs": "Emacs 29 or newer, of bookworm-backports",
    "flang": "flang-22, 950 MB",
    "gcc": "gcc",
    "gfortran": "gfortran",
    "go": "golang-go",
    "git": "git",
    "helix": "Helix 23.03 or newer, of a later Debian",
    "lld": "lld-22",
    "make": "make",
    "ninja": "ninja-build",
    "node": "nodejs",
    "nvim": "Neovim 0.10 or newer, of a later Debian",
    "parallel": "parallel",
    "patch": "patch",
    "opt-viewer": "llvm-22-tools, python3-yaml and python3-pygments",
    "python": "python3",
    "python-yaml": "python3-yaml",
    "qemu-aarch64": "qemu-user",
    "qemu-riscv64": "qemu-user",
    "rustc": "rustc",
    "tmux": "tmux",
    "ruby": "ruby",
    "vsce": "what `npm install` brings in editors/vscode",
}
MACHINE = {
    "clock": "neither perf_event nor a time-stamp counter of constant rate counts cycles here",
    "host-entry": "loops cannot be entered on this machine: it is not x86-64, AArch64 or RISC-V",
    "host-x86_64": "this machine is not x86-64",
    "ptrace": "the system permits no ptrace here",
    "throwaway-system": "no root here, or a system that permits no overlay of its files",
    "seccomp": "the system permits no seccomp filters here",
}


def reason(feature):
    if feature in PACKAGES:
        return f"{feature} is missing: install {PACKAGES[feature]}"
    return MACHINE.get(feature, f"{feature} is missing")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: unsupported.py RESULTS.json")
    with open(sys.argv[1], encoding="utf-8") as f:
        tests = json.load(f)["tests"]
    left_out = collections.defaultdict(list)
    skipped = [t for t in tests if t["code"] == "UNSUPPORTED"]
    for test in skipped:
        found = re.search(r"unavailable features: (.*)", test["output"])
        why = "; ".join(reason(f) for f in found[1].split(", ")) if found else test["output"].strip()
        left_out[why].append(test["name"].split(" :: ")[-1])
    if not skipped:
        print(f"All {len(tests)} lit tests were run.")
        return
    print(f"{len(skipped)} of {len(tests)} lit tests were not run:")
    for why, names in sorted(left_out.items()):
        print(f"  {', '.join(sorted(names))}: {why}")


if __name__ == "__main__":
    main()
