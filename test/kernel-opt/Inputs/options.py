# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails if an option in the help (standard input) is not in the man page."""
import re
import sys

page = open(sys.argv[1], encoding="utf-8").read().replace("\\-", "-")
options = re.findall(r"^  (--?[a-z-]+)", sys.stdin.read(), re.M)
missing = [o for o in options if not re.search(re.escape(o) + r"(?![a-z-])", page)]
if missing or not options:
    sys.exit("not in the man page: " + ", ".join(missing))
