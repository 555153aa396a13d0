#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A fault put into the model on purpose must be found.
#
# usage: seeded_fault.sh KERNEL_OPT DIR
#
# DIR is the output of `kernel-opt evaluate --out DIR` on a Skylake-X or Cascade
# Lake. Predicts its loops once more with the latency of FP additions doubled,
# and compares. Fails if no loop got worse or no new violation is reported.
set -eu
tool=$1
dir=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/slow.yaml" <<'YAML'
schema: 1
name: slow-fp-add
target: x86_64
base: skylake-avx512
sources:
  fault: "put in on purpose"
instructions:
  - match: 'V?(ADD|SUB)[SP][SD](Z|Z128|Z256)?Y?r[rm](_Int)?'
    latency: 8
    source: fault
YAML
"$tool" evaluate --measured "$dir" --out "$work/faulty" --model "$work/slow.yaml" \
    --no-llvm-mca --no-plugin --quiet > /dev/null
"$tool" evaluate --compare "$dir/results.csv" "$work/faulty/results.csv" | tee "$work/comparison"
grep -q ', violation' "$work/comparison" || { echo "seeded_fault: not found" >&2; exit 1; }
echo "seeded_fault: found"
