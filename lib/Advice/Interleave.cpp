//===- Interleave.cpp - Several iterations side by side -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions that must not be parted, macro-fused pairs and those that hand
/// over flags, form groups. Group after group is written once for each copy.
/// What an iteration hands to the D'th after it is then too late if it is
/// written in a later group than that which reads it and both are copies in one
/// body, D < copies. That holds for registers as for memory, where also reads
/// before writes and writes before writes must keep their order.
///
/// Registers: as many as live at once in a body are needed for each copy, and
/// the others once. What controls the loop stays in the last copy; the others
/// have offsets in their addresses. The larger offsets are not counted as code
/// bytes.
///
/// O(copies * (instructions + inputs)), and the search for dependences through
/// memory. Tested by unittests/Simulation/WindowTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Interleave.h"
#include "Opportunities.h"
#include "RegisterPressure.h"
#include "kernel-bounds/Advice/LoopControl.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Bounds/WidthBounds.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

/// Beyond, compilers and people stop.
static constexpr unsigned MostCopies = 8;
static constexpr size_t MostInsts = 512;

Interleaving::Interleaving(const Analysis &A, const TargetSemantics &Semantics,
                           const SimProgram &P)
    : A(A), P(P), NumUnits(Semantics.numUnits()), Most(MostCopies) {
  const Kernel &K = A.kernel();
  const bool IsPlain =
      !K.Insts.empty() && K.Insts.back().is(IF_Branch) &&
      K.NumOtherBlocks == 0 && K.Calls.empty() && K.LaterTrips.empty() &&
      !K.IsUnrolled && !A.Options.CompatOsaca2019 &&
      none_of(drop_end(K.Insts),
              [](const KernelInst &I) {
                return I.is(IF_Branch) || I.is(IF_Opaque) || I.isObserved();
              }) &&
      A.Mapped.isComplete();
  if (!IsPlain) {
    Most = 1;
    return;
  }
  Most = std::min<size_t>(Most, MostInsts / K.Insts.size());
  IsControl = findLoopControl(A);
  // Whether there is a next iteration must not depend on this one.
  if (!IsControl.back()) {
    Most = 1;
    return;
  }
  findGroups();
  limitByValues();
  Most = std::min(
      Most, RegisterPressure(A, Semantics.numUnits(), IsControl).mostCopies());
  if (Most > 1)
    limitByMemory();
}

void Interleaving::findGroups() {
  const size_t Size = A.kernel().Insts.size();
  std::vector<bool> JoinsNext(Size);
  for (size_t I = 0; I + 1 < Size; ++I)
    JoinsNext[I] = A.Mapped.Insts[I].is(MF_FusedWithNext);
  for (const DependencyGraph::Edge &E : A.Graph.edges()) {
    const uint32_t From = A.Graph.nodes()[E.From].Inst;
    const uint32_t To = A.Graph.nodes()[E.To].Inst;
    if (E.Kind == DependenceKind::Flags && E.Distance == 0 && !IsControl[From])
      std::fill(JoinsNext.begin() + From, JoinsNext.begin() + To, true);
  }
  for (size_t I = 0; I < Size; ++I)
    GroupOf.push_back(I == 0 ? 0 : GroupOf.back() + !JoinsNext[I - 1]);
}

//===----------------------------------------------------------------------===//
// How many copies
//===----------------------------------------------------------------------===//

/// What \p From does must stay before what \p To does \p Distance iterations
/// later.
void Interleaving::keepApart(uint32_t From, uint32_t To, uint32_t Distance) {
  if (Distance != 0 && !IsControl[From] && GroupOf[From] > GroupOf[To])
    Most = std::min(Most, Distance);
}

void Interleaving::limitByValues() {
  for (const DependencyGraph::Edge &E : A.Graph.edges()) {
    const uint32_t From = A.Graph.nodes()[E.From].Inst;
    const uint32_t To = A.Graph.nodes()[E.To].Inst;
    if (E.Kind == DependenceKind::Flags && E.Distance != 0 && !IsControl[From])
      Most = 1; // One carry for all.
    else if (E.Kind != DependenceKind::Memory)
      keepApart(From, To, E.Distance);
  }
}

void Interleaving::limitByMemory() {
  MemoryDependenceOptions O;
  O.ReorderBuffer = 0;
  O.FalseDependences = true;
  O.Known = A.Options.Known;
  KernelAddresses Addresses(A.kernel(), A.model().instrInfo(), NumUnits);
  for (const MemoryDependence &D : findMemoryDependences(Addresses, O)) {
    if (D.Class == DependenceClass::Must)
      keepApart(D.SourceInst, D.DestInst, D.Distance);
    else if (GroupOf[D.SourceInst] != GroupOf[D.DestInst])
      IfApart = true;
  }
}

//===----------------------------------------------------------------------===//
// The interleaved loop
//===----------------------------------------------------------------------===//

