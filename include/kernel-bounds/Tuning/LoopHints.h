//===- LoopHints.h - What to ask of the loop passes -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a compiler can be asked to make of one loop: how many elements a vector
/// has, how many vectors are computed side by side, how often the result is
/// unrolled. In the source that is a pragma, in LLVM IR metadata of the loop.
///
/// Example: {Width 8, Interleave 4} is
/// `#pragma clang loop vectorize_width(8) interleave_count(4)`.
///
/// One hint is for the loop around it: {Jam 4} is `#pragma unroll_and_jam(4)`
/// before that one.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_LOOPHINTS_H
#define KERNEL_BOUNDS_TUNING_LOOPHINTS_H

#include "kernel-bounds/Tuning/LoopTransforms.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace kernelbounds {

/// Whose pragmas are meant.
enum class PragmaDialect : uint8_t {
  Clang, ///< "#pragma clang loop".
  Gcc    ///< "#pragma GCC unroll", which has no width and no interleave count.
};
/// "#pragma clang loop".
llvm::StringRef pragmaWords(PragmaDialect D);

/// One way to compile a loop. In every field, 0 leaves the choice to the
/// compiler and 1 turns the transformation off.
struct LoopHints {
  unsigned Width = 0;      ///< Elements of a vector.
  unsigned Interleave = 0; ///< Vectors, or scalar iterations, side by side.
  unsigned Unroll = 0;     ///< Copies of what these have made.
  /// What is done with the loop before. Reductions are split by Unroll. No
  /// pragma stands for these.
  LoopTransforms Transforms = {};
  /// Iterations of the loop around that are done together, in one visit of this
  /// loop. With LoopTransform::UnrollAndJam that is done before all other loop
  /// passes, else by the compiler's own pass, behind the vectorizer.
  unsigned Jam = 0;
  /// Into a loop for each group of statements that does not need the others in
  /// the same iteration. It is not done unless it is asked for.
  bool Distribute = false;
  /// The last trip does what is left over, with the other elements of its
  /// vectors masked, so that no loop of its own is needed for them.
  bool Predicate = false;

  bool isDefault() const { return numAsked() == 0; }
  /// How many choices are taken from the compiler.
  unsigned numAsked() const {
    return (Width != 0) + (Interleave != 0) + (Unroll != 0) +
           Transforms.size() + (Jam != 0) + Distribute + Predicate;
  }
  /// "vectorize_width(8) interleave_count(4)", or "unroll 4" for gcc; "" for
  /// the default.
  std::string clauses(PragmaDialect D = PragmaDialect::Clang) const;
  /// "#pragma clang loop vectorize_width(8)"; "" for the default.
  std::string pragma(PragmaDialect D = PragmaDialect::Clang) const;
  /// What stands before the loop around: "#pragma unroll_and_jam(4)", or "".
  std::string outerPragma() const;
  /// "width 8, interleave 4"; "as compiled" for the default.
  std::string text() const;

  auto key() const {
    return std::tuple(Width, Interleave, Unroll, Transforms.bits(), Jam,
                      Distribute, Predicate);
  }
  friend bool operator==(const LoopHints &A, const LoopHints &B) {
    return A.key() == B.key();
  }
  friend bool operator<(const LoopHints &A, const LoopHints &B) {
    return A.key() < B.key();
  }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_LOOPHINTS_H
