#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fetches the sources of zlib, lz4, zstd, SQLite and xxHash as Debian has them,
# and writes a compile_commands.json of the first four for compile_time.py.
# remarks.py takes xxHash, too.
#
#   bench/library_sources.sh DIRECTORY
#
# Needs a deb-src line in apt's sources, dpkg-dev, and tclsh for SQLite. What
# is in DIRECTORY already is not fetched again, so that sources unpacked by hand
# (zlib-*, lz4-*, libzstd-*, sqlite3-*, xxhash-*) serve as well.
set -euo pipefail
if [[ $# -ne 1 ]]; then
  echo "usage: library_sources.sh DIRECTORY" >&2
  exit 2
fi
mkdir -p "$1"
cd "$1"

for package in zlib lz4 libzstd sqlite3 xxhash; do
  compgen -G "$package-*/" >/dev/null || apt-get source "$package"
done

sqlite=$(echo "$PWD"/sqlite3-*/)
if [[ ! -f sqlite/sqlite3.c ]]; then
  mkdir -p sqlite
  (cd sqlite && "$sqlite/configure" --quiet >/dev/null && make sqlite3.c >/dev/null)
fi

python3 - "$PWD" <<'EOF'
import json
import sys
from pathlib import Path

root = Path(sys.argv[1])


def directory(pattern):
    return next(p for p in sorted(root.glob(pattern)) if p.is_dir())


zlib, lz4, zstd = directory("zlib-*"), directory("lz4-*") / "lib", directory("libzstd-*") / "lib"
files = [(f, ["-DHAVE_UNISTD_H", f"-I{zlib}"]) for f in sorted(zlib.glob("*.c"))]
files += [(f, ["-DXXH_NAMESPACE=LZ4_", f"-I{lz4}"]) for f in sorted(lz4.glob("*.c"))]
for part in "common", "compress", "decompress", "dictBuilder":
    files += [(f, ["-DXXH_NAMESPACE=ZSTD_", "-DZSTD_LEGACY_SUPPORT=0", f"-I{zstd}", f"-I{zstd / 'common'}"])
              for f in sorted((zstd / part).glob("*.c"))]
files.append((root / "sqlite" / "sqlite3.c", ["-DSQLITE_THREADSAFE=1"]))
commands = [{"directory": str(root), "file": str(f), "arguments": ["cc", *flags, "-c", str(f)]} for f, flags in files]
(root / "compile_commands.json").write_text(json.dumps(commands, indent=1))
print(f"{len(commands)} files in {root / 'compile_commands.json'}")
EOF
