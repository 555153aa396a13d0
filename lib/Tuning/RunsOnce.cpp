//===- RunsOnce.cpp - What runs once beside a loop ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dominators are sets of blocks, found by iteration. Whether a block is in the
/// same loop around as a group follows from what reaches what: it is if the two
/// reach each other, or if nothing leads back to the group.
/// Tested by unittests/Tuning/RunsOnceTest.cpp and test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/RunsOnce.h"
#include "kernel-bounds/Advice/LoopAnalysis.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// With more blocks, what runs once is not looked at.
constexpr size_t MostBlocks = 1024;

CyclesPerIter kernelbounds::cyclesOfBlock(const Listing &Code,
                                          const ListedFunction &F,
                                          unsigned Block, bool IsEnd,
                                          const CodeRules &Rules) {
  if (F.Blocks[Block].First == F.Blocks[Block].End)
    return {};
  LoopBody Body;
  Body.Header = Block;
  Body.Blocks = Body.Path = {Block};
  LoopOptions O;
  O.Advice = false;
  O.Bounds.PerPort = O.Bounds.ExactFrontEnd = O.Bounds.Memory = false;
  const LoopResult R =
      analyzeLoop({Code, F, Body, Rules.Semantics}, Rules.Model, O);
  CyclesPerIter Busy;
  for (const Bound &B : R.Bounds.Bounds)
    if (B.Kind == Limit::Ports || B.Kind == Limit::Issue)
      Busy = std::max(Busy, B.Cycles);
  return IsEnd ? std::max(Busy, CyclesPerIter(R.Bounds.CP.Latency)) : Busy;
}

namespace {

/// The control flow of a function.
class BlockGraph {
public:
  explicit BlockGraph(const ListedFunction &F) : F(F) { findDominators(); }

  /// By block: what dominates it, itself included.
  const BitVector &dominators(unsigned Block) const { return Doms[Block]; }
  /// What can be executed from the successors of \p From on without \p Without.
  BitVector reach(ArrayRef<unsigned> From, unsigned Without) const;

private:
  void findDominators();

  const ListedFunction &F;
  std::vector<BitVector> Doms;
};

/// The parts of one loop of the source.
struct BlockGroup {
  unsigned Dominator = 0;
  bool IsInLoop = false; ///< There is a loop around it.
  BitVector Around;      ///< Blocks that the dominator and they both reach.
  BitVector After;       ///< What may run behind a part.
};

} // namespace

BitVector BlockGraph::reach(ArrayRef<unsigned> From, unsigned Without) const {
  BitVector Seen(F.Blocks.size());
  SmallVector<unsigned> Open;
  auto AddSuccessors = [&](unsigned B) {
    for (unsigned S : F.Blocks[B].Succs)
      if (S != Without && !Seen.test(S)) {
        Seen.set(S);
        Open.push_back(S);
      }
  };
  for (unsigned B : From)
    AddSuccessors(B);
  while (!Open.empty())
    AddSuccessors(Open.pop_back_val());
  return Seen;
}

void BlockGraph::findDominators() {
  const unsigned Num = F.Blocks.size();
  Doms.assign(Num, BitVector(Num, true));
  std::vector<SmallVector<unsigned, 4>> Preds(Num);
  for (unsigned B = 0; B < Num; ++B)
    for (unsigned S : F.Blocks[B].Succs)
      Preds[S].push_back(B);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned B = 0; B < Num; ++B) {
      // Whatever nothing leads to may be entered from outside.
      BitVector New(Num, B != 0 && !Preds[B].empty());
      if (B != 0)
        for (unsigned P : Preds[B])
          New &= Doms[P];
      New.set(B);
      if (New != Doms[B]) {
        Doms[B] = std::move(New);
        Changed = true;
      }
    }
  }
}

static BlockGroup makeGroup(const BlockGraph &G, const ListedFunction &F,
                            ArrayRef<LoopBody> Loops,
                            ArrayRef<unsigned> Parts) {
  BlockGroup Out;
  BitVector Common(F.Blocks.size(), true);
  SmallVector<unsigned> Inside;
  for (unsigned P : Parts) {
    Common &= G.dominators(Loops[P].Header);
    append_range(Inside, Loops[P].Blocks);
  }
  for (unsigned B : Common.set_bits())
    if (G.dominators(B).count() > G.dominators(Out.Dominator).count())
      Out.Dominator = B;
  Out.After = G.reach(Inside, Out.Dominator);
  for (unsigned B : Inside)
    Out.After.reset(B);
  Out.Around.resize(F.Blocks.size());
  for (unsigned B : Out.After.set_bits())
    Out.IsInLoop |= is_contained(F.Blocks[B].Succs, Out.Dominator);
  if (!Out.IsInLoop)
    return Out;
  constexpr unsigned None = ~0u;
  for (unsigned B : G.reach({Out.Dominator}, None).set_bits())
    if (G.reach({B}, None).test(Out.Dominator))
      Out.Around.set(B);
  return Out;
}

/// Whether \p Block runs as often as the loops of \p G do, beside them.
static bool isBeside(const BlockGraph &Graph, const BlockGroup &G,
                     unsigned Block, bool IsAlone) {
  if (G.IsInLoop && !G.Around.test(Block))
    return false;
  return Graph.dominators(Block).test(G.Dominator) || (IsAlone && !G.IsInLoop);
}

