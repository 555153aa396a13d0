//===- IssueOpportunities.cpp - The same work in fewer micro-ops ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Unrolling: of several copies of the body only the last keeps what controls
/// the loop; offsets in addresses take the place of the other updates.
///
/// Plain addresses: micro-ops that share an entry with a load or a store, but
/// not if its address has an index, get it back; stores may have a port more.
/// Each pointer then needs an update of its own.
///
/// Wider vectors: every instruction but those that control the loop becomes the
/// one of 32 bytes. Only bodies of plain arithmetic, where all elements are
/// treated alike. Scalable vectors: ScalableOpportunities.cpp.
///
/// Tested by test/Bounds/opportunity-issue*.s.
//
//===----------------------------------------------------------------------===//

#include "CpuFeature.h"
#include "LoopChange.h"
#include "Opportunities.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Bounds/PortLimits.h"
#include "kernel-bounds/Bounds/WidthBounds.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Unrolling
//===----------------------------------------------------------------------===//

CyclesPerIter kernelbounds::boundOfRest(const Analysis &A,
                                        const std::vector<bool> &IsControl) {
  SmallVector<UopGroup, 16> Rest(A.Groups.begin(), A.Groups.end());
  int64_t Slots = issueWitness(A).Slots;
  for (auto [I, M] : enumerate(A.Mapped.Insts)) {
    // Of a fused pair it is open what would be left.
    const bool IsOut = IsControl[I] ||
                       (M.is(MF_FusedWithNext) && I + 1 < IsControl.size() &&
                        IsControl[I + 1]) ||
                       (I != 0 && A.Mapped.Insts[I - 1].is(MF_FusedWithNext) &&
                        IsControl[I - 1]);
    if (!IsOut)
      continue;
    Slots -= M.IssueSlots;
    for (uint32_t U = M.FirstUop; U < M.FirstUop + M.NumUops; ++U)
      Rest[A.GroupOf[U]].Cycles -= A.Mapped.Uops[U].Cycles;
  }
  const PortSet Issue = A.model().issuePorts();
  llvm::erase_if(Rest, [&](const UopGroup &G) {
    return G.Cycles <= 0 || !G.Ports.isSubsetOf(Issue);
  });
  CyclesPerIter Bound = computePortBound(Rest).Value;
  if (portWitness(A).IsByLines) // Control has no accesses.
    Bound = std::max(Bound, A.cycles(Limit::Ports));
  if (unsigned Width = issueWitness(A).Width)
    Bound = std::max(Bound, CyclesPerIter(Slots, Width));
  return Bound;
}

