//===- BeforeBuilder.cpp - The code before a loop -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Goes back from the loop's header with the set of registers that its
/// addresses need, and keeps what writes one of them: a superset of what
/// AddressSlice.cpp takes of all the code, which is therefore the same with
/// this code and with all of it. Most instructions are passed by on a look at
/// their opcode; describing them would be the larger part of building a kernel.
///
/// Cost: O(instructions before the loop).
/// Tested by unittests/Kernel/BuildKernelTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "BeforeBuilder.h"
#include "kernel-bounds/Kernel/AddressSlice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace kernelbounds;

/// The last call among instructions [\p First, \p End), or \p First.
static unsigned findLastCall(const Listing &Code, unsigned First, unsigned End,
                             const MCInstrInfo &MII) {
  for (unsigned I = End; I > First; --I)
    if (MII.get(Code.Insts[I - 1].Inst.getOpcode()).isCall())
      return I - 1;
  return First;
}

LastBefore kernelbounds::findBefore(const Listing &Code,
                                    const ListedFunction &F, const LoopBody &L,
                                    const MCInstrInfo &MII) {
  LastBefore Last;
  unsigned NumStraight = 0, NumAround = 0;
  Last.IsAll = L.BeforeIsAll && !F.Name.empty();
  for (BlockBefore From : reverse(L.Before)) {
    const ListedBlock &B = F.Blocks[From.Block];
    const unsigned First = findLastCall(Code, B.First, B.End, MII);
    if (From.MayRun)
      NumAround += B.End - First;
    if (B.NumUnread || NumAround > MaxInstsAround) {
      Last.IsAll = false;
      break;
    }
    unsigned Number = B.End - First;
    if (!From.MayRun) {
      Number = std::min(Number, MaxInstsBefore - NumStraight);
      NumStraight += Number;
    }
    for (unsigned I = B.End; I > B.End - Number; --I)
      Last.Insts.push_back({I - 1, From.MayRun});
    if (First != B.First)
      break; // At a call, behind which all is forgotten.
  }
  Last.IsAll &= NumStraight < MaxInstsBefore;
  return Last;
}

//===----------------------------------------------------------------------===//
// What matters
//===----------------------------------------------------------------------===//

namespace {

/// Walks back from a loop.
class BeforeChooser {
public:
  BeforeChooser(const Kernel &Body, const Listing &Code,
                TargetSemantics &Semantics)
      : Code(Code), Semantics(Semantics),
        Needed(neededBefore(Body, Semantics.numUnits())),
        GroupWrites(Semantics.numUnits()), Frame(Semantics.numUnits()),
        Stack(Semantics.numUnits()) {
    if (Body.FramePointer != NoRegUnit)
      Frame.set(Body.FramePointer);
    if (Body.StackPointer != NoRegUnit)
      Stack.set(Body.StackPointer);
    Semantics.nameStack(Kept);
    noteNeeded();
  }

  /// Leaves in \p K those of \p Last that matter, up to a call or the like that
  /// hides what ran before it. \returns whether anything is known of it.
  bool choose(LastBefore &Last, Kernel &K);

private:
  /// Needed.Units has changed.
  void noteNeeded() {
    Asked = Needed.Units;
    Asked |= Stack;
  }
  bool endsKnowledge(unsigned I, bool MayRun);
  bool isKept(unsigned I);
  bool isKeptOfGroup(unsigned I);
  void endGroup();
  void needStoresOf(ArrayRef<std::pair<unsigned, bool>> Group);
  const KernelInst &describe(unsigned I);
  bool writes(const KernelInst &Inst, const BitVector &Units) const;
  bool stores(const KernelInst &Inst) const;
  bool isNamed(const KernelInst &Inst) const;
  void addReads(const KernelInst &Inst, BitVector &To) const;
  void addWrites(const KernelInst &Inst, BitVector &To) const;
  void dropLast();

  const Listing &Code;
  TargetSemantics &Semantics;
  NeededBefore Needed;
  BitVector Asked;        ///< Needed.Units and Stack.
  BitVector GroupWrites;  ///< What those of a group write that are kept.
  BitVector Frame, Stack; ///< The units of the pointers.
  Kernel Kept;            ///< Backwards; the one looked at is the last.
};

} // namespace

