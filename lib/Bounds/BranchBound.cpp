//===- BranchBound.cpp - Lower bound from taken branches ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most cores follow at most one taken branch per cycle: a trip takes a cycle
/// at least. Where a trip has several, each takes as many cycles as the branch
/// predictor needs to find the next target (1 on Skylake). Zen 5 follows
/// several in a cycle, but one that leads back to the same code is looked up
/// again.
///
/// Measured by this project on a Cascade Lake: 1, 2, 3, 4, 5 and 9 taken
/// branches take 1.0, 2.0, 3.0, 4.0, 5.0 and 9.0 cycles. While another hardware
/// thread uses the core's front end, too, all but the first take 2 each.
///
/// O(instructions). Tested by
/// test/models/skylake-avx512/taken-branches.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/BranchBound.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

CyclesPerIter kernelbounds::computeBranchBound(unsigned NumTaken,
                                               unsigned CyclesIfSeveral,
                                               bool LooksUpTrips) {
  if (CyclesIfSeveral == 0 && !LooksUpTrips)
    return CyclesPerIter();
  return NumTaken <= 1 || CyclesIfSeveral == 0
             ? int64_t(std::min(NumTaken, 1u))
             : int64_t(NumTaken) * CyclesIfSeveral;
}

Bound kernelbounds::computeBranchBound(const MappedKernel &M) {
  Bound B{Limit::Branch, {}, nullptr};
  if (M.Options.CompatOsaca2019)
    return B;
  auto W = std::make_shared<BranchWitness>();
  const unsigned IfSeveral =
      M.Model->pipeline(PipelineParam::TakenBranch).Value;
  const bool LooksUpTrips =
      M.Model->pipeline(PipelineParam::UopCacheLookup).Value != 0;
  forEachTrip(*M.K, [&](uint32_t First, uint32_t End) {
    const size_t NumBefore = W->Insts.size();
    for (uint32_t I = First; I < End; ++I)
      if (M.K->Insts[I].is(IF_Taken))
        W->Insts.push_back(I);
    B.Cycles += computeBranchBound(W->Insts.size() - NumBefore, IfSeveral,
                                   LooksUpTrips);
  });
  B.Why = std::move(W);
  return B;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

static Bound computeBranch(const BoundContext &C) {
  return computeBranchBound(C.A.Mapped);
}

static size_t numTaken(const Bound &B) {
  return B.witness<BranchWitness>().Insts.size();
}

/// "1 taken branch", "3 taken branches".
static std::string countTaken(const Bound &B) {
  return std::to_string(numTaken(B)) +
         (numTaken(B) == 1 ? " taken branch" : " taken branches");
}

static std::string nameBranch(const Analysis &A, const Bottleneck &) {
  // Every loop takes one branch a trip.
  const Bound &B = A.bound(Limit::Branch);
  return numTaken(B) > 1 && B.Cycles > 1 ? "taken branches" : "one trip/cy";
}

static std::string briefBranch(const Analysis &, const Bound &B, unsigned) {
  return countTaken(B);
}

/// One is a matter of course.
static Evidence explainBranch(const Analysis &, const Bound &B) {
  Evidence E;
  E.IsShown = B.Cycles > 1;
  E.Text = countTaken(B);
  E.Facts = {{"taken_branches", Fact::Number(numTaken(B))}};
  return E;
}

static ArrayRef<PipelineParam> branchParams(const Bound &) {
  static constexpr PipelineParam Taken[] = {PipelineParam::TakenBranch};
  return Taken;
}

/// The resource that sensitivity calls the front end follows the branches, too.
static FasterBound fasterBranch(const Analysis &, const Bound &B,
                                const Acceleration &F) {
  const bool IsFaster =
      F.has(ResourceKind::FrontEnd) || F.hasOwn(Limit::Branch);
  return {IsFaster ? F.scale(B.Cycles) : B.Cycles, {}};
}

static CyclesPerIter branchRate(const Bound &B) { return B.Cycles; }

const BoundRules kernelbounds::BranchRules = {.IsWeakReason = true,
                                              .Params = branchParams,
                                              .Compute = computeBranch,
                                              .Name = nameBranch,
                                              .Brief = briefBranch,
                                              .Explain = explainBranch,
                                              .Faster = fasterBranch,
                                              .SimulatedRate = branchRate};
