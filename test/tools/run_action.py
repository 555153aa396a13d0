#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a composite GitHub action in the current folder, as far as it is scripts.

usage: run_action.py ACTION_FOLDER TEMPORARY [INPUT=VALUE]...

Steps with `run` are run by bash with the variables that GitHub sets; of steps
with `uses`, it says whether they would run and with what. Prints the outputs of
the action; the exit code is that of the first step that fails. It knows as much
of GitHub's expressions as the action uses: names, ==, !=, && and !cancelled().
Needs yaml.
"""

import os
import pathlib
import re
import subprocess
import sys

import yaml


def value_of(name, inputs, outputs):
    word = name.split(".")
    if word[0] == "inputs":
        return inputs[word[1]]
    if word[0] == "steps" and word[2] == "outputs":
        return outputs.get(word[1], {}).get(word[3], "")
    raise ValueError(f"unknown name '{name}'")


def holds(term, inputs, outputs):
    if term == "!cancelled()":
        return True
    name, operator, text = re.fullmatch(r"(\S+) (==|!=) '([^']*)'", term).groups()
    return (value_of(name, inputs, outputs) == text) == (operator == "==")


def expand(text, inputs, outputs):
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda m: value_of(m[1], inputs, outputs), text)


def condition(step, inputs, outputs, failed):
    text = step.get("if", "").removeprefix("${{ ").removesuffix(" }}")
    if failed and "cancelled()" not in text:
        return False
    return all(holds(t, inputs, outputs) for t in text.split(" && ")) if text else True


def run_script(step, folder, temporary, inputs, outputs):
    output = temporary / "output"
    output.write_text("")
    env = {**os.environ, "GITHUB_ACTION_PATH": str(folder), "GITHUB_OUTPUT": str(output),
           "GITHUB_STEP_SUMMARY": str(temporary / "step-summary.md"), "RUNNER_TEMP": str(temporary)}
    env |= {k: expand(v, inputs, outputs) for k, v in step.get("env", {}).items()}
    if "${{" in step["run"]:
        raise ValueError("an expression in a script is open to injection")
    assert step["shell"] == "bash"
    done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], env=env, check=False)
    outputs[step["id"]] = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return done.returncode


def main():
    folder, temporary = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    temporary.mkdir(parents=True, exist_ok=True)
    action = yaml.safe_load((folder / "action.yml").read_text())
    given = dict(argument.split("=", 1) for argument in sys.argv[3:])
    inputs = {}
    for name, about in action["inputs"].items():
        assert name in given or not about.get("required"), f"input {name} is required"
        inputs[name] = given.pop(name, about.get("default", ""))
    assert not given, f"unknown inputs: {given}"
    outputs, status = {}, 0
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        if not condition(step, inputs, outputs, status != 0):
            continue
        if "run" in step:
            status = status or run_script(step, folder, temporary, inputs, outputs)
        else:
            print("uses", step["uses"], {k: expand(v, inputs, outputs) for k, v in step["with"].items()})
    for name, about in action["outputs"].items():
        print(f"output {name}: {expand(about['value'], inputs, outputs)}")
    sys.exit(status)


if __name__ == "__main__":
    main()
