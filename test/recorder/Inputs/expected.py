# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what compare.py makes of one loop with expected dependences."""

import collections
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
import compare  # noqa: E402

STORE, LOAD = 0x20, 0x10
LOOP = {
    "function": "filter__made_up", "accesses": ["0x10", "0x20"], "off_path": [], "unfollowed": [],
    "runs": [{"iterations": 100, "count": 1}],
    "pairs": [{"store": "0x20", "load": "0x10", "delta": delta, "count": count, "in_window": count,
               "overwritten": 0, "bytes": 8} for delta, count in ((1, 99), (2, 24))],
}


def described(kind, *distances):
    """As kernel-opt or the plugin describe the loop, with pairs at these distances."""
    found = compare.Found({}, {}, set())
    for distance in distances:
        compare.add_dependence(found, STORE, LOAD, {
            "class": kind, "distance": distance, "bytes": 8, "evidence": "assumed"})
    return found


def show(found, misses):
    wrong = []
    _, sums = compare.compare_loop("by hand", LOOP, found, misses, wrong)
    print(f"weight {sums.weight} must {sums.must} expected {sums.expected} may {sums.may}")
    print(f"expecteds {sums.expecteds} chances {sums.chances} wrong {sums.wrong}",
          *(f"({w.what} after {w.pair.delta}: {w.hits} of {w.chances})" for w in wrong))


first = []
show(described("expected", 1, 2), first)
show(described("must", 1)._replace(expected=described("expected", 2).expected), [])
show(described("expected", 3), [])
show(described("may", 1), [])
print("expected:", dict(collections.Counter(m.cause for m in first)))
