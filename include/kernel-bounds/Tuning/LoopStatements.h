//===- LoopStatements.h - The loops of a source, by its text ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where loops begin in a source of C or C++, for compilers that do not say so
/// in a form that we can read. The text is divided into words; nothing is
/// preprocessed: a loop in a macro is none.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_LOOPSTATEMENTS_H
#define KERNEL_BOUNDS_TUNING_LOOPSTATEMENTS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// One `for`, `while` or `do`.
struct LoopStatement {
  unsigned Line = 0, Column = 0; ///< Of its first word, 1-based.
  size_t Offset = 0;             ///< Of the same, into the text.
  /// Lines in which its condition stands: those of the brackets behind `for` or
  /// `while`.
  unsigned FirstHeadLine = 0, LastHeadLine = 0;
  unsigned LastLine = 0; ///< Of all of it.
  /// Pragmas between it and the statement before, without "#pragma" and with
  /// single blanks: "GCC unroll 4", "omp simd".
  std::vector<std::string> Pragmas;
};

/// The loops of \p Source, in the order in which they begin. O(size).
std::vector<LoopStatement> findLoopStatements(llvm::StringRef Source);

/// The one of \p Statements that begins in \p Line, or whose condition stands
/// there: its index. None if there is no such loop, or several. That is where
/// debug information places the end of a trip; of a `do` with a pragma gcc
/// places it at the beginning.
std::optional<size_t>
findStatementAt(const std::vector<LoopStatement> &Statements, unsigned Line);

/// The innermost of \p Statements that has all lines from \p First to \p Last;
/// none if there is none.
std::optional<size_t>
findStatementAround(const std::vector<LoopStatement> &Statements,
                    unsigned First, unsigned Last);

/// The pragma of \p S by which its user says how gcc shall compile it, or which
/// takes no other one behind it; empty if there is none.
std::string userPragma(const LoopStatement &S);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_LOOPSTATEMENTS_H
