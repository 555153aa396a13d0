//===- AsmCollector.cpp - What the assembly parser delivers ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsmCollector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCSection.h"
#include "llvm/MC/MCSymbol.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace kernelbounds {

//===----------------------------------------------------------------------===//
// AsmCollector
//===----------------------------------------------------------------------===//

void AsmCollector::changeSection(MCSection *Section, uint32_t Subsection) {
  MCStreamer::changeSection(Section, Subsection);
  auto [It, IsNew] =
      SectionIds.try_emplace({Section, Subsection}, Sections.size());
  if (IsNew) {
    Sections.emplace_back();
    StringRef Name = Section->getName();
    Sections.back().IsDebug =
        Name.starts_with(".debug") || Name.starts_with("__debug");
  }
  Current = It->second;
}

/// True if \p E computes with a register: LLVM reads `imulq %rcx %rdx`, which
/// lacks a comma, as an access to the address rcx modulo `rdx`.
static bool computesWithRegister(const MCExpr *E) {
  const auto *Bin = dyn_cast<MCBinaryExpr>(E);
  if (!Bin)
    return false;
  for (const MCExpr *Side : {Bin->getLHS(), Bin->getRHS()})
    if (isa<MCTargetExpr>(Side) || computesWithRegister(Side))
      return true;
  return false;
}

void AsmCollector::emitInstruction(const MCInst &Inst,
                                   const MCSubtargetInfo &) {
  CollectedSection &S = section();
  SMLoc Start = getStartTokLoc().isValid() ? getStartTokLoc() : Inst.getLoc();
  for (const MCOperand &Op : Inst)
    if (Op.isExpr() && computesWithRegister(Op.getExpr()))
      return getContext().getSourceManager()->PrintMessage(
          Start, SourceMgr::DK_Error,
          "a register cannot be part of an expression");
  // A prefix that is a statement of its own is part of what follows.
  if (!S.Insts.empty() && S.Insts.back() + 1 == Insts.size()) {
    CollectedInst &Last = Insts.back();
    if (InstPrefix Prefix = Target.prefixOf(Last.Inst); Prefix.Flag != 0) {
      const unsigned Flags = Last.Inst.getFlags() | Prefix.Flag;
      Last.Inst = Inst;
      Last.Inst.setFlags(Inst.getFlags() | Flags);
      Last.Start = Start.getPointer();
      Last.Prefixes += Prefix.Word.str() + " ";
      return;
    }
  }
  S.Insts.push_back(Insts.size());
  Insts.push_back({Inst, Start.getPointer(), SourceLine, SourceFile, Current,
                   unsigned(S.Insts.size() - 1)});
}

void AsmCollector::emitLabel(MCSymbol *Symbol, SMLoc Loc) {
  MCStreamer::emitLabel(Symbol, Loc);
  CollectedSection &S = section();
  if (S.IsDebug)
    return;
  std::string Digits;
  if (Loc.isValid() && Symbol->isTemporary())
    for (const char *P = Loc.getPointer(); isDigit(*P); ++P)
      Digits += *P;
  S.Labels.push_back({Symbol, unsigned(S.Insts.size()), Digits});
}

void AsmCollector::noteUnread() {
  CollectedSection &S = section();
  S.Unreads.push_back({unsigned(S.Insts.size()), unsigned(S.Labels.size())});
}

void AsmCollector::addData(StringRef Head, unsigned Size) {
  CollectedSection &S = section();
  unsigned Pos = S.Insts.size();
  if (S.DataRuns.empty() || S.DataRuns.back().Pos != Pos)
    S.DataRuns.push_back({Pos, 0, ""});
  CollectedSection::Data &Run = S.DataRuns.back();
  Run.NumBytes += Size;
  if (Run.Head.size() < 8)
    Run.Head += Head.take_front(8);
}

void AsmCollector::emitBytes(StringRef Bytes) { addData(Bytes, Bytes.size()); }

/// Adds the symbols of which \p E takes the address; of a difference, those of
/// the left side: `.long .L3-.L4` goes to .L3.
static void collectSymbols(const MCExpr *E,
                           std::vector<const MCSymbol *> &Out) {
  SmallVector<const MCExpr *, 4> Work = {E};
  while (!Work.empty()) {
    E = Work.pop_back_val();
    if (const auto *Ref = dyn_cast<MCSymbolRefExpr>(E)) {
      Out.push_back(&Ref->getSymbol());
    } else if (const auto *Bin = dyn_cast<MCBinaryExpr>(E)) {
      if (Bin->getOpcode() != MCBinaryExpr::Sub)
        Work.push_back(Bin->getRHS());
      Work.push_back(Bin->getLHS());
    } else if (const auto *Spec = dyn_cast<MCSpecifierExpr>(E)) {
      Work.push_back(Spec->getSubExpr());
    }
  }
}

