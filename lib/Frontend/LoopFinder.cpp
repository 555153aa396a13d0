//===- LoopFinder.cpp - Innermost loops of a listed function --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops are the targets of depth-first back edges. Headers are handled from
/// the inside out (falling preorder); a finished loop is collapsed into its
/// header by union-find, so that outer loops step over it. A loop whose body
/// holds no collapsed loop is innermost, and its body is then exact.
///
/// Example: 0 -> 1 -> 2 -> 1, 2 -> 3 -> 0 has back edges 2 -> 1 and 3 -> 0.
/// Loop {1, 2} comes first and is innermost; loop {0, 1, 2, 3} meets header 1
/// and is not.
///
/// Source: P. Havlak, "Nesting of reducible and irreducible loops", TOPLAS
/// 19(4), 1997, doi:10.1145/262004.262005. Unlike it, the entries of an
/// irreducible loop are not handed to outer loops: those are never innermost,
/// so their exact bodies do not matter, and the time stays near-linear.
///
/// Regions with several entries give a loop whose header is the entry that the
/// depth-first search from the function's entry meets first. Exact for
/// reducible graphs. Time O((B + E) a(B)) for all loops of a function, space
/// O(B + E). Tested by unittests/Frontend/LoopFinderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/Listing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;

namespace kernelbounds {
namespace {

constexpr unsigned None = ~0u;

//===----------------------------------------------------------------------===//
// Depth-first order and loop bodies
//===----------------------------------------------------------------------===//

class LoopForest {
public:
  explicit LoopForest(const ListedFunction &F) : F(F) {}
  std::vector<LoopBody> findInnermost();
  unsigned numPreds(unsigned Block) const {
    return PredBegin[Block + 1] - PredBegin[Block];
  }
  void findBefore(LoopBody &L) const;

private:
  void collectPreds();
  void numberFrom(unsigned Root);
  unsigned findRep(unsigned Block);
  bool isAncestor(unsigned A, unsigned D) const {
    return Preorder[A] <= Preorder[D] && Preorder[D] <= LastInside[A];
  }
  bool collectBody(unsigned Header, std::vector<unsigned> &Body);
  unsigned findGate(ArrayRef<unsigned> Froms,
                    SmallVectorImpl<BlockBefore> &Around) const;
  ArrayRef<unsigned> preds(unsigned Block) const {
    return ArrayRef(Preds).slice(PredBegin[Block], numPreds(Block));
  }

