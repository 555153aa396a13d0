#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a project with and without a change, and compares the loops of both.

The working tree is the version with the change. The one without it is checked
out and built in a folder of its own, which is removed afterwards. For each file
that is asked for, `kernel-opt diff` compares the two. Written are summary.md,
for people, result.json, with the numbers, and loops.sarif, with the loops of the
working tree. Where GITHUB_STEP_SUMMARY and GITHUB_OUTPUT are set, as in a GitHub
workflow, the summary and the outputs go there, too.

Exit codes: 0 no loop became slower by more than --fail-above allows, 1 one did,
2 the comparison could not be made.
"""

import argparse
import glob
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# What GitHub takes of a step's summary, less what the text around it needs.
SUMMARY_BYTES = 1000 * 1000
FATES = ["slower", "faster", "unchanged", "unclear", "new", "gone", "failed"]


class Fault(Exception):
    """What keeps the comparison from being made."""


def git(*args, cwd=None):
    done = subprocess.run(["git", *args], cwd=cwd, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise Fault(f"git {' '.join(args)}: {done.stderr.strip()}")
    return done.stdout.strip()


def find_base(given):
    """The commit to compare with: what was given, else what the change is asked to go into."""
    branch = os.environ.get("GITHUB_BASE_REF", "")
    revision = given or (f"origin/{branch}" if branch else "HEAD^1")
    done = subprocess.run(["git", "rev-parse", "--verify", "--quiet", revision + "^{commit}"],
                          capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise Fault(f"no commit '{revision}' here to compare with; check out the whole history "
                    "(actions/checkout with fetch-depth: 0), or name another one as base")
    # What happened on the branch meanwhile is no part of the change.
    if branch and not given:
        return git("merge-base", done.stdout.strip(), "HEAD")
    return done.stdout.strip()


def build(command, folder, side):
    """Runs the build in a folder, with KERNEL_BOUNDS_SIDE saying which version it is."""
    print(f"::group::build of the {side} version", flush=True)
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=folder, check=False,
                          env={**os.environ, "KERNEL_BOUNDS_SIDE": side})
    print("::endgroup::", flush=True)
    if done.returncode != 0:
        raise Fault(f"the build of the {side} version failed with exit code {done.returncode}: {command}")


def find_files(patterns, folder):
    """The files of a folder that the patterns name, relative to it."""
    found = set()
    for pattern in patterns:
        matches = glob.glob(pattern, root_dir=folder, recursive=True)
        found.update(m for m in matches if os.path.isfile(os.path.join(folder, m)))
    return sorted(found)


def run_tool(args, output, folder):
    """Runs kernel-opt, which writes the output unless its input is bad."""
    output.unlink(missing_ok=True)
    done = subprocess.run([*args, f"--output={output}"], cwd=folder, capture_output=True, text=True,
                          errors="replace", check=False)
    if not output.exists():
        raise Fault(f"{' '.join(args)}: {done.stderr.strip() or f'exit code {done.returncode}'}")


def compare(options, name, scratch):
    """The comparison of one file, as JSON and as Markdown."""
    args = [options.kernel_opt, "diff", *options.tool_arguments]
    if options.fail_above:
        args.append(f"--fail-above={options.fail_above}")
    # Both lie below the scratch folder, for names that a reader understands.
    args += [f"base/{name}", f"head/{name}"]
    run_tool([*args, "--format=json"], scratch / "diff.json", scratch)
    run_tool([*args, "--format=markdown"], scratch / "diff.md", scratch)
    return (json.loads((scratch / "diff.json").read_text(encoding="utf-8", errors="replace")),
            (scratch / "diff.md").read_text(encoding="utf-8", errors="replace"))


def headline(counts, files, base):
    def loops(number, what):
        return f"{number} {what}" if number else ""
    changed = ", ".join(filter(None, [loops(counts[f], f) for f in ("slower", "faster", "unclear", "new", "gone")]))
    total = sum(counts[f] for f in FATES if f not in ("gone", "failed"))
    return (f"## Kernel Bounds\n\n{total} loop{'s' * (total != 1)} in {len(files)} file{'s' * (len(files) != 1)} "
            f"against {base[:12]}: {changed or 'nothing has changed'}.\n")


def write_summary(path, parts):
    """All parts, or as many as GitHub takes."""
    text = ""
    for number, part in enumerate(parts):
        if len((text + part).encode()) > SUMMARY_BYTES:
            text += f"\n{len(parts) - number} more files are left out; result.json has all.\n"
            break
        text += part + "\n"
    path.write_text(text)


def compare_all(options, base, out, scratch):
    old_files, new_files = find_files(options.files, scratch / "base"), find_files(options.files, scratch / "head")
    if not new_files:
        raise Fault(f"the build made no file that fits {' '.join(options.files)}")
    counts = dict.fromkeys(FATES, 0)
    result, parts, unchanged = [], [], []
    for name in new_files:
        if name not in old_files:
            parts.append(f"`{name}` is new.\n")
            continue
        found, markdown = compare(options, name, scratch)
        for fate in FATES:
            counts[fate] += found["summary"][fate]
        result.append({"file": name, "comparison": found})
        if all(loop["fate"] == "unchanged" for loop in found["loops"]):
            unchanged.append(name)
        else:
            parts.append(markdown)
    parts += [f"`{name}` is gone.\n" for name in old_files if name not in new_files]
    if unchanged:
        parts.append(f"No loop changed in {', '.join(f'`{n}`' for n in unchanged)}.\n")
    write_summary(out / "summary.md", [headline(counts, new_files, base), *parts])
    (out / "result.json").write_text(json.dumps({"base": base, "summary": counts, "files": result}, indent=1) + "\n")
    run_tool([options.kernel_opt, *options.tool_arguments, "--format=sarif", *new_files], out / "loops.sarif", ".")
    return counts


def publish(out, counts):
    """What a GitHub workflow reads."""
    if os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(os.environ["GITHUB_STEP_SUMMARY"], "a", encoding="utf-8") as f:
            f.write((out / "summary.md").read_text())
    if os.environ.get("GITHUB_OUTPUT"):
        with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as f:
            for name in ("slower", "faster", "failed"):
                f.write(f"{name}={counts[name]}\n")
            for name, file in (("summary", "summary.md"), ("result", "result.json"), ("sarif", "loops.sarif")):
                f.write(f"{name}={out / file}\n")


def run(options):
    program = shutil.which(options.kernel_opt)
    if not program:
        raise Fault(f"no program '{options.kernel_opt}'; install the package kernel-bounds, or name the program")
    options.kernel_opt = os.path.abspath(program)
    out = pathlib.Path(options.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    top = git("rev-parse", "--show-toplevel")
    os.chdir(top)
    base = find_base(options.base)
    with tempfile.TemporaryDirectory(prefix="kernel-bounds-") as scratch:
        folder = os.path.join(scratch, "base")
        git("worktree", "add", "--quiet", "--detach", folder, base)
        try:
            if os.path.exists(os.path.join(folder, ".gitmodules")):
                git("submodule", "update", "--init", "--recursive", cwd=folder)
            build(options.build, folder, "base")
            build(options.build, ".", "head")
            os.symlink(top, os.path.join(scratch, "head"))
            counts = compare_all(options, base, out, pathlib.Path(scratch))
        finally:
            git("worktree", "remove", "--force", folder)
    publish(out, counts)
    print((out / "summary.md").read_text())
    if counts["failed"]:
        print(f"::error::{counts['failed']} loop{'s are' if counts['failed'] > 1 else ' is'} slower by more than "
              f"{options.fail_above}")
    return 1 if counts["failed"] else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, metavar="COMMAND", help="what builds the project, run by bash")
    parser.add_argument("--files", required=True, action="extend", nargs="+", metavar="PATTERN",
                        help="objects, archives or programs that the build makes; ** is any number of folders")
    parser.add_argument("--base", default="", metavar="COMMIT",
                        help="the version to compare with (default: where a pull request began, else HEAD^1)")
    parser.add_argument("--cpu", default="", metavar="NAME", help="core to predict for")
    parser.add_argument("--fail-above", default="", metavar="PERCENT", help="how much slower a loop may become")
    parser.add_argument("--kernel-opt", default="kernel-opt", metavar="PROGRAM")
    parser.add_argument("--out", default="kernel-bounds-report", metavar="DIR", help="folder of what is written")
    options = parser.parse_args()
    options.files = [p for given in options.files for p in given.split()]
    options.tool_arguments = [f"--cpu={options.cpu}"] if options.cpu else []
    try:
        sys.exit(run(options))
    except (Fault, OSError) as fault:
        print(f"::error::{fault}", file=sys.stderr)
        sys.exit(2)
    # Exit code 1 is said of loops only: bytes that are no text, output that is no comparison.
    except (ValueError, KeyError, TypeError) as fault:
        print(f"::error::what kernel-opt or git wrote is not understood: {fault!r}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
