//===- IntegerCode.h - Integer arithmetic of a loop body --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop body as a list of integer operations, of which the symbolic and the
/// randomized evaluation of addresses are two interpreters.
///
/// Example: `ldr x0, [x1], #8` becomes {Copy, mem 0 -> x0}, {Lea [x1+8] -> x1}.
///
/// All operations of an instruction read the state before it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_GRAPH_INTEGERCODE_H
#define KERNEL_BOUNDS_LIB_GRAPH_INTEGERCODE_H

#include "kernel-bounds/Kernel/IntegerCode.h"

namespace llvm {
class MCInstrInfo;
} // namespace llvm

namespace kernelbounds {

struct AddressSlice;

/// The bytes of part \p Part of \p M, -1 = all.
struct MemPart {
  uint64_t Offset, Width;

  MemPart(const MemRef &M, int8_t Part)
      : Offset(Part < 0 ? 0 : Part * (M.Width / M.NumParts)),
        Width(Part < 0 ? M.Width : M.Width / M.NumParts) {}
};

struct IntegerCode {
  std::vector<IntOp> Ops;
  std::vector<uint32_t> FirstOp;     ///< By instruction; one more at the end.
  std::vector<IntAddress> Addresses; ///< Parallel to Kernel::Mems.
  /// Whether Ops say what all stores write; else nobody may ask.
  bool HasStores = true;

  llvm::ArrayRef<IntOp> ops(uint32_t Inst) const {
    return llvm::ArrayRef(Ops).slice(FirstOp[Inst],
                                     FirstOp[Inst + 1] - FirstOp[Inst]);
  }
};

/// Decodes \p K. What is not known writes Unknown to every register of the
/// instruction.
IntegerCode decodeIntegerCode(const Kernel &K, const llvm::MCInstrInfo &MII);

/// Decodes those of \p K's instructions that \p Slice names. What others write
/// to registers is left out; they store unknown values.
IntegerCode decodeBody(const Kernel &K, const llvm::MCInstrInfo &MII,
                       const AddressSlice &Slice);

/// Decodes those of \p K.Before's instructions that \p Slice names; others have
/// no operations.
IntegerCode decodeBefore(const Kernel &K, const llvm::MCInstrInfo &MII,
                         const AddressSlice &Slice);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_GRAPH_INTEGERCODE_H
