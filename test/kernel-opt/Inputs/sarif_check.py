# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails if a document is not of the structure of SARIF 2.1.0, as far as the tool makes use of it.

usage: sarif_check.py DOCUMENT

Each object may have the members that are named here and no others; those without "?" must be there. A member is a
type, a list (of which every item is as its first), a set of values, or another object.
"""
import json
import re
import sys
from urllib.parse import urlsplit

MESSAGE = {"text": str}
LEVEL = {"none", "note", "warning", "error"}
RULE = {"id": str, "shortDescription?": MESSAGE, "fullDescription?": MESSAGE, "defaultConfiguration?": {"level": LEVEL}}
LOCATION = {"physicalLocation": {"artifactLocation": {"uri": str}, "region?": {"startLine": int}},
            "logicalLocations?": [{"fullyQualifiedName": str, "decoratedName?": str, "kind?": str}]}
RESULT = {"ruleId": str, "ruleIndex": int, "level": LEVEL, "message": MESSAGE, "locations": [LOCATION],
          "partialFingerprints": dict, "properties?": dict}
INVOCATION = {"executionSuccessful": bool, "toolExecutionNotifications?": [{"level": LEVEL, "message": MESSAGE}]}
LOG = {"$schema": str, "version": {"2.1.0"},
       "runs": [{"tool": {"driver": {"name": str, "version?": str, "rules": [RULE]}}, "results": [RESULT],
                 "invocations?": [INVOCATION]}]}


def check(value, want, where):
    if isinstance(want, dict):
        members = {name.rstrip("?"): kind for name, kind in want.items()}
        if not isinstance(value, dict) or value.keys() - members.keys():
            sys.exit(f"{where}: {value!r} is not an object of {sorted(members)}")
        for name, kind in want.items():
            if name.rstrip("?") in value:
                check(value[name.rstrip("?")], kind, f"{where}.{name}")
            elif not name.endswith("?"):
                sys.exit(f"{where}: no {name}")
    elif isinstance(want, list):
        if not isinstance(value, list):
            sys.exit(f"{where}: {value!r} is no array")
        for index, item in enumerate(value):
            check(item, want[0], f"{where}[{index}]")
    elif isinstance(want, set):
        if value not in want:
            sys.exit(f"{where}: {value!r} is none of {sorted(want)}")
    elif type(value) is not want:
        sys.exit(f"{where}: {value!r} is no {want.__name__}")


document = json.load(open(sys.argv[1], encoding="utf-8"))
check(document, LOG, "log")
for run in document["runs"]:
    rules = run["tool"]["driver"]["rules"]
    seen = set()
    for result in run["results"]:
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        if not re.fullmatch(r"[A-Za-z0-9%/._~:-]+", uri) or urlsplit(uri).scheme not in ("", "file"):
            sys.exit(f"no URI: {uri}")
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            sys.exit(f"rule {result['ruleIndex']} is not {result['ruleId']}")
        if result["locations"][0]["physicalLocation"].get("region", {"startLine": 1})["startLine"] < 1:
            sys.exit("lines count from 1")
        key = (result["ruleId"], result["partialFingerprints"]["loop/v1"])
        if key in seen:
            sys.exit(f"two results are {key}")
        seen.add(key)
    print(len(run["results"]), "results")
