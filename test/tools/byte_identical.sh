#!/usr/bin/env bash
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# byte_identical.sh CLANG PLUGIN DIR FILE... -- FLAGS...
# Compiles every file to an object and to assembly with and without the plugin
# (remarks, record and annotation on) and compares the bytes.
set -euo pipefail
clang=$1 plugin=$2 dir=$3
shift 3
files=()
while [ "$1" != "--" ]; do files+=("$1"); shift; done
shift
rm -rf "$dir" && mkdir -p "$dir"
count=0
for file in "${files[@]}"; do
  # One name for both outputs: CodeView records it.
  "$clang" "$@" -w -c "$file" -o "$dir/x.o"
  mv "$dir/x.o" "$dir/plain.o"
  "$clang" "$@" -w -fpass-plugin="$plugin" -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds \
    -mllvm -kernel-bounds-annotate -c "$file" -o "$dir/x.o" 2> "$dir/remarks"
  cmp "$dir/plain.o" "$dir/x.o" || { echo "$file: object differs"; exit 1; }
  "$clang" "$@" -w -S "$file" -o "$dir/x.s"
  mv "$dir/x.s" "$dir/plain.s"
  "$clang" "$@" -w -fpass-plugin="$plugin" -Rpass-analysis=kernel-bounds -S "$file" -o "$dir/x.s" 2> "$dir/remarks"
  cmp "$dir/plain.s" "$dir/x.s" || { echo "$file: assembly differs"; exit 1; }
  count=$((count + 1))
done
echo "$count files identical"
