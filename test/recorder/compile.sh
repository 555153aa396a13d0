#!/bin/sh
# Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# compile.sh DIRECTORY SUFFIX COMPILER FLAGS... -- FILE...
# Compiles each file to DIRECTORY/name.SUFFIX.o.
set -e
directory=$1 suffix=$2
shift 2
command=
while [ "$1" != -- ]; do
  command="$command $1"
  shift
done
shift
for file in "$@"; do
  $command -w -c "$file" -o "$directory/$(basename "$file" .c).$suffix.o"
done
