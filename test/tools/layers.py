#!/usr/bin/env python3
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails if a library includes or links what stands above it.

usage: layers.py ROOT

The layers are the rows of the table "Libraries" in docs/design.md, the lowest
first. Reads the #include lines of lib/, include/ and tools/, and the DEPENDS of
lib/*/CMakeLists.txt; a library may link only what it includes, directly or by
what it links.
"""

import re
import sys
from pathlib import Path

HEADER = re.compile(r'#include "(?:kernel-bounds/(\w+)/)?([^"]+)"')


def read_layers(root):
    text = (root / "docs/design.md").read_text()
    table = text[text.index("## Libraries"):].split("\n## ")[0]
    names = re.findall(r"^\| `([\w/-]+)` \|", table, re.M)
    return {name.split("/")[-1]: rank for rank, name in enumerate(names)}


def library_of(path, root):
    """The library of a source file, or None."""
    parts = path.relative_to(root).parts
    if parts[0] == "lib" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ("include", "kernel-bounds") and len(parts) > 3:
        return parts[2]
    if parts[:2] == ("tools", "kernel-opt"):
        return "kernel-opt"
    return None


def included_libraries(path, root, own):
    """(line, library) of each include of another library."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = HEADER.match(line)
        if not match:
            continue
        library = match.group(1)
        if library is None:
            # A private header: of its own folder, or named by a path.
            target = (path.parent / match.group(2)).resolve()
            library = library_of(target, root) if target.exists() else own
        if library and library != own:
            yield number, library


def check_includes(root, layers, used):
    """Yields what is wrong with the includes; fills used: library -> those that it includes."""
    for folder in ["lib", "include", "tools"]:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h", ".def", ".in"):
                continue
            own = library_of(path, root)
            if own is None:
                continue
            where = path.relative_to(root)
            if own not in layers:
                yield f"{where}: library '{own}' is not in the table of docs/design.md"
                continue
            for line, other in included_libraries(path, root, own):
                used.setdefault(own, set()).add(other)
                if other not in layers:
                    yield f"{where}:{line}: library '{other}' is not in the table of docs/design.md"
                elif layers[other] > layers[own]:
                    yield f"{where}:{line}: {own} includes {other}, which stands above it"


def read_links(root, layers):
    """CMake target -> (library, targets that it links)."""
    links = {}
    for path in sorted((root / "lib").glob("*/CMakeLists.txt")):
        text = path.read_text()
        for name, body in re.findall(r"kb_add_library\((\w+)(.*?)\n?\)", text, re.S):
            depends = body.split("DEPENDS")[1] if "DEPENDS" in body else ""
            targets = re.findall(r"KernelBounds(\w+)", depends)
            links[name] = (path.parent.name, targets)
    return links


def check_links(root, layers, used):
    links = read_links(root, layers)
    for name, (library, targets) in links.items():
        for target in targets:
            if target not in links:
                yield f"lib/{library}: {name} links KernelBounds{target}, which no folder of lib/ makes"
                continue
            other = links[target][0]
            if layers.get(other, 0) > layers.get(library, 0):
                yield f"lib/{library}: {name} links {target}, which stands above it"
            if other != library and other not in used.get(library, set()):
                yield f"lib/{library}: {name} links {target}, but includes nothing of it"


def main():
    root = Path(sys.argv[1]).resolve()
    layers = read_layers(root)
    used = {}
    faults = list(check_includes(root, layers, used)) + list(check_links(root, layers, used))
    print("\n".join(faults))
    print(f"{len(layers)} layers, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
