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
  bool StartsRun;        ///< What stands before it comes from the cache.
  /// It may be another one that is decoded in its place: only blocks count.
  bool IsOneOfMany = false;
};

/// What of a loop is decoded.
enum class DecodedPart : uint8_t {
  Some,
  /// The second of two windows: blocks with an end alone take a cycle.
  EndOfTwoWindows,
  /// Everything: so do they, and a group may hold the end of one trip and the
  /// start of the next.
  WholeLoop
};

/// Cycles of one trip. Both stages work at the same time.
struct DecodeCost {
  unsigned NumBlocks = 0;       ///< In which an instruction starts.
  unsigned PredecodeCycles = 0; ///< To find all lengths.
  CyclesPerIter DecoderCycles;  ///< Groups; 0 if there is no limit known.

  CyclesPerIter cycles() const {
    return std::max(DecoderCycles, CyclesPerIter(PredecodeCycles));
  }
};

/// The cost of \p Insts. O(instructions), O(decoders * instructions) for a
/// whole loop.
DecodeCost computeDecodeCost(llvm::ArrayRef<DecodedInst> Insts,
                             DecodedPart Part, const FrontEndParams &P);

/// The part of it that the decoders have.
CyclesPerIter countDecodeGroups(llvm::ArrayRef<DecodedInst> Insts,
                                bool IsWholeLoop, const FrontEndParams &P);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_BOUNDS_LEGACYDECODE_H
