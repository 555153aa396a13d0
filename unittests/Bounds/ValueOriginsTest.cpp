//===- ValueOriginsTest.cpp - What the figures of a loop rest on ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/ValueOrigins.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// "micro-ops@0:1 latency@1:4": those in the limit, with their weights.
std::string inLimit(ArrayRef<UsedValue> Values) {
  std::string Text;
  for (const UsedValue &V : Values) {
    if (!V.InLimit)
      continue;
    Text += (Text.empty() ? "" : " ") + V.roleName().str();
    if (V.Inst != UsedValue::WholeLoop)
      Text += "@" + std::to_string(V.Inst);
    Text += ":" + std::to_string(V.Weight);
  }
  return Text;
}

struct Row {
  const char *Name, *Asm, *InLimit;
};

const Row Rows[] = {
    {"nothing modelled", "cpuid", ""},
    // The load is no evidence for p0.
    {"port", "vorpd (%rdi), %xmm1, %xmm2\n vorpd %xmm0, %xmm1, %xmm3",
     "micro-ops@0:1 micro-ops@1:1"},
    {"load port", "vmovupd (%rdi), %xmm1\n vmovupd 16(%rdi), %xmm2",
     "load@0:1 load@1:1"},
    {"stores", "vmovupd %xmm1, (%rdi)", "store@0:2"},
    {"unit", "vdivpd %xmm0, %xmm1, %xmm2", "micro-ops@0:8"},
    {"chain", "vaddpd %xmm0, %xmm1, %xmm1", "latency@0:4"},
    // Eliminated moves add nothing, but the chain leads through them.
    {"moves on the chain",
     "movq %rax, %rbx\n imulq %rcx, %rbx\n movq %rbx, %rax",
     "micro-ops@0:0 latency@1:3 micro-ops@2:0"},
    {"pointer chase", "movq (%rax), %rax", "load@0:5"},
};

TEST(ValueOrigins, EvidenceOfTheLimit) {
  ToyTester T;
  for (const Row &R : Rows) {
    Kernel K = T.Semantics.kernel(R.Asm);
    Analysis A = analyzeKernel(K, T.model(), T.numUnits(), {});
    EXPECT_EQ(inLimit(collectValues(A)), R.InLimit) << R.Name;
  }
}

/// Law: what the chain or the ports are made of adds up to the bound.
TEST(ValueOrigins, WeightsAddUp) {
  ToyTester T;
  Kernel K = T.Semantics.kernel(
      "vaddpd (%rdi), %xmm1, %xmm1\n vmulpd %xmm0, %xmm1, %xmm1\n"
      "vfmadd231pd %xmm0, %xmm0, %xmm1");
  Analysis A = analyzeKernel(K, T.model(), T.numUnits(), {});
  ASSERT_EQ(A.LimitedBy, Limit::Latency);
  std::vector<OriginTotal> Totals = totalByOrigin(collectValues(A));
  int64_t Weight = 0;
  for (const OriginTotal &O : Totals)
    Weight += O.Weight;
  EXPECT_EQ(Weight, A.LCD.Latency);
  EXPECT_EQ(describeLimitOrigins(Totals), "test");
}

TEST(ValueOrigins, WhatIsNotModeledIsCounted) {
  ToyTester T;
  Kernel K = T.Semantics.kernel("cpuid\n vaddpd %xmm0, %xmm1, %xmm1");
  Analysis A = analyzeKernel(K, T.model(), T.numUnits(), {});
  unsigned NotModeled = 0;
  for (const OriginTotal &O : totalByOrigin(collectValues(A)))
    if (O.Origin.What == ValueOrigin::Kind::NotModeled) {
      NotModeled += O.Count;
      EXPECT_TRUE(O.Origin.isWeak());
      EXPECT_EQ(O.CountInLimit, 0u);
    }
  EXPECT_EQ(NotModeled, 1u);
}

} // namespace
