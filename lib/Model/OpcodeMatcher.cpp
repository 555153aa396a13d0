//===- OpcodeMatcher.cpp - Opcodes by regular expression ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most patterns begin with letters that are not optional; only the names with
/// that prefix are given to the regular expression.
/// Tested by unittests/Model/ModelLoaderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "OpcodeMatcher.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/Regex.h"

using namespace kernelbounds;
using namespace llvm;

OpcodeMatcher::OpcodeMatcher(const MCInstrInfo &MII) {
  Names.reserve(MII.getNumOpcodes());
  for (unsigned Opcode = 0; Opcode < MII.getNumOpcodes(); ++Opcode)
    Names.push_back({MII.getName(Opcode), Opcode});
  llvm::sort(Names,
             [](const Name &A, const Name &B) { return A.Text < B.Text; });
}

/// The letters with which every match of \p Pattern begins.
static StringRef literalPrefix(StringRef Pattern) {
  if (Pattern.contains('|')) // Of an alternative, perhaps at top level.
    for (int Depth = 0; char C : Pattern) {
      Depth += C == '(' || C == '[' ? 1 : C == ')' || C == ']' ? -1 : 0;
      if (C == '|' && Depth == 0)
        return "";
    }
  size_t N = 0;
  while (N < Pattern.size() && (isAlnum(Pattern[N]) || Pattern[N] == '_'))
    ++N;
  if (N > 0 && N < Pattern.size() && StringRef("?*{").contains(Pattern[N]))
    --N;
  return Pattern.take_front(N);
}

std::string OpcodeMatcher::match(StringRef Pattern,
                                 std::vector<uint32_t> &Out) const {
  Regex Whole((Twine("^(") + Pattern + ")$").str());
  std::string Problem;
  if (!Whole.isValid(Problem))
    return Problem;
  StringRef Prefix = literalPrefix(Pattern);
  auto It = llvm::lower_bound(
      Names, Prefix, [](const Name &N, StringRef P) { return N.Text < P; });
  for (; It != Names.end() && It->Text.starts_with(Prefix); ++It)
    if (Whole.match(It->Text))
      Out.push_back(It->Opcode);
  return "";
}
