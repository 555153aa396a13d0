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
/// * groups), up to MaxMayPairs each. Tested by
/// unittests/Graph/MemoryDependenceTest.cpp and test/Graph.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/MemoryDependence.h"
#include "AddressSlice.h"
#include "AffineAddress.h"
#include "RandomAddress.h"
#include "kernel-bounds/Graph/KnownMemory.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <numeric>
#include <set>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr unsigned NumSeeds = 4;
constexpr unsigned MinIterations = 8; ///< Of a randomized run.
/// Stores of a group to look at for one that is not ruled out.
constexpr unsigned MaxStoresTried = 16;
/// Pairs of an access and a group that are looked at for one order, unless all
/// are counted.
constexpr size_t MaxPairsTried = 4096 * 1000;
/// Pairs to ask the compiler about before the loop is run on random inputs.
constexpr size_t MaxPairsAsked = 1024;

/// How the addresses of a group go on.
enum class GroupKind : uint8_t {
  Fixed,    ///< The same address in every iteration.
  Moving,   ///< A constant step.
  Symbolic, ///< A step that does not change, but is not known.
  NotAffine
};

struct Group {
  GroupKind Kind;
  MemoryRegion Region;
  SymbolId Global;
  AffineForm Step;
  bool IsUnknown;
  AffineForm Invariant; ///< See AffineAddress.
  bool IsArithmetic, IsOwnFrame, IsFromCaller;
  std::vector<uint32_t> Loads, Stores; ///< Into Accesses, in program order.

  bool hasPace() const {
    return Kind == GroupKind::Fixed || Kind == GroupKind::Moving;
  }
};

/// One access, or one register of a pair, placed in its group.
struct Access {
  uint32_t Inst, Mem, Group;
  uint16_t Width;     ///< At least 1.
  int64_t Offset;     ///< From the group's origin.
  int64_t Iterations; ///< Symbolic: steps ahead of the group's origin.
};

/// One of the equal pieces of an access.
struct PieceAccess {
  uint32_t Group;
  int64_t Residue, Slot;
  uint32_t Inst, Access;
  auto order() const { return std::tie(Group, Residue, Slot, Inst, Access); }
  bool operator<(const PieceAccess &O) const { return order() < O.order(); }
  bool isSameResidue(const PieceAccess &O) const {
    return Group == O.Group && Residue == O.Residue;
  }
};

class Finder {
public:
  Finder(KernelAddresses &Evaluated, const MemoryDependenceOptions &O)
      : K(Evaluated.kernel()), O(O), Evaluated(Evaluated) {}
  std::vector<MemoryDependence> run();

private:
  void decodeAllBefore();
  void placeAccesses(ArrayRef<AffineAddress> Addresses);
  void place(uint32_t Inst, uint32_t Mem, AffineAddress A);
  std::vector<uint64_t> findPieceBytes(const BitVector &Wanted) const;
  void addPieces(uint32_t Access, ArrayRef<uint64_t> PieceBytes,
                 SmallVectorImpl<PieceAccess> &Out) const;
  void findExact(ArrayRef<uint32_t> Sources, ArrayRef<uint32_t> Dests,
                 DependenceOrder Order);
  void findRandomized();
  bool isOpen(uint32_t Access) const {
    const Group &G = Groups[Accesses[Access].Group];
    return G.Kind == GroupKind::NotAffine && !G.IsUnknown;
  }
  bool hasOtherPace(const Group &A, const Group &B) const {
    return A.hasPace() && B.hasPace() && !(A.Step == B.Step) && !A.IsUnknown &&
           !B.IsUnknown && A.Invariant.Terms == B.Invariant.Terms;
  }
  /// Whether runs may show what the closed form of the two does not.
  bool hasOpenRelation(uint32_t From, uint32_t To) const {
    return isOpen(From) || isOpen(To) ||
           hasOtherPace(Groups[Accesses[From].Group],
                        Groups[Accesses[To].Group]);
  }
  bool needsRuns() const;
  bool hasPairOfOtherPace() const;
  void findOpen();
  bool hasOpen() const {
    return any_of(Out, [](const MemoryDependence &D) {
      return D.Class == DependenceClass::May;
    });
  }
  BitVector findOpenMems() const;
  void useKnown(std::vector<MemoryDependence> Exact);
  bool hasKnownOrigin(const Access &From, const Access &To,
                      uint32_t Distance) const;
  bool isRuledOut(const Access &From, const Access &To,
                  uint32_t Distance) const;
  void demote();
  bool isRelated(const Group &A, const Group &B) const {
    return A.IsArithmetic && B.IsArithmetic &&
           A.Invariant.Terms == B.Invariant.Terms;
  }
  bool isOverwritten(const MemoryDependence &D) const;
  bool isOverwrittenBy(const MemoryDependence &D,
                       ArrayRef<uint32_t> Between) const;
  void findAllMay();
  void findMay(DependenceOrder Order);
  void addMay(uint32_t Dest, uint32_t GroupIdx, DependenceOrder Order);
  bool addMayPair(const Access &From, const Access &To, uint32_t Distance,
                  DependenceOrder Order);
  bool mayOverlap(const Group &A, const Group &B) const;
  /// Fails for what lies farther apart than the reorder buffer.
  bool add(MemoryDependence D);
  bool isNear(uint32_t From, uint32_t To, uint64_t Distance) const {
    int64_t Between = int64_t(Distance) * int64_t(K.Insts.size()) +
                      int64_t(To) - int64_t(From);
    return O.ReorderBuffer == 0 || Between <= int64_t(O.ReorderBuffer);
  }

