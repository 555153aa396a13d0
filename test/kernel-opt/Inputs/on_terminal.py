# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command whose standard output is a terminal, and prints what arrives there.

usage: on_terminal.py COMMAND...
"""
import os
import pty
import sys

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
shown = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:  # The other end is closed.
        break
    if not part:
        break
    shown += part
sys.stdout.write(shown.decode().replace("\r\n", "\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
