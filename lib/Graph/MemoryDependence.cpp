//===- MemoryDependence.cpp - Dependences through memory ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses with the same symbols and the same step form a group. A byte of a
/// group is a residue modulo the step, and a slot, its quotient: what touches
/// slot q in one iteration touches q + 1 in the next. So the byte that a load
/// finds in slot q was written last by the store whose slot is the least one
/// from q on: in the same iteration if it is q itself and the store comes
/// first, and as many iterations ago as the slots differ. One sorted list of
/// the stored bytes answers all loads, without unrolling. Bytes that are never
/// touched but together are counted as one piece.
///
/// Example: a step of 8, a store to bytes 8..15 (slot 1) after a load of bytes
/// 0..7 (slot 0): Distance 1. With a step of -8 slots count downwards, and the
/// load is one iteration ahead of the store: no dependence.
///
/// Groups of which the address is not affine have a closed form within one
/// iteration only; what lies between iterations is seen by running the body on
/// random inputs (RandomAddress.h). Groups of different symbols may overlap.
///
/// Where pairs stay open, a KnownMemory is asked: its addresses go through the
/// same closed form, and the pairs that it rules out are no May.
///
/// Cost: O(P log P) for P pieces, at most the bytes accessed; May pairs O(loads
/// * groups), up to MaxMayPairs. Tested by
/// unittests/Graph/MemoryDependenceTest.cpp and test/Graph.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/MemoryDependence.h"
#include "MemoryFinder.h"
#include "RandomAddress.h"
#include "kernel-bounds/Kernel/AddressSlice.h"
#include <map>
#include <numeric>

using namespace kernelbounds;
using namespace llvm;

static constexpr unsigned NumSeeds = 4;
static constexpr unsigned MinIterations = 8; ///< Of a randomized run.
/// Pairs to ask the compiler about before the loop is run on random inputs.
static constexpr size_t MaxPairsAsked = 1024;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static GroupKind kindOf(const AffineAddress &A) {
  if (!A.IsAffine)
    return GroupKind::NotAffine;
  if (!A.Step.isConstant())
    return GroupKind::Symbolic;
  return A.Step.isZero() ? GroupKind::Fixed : GroupKind::Moving;
}

static int64_t floorDiv(int64_t A, int64_t B) {
  int64_t Q = A / B;
  return A % B != 0 && (A < 0) != (B < 0) ? Q - 1 : Q;
}

/// The group of accesses of \p A, whose addresses count from \p Base.
uint32_t MemoryFinder::groupOf(const AffineAddress &A, const Terms &Base) {
  const GroupKind Kind = kindOf(A);
  const unsigned Hash = hashOf(
      Base, uint64_t(hashOf(A.Step.Terms, A.Step.Constant)) << 1 | A.IsAffine);
  const uint32_t Known = GroupIndex.find(Hash, [&](uint32_t I) {
    const MemoryGroup &G = Groups[I];
    return (G.Kind != GroupKind::NotAffine) == A.IsAffine && G.Step == A.Step &&
           G.Base == Base;
  });
  if (Known != HashIndex::None)
    return Known;
  GroupIndex.add(Hash);
  Groups.push_back({Kind,
                    A.Region,
                    A.Global,
                    A.Step,
                    A.IsUnknown,
                    A.Invariant,
                    A.IsArithmetic,
                    A.IsOwnFrame,
                    A.IsFromCaller,
                    Base,
                    {},
                    {}});
  return Groups.size() - 1;
}

void MemoryFinder::place(uint32_t Inst, uint32_t Mem, const AffineAddress &A) {
  const MemRef &M = K.Mems[Mem];
  MemoryAccess Out{Inst, Mem, 0, std::max<uint16_t>(M.Width / M.NumParts, 1),
                   0,    0};
  if (kindOf(A) == GroupKind::Symbolic) { // One origin for p and p + stride.
    auto [S, Coefficient] = A.Step.Terms.front();
    int64_t Of = A.Base.coefficient(S), By = Coefficient;
    Out.Iterations = floorDiv(Of, By);
    AffineForm Base = A.Base;
    Base.add(A.Step, -uint64_t(Out.Iterations));
    Out.Offset = Base.Constant;
    Out.Group = groupOf(A, Base.Terms);
  } else {
    Out.Offset = A.Base.Constant;
    Out.Group = groupOf(A, A.Base.Terms);
  }
  // A slot that is reached through a pointer, too, is none.
  if (Groups[Out.Group].Region != A.Region)
    Groups[Out.Group].Region = MemoryRegion::Stack;
  Groups[Out.Group].IsOwnFrame &= A.IsOwnFrame;
  AccessOfMem[Mem] = Accesses.size();
  for (unsigned Part = 0; Part < M.NumParts; ++Part) {
    if (M.IsLoad) {
      Loads.push_back(Accesses.size());
      Groups[Out.Group].Loads.push_back(Accesses.size());
    }
    if (M.IsStore) {
      Stores.push_back(Accesses.size());
      Groups[Out.Group].Stores.push_back(Accesses.size());
    }
    Accesses.push_back(Out);
    Out.Offset += Out.Width;
  }
}

