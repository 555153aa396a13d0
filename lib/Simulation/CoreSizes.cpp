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
#include "kernel-bounds/Simulation/Unlamination.h"
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
      {PipelineParam::DisambiguationOwn, &M.DisambiguationOwn},
      {PipelineParam::BankBytes, &M.BankBytes},
      {PipelineParam::LoadsPerBank, &M.LoadsPerBank},
      {PipelineParam::SlotsTogether, &M.SlotsTogether}};
  for (auto [Param, Into] : Sizes)
    if (unsigned Value = Model.pipeline(Param).Value)
      *Into = Value;
  if (M.BankBytes == 0)
    M.LoadsPerBank = 0;
  for (const SchedulerDecl &D : Model.schedulers())
    M.Schedulers.push_back({PortSet(D.Ports), D.Entries, D.PerCycle,
                            D.CrowdedFrom, D.WaitStep, D.OneResult,
                            D.ResultsInTurn, D.ByRoom, D.Queue, D.Release,
                            D.ThirdOperand != 0 ? uint8_t(D.ThirdOperand - 1)
                                                : uint8_t(PortSet::MaxPorts)});
  M.RenameLimits.assign(Model.renameLimits().begin(),
                        Model.renameLimits().end());
  M.IsWindowAssumed = Model.pipeline(PipelineParam::ReorderBuffer).Value == 0;
  // LLVM's models of in-order cores have no buffer of micro-ops.
  M.InOrder = M.IsWindowAssumed && Model.llvmSchedule();
  M.BlockingUnits = Model.blockingUnits();
  for (auto [I, P] : enumerate(Model.ports()))
    if (P.ResultPorts != 0)
      M.ResultWays.push_back({uint8_t(I), PortSet(P.ResultPorts)});
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
  M.FrontEnd = std::max(
      {M.FrontEnd, unlaminatedCycles(A.Mapped), executedCycles(A.Mapped)});
  return M;
}

CyclesPerIter kernelbounds::unlaminatedCycles(const MappedKernel &M) {
  auto Value = [&](PipelineParam P) { return M.Model->pipeline(P).Value; };
  const unsigned Width = Value(PipelineParam::IssueWidth),
                 Entries = Value(PipelineParam::UnlaminatedEntries);
  auto IsDivided = [](const MappedInst &I) {
    return I.IssueSlots > I.CacheUops;
  };
  if (Width == 0 || Entries == 0 || llvm::none_of(M.Insts, IsDivided))
    return CyclesPerIter();
  std::vector<uint8_t> Slots;
  int64_t NumSlots = 0;
  for (const MappedInst &I : M.Insts) {
    NumSlots += I.IssueSlots;
    unsigned Extra = IsDivided(I) ? I.IssueSlots - I.CacheUops : 0;
    const unsigned NumUops = I.IssueSlots - Extra;
    for (unsigned N = 0; N < NumUops; ++N) {
      Slots.push_back(Extra > 0 ? 2 : 1);
      Extra -= Extra > 0;
    }
    Slots.insert(Slots.end(), Extra, 1);
  }
  const CyclesPerIter Cycles = unlaminatedCycles(Slots, Width, Entries);
  return Cycles > CyclesPerIter(NumSlots, Width) ? Cycles : CyclesPerIter();
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
