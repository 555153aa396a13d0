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

#include "BeforeBuilder.h"
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

/// Tells \p Semantics what it has to know of the state in which \p L runs.
static void enterLoop(const Listing &Code, const ListedFunction &F,
                      const LoopBody &L, TargetSemantics &Semantics) {
  if (!Semantics.hasModes())
    return;
  SmallVector<InstBefore, 64> Before;
  const LastBefore Last = findBefore(Code, F, L, *Semantics.description().MII);
  for (auto [I, MayRun] : reverse(Last.Insts))
    Before.push_back({&Code.Insts[I].Inst, MayRun});
  SmallVector<const MCInst *, 64> Body;
  for (unsigned B : L.Path)
    for (unsigned I = F.Blocks[B].First; I != F.Blocks[B].End; ++I)
      Body.push_back(&Code.Insts[I].Inst);
  Semantics.enterLoop(Before, Body);
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
  K.reserve(NumInsts);
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
    const bool GoesPastJump =
        !L.Marked && jumpIsPassedBy(K, BlockStart, F.Blocks[L.Path[NextPos]]);
    if (GoesPastJump)
      dropLast(K);
    // A jump, or a branch that does not fall through to the path's next block:
    // one over a jump goes there even if it is the next in the layout.
    bool EndsRegion = L.Marked && Pos + 1 == L.Path.size();
    if (K.Insts.size() > BlockStart && K.Insts.back().is(IF_Branch) &&
        !K.Insts.back().is(IF_Call) &&
        (!K.Insts.back().is(IF_CondBranch) ||
         (!EndsRegion && (GoesPastJump || L.Path[NextPos] != B + 1))))
      K.Insts.back().Flags |= IF_Taken;
  }
  if (any_of(K.Mems, [](const MemRef &M) { return M.IsStore; }))
    K.Before = buildBefore(K, Code, F, L, Semantics);
  if (Semantics.wantsCodeLayout())
    layOutCode(K, Code, F, L, Semantics);
  ownInsts(K);
  return K;
}