void MemoryFinder::placeAccesses(ArrayRef<AffineAddress> Addresses) {
  constexpr size_t FewGroups = 64;
  AccessOfMem.assign(K.Mems.size(), 0);
  Groups.reserve(std::min(K.Mems.size(), FewGroups));
  Accesses.reserve(K.Mems.size());
  for (auto [I, Inst] : enumerate(K.Insts))
    for (uint32_t M = Inst.FirstMem; M < Inst.FirstMem + Inst.NumMems; ++M)
      if (!Inst.is(IF_Prefetch))
        place(I, M, Addresses[M]);
  for (auto [I, G] : enumerate(Groups))
    if (!G.Stores.empty())
      Writers.push_back(I);
}

//===----------------------------------------------------------------------===//
// Closed form
//===----------------------------------------------------------------------===//

bool MemoryFinder::add(MemoryDependence D) {
  if (!isNear(D.SourceInst, D.DestInst, D.Distance))
    return false;
  bool IsNew =
      Have.insert({D.Order, D.SourceMem, D.DestMem, D.Distance}).second;
  // Both registers of a pair have theirs from the same place.
  for (size_t I = Out.size();
       !IsNew && I > 0 && Out[I - 1].DestMem == D.DestMem; --I) {
    MemoryDependence &O = Out[I - 1];
    if (O.SourceMem == D.SourceMem && O.Distance == D.Distance &&
        O.Order == D.Order && O.Offset == D.Offset && O.Forward == D.Forward) {
      O.OverlapBytes += D.OverlapBytes;
      return true;
    }
  }
  Out.push_back(D);
  return true;
}

static uint64_t magnitude(int64_t V) {
  return V < 0 ? -uint64_t(V) : uint64_t(V);
}

/// By group, for those \p Wanted: the largest number of bytes into pieces of
/// which all accesses of the group fall, in all iterations.
std::vector<uint64_t>
MemoryFinder::findPieceBytes(const BitVector &Wanted) const {
  std::vector<uint64_t> Bytes(Groups.size(), 0);
  std::vector<int64_t> First(Groups.size(), 0);
  for (const MemoryAccess &A : Accesses) {
    if (!Wanted[A.Group])
      continue;
    const MemoryGroup &G = Groups[A.Group];
    uint64_t &Piece = Bytes[A.Group];
    if (Piece == 0) {
      First[A.Group] = A.Offset;
      if (G.Kind == GroupKind::Moving)
        Piece = magnitude(int64_t(G.Step.Constant));
    }
    Piece = std::gcd(std::gcd(Piece, uint64_t(A.Width)),
                     magnitude(A.Offset - First[A.Group]));
  }
  return Bytes;
}

/// Adds all pieces of \p Access with their residues and slots.
void MemoryFinder::addPieces(uint32_t Access, ArrayRef<uint64_t> PieceBytes,
                             SmallVectorImpl<PieceAccess> &Out) const {
  const auto &A = Accesses[Access];
  const MemoryGroup &G = Groups[A.Group];
  if (G.IsUnknown)
    return;
  int64_t Step = G.Kind == GroupKind::Moving ? int64_t(G.Step.Constant) : 0;
  for (uint64_t B = 0; B < A.Width; B += PieceBytes[A.Group]) {
    PieceAccess Piece{A.Group, A.Offset + int64_t(B), A.Iterations, A.Inst,
                      Access};
    if (Step != 0) {
      Piece.Slot = floorDiv(Piece.Residue, Step);
      Piece.Residue -= Piece.Slot * Step;
    }
    Out.push_back(Piece);
  }
}

/// The piece of \p Sorted that touched \p Byte last before it does, or null.
/// \p Distance is how many iterations before.
static const PieceAccess *findLast(ArrayRef<PieceAccess> Sorted,
                                   const PieceAccess &Byte, GroupKind Kind,
                                   uint64_t &Distance) {
  PieceAccess Probe = Byte;
  Probe.Access = 0;
  const PieceAccess *At = llvm::lower_bound(Sorted, Probe);
  Distance = 0;
  if (At != Sorted.begin() && std::prev(At)->isSameResidue(Byte) &&
      std::prev(At)->Slot == Byte.Slot)
    return std::prev(At);
  if (Kind == GroupKind::NotAffine)
    return nullptr;
  if (Kind != GroupKind::Fixed) {
    Probe.Inst = Probe.Access = ~0u;
    At = llvm::upper_bound(Sorted, Probe);
    if (At == Sorted.end() || !At->isSameResidue(Byte))
      return nullptr;
    Probe.Slot = At->Slot;
  }
  // The last one in the slot.
  Probe.Inst = Probe.Access = ~0u;
  At = llvm::upper_bound(Sorted, Probe);
  if (At == Sorted.begin() || !std::prev(At)->isSameResidue(Byte) ||
      std::prev(At)->Slot != Probe.Slot)
    return nullptr;
  Distance = Kind == GroupKind::Fixed ? 1 : uint64_t(Probe.Slot - Byte.Slot);
  return std::prev(At);
}