  const ListedFunction &F;
  // Indexed by block, except Order.
  std::vector<unsigned> PredBegin, Preds; ///< Preds is indexed by PredBegin.
  std::vector<unsigned> Preorder;         ///< Position in Order.
  std::vector<unsigned> LastInside;       ///< Last preorder of the DFS subtree.
  std::vector<unsigned> Order;            ///< Blocks by preorder number.
  std::vector<unsigned> Rep;              ///< Union-find parent.
  std::vector<unsigned> SeenFor;          ///< Header that last collected it.
  std::vector<char> IsHeader;
};

void LoopForest::collectPreds() {
  unsigned N = F.Blocks.size();
  PredBegin.assign(N + 1, 0);
  for (const ListedBlock &B : F.Blocks)
    for (unsigned S : B.Succs)
      ++PredBegin[S + 1];
  for (unsigned B = 0; B < N; ++B)
    PredBegin[B + 1] += PredBegin[B];
  Preds.resize(PredBegin[N]);
  std::vector<unsigned> Next(PredBegin.begin(), PredBegin.end() - 1);
  for (unsigned B = 0; B < N; ++B)
    for (unsigned S : F.Blocks[B].Succs)
      Preds[Next[S]++] = B;
}

/// Numbers all blocks that \p Root reaches and that have no number yet.
void LoopForest::numberFrom(unsigned Root) {
  struct Frame {
    unsigned Block, NextSucc;
  };
  SmallVector<Frame, 32> Stack;
  auto Enter = [&](unsigned B) {
    Preorder[B] = Order.size();
    Order.push_back(B);
    Stack.push_back({B, 0});
  };
  Enter(Root);
  while (!Stack.empty()) {
    Frame &Top = Stack.back();
    const auto &Succs = F.Blocks[Top.Block].Succs;
    if (Top.NextSucc == Succs.size()) {
      LastInside[Top.Block] = Order.size() - 1;
      Stack.pop_back();
      continue;
    }
    unsigned S = Succs[Top.NextSucc++];
    if (Preorder[S] == None)
      Enter(S);
  }
}

unsigned LoopForest::findRep(unsigned Block) {
  while (Rep[Block] != Block) {
    Rep[Block] = Rep[Rep[Block]]; // Path halving.
    Block = Rep[Block];
  }
  return Block;
}

/// Gathers the representatives inside the loop of \p Header, without Header.
///
/// \returns true if one of them is itself a loop's header.
bool LoopForest::collectBody(unsigned Header, std::vector<unsigned> &Body) {
  bool HasInner = false;
  auto Add = [&](unsigned Block) {
    unsigned R = findRep(Block);
    if (R == Header || SeenFor[R] == Header || !isAncestor(Header, R))
      return; // Not a descendant: a second entry into the region.
    SeenFor[R] = Header;
    HasInner |= IsHeader[R];
    Body.push_back(R);
  };
  for (unsigned P : preds(Header))
    if (isAncestor(Header, P))
      Add(P);
  for (unsigned I = 0; I < Body.size(); ++I)
    for (unsigned P : preds(Body[I]))
      Add(P);
  return HasInner;
}

std::vector<LoopBody> LoopForest::findInnermost() {
  unsigned N = F.Blocks.size();
  collectPreds();
  Preorder.assign(N, None);
  LastInside.assign(N, 0);
  SeenFor.assign(N, None);
  IsHeader.assign(N, false);
  for (unsigned B = 0; B < N; ++B)
    if (Preorder[B] == None)
      numberFrom(B);
  Rep.resize(N);
  for (unsigned B = 0; B < N; ++B)
    Rep[B] = B;

  std::vector<LoopBody> Loops;
  std::vector<unsigned> Body;
  for (unsigned Header : reverse(Order)) {
    Body.clear();
    if (none_of(preds(Header),
                [&](unsigned P) { return isAncestor(Header, P); }))
      continue;
    bool HasInner = collectBody(Header, Body);
    IsHeader[Header] = true;
    for (unsigned B : Body)
      Rep[B] = Header;
    if (HasInner)
      continue;
    LoopBody &L = Loops.emplace_back();
    L.Header = Header;
    L.Blocks = Body;
    L.Blocks.push_back(Header);
    sort(L.Blocks);
  }
  sort(Loops, [](const LoopBody &A, const LoopBody &B) {
    return A.Header < B.Header;
  });
  return Loops;
}

/// The block that control passes last, whichever way it comes from the entry to
/// where it leaves one of \p Froms: what is left when all others, last in
/// preorder first, have been replaced by their predecessors. Those go to
/// \p Around. None if there is no such block, or it is too far away.
unsigned LoopForest::findGate(ArrayRef<unsigned> Froms,
                              SmallVectorImpl<BlockBefore> &Around) const {
  SmallVector<unsigned, 8> Open; // Each once, ascending by preorder.
  auto Insert = [&](unsigned Block) {
    auto IsBefore = [&](unsigned A, unsigned B) {
      return Preorder[A] < Preorder[B];
    };
    auto *At = llvm::lower_bound(Open, Block, IsBefore);
    if (At == Open.end() || *At != Block)
      Open.insert(At, Block);
  };
  llvm::for_each(Froms, Insert);
  while (Open.size() > 1) {
    unsigned B = Open.pop_back_val();
    // The first block has its caller before it.
    if (B == 0 || numPreds(B) == 0 || Around.size() == MaxBlocksAround)
      return None;
    Around.push_back({B, /*MayRun=*/true});
    for (unsigned P : preds(B))
      if (none_of(Around, [&](const BlockBefore &A) { return A.Block == P; }))
        Insert(P);
  }
  return Open.empty() ? None : Open.front();
}

/// Goes up the blocks that dominate the header. What was not read may do
/// anything.
void LoopForest::findBefore(LoopBody &L) const {
  auto IsInside = [&](unsigned B) {
    return std::binary_search(L.Blocks.begin(), L.Blocks.end(), B);
  };
  SmallVector<unsigned, 8> Froms;
  for (unsigned B : L.Blocks)
    for (unsigned P : preds(B))
      if (!IsInside(P)) {
        if (B != L.Header)
          return; // A second entry.
        Froms.push_back(P);
      }
  unsigned To = L.Header;
  for (unsigned N = 0; N < MaxBlocksBefore && To != 0; ++N) {
    SmallVector<BlockBefore, 32> Around;
    unsigned From = findGate(Froms, Around);
    auto IsUnread = [&](const BlockBefore &B) {
      return F.Blocks[B.Block].NumUnread != 0;
    };
    if (From == None || !isAncestor(From, To) || From == To ||
        F.Blocks[From].NumUnread != 0 || any_of(Around, IsUnread))
      break;
    append_range(L.Before, Around);
    L.Before.push_back({From, /*MayRun=*/false});
    To = From;
    Froms.assign(preds(To).begin(), preds(To).end());
  }
  L.BeforeIsAll = To == 0 && numPreds(0) == 0;
  std::reverse(L.Before.begin(), L.Before.end());
}

//===----------------------------------------------------------------------===//
// The analysed path
//===----------------------------------------------------------------------===//

/// Chooses one way around a loop. A block that did not lead back to the header
/// is not tried again, so a search takes time linear in the loop's size.
class PathFinder {
public:
  PathFinder(const ListedFunction &F, const LoopForest &Forest,
             bool UseFrequencies)
      : F(F), Forest(Forest), UseFrequencies(UseFrequencies),
        State(F.Blocks.size(), Outside) {}
  void choose(LoopBody &L);

private:
  enum BlockState : char { Outside, Unvisited, Visited };
  SmallVector<unsigned, 4> candidates(unsigned Block, LoopBody &L);
  bool sortByFrequency(unsigned Block, SmallVectorImpl<unsigned> &Succs,
                       const LoopBody &L) const;

