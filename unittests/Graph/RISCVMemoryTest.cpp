//===- RISCVMemoryTest.cpp - Dependences through memory of RISC-V ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryTester.h"
#include "TestSupport.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

using Pairs = std::set<Pair>;

struct RISCVMemoryTest : testing::Test {
  MemoryTester RV{"riscv64-unknown-linux-gnu", "+m,+a,+f,+d,+v,+zba,+zbb"};
};

/// Integer accesses by t0, and floating-point ones by ft0, where the width has
/// both.
std::string assembly(ArrayRef<Access> Body, ArrayRef<int64_t> Steps,
                     Random &R) {
  auto Name = [&](const Access &A) -> std::string {
    const bool IsFloat = A.Width >= 4 && R.below(2) == 0;
    const std::string Letter = A.Width == 1   ? "b"
                               : A.Width == 2 ? "h"
                               : A.Width == 4 ? "w"
                                              : "d";
    return (IsFloat ? "f" : "") + std::string(A.IsStore ? "s" : "l") + Letter +
           (IsFloat ? " ft0, " : " t0, ");
  };
  std::string Text;
  for (const Access &A : Body)
    Text += Name(A) + std::to_string(A.Offset) + "(a" +
            std::to_string(A.Pointer) + ")\n";
  for (unsigned P = 0; P < Steps.size(); ++P) {
    const std::string Pointer = "a" + std::to_string(P);
    if (Steps[P] != 0)
      Text += "addi " + Pointer + ", " + Pointer + ", " +
              std::to_string(Steps[P]) + "\n";
  }
  return Text;
}

} // namespace

TEST_F(RISCVMemoryTest, AgreesWithAnInterpreterOnRandomBodies) {
  RV.O.AssumeDistinct = true;
  Random R(31);
  for (unsigned Round = 0; Round < 500; ++Round) {
    static constexpr int64_t AllSteps[] = {0, 1, 4, 8, 8, 16, 24, -8, -4, 40};
    static constexpr unsigned Widths[] = {1, 2, 4, 8};
    const int64_t Steps[2] = {AllSteps[R.below(10)], AllSteps[R.below(10)]};
    std::vector<Access> Body;
    for (uint64_t N = 1 + R.below(8); N > 0; --N)
      Body.push_back({unsigned(R.below(2)), R.between(-60, 60),
                      Widths[R.below(4)], R.below(2) == 0});
    const std::string Text = assembly(Body, Steps, R);
    EXPECT_EQ(RV.must(Text), interpret(Body, Steps, 150)) << Text;
  }
}

TEST_F(RISCVMemoryTest, IndicesOfWords) {
  // The low word of the counter, with its sign or without, scaled.
  EXPECT_EQ(RV.must("sext.w a5, a1\nsh2add a5, a5, a0\nlw a4, 0(a5)\n"
                    "sw a4, 8(a5)\naddiw a1, a1, 1"),
            (Pairs{{3, 2, 2, 4}}));
  EXPECT_EQ(RV.must("sh2add.uw a5, a1, a0\nlw a4, 0(a5)\nsw a4, 4(a5)\n"
                    "addiw a1, a1, 1"),
            (Pairs{{2, 1, 1, 4}}));
  EXPECT_EQ(RV.must("add.uw a5, a1, a0\nlbu a4, 0(a5)\nsb a4, 3(a5)\n"
                    "addiw a1, a1, 1"),
            (Pairs{{2, 1, 3, 1}}));
  EXPECT_EQ(RV.must("slli.uw a5, a1, 3\nadd a5, a5, a0\nld a4, 0(a5)\n"
                    "sd a4, 16(a5)\naddi a1, a1, 1"),
            (Pairs{{3, 2, 2, 8}}));
  // Arithmetic of words: their results are extended by their sign.
  EXPECT_EQ(RV.must("slliw a5, a1, 3\nadd a5, a5, a0\nld a4, 0(a5)\n"
                    "sd a4, 8(a5)\naddiw a1, a1, 1"),
            (Pairs{{3, 2, 1, 8}}));
  EXPECT_EQ(RV.must("subw a5, a1, a2\nsh3add a5, a5, a0\nld a4, 0(a5)\n"
                    "sd a4, 8(a5)\naddiw a1, a1, 1"),
            (Pairs{{3, 2, 1, 8}}));
  // By a stride that is not known no two trips need meet.
  EXPECT_EQ(RV.must("mulw a5, a1, a2\nsh3add a5, a5, a0\nld a4, 0(a5)\n"
                    "sd a4, 8(a5)\naddiw a1, a1, 1"),
            Pairs());
}

TEST_F(RISCVMemoryTest, PointersAndSymbols) {
  // What no register holds is at the address that stands there: x0.
  EXPECT_EQ(RV.must("ld a4, 16(zero)\nsd a4, 16(zero)"), (Pairs{{1, 0, 1, 8}}));
  EXPECT_EQ(RV.must("lui a1, %hi(foo)\nlw a2, %lo(foo)(a1)\n"
                    "addi a2, a2, 1\nsw a2, %lo(foo)(a1)"),
            (Pairs{{3, 1, 1, 4}}));
  EXPECT_EQ(RV.must("lui a1, %hi(foo)\nlw a2, %lo(foo)(a1)\n"
                    "lui a3, %hi(bar)\nsw a2, %lo(bar)(a3)"),
            Pairs());
  // An atomic update loads and stores.
  EXPECT_EQ(RV.must("amoadd.d a3, a2, (a0)"), (Pairs{{0, 0, 1, 8}}));
  RV.BeforeText = "addi a1, a0, 16";
  EXPECT_EQ(RV.must("fld ft0, 0(a0)\nfsd ft0, 0(a1)\naddi a0, a0, 8\n"
                    "addi a1, a1, 8"),
            (Pairs{{1, 0, 2, 8}}));
}