void MemoryFinder::findExact(ArrayRef<uint32_t> Sources,
                             ArrayRef<uint32_t> Dests, DependenceOrder Order) {
  // Only groups with both have pairs; most loops have few of them.
  BitVector HasSource(Groups.size()), HasDest(Groups.size());
  for (uint32_t I : Sources)
    HasSource.set(Accesses[I].Group);
  for (uint32_t I : Dests)
    HasDest.set(Accesses[I].Group);
  HasSource &= HasDest;
  if (HasSource.none())
    return;
  auto HasBoth = [&](uint32_t I) { return HasSource[Accesses[I].Group]; };
  std::vector<uint64_t> PieceBytes = findPieceBytes(HasSource);
  SmallVector<PieceAccess, 16> Sorted, Pieces;
  for (uint32_t I : make_filter_range(Sources, HasBoth))
    addPieces(I, PieceBytes, Sorted);
  llvm::sort(Sorted);
  for (uint32_t I : make_filter_range(Dests, HasBoth)) {
    const MemoryAccess &To = Accesses[I];
    GroupKind Kind = Groups[To.Group].Kind;
    std::map<std::pair<uint32_t, uint64_t>, uint16_t> Bytes;
    Pieces.clear();
    addPieces(I, PieceBytes, Pieces);
    for (const PieceAccess &P : Pieces) {
      uint64_t Distance = 0;
      if (const PieceAccess *Last = findLast(Sorted, P, Kind, Distance))
        Bytes[{Last->Access, Distance}] += PieceBytes[To.Group];
    }
    for (auto [Source, Overlap] : Bytes) {
      const MemoryAccess &From = Accesses[Source.first];
      uint64_t Distance = Source.second;
      if (Distance > UINT32_MAX)
        continue;
      bool IsExact = K.Mems[To.Mem].Width != 0 && K.Mems[From.Mem].Width != 0;
      Forwarding Forward = !IsExact              ? Forwarding::Unknown
                           : Overlap == To.Width ? Forwarding::Full
                                                 : Forwarding::Partial;
      // Where Dest lies in its iteration, less where Source lay in its own.
      int64_t Offset = To.Offset - From.Offset;
      if (Groups[To.Group].Kind == GroupKind::Moving)
        Offset += int64_t(Distance) * int64_t(Groups[To.Group].Step.Constant);
      add({From.Inst,
           To.Inst,
           From.Mem,
           To.Mem,
           Order,
           DependenceClass::Must,
           DependenceEvidence::ClosedForm,
           Order == DependenceOrder::RAW ? Forward : Forwarding::Unknown,
           uint32_t(Distance),
           IsExact ? Overlap : uint16_t(0),
           int32_t(Offset),
           ~0u,
           {}});
    }
  }
}

//===----------------------------------------------------------------------===//
// Randomized
//===----------------------------------------------------------------------===//

/// Whether there is a pair without a closed form.
bool MemoryFinder::needsRuns() const {
  if (Stores.empty() || Loads.empty())
    return false;
  if (hasPairOfOtherPace())
    return true;
  auto IsOpenAccess = [&](uint32_t A) { return isOpen(A); };
  if (none_of(Stores, IsOpenAccess) && none_of(Loads, IsOpenAccess))
    return false;
  if (!O.Known || Stores.size() * Loads.size() > MaxPairsAsked)
    return true;
  // Alias analysis is cheaper than running the loop.
  return any_of(Stores, [&](uint32_t S) {
    return any_of(Loads, [&](uint32_t L) {
      return (isOpen(S) || isOpen(L)) &&
             !O.Known->neverMeet(Accesses[S].Mem, Accesses[L].Mem, 0);
    });
  });
}

/// Groups of one place that go at different paces.
bool MemoryFinder::hasPairOfOtherPace() const {
  std::map<decltype(AffineForm::Terms), uint32_t> First;
  for (auto [I, G] : enumerate(Groups))
    if (hasOtherPace(
            G, Groups[First.try_emplace(G.Invariant.Terms, I).first->second]))
      return true;
  return false;
}

