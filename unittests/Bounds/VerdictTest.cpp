//===- VerdictTest.cpp - What must be faster for a loop to be -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/Verdict.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

struct Row {
  const char *Name, *Asm, *Verdict, *Headroom;
  CyclesPerIter Faster;
};

#define ORS_2 "vorpd %xmm0, %xmm0, %xmm2\n vorpd %xmm0, %xmm0, %xmm3\n"

const Row Rows[] = {
    {"nothing", "cpuid", "no bound is known", "", 0},
    {"port", ORS_2, "limited by port p0", "", {40, 23}},
    {"loads",
     "vmovupd (%rdi), %xmm1\n vmovupd 16(%rdi), %xmm2",
     "limited by port ld (loads)",
     "",
     {40, 23}},
    {"chain", "vaddpd %xmm0, %xmm1, %xmm1", "limited by latency", "", {80, 23}},
    // Port p0 and the chain take 4 cycles each.
    {"balanced",
     "vaddpd %xmm0, %xmm1, %xmm1\n" ORS_2 ORS_2,
     "balanced: port p0 and latency",
     "",
     {80, 23}},
    // 10 cycles on p0, and 4 + 4 + 2 of latency.
    {"balanced, longer",
     ORS_2 ORS_2 ORS_2 ORS_2 ORS_2
     "vaddpd %xmm0, %xmm1, %xmm1\n"
     "vaddpd %xmm0, %xmm1, %xmm1\n vfmadd231pd %xmm0, %xmm0, %xmm1",
     "balanced: port p0 and latency",
     "",
     {200, 23}},
    // 10 cycles on p0 and 9 of latency (4 + 4 + 1).
    {"capped",
     ORS_2 ORS_2 ORS_2 ORS_2 ORS_2
     "vaddpd %xmm0, %xmm1, %xmm1\n"
     "vaddpd %xmm0, %xmm1, %xmm1\n vandpd %xmm0, %xmm1, %xmm1",
     "limited by port p0", "15 % faster: loop 11 % faster, then latency", 9},
};

TEST(Verdict, Table) {
  ToyTester T;
  for (const Row &R : Rows) {
    Kernel K = T.Semantics.kernel(R.Asm);
    Analysis A = analyzeKernel(K, T.model(), T.numUnits(), {});
    EXPECT_EQ(verdictText(A), R.Verdict) << R.Name;
    EXPECT_EQ(headroomText(A), R.Headroom) << R.Name;
    EXPECT_EQ(A.Why.Faster, R.Faster) << R.Name;
  }
}

/// Laws: the loop never gains more than its limits, and always something.
TEST(Verdict, GainIsThatOfTheLimitsAtMost) {
  ToyTester T;
  for (const Row &R : Rows) {
    Kernel K = T.Semantics.kernel(R.Asm);
    Analysis A = analyzeKernel(K, T.model(), T.numUnits(), {});
    EXPECT_LE(A.Why.gainPercent(), 15u) << R.Name;
    if (A.LimitedBy == Limit::None)
      continue;
    EXPECT_GE(A.Why.gainPercent(), 1u) << R.Name;
    EXPECT_EQ(limitName(A.Why.Limits.front().Kind), limitName(A.LimitedBy))
        << R.Name;
  }
}

} // namespace