/// Appends \p I to Kept, for now.
const KernelInst &BeforeChooser::describe(unsigned I) {
  Semantics.append(Code.Insts[I], Kept);
  return Kept.Insts.back();
}

void BeforeChooser::dropLast() {
  const KernelInst &I = Kept.Insts.back();
  Kept.Reads.resize(I.FirstRead);
  Kept.Writes.resize(I.FirstWrite);
  Kept.Mems.resize(I.FirstMem);
  Kept.Insts.pop_back(); // Its units stay in the pool, unused.
}

bool BeforeChooser::writes(const KernelInst &Inst,
                           const BitVector &Units) const {
  return any_of(Kept.writes(Inst), [&](const RegWrite &W) {
    return !W.IsFlags &&
           any_of(Kept.units(W), [&](RegUnit U) { return Units.test(U); });
  });
}

bool BeforeChooser::stores(const KernelInst &Inst) const {
  return any_of(Kept.mems(Inst), [](const MemRef &M) { return M.IsStore; });
}

void BeforeChooser::addReads(const KernelInst &Inst, BitVector &To) const {
  for (const RegRead &R : Kept.reads(Inst))
    for (RegUnit U : Kept.units(R))
      To.set(U);
}

void BeforeChooser::addWrites(const KernelInst &Inst, BitVector &To) const {
  for (const RegWrite &W : Kept.writes(Inst))
    for (RegUnit U : Kept.units(W))
      To.set(U);
}

/// Whether it counts wherever it stands: how the frame pointer is used says
/// whether it is one, and what is opaque may write anywhere.
bool BeforeChooser::isNamed(const KernelInst &Inst) const {
  return Inst.is(IF_Opaque) || any_of(Kept.reads(Inst), [&](const RegRead &R) {
           return R.Role == ReadRole::Address &&
                  any_of(Kept.units(R),
                         [&](RegUnit U) { return Frame.test(U); });
         });
}

/// Whether nothing is known after \p I of what was before: a call, or a stack
/// pointer that moves, so that slots are not where they were.
/// \pre The instruction may matter.
bool BeforeChooser::endsKnowledge(unsigned I, bool MayRun) {
  const MCInst &Inst = Code.Insts[I].Inst;
  if (Semantics.description().MII->get(Inst.getOpcode()).isCall())
    return true;
  if (!MayRun || !Semantics.mayMatter(Inst, Stack, /*Stores=*/false))
    return false;
  const bool Ends = writes(describe(I), Stack);
  dropLast();
  return Ends;
}

/// \pre The instruction may matter, and is not one of a group.
bool BeforeChooser::isKept(unsigned I) {
  const KernelInst &Inst = describe(I);
  bool IsKept = isNamed(Inst);
  if (writes(Inst, Needed.Units) || (Needed.Memory && stores(Inst))) {
    IsKept = true;
    for (const RegWrite &W : Kept.writes(Inst))
      for (RegUnit U : Kept.units(W))
        Needed.Units.reset(U);
    addReads(Inst, Needed.Units);
    Needed.Memory |= any_of(Kept.mems(Inst), [](const MemRef &M) {
      return M.IsLoad && !M.IsVector && M.Width / M.NumParts <= 8;
    });
    noteNeeded();
  }
  if (!IsKept)
    dropLast();
  return IsKept;
}

/// Where memory counts, a store that may run needs its address from all of the
/// group that may write it.
void BeforeChooser::needStoresOf(ArrayRef<std::pair<unsigned, bool>> Group) {
  if (!Needed.Memory)
    return;
  const BitVector Nothing(Needed.Units.size());
  for (auto [I, MayRun] : Group) {
    if (!MayRun)
      break;
    if (!Semantics.mayMatter(Code.Insts[I].Inst, Nothing, /*Stores=*/true))
      continue;
    if (const KernelInst &Inst = describe(I); stores(Inst))
      addReads(Inst, Needed.Units);
    dropLast();
  }
  noteNeeded();
}

/// Of a group; what its instructions write is needed until its end.
/// \pre The instruction may matter.
bool BeforeChooser::isKeptOfGroup(unsigned I) {
  const KernelInst &Inst = describe(I);
  bool IsKept = isNamed(Inst);
  if (writes(Inst, Needed.Units) || (Needed.Memory && stores(Inst))) {
    IsKept = true;
    addWrites(Inst, GroupWrites);
  }
  if (!IsKept)
    dropLast();
  return IsKept;
}

