//===- LoopEncoderTest.cpp - Tests of the code of timed loops -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code as bytes, and what registers hold before it. That hosts and emulators
/// do the same with it, test/Measure and test/kernel-opt/measure-emulated.test
/// show.
//
//===----------------------------------------------------------------------===//

#include "LoopEncoder.h"
#include "kernel-bounds/Measure/LoopText.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The loop with \p Text as its body, behind \p Before bytes of other code.
SmallVector<char, 0> encode(StringRef TargetName, StringRef Text,
                            unsigned Before = 0) {
  auto Target = cantFail(
      TargetContext::create(Triple(TargetName + "-unknown-linux-gnu"), "", ""));
  const FormTarget &Forms = *findFormTarget(TargetName);
  LoopEncoder Encoder(*Target, Forms);
  EXPECT_TRUE(Encoder.isOpen());
  SmallVector<char, 0> Code(Before, 0);
  Encoder.appendLoop(cantFail(readLoopTexts({Text.str()}, Forms)).front(),
                     Code);
  Code.erase(Code.begin(), Code.begin() + Before);
  return Code;
}

std::string hexOf(ArrayRef<char> Code) {
  return toHex(StringRef(Code.data(), Code.size()), /*LowerCase=*/true);
}

TEST(LoopEncoder, CountsAndGoesBack) {
  for (unsigned Before : {0, 64}) {
    // add; dec r15; jne -12.
    EXPECT_EQ(hexOf(encode("x86_64", "add %rax, %rcx", Before)),
              "4801c1"
              "49ffcf"
              "0f85f4ffffff");
    // add; sub x28, x28, #1; cbnz x28, -8.
    EXPECT_EQ(hexOf(encode("aarch64", "add x0, x0, x1", Before)), "0000018b"
                                                                  "9c0700d1"
                                                                  "dcffffb5");
    // add; addi x27, x27, -1; bnez x27, -8.
    EXPECT_EQ(hexOf(encode("riscv64", "add a0, a1, a2", Before)), "3385c500"
                                                                  "938dfdff"
                                                                  "e39c0dfe");
  }
}

TEST(LoopEncoder, BranchesGoToTheNextInstruction) {
  EXPECT_TRUE(
      StringRef(hexOf(encode("x86_64", "je 1f\n1:"))).starts_with("7400"));
  EXPECT_TRUE(StringRef(hexOf(encode("aarch64", "cbz x0, 1f\n1:")))
                  .starts_with("200000b4"));
  EXPECT_TRUE(StringRef(hexOf(encode("riscv64", "beq a0, a1, 1f\n1:")))
                  .starts_with("6302b500"));
}

/// Where a jump of RISC-V goes, in bytes.
int64_t distanceOf(uint32_t Jump) {
  const uint32_t Bits = (Jump >> 31) << 20 | (Jump >> 12 & 0xff) << 12 |
                        (Jump >> 20 & 1) << 11 | (Jump >> 21 & 0x3ff) << 1;
  return SignExtend64<21>(Bits);
}

/// The last branch of a loop goes back to its first instruction, however far
/// that is.
TEST(LoopEncoder, LongLoopsOfRiscV) {
  for (unsigned Insts : {1022, 1023, 1024, 1500, 9000}) {
    std::string Text;
    for (unsigned I = 0; I < Insts; ++I)
      Text += "add a0, a1, a2\n";
    const SmallVector<char, 0> Code = encode("riscv64", Text);
    uint32_t Last;
    std::memcpy(&Last, Code.end() - sizeof(Last), sizeof(Last));
    if (Insts <= 1023) {
      EXPECT_EQ(Code.size(), 4 * (Insts + 2)) << Insts;
      EXPECT_EQ(Last & 0x7f, 0x63u) << Insts; // A branch.
      continue;
    }
    EXPECT_EQ(Code.size(), 4 * (Insts + 3)) << Insts;
    EXPECT_EQ(Last & 0xfff, 0x6fu) << Insts; // A jump that keeps no address.
    EXPECT_EQ(distanceOf(Last), -4 * int64_t(Insts + 2)) << Insts;
  }
}

// Of x86, from the end of the instruction; other targets have no such loops.
TEST(LoopEncoder, AddressesFromTheProgramCounter) {
  auto Target = cantFail(
      TargetContext::create(Triple("x86_64-unknown-linux-gnu"), "", ""));
  LoopEncoder Encoder(*Target, x86Forms());
  SmallVector<char, 0> Code;
  Encoder.appendLoop(cantFail(readLoopTexts({std::string("mov %rax, 64(%rip)\n"
                                                         "addl $1, 64(%rip)")},
                                            x86Forms()))
                         .front(),
                     Code, /*ToMemory=*/0x1000);
  // 0x1040 less 7, and less 14.
  EXPECT_TRUE(StringRef(hexOf(Code))
                  .starts_with("48890539100000"
                               "83053210000001"))
      << hexOf(Code);
}

// An instruction of 16 bytes that reads a wider register is slower on some
// cores: only what the loop uses in full is set in full.
TEST(EntryState, SetsInFullWhatIsUsedInFull) {
  auto Target = cantFail(
      TargetContext::create(Triple("x86_64-unknown-linux-gnu"), "", ""));
  auto Wide = [&](StringRef Text) {
    return x86Forms().wideVectors(
        Target->registerInfo(),
        cantFail(readLoopTexts({Text.str()}, x86Forms())).front());
  };
  EXPECT_EQ(Wide("vaddps %xmm1, %xmm2, %xmm3"), 0u);
  EXPECT_EQ(Wide("vaddps %ymm1, %ymm2, %ymm3\nvaddps %xmm4, %xmm4, %xmm5"),
            0xeu);
  EXPECT_EQ(Wide("vaddps 64(%r14), %zmm0, %zmm31"), 0x80000001u);
  EXPECT_EQ(Wide("add %rax, %rcx"), 0u);
}

TEST(EntryState, HasTheRegistersWithATask) {
  LoopValues V;
  V.General = 5;
  V.Rax = 6;
  V.Rdx = 7;
  V.Vector = 8;
  V.OddVector = 9;
  struct Row {
    const char *Target;
    unsigned Memory, Zero, Other;
    uint64_t Flushing, Exact;
  };
  for (const Row &R : {Row{"x86_64", 14, 13, 1, 0x9fc0, 0x1f80},
                       Row{"aarch64", 27, 26, 1, 1 << 24, 0},
                       Row{"riscv64", 9, 25, 10, 0, 0}}) {
    const FormTarget &Forms = *findFormTarget(R.Target);
    V.FlushDenormals = true;
    EntryState S = Forms.entryState(V, 4096);
    EXPECT_EQ(S.General[R.Memory], 4096u) << R.Target;
    EXPECT_EQ(S.General[R.Zero], 0u) << R.Target;
    EXPECT_EQ(S.General[R.Other], 5u) << R.Target;
    EXPECT_EQ(S.Even[7], 8u) << R.Target;
    EXPECT_EQ(S.Odd[7], 9u) << R.Target;
    EXPECT_EQ(S.FloatControl, R.Flushing) << R.Target;
    V.FlushDenormals = false;
    EXPECT_EQ(Forms.entryState(V, 4096).FloatControl, R.Exact) << R.Target;
  }
  const EntryState S = x86Forms().entryState(V, 4096);
  EXPECT_EQ(S.General[0], 6u);
  EXPECT_EQ(S.General[2], 7u);
}

} // namespace
