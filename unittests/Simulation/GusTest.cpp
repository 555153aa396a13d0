//===- GusTest.cpp - A published example of sensitivity -------------------===//
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

/// Per cycle four instructions could be renamed, and all of them retire before
/// the next four get in: 12 instructions in 3 groups of 4. Each group holds the
/// reorder buffer until its slowest member is done.
std::vector<ToyInst> twelve() {
  std::vector<ToyInst> Insts;
  // The only group with two micro-ops on one port, p1.
  for (unsigned P : {1u, 1u, 0u, 6u})
    Insts.push_back({port(P)});
  for (unsigned P : {0u, 5u, 6u, 1u})
    Insts.push_back({port(P)});
  for (unsigned P : {0u, 5u, 6u, 1u})
    Insts.push_back({port(P)});
  return Insts;
}

CyclesPerIter run(unsigned Faster, unsigned ReorderBuffer) {
  CoreSizes M;
  M.IssueWidth = M.RetireWidth = 4;
  M.ReorderBuffer = ReorderBuffer;
  SimProgram P = makeProgram(twelve(), NumPorts);
  std::vector<Resource> R;
  if (Faster < NumPorts)
    R.push_back({ResourceKind::Ports, port(Faster)});
  SimulationResult Result = simulate(P, M, {}, R, {2, 1});
  EXPECT_TRUE(Result.IsExact);
  return Result.Cycles;
}

TEST(Gus, SensitivityOfAPort) {
  // p1 has 4 of 12 micro-ops: 4 cycles, or 2 when twice as fast; then the
  // width of 4 is left: 12 / 4.
  EXPECT_EQ(run(NumPorts, 224), 4);
  EXPECT_EQ(run(1, 224), 3);
  EXPECT_EQ(run(6, 224), 4);
}

} // namespace