void AsmCollector::emitValueImpl(const MCExpr *Value, unsigned Size, SMLoc) {
  CollectedSection &S = section();
  if (S.IsDebug)
    return;
  int64_t Number = 0;
  bool IsNumber = Value->evaluateAsAbsolute(Number);
  std::string Head;
  for (unsigned I = 0; I < std::min(Size, 8u); ++I)
    Head += IsNumber ? char(Number >> (8 * I)) : '?';
  addData(Head, Size);
  if (!IsNumber && !S.Labels.empty())
    collectSymbols(Value, Tables[S.Labels.back().Symbol]);
}

bool AsmCollector::emitSymbolAttribute(MCSymbol *Symbol,
                                       MCSymbolAttr Attribute) {
  if (Attribute == MCSA_Global || Attribute == MCSA_Weak)
    Globals.insert(Symbol);
  return true;
}

void AsmCollector::emitCodeAlignment(Align A, const MCSubtargetInfo *,
                                     unsigned Max) {
  section().Alignments.push_back(
      {unsigned(section().Insts.size()), A.value(), Max});
}

void AsmCollector::emitValueToAlignment(Align A, int64_t, uint8_t,
                                        unsigned Max) {
  section().Alignments.push_back(
      {unsigned(section().Insts.size()), A.value(), Max});
}

//===----------------------------------------------------------------------===//
// DirectiveHandlers
//===----------------------------------------------------------------------===//

// LLVM rejects some of gcc's debug and frame directives; none is needed.
static constexpr StringLiteral Skipped[] = {".ident",
                                            ".cfi_startproc",
                                            ".cfi_endproc",
                                            ".cfi_sections",
                                            ".cfi_personality",
                                            ".cfi_lsda",
                                            ".cfi_def_cfa",
                                            ".cfi_def_cfa_offset",
                                            ".cfi_def_cfa_register",
                                            ".cfi_adjust_cfa_offset",
                                            ".cfi_offset",
                                            ".cfi_rel_offset",
                                            ".cfi_remember_state",
                                            ".cfi_restore_state",
                                            ".cfi_restore",
                                            ".cfi_same_value",
                                            ".cfi_undefined",
                                            ".cfi_escape",
                                            ".cfi_return_column",
                                            ".cfi_signal_frame",
                                            ".cfi_window_save",
                                            ".cfi_register",
                                            ".cfi_gnu_args_size",
                                            ".cfi_b_key_frame",
                                            ".cfi_negate_ra_state",
                                            ".cfi_label",
                                            ".cfi_val_offset",
                                            ".cfi_llvm_def_aspace_cfa",
                                            ".cfi_mte_tagged_frame",
                                            ".seh_proc",
                                            ".seh_endproc",
                                            ".seh_stackalloc",
                                            ".seh_pushreg",
                                            ".seh_setframe",
                                            ".seh_endprologue",
                                            ".seh_savexmm",
                                            ".seh_savereg",
                                            ".seh_handler",
                                            ".seh_handlerdata",
                                            ".seh_endfunclet",
                                            ".seh_startepilogue",
                                            ".seh_endepilogue",
                                            ".seh_unwindversion",
                                            ".cv_loc",
                                            ".cv_file",
                                            ".cv_func_id",
                                            ".cv_linetable",
                                            ".cv_inline_linetable",
                                            ".cv_inline_site_id",
                                            ".cv_def_range",
                                            ".cv_stringtable",
                                            ".cv_filechecksums",
                                            ".symver",
                                            ".weakref",
                                            ".gnu_attribute",
                                            ".endef",
                                            ".scl",
                                            ".size",
                                            ".addrsig",
                                            ".addrsig_sym",
                                            ".reloc",
                                            ".cg_profile",
                                            ".pseudoprobe",
                                            ".bundle_align_mode",
                                            ".secure_log_unique",
                                            ".secure_log_reset",
                                            ".build_version",
                                            ".version"};

template <bool (DirectiveHandlers::*Handler)(StringRef, SMLoc)>
void DirectiveHandlers::add(StringRef Directive) {
  getParser().addDirectiveHandler(
      Directive, {this, HandleDirective<DirectiveHandlers, Handler>});
}