void BeforeChooser::endGroup() {
  Needed.Units.reset(GroupWrites);
  GroupWrites.reset();
  noteNeeded();
}

/// Appends instruction \p I of \p From to \p To.
static void copyInst(const Kernel &From, const KernelInst &I, Kernel &To) {
  KernelInst Copy = I;
  Copy.FirstRead = To.Reads.size();
  Copy.FirstWrite = To.Writes.size();
  Copy.FirstMem = To.Mems.size();
  auto CopyUnits = [&](auto Access) {
    ArrayRef<RegUnit> Units = From.units(Access);
    Access.FirstUnit = To.UnitPool.size();
    To.UnitPool.insert(To.UnitPool.end(), Units.begin(), Units.end());
    return Access;
  };
  for (const RegRead &R : From.reads(I))
    To.Reads.push_back(CopyUnits(R));
  for (const RegWrite &W : From.writes(I))
    To.Writes.push_back(CopyUnits(W));
  append_range(To.Mems, From.mems(I));
  To.Insts.push_back(Copy);
}

bool BeforeChooser::choose(LastBefore &Last, Kernel &K) {
  bool IsKnown = false, WasInGroup = false, HasKeptOfGroup = false;
  for (auto [Pos, Item] : enumerate(Last.Insts)) {
    auto [I, MayRun] = Item;
    if (MayRun && !WasInGroup)
      needStoresOf(ArrayRef(Last.Insts).drop_front(Pos));
    // Of most instructions nothing else is asked.
    const bool MayMatter =
        Semantics.mayMatter(Code.Insts[I].Inst, Asked, Needed.Memory);
    if (MayMatter && endsKnowledge(I, MayRun)) {
      Last.IsAll = false;
      break;
    }
    IsKnown = true;
    // One instruction stays between two groups, so that they remain two.
    const bool Separates = !MayRun && HasKeptOfGroup;
    if (!MayRun && WasInGroup) {
      endGroup();
      HasKeptOfGroup = false;
    }
    WasInGroup = MayRun;
    if (!MayMatter || !(MayRun ? isKeptOfGroup(I) : isKept(I))) {
      if (!Separates)
        continue;
      describe(I);
    }
    Kept.Insts.back().Flags |= MayRun ? IF_MayRun : 0;
    HasKeptOfGroup |= MayRun;
  }
  K.reserve(Kept.Insts.size());
  for (const KernelInst &I : reverse(Kept.Insts))
    copyInst(Kept, I, K);
  return IsKnown;
}

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

/// Of targets with modes, which are told all of the code in its order.
static void appendAll(const LastBefore &Last, const Listing &Code,
                      TargetSemantics &Semantics, Kernel &K) {
  for (auto [I, MayRun] : reverse(Last.Insts)) {
    Semantics.append(Code.Insts[I], K);
    KernelInst &Inst = K.Insts.back();
    Inst.Flags |= MayRun ? IF_MayRun : 0;
    const bool MovesStack = any_of(K.writes(Inst), [&](const RegWrite &W) {
      return is_contained(K.units(W), K.StackPointer);
    });
    if (Inst.is(IF_Call) || (MayRun && MovesStack)) {
      K = Kernel();
      Semantics.nameStack(K);
    }
  }
}

std::shared_ptr<const Kernel>
kernelbounds::buildBefore(const Kernel &Body, const Listing &Code,
                          const ListedFunction &F, const LoopBody &L,
                          TargetSemantics &Semantics) {
  LastBefore Last = findBefore(Code, F, L, *Semantics.description().MII);
  Semantics.enterLoop({}, {});
  auto K = std::make_shared<Kernel>();
  Semantics.nameStack(*K);
  if (Semantics.hasModes()) {
    K->StartsFunction = Last.IsAll;
    appendAll(Last, Code, Semantics, *K);
    return K->Insts.empty() ? nullptr : K;
  }
  if (!BeforeChooser(Body, Code, Semantics).choose(Last, *K))
    return nullptr;
  K->StartsFunction = Last.IsAll;
  return K;
}