std::vector<CopiedInst> Interleaving::order(unsigned Copies) const {
  std::vector<CopiedInst> Out;
  const uint32_t Size = GroupOf.size();
  for (uint32_t First = 0, End; First < Size; First = End) {
    for (End = First + 1; End < Size && GroupOf[End] == GroupOf[First];)
      ++End;
    for (unsigned Copy = 0; Copy < Copies; ++Copy)
      for (uint32_t I = First; I < End; ++I)
        if (!IsControl[I] || Copy + 1 == Copies)
          Out.push_back({I, Copy});
  }
  return Out;
}

/// How many bodies of \p Copies lie between copy \p Copy and what it gets \p In
/// from, if that copy is not in the same body.
static uint32_t bodiesBack(const SimInput &In, unsigned Copy, unsigned Copies) {
  return In.Distance > Copy ? (In.Distance - Copy + Copies - 1) / Copies : 0;
}

SimProgram Interleaving::program(unsigned Copies) const {
  std::vector<bool> IsControlNode(P.Nodes.size());
  for (auto [I, IsOf] : zip_equal(P.Insts, IsControl))
    for (uint32_t N = I.Nodes[0]; N < I.Nodes[NumUopGroups]; ++N)
      IsControlNode[N] = IsOf;
  auto From = [&](const SimInput &In, unsigned Copy) {
    const uint32_t Back = bodiesBack(In, Copy, Copies);
    if (!IsControlNode[In.From])
      return std::optional(
          CopiedValue{Copy + Back * Copies - In.Distance, Back});
    const bool IsHere = Copy + 1 == Copies && In.Distance == 0;
    return std::optional(
        CopiedValue{Copies - 1, IsHere ? 0 : std::max(Back, 1u)});
  };
  return copyProgram(P, order(Copies), Copies, From);
}

CoreSizes Interleaving::core(const CoreSizes &M, unsigned Copies) const {
  Kernel Code = A.kernel();
  MappedKernel Mapped = A.Mapped;
  Mapped.K = &Code;
  Code.Insts.clear();
  Mapped.Insts.clear();
  uint64_t Address = A.kernel().Insts.front().Address;
  unsigned NumInsts = 0;
  for (const CopiedInst &At : order(Copies)) {
    KernelInst I = A.kernel().Insts[At.Inst];
    I.Address = Address;
    Address += I.Size;
    Code.Insts.push_back(I);
    const MappedInst &New = A.Mapped.Insts[At.Inst];
    Mapped.Insts.push_back(New);
    NumInsts += New.IssueSlots != 0 && !New.is(MF_FusedWithNext);
  }
  CoreSizes Out = M;
  Out.FrontEnd =
      std::max(computeFrontEndBound(Mapped).Value, A.cycles(Limit::Branch));
  const WidthWitness &W = issueWitness(A);
  if (W.By == WidthWitness::Kind::Insts)
    Out.FrontEnd = std::max(Out.FrontEnd, CyclesPerIter(NumInsts, W.InstWidth));
  else if (W.VectorWidth != 0)
    Out.FrontEnd =
        std::max(Out.FrontEnd,
                 CyclesPerIter(int64_t(W.Vectors) * Mapped.Insts.size(),
                               int64_t(W.VectorWidth) * A.Mapped.Insts.size()));
  return Out;
}

/// \p A is larger than \p B by more than a hundredth.
static bool isMore(const CyclesPerIter &A, const CyclesPerIter &B) {
  return A * 100 > B * 101;
}

Opportunity kernelbounds::findInterleaving(const Baseline &Today,
                                           const TargetSemantics &Semantics,
                                           const CoreSizes &M) {
  const Analysis &A = Today.A;
  Opportunity Best;
  // The ports are full already, in whatever order the instructions stand.
  if (A.TP >= Today.notWorthwhile())
    return Best;
  const Interleaving Change(A, Semantics, *Today.Program);
  SimulationOptions O;
  O.Budget = Today.Budget;
  Best.From = Best.To = Today.Now;
  // What controls the loop is no part of the promise: its micro-ops count for
  // each copy, and its chains for none.
  Best.AtLeast = A.TP;
  if (!countsOnly(A, A.ProvedLCD, Today.control()))
    Best.AtLeast = std::max(A.TP, A.ProvedLCD.Ratio);
  for (unsigned Copies = 2; Copies <= Change.mostCopies(); Copies *= 2) {
    const SimulationResult R =
        simulate(Change.program(Copies), Change.core(M, Copies), O);
    if (R.IsOverBudget)
      break;
    const CyclesPerIter To = std::max(R.Cycles / Copies, Best.AtLeast);
    // More copies for next to nothing are not worth their code.
    if (isMore(Best.To, To)) {
      Best.What = Opportunity::Kind::Interleave;
      Best.Count = Copies;
      Best.To = To;
    }
    if (!isMore(To, A.Prediction))
      break;
  }
  Best.IfApart = Change.isIfApart();
  return Today.worthwhile(Best);
}