void DirectiveHandlers::Initialize(MCAsmParser &Parser) {
  MCAsmParserExtension::Initialize(Parser);
  for (StringRef Directive : Skipped)
    add<&DirectiveHandlers::skip>(Directive);
  add<&DirectiveHandlers::readLoc>(".loc");
  add<&DirectiveHandlers::readFile>(".file");
  add<&DirectiveHandlers::readDef>(".def");
  add<&DirectiveHandlers::readType>(".type");
  add<&DirectiveHandlers::readIncbin>(".incbin");
  add<&DirectiveHandlers::readRept>(".rept");
  add<&DirectiveHandlers::readRept>(".rep");
  add<&DirectiveHandlers::readInclude>(".include");
  add<&DirectiveHandlers::leaveExpansion>(".endmacro");
  add<&DirectiveHandlers::leaveExpansion>(".endr");
  // LLVM writes each value of these.
  for (StringRef Directive :
       {".dcb", ".dcb.b", ".dcb.w", ".dcb.l", ".dcb.s", ".dcb.d"})
    add<&DirectiveHandlers::readIncbin>(Directive);
  // What the handlers above hand statements on to.
  Parser.addAliasForDirective(".re", ".rept");
  Parser.addAliasForDirective(".in", ".include");
  Parser.addAliasForDirective(".endm", ".endmacro");
  Parser.addAliasForDirective(".e", ".endr");
}

bool DirectiveHandlers::skip(StringRef, SMLoc) {
  getParser().eatToEndOfStatement();
  return false;
}

/// `.loc FILE LINE ...`
bool DirectiveHandlers::readLoc(StringRef, SMLoc) {
  int64_t File = 0, Line = 0;
  if (getLexer().is(AsmToken::Integer)) {
    File = getTok().getIntVal();
    Lex();
    if (getLexer().is(AsmToken::Integer))
      Line = getTok().getIntVal();
  }
  auto Known = Out.SourceFileOf.find(File);
  Out.SourceFile = Known == Out.SourceFileOf.end() ? 0 : Known->second;
  Out.SourceLine = Line > 0 && Line <= INT32_MAX ? Line : 0;
  return skip("", SMLoc());
}

/// `.file NUMBER ["DIRECTORY"] "NAME" ...`; without a number there is nothing
/// for `.loc` to refer to.
bool DirectiveHandlers::readFile(StringRef, SMLoc) {
  if (getLexer().isNot(AsmToken::Integer))
    return skip("", SMLoc());
  unsigned Number = getTok().getIntVal();
  Lex();
  std::string Path;
  for (int Part = 0; Part < 2 && getLexer().is(AsmToken::String); ++Part) {
    StringRef Name = getTok().getStringContents();
    Path = Path.empty() || Name.starts_with("/") ? Name.str()
                                                 : Path + "/" + Name.str();
    Lex();
  }
  Out.SourceFileOf[Number] = Out.SourceFiles.size();
  Out.SourceFiles.push_back(Path);
  return skip("", SMLoc());
}

/// COFF: `.def NAME; .scl 2; .type 32; .endef`.
bool DirectiveHandlers::readDef(StringRef, SMLoc) {
  StringRef Name;
  if (!getParser().parseIdentifier(Name))
    CoffSymbol = Name.str();
  if (getLexer().isNot(AsmToken::EndOfStatement))
    getParser().parseStringToEndOfStatement();
  return false;
}

/// ELF: `.type NAME, @function`; COFF: `.type 32`.
bool DirectiveHandlers::readType(StringRef, SMLoc) {
  if (getLexer().is(AsmToken::Integer)) {
    if (getTok().getIntVal() == 32)
      Out.FunctionNames.insert(CoffSymbol);
    return skip("", SMLoc());
  }
  StringRef Name;
  if (getParser().parseIdentifier(Name))
    return skip("", SMLoc());
  StringRef Type = getParser().parseStringToEndOfStatement();
  if (Type.contains("function") || Type.contains("STT_FUNC"))
    Out.FunctionNames.insert(Name);
  return false;
}

/// Data of unknown size; the file is not read.
bool DirectiveHandlers::readIncbin(StringRef, SMLoc) {
  Out.emitBytes("?");
  return skip("", SMLoc());
}

//===----------------------------------------------------------------------===//
// Limits of what a file becomes
//===----------------------------------------------------------------------===//

