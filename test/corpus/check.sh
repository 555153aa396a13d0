#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compile every file of the corpus and the examples with each compiler that is
# installed, assemble the assembly examples, and report what fails or warns.
# Nothing is written. Exits with 77 if nothing could be compiled.
# usage: check.sh [name-part]   only files whose path contains name-part
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
examples=$(cd "$here/../../examples" && pwd)
only=${1:-}
runs=0
failures=0

sources() { # extension directory...
  local ext=$1
  shift
  find "$@" -maxdepth 1 -name "*.$ext" -path "*$only*" | LC_ALL=C sort
}

c_files=$(sources c "$here/c" "$examples")
f_files=$(sources f90 "$here/fortran" "$examples")
arm_s_files=$(sources thunderx2t99.s "$examples")
x86_s_files=$(LC_ALL=C comm -23 <(sources s "$examples") <(echo "$arm_s_files"))

check() { # files compiler flags...
  local files=$1 compiler=$2 file out
  shift 2
  [[ -n $files ]] || return 0
  while IFS= read -r file; do
    runs=$((runs + 1))
    if ! out=$("$compiler" "$@" -o /dev/null "$file" 2>&1) ||
      [[ -n $out ]]; then
      failures=$((failures + 1))
      printf 'FAIL %s %s %s\n%s\n' "$compiler" "$*" "$file" "$out"
    fi
  done <<<"$files"
}

# The version named first is preferred.
pick() { # candidate...
  local c
  for c in "$@"; do
    if command -v "$c" >/dev/null; then
      echo "$c"
      return
    fi
  done
  echo "skip: none of $* is installed" >&2
}

warn=(-Wall -Wextra)
gcc=$(pick gcc-12 gcc)
clang=$(pick clang-22 clang)
agcc=$(pick aarch64-linux-gnu-gcc-12 aarch64-linux-gnu-gcc)
gfortran=$(pick gfortran-12 gfortran)
agfortran=$(pick aarch64-linux-gnu-gfortran-12 aarch64-linux-gnu-gfortran)

native=no
[[ $(uname -m) == x86_64 ]] && native=yes
[[ $native == yes ]] || echo "skip: gcc and gfortran here do not target x86-64" >&2

for march in x86-64 x86-64-v3 skylake-avx512; do
  for o in 1 2 3; do
    [[ $native == no || -z $gcc ]] ||
      check "$c_files" "$gcc" -O$o -march=$march "${warn[@]}" -S
    [[ -z $clang ]] ||
      check "$c_files" "$clang" --target=x86_64-linux-gnu -O$o -march=$march "${warn[@]}" -S
  done
done
for o in 2 3; do
  for cpu in "" -mcpu=thunderx2t99 -mcpu=a64fx; do
    [[ -z $agcc ]] || check "$c_files" "$agcc" -O$o $cpu "${warn[@]}" -S
    [[ -z $agfortran ]] ||
      check "$f_files" "$agfortran" -O$o $cpu "${warn[@]}" -S
  done
  [[ -z $clang ]] ||
    check "$c_files" "$clang" --target=aarch64-linux-gnu -O$o "${warn[@]}" -S
  for march in x86-64 x86-64-v3 skylake-avx512; do
    [[ $native == no || -z $gfortran ]] ||
      check "$f_files" "$gfortran" -O$o -march=$march "${warn[@]}" -S
  done
done

if [[ -n $clang ]]; then
  check "$x86_s_files" "$clang" --target=x86_64-linux-gnu -c
  check "$arm_s_files" "$clang" --target=aarch64-linux-gnu -c
fi

if [[ $runs == 0 ]]; then
  echo "skip: nothing to compile, or nothing to compile it with"
  exit 77
fi
echo "$runs compilations, $failures failures"
[[ $failures == 0 ]]
