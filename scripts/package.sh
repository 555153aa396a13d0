#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes Debian packages of the tool, the plugin and the libraries, and checks them.
# usage: package.sh make [DIR]    build, pack into DIR (build/packages), and check
#        package.sh check DIR     what is in the packages
#        package.sh lint DIR      lintian, if it is there
#        package.sh try DIR       install them over a copy of this system that is
#                                 thrown away, and use them there; also to build
#                                 a program, if the libraries are in DIR; as root
#        package.sh probe         says whether this system permits `try`
#        package.sh clean DIR     the same in a new Debian of this system's release,
#                                 from the archives that apt knows: as root, with
#                                 mmdebstrap or debootstrap
#        package.sh clean-probe   says what `clean` lacks on this system
# Set DEBFULLNAME and DEBEMAIL to be named as the maintainer of the packages.
set -euo pipefail
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

die() {
  printf 'package: %s\n' "$@" >&2
  exit 1
}

# Sets `tool`, `plugin` and `dev` to the packages in a folder.
find_packages() { # folder
  local found
  found=("$1"/kernel-bounds_*.deb)
  [[ ${#found[@]} == 1 && -f ${found[0]} ]] || die "no package kernel-bounds, or several, in '$1'"
  tool=${found[0]}
  found=("$1"/clang-*-kernel-bounds_*.deb)
  [[ ${#found[@]} == 1 && -f ${found[0]} ]] || die "no package of the plugin, or several, in '$1'"
  plugin=${found[0]}
  found=("$1"/libkernel-bounds-dev_*.deb)
  dev=
  [[ ! -f ${found[0]} ]] || dev=${found[0]}
}

check() {
  local package unpacked file path
  unpacked=$(mktemp -d)
  # shellcheck disable=SC2064 # the folder of now
  trap "rm -rf '$unpacked'" EXIT
  for package in "$tool" "$plugin" ${dev:+"$dev"}; do
    rm -rf "${unpacked:?}/tree"
    dpkg-deb --raw-extract "$package" "$unpacked/tree"
    (cd "$unpacked/tree" && md5sum --quiet -c DEBIAN/md5sums) || die "$package: md5sums do not fit"
    ! grep -r -q -F -e "$source_dir/" "$unpacked/tree" || die "$package: a file names '$source_dir'"
    while read -r file; do
      path=$(readelf -d "$file" 2>/dev/null | grep -E 'R(UN)?PATH' || true)
      [[ -z $path ]] || die "$package: ${file#"$unpacked/tree"} has $path"
    done < <(find "$unpacked/tree" -type f \( -name '*.so' -o -perm -u+x \) -not -path '*/DEBIAN/*')
    printf '%s: %s files, %s\n' "$(dpkg-deb -f "$package" Package)" \
      "$(find "$unpacked/tree/usr" -type f | wc -l)" "$(dpkg-deb -f "$package" Depends)"
  done
}

lint() {
  if command -v lintian >/dev/null; then
    # The packages are not for upload, so that they close no bug.
    lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
      "$tool" "$plugin" ${dev:+"$dev"} 2> >(grep -v 'root privileges' >&2) || die "lintian is not content"
    echo "lintian: no errors, no warnings"
  else
    echo "lintian: not installed, not run"
  fi
}

# What a user does with the installed packages; runs inside of the new root.
use_installed() {
  cat <<'EOF'
set -euo pipefail
cd /tmp
cat > dot.c <<'C'
double dot(const double *x, const double *y, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
C
clang=$(ls /usr/bin/clang-[0-9]* | grep -E 'clang-[0-9]+$' | sort -V | tail -n 1)
[[ $(command -v kernel-opt) == /usr/bin/kernel-opt ]]
plugin=/usr/lib/llvm-${clang##*-}/lib/KernelBounds.so
"$clang" -O3 -march=cascadelake -fno-unroll-loops -fno-caret-diagnostics -fpass-plugin=$plugin \
  -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c dot.c -o dot.o
kernel-opt --quiet dot.o
# A user's model, which the plugin reads by a library beside it.
printf 'schema: 1\nname: mine\ntarget: x86_64\nbase: skylake-avx512\nsources: {}\ninstructions: []\n' > mine.yaml
"$clang" -O3 -march=cascadelake -fno-caret-diagnostics -fpass-plugin=$plugin \
  -mllvm -kernel-bounds-model=mine.yaml -Rpass-analysis=kernel-bounds -c dot.c -o dot.o 2>&1 | tee model.txt
grep -q 'instructions, mine' model.txt
# The tool finds the plugin, and the library that it puts into builds.
printf 'dot.o: dot.c\n\t%s -O3 -g -march=cascadelake -c $< -o $@\n' "$clang" > Makefile
rm dot.o
kernel-opt build --output=records.txt -- make
grep 'dot.c:3' records.txt
# As Compiler Explorer calls it.
printf '.L: vaddsd %%xmm1, %%xmm0, %%xmm0\n dec %%rdi\n jnz .L\n' > loop.s
/usr/libexec/kernel-bounds/kernel-opt-explorer -mtriple=x86_64 -mcpu=cascadelake loop.s | grep '4.00 cy/it'
# Of the files of the packages, nothing is missing.
dpkg --verify kernel-bounds "$(basename "$clang")-kernel-bounds"
gzip -t /usr/share/man/man1/kernel-opt.1.gz
[[ -d /usr/share/kernel-bounds/models && -f /usr/share/bash-completion/completions/kernel-opt ]]
# A program that uses the libraries, where they are installed.
if [[ -d /usr/lib/cmake/KernelBounds && -d consumer ]]; then
  cmake -S consumer -B built -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$clang" \
    -DCMAKE_CXX_COMPILER="${clang/clang/clang++}" > log || { cat log; exit 1; }
  cmake --build built > log || { cat log; exit 1; }
  ./built/consumer | grep '4/5 cycles per iteration'
fi
echo "the installed packages work"
EOF
}

# A copy of this system in which nothing that is written stays; without the
# sources and the build, so that what is installed cannot lean on them.
over_this_system() { # command...
  # shellcheck disable=SC2016 # expanded inside
  unshare --mount bash -c 'set -e
    hidden=$1 temporary=$2; shift 2
    mount -t tmpfs none "$temporary"
    mkdir "$temporary/upper" "$temporary/work" "$temporary/root"
    root=$temporary/root
    mount -t overlay overlay -o "lowerdir=/,upperdir=$temporary/upper,workdir=$temporary/work" "$root"
    mount --rbind /dev "$root/dev"
    mount --rbind /proc "$root/proc"
    mount -t tmpfs none "$root/tmp"
    [[ ! -d $root$hidden ]] || mount -t tmpfs none "$root$hidden"
    export root
    "$@"' unshare "$source_dir" "$temporary" "$@"
}

try() {
  temporary=$(mktemp -d)
  # shellcheck disable=SC2064 # the folder of now
  trap "rmdir '$temporary'" EXIT
  # shellcheck disable=SC2016 # expanded inside
  over_this_system bash -c 'set -e
    cp -r "$1" "$root/tmp/consumer"; shift
    for package in "$@"; do cat "$package" > "$root/tmp/${package##*/}"; done
    chroot "$root" sh -c "dpkg -i /tmp/*.deb" > "$root/tmp/log" 2>&1 || { cat "$root/tmp/log" >&2; exit 1; }
    exec chroot "$root" /bin/bash -s' try "$source_dir/test/Package" "$tool" "$plugin" ${dev:+"$dev"} < <(use_installed)
}

probe() {
  temporary=$(mktemp -d)
  # shellcheck disable=SC2064 # the folder of now
  trap "rmdir '$temporary'" EXIT
  # shellcheck disable=SC2016 # expanded inside
  over_this_system sh -c 'chroot "$root" dpkg --version' >/dev/null 2>&1
}

# The archives of Debian that apt is told of here, as lines of a sources.list.
debian_sources() { # release
  local line
  for line in "$1" "$1-updates" "$1-security"; do
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
      'Created-By: Packages' 'Origin: Debian' "Codename: $line"
  done | sort -u
}

# A new Debian with apt and little else in a folder.
new_debian() { # release folder lists-of-packages
  if command -v mmdebstrap >/dev/null; then
    mmdebstrap --quiet --variant=apt --mode=root "$1" "$2" "$3"
  else
    local address
    address=$(awk -v release="$1" '$3 == release { print $2; exit }' "$3")
    debootstrap --variant=minbase "$1" "$2" "$address" >"$2.log" || {
      tail -n 20 "$2.log" >&2
      return 1
    }
  fi
}

# Why `clean` cannot run here; nothing if it can.
clean_obstacle() {
  if [[ $(id -u) != 0 ]]; then
    echo "this needs root"
  elif ! command -v mmdebstrap >/dev/null && ! command -v debootstrap >/dev/null; then
    echo "neither mmdebstrap nor debootstrap is installed: apt-get install mmdebstrap"
  elif ! command -v apt-get >/dev/null || [[ -z $(debian_sources "$(debian_release)") ]]; then
    echo "apt knows no archive of this system's release of Debian"
  fi
}

debian_release() {
  # shellcheck disable=SC1091 # the system's
  (. /etc/os-release && echo "${VERSION_CODENAME:-}")
}

# Installs the packages in the new system $root, and uses them there.
use_in_new_debian() { # release lists-of-packages package...
  local clang
  clang=$(basename "$plugin")
  clang=${clang%%-kernel-bounds_*}
  cp "$2" "$root/etc/apt/sources.list"
  apt-config dump Acquire::http >"$root/etc/apt/apt.conf.d/80acquire"
  apt-config dump Acquire::Check-Valid-Until >>"$root/etc/apt/apt.conf.d/80acquire"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  # What is thrown away need not be safe on the disk.
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/80unsafe-io"
  shift 2
  cp "$@" "$root/tmp"
  cp -r "$source_dir/test/Package" "$root/tmp/consumer"
  use_installed >"$root/tmp/use.sh"
  # shellcheck disable=SC2016 # expanded inside
  chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -c '
    apt-get -q update &&
    apt-get -q -y --no-install-recommends install "$@" /tmp/*.deb' install \
    "$clang" make ${dev:+cmake} >"$root/tmp/log" 2>&1 || {
    tail -n 30 "$root/tmp/log" >&2
    return 1
  }
  chroot "$root" /bin/bash /tmp/use.sh
}

clean() {
  local obstacle
  obstacle=$(clean_obstacle)
  [[ -z $obstacle ]] || die "$obstacle"
  temporary=$(mktemp -d)
  # shellcheck disable=SC2064 # the folder of now
  trap "rm -rf --one-file-system '$temporary'" EXIT
  export -f debian_sources new_debian debian_release use_in_new_debian use_installed
  export tool plugin dev source_dir temporary
  # What is mounted is gone with the namespace.
  unshare --mount --pid --fork --kill-child bash -c 'set -euo pipefail
    release=$(debian_release) root=$temporary/root
    debian_sources "$release" > "$temporary/sources.list"
    mkdir "$root"
    new_debian "$release" "$root" "$temporary/sources.list"
    echo "a new Debian $release: $(du -sm "$root" | cut -f1) MB"
    mount -t proc proc "$root/proc"
    use_in_new_debian "$release" "$temporary/sources.list" "$tool" "$plugin" ${dev:+"$dev"}'
}

make() { # folder
  local build=$source_dir/build/release
  cd "$source_dir"
  [[ -f $build/build.ninja ]] || cmake --preset release
  cmake --build --preset release -j "$(nproc)"
  mkdir -p "$1"
  # Those of another version would stand beside the new ones.
  rm -f "$1"/kernel-bounds_*.deb "$1"/clang-*-kernel-bounds_*.deb "$1"/libkernel-bounds-dev_*.deb
  (cd "$build" && cpack -G DEB -B "$1")
  rm -rf "$1/_CPack_Packages"
}

action=${1:-}
folder=${2:-$source_dir/build/packages}
case $action in
make)
  folder=$(realpath -m -- "$folder") # that of the caller, whatever folder is entered
  make "$folder"
  find_packages "$folder"
  check
  lint
  ;;
check | lint | try | clean)
  [[ $# == 2 ]] || die "usage: package.sh $action DIR"
  folder=$(cd "$folder" && pwd -P)
  find_packages "$folder"
  "$action"
  ;;
probe) probe ;;
clean-probe)
  obstacle=$(clean_obstacle)
  [[ -z $obstacle ]] || die "$obstacle"
  ;;
*) die "usage: package.sh make [DIR] | check DIR | lint DIR | try DIR | clean DIR | probe | clean-probe" ;;
esac
