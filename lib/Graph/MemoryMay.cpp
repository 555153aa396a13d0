//===- MemoryMay.cpp - What may be through memory, and what is expected ---===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where pairs stay open, a KnownMemory is asked: its addresses go through the
/// same closed form, and the pairs that it rules out are no May.
///
/// Then comes what is expected. Pointers of different origin are expected to
/// lead to different bytes: a store through one neither feeds nor overwrites
/// what is accessed through the other. Under this rule the addresses are
/// evaluated once more, since a pointer, index or head of a queue that the loop
/// keeps in memory is then known, too. What the closed form finds in these
/// addresses, and is not proved, is Expected.
///
/// Example: `s->sum += x[i]; log[i] = s->sum`: the store to log may overwrite
/// s->sum. That the next trip loads what this one stored is Expected, unless
/// log[i] is s->sum.
///
/// Cost: May pairs O(loads * groups), up to MaxMayPairs; another evaluation of
/// the addresses where something is open. Tested by
/// unittests/Graph/MemoryDependenceTest.cpp, KnownMemoryTest.cpp and
/// test/Graph.
//
//===----------------------------------------------------------------------===//

#include "MemoryFinder.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

/// Pairs of an access and a group that are looked at for one order, unless all
/// are counted.
static constexpr size_t MaxPairsTried = 4'096'000;
/// Stores of a group to look at for one that is not ruled out.
static constexpr unsigned MaxStoresTried = 16;

//===----------------------------------------------------------------------===//
// What is known besides
//===----------------------------------------------------------------------===//

/// Two symbols for each origin: itself, and its step.
static AffineAddress toAffine(const KnownAddress &A) {
  AffineAddress Out;
  Out.IsUnknown = A.How == KnownAddress::Pace::Unknown;
  if (Out.IsUnknown)
    return Out;
  Out.Base = AffineForm::symbol(2 * A.Origin);
  Out.Base.Constant = static_cast<uint64_t>(A.Offset);
  Out.IsAffine = A.How != KnownAddress::Pace::PerIteration;
  if (A.How == KnownAddress::Pace::Moving)
    Out.Step = AffineForm::constant(static_cast<uint64_t>(A.Step));
  if (A.How == KnownAddress::Pace::Symbolic) {
    Out.Step = AffineForm::symbol(2 * A.Origin + 1);
    Out.Base.add(Out.Step, static_cast<uint64_t>(A.Ahead));
  }
  return Out;
}

/// Adds what the known addresses show, and has \c Known decide from now on.
/// Memory operands of groups between which something is open.
BitVector MemoryFinder::findOpenMems() const {
  BitVector IsOpenGroup(Groups.size()), Out(K.Mems.size());
  for (const MemoryDependence &D : this->Out)
    if (D.Class == DependenceClass::May)
      for (uint32_t Mem : {D.SourceMem, D.DestMem})
        IsOpenGroup.set(Accesses[AccessOfMem[Mem]].Group);
  for (const MemoryAccess &A : Accesses)
    if (IsOpenGroup[A.Group])
      Out.set(A.Mem);
  return Out;
}

void MemoryFinder::useKnown(std::vector<MemoryDependence> Exact) {
  Known = O.Known->addresses(findOpenMems(), [&](uint32_t S, uint32_t L) {
    uint32_t Group = Accesses[AccessOfMem[S]].Group;
    return Group != Accesses[AccessOfMem[L]].Group ||
           Groups[Group].Kind == GroupKind::NotAffine ||
           Groups[Group].IsUnknown;
  });
  std::vector<AffineAddress> Addresses(Known.size());
  llvm::transform(Known, Addresses.begin(), toAffine);
  MemoryFinder Other(Evaluated, O);
  Other.placeAccesses(Addresses);
  Other.findExact(Other.Stores, Other.Loads, DependenceOrder::RAW);
  KnownHave = Other.Have;
  Out = std::move(Exact);
  for (MemoryDependence &D : Other.Out) {
    if (Have.count(keyOf(D)))
      continue;
    D.Evidence = Known[D.SourceMem].IsSpillSlot
                     ? DependenceEvidence::SpillSlot
                     : DependenceEvidence::ScalarEvolution;
    add(D);
  }
}

