//===- LoopStatements.cpp - The loops of a source, by its text ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/LoopStatementsTest.cpp and test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/LoopStatements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A word, a literal, a sign, or a directive with all of its lines.
struct Token {
  enum TokenKind : uint8_t { End, Word, Literal, Sign, Directive } Kind = End;
  StringRef Text;
  size_t Offset = 0;
  unsigned Line = 0, Column = 0;
};

class Lexer {
public:
  explicit Lexer(StringRef Source) : Source(Source) {}
  Token next();

private:
  bool isAt(StringRef Text) const {
    return Source.substr(At).starts_with(Text);
  }
  void step(size_t Num);
  void skipBlanks();
  size_t sizeOfLine(size_t From) const;
  size_t sizeOfQuoted(char Quote) const;
  size_t sizeOfWord() const;
  size_t sizeOfRawString() const;

  StringRef Source;
  size_t At = 0;
  unsigned Line = 1, Column = 1;
  bool IsLineStart = true;
};

} // namespace

void Lexer::step(size_t Num) {
  for (; Num > 0 && At < Source.size(); --Num, ++At) {
    ++Column;
    if (Source[At] == '\n') {
      ++Line;
      Column = 1;
      IsLineStart = true;
    }
  }
}

/// Bytes from \p From to the end of its line; lines that end with a backslash
/// go on.
size_t Lexer::sizeOfLine(size_t From) const {
  size_t End = From;
  for (; End < Source.size() && Source[End] != '\n'; ++End) {
    if (Source[End] != '\\')
      continue;
    const StringRef Rest = Source.substr(End + 1);
    End += Rest.starts_with("\r\n") ? 2 : Rest.starts_with("\n") ? 1 : 0;
  }
  return std::min(End, Source.size()) - From;
}

void Lexer::skipBlanks() {
  while (At < Source.size()) {
    if (isSpace(Source[At])) {
      step(1);
    } else if (isAt("//")) {
      step(sizeOfLine(At));
    } else if (isAt("/*")) {
      const size_t End = Source.find("*/", At + 2);
      step(End == StringRef::npos ? Source.size() - At : End + 2 - At);
    } else if (isAt("\\\n") || isAt("\\\r\n")) {
      step(2);
    } else {
      return;
    }
  }
}

size_t Lexer::sizeOfQuoted(char Quote) const {
  size_t End = At + 1;
  while (End < Source.size() && Source[End] != Quote && Source[End] != '\n')
    End += Source[End] == '\\' ? 2 : 1;
  return std::min(End + 1, Source.size()) - At;
}

/// R"end(…)end", with its prefix; 0 if there is none.
size_t Lexer::sizeOfRawString() const {
  const StringRef Rest = Source.substr(At);
  size_t Begin = 0;
  for (StringRef Prefix : {"R\"", "LR\"", "uR\"", "UR\"", "u8R\""})
    if (Rest.starts_with(Prefix))
      Begin = Prefix.size();
  const size_t Open = Rest.find('(', Begin);
  if (Begin == 0 || Open == StringRef::npos)
    return 0;
  const std::string Close = ")" + Rest.slice(Begin, Open).str() + "\"";
  const size_t End = Rest.find(Close, Open);
  return End == StringRef::npos ? Rest.size() : End + Close.size();
}

/// A name, or a number, in which single quotes may stand.
size_t Lexer::sizeOfWord() const {
  const bool IsNumber = isDigit(Source[At]);
  size_t End = At;
  while (End < Source.size() &&
         (isAlnum(Source[End]) || Source[End] == '_' ||
          (IsNumber && Source[End] == '\'' && End + 1 < Source.size() &&
           isAlnum(Source[End + 1]))))
    ++End;
  return End - At;
}

