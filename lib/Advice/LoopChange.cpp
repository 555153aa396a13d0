//===- LoopChange.cpp - A loop with other instructions --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions refer to the pools of the kernel by ranges, so that bodies of
/// the same operands share them. Dependences through memory are those of today:
/// what an iteration reads that D iterations before have stored, copy c reads
/// from copy c - D, modulo the number of copies.
///
/// The new code stands without holes where today's code starts.
///
/// O(instructions of the new body), and what the bounds take.
/// Tested by unittests/Advice/LoopChangeTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "Opportunities.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

LoopChange::LoopChange(const Analysis &A, unsigned NumUnits, unsigned NumCopies)
    : A(A), NumUnits(NumUnits), NumCopies(NumCopies),
      NoLoad(A.kernel().Insts.size()) {
  const Kernel &K = A.kernel();
  Slots.reserve(K.Insts.size() * NumCopies);
  for (unsigned Copy = 0; Copy < NumCopies; ++Copy)
    for (auto [I, Inst] : enumerate(K.Insts))
      Slots.push_back({Inst, static_cast<uint32_t>(I), Copy});
  Pools.Reads = K.Reads;
  Pools.Writes = K.Writes;
  Pools.Mems = K.Mems;
  Pools.UnitPool = K.UnitPool;
  Pools.StackPointer = K.StackPointer;
  Pools.FramePointer = K.FramePointer;
  Pools.Target = K.Target;
  Pools.CodeAlign = K.CodeAlign;
}

LoopChange::Slot &LoopChange::at(unsigned Copy, uint32_t Inst) {
  return Slots[Copy * A.kernel().Insts.size() + Inst];
}

void LoopChange::remove(unsigned Copy, uint32_t Inst) {
  at(Copy, Inst).IsRemoved = true;
}

void LoopChange::passOn(unsigned Copy) {
  if (!A.kernel().Insts.empty())
    at(Copy, A.kernel().Insts.size() - 1).I.Flags &= ~IF_Taken;
}

void LoopChange::setOpcode(unsigned Copy, uint32_t Inst, unsigned Opcode) {
  Slot &S = at(Copy, Inst);
  MCInst &New = Insts.emplace_back(*S.I.Inst);
  New.setOpcode(Opcode);
  S.I.Opcode = Opcode;
  S.I.Inst = &New;
}

void LoopChange::addAfter(unsigned Copy, uint32_t Inst, unsigned Opcode,
                          const MCInst &Operands, bool IsChained) {
  Slot S = at(Copy, Inst);
  MCInst &New = Insts.emplace_back(Operands);
  New.setOpcode(Opcode);
  const RegWrite W = Pools.Writes[S.I.FirstWrite];
  S.I.Opcode = Opcode;
  S.I.Inst = &New;
  S.I.FirstWrite = Pools.Writes.size();
  S.I.FirstRead = Pools.Reads.size();
  S.I.NumWrites = IsChained ? 1 : 0;
  S.I.NumReads = 1;
  S.I.NumMems = 0;
  S.I.Flags = 0;
  Pools.Writes.push_back({W.Reg, false, false, 0, W.FirstUnit, W.NumUnits, 0});
  Pools.Reads.push_back({W.Reg, ReadRole::Data, 1, W.FirstUnit, W.NumUnits});
  S.IsAdded = true;
  Added.push_back(S);
}

void LoopChange::append(uint32_t Inst, const Part &P) {
  Slot S = at(0, Inst);
  S.I.Opcode = P.Opcode;
  S.I.Inst = &Insts.emplace_back(P.Inst);
  S.I.FirstRead = Pools.Reads.size();
  S.I.FirstWrite = Pools.Writes.size();
  S.I.FirstMem = Pools.Mems.size();
  S.I.NumReads = P.Reads.size();
  S.I.NumWrites = P.Writes.size();
  S.I.NumMems = P.Mem ? 1 : 0;
  S.I.Flags = 0;
  if (P.Mem)
    S.I.Flags = P.Mem->IsLoad ? IF_MayLoad : IF_MayStore;
  append_range(Pools.Reads, P.Reads);
  append_range(Pools.Writes, P.Writes);
  if (P.Mem)
    Pools.Mems.push_back(*P.Mem);
  S.IsRemoved = false;
  S.IsAdded = true;
  Added.push_back(S);
}

