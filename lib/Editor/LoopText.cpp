//===- LoopText.cpp - What an editor shows of a loop ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Editor/LoopTextTest.cpp and test/kernel-opt/lsp.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Editor/LoopText.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// Mnemonics of the instructions that make the limit, each once.
static std::vector<std::string> culprits(const LoopRecord &L) {
  std::vector<std::string> Names;
  const RecordedBound *B = L.bound(L.LimitedBy);
  if (!B || B->Weights.size() != L.Insts.size())
    return Names;
  for (auto [Weight, Inst] : zip_equal(B->Weights, L.Insts))
    if (!Weight.isZero() && !is_contained(Names, Inst.Mnemonic))
      Names.push_back(Inst.Mnemonic);
  return Names;
}

/// "8.00 cy/it", "8.00 cy/it expected (at least 2.00), 0.50 per element".
static std::string cyclesOf(const LoopRecord &L) {
  std::string Text = L.cyclesText();
  if (L.ElementsPerTrip > 1)
    Text += ", " + (L.Prediction / L.ElementsPerTrip).str() + " per element";
  return Text;
}

std::string kernelbounds::hintText(const SourceLoop &S) {
  const LoopRecord &L = S.main();
  // Parameters and template arguments would be longer than the line.
  const StringRef Callee =
      StringRef(S.Callee).split('(').first.split('<').first;
  std::string Text = Callee.empty() ? "" : Callee.str() + ": ";
  Text += cyclesOf(L);
  StringRef Why = L.Verdict;
  Why.consume_front("limited by ");
  if (!Why.empty())
    Text += (" \u00b7 " + Why).str();
  // Long lists say less than the hover does.
  constexpr size_t MostNames = 2;
  const std::vector<std::string> Names = culprits(L);
  if (L.LimitedBy == Limit::Latency && !Names.empty() &&
      Names.size() <= MostNames && L.Verdict == "limited by latency")
    Text += " (" + join(Names, ", ") + ")";
  if (!L.Gaps.empty())
    Text += ", incomplete";
  return Text;
}

/// "4 independent accumulators would give 1.25 cy/it".
static std::string adviceOf(const LoopRecord &L) {
  return L.Next + " would give " + L.NextCycles.str() + " cy/it";
}

std::string kernelbounds::diagnosticText(const SourceLoop &S) {
  const LoopRecord &L = S.main();
  std::string Text = L.Demangled.empty() ? "" : L.Demangled + ": ";
  Text += cyclesOf(L);
  if (!L.Verdict.empty())
    Text += ", " + L.Verdict;
  if (!L.Gaps.empty())
    Text += "; incomplete: " + L.Gaps;
  if (!L.Next.empty())
    Text += "; " + adviceOf(L);
  return Text;
}

//===----------------------------------------------------------------------===//
// Hover
//===----------------------------------------------------------------------===//

/// \p Text in a span of code; symbols may hold any character.
static std::string code(StringRef Text) {
  std::string Inner;
  for (char C : Text)
    Inner += C == '`' ? '\'' : C == '|' ? '/' : C;
  return "`" + Inner + "`";
}

static std::string boundsTable(const LoopRecord &L) {
  std::string Text = "| bound | cy/it | why |\n|---|---|---|\n";
  for (const BoundInfo &Info : allBounds()) {
    const RecordedBound *B = L.bound(Info.Kind);
    if (!B || (B->Why.empty() && Info.Kind != L.LimitedBy))
      continue;
    const bool IsLimit = Info.Kind == L.LimitedBy;
    Text += "| " + Info.Label.str() + (IsLimit ? " (limit)" : "") + " | " +
            B->Cycles.str() + " | " + (B->Why.empty() ? "" : code(B->Why)) +
            " |\n";
  }
  return Text;
}

/// What the instructions add to the limit; of \p Line only unless it is 0.
static std::string instructionsText(const LoopRecord &L, unsigned Line) {
  constexpr size_t MostLines = 12;
  const RecordedBound *B = L.bound(L.LimitedBy);
  const bool HasWeights = B && B->Weights.size() == L.Insts.size();
  std::string Text;
  size_t Num = 0;
  for (const auto &[I, Inst] : enumerate(L.Insts)) {
    const bool IsPart = HasWeights && !B->Weights[I].isZero();
    if (Line ? !Inst.IsInHeadFile || Inst.SourceLine != Line : !IsPart)
      continue;
    if (++Num > MostLines)
      continue;
    Text += "    " + Inst.Text;
    if (IsPart)
      Text += "    ; " + B->Weights[I].str() + " of the limit";
    Text += "\n";
  }
  if (Num > MostLines)
    Text += "    and " + std::to_string(Num - MostLines) + " more\n";
  return Text;
}

