//===- HostTraitsTest.cpp - Tests of what a machine is like ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/HostTraits.h"
#include "SimulatedCore.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
TEST(HostTraits, Print) {
  for (double Step : {1.0, 26.0}) {
    Vices V;
    V.TickStep = Step;
    V.ShortestBurst = Step == 1 ? 0 : 1e3;
    SimulatedCore Core(V, 1);
    HostTraits T = findTraits(Core, 1e9);
    printf("%s\n%s\n", T.describe().c_str(), planTiming(T).describe(T).c_str());
  }
  SimulatedCore Core(Vices(), 1);
  if (auto T = findHostTraits(1, 1e9))
    printf("host %s\n%s read %g link %g probe %g\n", T->describe().c_str(),
           planTiming(*T).describe(*T).c_str(), T->ReadTicks, T->CyclesPerLink,
           T->ProbeCycles);
}
} // namespace