namespace {

/// The ways through the blocks of one group.
class Ways {
public:
  Ways(const ListedFunction &F, std::vector<CyclesPerIter> Cycles,
       BitVector Passable, unsigned Start);

  /// The least that is executed before the first block of \p L and behind it.
  CyclesPerIter through(const LoopBody &L) const;

private:
  using Known = std::optional<CyclesPerIter>;
  Known from(unsigned Block) const;
  Known leastBehind(unsigned Block) const;

  const ListedFunction &F;
  std::vector<CyclesPerIter> Cycles; ///< By block.
  BitVector Passable;                ///< What is no loop of others.
  unsigned Start;
  /// By block: from the start up to it, and from it to where control leaves;
  /// itself included.
  std::vector<Known> Before, Behind;
};

} // namespace

/// What is executed from \p Block on, which another one leads to; 0 if it is
/// not of the group.
Ways::Known Ways::from(unsigned Block) const {
  return Passable.test(Block) && Block != Start ? Behind[Block]
                                                : Known(CyclesPerIter());
}

/// The least of what \p Block leads to.
Ways::Known Ways::leastBehind(unsigned Block) const {
  Known Least;
  for (unsigned S : F.Blocks[Block].Succs)
    if (const Known Next = from(S); Next && (!Least || *Next < *Least))
      Least = Next;
  return F.Blocks[Block].Succs.empty() ? CyclesPerIter() : Least;
}

Ways::Ways(const ListedFunction &F, std::vector<CyclesPerIter> OfBlocks,
           BitVector MayPass, unsigned Start)
    : F(F), Cycles(std::move(OfBlocks)), Passable(std::move(MayPass)),
      Start(Start), Before(F.Blocks.size()), Behind(F.Blocks.size()) {
  Before[Start] = Cycles[Start];
  // Ways get shorter until nothing changes: that takes as many rounds as the
  // shortest one has blocks.
  for (bool Changed = true; Changed;) {
    Changed = false;
    auto Lower = [&](Known &Old, const CyclesPerIter &New) {
      if (Old && *Old <= New)
        return;
      Old = New;
      Changed = true;
    };
    for (unsigned B : Passable.set_bits()) {
      if (Before[B])
        for (unsigned S : F.Blocks[B].Succs)
          if (Passable.test(S) && S != Start)
            Lower(Before[S], *Before[B] + Cycles[S]);
      if (const Known Next = leastBehind(B))
        Lower(Behind[B], *Next + Cycles[B]);
    }
  }
}

CyclesPerIter Ways::through(const LoopBody &L) const {
  Known Least;
  for (unsigned B : L.Blocks)
    for (unsigned S : F.Blocks[B].Succs)
      if (!is_contained(L.Blocks, S))
        if (const Known Next = from(S); Next && (!Least || *Next < *Least))
          Least = Next;
  return Before[L.Header].value_or(CyclesPerIter()) +
         Least.value_or(CyclesPerIter());
}

/// The group of each block; none if it belongs to none.
static std::vector<const BlockGroup *> findOwners(const BlockGraph &Graph,
                                                  ArrayRef<BlockGroup> Groups,
                                                  size_t NumBlocks) {
  std::vector<const BlockGroup *> Owners(NumBlocks);
  for (unsigned B = 0; B < NumBlocks; ++B)
    for (const BlockGroup &G : Groups)
      if (isBeside(Graph, G, B, Groups.size() == 1) &&
          (!Owners[B] ||
           Graph.dominators(G.Dominator).test(Owners[B]->Dominator)))
        Owners[B] = &G;
  return Owners;
}

std::vector<CyclesPerIter> kernelbounds::cyclesOnce(
    const Listing &Code, const ListedFunction &F, ArrayRef<LoopBody> Loops,
    ArrayRef<std::vector<unsigned>> Groups, const CodeRules &Rules) {
  std::vector<CyclesPerIter> Out(Loops.size());
  const unsigned Num = F.Blocks.size();
  if (Num == 0 || Num > MostBlocks)
    return Out;
  BitVector InLoop(Num);
  for (const LoopBody &L : Loops)
    for (unsigned B : L.Blocks)
      InLoop.set(B);
  const BlockGraph Graph(F);
  std::vector<BlockGroup> Made;
  for (const std::vector<unsigned> &Parts : Groups)
    Made.push_back(makeGroup(Graph, F, Loops, Parts));
  const auto Owners = findOwners(Graph, Made, Num);
  for (auto [G, Parts] : zip_equal(Made, Groups)) {
    std::vector<CyclesPerIter> Cycles(Num);
    BitVector Passable(Num);
    for (unsigned B = 0; B < Num; ++B)
      if (Owners[B] == &G && !InLoop.test(B)) {
        Passable.set(B);
        Cycles[B] = cyclesOfBlock(Code, F, B, G.After.test(B), Rules);
      }
    for (unsigned P : Parts)
      for (unsigned B : Loops[P].Blocks)
        Passable.set(B); // Its trips are counted elsewhere.
    const bool IsAlone = Made.size() == 1 && !G.IsInLoop;
    const Ways Through(F, std::move(Cycles), std::move(Passable),
                       IsAlone ? 0 : G.Dominator);
    for (unsigned P : Parts)
      Out[P] = Through.through(Loops[P]);
  }
  return Out;
}
