//===- LoopOnCore.h - Loops for tests of the window -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop with its control, analysed and made into a program of the simulator.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_SIMULATION_LOOPONCORE_H
#define KERNEL_BOUNDS_UNITTESTS_SIMULATION_LOOPONCORE_H

#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Simulation/Program.h"

namespace kernelbounds::test {

struct LoopOnCore {
  LoopOnCore(ToyTester &T, llvm::StringRef Text)
      : A(analyzeKernel(T.Semantics.kernel((Text + Control).str()), T.model(),
                        T.numUnits(), {})),
        P(makeSimProgram(A.Mapped, A.Graph)) {}
  static constexpr llvm::StringLiteral Control =
      "\n addq $16, %rax\n decq %rdi\n jne .L0";

  Analysis A;
  SimProgram P;
};

/// Two to nine loads, stores, multiplications and additions.
inline std::string randomBody(Random &R) {
  std::string Text;
  auto Xmm = [&] { return "%xmm" + std::to_string(R.below(5)); };
  auto Memory = [&] { return std::to_string(16 * R.below(4)) + "(%rax)"; };
  const unsigned Size = 2 + R.below(8);
  for (unsigned I = 0; I < Size; ++I)
    switch (R.below(5)) {
    case 0:
      Text += "vmovupd " + Memory() + ", " + Xmm() + "\n";
      break;
    case 1:
      Text += "vmovupd " + Xmm() + ", " + Memory() + "\n";
      break;
    case 2:
      Text += "vmulpd " + Memory() + ", " + Xmm() + ", " + Xmm() + "\n";
      break;
    default:
      Text += "vaddpd " + Xmm() + ", " + Xmm() + ", " + Xmm() + "\n";
    }
  return Text;
}

/// Nine micro-ops: a load and a chain of eight additions.
inline std::string chainBody() {
  std::string Text = "vmovupd (%rax), %xmm0\n";
  for (unsigned I = 0; I < 8; ++I)
    Text += "vaddpd %xmm0, %xmm1, %xmm0\n";
  return Text;
}

} // namespace kernelbounds::test

#endif // KERNEL_BOUNDS_UNITTESTS_SIMULATION_LOOPONCORE_H
