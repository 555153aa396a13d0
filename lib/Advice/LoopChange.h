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
/// core and takes the bounds again. Private to lib/Advice.
///
/// Example: two copies, the first without counter and branch, are the loop
/// unrolled by 2; cycles() counts for one of the two copies.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_ADVICE_LOOPCHANGE_H
#define KERNEL_BOUNDS_LIB_ADVICE_LOOPCHANGE_H

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
  LoopChange(const Analysis &A, unsigned NumUnits, unsigned NumCopies = 1);

  void remove(unsigned Copy, uint32_t Inst);
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
  };
  /// Appends \p P to \p Inst of the first copy, behind what is there.
  void append(uint32_t Inst, const Part &P);
  /// The new instructions may take longer than those of today.
  void mayLengthenChains() { LengthensChains = true; }
  /// In all copies: the loaded value is in a register.
  void dropLoad(uint32_t Inst);
  void dropIndex(uint32_t Mem) { Pools.Mems[Mem].Index = 0; }
  void widen(uint32_t Mem) { Pools.Mems[Mem].Width *= 2; }

  /// max(TP, LCD) of the changed body, for one of its copies; A.Prediction if
  /// the model knows nothing of an instruction that was put in. As soon as it
  /// is known to be \p Enough or more, what is known. Call once.
  CyclesPerIter cycles(const CyclesPerIter &Enough);
  /// The same of a change that is worthwhile only below A.Prediction.
  CyclesPerIter cycles();

private:
  struct Slot {
    KernelInst I;
    uint32_t From; ///< Instruction of today's loop.
    unsigned Copy;
    bool IsRemoved = false, IsAdded = false;
  };
  Slot &at(unsigned Copy, uint32_t Inst);
  void assemble();
  void dropLoadUops();
  LineAccesses lines() const;
  std::vector<MemoryDependence> dependences() const;

  const Analysis &A;
  unsigned NumUnits, NumCopies;
  std::vector<Slot> Slots;
  std::vector<Slot> Added;
  bool LengthensChains = false;
  std::vector<bool> NoLoad;       ///< By instruction of today's loop.
  std::deque<llvm::MCInst> Insts; ///< That the new body has besides.
  Kernel Pools;                   ///< And, in the end, the new body.
  std::vector<uint32_t> FromOf;   ///< By instruction of the new body.
  std::vector<uint32_t> PlaceOf;  ///< By copy and instruction; ~0u: none.
  Analysis New;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_ADVICE_LOOPCHANGE_H