void LoopChange::dropLoad(uint32_t Inst) {
  NoLoad[Inst] = true;
  const bool IsAll =
      A.Mapped.Insts[Inst].is(MF_PureLoad) &&
      none_of(A.kernel().mems(A.kernel().Insts[Inst]), [](const MemRef &M) {
        return M.WriteBack != WriteBackKind::None;
      });
  for (unsigned Copy = 0; IsAll && Copy < NumCopies; ++Copy)
    remove(Copy, Inst);
}

void LoopChange::assemble() {
  const size_t Size = A.kernel().Insts.size();
  PlaceOf.assign(Size * NumCopies, ~0u);
  uint64_t Address = Slots.empty() ? 0 : Slots.front().I.Address;
  auto Append = [&](const Slot &S) {
    Pools.Insts.push_back(S.I);
    Pools.Insts.back().Address = Address;
    Address += S.I.Size;
    FromOf.push_back(S.From);
  };
  for (const Slot &S : Slots) {
    if (!S.IsRemoved) {
      PlaceOf[S.Copy * Size + S.From] = Pools.Insts.size();
      Append(S);
    }
    for (const Slot &More : Added) {
      if (More.Copy != S.Copy || More.From != S.From)
        continue;
      // The first of what takes its place.
      if (uint32_t &Place = PlaceOf[S.Copy * Size + S.From]; Place == ~0u)
        Place = Pools.Insts.size();
      Append(More);
    }
  }
}

/// Takes the loads that are no more from operations with a memory operand.
void LoopChange::dropLoadUops() {
  const PortSet Issue = A.model().issuePorts();
  for (auto [M, From, I] : zip_equal(New.Mapped.Insts, FromOf, Pools.Insts)) {
    if (!NoLoad[From])
      continue;
    auto First = New.Mapped.Uops.begin() + M.FirstUop;
    auto End = std::remove_if(First, First + M.NumUops, [](const MappedUop &U) {
      return U.Kind == UopKind::Load;
    });
    M.NumUops = End - First;
    const unsigned NumIssued =
        std::count_if(First, End, [&](const MappedUop &U) {
          return !(U.Ports & Issue).empty();
        });
    M.CacheUops = std::min<unsigned>(M.CacheUops, NumIssued);
    M.IssueSlots = M.CacheUops;
    M.LoadLatency = 0;
    for (uint32_t Mem = I.FirstMem; Mem < I.FirstMem + I.NumMems; ++Mem)
      Pools.Mems[Mem].IsLoad = false;
  }
}

std::vector<MemoryDependence> LoopChange::dependences() const {
  const size_t Size = A.kernel().Insts.size();
  std::vector<MemoryDependence> Out;
  for (const MemoryDependence &D : A.Memory)
    for (unsigned Copy = 0; Copy < NumCopies; ++Copy) {
      MemoryDependence N = D;
      // Copies before this one, counted from a body far enough back.
      const uint64_t Back = (uint64_t(D.Distance) / NumCopies + 1) * NumCopies;
      const uint64_t Source = Back + Copy - D.Distance;
      N.Distance = (Back + Copy) / NumCopies - Source / NumCopies;
      N.SourceInst = PlaceOf[Source % NumCopies * Size + D.SourceInst];
      N.DestInst = PlaceOf[Copy * Size + D.DestInst];
      if (N.SourceInst != ~0u && N.DestInst != ~0u && !NoLoad[D.DestInst])
        Out.push_back(N);
    }
  return Out;
}

