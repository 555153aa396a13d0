//===- MemoryFinder.h - Dependences through memory, at work -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What MemoryDependence.cpp and MemoryMay.cpp share: the accesses of a loop
/// body by groups, and the dependences found so far. Private to lib/Graph.
///
/// Example: `movsd (%rdi,%rcx,8)`, `movsd 8(%rdi,%rcx,8)` and `movsd (%rsi)`
/// are three accesses in two groups; the first has the step 8, the second 0.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_GRAPH_MEMORYFINDER_H
#define KERNEL_BOUNDS_LIB_GRAPH_MEMORYFINDER_H

#include "AffineAddress.h"
#include "AffineState.h"
#include "kernel-bounds/Graph/KnownMemory.h"
#include "kernel-bounds/Graph/MemoryDependence.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <set>
#include <tuple>

namespace kernelbounds {

/// How the addresses of a group go on.
enum class GroupKind : uint8_t {
  Fixed,    ///< The same address in every iteration.
  Moving,   ///< A constant step.
  Symbolic, ///< A step that does not change, but is not known.
  NotAffine
};

/// Accesses with the same symbols and the same step; for symbolic steps those
/// of one origin, whatever number of steps they are ahead.
struct MemoryGroup {
  GroupKind Kind;
  MemoryRegion Region;
  SymbolId Global;
  AffineForm Step;
  bool IsUnknown;
  AffineForm Invariant; ///< See AffineAddress.
  bool IsArithmetic, IsOwnFrame, IsFromCaller;
  Terms Base;                          ///< Of the addresses.
  std::vector<uint32_t> Loads, Stores; ///< Into Accesses, in program order.

  bool hasPace() const {
    return Kind == GroupKind::Fixed || Kind == GroupKind::Moving;
  }
};

/// One access, or one register of a pair, placed in its group.
struct MemoryAccess {
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

/// Finds the dependences of one kernel. run() is called once.
class MemoryFinder {
public:
  MemoryFinder(KernelAddresses &Evaluated, const MemoryDependenceOptions &O)
      : K(Evaluated.kernel()), O(O), Evaluated(Evaluated) {}
  std::vector<MemoryDependence> run();

private:
  void placeAccesses(llvm::ArrayRef<AffineAddress> Addresses);
  void place(uint32_t Inst, uint32_t Mem, const AffineAddress &A);
  uint32_t groupOf(const AffineAddress &A, const Terms &Base);
  std::vector<uint64_t> findPieceBytes(const llvm::BitVector &Wanted) const;
  void addPieces(uint32_t Access, llvm::ArrayRef<uint64_t> PieceBytes,
                 llvm::SmallVectorImpl<PieceAccess> &Out) const;
  void findExact(llvm::ArrayRef<uint32_t> Sources,
                 llvm::ArrayRef<uint32_t> Dests, DependenceOrder Order);
  void findRandomized();
  bool isOpen(uint32_t Access) const {
    const MemoryGroup &G = Groups[Accesses[Access].Group];
    return G.Kind == GroupKind::NotAffine && !G.IsUnknown;
  }
  bool hasOtherPace(const MemoryGroup &A, const MemoryGroup &B) const {
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
  void askKnown();
  bool hasOpen() const {
    return llvm::any_of(Out, [](const MemoryDependence &D) {
      return D.Class == DependenceClass::May;
    });
  }
  llvm::BitVector findOpenMems() const;
  void useKnown(std::vector<MemoryDependence> Exact);
  bool hasKnownOrigin(const MemoryAccess &From, const MemoryAccess &To,
                      uint32_t Distance) const;
  bool isRuledOut(const MemoryAccess &From, const MemoryAccess &To,
                  uint32_t Distance) const;
  void demote();
  void demoteAcrossCalls();
  bool isRelated(const MemoryGroup &A, const MemoryGroup &B) const {
    return A.IsArithmetic && B.IsArithmetic &&
           A.Invariant.Terms == B.Invariant.Terms;
  }
  /// The instruction of a store through another pointer that runs between the
  /// two ends of \p D and may write the same bytes; ~0u if there is none.
  uint32_t findOverwriting(const MemoryDependence &D) const;
  uint32_t findOverwritingOf(const MemoryDependence &D,
                             llvm::ArrayRef<uint32_t> Between) const;
  void findExpected();
  uint32_t findForeignStore(const MemoryDependence &D) const;
  Coincidence coincidence(const MemoryAccess &From, const MemoryAccess &To,
                          uint32_t Distance) const;
  void findAllMay();
  void findMay(DependenceOrder Order);
  void addMay(uint32_t Dest, uint32_t GroupIdx, DependenceOrder Order);
  bool addMayPair(const MemoryAccess &From, const MemoryAccess &To,
                  uint32_t Distance, DependenceOrder Order);
  bool mayOverlap(const MemoryGroup &A, const MemoryGroup &B) const;
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
  std::vector<MemoryGroup> Groups;
  std::vector<MemoryAccess> Accesses;
  HashIndex GroupIndex;                ///< Into Groups.
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
  bool StopsAtFirst = false;       ///< One open pair is as good as all.
  std::vector<KnownAddress> Known; ///< By Kernel::Mems; empty before asked.
  std::set<Key> KnownHave;         ///< What the known addresses show.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_GRAPH_MEMORYFINDER_H
