//===- SourceAssertions.cpp - What a source says of its loops -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Project/SourceAssertionsTest.cpp and
/// test/kernel-opt/check-source.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/SourceAssertions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral Keyword = "kernel-bounds:";

std::string SourceAssertion::str() const {
  return (IsStrict ? "< " : "<= ") + Most.str() +
         (IsPerElement ? " cy/element" : " cy/it");
}

/// "4", "4.0", "0.125". \returns nothing for other text.
static std::optional<CyclesPerIter> parseCycles(StringRef Text) {
  auto [Whole, Decimals] = Text.split('.');
  constexpr size_t MostDigits = 6;
  unsigned W = 0, D = 0;
  if (Whole.size() > MostDigits || Whole.getAsInteger(10, W) ||
      Decimals.size() > MostDigits ||
      (Text.contains('.') && Decimals.getAsInteger(10, D)))
    return std::nullopt;
  int64_t Scale = 1;
  for (size_t I = 0; I < Decimals.size(); ++I)
    Scale *= 10;
  return CyclesPerIter(W * Scale + D, Scale);
}

/// What follows the keyword; nothing if it is not understood.
static std::optional<SourceAssertion> parseClaim(StringRef Text) {
  Text = Text.trim();
  Text.consume_back("*/");
  SourceAssertion A;
  if (!Text.consume_front("<"))
    return std::nullopt;
  A.IsStrict = !Text.consume_front("=");
  SmallVector<StringRef, 4> Words;
  Text.split(Words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (Words.size() != 2 && (Words.size() != 4 || Words[2] != "on"))
    return std::nullopt;
  const auto Most = parseCycles(Words[0]);
  if (!Most || (Words[1] != "cy/it" && Words[1] != "cy/element"))
    return std::nullopt;
  A.Most = *Most;
  A.IsPerElement = Words[1] == "cy/element";
  if (Words.size() == 4)
    A.Cpu = Words[3].str();
  return A;
}

/// Nothing of the program stands in the line.
static bool isEmptyOrComment(StringRef Line) {
  Line = Line.trim();
  return Line.empty() ||
         any_of(ArrayRef<StringRef>{"//", "/*", "*", "#", "!"},
                [&](StringRef S) { return Line.starts_with(S); });
}

Expected<std::vector<SourceAssertion>>
kernelbounds::parseAssertions(ArrayRef<StringRef> Lines) {
  std::vector<SourceAssertion> All;
  for (auto [I, Line] : enumerate(Lines)) {
    const auto [Before, After] = Line.split(Keyword);
    const StringRef Code = Before.rtrim();
    // Elsewhere than at the begin of a comment the word is no assertion.
    if (Before.size() == Line.size() ||
        none_of(ArrayRef<StringRef>{"//", "/*", "!", "*"},
                [&](StringRef S) { return Code.ends_with(S); }))
      continue;
    std::optional<SourceAssertion> A = parseClaim(After);
    if (!A)
      return createStringError(
          Twine(I + 1) +
          ": expected 'kernel-bounds: <= CYCLES cy/it [on CORE]' or "
          "'… cy/element …', not 'kernel-bounds:" +
          After.rtrim() + "'");
    A->Line = A->HeadLine = I + 1;
    if (isEmptyOrComment(Line))
      do
        ++A->HeadLine;
      while (A->HeadLine <= Lines.size() &&
             isEmptyOrComment(Lines[A->HeadLine - 1]));
    All.push_back(std::move(*A));
  }
  return All;
}

/// \returns what is so, and whether it is what \p A claims.
static AssertionResult checkLoop(const SourceAssertion &A,
                                 const LoopRecord &L) {
  CyclesPerIter Is = L.Prediction;
  AssertionResult R;
  R.Text = L.Demangled + ": " + Is.str() + " cy/it";
  if (A.IsPerElement && L.ElementsPerTrip == 0) {
    R.Text += " on " + L.Cpu + "; how many elements a trip takes is not known";
    return R;
  }
  if (A.IsPerElement) {
    Is = Is / L.ElementsPerTrip;
    R.Text += ", " + Is.str() + " cy/element";
  }
  R.Text += " on " + L.Cpu;
  if (!L.Verdict.empty())
    R.Text += ", " + L.Verdict;
  if (!L.Gaps.empty())
    R.Text += "; incomplete: " + L.Gaps;
  R.IsMet = L.Gaps.empty() && (A.IsStrict ? Is < A.Most : Is <= A.Most);
  return R;
}

AssertionResult kernelbounds::checkAssertion(const SourceAssertion &A,
                                             ArrayRef<SourceLoop> Loops) {
  AssertionResult Best;
  StringSet<> Functions;
  for (const SourceLoop &S : Loops) {
    if (S.Line != A.HeadLine)
      continue;
    for (const LoopRecord *L : S.Copies) {
      // The first of each function does most.
      if (!Functions.insert(L->Function).second)
        continue;
      AssertionResult R = checkLoop(A, *L);
      if (!R.IsMet)
        return R;
      if (Best.Text.empty())
        Best = std::move(R);
    }
  }
  if (Functions.empty())
    Best.Text = "no innermost loop of the compiled program begins in line " +
                std::to_string(A.HeadLine);
  return Best;
}
