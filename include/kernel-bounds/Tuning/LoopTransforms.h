//===- LoopTransforms.h - Changes of a loop beyond hints --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the plugin can do with a loop in LLVM IR that no hint asks of the
/// compiler's own passes. Each is asked for by its name.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_LOOPTRANSFORMS_H
#define KERNEL_BOUNDS_TUNING_LOOPTRANSFORMS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace kernelbounds {

enum class LoopTransform : uint8_t {
  /// Values that were loaded or stored stay in registers for later iterations.
  KeepValues,
  /// A reduction is computed as several, one for each unrolled copy.
  SplitReductions,
  /// Division by what does not change becomes multiplication.
  InvertDivisors,
  /// Iterations of the loop around are done together, and what they load from
  /// the same place is loaded once.
  UnrollAndJam,
  /// Whether data overlap is checked before the loop, of which a copy is made
  /// for those that do.
  CheckOverlap
};
inline constexpr unsigned NumLoopTransforms = 5;

/// A set of them.
class LoopTransforms {
public:
  constexpr LoopTransforms() = default;
  constexpr LoopTransforms(LoopTransform T) { add(T); }
  static LoopTransforms all();
  /// "keep-values,split-reductions", or "all"; "" for none. None if a name is
  /// not known.
  static std::optional<LoopTransforms> parse(llvm::StringRef Names);
  /// What parse() takes, for messages.
  static std::string known();

  constexpr bool has(LoopTransform T) const { return Bits & bitOf(T); }
  constexpr bool empty() const { return Bits == 0; }
  constexpr void add(LoopTransform T) { Bits |= bitOf(T); }
  /// Adds \p T, or takes it away if it is there.
  constexpr void toggle(LoopTransform T) { Bits ^= bitOf(T); }
  constexpr unsigned bits() const { return Bits; }
  unsigned size() const;
  LoopTransforms operator&(LoopTransforms O) const;
  friend bool operator==(LoopTransforms A, LoopTransforms B) {
    return A.Bits == B.Bits;
  }

  /// As parse() takes it; "" for none.
  std::string names() const;
  /// In plain words: "keeping values in registers for later iterations".
  std::string text() const;

private:
  static constexpr unsigned bitOf(LoopTransform T) {
    return 1U << static_cast<unsigned>(T);
  }
  unsigned Bits = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_LOOPTRANSFORMS_H
