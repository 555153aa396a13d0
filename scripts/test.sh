#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds, and runs every test. Arguments go to ctest:
#   scripts/test.sh -R unit    only the unit tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash scripts/setup.sh test
cmake --preset release
cmake --build --preset release -j "$(nproc)"
exec ctest --test-dir build/release --output-on-failure -j "$(nproc)" "$@"
