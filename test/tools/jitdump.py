#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a jitdump, as perf's specification has it.

usage: jitdump.py OUT [--version=N] [--machine=N] [--big-endian] RECORD...

Records:
  load:ADDRESS:NAME:FILE           a function of the bytes of a file
  move:FROM:TO:NAME                a function that is elsewhere now
  lines:ADDRESS:[OFFSET=FILE=LINE,...]   lines of the function to come
  close:                           the end
  raw:HEX                          these bytes
Numbers may be hexadecimal. The functions are numbered in their order.
"""

import struct
import sys


class Writer:
    def __init__(self, order):
        self.order = order
        self.names = {}  # name -> (index, size)

    def pack(self, form, *values):
        return struct.pack(self.order + form, *values)

    def record(self, kind, payload):
        return self.pack("IIQ", kind, 16 + len(payload), 0) + payload

    def load(self, address, name, file):
        with open(file, "rb") as f:
            code = f.read()
        index = self.names.setdefault(name, (len(self.names), len(code)))[0]
        address = int(address, 0)
        head = self.pack("IIQQQQ", 7, 7, address, address, len(code), index)
        return self.record(0, head + name.encode() + b"\0" + code)

    def move(self, old, new, name):
        index, size = self.names[name]
        return self.record(1, self.pack("IIQQQQQ", 7, 7, int(new, 0), int(old, 0), int(new, 0), size, index))

    def lines(self, address, entries):
        address = int(address, 0)
        rows = [e.split("=") for e in entries.split(",")]
        text, last = b"", None
        for offset, file, line in rows:
            name = b"\xff" if file == last else file.encode()
            text += self.pack("QII", address + int(offset, 0), int(line), 0) + name + b"\0"
            last = file
        return self.record(2, self.pack("QQ", address, len(rows)) + text)

    def close(self, _):
        return self.record(3, b"")

    def raw(self, digits):
        return bytes.fromhex(digits)


def main():
    version, machine, order, records = 1, 62, "<", []
    for argument in sys.argv[2:]:
        name, _, value = argument.partition("=")
        if name == "--version":
            version = int(value)
        elif name == "--machine":
            machine = int(value)
        elif argument == "--big-endian":
            order = ">"
        else:
            records.append(argument)
    writer = Writer(order)
    with open(sys.argv[1], "wb") as f:
        f.write(writer.pack("IIIIIIQQ", 0x4A695444, version, 40, machine, 0, 7, 0, 0))
        for record in records:
            kind, _, rest = record.partition(":")
            first, *others = rest.split(":", 1)
            # The names of functions may have colons.
            others = others[0].rsplit(":", 1) if others and kind in ("load", "move") else others
            f.write(getattr(writer, kind)(first, *others))


if __name__ == "__main__":
    main()
