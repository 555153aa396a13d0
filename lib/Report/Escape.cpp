//===- Escape.cpp - Text inside of other formats --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Report/EscapeTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

std::string kernelbounds::escapeHtml(StringRef Text) {
  std::string Out;
  for (char C : Text)
    switch (C) {
    case '&':
      Out += "&amp;";
      break;
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '"':
      Out += "&quot;";
      break;
    default:
      Out += C;
    }
  return Out;
}

void kernelbounds::writeCsvCell(raw_ostream &OS, StringRef Text) {
  if (Text.find_first_of(",\"\r\n") == StringRef::npos) {
    OS << Text;
    return;
  }
  OS << '"';
  for (char C : Text) {
    if (C == '"')
      OS << '"';
    OS << C;
  }
  OS << '"';
}
