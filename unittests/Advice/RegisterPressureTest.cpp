//===- RegisterPressureTest.cpp - Registers that a loop needs -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPressure.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Advice/LoopControl.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

struct Pressure {
  Pressure(ToyTester &T, StringRef Text)
      : A(analyzeKernel(T.Semantics.kernel(Text), T.model(), T.numUnits(), {})),
        P(A, T.numUnits(), findLoopControl(A)) {}
  unsigned left(uint32_t Inst) const {
    const Kernel &K = A.kernel();
    return P.left(K.writes(K.Insts[Inst]).front());
  }

  Analysis A;
  RegisterPressure P;
};

TEST(RegisterPressure, Table) {
  struct Row {
    const char *Name, *Body;
    unsigned Left, Copies; ///< After what the first instruction writes.
  };
  const Row Rows[] = {
      // An accumulator; of 16 there are 15 left.
      {"sum", "vaddpd (%rax), %xmm1, %xmm1", 15, 16},
      // And a factor for all, and a product.
      {"dot", "vmulpd (%rax), %xmm2, %xmm3\n vaddpd %xmm3, %xmm1, %xmm1", 13,
       7},
      // A result that nobody reads; the factors are shared.
      {"dead", "vmulpd %xmm1, %xmm2, %xmm3", 13, 14},
      // Pointer and counter of 15 general registers are control.
      {"general", "movq (%rax), %rcx\n addq %rcx, %rdx", 11, 6},
      // One register after the other, each free before the next.
      {"chain",
       "vmovupd (%rax), %xmm0\n vaddpd %xmm0, %xmm1, %xmm2\n"
       "vaddpd %xmm2, %xmm1, %xmm3\n vmovupd %xmm3, (%rcx,%rax)",
       14, 15},
  };
  ToyTester T;
  for (const Row &R : Rows) {
    const Pressure P(T, std::string(R.Body) +
                            "\n addq $16, %rax\n decq %rdi\n jne .L0");
    EXPECT_EQ(P.left(0), R.Left) << R.Name;
    EXPECT_EQ(P.P.mostCopies(), R.Copies) << R.Name;
  }
}

/// With AVX-512 there are twice as many.
TEST(RegisterPressure, MoreWithFeature) {
  ToyTester T("icelake-server");
  const Pressure P(T, "vaddpd (%rax), %xmm1, %xmm1\n addq $16, %rax\n jne .L0");
  EXPECT_EQ(P.left(0), 31u);
}

} // namespace