  const ListedFunction &F;
  const LoopForest &Forest;
  bool UseFrequencies;
  std::vector<char> State; ///< By block; Outside except while in choose().
};

/// Sorts \p Succs by how often each is taken from \p Block, most often first.
///
/// Only executions of blocks are known. A successor with no other predecessor
/// is entered as often as it runs; what is left of \p Block's executions goes
/// to the others, in the order of their own.
///
/// \returns false, with nothing sorted, if a frequency is missing.
bool PathFinder::sortByFrequency(unsigned Block,
                                 SmallVectorImpl<unsigned> &Succs,
                                 const LoopBody &L) const {
  if (!F.Blocks[Block].Frequency)
    return false;
  uint64_t Rest = *F.Blocks[Block].Frequency;
  for (unsigned S : F.Blocks[Block].Succs) {
    if (!F.Blocks[S].Frequency)
      return false;
    if (Forest.numPreds(S) == 1)
      Rest -= std::min(Rest, *F.Blocks[S].Frequency);
  }
  auto Taken = [&](unsigned S) {
    uint64_t Runs = *F.Blocks[S].Frequency;
    bool Shared = S == L.Header || Forest.numPreds(S) > 1;
    return std::pair(Shared ? std::min(Rest, Runs) : Runs, Shared ? Runs : 0);
  };
  // Insertion sort: stable, and blocks have two successors as a rule.
  for (auto It = Succs.begin(); It != Succs.end(); ++It)
    std::rotate(std::upper_bound(Succs.begin(), It, *It,
                                 [&](unsigned A, unsigned B) {
                                   return Taken(A) > Taken(B);
                                 }),
                It, It + 1);
  return true;
}

/// The successors of \p Block in the loop, the preferred one first.
SmallVector<unsigned, 4> PathFinder::candidates(unsigned Block, LoopBody &L) {
  SmallVector<unsigned, 4> Result;
  for (unsigned S : F.Blocks[Block].Succs)
    if (State[S] != Outside && !is_contained(Result, S))
      Result.push_back(S); // Fall-through, if any, is first in Succs.
  if (UseFrequencies && Result.size() > 1 && sortByFrequency(Block, Result, L))
    L.ByFrequency = true;
  return Result;
}

void PathFinder::choose(LoopBody &L) {
  struct Frame {
    unsigned Block;
    SmallVector<unsigned, 4> Succs;
    unsigned Next;
  };
  for (unsigned B : L.Blocks)
    State[B] = Unvisited;
  SmallVector<Frame, 16> Stack;
  State[L.Header] = Visited;
  Stack.push_back({L.Header, candidates(L.Header, L), 0});
  bool Closed = false;
  // The header is reachable from itself, so the search cannot come up empty.
  while (!Closed && !Stack.empty()) {
    Frame &Top = Stack.back();
    if (Top.Next == Top.Succs.size()) {
      Stack.pop_back();
      continue;
    }
    unsigned S = Top.Succs[Top.Next++];
    Closed = S == L.Header;
    if (State[S] == Visited)
      continue;
    State[S] = Visited;
    Stack.push_back({S, candidates(S, L), 0});
  }
  for (const Frame &Fr : Stack)
    L.Path.push_back(Fr.Block);
  L.NumOtherBlocks = L.Blocks.size() - L.Path.size();
  for (unsigned B : L.Blocks)
    State[B] = Outside;
}

} // namespace

std::vector<LoopBody>
findInnermostLoops(const ListedFunction &F,
                   function_ref<bool(ArrayRef<LoopBody>)> UseFrequencies,
                   function_ref<bool(const LoopBody &)> NeedsBefore) {
  LoopForest Forest(F);
  std::vector<LoopBody> Loops = Forest.findInnermost();
  if (Loops.empty())
    return Loops;
  PathFinder Finder(F, Forest, UseFrequencies(Loops));
  for (LoopBody &L : Loops) {
    Finder.choose(L);
    if (NeedsBefore(L))
      Forest.findBefore(L);
  }
  return Loops;
}

std::vector<LoopBody> findInnermostLoops(const ListedFunction &F,
                                         bool UseFrequencies) {
  return findInnermostLoops(
      F, [=](ArrayRef<LoopBody>) { return UseFrequencies; },
      [](const LoopBody &) { return true; });
}

} // namespace kernelbounds
