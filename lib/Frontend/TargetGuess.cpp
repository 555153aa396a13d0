//===- TargetGuess.cpp - Which target a text is written for ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetGuess.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kernelbounds {

static bool isWordChar(char C) { return isAlnum(C) || C == '_' || C == '.'; }

/// The code of one line: comments, strings and directives left out.
static StringRef codeOf(StringRef Line) {
  Line = Line.ltrim();
  // A directive, unless it is a label such as `.L3: addq ...`.
  if (Line.starts_with(".")) {
    StringRef Word = Line.take_while(isWordChar);
    StringRef Rest = Line.drop_front(Word.size()).ltrim();
    if (!Rest.consume_front(":"))
      return "";
    Line = Rest;
  }
  if (Line.starts_with("#") || Line.starts_with("@"))
    return "";
  Line = Line.take_front(Line.find("//"));
  if (!Line.contains("*/"))
    Line = Line.take_front(Line.find("/*"));
  // '#' starts an immediate on AArch64 and a comment on x86.
  for (size_t Hash = Line.find('#'); Hash != StringRef::npos;
       Hash = Line.find('#', Hash + 1)) {
    char Next = Hash + 1 < Line.size() ? Line[Hash + 1] : ' ';
    if (!isAlnum(Next) && Next != '-' && Next != ':')
      return Line.take_front(Hash);
  }
  return Line;
}

/// Calls \p Use with each word of \p Code that may be a register, in lower
/// case, and whether a percent sign is in front of it.
template <typename Function>
static void forEachWord(StringRef Code, Function Use) {
  if (Code.contains('"'))
    return;
  bool IsMnemonic = true;
  for (size_t I = 0; I < Code.size();) {
    StringRef Word = Code.drop_front(I).take_while(isWordChar);
    if (Word.empty()) {
      ++I;
      continue;
    }
    bool HasPercent = I > 0 && Code[I - 1] == '%';
    I += Word.size();
    bool IsSymbol =
        I < Code.size() && (Code[I] == '@' || Code[I] == ':' || Code[I] == '$');
    if (IsMnemonic || IsSymbol || Word.size() > 6) {
      IsMnemonic = IsSymbol && Code[I] == ':';
      continue;
    }
    Use(StringRef(Word.lower()), HasPercent);
  }
}

/// Registers in \p Text of each of \p Codes, outside of comments and strings.
/// Stops early when the counts leave no doubt.
static SmallVector<RegisterCounts, 4>
countRegisters(StringRef Text, ArrayRef<const TargetCode *> Codes) {
  constexpr unsigned Enough = 200;
  SmallVector<RegisterCounts, 4> Counts(Codes.size());
  unsigned Sum = 0;
  while (!Text.empty() && Sum <= Enough) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    forEachWord(codeOf(Line), [&](StringRef Word, bool HasPercent) {
      for (auto [Code, Count] : zip_equal(Codes, Counts)) {
        const RegisterWord Is = Code->classifyWord(Word, HasPercent);
        Count.Marked += Is == RegisterWord::Marked;
        Count.Bare += Is == RegisterWord::Bare;
        Count.Weak += Is == RegisterWord::Weak;
        Sum += Is == RegisterWord::Marked || Is == RegisterWord::Bare;
      }
    });
  }
  return Counts;
}

bool looksLikeIntelSyntax(StringRef Text, const TargetCode &Code) {
  const RegisterCounts Counts = countRegisters(Text, &Code).front();
  return Counts.Bare > 0 && Counts.Marked == 0;
}

/// What the object format of \p Text adds to the architecture.
static StringRef systemOf(StringRef Text) {
  if (Text.contains("__TEXT,__text") ||
      Text.contains(".subsections_via_symbols"))
    return "-apple-macosx";
  if (Text.contains("\t.seh_proc") || Text.contains("\t.scl\t"))
    return "-pc-windows-gnu";
  return "-unknown-linux-gnu";
}

/// The one of \p Counts whose \p Of is more than twice that of any other, by
/// index.
template <typename Function>
static std::optional<size_t> findClear(ArrayRef<RegisterCounts> Counts,
                                       Function Of) {
  for (size_t I = 0; I < Counts.size(); ++I) {
    bool IsClear = Of(Counts[I]) > 0;
    for (size_t J = 0; J < Counts.size(); ++J)
      IsClear &= J == I || Of(Counts[I]) > 2 * Of(Counts[J]);
    if (IsClear)
      return I;
  }
  return std::nullopt;
}

std::optional<Triple> guessTriple(StringRef Text, StringRef CPU) {
  const bool IsDarwin = Text.contains("__TEXT,__text");
  const StringRef System = systemOf(Text);
  SmallVector<Triple, 4> Triples;
  SmallVector<const TargetCode *, 4> Codes;
  for (const TargetRecord &R : allTargets()) {
    StringRef Arch = IsDarwin ? R.DarwinName : R.Name;
    Triples.push_back(Triple((Arch + System).str()));
    Codes.push_back(findTargetCode(Triples.back()));
  }
  const SmallVector<RegisterCounts, 4> Counts = countRegisters(Text, Codes);
  // A percent sign is certain; bare names may be symbols.
  auto Score = [](const RegisterCounts &C) { return C.score(); };
  if (std::optional<size_t> Clear = findClear(Counts, Score))
    return Triples[*Clear];
  if (CPU.empty()) {
    if (any_of(Counts, Score))
      return std::nullopt;
    std::optional<size_t> Weak =
        findClear(Counts, [](const RegisterCounts &C) { return C.Weak; });
    return Weak ? std::optional(Triples[*Weak]) : std::nullopt;
  }
  std::optional<Triple> Only;
  for (const Triple &T : Triples)
    if (TargetContext::isKnownCPU(T, CPU)) {
      if (Only)
        return std::nullopt;
      Only = T;
    }
  return Only;
}

} // namespace kernelbounds
