//===- AssemblyReader.cpp - Assembly text to a Listing --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs LLVM's assembly parser over the text, as llvm-mca does. Differences:
/// a rejected statement does not end the reading, gcc's debug directives are
/// taken from LLVM's handlers (which reject some), and two forms of GNU's Intel
/// syntax are rewritten first.
///
/// Tested by unittests/Frontend/AssemblyReaderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/AssemblyReader.h"
#include "AssemblyBuilder.h"
#include "TargetGuess.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace kernelbounds {
namespace {

/// Turns the parser's errors into diagnostics.
class ErrorCollector {
public:
  ErrorCollector(AsmCollector &Collector, AsmPlaces &Places,
                 TargetContext &Target, CodeFile &Out, StringRef FileName)
      : Collector(Collector), Places(Places), Target(Target), Out(Out),
        FileName(FileName) {}
  static void handle(const SMDiagnostic &D, void *Self) {
    if (D.getKind() == SourceMgr::DK_Error)
      static_cast<ErrorCollector *>(Self)->add(D);
    static_cast<ErrorCollector *>(Self)->placeFatal(D.getLoc());
  }
  StringRef firstMessage() const { return First; }
  /// Why the reading ended before the end; success if it did not.
  Error fatal() const {
    if (Collector.Fatal.empty())
      return Error::success();
    return createStringError(FileName +
                             (FatalLine ? ":" + Twine(FatalLine) : Twine()) +
                             ": " + Collector.Fatal);
  }

private:
  void add(const SMDiagnostic &D);
  void explain(InputDiagnostic &Diag, const char *Statement);
  void placeFatal(SMLoc Loc);
  bool isRegister(StringRef Name);

  AsmCollector &Collector;
  AsmPlaces &Places;
  TargetContext &Target;
  CodeFile &Out;
  StringRef FileName;
  StringSet<> Registers; ///< In lower case; filled on the first error.
  const char *LastStatement = nullptr;
  std::string First;
  unsigned FatalLine = 0;
};

bool ErrorCollector::isRegister(StringRef Name) {
  if (Registers.empty()) {
    const MCRegisterInfo &MRI = Target.registerInfo();
    for (unsigned Reg = 1; Reg < MRI.getNumRegs(); ++Reg)
      Registers.insert(StringRef(MRI.getName(Reg)).lower());
  }
  const std::string Word = Name.lower();
  return Registers.contains(Word) || Target.code().isRegisterInText(Word);
}

/// Says what was expected where LLVM's message does not.
void ErrorCollector::explain(InputDiagnostic &Diag, const char *Statement) {
  const MCAsmInfo &MAI = Target.asmInfo();
  StringRef Line =
      Places.restAt(Statement).take_until([](char C) { return C == '\n'; });
  Line = Line.take_front(Line.find(MAI.getSeparatorString()));
  Line = Line.take_front(Line.find(MAI.getCommentString()));
  StringRef Unknown = "unrecognized instruction mnemonic";
  if (StringRef(Diag.Message).starts_with(Unknown))
    Diag.Message.insert(Unknown.size(),
                        (" '" + getToken(Line).first + "'").str());
  std::optional<size_t> Comma = findMissingComma(
      Line, [&](StringRef Name) { return isRegister(Name); }, Target.code());
  if (!Comma)
    return;
  StringRef Operand = Line.drop_front(*Comma).take_until(
      [](char C) { return StringRef(", \t\r)]").contains(C); });
  Diag.Column = Places.columnOf(Statement) + *Comma;
  Diag.Message = "expected ',' before '" + Operand.str() + "'";
}

/// Notes the line of the file that led to \p Loc, if one does: where a file is
/// included, or where a macro is used, of which a note follows the error.
void ErrorCollector::placeFatal(SMLoc Loc) {
  const SourceMgr &SM = Target.sourceManager();
  while (!Collector.Fatal.empty() && Loc.isValid()) {
    if (Places.isInFile(Loc.getPointer()))
      FatalLine = Places.lineOf(Loc.getPointer());
    Loc = SM.getParentIncludeLoc(SM.FindBufferContainingLoc(Loc));
  }
}

void ErrorCollector::add(const SMDiagnostic &D) {
  const char *Statement = Collector.getStartTokLoc().getPointer();
  if (!Statement)
    Statement = D.getLoc().getPointer();
  if (Statement && Statement == LastStatement)
    return; // One complaint per statement.
  LastStatement = Statement;
  InputDiagnostic Diag{FileName.str(), 0, 0, D.getMessage().str()};
  // The parser would go on at the same depth, some 2^20 times and more.
  if (Collector.Fatal.empty() &&
      StringRef(Diag.Message).starts_with("macros cannot be nested"))
    Collector.Fatal = "macros are used more than 20 deep inside each other, as "
                      "one that uses itself is; assemble the file, and pass "
                      "the object file";
  const char *Place =
      D.getLoc().isValid() ? D.getLoc().getPointer() : Statement;
  if (Place && Places.isInFile(Place)) {
    Diag.Line = Places.lineOf(Place);
    Diag.Column = Places.columnOf(Place);
  } else if (!Collector.Insts.empty() &&
             Places.isInFile(Collector.Insts.back().Start)) {
    Diag.Line =
        Places.nextExpansion(Places.lineOf(Collector.Insts.back().Start));
  } else {
    Diag.Line = Places.nextExpansion(0);
  }
  if (Statement && *Statement != '.') {
    Collector.noteUnread();
    ++Out.NumUnread;
    if (Places.isInFile(Statement))
      explain(Diag, Statement);
  }
  Diag.Message = "not understood: " + Diag.Message;
  if (First.empty())
    First = (Twine(Diag.Line) + ":" + Twine(Diag.Column) + ": " + Diag.Message)
                .str();
  Out.addDiagnostic(std::move(Diag));
}

} // namespace

