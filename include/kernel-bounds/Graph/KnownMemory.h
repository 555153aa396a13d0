//===- KnownMemory.h - Addresses from outside the code ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What somebody knows of a loop's accesses who sees more than instructions: a
/// compiler sees the pointers behind them.
///
/// Example: of `p` and `q = p + 8` in two registers the compiler knows that
/// both accesses are Moving, with the same Origin and Step and Offsets 0 and 8.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_GRAPH_KNOWNMEMORY_H
#define KERNEL_BOUNDS_GRAPH_KNOWNMEMORY_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <vector>

namespace kernelbounds {

/// Where an access lies, relative to others of the same Origin. Between
/// different origins nothing is said.
struct KnownAddress {
  enum class Pace : uint8_t {
    Unknown,
    Fixed,       ///< The same address in every iteration.
    Moving,      ///< A constant step.
    Symbolic,    ///< A step that does not change, but is not a number.
    PerIteration ///< Offsets hold within one iteration only.
  };
  Pace How = Pace::Unknown;
  bool IsSpillSlot = false;
  uint32_t Origin = 0; ///< All of one origin have the same pace and step.
  int64_t Offset = 0;  ///< Bytes from the origin, in the same iteration.
  int64_t Step = 0;    ///< Bytes per iteration, if Moving.
  int64_t Ahead = 0;   ///< Steps ahead of the origin, if Symbolic.
};

/// Asked only where instructions leave a question open.
class KnownMemory {
public:
  virtual ~KnownMemory() = default;

  /// Whether it is not known how accesses \p Store and \p Load are related.
  using OpenQuestion = llvm::function_ref<bool(uint32_t Store, uint32_t Load)>;

  /// Parallel to Kernel::Mems, of those \p Wanted; the rest are Unknown, and so
  /// may be those with which no pair \p IsOpen that has an origin in common.
  /// Called once, where neverMeet() has left a question open: it may be slow.
  virtual std::vector<KnownAddress> addresses(const llvm::BitVector &Wanted,
                                              OpenQuestion IsOpen) = 0;

  /// Whether no byte that access \p Store writes is the one that \p Load reads
  /// \p Distance iterations later or any number of iterations more. Both are
  /// indices into Kernel::Mems. Amortized O(1).
  virtual bool neverMeet(uint32_t Store, uint32_t Load, uint32_t Distance) = 0;

  /// Whether access \p Mem is one to a register that the compiler keeps in
  /// memory because it had none left. O(instructions).
  virtual bool isSpill(uint32_t /*Mem*/) { return false; }

  /// Whether call \p Inst, an index into Kernel::Insts, may write what access
  /// \p Mem reads. O(instructions).
  virtual bool mayCallWrite(uint32_t /*Inst*/, uint32_t /*Mem*/) {
    return false;
  }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_GRAPH_KNOWNMEMORY_H
