//===- FloatRateTest.cpp - Floating-point operations per cycle ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Advice/FloatRate.h"
#include "../Kernel/ToyTester.h"
#include "CpuFeature.h"
#include "TestSupport.h"

using namespace kernelbounds;
using namespace llvm;

TEST(FloatRate, Share) {
  FloatRate R;
  R.Shares = {{FloatType::Double, 12, 32}};
  EXPECT_EQ(R.operations(), 12u);
  EXPECT_EQ(R.perCycle({3, 2}), 8);
  EXPECT_EQ(R.milliOfPeak({3, 2}), 250);
  EXPECT_EQ(floatRateText(R, {3, 2}),
            "8.00 flop/cy, 25.0 % of the core's peak of 32 (fp64)");
  EXPECT_EQ(floatRateNote(R), "");
}

// Each type fills its own part of the time: 16/32 and 16/64 cycles of 1.
TEST(FloatRate, TwoTypes) {
  FloatRate R;
  R.Shares = {{FloatType::Single, 16, 64}, {FloatType::Double, 16, 32}};
  R.HasMasked = R.IsShortest = true;
  EXPECT_EQ(R.perCycle(1), 32);
  EXPECT_EQ(R.milliOfPeak(1), 750);
  EXPECT_EQ(floatRateText(R, 1), "32.00 flop/cy, 75.0 % of the core's peak of "
                                 "64 (fp32) and 32 (fp64)");
  EXPECT_EQ(floatRateNote(R), "elements that are masked off count, too; "
                              "scalable vectors count as 128 bits");
}

TEST(FloatRate, UnknownPeak) {
  FloatRate R;
  R.Shares = {{FloatType::Double, 4, 32}, {FloatType::Extended, 2, 0}};
  EXPECT_EQ(R.milliOfPeak(3), std::nullopt);
  EXPECT_EQ(floatRateText(R, 3), "2.00 flop/cy (fp64, fp80)");
  EXPECT_EQ(floatRateText({}, 3), "");
}

// The model knows none of the candidates for a peak.
TEST(FloatRate, OfAModel) {
  ToyTester T;
  const FloatRate R =
      findFloatRate(T.Semantics.kernel("vfmadd231pd %xmm0, %xmm1, %xmm2\n"
                                       "vaddsd %xmm3, %xmm4, %xmm4\n"
                                       "vmovapd %xmm5, %xmm6"),
                    T.model());
  ASSERT_EQ(R.Shares.size(), 1u);
  EXPECT_EQ(R.Shares.front().Type, FloatType::Double);
  EXPECT_EQ(R.Shares.front().Operations, 5u);
  EXPECT_EQ(R.Shares.front().Peak, 0);
  EXPECT_FALSE(R.HasMasked);
  EXPECT_TRUE(findFloatRate(T.Semantics.kernel("addq $1, %rax"), T.model())
                  .Shares.empty());
}

// Fused multiply-adds in a cycle times elements times 2.
TEST(FloatRate, PeaksOfCores) {
  struct Row {
    const char *Cpu, *Triple, *Asm;
    CyclesPerIter Peak;
  };
  const char *X86 = "x86_64-unknown-linux-gnu";
  const char *Arm = "aarch64-unknown-linux-gnu";
  const Row Rows[] = {
      {"cascadelake", X86, "vaddsd %xmm0, %xmm1, %xmm2", 2 * 8 * 2},
      {"cascadelake", X86, "vaddss %xmm0, %xmm1, %xmm2", 2 * 16 * 2},
      {"skylake", X86, "vaddsd %xmm0, %xmm1, %xmm2", 2 * 4 * 2},
      // Two pipes of 256 bits, which take a vector of 512 in two cycles.
      {"znver4", X86, "vaddsd %xmm0, %xmm1, %xmm2", 2 * 4 * 2},
      {"znver5", X86, "vaddsd %xmm0, %xmm1, %xmm2", 2 * 8 * 2},
      {"a64fx", Arm, "fadd d0, d1, d2", 2 * 8 * 2},
      {"neoverse-v1", Arm, "fadd d0, d1, d2", 4 * 2 * 2},
      {"neoverse-v2", Arm, "fadd s0, s1, s2", 4 * 4 * 2}};
  for (const Row &R : Rows) {
    SCOPED_TRACE(R.Cpu);
    ToyTester T(R.Cpu, R.Triple);
    const FloatRate F = findFloatRate(T.Semantics.kernel(R.Asm), T.model());
    ASSERT_EQ(F.Shares.size(), 1u);
    EXPECT_EQ(F.Shares.front().Peak, R.Peak);
  }
}

TEST(FloatRate, Features) {
  ToyTester T;
  EXPECT_EQ(cpuHasFeature(T.model(), "cascadelake", "avx512f"), true);
  // By way of others: AVX-512 implies FMA.
  EXPECT_EQ(cpuHasFeature(T.model(), "cascadelake", "fma"), true);
  EXPECT_EQ(cpuHasFeature(T.model(), "znver3", "avx512f"), false);
  EXPECT_EQ(cpuHasFeature(T.model(), "no-such-core", "fma"), std::nullopt);
}
