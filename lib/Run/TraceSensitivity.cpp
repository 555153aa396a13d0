//===- TraceSensitivity.cpp - What a better core would give ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Idea: Gus (Pompougnac et al., "Performance bottlenecks detection through
/// microarchitectural sensitivity", arXiv:2402.15773), which does so for the
/// core alone.
///
/// Tested by unittests/Run/TraceSensitivityTest.cpp and
/// test/Run/sensitivity.test.
//
//===----------------------------------------------------------------------===//

#include "TraceSensitivity.h"
#include "BankedLoads.h"
#include "kernel-bounds/Simulation/Sensitivity.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// "issue width, twice as fast", "load buffer, twice as large".
static std::string nameOf(const Resource &R, const PortModel &Model) {
  switch (R.Kind) {
  case ResourceKind::ReorderBuffer:
  case ResourceKind::Scheduler:
  case ResourceKind::LoadBuffer:
  case ResourceKind::StoreBuffer:
  case ResourceKind::IntegerRegisters:
  case ResourceKind::VectorRegisters:
    return resourceName(R, Model) + ", twice as large";
  case ResourceKind::Latency:
  case ResourceKind::LoadLatency:
  case ResourceKind::Forwarding:
  case ResourceKind::OpcodeLatency:
    return resourceName(R, Model) + ", halved";
  case ResourceKind::Ports:
  case ResourceKind::IssueWidth:
  case ResourceKind::FrontEnd:
  case ResourceKind::RetireWidth:
  case ResourceKind::OfBound:
    break;
  }
  return resourceName(R, Model) + ", twice as fast";
}

std::vector<StackStep>
kernelbounds::sensitivitySteps(const StackStep &Base, ArrayRef<Resource> Core,
                               const PortModel &Model,
                               const CacheTables *Caches) {
  std::vector<StackStep> Steps;
  auto Next = [&](std::string Name) -> StackStep & {
    Steps.push_back(Base);
    Steps.back().Name = std::move(Name);
    return Steps.back();
  };
  for (const Resource &R : Core)
    Next(nameOf(R, Model)).Faster = {R};
  Next("branch prediction, perfect").Branches = false;
  Next("penalty of mispredicted branches, halved").PenaltyDivisor = 2;
  if (Model.aliasingRule())
    Next("4-KiB aliasing, none").Aliasing = false;
  Next("store forwarding, none needed").Forwarding = false;
  if (hasBanks(Model, Base.Caches ? Caches : nullptr))
    Next("bank conflicts, none").Banks = false;
  if (!Base.Caches || !Caches)
    return Steps;
  for (unsigned L = 0; L <= Caches->Levels.size(); ++L) {
    const std::string Name = levelName(*Caches, L);
    if (L != 0) {
      Next("latency of " + Name + ", halved").Memory.FastLevel = L;
      Next("bandwidth of " + Name + ", doubled").Memory.WideLevel = L;
    }
    if (L < Caches->Levels.size() && Caches->Levels[L].MissBuffers != 0)
      Next("miss buffers of " + Name + ", doubled").Memory.RoomyLevel = L;
  }
  if (!Caches->Tlbs.empty())
    Next("TLB, perfect").Memory.PerfectTlb = true;
  if (!Caches->Prefetchers.empty())
    Next("prefetchers, off").Memory.Prefetch = false;
  return Steps;
}

std::vector<RunEffect> kernelbounds::effectsOf(ArrayRef<StackStep> Steps,
                                               ArrayRef<double> Cycles) {
  std::vector<RunEffect> Effects;
  for (auto [S, C] : zip_equal(Steps, Cycles))
    Effects.push_back({S.Name, C});
  llvm::sort(Effects, [](const RunEffect &A, const RunEffect &B) {
    return std::tie(A.Cycles, A.Name) < std::tie(B.Cycles, B.Name);
  });
  return Effects;
}
