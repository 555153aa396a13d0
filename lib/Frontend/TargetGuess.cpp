//===- TargetGuess.cpp - Which target a text is written for ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetGuess.h"
#include "kernel-bounds/Frontend/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kernelbounds {

/// True if \p Rest is a number from 0 to \p Max, without leading zeros.
static bool isNumberUpTo(StringRef Rest, unsigned Max) {
  unsigned Value;
  if (Rest.empty() || Rest.size() > 2 || (Rest.size() > 1 && Rest[0] == '0'))
    return false;
  return !Rest.getAsInteger(10, Value) && Value <= Max;
}

/// \p Word is in lower case.
static bool isX86Register(StringRef Word) {
  static constexpr StringLiteral Names[] = {
      "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "rip",
      "eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp"};
  if (is_contained(Names, Word))
    return true;
  if (Word.size() > 3 && Word.substr(1, 2) == "mm" &&
      StringRef("xyz").contains(Word[0]))
    return isNumberUpTo(Word.drop_front(3), 31);
  if (!Word.consume_front("r"))
    return false;
  if (!Word.empty() && StringRef("dwb").contains(Word.back()))
    Word = Word.drop_back();
  return isNumberUpTo(Word, 31) && Word.size() > 0 && Word != "0";
}

/// \p Word is in lower case. Single-letter names that others use are left out.
static bool isAArch64Register(StringRef Word) {
  if (Word == "xzr" || Word == "wzr")
    return true;
  auto [Name, Arrangement] = Word.split('.');
  if (Name.size() < 2)
    return false;
  if (Arrangement.empty() && Word.size() == Name.size())
    return StringRef("xw").contains(Name[0]) &&
           isNumberUpTo(Name.drop_front(), 30);
  if (!StringRef("vzp").contains(Name[0]) ||
      !isNumberUpTo(Name.drop_front(), 31))
    return false;
  return StringRef("bhsdq").contains(
      Arrangement.ltrim("0123456789").take_front());
}

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

static void countLine(StringRef Code, RegisterCounts &Counts) {
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
    std::string Lower = Word.lower();
    if (isX86Register(Lower))
      ++(HasPercent ? Counts.X86Percent : Counts.X86Bare);
    else if (!HasPercent && isAArch64Register(Lower))
      ++Counts.AArch64;
    else if (!HasPercent && StringRef("dsqhb").contains(Lower[0]))
      Counts.ScalarFP += isNumberUpTo(StringRef(Lower).drop_front(), 31);
  }
}

RegisterCounts countRegisters(StringRef Text) {
  constexpr unsigned Enough = 200;
  RegisterCounts Counts;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    countLine(codeOf(Line), Counts);
    if (Counts.X86Percent + Counts.X86Bare + Counts.AArch64 > Enough)
      break;
  }
  return Counts;
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

std::optional<Triple> guessTriple(StringRef Text, StringRef CPU) {
  Triple X86(("x86_64" + systemOf(Text)).str());
  Triple AArch64(
      ((Text.contains("__TEXT,__text") ? "arm64" : "aarch64") + systemOf(Text))
          .str());
  RegisterCounts Counts = countRegisters(Text);
  // A percent sign is certain; bare names may be symbols.
  unsigned NumX86 = 4 * Counts.X86Percent + Counts.X86Bare;
  if (NumX86 > 2 * Counts.AArch64)
    return X86;
  if (Counts.AArch64 > 2 * NumX86)
    return AArch64;
  if (CPU.empty() && NumX86 == 0 && Counts.ScalarFP > 0)
    return AArch64;
  if (CPU.empty())
    return std::nullopt;
  bool OnX86 = TargetContext::isKnownCPU(X86, CPU);
  bool OnAArch64 = TargetContext::isKnownCPU(AArch64, CPU);
  if (OnX86 == OnAArch64)
    return std::nullopt;
  return OnX86 ? X86 : AArch64;
}

} // namespace kernelbounds