Token Lexer::next() {
  skipBlanks();
  Token T{Token::End, "", At, Line, Column};
  if (At >= Source.size())
    return T;
  const char C = Source[At];
  size_t Size = 1;
  T.Kind = Token::Sign;
  if (C == '#' && IsLineStart) {
    T.Kind = Token::Directive;
    Size = sizeOfLine(At);
  } else if (const size_t Raw = sizeOfRawString()) {
    T.Kind = Token::Literal;
    Size = Raw;
  } else if (C == '"' || C == '\'') {
    T.Kind = Token::Literal;
    Size = sizeOfQuoted(C);
  } else if (isAlnum(C) || C == '_') {
    T.Kind = Token::Word;
    Size = sizeOfWord();
  }
  T.Text = Source.substr(At, Size);
  step(Size);
  IsLineStart &= Source[At - 1] == '\n';
  return T;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// "GCC unroll 4" of "# pragma  GCC unroll 4"; empty if it is another
/// directive.
static std::string pragmaOf(StringRef Directive) {
  SmallVector<StringRef> Words;
  SplitString(Directive.drop_front(), Words, " \t\r\n\\");
  if (Words.empty() || Words.front() != "pragma")
    return "";
  return join(ArrayRef(Words).drop_front(), " ");
}

namespace {

class StatementFinder {
public:
  explicit StatementFinder(StringRef Source) : Code(Source) { advance(); }
  std::vector<LoopStatement> run();

private:
  /// A loop of which the end is still to come.
  struct OpenLoop {
    size_t Statement;
    unsigned Depth;
  };

  void advance() { Now = Code.next(); }
  void readBrackets(unsigned &LastLine);
  void readOperator();
  void readLoop();
  void endStatement(unsigned Line);
  bool isTail(bool EndsStatement) const {
    return EndsStatement && !OpenDos.empty() && OpenDos.back().Depth == Depth;
  }

  Lexer Code;
  Token Now;
  unsigned Depth = 0;         ///< Of braces.
  bool EndsStatement = false; ///< What stood before was `;` or `}`.
  std::vector<OpenLoop> OpenDos, OpenLoops; ///< The latter are no `do`.
  std::vector<std::string> Pragmas;         ///< Since the last word or sign.
  std::vector<LoopStatement> Out;
};

} // namespace

/// From `(` to behind its `)`.
void StatementFinder::readBrackets(unsigned &LastLine) {
  unsigned Open = 0;
  while (Now.Kind != Token::End) {
    Open += Now.Text == "(";
    LastLine = Now.Line;
    const bool IsLast = Now.Text == ")" && --Open == 0;
    advance();
    if (IsLast)
      return;
  }
}

/// _Pragma("…"), which counts as the pragma that it is.
void StatementFinder::readOperator() {
  advance();
  std::string Text;
  for (unsigned Open = 0; Now.Kind != Token::End;) {
    Open += Now.Text == "(";
    if (Now.Kind == Token::Literal)
      Text = "#pragma " + Now.Text.trim("\"").str();
    const bool IsLast = Now.Text == ")" && --Open == 0;
    advance();
    if (IsLast || Open == 0)
      break;
  }
  if (!Text.empty())
    Pragmas.push_back(pragmaOf(Text));
}

void StatementFinder::readLoop() {
  const StringRef Word = Now.Text;
  if (Word == "while" && isTail(EndsStatement)) {
    LoopStatement &S = Out[OpenDos.back().Statement];
    OpenDos.pop_back();
    S.FirstHeadLine = Now.Line;
    advance();
    readBrackets(S.LastHeadLine);
    S.LastLine = S.LastHeadLine;
    return;
  }
  LoopStatement S;
  S.Line = S.FirstHeadLine = S.LastHeadLine = S.LastLine = Now.Line;
  S.Column = Now.Column;
  S.Offset = Now.Offset;
  S.Pragmas = std::exchange(Pragmas, {});
  advance();
  if (Word == "do")
    OpenDos.push_back({Out.size(), Depth});
  else if (Now.Text == "(") {
    readBrackets(S.LastHeadLine);
    S.LastLine = S.LastHeadLine;
    OpenLoops.push_back({Out.size(), Depth});
  } else
    return; // A name of something else.
  Out.push_back(std::move(S));
}

/// Behind `;` and `}` in \p Line: loops whose statement that was end there.
void StatementFinder::endStatement(unsigned Line) {
  while (!OpenDos.empty() && OpenDos.back().Depth > Depth)
    OpenDos.pop_back(); // Its `while` was not found.
  if (!EndsStatement || Now.Text == "else")
    return;
  while (!OpenLoops.empty() && OpenLoops.back().Depth >= Depth) {
    Out[OpenLoops.back().Statement].LastLine = Line;
    OpenLoops.pop_back();
  }
}

std::vector<LoopStatement> StatementFinder::run() {
  while (Now.Kind != Token::End) {
    if (Now.Kind == Token::Directive) {
      if (std::string P = pragmaOf(Now.Text); !P.empty())
        Pragmas.push_back(std::move(P));
      advance();
      continue;
    }
    if (Now.Kind == Token::Word && Now.Text == "_Pragma") {
      readOperator();
      continue;
    }
    const bool IsLoop =
        Now.Kind == Token::Word &&
        (Now.Text == "for" || Now.Text == "while" || Now.Text == "do");
    if (IsLoop) {
      readLoop();
      EndsStatement = false;
      Pragmas.clear();
      continue;
    }
    if (Now.Text == "{")
      ++Depth;
    else if (Now.Text == "}" && Depth > 0)
      --Depth;
    EndsStatement = Now.Text == ";" || Now.Text == "}";
    Pragmas.clear();
    const unsigned Line = Now.Line;
    advance();
    endStatement(Line);
  }
  return std::move(Out);
}

std::vector<LoopStatement> kernelbounds::findLoopStatements(StringRef Source) {
  return StatementFinder(Source).run();
}

std::optional<size_t>
kernelbounds::findStatementAt(const std::vector<LoopStatement> &Statements,
                              unsigned Line) {
  std::optional<size_t> Found;
  for (auto [I, S] : enumerate(Statements)) {
    if (Line != S.Line && (Line < S.FirstHeadLine || Line > S.LastHeadLine))
      continue;
    if (Found)
      return std::nullopt;
    Found = I;
  }
  return Found;
}

std::optional<size_t>
kernelbounds::findStatementAround(const std::vector<LoopStatement> &Statements,
                                  unsigned First, unsigned Last) {
  std::optional<size_t> Found;
  for (auto [I, S] : enumerate(Statements))
    if (S.Line <= First && Last <= S.LastLine)
      Found = I; // Loops come in the order in which they begin.
  return Found;
}

std::string kernelbounds::userPragma(const LoopStatement &S) {
  for (const std::string &P : S.Pragmas)
    for (StringRef Words : {"GCC unroll", "omp ", "acc "})
      if (StringRef(P).starts_with(Words))
        return P;
  return "";
}