/// Bytes and pieces of text: well beyond what people and compilers write, and
/// read in a second.
static constexpr uint64_t MaxExpandedBytes = 8 << 20;
static constexpr unsigned MaxExpansions = 100000, MaxIncludeDepth = 32;

/// Ends the reading: nothing is left to parse.
bool DirectiveHandlers::stop(SMLoc Loc, const Twine &Message) {
  if (Out.Fatal.empty())
    Out.Fatal = Message.str();
  getParser().Error(Loc, Message);
  while (getLexer().isNot(AsmToken::Eof))
    Lex();
  return true;
}

/// Whether the file has become too much text.
bool DirectiveHandlers::isTooMuch() {
  const SourceMgr &SM = getSourceManager();
  for (; LastBuffer < SM.getNumBuffers(); ++LastBuffer)
    NumExpandedBytes += SM.getMemoryBuffer(LastBuffer + 1)->getBufferSize();
  return NumExpandedBytes > MaxExpandedBytes || LastBuffer > MaxExpansions;
}

static constexpr StringLiteral TooMuch =
    "macros, repetitions and included files become more than 8 MB of text; "
    "assemble the file, and pass the object file";

/// `.endmacro` and `.endr`, which stand at the end of each expansion. Handed on
/// to LLVM's own handlers, under shorter names.
bool DirectiveHandlers::leaveExpansion(StringRef Directive, SMLoc Loc) {
  if (isTooMuch() || !Out.Fatal.empty())
    return stop(Loc, TooMuch);
  StringRef Alias = Directive.take_front(Directive == ".endr" ? 2 : 5);
  getLexer().UnLex(AsmToken(AsmToken::Identifier, Alias));
  return false;
}

/// `.include "FILE"`, handed on as `.in`.
bool DirectiveHandlers::readInclude(StringRef Directive, SMLoc Loc) {
  const SourceMgr &SM = getSourceManager();
  unsigned Depth = 0;
  for (SMLoc L = Loc; L.isValid();
       L = SM.getParentIncludeLoc(SM.FindBufferContainingLoc(L)))
    ++Depth;
  if (Depth > MaxIncludeDepth)
    return stop(Loc, "files are included " + Twine(Depth) +
                         " deep: one seems to include itself; take that line "
                         "out, or assemble the file and pass the object file");
  if (isTooMuch())
    return stop(Loc, TooMuch);
  getLexer().UnLex(AsmToken(AsmToken::Identifier, Directive.take_front(3)));
  return false;
}

/// Evaluates the count of `.rept`, refuses to fill the memory, and hands the
/// statement on to LLVM's own handler, under the shorter name `.re`.
bool DirectiveHandlers::readRept(StringRef Directive, SMLoc Loc) {
  int64_t Count = 0;
  if (getParser().parseAbsoluteExpression(Count))
    return true;
  const SourceMgr &SM = getSourceManager();
  StringRef Buffer =
      SM.getMemoryBuffer(SM.FindBufferContainingLoc(Loc))->getBuffer();
  StringRef Rest(Loc.getPointer(), Buffer.end() - Loc.getPointer());
  uint64_t BodySize = std::min(Rest.find(".endr"), Rest.size());
  if (Count < 0)
    return getParser().Error(Loc, "'" + Directive + "' with " + Twine(Count) +
                                      " repetitions");
  if (uint64_t(Count) > (MaxExpandedBytes - NumRepeatedBytes) / (BodySize + 1))
    return stop(Loc, "'" + Directive + "' with " + Twine(Count) +
                         " repetitions becomes more than 8 MB of text; "
                         "assemble the file, and pass the object file");
  NumRepeatedBytes += Count * (BodySize + 1);
  getLexer().UnLex(AsmToken(AsmToken::Integer, Directive, Count));
  getLexer().UnLex(AsmToken(AsmToken::Identifier, Directive.take_front(3)));
  return false;
}

//===----------------------------------------------------------------------===//
// MarkerComments
//===----------------------------------------------------------------------===//

void MarkerComments::HandleComment(SMLoc Loc, StringRef Text) {
  // gcc repeats the comment sign in inline assembly: `# # LLVM-MCA-BEGIN`.
  Text = Text.trim().ltrim("#/; \t").rtrim();
  if (Text.starts_with("OSACA-BEGIN") || Text.starts_with("OSACA-END") ||
      Text.starts_with("LLVM-MCA-BEGIN") || Text.starts_with("LLVM-MCA-END"))
    Out.Comments.push_back(
        {Loc.getPointer(), unsigned(Out.Insts.size()), Text.str()});
}

} // namespace kernelbounds
