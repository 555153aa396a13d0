//===- FunctionFilter.h - Functions by name ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The choice of functions by name.
///
/// Example: `_ZN2ns3addEii` reads `ns::add(int, int)`. The filters
/// `_ZN2ns3addEii`, `ns::add(int, int)`, `ns::add` and `ns::.*` choose it, and
/// `add` does not.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_FUNCTIONFILTER_H
#define KERNEL_BOUNDS_FRONTEND_FUNCTIONFILTER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// What `--function` chooses. A function has up to three names: its symbol, the
/// demangled symbol, and the latter without parameters and return type.
///
/// If the text is a name of functions of the file, it chooses these. Else it is
/// a regular expression (POSIX, extended) that a name must match from the first
/// to the last character.
class FunctionFilter {
public:
  explicit FunctionFilter(llvm::StringRef Text);

  /// Whether \p Text is one of the names of \p Symbol, letter for letter.
  bool isNameOf(llvm::StringRef Symbol) const;
  /// Whether the expression matches one of the names of \p Symbol.
  bool matches(llvm::StringRef Symbol) const;
  /// Why the text is no regular expression; empty if it is one.
  const std::string &expressionError() const { return ExpressionError; }

  /// Which of \p Symbols are chosen; parallel to it.
  std::vector<bool> choose(llvm::ArrayRef<llvm::StringRef> Symbols) const;

private:
  std::string Text;
  llvm::Regex Expression;
  std::string ExpressionError;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_FUNCTIONFILTER_H
