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
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

/// C0 and C1 controls, DEL, and marks that embed, override or isolate a
/// direction.
static bool isControl(UTF32 C) {
  return C < 0x20 || (C >= 0x7f && C < 0xa0) || C == 0x200e || C == 0x200f ||
         C == 0x2028 || C == 0x2029 || (C >= 0x202a && C <= 0x202e) ||
         (C >= 0x2066 && C <= 0x2069);
}

/// One character of UTF-8 at the start of \p Text, and its bytes; a byte that
/// begins none is a character of its own, and \p IsValid false.
static UTF32 firstCharacter(StringRef Text, size_t &Size, bool &IsValid) {
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const UTF8 *>(Text.end());
  IsValid = isLegalUTF8Sequence(Begin, End);
  Size = IsValid ? getNumBytesForUTF8(*Begin) : 1;
  UTF32 C = *Begin;
  if (IsValid) {
    const UTF8 *From = Begin;
    convertUTF8Sequence(&From, End, &C, strictConversion);
  }
  return C;
}

std::string kernelbounds::escapeControls(StringRef Text, bool KeepsLines) {
  std::string Out;
  while (!Text.empty()) {
    size_t Size;
    bool IsValid;
    UTF32 C = firstCharacter(Text, Size, IsValid);
    const bool IsKept = C == '\t' || (KeepsLines && (C == '\n' || C == '\r'));
    if (IsKept || (IsValid && !isControl(C)))
      Out += Text.take_front(Size);
    else if (C > 0xff)
      Out += "\\u" + utohexstr(C, /*LowerCase=*/true, /*Width=*/4);
    else
      Out += "\\x" + utohexstr(C, /*LowerCase=*/true, /*Width=*/2);
    Text = Text.drop_front(Size);
  }
  return Out;
}

std::string kernelbounds::escapeHtml(StringRef Text) {
  std::string Out;
  for (char C : escapeControls(Text, /*KeepsLines=*/true))
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

std::string kernelbounds::utf8(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

void kernelbounds::writeCsvCell(raw_ostream &OS, StringRef Given) {
  const std::string Text = escapeControls(Given, /*KeepsLines=*/true);
  if (Text.find_first_of(",\"\r\n") == std::string::npos) {
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
