//===- GusTest.cpp - A published example of sensitivity -------------------===//
//--------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of 12 instructions on a core with a reorder buffer of 4: accelerating
/// port p1 gives 3 cycles instead of 4, accelerating p6 nothing.
///
/// These are the figures of the example of Pompougnac et al.,
/// "Performance bottlenecks detection through microarchitectural sensitivity"
/// (arXiv:2402.15773). The instructions here are made up to give them; they are
/// not the paper's.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

constexpr unsigned NumPorts = 8;
PortSet port(unsigned P) { return PortSet::single(P); }

/// Three groups of four, as many as the window holds. The first micro-op of the
/// first group holds p1 for two cycles, so that of the second group begins a
/// cycle late, and nothing behind it leaves the window.
std::vector<ToyInst> twelve() {
  std::vector<ToyInst> Insts;
  for (unsigned First : {1u, 1u, 7u})
    for (unsigned P : {First, 0u, 5u, 6u})
      Insts.push_back({port(P)});
  Insts[0].Hold = 2;
  return Insts;
}

CyclesPerIter run(unsigned Faster, unsigned ReorderBuffer) {
  CoreSizes M;
  M.IssueWidth = M.RetireWidth = 4;
  M.ReorderBuffer = ReorderBuffer;
  M.StartDelay = M.FreeDelay = 0; // The paper's window has no pipeline.
  SimProgram P = makeProgram(twelve(), NumPorts);
  std::vector<Resource> R;
  if (Faster < NumPorts)
    R.push_back({ResourceKind::Ports, port(Faster)});
  SimulationResult Result = simulate(P, M, {}, R, {2, 1});
  EXPECT_TRUE(Result.IsExact);
  return Result.Cycles;
}

TEST(Gus, SensitivityOfAPort) {
  EXPECT_EQ(run(NumPorts, 4), 4);
  EXPECT_EQ(run(1, 4), 3);
  EXPECT_EQ(run(6, 4), 4);
}

} // namespace
