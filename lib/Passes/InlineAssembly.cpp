//===- InlineAssembly.cpp - Inline assembly as instructions ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of an INLINEASM names its operands by number; the target's
/// AsmPrinter prints them. The parser has a context of its own, so that
/// nothing is left in the one of the output. The meaning of the template is
/// that of LLVM's language reference, "Inline Assembler Expressions".
/// Tested by test/Passes/inline-assembly*.
//
//===----------------------------------------------------------------------===//

#include "InlineAssembly.h"
#include "kernel-bounds/Kernel/TargetCode.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/AsmLexer.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// From the template to text
//===----------------------------------------------------------------------===//

namespace {
/// Expands the template of one INLINEASM.
class Template {
public:
  Template(const MachineInstr &MI, AsmPrinter &AP)
      : MI(MI), AP(AP), Rest(MI.getOperand(0).getSymbolName()),
        IsIntel(MI.getInlineAsmDialect() == InlineAsm::AD_Intel),
        Wanted(IsIntel ? 1 : AP.TM.unqualifiedInlineAsmVariant()) {}

  /// \returns false if something is printed that is no register, number or
  /// address, or the target cannot print it.
  bool expand(raw_ostream &OS);

private:
  bool expandDollar(raw_ostream &OS);
  bool expandReference(raw_ostream &OS);
  bool printOperand(unsigned Number, StringRef Modifier, raw_ostream &OS);
  bool isWanted() const { return Variant == -1 || Variant == Wanted; }

  const MachineInstr &MI;
  AsmPrinter &AP;
  StringRef Rest;
  bool IsIntel;
  int Wanted;       ///< Which of `$(a$|b$)` is printed.
  int Variant = -1; ///< In which of them Rest begins; -1: outside.
};
} // namespace

bool Template::expand(raw_ostream &OS) {
  while (!Rest.empty()) {
    StringRef Plain = Rest.take_until([](char C) { return C == '$'; });
    if (isWanted())
      OS << Plain;
    Rest = Rest.drop_front(Plain.size());
    if (Rest.consume_front("$") && !expandDollar(OS))
      return false;
  }
  return true;
}

/// Rest is behind a dollar sign.
bool Template::expandDollar(raw_ostream &OS) {
  if (Rest.consume_front("$")) {
    if (!IsIntel && isWanted())
      OS << '$';
  } else if (Rest.consume_front("(")) {
    Variant = 0;
  } else if (Rest.consume_front("|")) {
    if (Variant == -1)
      OS << '|';
    else
      ++Variant;
  } else if (Rest.consume_front(")")) {
    if (Variant == -1)
      OS << '}';
    Variant = -1;
  } else {
    return expandReference(OS);
  }
  return true;
}

/// `0`, `{0}`, `{0:k}`, `{:comment}`. Not by PrintSpecial(): that counts.
bool Template::expandReference(raw_ostream &OS) {
  StringRef Name, Modifier;
  if (Rest.consume_front("{")) {
    auto [Inside, Behind] = Rest.split('}');
    std::tie(Name, Modifier) = Inside.split(':');
    Rest = Behind;
  } else {
    Name = Rest.take_while(isDigit);
    Rest = Rest.drop_front(Name.size());
  }
  if (!isWanted())
    return true;
  if (Name.empty()) {
    if (Modifier == "comment")
      OS << AP.MAI->getCommentString();
    else if (Modifier == "private")
      OS << AP.MAI->getPrivateGlobalPrefix();
    else if (Modifier == "uid")
      OS << 0; // Serves to tell labels of several texts apart.
    else
      return false;
    return true;
  }
  unsigned Number = 0;
  return !Name.getAsInteger(10, Number) && printOperand(Number, Modifier, OS);
}

bool Template::printOperand(unsigned Number, StringRef Modifier,
                            raw_ostream &OS) {
  unsigned Op = InlineAsm::MIOp_FirstOperand;
  for (; Op < MI.getNumOperands() && MI.getOperand(Op).isImm() && Number != 0;
       --Number)
    Op += InlineAsm::Flag(MI.getOperand(Op).getImm()).getNumOperandRegisters() +
          1;
  if (Op + 1 >= MI.getNumOperands() || !MI.getOperand(Op).isImm())
    return false;
  const InlineAsm::Flag Kind(MI.getOperand(Op).getImm());
  const MachineOperand &First = MI.getOperand(Op + 1);
  if (First.isBlockAddress() || First.isMBB())
    return false;
  std::string Code = Modifier.str();
  const char *Extra = Code.empty() ? nullptr : Code.c_str();
  return !(Kind.isMemKind() ? AP.PrintAsmMemoryOperand(&MI, Op + 1, Extra, OS)
                            : AP.PrintAsmOperand(&MI, Op + 1, Extra, OS));
}

//===----------------------------------------------------------------------===//
// From text to instructions
//===----------------------------------------------------------------------===//

namespace {
/// Keeps instructions, and says what else there was.
class Collector final : public MCStreamer {
public:
  Collector(MCContext &Context, const TargetCode &Code, const MCInstrInfo &MII,
            InlineInsts &Out)
      : MCStreamer(Context), Code(Code), MII(MII), Out(Out) {}

