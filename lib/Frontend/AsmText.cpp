//===- AsmText.cpp - Assembly as text, before and beside the parser -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/ConvertUTF.h"
#include <algorithm>

using namespace llvm;

namespace kernelbounds {

static bool isBlank(char C) { return C == ' ' || C == '\t' || C == '\r'; }

static bool isWordChar(char C) {
  return isAlnum(C) || C == '_' || C == '.' || C == '$' || C == '@';
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

LineTable::LineTable(StringRef Text) : Text(Text), Starts{0} {
  for (size_t Pos = Text.find('\n'); Pos != StringRef::npos;
       Pos = Text.find('\n', Pos + 1))
    Starts.push_back(Pos + 1);
}

unsigned LineTable::lineOf(size_t Offset) const {
  return std::upper_bound(Starts.begin(), Starts.end(), Offset) -
         Starts.begin();
}

unsigned LineTable::columnOf(size_t Offset) const {
  return Offset - Starts[lineOf(Offset) - 1] + 1;
}

StringRef LineTable::line(unsigned Line) const {
  size_t End = Line < Starts.size() ? Starts[Line] : Text.size();
  return Text.slice(Starts[Line - 1], End).rtrim("\r\n");
}

//===----------------------------------------------------------------------===//
// Is it assembly?
//===----------------------------------------------------------------------===//

/// True for `  4011a6:	48 89 e5 ...` and `  10:	d10083ff ...`.
static bool isObjdumpLine(StringRef Line) {
  Line = Line.ltrim();
  size_t AddressEnd = Line.find_first_not_of("0123456789abcdef");
  if (AddressEnd == 0 || AddressEnd == StringRef::npos ||
      Line[AddressEnd] != ':')
    return false;
  StringRef Bytes = Line.drop_front(AddressEnd + 1);
  if (Bytes.empty() || !isBlank(Bytes.front()))
    return false;
  Bytes = Bytes.ltrim();
  size_t Digits = Bytes.find_first_not_of("0123456789abcdef");
  return (Digits == 2 || Digits == 8) && isBlank(Bytes[Digits]);
}

static bool looksLikeObjdump(StringRef Text) {
  unsigned NumCodeLines = 0;
  StringRef Rest = Text.take_front(1 << 16);
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.starts_with("Disassembly of section ") ||
        Line.contains(":     file format ") || Line.contains(":\tfile format "))
      return true;
    NumCodeLines += isObjdumpLine(Line);
    if (NumCodeLines == 3)
      return true;
  }
  return false;
}

/// True for the text form of LLVM's IR: what stands outside of its functions.
static bool looksLikeIR(StringRef Text) {
  StringRef Rest = Text.take_front(1 << 16);
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    if (Line.starts_with("; ModuleID = ") ||
        Line.starts_with("source_filename = \"") ||
        Line.starts_with("target datalayout = \"") ||
        Line.starts_with("target triple = \"") ||
        (Line.starts_with("define ") && Line.contains('@') &&
         Line.rtrim().ends_with("{")))
      return true;
  }
  return false;
}

std::string irCommand(StringRef Name) {
  return ("clang-" + Twine(LLVM_VERSION_MAJOR) + " -x ir -S -O2 -o - " +
          (Name == "<stdin>" ? StringRef("FILE") : Name) + " | kernel-opt -")
      .str();
}

/// Bytes of \p Text that no text has: NULs and what is not UTF-8. \p First is
/// set to the first one's offset.
static size_t countForeignBytes(StringRef Text, size_t &First) {
  size_t Count = 0;
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const UTF8 *>(Text.end());
  for (const UTF8 *P = Begin; P != End;) {
    unsigned Size = *P < 0x80 ? 1 : getNumBytesForUTF8(*P);
    bool IsForeign = *P == 0 || (*P >= 0x80 && !isLegalUTF8Sequence(P, End));
    if (IsForeign && Count++ == 0)
      First = P - Begin;
    P += IsForeign ? 1 : Size;
  }
  return Count;
}

