//===- LoopRoles.h - What copies of one loop are for ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectorizing and unrolling make several machine loops of one loop of the
/// source. Each has a part of its trips.
///
/// Example: `for (i = 0; i < n; ++i) a[i] += b[i]` with vectors of 4 is a
/// vector body for 4 trips at once, and a remainder for what is left.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_LOOPROLES_H
#define KERNEL_BOUNDS_LIB_PASSES_LOOPROLES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace llvm {
class DILocation;
class MachineBasicBlock;
class MachineLoop;
} // namespace llvm

namespace kernelbounds {

enum class LoopRole : uint8_t {
  Whole,        ///< The only copy, or nothing tells what it is for.
  VectorBody,   ///< Several iterations of the source at once, in vectors.
  UnrolledBody, ///< Several, one after the other; there is a remainder.
  Remainder,    ///< What does not fill a trip of the body, before or behind it.
  Fallback      ///< In place of the vector body, if a check says so.
};

/// "vector body", "remainder"; "" for a whole loop.
llvm::StringRef roleName(LoopRole Role);

/// Whether the compiler has made a better loop, beside which this one does what
/// is left: nobody would change it for its own sake.
inline bool isRest(LoopRole Role) {
  return Role == LoopRole::Remainder || Role == LoopRole::Fallback;
}

/// An innermost loop of machine code; it may have several entries.
struct LoopBlocks {
  const llvm::MachineBasicBlock *Header;
  llvm::SmallVector<const llvm::MachineBasicBlock *, 4> Blocks;
  /// The innermost natural loop with the header; it may be one around this.
  const llvm::MachineLoop *Around;
};

/// What a machine loop is of a loop of the source.
struct LoopCopy {
  LoopRole Role = LoopRole::Whole;
  /// Where the source has the loop, with the calls by which it was inlined; the
  /// same for all copies in one function. Null if that is not known.
  const llvm::DILocation *Start = nullptr;
};

/// Of \p Loops, the innermost loops of one function.
std::vector<LoopCopy> findCopies(llvm::ArrayRef<LoopBlocks> Loops);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_LOOPROLES_H
