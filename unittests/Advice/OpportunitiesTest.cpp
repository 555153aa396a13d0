//===- OpportunitiesTest.cpp - What would help ----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Opportunities.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

Opportunity adviceFor(ToyTester &T, StringRef Text) {
  const Kernel &K = T.Semantics.kernel(Text);
  KernelAddresses Addresses(K, T.model().instrInfo(), T.numUnits());
  const Analysis A = analyzeKernel(K, T.model(), Addresses, {});
  return findOpportunity(Baseline(A, T.numUnits()), Addresses);
}

TEST(Opportunities, Table) {
  struct Row {
    const char *Name, *Asm;
    Opportunity::Kind What;
    unsigned Chains;
    CyclesPerIter To;
  } Rows[] = {
      {"sum",
       "vaddpd %xmm0, %xmm1, %xmm1",
       Opportunity::Kind::IndependentChains,
       8,
       {1, 2}},
      {"addend",
       "vfmadd231pd %xmm0, %xmm1, %xmm2",
       Opportunity::Kind::IndependentChains,
       4,
       {1, 2}},
      {"Horner",
       "vfmadd213pd %xmm0, %xmm1, %xmm2",
       Opportunity::Kind::SplitRecurrence,
       8,
       {1, 2}},
      {"a factor that changes",
       "vaddpd %xmm0, %xmm3, %xmm1\n vmovupd (%rax), %xmm3\n"
       "vfmadd213pd %xmm0, %xmm1, %xmm2",
       Opportunity::Kind::None, 0, 0},
      // vmulpd takes 4 cycles.
      {"division", "vdivpd %xmm0, %xmm1, %xmm1", Opportunity::Kind::Reciprocal,
       1, 4},
      {"division by what changes", "vdivpd %xmm1, %xmm0, %xmm1",
       Opportunity::Kind::None, 0, 0},
      {"mixed", "vaddpd %xmm0, %xmm1, %xmm1\n vmulpd %xmm0, %xmm1, %xmm1",
       Opportunity::Kind::SplitRecurrence, 8, 1},
      {"stored on the way",
       "vaddpd %xmm0, %xmm1, %xmm1\n vmulpd %xmm0, %xmm1, %xmm1\n"
       "vmovupd %xmm1, (%rax)",
       Opportunity::Kind::None, 0, 0},
      {"sum of sums", "vaddpd %xmm0, %xmm1, %xmm1\n vaddpd %xmm2, %xmm1, %xmm1",
       Opportunity::Kind::IndependentChains, 8, 1},
      {"counter",
       "decq %rax\n vaddpd %xmm0, %xmm1, %xmm2",
       Opportunity::Kind::Unroll,
       2,
       {1, 2}},
      {"ports limit", "vorpd %xmm0, %xmm1, %xmm2", Opportunity::Kind::None, 0,
       0},
      {"pointer chase", "movq (%rax), %rax", Opportunity::Kind::None, 0, 0},
  };
  ToyTester T;
  for (const auto &R : Rows) {
    const Opportunity O = adviceFor(T, R.Asm);
    EXPECT_EQ(int(O.What), int(R.What)) << R.Name;
    EXPECT_EQ(O.Count, R.Chains) << R.Name;
    EXPECT_EQ(O.To, R.To) << R.Name;
  }
}

} // namespace
