//===- FunctionFilter.cpp - Functions by name -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Frontend/FunctionFilterTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/FunctionFilter.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace kernelbounds {

FunctionFilter::FunctionFilter(StringRef Text)
    : Text(Text), Expression(("^(" + Twine(Text) + ")$").str()) {
  // The parentheses around it must not be what completes it.
  if (!Regex(Text).isValid(ExpressionError))
    return;
  ExpressionError.clear();
}

bool FunctionFilter::isNameOf(StringRef Symbol) const {
  return Symbol == Text || demangledName(Symbol) == Text ||
         demangledWithoutParameters(Symbol) == Text;
}

bool FunctionFilter::matches(StringRef Symbol) const {
  if (!ExpressionError.empty())
    return false;
  return Expression.match(Symbol) || Expression.match(demangledName(Symbol)) ||
         Expression.match(demangledWithoutParameters(Symbol));
}

std::vector<bool> FunctionFilter::choose(ArrayRef<StringRef> Symbols) const {
  std::vector<bool> Chosen;
  bool IsName = false;
  for (StringRef S : Symbols) {
    Chosen.push_back(isNameOf(S));
    IsName |= Chosen.back();
  }
  if (!IsName)
    for (auto [I, S] : enumerate(Symbols))
      Chosen[I] = matches(S);
  return Chosen;
}

} // namespace kernelbounds
