# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails if a sample of a document is not what its command prints.

usage: doc_samples.py DOC ROOT [NAME=PATH...]

A sample is a fenced block whose first line begins with "$ ". The command may go
on after a backslash. The rest of the block is its output, standard error
included; a last line "..." stands for the rest of it. Commands run in ROOT;
each word NAME of a command is replaced by PATH. Prints the number of samples.
"""

import pathlib
import re
import subprocess
import sys


def samples(text):
    """The command and the expected lines of each sample."""
    for block in re.findall(r"^```\n\$ (.*?)^```$", text, re.M | re.S):
        lines = block.splitlines()
        command = lines.pop(0)
        while command.endswith("\\"):
            command = command[:-1] + lines.pop(0).strip()
        yield command, lines


def main():
    doc, root = pathlib.Path(sys.argv[1]), sys.argv[2]
    replaced = dict(a.split("=", 1) for a in sys.argv[3:])
    failed = count = 0
    for command, expected in samples(doc.read_text(encoding="utf-8")):
        words = [replaced.get(w, w) for w in command.split()]
        for name, path in replaced.items():
            words = [w.replace("=" + name, "=" + path) for w in words]
        run = subprocess.run(words, cwd=root, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, check=False)
        printed = run.stdout.splitlines()
        if expected[-1:] == ["..."]:
            expected.pop()
            printed = printed[:len(expected)]
        count += 1
        if run.returncode or not expected or printed != expected:
            failed += 1
            print(f"{doc.name}: '{command}' prints", *printed, sep="\n")
            print("and not", *expected, sep="\n")
    print(f"{count} samples of {doc.name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