Opportunity kernelbounds::findUnrolling(const Baseline &Today) {
  const Analysis &A = Today.A;
  constexpr size_t MostInsts = 512;
  Opportunity Best;
  const std::vector<bool> &IsControl = Today.control();
  // A chain that is more than counting is not shortened.
  if (A.LimitedBy == Limit::Latency && !countsOnly(A, A.LCD, IsControl))
    return Best;
  // Of an empty loop nothing is left to be done faster.
  if (!is_contained(IsControl, false) || !is_contained(IsControl, true))
    return Best;
  Best.What = Opportunity::Kind::Unroll;
  Best.From = Best.To = Today.Now;
  for (auto [I, Is] : enumerate(IsControl))
    if (Is)
      Best.Insts.push_back(I);
  auto Unrolled = [&](unsigned Copies, bool KeepsLast,
                      const CyclesPerIter &Enough) {
    LoopChange Change(Today, Copies);
    for (unsigned Copy = 0; Copy + KeepsLast < Copies; ++Copy) {
      for (uint32_t I : Best.Insts)
        Change.remove(Copy, I);
      Change.passOn(Copy);
    }
    const CyclesPerIter To = Change.cycles(Enough);
    return std::pair(To, Change.atLeast());
  };
  // What is left if the control costs nothing: more copies than come near it
  // are of no use.
  const CyclesPerIter NoGain = Today.notWorthwhile();
  if (boundOfRest(A, IsControl) >= NoGain)
    return Opportunity();
  const CyclesPerIter Least = Unrolled(1, /*KeepsLast=*/false, NoGain).first;
  if (Least >= NoGain)
    return Opportunity();
  // Of a small body, a core starts each trip in a cycle of its own, which the
  // simulation does not know.
  constexpr unsigned FewestOfSmall = 4;
  const bool IsSmall = Today.simulates() && Today.Now <= CyclesPerIter(2);
  for (unsigned Copies : {2u, 4u, 8u}) {
    if (Copies * IsControl.size() > MostInsts)
      break;
    const bool IsPreferred = IsSmall && Copies == FewestOfSmall;
    const auto [To, AtLeast] = Unrolled(
        Copies, /*KeepsLast=*/true, IsPreferred ? Best.To * 21 / 20 : Best.To);
    if (To < Best.To || (IsPreferred && To == Best.To)) {
      Best.Count = Copies;
      Best.To = To;
      Best.AtLeast = AtLeast;
    }
    if ((!IsSmall || Copies >= FewestOfSmall) && Best.To * 20 <= Least * 21)
      break;
  }
  return Today.worthwhileByBounds(Best);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

Opportunity kernelbounds::findPlainAddresses(const Baseline &Today) {
  const Analysis &A = Today.A;
  const Kernel &K = A.kernel();
  Opportunity O;
  SmallVector<uint32_t, 8> Indexed; // Into Mems.
  SmallVector<uint16_t, 8> Bases;   // Each becomes a pointer.
  for (auto [I, M] : enumerate(A.Mapped.Insts)) {
    if (M.IssueSlots <= M.CacheUops &&
        none_of(K.mems(K.Insts[I]), [](const MemRef &R) { return R.IsStore; }))
      continue;
    const unsigned Before = O.Count;
    for (uint32_t Mem = K.Insts[I].FirstMem;
         Mem < K.Insts[I].FirstMem + K.Insts[I].NumMems; ++Mem) {
      if (K.Mems[Mem].Index == 0 || K.Mems[Mem].IsGather)
        continue;
      Indexed.push_back(Mem);
      ++O.Count;
      if (!is_contained(Bases, K.Mems[Mem].Base))
        Bases.push_back(K.Mems[Mem].Base);
    }
    if (O.Count != Before)
      O.Insts.push_back(I);
  }
  if (O.Count == 0)
    return Opportunity();
  const std::vector<bool> &IsControl = Today.control();
  size_t Update = 0;
  while (Update < IsControl.size() &&
         !(IsControl[Update] && K.Insts[Update].Inst &&
           K.Insts[Update].NumWrites != 0 &&
           !K.Writes[K.Insts[Update].FirstWrite].IsFlags))
    ++Update;
  if (Update == IsControl.size())
    return Opportunity();
  LoopChange Change(Today);
  for (uint32_t Mem : Indexed)
    Change.dropIndex(Mem);
  for (size_t N = 0; N < Bases.size(); ++N)
    Change.addAfter(0, Update, K.Insts[Update].Opcode, *K.Insts[Update].Inst,
                    /*IsChained=*/false);
  O.What = Opportunity::Kind::PlainAddresses;
  return Today.worthwhileByBounds(Change.promise(O));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

bool kernelbounds::hasFeature(const Analysis &A, StringRef Feature) {
  return cpuHasFeature(A.model(), A.model().codeCpu(), Feature).value_or(false);
}

Opportunity kernelbounds::findWiderVectors(const Baseline &Today) {
  const Analysis &A = Today.A;
  const Kernel &K = A.kernel();
  Opportunity O;
  if (K.NumOtherBlocks != 0 || !K.Calls.empty() ||
      any_of(A.Memory, [](const MemoryDependence &D) {
        return D.Distance != 0 && D.Class == DependenceClass::Must;
      }))
    return O;
  // Successive vectors are one then.
  const bool IfApart = any_of(A.Memory, [](const MemoryDependence &D) {
    return D.Class == DependenceClass::May;
  });
  const TargetSemantics &Target = targetOf(K);
  if (Target.scalableSet()) {
    O = findScalableVectors(Today);
    O.IfApart = IfApart;
    return O;
  }
  const std::vector<bool> &IsControl = Today.control();
  SmallVector<std::pair<uint32_t, unsigned>, 16> Wide;
  SmallVector<StringRef, 2> Features;
  for (auto [I, Inst] : enumerate(K.Insts)) {
    if (IsControl[I] || Inst.is(IF_Nop))
      continue;
    const WiderForm Form = Target.widerForm(Inst.Opcode);
    if (Form.Opcode == 0 || !Inst.Inst || Inst.isObserved())
      return O;
    if (!is_contained(Features, Form.Feature))
      Features.push_back(Form.Feature);
    O.Count = Form.Bytes;
    Wide.push_back({I, Form.Opcode});
  }
  if (Wide.empty() ||
      !all_of(Features, [&](StringRef F) { return hasFeature(A, F); }))
    return Opportunity();
  LoopChange Change(Today);
  for (auto [I, Opcode] : Wide) {
    Change.setOpcode(0, I, Opcode);
    O.Insts.push_back(I);
    for (uint32_t Mem = K.Insts[I].FirstMem;
         Mem < K.Insts[I].FirstMem + K.Insts[I].NumMems; ++Mem)
      Change.widen(Mem);
  }
  O.What = Opportunity::Kind::WiderVectors;
  O.IfApart = IfApart;
  return Change.promise(O, 2); // Half as many trips.
}
