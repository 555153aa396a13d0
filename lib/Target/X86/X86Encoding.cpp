//===- X86Encoding.cpp - Bytes of an instruction --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See X86Target.h. Tested by unittests/Target/X86EncodingTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "X86Target.h"
#include "llvm/ADT/StringRef.h"

using namespace kernelbounds;
using namespace llvm;

static bool isLegacyPrefix(uint8_t Byte) {
  return StringRef("\x26\x2e\x36\x3e\x64\x65\x66\x67\xf0\xf2\xf3")
      .contains(char(Byte));
}

/// Bytes of the VEX, EVEX or XOP prefix that begins with \p Byte; 0: none.
/// What LES, LDS and BOUND were has no other meaning in 64-bit mode.
static unsigned vectorPrefix(uint8_t Byte) {
  switch (Byte) {
  case 0xc5:
    return 2;
  case 0xc4:
    return 3;
  case 0x62:
    return 4;
  default:
    return 0;
  }
}

uint8_t kernelbounds::findX86Opcode(ArrayRef<uint8_t> Bytes) {
  size_t At = 0;
  auto Is = [&](auto Test) { return At < Bytes.size() && Test(Bytes[At]); };
  while (Is(isLegacyPrefix))
    ++At;
  if (Is([](uint8_t B) { return vectorPrefix(B) != 0; })) {
    At += vectorPrefix(Bytes[At]);
  } else {
    if (Is([](uint8_t B) { return B >> 4 == 4; })) // REX
      ++At;
    if (Is([](uint8_t B) { return B == 0x0f; })) {
      ++At;
      if (Is([](uint8_t B) { return B == 0x38 || B == 0x3a; }))
        ++At;
    }
  }
  return At < Bytes.size() ? At : UnknownOpcode;
}
