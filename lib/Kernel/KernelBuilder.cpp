//===- KernelBuilder.cpp - From a loop of a listing to a kernel -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The walk along a loop's path.
/// Tested by unittests/Kernel/BuildKernelTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "CodeLayout.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Support/Casting.h"

using namespace llvm;
using namespace kernelbounds;

/// The label that \p I names; empty if it names none.
static StringRef targetLabel(const MCInst &I) {
  for (const MCOperand &Op : I)
    if (Op.isExpr())
      if (auto *Ref = dyn_cast<MCSymbolRefExpr>(Op.getExpr()))
        return Ref->getSymbol().getName();
  return "";
}

/// Whether the last instruction of \p K, a plain jump right after a conditional
/// branch, is passed by on the way to \p Next: the branch before it goes there.
static bool jumpIsPassedBy(const Kernel &K, size_t BlockStart,
                           const ListedBlock &Next) {
  if (K.Insts.size() < BlockStart + 2)
    return false;
  const KernelInst &Jump = K.Insts.back();
  const KernelInst &Before = K.Insts[K.Insts.size() - 2];
  if (!Jump.is(IF_Branch) || Jump.is(IF_CondBranch) || Jump.is(IF_Call) ||
      !Before.is(IF_CondBranch))
    return false;
  StringRef JumpTarget = targetLabel(*Jump.Inst);
  return JumpTarget.empty() || JumpTarget != Next.Label;
}

/// Makes room in \p K for \p NumInsts instructions, as a rule.
static void reservePools(Kernel &K, size_t NumInsts) {
  K.Insts.reserve(NumInsts);
  K.Reads.reserve(NumInsts * 3);
  K.Writes.reserve(NumInsts * 3);
  K.Mems.reserve(NumInsts);
  K.UnitPool.reserve(NumInsts * 6);
}

/// Takes the last instruction out of \p K again.
static void dropLast(Kernel &K) {
  const KernelInst &I = K.Insts.back();
  K.Reads.resize(I.FirstRead);
  K.Writes.resize(I.FirstWrite);
  K.Mems.resize(I.FirstMem);
  K.Insts.pop_back(); // Its units stay in the pool, unused.
}

/// Gives \p K copies of its instructions, so that it outlives the reader.
static void ownInsts(Kernel &K) {
  auto Copies = std::make_shared<std::vector<MCInst>>();
  Copies->reserve(K.Insts.size());
  for (KernelInst &I : K.Insts)
    I.Inst = &Copies->emplace_back(*I.Inst);
  K.Owned = std::move(Copies);
}

/// Whether nothing is known after \p I of what was before.
static bool endsKnowledge(const Kernel &K, const KernelInst &I) {
  // The stack pointer moves: slots are not where they were.
  return I.is(IF_Call) ||
         (I.is(IF_MayRun) && any_of(K.writes(I), [&](const RegWrite &W) {
            return is_contained(K.units(W), K.StackPointer);
          }));
}

namespace {
/// The last instructions before a loop.
struct LastBefore {
  struct Run {
    unsigned First, End;
    bool MayRun;
  };
  SmallVector<Run, 8> Runs; ///< Backwards.
  unsigned NumInsts = 0;
  bool IsAll; ///< From the beginning of the function on.
};
} // namespace

static LastBefore findBefore(const ListedFunction &F, const LoopBody &L) {
  LastBefore Last;
  unsigned NumStraight = 0, NumAround = 0;
  Last.IsAll = L.BeforeIsAll && !F.Name.empty();
  for (BlockBefore From : reverse(L.Before)) {
    const ListedBlock &B = F.Blocks[From.Block];
    if (From.MayRun)
      NumAround += B.End - B.First;
    if (B.NumUnread || NumAround > MaxInstsAround) {
      Last.IsAll = false;
      break;
    }
    unsigned Number = B.End - B.First;
    if (!From.MayRun) {
      Number = std::min(Number, MaxInstsBefore - NumStraight);
      NumStraight += Number;
    }
    Last.Runs.push_back({B.End - Number, B.End, From.MayRun});
    Last.NumInsts += Number;
  }
  Last.IsAll &= NumStraight < MaxInstsBefore;
  return Last;
}

