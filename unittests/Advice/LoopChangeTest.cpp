//===- LoopChangeTest.cpp - A loop with other instructions ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

const char *const Bodies[] = {
    "vaddpd %xmm0, %xmm1, %xmm1",
    "vaddpd (%rax), %xmm1, %xmm2\n vmulpd %xmm2, %xmm2, %xmm3",
    "vdivpd %xmm0, %xmm1, %xmm2\n decq %rdi",
    "movq %rax, %rcx\n movq %rbx, %rax\n imulq %rdx, %rcx\n movq %rcx, %rbx",
    // Through memory, over one iteration and over three.
    "vmovupd (%rax), %xmm0\n vaddpd %xmm0, %xmm1, %xmm0\n"
    "vmovupd %xmm0, 16(%rax)\n addq $16, %rax",
    "vmovupd (%rax), %xmm0\n vaddpd %xmm0, %xmm1, %xmm0\n"
    "vmovupd %xmm0, 48(%rax)\n addq $16, %rax",
};

Analysis analyze(ToyTester &T, StringRef Text) {
  return analyzeKernel(T.Semantics.kernel(Text), T.model(), T.numUnits(), {});
}

/// Copies without a change take as long, each, as one.
TEST(LoopChange, CopiesTakeAsLong) {
  ToyTester T;
  for (const char *Body : Bodies) {
    Analysis A = analyze(T, Body);
    const Baseline Today(A, T.numUnits());
    for (unsigned Copies : {1u, 2u, 3u, 5u})
      EXPECT_EQ(LoopChange(Today, Copies).cycles(Today.notWorthwhile()),
                A.Prediction)
          << Body << ", " << Copies << " copies";
  }
}

/// The same without the certainty that no chain becomes longer: dependences
/// through memory go to the right copy.
TEST(LoopChange, CopiesKeepDependences) {
  ToyTester T;
  for (const char *Body : Bodies) {
    Analysis A = analyze(T, Body);
    const Baseline Today(A, T.numUnits());
    for (unsigned Copies : {1u, 2u, 3u, 5u}) {
      LoopChange Change(Today, Copies);
      Change.mayLengthenChains();
      EXPECT_EQ(Change.cycles(Today.notWorthwhile()), A.Prediction)
          << Body << ", " << Copies << " copies";
    }
  }
}

TEST(LoopChange, DropsLoads) {
  ToyTester T;
  // 3 loads on one port; without the second, which the addition keeps, 2.
  Analysis A = analyze(T, "vmovupd (%rax), %xmm0\n"
                          "vaddpd (%rbx), %xmm1, %xmm2\n"
                          "vmovupd (%rcx), %xmm3");
  const Baseline Today(A, T.numUnits());
  EXPECT_EQ(A.Prediction, CyclesPerIter(3));
  LoopChange One(Today);
  One.dropLoad(1);
  EXPECT_EQ(One.cycles(Today.notWorthwhile()), CyclesPerIter(2));
  LoopChange All(Today);
  for (uint32_t I = 0; I < 3; ++I)
    All.dropLoad(I);
  EXPECT_EQ(All.cycles(Today.notWorthwhile()),
            CyclesPerIter(1, 2)); // The addition on p0 p1.
}

TEST(LoopChange, OtherOpcode) {
  ToyTester T;
  Analysis A = analyze(T, "vdivpd %xmm0, %xmm1, %xmm2");
  const Baseline Today(A, T.numUnits());
  LoopChange Change(Today);
  Change.setOpcode(0, 0, T.model().opcodeByName("VMULPDrr"));
  EXPECT_EQ(Change.cycles(Today.notWorthwhile()), CyclesPerIter(1, 2));
  // The toy does not know it: nothing can be promised.
  LoopChange Unknown(Today);
  Unknown.setOpcode(0, 0, T.model().opcodeByName("VDIVPSrr"));
  EXPECT_EQ(Unknown.cycles(Today.notWorthwhile()), A.Prediction);
}

/// Three points of which two cross lines.
constexpr const char *ThreePoints =
    "vmovups -4(%rsi), %ymm0\n vaddps (%rsi), %ymm0, %ymm0\n"
    "vaddps 4(%rsi), %ymm0, %ymm0\n addq $32, %rsi";

TEST(LoopChange, LinesCrossed) {
  ToyTester T("cascadelake");
  Analysis A = analyze(T, ThreePoints);
  const Baseline Today(A, T.numUnits());
  for (unsigned Copies : {1u, 2u, 4u})
    EXPECT_EQ(LoopChange(Today, Copies).cycles(Today.notWorthwhile()),
              A.Prediction)
        << Copies;
  // Without the first, one of two loads crosses in one of two trips.
  LoopChange Less(Today);
  Less.dropLoad(0);
  EXPECT_EQ(Less.cycles(Today.notWorthwhile()), CyclesPerIter(5, 4));
  // Of 64 bytes, the two that are not aligned cross in each trip.
  LoopChange Wider(Today);
  for (uint32_t Mem = 0; Mem < 3; ++Mem)
    Wider.widen(Mem);
  EXPECT_EQ(Wider.cycles(CyclesPerIter(100)), CyclesPerIter(5, 2));
}

} // namespace
