# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a perf.data file as `perf record` does: a program that is mapped at
0x555500000000, with one sample at each byte of one of its functions.

usage: perf_data.py OUT PROGRAM FUNCTION [cycles]
"""

import struct
import sys

BASE = 0x555500000000
IP, TID, TIME, PERIOD, IDENTIFIER = 1, 2, 4, 1 << 8, 1 << 16
PID = 77


def function_of(elf, wanted):
    """File offset and size of a function of an ELF file of 64 bits."""
    sections_at, = struct.unpack_from("<Q", elf, 40)
    size, num = struct.unpack_from("<HH", elf, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", elf, sections_at + size * i)
                for i in range(num)]
    for s in sections:
        if s[1] != 2:
            continue
        texts = sections[s[6]][4]
        for at in range(s[4], s[4] + s[5], 24):
            name, _, _, section, value, length = struct.unpack_from(
                "<IBBHQQ", elf, at)
            end = elf.index(b"\0", texts + name)
            if elf[texts + name:end].decode() == wanted and length:
                code = sections[section]
                return value - code[3] + code[4], length
    sys.exit(f"no function {wanted}")


def record(kind, misc, body):
    return struct.pack("<IHH", kind, misc, 8 + len(body)) + body


def mapping(path):
    name = path.encode() + b"\0"
    name += b"\0" * (-len(name) % 8)
    return record(10, 2, struct.pack("<IIQQQ", PID, PID, BASE, 1 << 30, 0)
                  + struct.pack("<IIQQII", 0, 0, 0, 0, 5, 2) + name
                  + struct.pack("<IIQQ", PID, PID, 0, 1))


def sample(offset, misc, time):
    return record(9, misc, struct.pack("<QQIIQQ", 1, BASE + offset, PID, PID,
                                       time, 1000000))


def main():
    out, program, function = sys.argv[1:4]
    with open(program, "rb") as f:
        begin, length = function_of(f.read(), function)
    config = 0
    kind = 0 if sys.argv[4:] == ["cycles"] else 1
    sample_type = IP | TID | TIME | PERIOD | IDENTIFIER
    # HEADER: attributes behind the header, then their identifiers.
    attr = struct.pack("<IIQQQQQ", kind, 112, config, 4000, sample_type, 4,
                       1 << 10 | 1 << 18)
    attr += b"\0" * (112 - len(attr))
    attrs_at, ids_at = 104, 104 + 128
    data_at = ids_at + 8
    data = sample(begin, 2, 900)
    data += mapping(program)
    data += b"".join(sample(begin + i, 2, 1000 + i) for i in range(1, length))
    data += sample(0, 1, 2000)
    header = b"PERFILE2" + struct.pack(
        "<QQQQQQQQ", 104, 128, attrs_at, 128, data_at, len(data), 0, 0)
    header += b"\0" * (104 - len(header))
    with open(out, "wb") as f:
        f.write(header + attr + struct.pack("<QQ", ids_at, 8)
                + struct.pack("<Q", 1) + data)


main()
