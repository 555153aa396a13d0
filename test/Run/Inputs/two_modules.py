# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a trace of a loop that calls a function in another file, at the same
address: each loads once in a trip, and one of them misses.
usage: two_modules.py FILE loop|called
"""

import struct
import sys
import zlib


def number(value):
    out = b""
    while value >= 128:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def text(value):
    return number(len(value)) + value.encode()


def moved(value):
    value &= (1 << 64) - 1
    return number(value << 1 & (1 << 64) - 1 if value < 1 << 63 else ((1 << 64) - value << 1) - 1)


def predicted(pairs):
    """Values, each with its prediction."""
    out, right = b"", 0
    for value, guess in pairs:
        if value == guess:
            right += 1
        else:
            out += number(right) + moved(value - guess)
            right = 0
    return out + number(right)


def path(insts):
    following, before = {}, -1
    for inst in insts:
        yield inst, following.get(before, 0)
        following[before] = before = inst


def addresses(accesses):
    last, step = {}, {}
    for access, address in accesses:
        yield address, last.get(access, 0) + step.get(access, 0)
        step[access] = address - last.get(access, 0)
        last[access] = address


TRIPS = 400
# Module, address, bytes and accesses.
INSTS = [(0, 0x1000, "488b07", 1),      # movq (%rdi), %rax
         (0, 0x1003, "e800000000", 0),  # callq
         (1, 0x1000, "488b1e", 1),      # movq (%rsi), %rbx
         (1, 0x1003, "c3", 0),          # retq
         (0, 0x1008, "ebf6", 0)]        # jmp 0x1000
accesses = []
for trip in range(TRIPS):
    both = [0x10000000 + 4096 * trip, 0x20000000]
    accesses += enumerate(both if sys.argv[2] == "loop" else both[::-1])
body = text("x86_64-unknown-linux-gnu") + number(2) + text("/bin/a") + text("/lib/b.so") + number(len(INSTS))
for module, address, code, count in INSTS:
    code = bytes.fromhex(code)
    body += number(module) + number(address) + number(len(code)) + number(count) + code
body += number(1) + number(0) + number(0x1000) + text("f") + text("") + number(0) + number(900000)
body += number(1) + number(0x1000) + number(10)
body += number(1) + number(0) + number(TRIPS * len(INSTS))
body += predicted(path([inst for trip in range(TRIPS) for inst in range(len(INSTS))]))
body += predicted(addresses(accesses)) + number(0)
with open(sys.argv[1], "wb") as file:
    file.write(b"kbtrace\n" + number(2) + struct.pack("<I", zlib.crc32(body)) + body)