/// The accesses of the new body by their places in lines of the cache. A trip
/// of it is one of today's for each copy; where vectors are widened, of twice
/// the data, and the vectors of one array move apart.
LineAccesses LoopChange::lines() const {
  const Kernel &K = A.kernel();
  auto IsWidened = [&](const LineAccess &L) {
    const uint32_t Mem = K.Insts[L.Inst].FirstMem;
    return Pools.Mems[Mem].Width != K.Mems[Mem].Width;
  };
  BitVector Widened(A.Lines.Bases.size());
  for (const LineAccess &L : A.Lines.Accesses)
    if (IsWidened(L))
      Widened.set(L.Base);
  LineAccesses Out;
  // Without a vector that is wider, no access crosses more often.
  if (A.LineGroups.empty() && Widened.none())
    return Out;
  Out.Bases = A.Lines.Bases;
  for (auto [I, B] : enumerate(Out.Bases))
    B.Step = B.Step * (Widened[I] ? 2 : 1) * NumCopies % CacheLineBytes;
  for (unsigned Copy = 0; Copy < NumCopies; ++Copy)
    for (LineAccess L : A.Lines.Accesses) {
      const KernelInst &Old = K.Insts[L.Inst];
      const uint32_t Place = PlaceOf[Copy * K.Insts.size() + L.Inst];
      if (Place == ~0u || Pools.Insts[Place].FirstMem != Old.FirstMem ||
          Pools.Insts[Place].NumMems != 1)
        continue;
      unsigned Step = A.Lines.Bases[L.Base].Step;
      if (Widened[L.Base]) {
        Step *= 2;
        // Whole vectors before it are twice as wide.
        L.Offset += (L.Offset + L.Width / 2) / L.Width * L.Width;
        L.Width =
            std::min<unsigned>(Pools.Mems[Old.FirstMem].Width, CacheLineBytes);
      }
      L.Offset = (L.Offset + Copy * Step) % CacheLineBytes;
      L.Inst = Place;
      Out.Accesses.push_back(L);
    }
  return Out;
}

CyclesPerIter LoopChange::cycles() { return cycles(notWorthwhile(A)); }

CyclesPerIter LoopChange::cycles(const CyclesPerIter &Enough) {
  assemble();
  New.Options = A.Options;
  New.Options.PerPort = false;
  New.Mapped = mapKernel(Pools, *A.Mapped.Model, A.Mapped.Options);
  for (auto [M, From] : zip_equal(New.Mapped.Insts, FromOf))
    if (M.is(MF_NotModeled) && !A.Mapped.Insts[From].is(MF_NotModeled))
      return A.Prediction; // Nothing is known of it.
  dropLoadUops();
  New.Lines = lines();
  const CyclesPerIter EnoughForAll = Enough * NumCopies;
  computeThroughput(New, nullptr, &EnoughForAll);
  for (const Bound &B : A.Bounds)
    if (boundRules(B.Kind).IsKept)
      New.TP = std::max(New.TP, B.Cycles * NumCopies);
  // Most changes add no latency to a cycle. But registers that a removed
  // instruction wrote may tie others together, which renaming avoids.
  const CyclesPerIter Most = A.LCD.Ratio * NumCopies;
  if (New.TP >= EnoughForAll || (!LengthensChains && New.TP >= Most))
    return New.TP / NumCopies;
  std::vector<MemoryDependence> Memory = dependences();
  GraphOptions Options;
  Options.Memory = Memory;
  New.Graph = buildDependencyGraph(New.Mapped, NumUnits, Options);
  CriticalCycle LCD = findMaxCycleRatio(New.Graph, DependenceClass::Expected);
  const CyclesPerIter Latency =
      LengthensChains ? LCD.Ratio : std::min(LCD.Ratio, Most);
  return std::max(New.TP, Latency) / NumCopies;
}