  const Kernel &K;
  const MemoryDependenceOptions &O;
  KernelAddresses &Evaluated;
  std::vector<Group> Groups;
  std::vector<Access> Accesses;
  std::map<std::tuple<decltype(AffineForm::Terms), AffineForm, bool>, uint32_t>
      GroupIds;
  std::vector<uint32_t> Loads, Stores; ///< Into Accesses.
  std::vector<uint32_t> AccessOfMem;   ///< By Kernel::Mems.
  std::vector<uint32_t> Writers;       ///< Groups with stores.
  std::vector<MemoryDependence> Out;
  using Key = std::tuple<DependenceOrder, uint32_t, uint32_t, uint32_t>;
  static Key keyOf(const MemoryDependence &D) {
    return {D.Order, D.SourceMem, D.DestMem, D.Distance};
  }
  std::set<Key> Have;
  bool AsksKnown = false;          ///< Whether O.Known may be asked.
  std::vector<KnownAddress> Known; ///< By Kernel::Mems; empty before asked.
  std::set<Key> KnownHave;         ///< What the known addresses show.
};

} // namespace

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

void Finder::place(uint32_t Inst, uint32_t Mem, AffineAddress A) {
  const MemRef &M = K.Mems[Mem];
  Access Out{Inst, Mem, 0, std::max<uint16_t>(M.Width / M.NumParts, 1), 0, 0};
  GroupKind Kind = kindOf(A);
  if (Kind == GroupKind::Symbolic) { // One origin for p and p + stride.
    auto [S, Coefficient] = A.Step.Terms.front();
    int64_t Of = A.Base.coefficient(S), By = Coefficient;
    Out.Iterations = floorDiv(Of, By);
    A.Base.add(A.Step, -uint64_t(Out.Iterations));
  }
  Out.Offset = A.Base.Constant;
  auto [It, IsNew] = GroupIds.try_emplace(
      std::tuple(A.Base.Terms, A.Step, A.IsAffine), Groups.size());
  if (IsNew)
    Groups.push_back({Kind,
                      A.Region,
                      A.Global,
                      A.Step,
                      A.IsUnknown,
                      A.Invariant,
                      A.IsArithmetic,
                      A.IsOwnFrame,
                      A.IsFromCaller,
                      {},
                      {}});
  Out.Group = It->second;
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

void Finder::placeAccesses(ArrayRef<AffineAddress> Addresses) {
  AccessOfMem.assign(K.Mems.size(), 0);
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

bool Finder::add(MemoryDependence D) {
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
std::vector<uint64_t> Finder::findPieceBytes(const BitVector &Wanted) const {
  std::vector<uint64_t> Bytes(Groups.size(), 0);
  std::vector<int64_t> First(Groups.size(), 0);
  for (const Access &A : Accesses) {
    if (!Wanted[A.Group])
      continue;
    const Group &G = Groups[A.Group];
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
void Finder::addPieces(uint32_t Access, ArrayRef<uint64_t> PieceBytes,
                       SmallVectorImpl<PieceAccess> &Out) const {
  const auto &A = Accesses[Access];
  const Group &G = Groups[A.Group];
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

void Finder::findExact(ArrayRef<uint32_t> Sources, ArrayRef<uint32_t> Dests,
                       DependenceOrder Order) {
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
    const Access &To = Accesses[I];
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
      const Access &From = Accesses[Source.first];
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
      add({From.Inst, To.Inst, From.Mem, To.Mem, Order, DependenceClass::Must,
           DependenceEvidence::ClosedForm,
           Order == DependenceOrder::RAW ? Forward : Forwarding::Unknown,
           uint32_t(Distance), IsExact ? Overlap : uint16_t(0),
           int32_t(Offset)});
    }
  }
}

//===----------------------------------------------------------------------===//
// Randomized
//===----------------------------------------------------------------------===//

/// Whether there is a pair without a closed form.
bool Finder::needsRuns() const {
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
bool Finder::hasPairOfOtherPace() const {
  std::map<decltype(AffineForm::Terms), uint32_t> First;
  for (auto [I, G] : enumerate(Groups))
    if (hasOtherPace(
            G, Groups[First.try_emplace(G.Invariant.Terms, I).first->second]))
      return true;
  return false;
}

void Finder::findRandomized() {
  if (!needsRuns())
    return;
  decodeAllBefore();
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
  for (const auto &[Key, Seen] : observeDependences(
           K, Evaluated.get().Code, Evaluated.get().Before,
           Evaluated.numUnits(), Iterations, NumSeeds, IsWanted)) {
    uint32_t FromIdx = AccessOfMem[Key.SourceMem];
    uint32_t ToIdx = AccessOfMem[Key.DestMem];
    const Access &From = Accesses[FromIdx], &To = Accesses[ToIdx];
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
        add({From.Inst, To.Inst, From.Mem, To.Mem, DependenceOrder::RAW,
             DependenceClass::May, DependenceEvidence::Randomized,
             Forwarding::Unknown, Key.Distance, Overlap, 0});
      continue;
    }
    add({From.Inst, To.Inst, From.Mem, To.Mem, DependenceOrder::RAW,
         DependenceClass::Must, DependenceEvidence::Randomized,
         Overlap % To.Width == 0 ? Forwarding::Full : Forwarding::Partial,
         Key.Distance, Overlap, 0});
  }
}

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
BitVector Finder::findOpenMems() const {
  BitVector IsOpenGroup(Groups.size()), Out(K.Mems.size());
  for (const MemoryDependence &D : this->Out)
    if (D.Class == DependenceClass::May)
      for (uint32_t Mem : {D.SourceMem, D.DestMem})
        IsOpenGroup.set(Accesses[AccessOfMem[Mem]].Group);
  for (const Access &A : Accesses)
    if (IsOpenGroup[A.Group])
      Out.set(A.Mem);
  return Out;
}

void Finder::useKnown(std::vector<MemoryDependence> Exact) {
  Known = O.Known->addresses(findOpenMems(), [&](uint32_t S, uint32_t L) {
    uint32_t Group = Accesses[AccessOfMem[S]].Group;
    return Group != Accesses[AccessOfMem[L]].Group ||
           Groups[Group].Kind == GroupKind::NotAffine ||
           Groups[Group].IsUnknown;
  });
  std::vector<AffineAddress> Addresses(Known.size());
  llvm::transform(Known, Addresses.begin(), toAffine);
  Finder Other(Evaluated, O);
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
bool Finder::hasKnownOrigin(const Access &From, const Access &To,
                            uint32_t Distance) const {
  const KnownAddress &A = Known[From.Mem], &B = Known[To.Mem];
  return A.How != KnownAddress::Pace::Unknown &&
         B.How != KnownAddress::Pace::Unknown && A.Origin == B.Origin &&
         (A.How != KnownAddress::Pace::PerIteration || Distance == 0);
}

bool Finder::isRuledOut(const Access &From, const Access &To,
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

static bool isOnStack(const Group &G) {
  return G.Region == MemoryRegion::Stack || G.Region == MemoryRegion::StackSlot;
}

/// Whether accesses of different groups may overlap again and again.
bool Finder::mayOverlap(const Group &A, const Group &B) const {
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

/// Fails if the pair is ruled out.
bool Finder::addMayPair(const Access &From, const Access &To, uint32_t Distance,
                        DependenceOrder Order) {
  if (Order == DependenceOrder::RAW && isRuledOut(From, To, Distance))
    return false;
  if (!Have.count({Order, From.Mem, To.Mem, Distance}) &&
      isNear(From.Inst, To.Inst, Distance))
    Out.push_back({From.Inst, To.Inst, From.Mem, To.Mem, Order,
                   DependenceClass::May, DependenceEvidence::Assumed,
                   Forwarding::Unknown, Distance, 0, 0});
  return true;
}

/// The access of a group that comes last before \p Dest.
void Finder::addMay(uint32_t Dest, uint32_t GroupIdx, DependenceOrder Order) {
  const Access &To = Accesses[Dest];
  const Group &G = Groups[GroupIdx];
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

void Finder::findMay(DependenceOrder Order) {
  size_t Most = Out.size() + std::min(O.MaxMayPairs, SIZE_MAX - Out.size());
  size_t Asked = 0;
  std::vector<uint32_t> Readers; // Groups with loads.
  for (auto [I, G] : enumerate(Groups))
    if (!G.Loads.empty())
      Readers.push_back(I);
  for (uint32_t D : Order == DependenceOrder::RAW ? Loads : Stores)
    for (uint32_t S : Order == DependenceOrder::WAR ? Readers : Writers) {
      if (Out.size() >= Most && !O.NumLeftOut)
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

/// Whether one of the stores in \p Between may write what \p D carries. Without
/// a KnownMemory any of them may.
bool Finder::isOverwrittenBy(const MemoryDependence &D,
                             ArrayRef<uint32_t> Between) const {
  if (Known.empty() || Between.size() > MaxStoresTried)
    return !Between.empty();
  const Access &To = Accesses[AccessOfMem[D.DestMem]];
  return any_of(Between, [&](uint32_t S) {
    const Access &Store = Accesses[S];
    // It comes this many iterations before the load at least.
    uint32_t Nearest = Store.Inst < To.Inst ? 0 : 1;
    if (!hasKnownOrigin(Store, To, Nearest))
      return !O.Known->neverMeet(Store.Mem, To.Mem, Nearest);
    // Known addresses say which store is the last one.
    auto Last = KnownHave.lower_bound({D.Order, Store.Mem, To.Mem, 0});
    return !KnownHave.count(keyOf(D)) && Last != KnownHave.end() &&
           *Last <= Key(D.Order, Store.Mem, To.Mem, D.Distance);
  });
}

/// Whether a store through another pointer runs between the two ends of \p D
/// and may write the same bytes.
bool Finder::isOverwritten(const MemoryDependence &D) const {
  uint32_t From = Accesses[AccessOfMem[D.SourceMem]].Group;
  uint32_t To = Accesses[AccessOfMem[D.DestMem]].Group;
  for (uint32_t W : Writers) {
    const Group &G = Groups[W];
    if (W == From || W == To || !mayOverlap(G, Groups[To]) ||
        isRelated(G, Groups[To])) // Random inputs have shown what they do.
      continue;
    ArrayRef<uint32_t> All = G.Stores;
    auto AfterSource = llvm::partition_point(
        All, [&](uint32_t S) { return Accesses[S].Inst <= D.SourceInst; });
    auto UpToDest = llvm::partition_point(
        All, [&](uint32_t S) { return Accesses[S].Inst < D.DestInst; });
    if (D.Distance > 1 || (D.Distance == 1 && AfterSource <= UpToDest)) {
      if (isOverwrittenBy(D, All))
        return true;
    } else if (D.Distance == 1) {
      if (isOverwrittenBy(D, {AfterSource, All.end()}) ||
          isOverwrittenBy(D, {All.begin(), UpToDest}))
        return true;
    } else if (AfterSource < UpToDest &&
               isOverwrittenBy(D, {AfterSource, UpToDest})) {
      return true;
    }
  }
  return false;
}

void Finder::demote() {
  for (MemoryDependence &D : Out)
    if (D.Order == DependenceOrder::RAW && D.Class == DependenceClass::Must &&
        isOverwritten(D))
      D.Class = DependenceClass::May;
}

void Finder::findAllMay() {
  if (O.NumLeftOut)
    *O.NumLeftOut = 0;
  findMay(DependenceOrder::RAW);
  if (O.FalseDependences) {
    findMay(DependenceOrder::WAR);
    findMay(DependenceOrder::WAW);
  }
}

/// Leaves what neither the code nor, if asked, the compiler rules out.
void Finder::findOpen() {
  if (!O.AssumeDistinct)
    demote();
  if (O.WithMay)
    findAllMay();
}

void Finder::decodeAllBefore() {
  if (!Evaluated.get().Before.HasStores)
    Evaluated.get().Before =
        decodeBefore(K, Evaluated.instrInfo(),
                     sliceForAddresses(K, Evaluated.numUnits(), true));
}

std::vector<MemoryDependence> Finder::run() {
  placeAccesses(Evaluated.get().Addresses);
  findExact(Stores, Loads, DependenceOrder::RAW);
  if (O.FalseDependences) {
    findExact(Loads, Stores, DependenceOrder::WAR);
    findExact(Stores, Stores, DependenceOrder::WAW);
  }
  findRandomized();
  const std::vector<MemoryDependence> Exact = Out; // Nothing demoted yet.
  findOpen();
  if (O.WithMay && O.Known && hasOpen()) {
    // First the cheap question.
    AsksKnown = true;
    Out = Exact;
    findOpen();
    if (hasOpen()) {
      useKnown(Exact);
      findOpen();
    }
  }
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
  return Finder(Addresses, O).run();
}
