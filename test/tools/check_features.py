# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names the required features that scripts/unsupported.py has no reason for.

usage: check_features.py TESTS SCRIPTS
"""

import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[2])
import unsupported

# Always there where the tests are built at all.
BUILT = {"plugin"}

for folder, _, names in os.walk(sys.argv[1]):
    if "Inputs" in folder.split(os.sep):
        continue
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as f:
            for line in re.findall(r"^\W*REQUIRES: (.*)$", f.read(), re.MULTILINE):
                for feature in re.split(r", *", line.strip()):
                    if feature not in unsupported.PACKAGES | unsupported.MACHINE and feature not in BUILT:
                        print(f"{os.path.join(folder, name)}: {feature}")