static unsigned initialDialect(StringRef Text, const TargetContext &Target,
                               AsmSyntax Syntax) {
  if (!Target.code().hasTwoSyntaxes())
    return Target.asmInfo().getAssemblerDialect();
  if (Syntax != AsmSyntax::Guess)
    return Syntax == AsmSyntax::Intel;
  return looksLikeIntelSyntax(Text, Target.code());
}

/// Parses the main buffer of Target's SourceMgr into \p Collector.
///
/// \returns the dialect in force at the end of the file.
static unsigned parse(AsmCollector &Collector, TargetContext &Target,
                      unsigned Dialect) {
  Target.target().createNullTargetStreamer(Collector);
  std::unique_ptr<MCAsmParser> Parser(createMCAsmParser(
      Target.sourceManager(), Target.context(), Collector, Target.asmInfo()));
  MarkerComments Comments(Collector);
  Parser->getLexer().setCommentConsumer(&Comments);
  std::unique_ptr<MCTargetAsmParser> TargetParser(
      Target.target().createMCAsmParser(Target.subtarget(), *Parser,
                                        Target.instrInfo(), Target.options()));
  DirectiveHandlers Handlers(Collector);
  Handlers.Initialize(*Parser);
  Parser->setTargetParser(*TargetParser);
  Parser->setAssemblerDialect(Dialect);
  Parser->Run(/*NoInitialTextSection=*/false, /*NoFinalize=*/true);
  return Parser->getAssemblerDialect();
}

/// LLVM's parser calls itself for each parenthesis that is open and each sign
/// in front of an operand.
static Error checkNesting(StringRef Text, StringRef Name) {
  constexpr unsigned Most = 5000;
  unsigned Open = 0, Line = 1;
  bool IsQuoted = false;
  for (char C : Text) {
    if (C == '\n' || C == ',' || C == ';')
      Open = 0;
    if (C == '\n') {
      ++Line;
      IsQuoted = false;
    }
    IsQuoted ^= C == '"';
    if (!IsQuoted && StringRef("([-+~!").contains(C) && ++Open > Most)
      return createStringError(Name + ":" + Twine(Line) +
                               ": expression nested too deeply");
  }
  return Error::success();
}

Expected<CodeFile> readAssembly(MemoryBufferRef Buffer, TargetContext &Target,
                                const AssemblyOptions &Options) {
  StringRef Text = Buffer.getBuffer(), Name = Buffer.getBufferIdentifier();
  if (Error E = checkNesting(Text, Name))
    return std::move(E);

  std::unique_ptr<WritableMemoryBuffer> Copy =
      WritableMemoryBuffer::getNewUninitMemBuffer(Text.size(), Name);
  llvm::copy(Text, Copy->getBuffer().begin());
  smoothAssembly(Copy->getBuffer(), Target.code());
  SourceMgr &SM = Target.sourceManager();
  AsmPlaces Places(Text, StringRef(Copy->getBufferStart(), Text.size()), SM);
  SM.AddNewSourceBuffer(std::move(Copy), SMLoc());

  CodeFile Out;
  AsmCollector Collector(Target);
  ErrorCollector Errors(Collector, Places, Target, Out, Name);
  SM.setDiagHandler(ErrorCollector::handle, &Errors);
  unsigned Dialect =
      parse(Collector, Target, initialDialect(Text, Target, Options.Syntax));
  SM.setDiagHandler([](const SMDiagnostic &, void *) {});
  if (Error E = Errors.fatal())
    return std::move(E);
  Out.SyntaxVariant = Target.code().hasTwoSyntaxes() ? Dialect : 0;

  if (Collector.Insts.empty()) {
    std::string Why = Errors.firstMessage().str();
    return createStringError(Name + ": no instructions" +
                             (Why.empty() ? "" : "; first at " + Why));
  }
  AssemblyBuilder(Collector, Target, Places, Out).build(Options);
  return std::move(Out);
}

} // namespace kernelbounds
