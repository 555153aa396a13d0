#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types that two headers define in the project's namespace.

Two definitions of one name in one program are undefined behaviour: inline
functions of both have one symbol, and the linker keeps one of them. Definitions
at the beginning of a line are looked at, which is how types of a namespace are
formatted; those in anonymous namespaces of source files cannot clash.

  unique_names.py SOURCE_DIRECTORY
"""

import collections
import re
import sys
from pathlib import Path


def main():
    root = Path(sys.argv[1])
    places = collections.defaultdict(list)
    for folder in "include", "lib", "tools":
        for header in sorted((root / folder).rglob("*.h")):
            for name in re.findall(r"^(?:struct|class) (\w+)(?: final)?(?: :[^;{]*)? ?\{", header.read_text(), re.M):
                places[name].append(str(header.relative_to(root)))
    faults = {name: files for name, files in places.items() if len(files) > 1}
    for name, files in faults.items():
        print(f"{name}: defined in {' and in '.join(files)}")
    print(f"{len(places)} types, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
