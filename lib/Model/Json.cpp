//===- Json.cpp - JSON that others wrote ----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Levels are counted before the text is parsed.
/// Tested by unittests/Model/JsonTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/Json.h"
#include <optional>

using namespace kernelbounds;
using namespace llvm;

/// Where \p Text is nested too deep first; nothing if nowhere.
static std::optional<size_t> findTooDeep(StringRef Text) {
  unsigned Depth = 0;
  bool IsInString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (IsInString && C == '\\')
      ++I; // What follows ends no string.
    else if (C == '"')
      IsInString = !IsInString;
    else if (!IsInString && (C == '[' || C == '{') && ++Depth > MaxJsonDepth)
      return I;
    else if (!IsInString && (C == ']' || C == '}') && Depth != 0)
      --Depth;
  }
  return std::nullopt;
}

Expected<json::Value> kernelbounds::parseJson(StringRef Text) {
  const std::optional<size_t> TooDeep = findTooDeep(Text);
  if (!TooDeep)
    return json::parse(Text);
  const StringRef Before = Text.take_front(*TooDeep);
  const size_t LineStart = Before.rfind('\n') + 1; // npos + 1 is 0.
  return make_error<json::ParseError>(
      "Lists and objects nested too deep",
      static_cast<unsigned>(1 + Before.count('\n')),
      static_cast<unsigned>(*TooDeep - LineStart),
      static_cast<unsigned>(*TooDeep));
}
