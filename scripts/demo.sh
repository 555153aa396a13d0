#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds, and shows Kernel Bounds on the examples:
# remarks of the compiler, headlines of the tool, and one whole report.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build=build/release
log=$build/demo.log

title() { printf '\n== %s\n' "$*"; }

# Runs a step that says nothing unless it fails.
step() { # message command...
  printf '%s ...\n' "$1"
  shift
  if ! "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    printf 'demo: failed: %s (all of the output: %s)\n' "$*" "$PWD/$log" >&2
    exit 1
  fi
}

cpu_of() { # assembly file; its name may end in .CPU.s
  local name=${1%.s}
  case $name in
  *.cascadelake | *.znver1 | *.thunderx2t99) echo "${name##*.}" ;;
  *) echo skylake-avx512 ;;
  esac
}

bash scripts/setup.sh build
mkdir -p "$build"
[[ -f $build/build.ninja ]] || step "Configuring" cmake --preset release
hint=
[[ -x $build/bin/kernel-opt ]] || hint=" (a few minutes, this first time)"
step "Building$hint" \
  cmake --build --preset release -j "$(nproc)" --target KernelBounds kernel-opt

printf '\nThe compiler says how fast each innermost loop can run, what limits it, and what would help.\n'
printf '(cy/it: cycles per trip of the compiled loop, which may do several iterations of the source)\n'
flags=(-O3 -g -march=cascadelake "-fpass-plugin=$build/lib/KernelBounds.so"
  -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds)
printf '\n  clang-22 %s -c FILE\n' "${flags[*]}"
for file in examples/*.c; do
  title "$file"
  clang-22 "${flags[@]}" -fno-caret-diagnostics -c "$file" -o /dev/null 2>&1 |
    sed 's/ \[-Rpass[-a-z]*=kernel-bounds\]$//'
done

printf '\nThe same for assembly of any compiler, for x86-64 and AArch64.\n'
printf '\n  kernel-opt --quiet --cpu=CPU FILE\n'
for file in examples/*.s; do
  cpu=$(cpu_of "$file")
  title "$file on $cpu"
  "$build/bin/kernel-opt" --quiet "--cpu=$cpu" "$file" | sed '/^$/d'
done

file=examples/gauss_seidel.cascadelake.s
printf '\nAnd all of it, with the reasons.\n'
title "kernel-opt --cpu=cascadelake $file"
"$build/bin/kernel-opt" --cpu=cascadelake "$file"

printf '\nNext: %s/bin/kernel-opt --help, README.md\n' "$build"
