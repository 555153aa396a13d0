//===- FasterBounds.cpp - Bounds with some resources faster ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each kind of bound knows what makes it faster (BoundRules::Faster). No bound
/// becomes larger, so that one which is no larger today than what was found is
/// not asked: searching a chain again is the dear part.
///
/// Tested by unittests/Bounds/VerdictTest.cpp and
/// unittests/Simulation/SensitivityTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/FasterBounds.h"
#include "kernel-bounds/Bounds/BoundRules.h"

using namespace kernelbounds;
using namespace llvm;

FasterBounds::FasterBounds(const Analysis &A, SpeedFactor Factor)
    : A(A), Factor(Factor), Unions(A.Groups, A.LineGroups) {}

CyclesPerIter FasterBounds::of(Limit Kind, ArrayRef<Resource> Faster) const {
  return fasterBound(A, A.bound(Kind), {Faster, Factor, Unions}).Cycles;
}

FasterBounds::Largest FasterBounds::largest(ArrayRef<Resource> Faster) const {
  const Acceleration F{Faster, Factor, Unions};
  Largest Found;
  for (bool Weak : {false, true})
    for (const BoundInfo &I : allBounds()) {
      const Bound &B = A.bound(I.Kind);
      if (I.Rules->IsWeakReason != Weak || B.Cycles <= Found.Cycles)
        continue;
      FasterBound Now = fasterBound(A, B, F);
      if (Now.Cycles > Found.Cycles)
        Found = {Now.Cycles, {I.Kind, Now.Ports}};
    }
  return Found;
}