  void emitInstruction(const MCInst &Inst, const MCSubtargetInfo &) override {
    const MCInstrDesc &Desc = MII.get(Inst.getOpcode());
    if (Desc.isBranch() || Desc.isReturn())
      refuse("a jump");
    if (Desc.isCall())
      refuse("a call");
    // A prefix that is a statement of its own is part of what follows.
    unsigned Flags = Inst.getFlags();
    if (!Out.Insts.empty())
      if (InstPrefix Prefix = Code.prefixOf(Out.Insts.back(), MII);
          Prefix.Flag != 0)
        Flags |= Out.Insts.pop_back_val().getFlags() | Prefix.Flag;
    Out.Insts.push_back(Inst);
    Out.Insts.back().setFlags(Flags);
  }
  void emitLabel(MCSymbol *, SMLoc) override { refuse("a label"); }
  void changeSection(MCSection *Section, uint32_t Subsection) override {
    MCStreamer::changeSection(Section, Subsection);
    refuseDirective();
  }
  void emitBytes(StringRef) override { refuseDirective(); }
  void emitValueImpl(const MCExpr *, unsigned, SMLoc) override {
    refuseDirective();
  }
  void emitFill(const MCExpr &, uint64_t, SMLoc) override { refuseDirective(); }
  void emitFill(const MCExpr &, int64_t, int64_t, SMLoc) override {
    refuseDirective();
  }
  void emitCodeAlignment(Align, const MCSubtargetInfo *, unsigned) override {
    refuseDirective();
  }
  void emitValueToAlignment(Align, int64_t, uint8_t, unsigned) override {
    refuseDirective();
  }
  void emitAssignment(MCSymbol *, const MCExpr *) override {
    refuseDirective();
  }
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override {
    refuseDirective();
    return true;
  }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {
    refuseDirective();
  }

  void refuse(StringRef What) {
    if (Out.Problem.empty())
      Out.Problem = What.str();
  }

private:
  void refuseDirective() { refuse("a directive"); }

  const TargetCode &Code;
  const MCInstrInfo &MII;
  InlineInsts &Out;
};
} // namespace

/// What the parser needs, and what keeps its expressions.
struct InlineAssembly::Parser {
  explicit Parser(const TargetMachine &TM)
      : TM(TM), Context(TM.getTargetTriple(), TM.getMCAsmInfo(),
                        TM.getMCRegisterInfo(), TM.getMCSubtargetInfo(),
                        /*Mgr=*/nullptr, &TM.Options.MCOptions) {
    Context.setDiagnosticHandler([](const SMDiagnostic &, bool,
                                    const SourceMgr &,
                                    std::vector<const MDNode *> &) {});
    Files.reset(TM.getTarget().createMCObjectFileInfo(
        Context, TM.isPositionIndependent()));
    Context.setObjectFileInfo(Files.get());
  }

  InlineInsts parse(StringRef Text, const MCSubtargetInfo &STI, bool IsIntel);

  const TargetMachine &TM;
  MCContext Context;
  std::unique_ptr<MCObjectFileInfo> Files;
};

InlineInsts InlineAssembly::Parser::parse(StringRef Text,
                                          const MCSubtargetInfo &STI,
                                          bool IsIntel) {
  InlineInsts Out;
  const MCInstrInfo &MII = *TM.getMCInstrInfo();
  SourceMgr Sources;
  Sources.setDiagHandler(
      [](const SMDiagnostic &D, void *To) {
        auto &Problem = static_cast<InlineInsts *>(To)->Problem;
        if (D.getKind() == SourceMgr::DK_Error && Problem.empty())
          Problem = D.getMessage().str();
      },
      &Out);
  Sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(Text), SMLoc());
  Collector Insts(Context, *findTargetCode(TM.getTargetTriple()), MII, Out);
  TM.getTarget().createNullTargetStreamer(Insts);
  Insts.switchSection(Files->getTextSection());
  Out.Problem.clear(); // That was no statement of the text.
  std::unique_ptr<MCAsmParser> Statements(
      createMCAsmParser(Sources, Context, Insts, *TM.getMCAsmInfo()));
  std::unique_ptr<MCTargetAsmParser> Words(TM.getTarget().createMCAsmParser(
      STI, *Statements, MII, TM.Options.MCOptions));
  if (!Words) {
    Out.Problem = "there is no parser";
    return Out;
  }
  // Only one target has two dialects; in all others the first is the only one.
  Statements->setAssemblerDialect(IsIntel ? 1
                                          : TM.unqualifiedInlineAsmVariant());
  Statements->getLexer().setLexMasmIntegers(IsIntel);
  Statements->setTargetParser(*Words);
  if (Statements->Run(/*NoInitialTextSection=*/true, /*NoFinalize=*/true))
    Insts.refuse("it does not assemble");
  if (!Out.Problem.empty())
    Out.Insts.clear();
  return Out;
}

InlineAssembly::InlineAssembly(AsmPrinter *AP) : AP(AP) {}
InlineAssembly::~InlineAssembly() = default;

InlineInsts InlineAssembly::read(const MachineInstr &MI) {
  StringRef Text = MI.getOperand(0).getSymbolName();
  InlineInsts Out;
  if (Text.trim().empty())
    return Out;
  if (!AP || MI.getOpcode() == TargetOpcode::INLINEASM_BR) {
    Out.Problem = AP ? "a jump" : "operands that are not printed";
    return Out;
  }
  SmallString<128> Expanded;
  raw_svector_ostream OS(Expanded);
  if (!Template(MI, *AP).expand(OS)) {
    Out.Problem = "an operand that cannot be printed";
    return Out;
  }
  OS << '\n';
  if (!P)
    P = std::make_unique<Parser>(AP->TM);
  return P->parse(Expanded, MI.getMF()->getSubtarget(),
                  MI.getInlineAsmDialect() == InlineAsm::AD_Intel);
}