std::string kernelbounds::hoverText(const SourceLoop &S, unsigned Line) {
  const LoopRecord &L = S.main();
  std::string Text = "**" + cyclesOf(L) + "** on " + L.Cpu;
  if (!L.Verdict.empty())
    Text += ", " + L.Verdict;
  Text += "\n\n";
  if (!S.Callee.empty())
    Text += "The loop comes from the call of " + code(S.Callee) + ".\n\n";
  if (!L.Next.empty())
    Text += "Next step: " + adviceOf(L) + ".\n\n";
  if (!L.Vectorizer.empty())
    Text += "The vectorizer says: " + code(L.Vectorizer) + ".\n\n";
  if (!L.Gaps.empty())
    Text += "Incomplete: " + L.Gaps + "; the true figure may be higher.\n\n";
  Text += boundsTable(L);
  if (std::string Limit = instructionsText(L, 0); !Limit.empty())
    Text += "\nInstructions that make the limit:\n\n" + Limit;
  if (Line != S.Line)
    if (std::string Own = instructionsText(L, Line); !Own.empty())
      Text += "\nInstructions of this line:\n\n" + Own;
  if (S.Copies.size() > 1) {
    Text += "\nThe compiler made other loops of this one:\n\n";
    for (const LoopRecord *Other : ArrayRef(S.Copies).drop_front())
      Text += "- " + code(Other->Name) + ": " + cyclesOf(*Other) +
              (Other->Verdict.empty() ? "" : ", " + Other->Verdict) + "\n";
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// Pragmas
//===----------------------------------------------------------------------===//

static std::optional<LoopPragma> clangPragma(const LoopRecord &L) {
  const std::string Count = std::to_string(L.NextCount);
  const std::string Loop = "#pragma clang loop ";
  switch (L.NextKind) {
  case Opportunity::Kind::Unroll:
    return LoopPragma{Loop + "unroll_count(" + Count + ")",
                      "Unroll the loop by " + Count};
  case Opportunity::Kind::IndependentChains:
    return LoopPragma{Loop + "vectorize(enable) interleave_count(" + Count +
                          ")",
                      "Ask for " + Count +
                          " accumulators (floating point is then rounded in "
                          "another order)"};
  case Opportunity::Kind::Interleave:
    return LoopPragma{Loop + "interleave_count(" + Count + ")",
                      "Interleave " + Count + " iterations"};
  case Opportunity::Kind::Vectorize:
    if (L.NextIfApart)
      return LoopPragma{Loop + "vectorize(assume_safety)",
                        "Vectorize the loop (right only if its accesses do not "
                        "overlap)"};
    return LoopPragma{Loop + "vectorize(enable)", "Vectorize the loop"};
  case Opportunity::Kind::FitCache:
    return LoopPragma{Loop + "unroll(disable)", "Do not unroll the loop"};
  case Opportunity::Kind::FuseMultiplyAdd:
    return LoopPragma{"#pragma clang fp contract(fast)",
                      "Fuse products with sums (rounds once instead of twice)",
                      /*IsInBody=*/true};
  case Opportunity::Kind::Reciprocal:
    return LoopPragma{"#pragma clang fp reciprocal(on)",
                      "Divide by reciprocals (rounds differently)",
                      /*IsInBody=*/true};
  default:
    return std::nullopt;
  }
}

static std::optional<LoopPragma> gccPragma(const LoopRecord &L) {
  const std::string Count = std::to_string(L.NextCount);
  switch (L.NextKind) {
  case Opportunity::Kind::Unroll:
    return LoopPragma{"#pragma GCC unroll " + Count,
                      "Unroll the loop by " + Count};
  case Opportunity::Kind::FitCache:
    return LoopPragma{"#pragma GCC unroll 1", "Do not unroll the loop"};
  case Opportunity::Kind::Vectorize:
    if (L.NextIfApart)
      return LoopPragma{"#pragma GCC ivdep",
                        "Vectorize the loop (right only if its accesses do not "
                        "overlap)"};
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<LoopPragma> kernelbounds::pragmaFor(const LoopRecord &L,
                                                  bool IsClang) {
  return IsClang ? clangPragma(L) : gccPragma(L);
}
