//===- SymbolName.cpp - Symbols as people read them -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Kernel/SymbolNameTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/SymbolName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>

using namespace kernelbounds;
using namespace llvm;

/// Rust's older mangling ends names in "::h" and 16 hexadecimal digits.
static StringRef withoutHash(StringRef Name) {
  constexpr size_t NumDigits = 16;
  StringRef Hash = Name.take_back(NumDigits);
  const bool HasHash = Name.size() > NumDigits + 3 &&
                       all_of(Hash, [](char C) { return isHexDigit(C); }) &&
                       Name.drop_back(NumDigits).ends_with("::h");
  return HasHash ? Name.drop_back(NumDigits + 3) : Name;
}

std::string kernelbounds::demangledName(StringRef Symbol) {
  // Most names are C's, or labels.
  if (!Symbol.starts_with("_") && !Symbol.starts_with("?"))
    return Symbol.str();
  std::string Name = demangle(Symbol.str());
  return withoutHash(Name).str();
}

std::string kernelbounds::demangledWithoutParameters(StringRef Symbol) {
  ItaniumPartialDemangler Demangler;
  if (!Symbol.starts_with("_Z") ||
      Demangler.partialDemangle(Symbol.str().c_str()) ||
      !Demangler.isFunction())
    return "";
  size_t Size = 0;
  char *Name = Demangler.getFunctionName(nullptr, &Size);
  std::string Result = Name ? withoutHash(Name).str() : "";
  std::free(Name);
  return Result;
}
