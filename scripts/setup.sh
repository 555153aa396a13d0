#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs the Debian 12 packages that are missing; does nothing, and needs no
# network, if all are there.
# usage: setup.sh build   what building and the demo need
#        setup.sh test    and what the test suite needs
#        setup.sh all     and, for one test each, flang and chromium (1.4 GB)
# Set KERNEL_BOUNDS_SKIP_SETUP=1 to trust that everything is installed.
set -euo pipefail

build_packages=(
  clang-22 llvm-22-dev llvm-22-tools # LLVM, lit, FileCheck: bookworm-security
  g++ libgtest-dev libyaml-cpp-dev libzstd-dev zlib1g-dev
  ccache cmake ninja-build python3)
test_packages=(
  gcc gfortran lld-22 nodejs parallel patch python3-psutil # psutil: time limits of lit
  libclang-rt-22-dev # sanitizers
  python3-pygments python3-yaml # opt-viewer
  tmux) # editors
cross_packages=(gcc-12-aarch64-linux-gnu gfortran-12-aarch64-linux-gnu libc6-dev-arm64-cross
  gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user)
large_packages=(flang-22 chromium)

die() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

installed() { # package
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

case ${1:-} in
build) wanted=("${build_packages[@]}") ;;
test | all)
  wanted=("${build_packages[@]}" "${test_packages[@]}")
  # Where aarch64 is native there is nothing to cross-compile.
  [[ $(uname -m) == aarch64 ]] || wanted+=("${cross_packages[@]}")
  [[ $1 == test ]] || wanted+=("${large_packages[@]}")
  ;;
*) die "usage: setup.sh build|test|all" ;;
esac
[[ -z ${KERNEL_BOUNDS_SKIP_SETUP:-} ]] || exit 0

command -v dpkg-query >/dev/null ||
  die "this is no Debian system; needed are (Debian's names): ${wanted[*]}" \
    "if they are there, set KERNEL_BOUNDS_SKIP_SETUP=1"
missing=()
for package in "${wanted[@]}"; do
  installed "$package" || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

as_root=()
if [[ $(id -u) != 0 ]]; then
  as_root=(sudo -n)
  sudo -n true 2>/dev/null ||
    die "missing packages: ${missing[*]}" "to install them, run as root: apt-get install ${missing[*]}"
fi
command -v apt-get >/dev/null || die "missing packages: ${missing[*]}" "there is no apt-get to install them"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -y -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1 </dev/null
}
install() { apt install --no-install-recommends "${missing[@]}"; }

printf 'Installing %s\n' "${missing[*]}"
# The package lists may be absent or old: fetch them only then. That one of
# several archives does not answer is no failure yet.
if ! install; then
  apt update || true
  if ! install; then
    tail -n 30 "$log" >&2
    die "could not install: ${missing[*]}" \
      "LLVM 22 is in Debian 12's security archive: deb http://security.debian.org/debian-security bookworm-security main"
  fi
fi
