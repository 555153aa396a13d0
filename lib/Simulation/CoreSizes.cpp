//===- CoreSizes.cpp - Widths and sizes of a core -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the pipeline section of a port model.
/// Tested by unittests/Simulation/WindowTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/CoreSizes.h"
#include "Core.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace kernelbounds;

uint64_t kernelbounds::bufferBit(const Resource &R, const CoreSizes &M) {
  switch (R.Kind) {
  case ResourceKind::ReorderBuffer:
    return waitBit(RenameWait::ReorderBuffer);
  case ResourceKind::Scheduler:
    for (auto [I, S] : llvm::enumerate(M.Schedulers))
      if (!R.Ports.empty() && S.Ports == R.Ports)
        return portSchedulerBit(I);
    return R.Ports.empty() ? waitBit(RenameWait::Scheduler) : 0;
  case ResourceKind::LoadBuffer:
    return waitBit(RenameWait::LoadBuffer);
  case ResourceKind::StoreBuffer:
    return waitBit(RenameWait::StoreBuffer);
  case ResourceKind::IntegerRegisters:
    return waitBit(RenameWait::IntegerRegisters);
  case ResourceKind::VectorRegisters:
    return waitBit(RenameWait::VectorRegisters);
  default:
    return 0;
  }
}

CoreSizes kernelbounds::coreSizesOf(const PortModel &Model) {
  CoreSizes M;
  const std::pair<PipelineParam, unsigned *> Sizes[] = {
      {PipelineParam::IssueWidth, &M.IssueWidth},
      {PipelineParam::RetireWidth, &M.RetireWidth},
      {PipelineParam::ReorderBuffer, &M.ReorderBuffer},
      {PipelineParam::Scheduler, &M.Scheduler},
      {PipelineParam::LoadBuffer, &M.LoadBuffer},
      {PipelineParam::StoreBuffer, &M.StoreBuffer},
      {PipelineParam::IntegerRegisters, &M.IntegerRegisters},
      {PipelineParam::VectorRegisters, &M.VectorRegisters},
      {PipelineParam::DisambiguationHold, &M.DisambiguationHold},
      {PipelineParam::DisambiguationWait, &M.DisambiguationWait},
      {PipelineParam::DisambiguationData, &M.DisambiguationData},
      {PipelineParam::DisambiguationClear, &M.DisambiguationClear},
      {PipelineParam::DisambiguationMet, &M.DisambiguationMet},
      {PipelineParam::BankBytes, &M.BankBytes},
      {PipelineParam::LoadsPerBank, &M.LoadsPerBank}};
  for (auto [Param, Into] : Sizes)
    if (unsigned Value = Model.pipeline(Param).Value)
      *Into = Value;
  if (M.BankBytes == 0)
    M.LoadsPerBank = 0;
  for (const SchedulerDecl &D : Model.schedulers())
    M.Schedulers.push_back({PortSet(D.Ports), D.Entries, D.PerCycle,
                            D.CrowdedFrom, D.OneResult, D.ByRoom, D.Queue,
                            D.Release});
  M.IsWindowAssumed = Model.pipeline(PipelineParam::ReorderBuffer).Value == 0;
  // LLVM's models of in-order cores have no buffer of micro-ops.
  M.InOrder = M.IsWindowAssumed && Model.llvmSchedule();
  M.BlockingUnits = Model.blockingUnits();
  if (const LineCrossingRule *Rule = Model.lineCrossingRule().second)
    M.CrossingsAreApart = Rule->IsApart;
  if (Model.portChoice() != PortChoice::Unknown)
    M.Choice = Model.portChoice();
  return M;
}

CoreSizes kernelbounds::coreSizesOf(const Analysis &A) {
  CoreSizes M = coreSizesOf(A.model());
  // What the simulated core does not model by itself holds as a rate.
  for (const Bound &B : A.Bounds)
    if (auto *Rate = boundRules(B.Kind).SimulatedRate)
      M.FrontEnd = std::max(M.FrontEnd, Rate(B));
  M.FrontEnd =
      std::max({M.FrontEnd, wholeRenameCycles(A), executedCycles(A.Mapped)});
  return M;
}

CyclesPerIter kernelbounds::wholeRenameCycles(const Analysis &A) {
  const unsigned Width = A.model().pipeline(PipelineParam::IssueWidth).Value;
  const Kernel &K = *A.Mapped.K;
  if (!A.model().pipeline(PipelineParam::UnlaminatedTrips).Value ||
      Width == 0 || K.IsUnrolled)
    return CyclesPerIter();
  uint64_t Sum = 0;
  bool IsRounded = false;
  forEachTrip(K, [&](uint32_t First, uint32_t End) {
    uint64_t Slots = 0;
    unsigned Divided = 0;
    for (const MappedInst &I :
         llvm::ArrayRef(A.Mapped.Insts).slice(First, End - First)) {
      Slots += I.IssueSlots;
      Divided += I.IssueSlots > I.CacheUops;
    }
    const uint64_t Rest = Slots % Width;
    // With a single one, or two in a short trip, a rest of one or two slots
    // leaves room for the rest of other trips, but takes a slot more.
    const bool AreFew = Divided == 1 || (Divided == 2 && Slots <= 3 * Width);
    const uint64_t Taken = Divided == 0 || Rest == 0 ? Slots
                           : AreFew && Rest <= 2     ? Slots + 1
                                                 : llvm::alignTo(Slots, Width);
    IsRounded |= Taken != Slots;
    Sum += Taken;
  });
  return IsRounded ? CyclesPerIter(int64_t(Sum), Width) : CyclesPerIter();
}

CyclesPerIter kernelbounds::executedCycles(const MappedKernel &M) {
  const ExecutedWidthRule *Rule = M.Model->executedWidthRule();
  if (!Rule)
    return CyclesPerIter();
  const PortSet Counted(Rule->Ports), Issue = M.Model->issuePorts();
  // Port sets have 1 to 16 ports: their shares are exact.
  constexpr int64_t Whole = 720720;
  int64_t Sum = 0;
  uint64_t Slots = 0;
  bool IsFused = false;
  for (const MappedInst &I : M.Insts) {
    Slots += I.IssueSlots;
    bool Loads = false, Computes = false;
    for (const MappedUop &U : M.uops(I)) {
      const PortSet Ports = U.Ports & Issue;
      if (Ports.empty())
        continue;
      Sum += Whole * U.Cycles * int64_t((Ports & Counted).size()) /
             int64_t(Ports.size());
      Loads |= U.Kind == UopKind::Load;
      Computes |= U.Kind == UopKind::Compute && Ports.isSubsetOf(Counted);
    }
    IsFused |= Loads && Computes;
  }
  // The limit of slots is that of one trip, and unrolled code is long.
  const bool IsLong =
      M.K->IsUnrolled || Slots > Rule->Slots * (M.K->LaterTrips.size() + 1);
  if (!IsLong && !IsFused)
    return CyclesPerIter();
  return CyclesPerIter(Sum, Whole * Rule->PerCycle);
}
