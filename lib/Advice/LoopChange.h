//===- LoopChange.h - A loop with other instructions ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts a changed body together from that of an Analysis, maps it on the same
/// core, takes the bounds again and, if the user simulates, simulates it.
/// Private to lib/Advice.
///
/// Example: two copies, the first without counter and branch, are the loop
/// unrolled by 2; cycles() counts for one of the two copies.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_LOOPCHANGE_H
#define KERNEL_BOUNDS_LIB_ADVICE_LOOPCHANGE_H

#include "Baseline.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "llvm/MC/MCInst.h"
#include <deque>
#include <optional>

namespace kernelbounds {

/// A body of several copies of a loop's, in program order, with changes.
/// Registers that nothing writes any more count as invariant, as for loads and
/// operations that move out of the loop.
class LoopChange {
public:
  explicit LoopChange(const Baseline &Today, unsigned NumCopies = 1);

  /// Leaves out what controls the loop: the next update stands for it.
  void remove(unsigned Copy, uint32_t Inst);
  /// Leaves out an instruction whose result comes from elsewhere: what reads it
  /// waits for nothing.
  void drop(unsigned Copy, uint32_t Inst);
  /// In all copies, \p Inst takes no resources and its result is there with
  /// its inputs.
  void makeFree(uint32_t Inst);
  /// The closing branch, if \p Copy keeps it, lets the path pass.
  void passOn(unsigned Copy);
  /// The same operands for another operation.
  void setOpcode(unsigned Copy, uint32_t Inst, unsigned Opcode);
  /// Appends an operation to \p Inst that reads its first result and, if
  /// \p IsChained, writes it, too. Else its result goes nowhere.
  void addAfter(unsigned Copy, uint32_t Inst, unsigned Opcode,
                const llvm::MCInst &Operands, bool IsChained = true);
  /// One instruction of several that take the place of one.
  struct Part {
    unsigned Opcode;
    llvm::MCInst Inst;
    llvm::SmallVector<RegRead, 4> Reads; ///< Of registers of today's body.
    llvm::SmallVector<RegWrite, 2> Writes;
    std::optional<MemRef> Mem;
    uint16_t Flags = 0; ///< Of InstFlag, besides those of Mem.
  };
  /// Appends \p P to \p Inst of the first copy, behind what is there.
  void append(uint32_t Inst, const Part &P);
  /// The new instructions may take longer than those of today.
  void mayLengthenChains() { LengthensChains = true; }
  /// In all copies: the loaded value is in a register.
  void dropLoad(uint32_t Inst);
  /// In all copies, the load of A.Memory[\p Dependence] has the stored value
  /// from a register.
  void spareTrip(uint32_t Dependence);
  /// The same load has the width and the place of its store.
  void matchWidth(uint32_t Dependence) { IsMatched[Dependence] = true; }
  /// Edges \p Edges of A.Graph run to the iteration \p Chains times as far: as
  /// of so many accumulators.
  void splitChains(llvm::ArrayRef<uint32_t> Edges, unsigned Chains);
  /// The data lie where the fewest accesses cross lines, whatever is known.
  void alignData() { IsAligned = true; }
  void dropIndex(uint32_t Mem) { Pools.Mems[Mem].Index = 0; }
  void widen(uint32_t Mem, unsigned Times = 2) {
    Pools.Mems[Mem].Width *= Times;
  }

  /// What the changed body takes, for one of its copies: max(TP, LCD) and, if
  /// loops are simulated, what the simulated core takes; what today's loop
  /// takes if nothing is known of an instruction that was put in, or the
  /// simulation was given up. As soon as it is known to be \p Enough or more,
  /// what is known. Call once.
  CyclesPerIter cycles(const CyclesPerIter &Enough);
  /// What the changed body takes at least, for one of its copies: the bounds
  /// that are proved, as far as cycles() has taken them. \pre cycles() was
  /// called.
  CyclesPerIter atLeast() const { return Proved / NumCopies; }
  /// \p O with the cycles before and after the change, if it is worthwhile. An
  /// iteration of the changed loop is \p Iterations of today's for each copy.
  /// Call once, and not cycles().
  Opportunity promise(Opportunity O, unsigned Iterations = 1);

private:
  struct Slot {
    KernelInst I;
    uint32_t From; ///< Instruction of today's loop.
    unsigned Copy;
    bool IsRemoved = false, IsAdded = false;
    /// Is removed, and its result is there for nothing.
    bool IsDropped = false;
  };
  Slot &at(unsigned Copy, uint32_t Inst);
  void cutReads();
  void assemble();
  void dropUops();
  bool editsGraph() const;
  void buildGraph();
  DependencyGraph editedGraph() const;
  CyclesPerIter bounds(const CyclesPerIter &Enough);
  CyclesPerIter simulated() const;
  LineAccesses lines() const;
  std::vector<MemoryDependence> dependences();

  const Baseline &Today;
  const Analysis &A;
  unsigned NumUnits, NumCopies;
  std::vector<Slot> Slots;
  std::vector<Slot> Added;
  bool LengthensChains = false;
  std::vector<bool> NoLoad, IsFree; ///< By instruction of today's loop.
  /// By dependence of A.Memory.
  std::vector<bool> IsSpared, IsMatched;
  /// By edge of A.Graph: as many chains; 0: as today.
  std::vector<unsigned> ChainsOf;
  bool IsAligned = false;
  std::deque<llvm::MCInst> Insts;       ///< That the new body has besides.
  Kernel Pools;                         ///< And, in the end, the new body.
  std::vector<uint32_t> FromOf, CopyOf; ///< By instruction of the new body.
  /// By dependence of the new body: into A.Memory.
  std::vector<uint32_t> DependenceOf;
  std::vector<uint32_t> PlaceOf; ///< By copy and instruction; ~0u: none.
  Analysis New;
  /// Of bounds that the changed loop keeps.
  CyclesPerIter Kept;
  /// By which the changed body is bounded for sure.
  CyclesPerIter Proved;
  bool HasGraph = false;
};

/// An instruction with operands that name nothing, for LoopChange::Part.
llvm::MCInst blankInst(const Analysis &A, unsigned Opcode);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_LOOPCHANGE_H
