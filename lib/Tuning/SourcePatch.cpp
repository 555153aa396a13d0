//===- SourcePatch.cpp - Pragmas written into a source --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/SourcePatchTest.cpp, with patch(1) in
/// test/Tuning/patch.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/SourcePatch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

/// Lines with their ends; the last one may have none.
static std::vector<StringRef> linesOf(StringRef Source) {
  std::vector<StringRef> Out;
  while (!Source.empty()) {
    const size_t End = Source.find('\n');
    const size_t Size = End == StringRef::npos ? Source.size() : End + 1;
    Out.push_back(Source.take_front(Size));
    Source = Source.drop_front(Size);
  }
  return Out;
}

std::string kernelbounds::whyNotBefore(StringRef Source, unsigned Line,
                                       unsigned Column) {
  const std::vector<StringRef> Lines = linesOf(Source);
  if (Line == 0 || Line > Lines.size() || Column == 0 ||
      Column > Lines[Line - 1].size())
    return "the file has no such place";
  const StringRef Text = Lines[Line - 1];
  const StringRef Rest = Text.drop_front(Column - 1);
  const StringRef Word =
      Rest.take_while([](char C) { return isAlnum(C) || C == '_'; });
  if (Word != "for" && Word != "while" && Word != "do")
    return "the loop begins in a macro or without a keyword";
  if (!Text.take_front(Column - 1).trim(" \t").empty())
    return "something stands before the loop on its line";
  if (Line > 1 && Lines[Line - 2].rtrim("\r\n").ends_with("\\"))
    return "the loop stands in a macro";
  return "";
}

std::vector<Insertion>
kernelbounds::makeInsertions(StringRef Source, ArrayRef<PlacedPragma> Pragmas) {
  const std::vector<StringRef> Lines = linesOf(Source);
  std::vector<Insertion> Out;
  for (const PlacedPragma &P : Pragmas) {
    const StringRef Line = Lines[P.Line - 1];
    Out.push_back({P.Line, (Line.take_front(P.Column - 1) + P.Text +
                            (Line.ends_with("\r\n") ? "\r\n" : "\n"))
                               .str()});
  }
  llvm::sort(Out, [](const Insertion &A, const Insertion &B) {
    return A.Before < B.Before;
  });
  return Out;
}

std::string kernelbounds::withInsertions(StringRef Source,
                                         ArrayRef<Insertion> Insertions) {
  std::string Out;
  for (auto [I, Line] : enumerate(linesOf(Source))) {
    while (!Insertions.empty() && Insertions.front().Before == I + 1) {
      Out += Insertions.front().Text;
      Insertions = Insertions.drop_front();
    }
    Out += Line;
  }
  return Out;
}

/// One hunk: lines [First, End) of \p Lines, 0-based, with \p Insertions;
/// \p Before of them were inserted earlier.
static void printHunk(raw_ostream &OS, ArrayRef<StringRef> Lines, size_t First,
                      size_t End, ArrayRef<Insertion> Insertions,
                      size_t Before) {
  OS << "@@ -" << First + 1 << ',' << End - First << " +" << First + Before + 1
     << ',' << End - First + Insertions.size() << " @@\n";
  for (size_t I = First; I < End; ++I) {
    while (!Insertions.empty() && Insertions.front().Before == I + 1) {
      OS << '+' << Insertions.front().Text;
      Insertions = Insertions.drop_front();
    }
    OS << ' ' << Lines[I];
    if (!Lines[I].ends_with("\n"))
      OS << "\n\\ No newline at end of file\n";
  }
}

void kernelbounds::printDiff(raw_ostream &OS, StringRef File, StringRef Source,
                             ArrayRef<Insertion> Insertions) {
  constexpr size_t Context = 3;
  if (Insertions.empty())
    return;
  const std::vector<StringRef> Lines = linesOf(Source);
  auto FirstOf = [&](const Insertion &I) {
    return I.Before - 1 - std::min<size_t>(I.Before - 1, Context);
  };
  auto EndOf = [&](const Insertion &I) {
    return std::min(Lines.size(), I.Before - 1 + Context);
  };
  OS << "--- " << File << "\n+++ " << File << '\n';
  size_t Before = 0;
  while (Before < Insertions.size()) {
    size_t Next = Before + 1;
    // Hunks that touch are one.
    while (Next < Insertions.size() &&
           FirstOf(Insertions[Next]) <= EndOf(Insertions[Next - 1]))
      ++Next;
    printHunk(OS, Lines, FirstOf(Insertions[Before]),
              EndOf(Insertions[Next - 1]),
              Insertions.slice(Before, Next - Before), Before);
    Before = Next;
  }
}
