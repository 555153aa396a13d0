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

/// Rust's older mangling is C++'s for paths that end in "::h" and 16
/// hexadecimal digits, where "$LT$", "$u20$" and ".." stand for what such a
/// path cannot hold. \returns \p Name if that is not what it is.
static std::string readableRust(StringRef Name) {
  static constexpr std::pair<StringLiteral, StringLiteral> Codes[] = {
      {"$LT$", "<"}, {"$GT$", ">"}, {"$RF$", "&"}, {"$BP$", "*"}, {"$SP$", "@"},
      {"$LP$", "("}, {"$RP$", ")"}, {"$C$", ","},  {"..", "::"}};
  constexpr size_t NumDigits = 16;
  if (Name.size() <= NumDigits + 3 ||
      !all_of(Name.take_back(NumDigits),
              [](char C) { return isHexDigit(C); }) ||
      !Name.drop_back(NumDigits).ends_with("::h"))
    return Name.str();
  Name = Name.drop_back(NumDigits + 3);
  std::string Out;
  while (!Name.empty()) {
    const bool StartsPart = Out.empty() || StringRef(Out).ends_with("::");
    if (StartsPart && Name.starts_with("_$"))
      Name = Name.drop_front();
    auto Code = find_if(
        Codes, [&](const auto &C) { return Name.starts_with(C.first); });
    unsigned Character = 0;
    size_t End = Name.find('$', 1);
    if (Code != std::end(Codes)) {
      Out += Code->second;
      Name = Name.drop_front(Code->first.size());
    } else if (Name.starts_with("$u") && End != StringRef::npos &&
               !Name.slice(2, End).getAsInteger(16, Character) &&
               isPrint(Character)) {
      Out += char(Character);
      Name = Name.drop_front(End + 1);
    } else {
      Out += Name.front();
      Name = Name.drop_front();
    }
  }
  return Out;
}

std::string kernelbounds::demangledName(StringRef Symbol) {
  // Most names are C's, or labels.
  if (!Symbol.starts_with("_") && !Symbol.starts_with("?"))
    return Symbol.str();
  return readableRust(demangle(Symbol.str()));
}

std::string kernelbounds::demangledWithoutParameters(StringRef Symbol) {
  const std::string Mangled = Symbol.str(); // The demangler points into it.
  ItaniumPartialDemangler Demangler;
  if (!Symbol.starts_with("_Z") || Demangler.partialDemangle(Mangled.c_str()) ||
      !Demangler.isFunction())
    return "";
  size_t Size = 0;
  char *Name = Demangler.getFunctionName(nullptr, &Size);
  std::string Result = Name ? readableRust(Name) : "";
  std::free(Name);
  return Result;
}
