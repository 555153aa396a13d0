//===- X86EncodingTest.cpp ------------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86/X86Target.h"
#include "gtest/gtest.h"
#include <vector>

using namespace kernelbounds;

namespace {

unsigned opcodeOf(const std::vector<uint8_t> &Bytes) {
  return findX86Opcode(Bytes);
}

// Bytes as llvm-mc encodes them.
TEST(X86Encoding, Opcode) {
  EXPECT_EQ(opcodeOf({0x90}), 0u);                         // nop
  EXPECT_EQ(opcodeOf({0x75, 0xfe}), 0u);                   // jne .
  EXPECT_EQ(opcodeOf({0x0f, 0x85, 0, 0, 0, 0}), 1u);       // jne far
  EXPECT_EQ(opcodeOf({0x49, 0x83, 0xef, 0x01}), 1u);       // sub $1, %r15
  EXPECT_EQ(opcodeOf({0x66, 0x90}), 1u);                   // xchg %ax, %ax
  EXPECT_EQ(opcodeOf({0x66, 0x0f, 0x1f, 0x00}), 2u);       // nopw (%rax)
  EXPECT_EQ(opcodeOf({0xf3, 0x48, 0x0f, 0xb8, 0xc0}), 3u); // popcnt %rax, %rax
  EXPECT_EQ(opcodeOf({0x66, 0x0f, 0x38, 0x40, 0xc1}), 3u); // pmulld
  EXPECT_EQ(opcodeOf({0x66, 0x0f, 0x3a, 0x0b, 0xc1, 0x09}), 3u); // roundsd
  EXPECT_EQ(opcodeOf({0xc5, 0xf8, 0x58, 0xc1}), 2u);             // vaddps
  EXPECT_EQ(opcodeOf({0xc4, 0xe2, 0x71, 0x98, 0xc2}), 3u);       // vfmadd132ps
  EXPECT_EQ(opcodeOf({0x62, 0xf1, 0x7c, 0x48, 0x58, 0xc1}),      // vaddps %zmm
            4u);
}

TEST(X86Encoding, NoOpcode) {
  EXPECT_EQ(opcodeOf({}), UnknownOpcode);
  EXPECT_EQ(opcodeOf({0x66, 0x66}), UnknownOpcode);
  EXPECT_EQ(opcodeOf({0x62, 0xf1}), UnknownOpcode);
  EXPECT_EQ(opcodeOf({0x48, 0x0f}), UnknownOpcode);
}

} // namespace
