#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the recipes in packaging/: their syntax, and that they fit the sources.

usage: recipes.py SOURCES
Needs yaml. Of the formula for Homebrew, only the versions are checked here.
"""

import ast
import pathlib
import re
import subprocess
import sys

import yaml

faults = []


def expect(condition, message):
    if not condition:
        faults.append(message)


def version_of(root):
    text = (root / "CMakeLists.txt").read_text()
    version = re.search(r"project\(KernelBounds VERSION ([0-9.]+)", text)[1]
    llvm = re.search(r"find_package\(LLVM ([0-9.]+)", text)[1]
    return version, llvm


def check_conda(root, version, llvm):
    file = root / "packaging/conda/recipe.yaml"
    recipe = yaml.safe_load(file.read_text())
    expect(recipe["context"] == {"version": version, "llvm": llvm}, f"{file.name}: versions {recipe['context']}")
    expect((file.parent / recipe["source"]["path"]).resolve() == root.resolve(), f"{file.name}: path of the sources")
    for name in recipe["about"]["license_file"]:
        expect((root / name).exists(), f"{file.name}: {name} is not there")


def check_spack(root, version, llvm):
    file = root / "packaging/spack/packages/kernel_bounds/package.py"
    calls = [n for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.Call)]
    named = {(c.func.id, c.args[0].value) for c in calls
             if isinstance(c.func, ast.Name) and c.args and isinstance(c.args[0], ast.Constant)}
    expect(("version", version) in named, f"{file.name}: no version {version}")
    expect(any(f == "depends_on" and v.startswith(f"llvm@{llvm} ") for f, v in named), f"{file.name}: no llvm@{llvm}")
    expect("repo" in yaml.safe_load((root / "packaging/spack/repo.yaml").read_text()), "repo.yaml: no repo")


def check_docker(root, llvm):
    file = root / "packaging/Dockerfile"
    text = re.sub(r"\\\n", " ", file.read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    for line in lines:
        word, _, rest = line.partition(" ")
        expect(word in ("FROM", "COPY", "WORKDIR", "RUN", "ENV", "CMD"), f"Dockerfile: instruction '{word}'")
        if word == "RUN":
            expect(subprocess.run(["bash", "-n", "-c", rest]).returncode == 0, f"Dockerfile: {rest}")
        for script in re.findall(r"scripts/\S+\.sh", rest):
            expect((root / script).exists(), f"Dockerfile: {script} is not there")
    expect(lines[0].startswith("FROM "), "Dockerfile: FROM is not first")
    expect(f"clang-{llvm.split('.')[0]}" in text, f"Dockerfile: no clang of LLVM {llvm}")


def check_brew(root, version, llvm):
    text = (root / "packaging/homebrew/kernel-bounds.rb").read_text()
    expect(f'version "{version}"' in text, f"kernel-bounds.rb: no version {version}")
    expect(f'depends_on "llvm@{llvm.split(".")[0]}"' in text, f"kernel-bounds.rb: no llvm of {llvm}")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: recipes.py SOURCES")
    root = pathlib.Path(sys.argv[1])
    version, llvm = version_of(root)
    check_conda(root, version, llvm)
    check_spack(root, version, llvm)
    check_docker(root, llvm)
    check_brew(root, version, llvm)
    for fault in faults:
        print(fault)
    print(f"recipes for {version} on LLVM {llvm}, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
