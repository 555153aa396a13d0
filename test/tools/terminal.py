#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program in a terminal, and prints the screen when it shows something.

usage: terminal.py [--colors] [--press=KEY] COLUMNSxROWS REGEX -- COMMAND ARGUMENTS...

tmux is the terminal. The screen is looked at again and again until a part of it
matches REGEX; then it is printed, with --colors as the terminal got it, and the
program ended. With --press, a key is pressed now and then until then.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

TIMEOUT = 120  # Seconds: only a program that never gets there waits so long.


def main():
    arguments = sys.argv[1:]
    has_colors, key, looks = False, None, 0
    while arguments[0].startswith("--"):
        option = arguments.pop(0)
        has_colors |= option == "--colors"
        key = option[len("--press="):] if option.startswith("--press=") else key
    size, pattern, dashes, *command = arguments
    assert dashes == "--"
    columns, rows = size.split("x")
    with tempfile.TemporaryDirectory() as folder:
        tmux = ["tmux", "-f", os.devnull, "-S", os.path.join(folder, "socket")]
        environment = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8")
        environment.pop("TMUX", None)
        subprocess.run(tmux + ["new-session", "-d", "-x", columns, "-y", rows, shlex.join(command)],
                       env=environment, check=True)
        try:
            end = time.monotonic() + TIMEOUT
            while time.monotonic() < end:
                screen = subprocess.run(tmux + ["capture-pane", "-p"], env=environment,
                                        capture_output=True, text=True)
                if screen.returncode != 0:
                    sys.exit(f"the program ended before it showed {pattern!r}")
                if re.search(pattern, screen.stdout):
                    if has_colors:
                        screen = subprocess.run(tmux + ["capture-pane", "-p", "-e"], env=environment,
                                                capture_output=True, text=True)
                    print(screen.stdout, end="")
                    return
                time.sleep(0.1)
                looks += 1
                if key and looks % 20 == 0:
                    subprocess.run(tmux + ["send-keys", key], env=environment)
            sys.exit(f"the screen never showed {pattern!r}:\n{screen.stdout}")
        finally:
            subprocess.run(tmux + ["kill-server"], env=environment, stderr=subprocess.DEVNULL)


main()
