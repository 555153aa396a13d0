//===- BranchBound.cpp - Lower bound from taken branches ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A core follows at most one taken branch per cycle: a trip takes a cycle at
/// least. Where a trip has several, each takes as many cycles as the branch
/// predictor needs to find the next target (1 on Skylake).
///
/// Measured by this project on a Cascade Lake: 1, 2, 3, 4, 5 and 9 taken
/// branches take 1.0, 2.0, 3.0, 4.0, 5.0 and 9.0 cycles. While another hardware
/// thread uses the core's front end, too, all but the first take 2 each.
///
/// O(instructions). Tested by
/// test/models/skylake-avx512/taken-branches.s.
//
//===----------------------------------------------------------------------===//

#include "BranchBound.h"

using namespace kernelbounds;

CyclesPerIter kernelbounds::computeBranchBound(unsigned NumTaken,
                                               unsigned CyclesIfSeveral) {
  if (CyclesIfSeveral == 0)
    return CyclesPerIter();
  return NumTaken <= 1 ? int64_t(NumTaken)
                       : int64_t(NumTaken) * CyclesIfSeveral;
}

ResourceBound kernelbounds::computeBranchBound(const MappedKernel &M) {
  ResourceBound R;
  R.Kind = Limit::Branch;
  if (M.Options.CompatOsaca2019)
    return R;
  const unsigned IfSeveral =
      M.Model->pipeline(PipelineParam::TakenBranch).Value;
  forEachTrip(*M.K, [&](uint32_t First, uint32_t End) {
    const size_t NumBefore = R.Insts.size();
    for (uint32_t I = First; I < End; ++I)
      if (M.K->Insts[I].is(IF_Taken))
        R.Insts.push_back(I);
    R.Value += computeBranchBound(R.Insts.size() - NumBefore, IfSeveral);
  });
  return R;
}