/// Whether known addresses say how far apart the two lie.
bool MemoryFinder::hasKnownOrigin(const MemoryAccess &From,
                                  const MemoryAccess &To,
                                  uint32_t Distance) const {
  const KnownAddress &A = Known[From.Mem], &B = Known[To.Mem];
  return A.How != KnownAddress::Pace::Unknown &&
         B.How != KnownAddress::Pace::Unknown && A.Origin == B.Origin &&
         (A.How != KnownAddress::Pace::PerIteration || Distance == 0);
}

bool MemoryFinder::isRuledOut(const MemoryAccess &From, const MemoryAccess &To,
                              uint32_t Distance) const {
  if (!AsksKnown)
    return false;
  // What there is between accesses of one origin has been found.
  return (!Known.empty() && hasKnownOrigin(From, To, Distance)) ||
         O.Known->neverMeet(From.Mem, To.Mem, Distance);
}

//===----------------------------------------------------------------------===//
// What may be
//===----------------------------------------------------------------------===//

static bool isOnStack(const MemoryGroup &G) {
  return G.Region == MemoryRegion::Stack || G.Region == MemoryRegion::StackSlot;
}

/// Whether accesses of different groups may overlap again and again.
bool MemoryFinder::mayOverlap(const MemoryGroup &A,
                              const MemoryGroup &B) const {
  bool IsGlobalA = A.Region == MemoryRegion::Global;
  bool IsGlobalB = B.Region == MemoryRegion::Global;
  if ((isOnStack(A) && IsGlobalB) || (isOnStack(B) && IsGlobalA))
    return false;
  if (IsGlobalA && IsGlobalB && A.Global != B.Global && A.Global != ~0u &&
      B.Global != ~0u)
    return false;
  if ((A.IsOwnFrame && B.IsFromCaller) || (B.IsOwnFrame && A.IsFromCaller))
    return false;
  // Slots are the compiler's own: nothing else reaches them.
  if ((A.Region == MemoryRegion::StackSlot) !=
      (B.Region == MemoryRegion::StackSlot))
    return false;
  // At different paces they meet now and then, but not in every iteration.
  return !A.hasPace() || !B.hasPace() || A.Step == B.Step;
}

/// Where the groups of the two begin if \p To starts at the byte at which
/// \p From did, \p Distance iterations before.
Coincidence MemoryFinder::coincidence(const MemoryAccess &From,
                                      const MemoryAccess &To,
                                      uint32_t Distance) const {
  const MemoryGroup &A = Groups[From.Group], &B = Groups[To.Group];
  if (A.Kind == GroupKind::NotAffine || B.Kind == GroupKind::NotAffine ||
      A.Kind != B.Kind || !(A.Step == B.Step))
    return {};
  Coincidence C{From.Group, To.Group, From.Offset - To.Offset, 0};
  if (A.Kind == GroupKind::Moving)
    C.Bytes -= int64_t(Distance) * int64_t(A.Step.Constant);
  if (A.Kind == GroupKind::Symbolic)
    C.Trips = From.Iterations - To.Iterations - int64_t(Distance);
  return C;
}

/// Fails if the pair is ruled out.
bool MemoryFinder::addMayPair(const MemoryAccess &From, const MemoryAccess &To,
                              uint32_t Distance, DependenceOrder Order) {
  if (Order == DependenceOrder::RAW && isRuledOut(From, To, Distance))
    return false;
  if (!Have.count({Order, From.Mem, To.Mem, Distance}) &&
      isNear(From.Inst, To.Inst, Distance))
    Out.push_back({From.Inst, To.Inst, From.Mem, To.Mem, Order,
                   DependenceClass::May, DependenceEvidence::Assumed,
                   Forwarding::Unknown, Distance, 0, 0, ~0u,
                   coincidence(From, To, Distance)});
  return true;
}

/// The access of a group that comes last before \p Dest.
void MemoryFinder::addMay(uint32_t Dest, uint32_t GroupIdx,
                          DependenceOrder Order) {
  const MemoryAccess &To = Accesses[Dest];
  const MemoryGroup &G = Groups[GroupIdx];
  ArrayRef<uint32_t> Sources =
      Order == DependenceOrder::WAR ? G.Loads : G.Stores;
  bool IsSame = GroupIdx == To.Group && !G.IsUnknown;
  const uint32_t *After = llvm::partition_point(
      Sources, [&](uint32_t S) { return Accesses[S].Inst < To.Inst; });
  ArrayRef<uint32_t> Earlier(Sources.begin(), After);
  // Within an iteration, what a group has in common is known.
  if (!IsSame)
    for (uint32_t S : llvm::reverse(Earlier.take_back(MaxStoresTried)))
      if (addMayPair(Accesses[S], To, 0, Order))
        return;
  for (uint32_t S : llvm::reverse(Sources.take_back(MaxStoresTried)))
    if (addMayPair(Accesses[S], To, 1, Order))
      return;
}