void MemoryFinder::findRandomized() {
  if (!needsRuns())
    return;
  std::set<std::pair<uint32_t, uint32_t>> HaveMay;
  unsigned Size = K.Insts.size();
  unsigned Iterations = std::max<unsigned>(
      MinIterations, (O.ReorderBuffer ? O.ReorderBuffer : 512) / Size + 2);
  // What holds in four of five iterations of four runs does in one of five of
  // the first; what comes now and then between groups of other paces need not.
  bool NeedsAll = O.WithMay && hasPairOfOtherPace();
  auto IsWanted = [&](const ObservedKey &Key, unsigned Times) {
    uint32_t From = AccessOfMem[Key.SourceMem], To = AccessOfMem[Key.DestMem];
    return NeedsAll || (Times * 5 + Key.Distance >= Iterations &&
                        hasOpenRelation(From, To) &&
                        !Have.count({DependenceOrder::RAW, Key.SourceMem,
                                     Key.DestMem, Key.Distance}));
  };
  EvaluatedAddresses &E = Evaluated.forRuns();
  for (const auto &[Key, Seen] :
       observeDependences(K, E.Code, E.Before, Evaluated.numUnits(), Iterations,
                          NumSeeds, E.Runs, IsWanted)) {
    uint32_t FromIdx = AccessOfMem[Key.SourceMem];
    uint32_t ToIdx = AccessOfMem[Key.DestMem];
    const MemoryAccess &From = Accesses[FromIdx], &To = Accesses[ToIdx];
    bool HasOtherPace = hasOtherPace(Groups[From.Group], Groups[To.Group]);
    if (!hasOpenRelation(FromIdx, ToIdx))
      continue;
    if (Seen.Candidates == 0 || Have.count({DependenceOrder::RAW, Key.SourceMem,
                                            Key.DestMem, Key.Distance}))
      continue;
    auto Overlap = static_cast<uint16_t>(Seen.Bytes / Seen.Times);
    if (Seen.Times * 5 < Seen.Candidates * 4) {
      // The nearest of those that come now and then.
      if (HasOtherPace && O.WithMay &&
          HaveMay.insert({Key.SourceMem, Key.DestMem}).second)
        add({From.Inst,
             To.Inst,
             From.Mem,
             To.Mem,
             DependenceOrder::RAW,
             DependenceClass::May,
             DependenceEvidence::Randomized,
             Forwarding::Unknown,
             Key.Distance,
             Overlap,
             0,
             ~0u,
             {}});
      continue;
    }
    add({From.Inst,
         To.Inst,
         From.Mem,
         To.Mem,
         DependenceOrder::RAW,
         DependenceClass::Must,
         DependenceEvidence::Randomized,
         Overlap % To.Width == 0 ? Forwarding::Full : Forwarding::Partial,
         Key.Distance,
         Overlap,
         0,
         ~0u,
         {}});
  }
}

//===----------------------------------------------------------------------===//
// All of it
//===----------------------------------------------------------------------===//

/// findOpen() with what \c Known says, which is asked only if something is open
/// without it.
void MemoryFinder::askKnown() {
  const std::vector<MemoryDependence> Exact = Out; // Nothing demoted yet.
  StopsAtFirst = true;
  findOpen();
  StopsAtFirst = false;
  if (!hasOpen())
    return;
  // First the cheap question.
  AsksKnown = true;
  Out = Exact;
  findOpen();
  if (!hasOpen())
    return;
  useKnown(Exact);
  findOpen();
}

std::vector<MemoryDependence> MemoryFinder::run() {
  placeAccesses(Evaluated.get().Addresses);
  findExact(Stores, Loads, DependenceOrder::RAW);
  if (O.FalseDependences) {
    findExact(Loads, Stores, DependenceOrder::WAR);
    findExact(Stores, Stores, DependenceOrder::WAW);
  }
  findRandomized();
  if (O.WithMay && O.Known)
    askKnown();
  else
    findOpen();
  demoteAcrossCalls();
  if (O.WithExpected && !O.AssumeDistinct)
    findExpected();
  auto Order = [](const MemoryDependence &D) {
    return std::tuple(D.DestInst, D.SourceInst, D.Distance, D.DestMem,
                      D.SourceMem, D.Order);
  };
  llvm::sort(Out, [&](const MemoryDependence &A, const MemoryDependence &B) {
    return Order(A) < Order(B);
  });
  return std::move(Out);
}

std::vector<MemoryDependence>
kernelbounds::findMemoryDependences(KernelAddresses &Addresses,
                                    const MemoryDependenceOptions &O) {
  bool HasStore = false, HasLoad = false;
  for (const MemRef &M : Addresses.kernel().Mems) {
    HasStore |= M.IsStore;
    HasLoad |= M.IsLoad;
  }
  if (!HasStore || !(HasLoad || O.FalseDependences))
    return {};
  return MemoryFinder(Addresses, O).run();
}
