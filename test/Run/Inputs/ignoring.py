# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command with SIGCHLD ignored, for at most 20 seconds."""
import signal
import subprocess
import sys

done = subprocess.run(sys.argv[1:], check=False, timeout=20,
                      preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
print("exit code", done.returncode)