void MemoryFinder::findMay(DependenceOrder Order) {
  const size_t NumBefore = Out.size();
  size_t Most = NumBefore + std::min(O.MaxMayPairs, SIZE_MAX - NumBefore);
  size_t Asked = 0;
  std::vector<uint32_t> Readers; // Groups with loads.
  for (auto [I, G] : enumerate(Groups))
    if (!G.Loads.empty())
      Readers.push_back(I);
  for (uint32_t D : Order == DependenceOrder::RAW ? Loads : Stores)
    for (uint32_t S : Order == DependenceOrder::WAR ? Readers : Writers) {
      if (Out.size() >= Most && !O.NumLeftOut)
        return;
      if (StopsAtFirst && Out.size() > NumBefore)
        return;
      if (++Asked > MaxPairsTried && !O.NumLeftOut)
        return;
      uint32_t Own = Accesses[D].Group;
      if (S == Own ? Groups[S].Kind == GroupKind::NotAffine
                   : mayOverlap(Groups[S], Groups[Own]))
        addMay(D, S, Order);
      if (Out.size() > Most && O.NumLeftOut) {
        *O.NumLeftOut += Out.size() - Most;
        Out.resize(Most);
      }
    }
}

/// The instruction of the first of the stores in \p Between that may write what
/// \p D carries; ~0u if none may. Without a KnownMemory any of them may.
uint32_t MemoryFinder::findOverwritingOf(const MemoryDependence &D,
                                         ArrayRef<uint32_t> Between) const {
  if (Between.empty())
    return ~0u;
  if (Known.empty() || Between.size() > MaxStoresTried)
    return Accesses[Between.front()].Inst;
  const MemoryAccess &To = Accesses[AccessOfMem[D.DestMem]];
  const uint32_t *Found = llvm::find_if(Between, [&](uint32_t S) {
    const MemoryAccess &Store = Accesses[S];
    // It comes this many iterations before the load at least.
    uint32_t Nearest = Store.Inst < To.Inst ? 0 : 1;
    if (!hasKnownOrigin(Store, To, Nearest))
      return !O.Known->neverMeet(Store.Mem, To.Mem, Nearest);
    // Known addresses say which store is the last one.
    auto Last = KnownHave.lower_bound({D.Order, Store.Mem, To.Mem, 0});
    return !KnownHave.count(keyOf(D)) && Last != KnownHave.end() &&
           *Last <= Key(D.Order, Store.Mem, To.Mem, D.Distance);
  });
  return Found == Between.end() ? ~0u : Accesses[*Found].Inst;
}

uint32_t MemoryFinder::findOverwriting(const MemoryDependence &D) const {
  uint32_t From = Accesses[AccessOfMem[D.SourceMem]].Group;
  uint32_t To = Accesses[AccessOfMem[D.DestMem]].Group;
  for (uint32_t W : Writers) {
    const MemoryGroup &G = Groups[W];
    if (W == From || W == To || !mayOverlap(G, Groups[To]) ||
        isRelated(G, Groups[To])) // Random inputs have shown what they do.
      continue;
    ArrayRef<uint32_t> All = G.Stores;
    auto AfterSource = llvm::partition_point(
        All, [&](uint32_t S) { return Accesses[S].Inst <= D.SourceInst; });
    auto UpToDest = llvm::partition_point(
        All, [&](uint32_t S) { return Accesses[S].Inst < D.DestInst; });
    uint32_t By = ~0u;
    if (D.Distance > 1 || (D.Distance == 1 && AfterSource <= UpToDest)) {
      By = findOverwritingOf(D, All);
    } else if (D.Distance == 1) {
      By = findOverwritingOf(D, {AfterSource, All.end()});
      if (By == ~0u)
        By = findOverwritingOf(D, {All.begin(), UpToDest});
    } else if (AfterSource < UpToDest) {
      By = findOverwritingOf(D, {AfterSource, UpToDest});
    }
    if (By != ~0u)
      return By;
  }
  return ~0u;
}

