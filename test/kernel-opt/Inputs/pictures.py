# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks at the pictures in two folders: each that was made has its counterpart.

usage: pictures.py MADE KEPT

A picture is drawn if it has more than one colour in at least a fifth of its
lines. Kept ones have the same size, and at most 200 KB.
"""
import pathlib
import struct
import sys
import zlib


def read(path):
    """The size of a PNG, and how many of its lines have more than one colour."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height = struct.unpack(">II", data[at + 8:at + 16])
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    lines = zlib.decompress(packed)
    stride = len(lines) // height
    # Of a line of one colour, only the first pixel differs from what precedes it,
    # whatever the filter of the line.
    busy = sum(len(set(lines[y * stride + 5:(y + 1) * stride])) > 4 for y in range(height))
    return width, height, busy


def main():
    made, kept = (pathlib.Path(p) for p in sys.argv[1:])
    faults = 0
    for path in sorted(made.glob("*.png")):
        width, height, busy = read(path)
        is_drawn = busy * 5 >= height
        print(f"{path.name}: {width}x{height}, {'drawn' if is_drawn else 'empty'}")
        faults += not is_drawn
        other = kept / path.name
        if not other.exists():
            print(f"{path.name}: not in {kept}")
            faults += 1
            continue
        if read(other)[:2] != (width, height) or other.stat().st_size > 200 * 1024:
            print(f"{path.name}: {kept} has another size")
            faults += 1
    print(f"{faults} faults")


main()