Error checkIsAssembly(StringRef Text, StringRef Name) {
  if (Text.trim().empty())
    return createStringError(Name + ": no instructions: the file is empty");
  size_t First = 0;
  size_t NumForeign = countForeignBytes(Text, First);
  // A few are let pass: clang comments on the bytes of a debug location by the
  // bytes themselves.
  if (NumForeign * 16 > Text.size()) {
    LineTable Lines(Text);
    return createStringError(Name + ":" + Twine(Lines.lineOf(First)) + ":" +
                             Twine(Lines.columnOf(First)) +
                             ": not assembly: the file is neither UTF-8 text "
                             "nor an object file");
  }
  if (looksLikeIR(Text))
    return createStringError(
        Name + ": this is LLVM IR; compile it first: " + irCommand(Name));
  if (looksLikeObjdump(Text))
    return createStringError(Name + ": this looks like objdump output; pass "
                                    "the object file itself");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Differences between GNU as and LLVM
//===----------------------------------------------------------------------===//

static void smoothLine(MutableArrayRef<char> Line, const TargetCode &Code) {
  StringRef Text(Line.data(), Line.size());
  size_t Start = Text.find_first_not_of(" \t");
  StringRef Word = Text.substr(Start).take_while(isWordChar);
  while (!Word.empty() &&
         Text.substr(Start + Word.size()).starts_with(":")) { // A label.
    Start = Text.find_first_not_of(" \t", Start + Word.size() + 1);
    Word = Text.substr(Start).take_while(isWordChar);
  }
  Code.smoothStatement(Line, Start, Word);
}

void smoothAssembly(MutableArrayRef<char> Text, const TargetCode &Code) {
  StringRef All(Text.data(), Text.size());
  if (All.starts_with("\xEF\xBB\xBF"))
    std::fill_n(Text.begin(), 3, ' ');
  std::replace(Text.begin(), Text.end(), '\0', ' ');
  for (size_t Begin = 0; Begin < All.size();) {
    size_t End = std::min(All.find('\n', Begin), All.size());
    smoothLine(Text.slice(Begin, End - Begin), Code);
    Begin = End + 1;
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// The end of the block comment at the start of \p Text, or of the text.
static size_t blockCommentSize(StringRef Text) {
  size_t End = Text.find("*/", 2);
  return End == StringRef::npos ? Text.size() : End + 2;
}

std::string statementText(StringRef Rest, StringRef Comment,
                          StringRef Separator) {
  std::string Result;
  bool InQuotes = false;
  // Most characters begin none of these.
  auto StartsWith = [](StringRef Text, StringRef Word) {
    return Word.empty() || (Text[0] == Word[0] && Text.starts_with(Word));
  };
  for (size_t I = 0; I < Rest.size() && Rest[I] != '\n'; ++I) {
    char C = Rest[I];
    StringRef Here = Rest.drop_front(I);
    if (C == '"' && (I == 0 || Rest[I - 1] != '\\'))
      InQuotes = !InQuotes;
    if (!InQuotes) {
      if (StartsWith(Here, Comment) || StartsWith(Here, Separator) ||
          StartsWith(Here, "//"))
        break;
      if (StartsWith(Here, "/*")) {
        I += blockCommentSize(Here) - 1;
        C = ' ';
      }
    }
    if (!isBlank(C))
      Result += C;
    else if (!Result.empty() && Result.back() != ' ')
      Result += ' ';
  }
  if (!Result.empty() && Result.back() == ' ')
    Result.pop_back();
  return Result;
}

std::optional<size_t> findMissingComma(StringRef Statement,
                                       function_ref<bool(StringRef)> IsRegister,
                                       const TargetCode &Code) {
  size_t Pos = Statement.find_first_of(" \t");
  while (Pos != StringRef::npos) {
    size_t Next = Statement.find_first_not_of(" \t\r", Pos);
    if (Next == StringRef::npos)
      return std::nullopt;
    StringRef Before = Statement.take_front(Pos);
    size_t WordStart = Before.find_last_not_of(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
    WordStart = WordStart == StringRef::npos ? 0 : WordStart + 1;
    // The part after a dot or slash is an element size: `v0.2d`, `p0/z`.
    StringRef Tail = Before.drop_front(WordStart);
    if (WordStart > 1 &&
        (Before[WordStart - 1] == '.' || Before[WordStart - 1] == '/')) {
      StringRef Whole = Before.take_front(WordStart - 1);
      Tail = Whole.take_back(
          Whole.size() -
          std::min(Whole.size(), Whole.find_last_of(" \t,{[(") + 1));
    }
    char After = Statement[Next];
    bool EndsOperand =
        !Before.empty() && StringRef(")]}").contains(Before.back());
    bool Starts = isAlnum(After) || StringRef("%$[(#{-").contains(After);
    bool IsFirst = Before.find_first_of(" \t") == StringRef::npos;
    if (!IsFirst && Starts && !Code.takesOperand(Tail) &&
        (EndsOperand || IsRegister(Tail)) && !(EndsOperand && After == '{'))
      return Next;
    Pos = Statement.find_first_of(" \t", Next);
  }
  return std::nullopt;
}

} // namespace kernelbounds
