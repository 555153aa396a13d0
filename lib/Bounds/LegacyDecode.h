//===- LegacyDecode.h - Cycles of the decoders ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What decoding takes where the micro-op cache does not serve: first the
/// lengths of the instructions are found, block by block, then they are
/// decoded, a group a cycle.
///
/// Example (Skylake, blocks of 16 bytes, one decoder of four for more than one
/// micro-op): four `bswap %rax` of two micro-ops and 3 bytes stand in one
/// block, but are four groups: 4 cycles.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_BOUNDS_LEGACYDECODE_H
#define KERNEL_BOUNDS_LIB_BOUNDS_LEGACYDECODE_H

#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelbounds {

/// An instruction that is decoded, in program order.
struct DecodedInst {
  uint64_t Address;
  unsigned Size, Uops;
  bool JoinsNext;        ///< One instruction to the decoders.
  bool IsLengthChanging; ///< Has a length-changing prefix.
  bool StartsRun;        ///< What stands before it comes from the cache, or
                         ///< jumps here.
  /// It may be another one that is decoded in its place: only blocks count.
  bool IsOneOfMany = false;
  /// Where the byte of its opcode stands; that of its end if not known.
  uint64_t OpcodeAddress = 0;
};

/// Cycles of one trip. Both stages work at the same time.
struct DecodeCost {
  unsigned NumBlocks = 0;       ///< In which an instruction starts.
  unsigned PredecodeCycles = 0; ///< To find all lengths.
  unsigned DecoderCycles = 0;   ///< Groups; 0 if there is no limit known.

  unsigned cycles() const { return std::max(DecoderCycles, PredecodeCycles); }
};

/// The cost of \p Insts, the decoded parts of one trip. \p CountsEnds: nothing
/// between two instructions of a run comes from elsewhere, so that blocks in
/// which only the end of an instruction stands take a cycle, too.
/// O(instructions).
DecodeCost computeDecodeCost(llvm::ArrayRef<DecodedInst> Insts, bool CountsEnds,
                             const FrontEndParams &P);

/// The part of it that the decoders have; 0: no limit is known.
unsigned countDecodeGroups(llvm::ArrayRef<DecodedInst> Insts,
                           const FrontEndParams &P);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_LEGACYDECODE_H
