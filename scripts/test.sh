#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds, runs every test, and says which tests were
# not run and why. Arguments go to ctest:
#   scripts/test.sh -R unit    only the unit tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash scripts/setup.sh test
cmake --preset release
cmake --build --preset release -j "$(nproc)"
results=build/release/test/results.json # the test "lit" writes it
rm -f "$results"
status=0
ctest --test-dir build/release --output-on-failure -j "$(nproc)" "$@" || status=$?
[[ ! -f $results ]] || python3 scripts/unsupported.py "$results"
exit "$status"