/// Tells \p Semantics what it has to know of the state in which \p L runs.
static void enterLoop(const Listing &Code, const ListedFunction &F,
                      const LoopBody &L, TargetSemantics &Semantics) {
  if (!Semantics.hasModes())
    return;
  SmallVector<InstBefore, 64> Before;
  const LastBefore Last = findBefore(F, L);
  for (const LastBefore::Run &R : reverse(Last.Runs))
    for (unsigned I = R.First; I != R.End; ++I)
      Before.push_back({&Code.Insts[I].Inst, R.MayRun});
  SmallVector<const MCInst *, 64> Body;
  for (unsigned B : L.Path)
    for (unsigned I = F.Blocks[B].First; I != F.Blocks[B].End; ++I)
      Body.push_back(&Code.Insts[I].Inst);
  Semantics.enterLoop(Before, Body);
}

/// The last instructions before \p L, up to a call: what it leaves in registers
/// and memory is not known.
static std::shared_ptr<const Kernel> buildBefore(const Listing &Code,
                                                 const ListedFunction &F,
                                                 const LoopBody &L,
                                                 TargetSemantics &Semantics) {
  const LastBefore Last = findBefore(F, L);
  Semantics.enterLoop({}, {});
  auto K = std::make_shared<Kernel>();
  reservePools(*K, Last.NumInsts);
  Semantics.nameStack(*K);
  K->StartsFunction = Last.IsAll;
  for (const LastBefore::Run &R : reverse(Last.Runs))
    for (unsigned I = R.First; I != R.End; ++I) {
      Semantics.append(Code.Insts[I], *K);
      KernelInst &Inst = K->Insts.back();
      Inst.Flags |= R.MayRun ? IF_MayRun : 0;
      if (endsKnowledge(*K, Inst)) {
        *K = Kernel();
        Semantics.nameStack(*K);
      }
    }
  if (K->Insts.empty())
    return nullptr;
  return K;
}

Kernel kernelbounds::buildKernel(const Listing &Code, const ListedFunction &F,
                                 const LoopBody &L,
                                 TargetSemantics &Semantics) {
  Kernel K;
  K.Function = F.Name;
  K.NumOtherBlocks = L.NumOtherBlocks;
  K.PathByFrequency = L.ByFrequency;
  K.Marked = L.Marked;
  Semantics.nameStack(K);
  if (L.Path.empty())
    return K;
  K.Label = F.Blocks[L.Path.front()].Label;

  size_t NumInsts = 0;
  for (unsigned B : L.Path)
    NumInsts += F.Blocks[B].End - F.Blocks[B].First;
  reservePools(K, NumInsts);
  enterLoop(Code, F, L, Semantics);

  for (auto [Pos, B] : enumerate(L.Path)) {
    size_t BlockStart = K.Insts.size();
    if (Pos != 0 && B == L.Path.front())
      K.LaterTrips.push_back(BlockStart);
    for (unsigned I = F.Blocks[B].First; I != F.Blocks[B].End; ++I) {
      Semantics.append(Code.Insts[I], K);
      K.Insts.back().Listed = I;
      if (K.Insts.back().is(IF_Call))
        K.Calls.push_back(Code.Insts[I].Callee);
    }
    unsigned NextPos = Pos + 1 == L.Path.size() ? 0 : Pos + 1;
    if (!L.Marked && jumpIsPassedBy(K, BlockStart, F.Blocks[L.Path[NextPos]]))
      dropLast(K);
    // A jump, or a branch that does not fall through to the path's next block.
    bool EndsRegion = L.Marked && Pos + 1 == L.Path.size();
    if (K.Insts.size() > BlockStart && K.Insts.back().is(IF_Branch) &&
        !K.Insts.back().is(IF_Call) &&
        (!K.Insts.back().is(IF_CondBranch) ||
         (!EndsRegion && L.Path[NextPos] != B + 1)))
      K.Insts.back().Flags |= IF_Taken;
  }
  if (any_of(K.Mems, [](const MemRef &M) { return M.IsStore; }))
    K.Before = buildBefore(Code, F, L, Semantics);
  if (Semantics.wantsCodeLayout())
    layOutCode(K, Code, F, L, Semantics);
  ownInsts(K);
  return K;
}