void MemoryFinder::demote() {
  for (MemoryDependence &D : Out) {
    if (D.Order != DependenceOrder::RAW || D.Class != DependenceClass::Must)
      continue;
    D.Unless = findOverwriting(D);
    if (D.Unless != ~0u)
      D.Class = DependenceClass::May;
  }
}

/// A call in between may write what an access reads, as if by another pointer.
/// Instructions alone do not show what callees see.
void MemoryFinder::demoteAcrossCalls() {
  SmallVector<uint32_t, 4> Calls;
  for (auto [I, Inst] : enumerate(K.Insts))
    if (Inst.is(IF_Call))
      Calls.push_back(I);
  if (Calls.empty() || !O.Known)
    return;
  for (MemoryDependence &D : Out) {
    if (D.Order != DependenceOrder::RAW || D.Class != DependenceClass::Must)
      continue;
    auto Overwrites = [&](uint32_t Call) {
      const bool IsAfter = Call > D.SourceInst, IsBefore = Call < D.DestInst;
      return (D.Distance == 0   ? IsAfter && IsBefore
              : D.Distance == 1 ? IsAfter || IsBefore
                                : true) &&
             O.Known->mayCallWrite(Call, D.DestMem);
    };
    if (const uint32_t *Call = llvm::find_if(Calls, Overwrites);
        Call != Calls.end()) {
      D.Unless = *Call;
      D.Class = DependenceClass::May;
    }
  }
}

//===----------------------------------------------------------------------===//
// What is expected
//===----------------------------------------------------------------------===//

/// A store that may write what \p D carries, or the pointer to it: the first
/// through another pointer than the two ends of \p D.
uint32_t MemoryFinder::findForeignStore(const MemoryDependence &D) const {
  uint32_t To = Accesses[AccessOfMem[D.DestMem]].Group;
  for (uint32_t S : Stores)
    if (Accesses[S].Mem != D.SourceMem && Accesses[S].Group != To)
      return Accesses[S].Inst;
  return D.SourceInst;
}

/// Makes Expected what pointers of different origin leave as it is.
void MemoryFinder::findExpected() {
  if (!hasOpen())
    return;
  if (!Evaluated.get().NeedsMemory) {
    // The addresses stay as they are: only stores in between are in question.
    for (MemoryDependence &D : Out)
      if (D.Class == DependenceClass::May && D.Unless != ~0u)
        D.Class = DependenceClass::Expected;
    return;
  }
  MemoryDependenceOptions Apart = O;
  Apart.AssumeDistinct = true;
  Apart.WithMay = Apart.FalseDependences = false;
  Apart.Known = nullptr;
  MemoryFinder Other(Evaluated, Apart);
  Other.placeAccesses(Evaluated.expected());
  Other.findExact(Other.Stores, Other.Loads, DependenceOrder::RAW);
  Other.findRandomized();
  std::map<Key, const MemoryDependence *> Found;
  for (const MemoryDependence &D : Other.Out)
    Found.try_emplace(keyOf(D), &D);
  for (MemoryDependence &D : Out) {
    auto It = Found.find(keyOf(D));
    bool IsKnown = D.Evidence == DependenceEvidence::ScalarEvolution ||
                   D.Evidence == DependenceEvidence::SpillSlot;
    if (D.Order == DependenceOrder::RAW && D.Class == DependenceClass::May &&
        (It != Found.end() || IsKnown)) {
      uint32_t Unless = D.Unless;
      if (!IsKnown)
        D = *It->second;
      D.Class = DependenceClass::Expected;
      D.Unless = Unless != ~0u ? Unless : findForeignStore(D);
    }
    if (It != Found.end())
      Found.erase(It);
  }
  for (auto &[K, D] : Found) {
    Out.push_back(*D);
    Out.back().Class = DependenceClass::Expected;
    Out.back().Unless = findForeignStore(*D);
  }
}

void MemoryFinder::findAllMay() {
  if (O.NumLeftOut)
    *O.NumLeftOut = 0;
  findMay(DependenceOrder::RAW);
  if (O.FalseDependences) {
    findMay(DependenceOrder::WAR);
    findMay(DependenceOrder::WAW);
  }
}

/// Leaves what neither the code nor, if asked, the compiler rules out.
void MemoryFinder::findOpen() {
  if (!O.AssumeDistinct)
    demote();
  if (O.WithMay && !(StopsAtFirst && hasOpen()))
    findAllMay();
}
