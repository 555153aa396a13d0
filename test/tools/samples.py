# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the sample outputs in comments of the sources against the tool.

usage: samples.py KERNEL-OPT CLANG PLUGIN EXAMPLES FILE...

A sample is announced by the words "Sample of `COMMAND`:", which is run in the
folder EXAMPLES, and stands in the indented lines of the comment that follow.
Line breaks and runs of blanks do not matter; "..." stands for anything. What
else is indented in the comment at the top of a file is a list, or a fault.
"""

import re
import shlex
import subprocess
import sys

ANNOUNCED = re.compile(r"Sample of `([^`]+)`:")
LIST_ITEM = re.compile(r"(-|\d\.) ")


def banner(path):
    """The comment at the top, without slashes: (line number, text)."""
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            if not line.startswith("//"):
                return
            yield number, line.rstrip("\n").lstrip("/")


def samples(path):
    """(line number, command or None, sample) of each indented piece."""
    command, start, text, prose = None, 0, [], ""
    for number, line in [*banner(path), (0, " end")]:
        if line.startswith("   "):
            start = start or number
            text.append(line)
        elif line.strip():
            if text:
                yield start, command, " ".join(text)
                command, start, text, prose = None, 0, [], ""
            prose += line
            announced = ANNOUNCED.search(re.sub(r"\s+", " ", prose))
            command = announced[1] if announced else None


def output(command, programs):
    words = shlex.split(command)
    words = [programs.get(w, w.replace("KernelBounds.so", programs["KernelBounds.so"])) for w in words]
    run = subprocess.run(words, cwd=programs["examples"], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{command}: exit code {run.returncode}\n{run.stderr}")
    # Annotations are comments of the assembly.
    return " ".join((run.stdout + run.stderr).split())


def main():
    kernel_opt, clang, plugin, examples, *files = sys.argv[1:]
    programs = {"kernel-opt": kernel_opt, "clang": clang, "KernelBounds.so": plugin, "examples": examples}
    num_samples = num_faults = 0
    for path in files:
        for number, command, sample in samples(path):
            if command is None and LIST_ITEM.match(sample.strip()):
                continue
            num_samples += 1
            if command is None:
                print(f"{path}:{number}: no command for the sample")
                num_faults += 1
                continue
            wanted = ".*".join(re.escape(" ".join(piece.split())) for piece in sample.split("..."))
            if not re.search(wanted, output(command, programs)):
                print(f"{path}:{number}: not what '{command}' says")
                num_faults += 1
    print(f"{num_samples} samples, {num_faults} faults")
    return num_faults != 0


if __name__ == "__main__":
    sys.exit(main())
