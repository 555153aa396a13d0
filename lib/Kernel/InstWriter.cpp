//===- InstWriter.cpp - Appends one instruction to a Kernel ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pool bookkeeping, folding of address expressions, and the printed form of an
/// opcode.
/// Tested by unittests/Target/X86SemanticsTest.cpp, AArch64SemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/InstWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelbounds;

//===----------------------------------------------------------------------===//
// InstWriter
//===----------------------------------------------------------------------===//

InstWriter::InstWriter(const ListedInst &I, uint16_t Flags,
                       RegisterUnits &Units, Kernel &K)
    : Source(I), Inst(I.Inst), Units(Units), K(K) {
  Out.Opcode = I.Inst.getOpcode();
  Out.Inst = &I.Inst;
  Out.Flags = Flags;
  Out.FirstRead = K.Reads.size();
  Out.FirstWrite = K.Writes.size();
  Out.FirstMem = K.Mems.size();
  Out.Size = I.Size;
  Out.OpcodeOffset = I.OpcodeOffset;
  Out.Address = I.Address;
  Out.AsmLine = I.AsmLine;
  Out.SourceLine = I.SourceLine;
}

template <typename T>
void InstWriter::addUnits(T &Access, ArrayRef<RegUnit> List) {
  Access.FirstUnit = K.UnitPool.size();
  Access.NumUnits = List.size();
  for (RegUnit U : List) // One, but for register tuples.
    K.UnitPool.push_back(U);
}

void InstWriter::read(MCRegister Reg, ReadRole Role, int Operand) {
  ArrayRef<RegUnit> List = Units.units(Reg);
  if (List.empty())
    return;
  RegRead R = {uint16_t(Reg.id()), Role, int8_t(Operand), 0, 0};
  addUnits(R, List);
  K.Reads.push_back(R);
}

void InstWriter::readUnit(RegUnit U, ReadRole Role) {
  RegRead R = {0, Role, -1, 0, 0};
  addUnits(R, U);
  K.Reads.push_back(R);
}

void InstWriter::write(MCRegister Reg, int Operand, bool IsWriteBack,
                       uint8_t DefIdx, bool IsHigh) {
  ArrayRef<RegUnit> List = Units.units(Reg);
  if (List.empty())
    return;
  for (const RegWrite &W : ArrayRef(K.Writes).drop_front(Out.FirstWrite))
    if (K.units(W) == List)
      return;
  RegWrite W = {uint16_t(Reg.id()),
                IsWriteBack,
                false,
                int8_t(Operand),
                0,
                0,
                DefIdx,
                IsHigh};
  addUnits(W, List);
  K.Writes.push_back(W);
}

void InstWriter::writeFlags(RegUnit U, uint8_t DefIdx) {
  RegWrite W = {0, false, true, -1, 0, 0, DefIdx};
  addUnits(W, U);
  K.Writes.push_back(W);
}

void InstWriter::readForMerge(MCRegister Reg, int Operand) {
  ArrayRef<RegUnit> List = Units.units(Reg);
  for (const RegRead &R : ArrayRef(K.Reads).drop_front(Out.FirstRead))
    if ((R.Role == ReadRole::Data || R.Role == ReadRole::Index ||
         R.Role == ReadRole::Merge) &&
        K.units(R) == List)
      return;
  read(Reg, ReadRole::Merge, Operand);
}

void InstWriter::mem(const MemRef &M) {
  if (M.IsLoad)
    flag(IF_MayLoad);
  if (M.IsStore)
    flag(IF_MayStore);
  K.Mems.push_back(M);
}

void InstWriter::finish() {
  Out.NumReads = K.Reads.size() - Out.FirstRead;
  Out.NumWrites = K.Writes.size() - Out.FirstWrite;
  Out.NumMems = K.Mems.size() - Out.FirstMem;
  K.Insts.push_back(Out);
}

//===----------------------------------------------------------------------===//
// Address expressions
//===----------------------------------------------------------------------===//

/// Adds \p E * \p Sign. The first symbol found is kept, whatever its sign: a
/// difference of labels names one of them, which is enough to tell apart.
static void foldExpr(const MCExpr &E, int64_t Sign, int64_t &Displacement,
                     const MCSymbol *&Symbol) {
  switch (E.getKind()) {
  case MCExpr::Constant:
    // Unsigned: overflow of nonsense input must not be undefined.
    Displacement = uint64_t(Displacement) +
                   uint64_t(Sign) * cast<MCConstantExpr>(E).getValue();
    return;
  case MCExpr::SymbolRef:
    if (!Symbol)
      Symbol = &cast<MCSymbolRefExpr>(E).getSymbol();
    return;
  case MCExpr::Unary:
    if (auto &U = cast<MCUnaryExpr>(E); U.getOpcode() == MCUnaryExpr::Plus ||
                                        U.getOpcode() == MCUnaryExpr::Minus)
      foldExpr(*U.getSubExpr(),
               U.getOpcode() == MCUnaryExpr::Minus ? -Sign : Sign, Displacement,
               Symbol);
    return;
  case MCExpr::Binary: {
    auto &B = cast<MCBinaryExpr>(E);
    if (int64_t Value; B.evaluateAsAbsolute(Value)) {
      Displacement = uint64_t(Displacement) + uint64_t(Sign) * Value;
      return;
    }
    foldExpr(*B.getLHS(), Sign, Displacement, Symbol);
    if (B.getOpcode() == MCBinaryExpr::Add)
      foldExpr(*B.getRHS(), Sign, Displacement, Symbol);
    else if (B.getOpcode() == MCBinaryExpr::Sub)
      foldExpr(*B.getRHS(), -Sign, Displacement, Symbol);
    return;
  }
  case MCExpr::Specifier:
    return foldExpr(*cast<MCSpecifierExpr>(E).getSubExpr(), Sign, Displacement,
                    Symbol);
  case MCExpr::Target:
    return;
  }
}

void kernelbounds::foldAddress(const MCOperand &Op, int64_t &Displacement,
                               const MCSymbol *&Symbol) {
  if (Op.isImm())
    Displacement = Op.getImm();
  else if (Op.isExpr())
    foldExpr(*Op.getExpr(), 1, Displacement, Symbol);
}

//===----------------------------------------------------------------------===//
// OpcodePrinter
//===----------------------------------------------------------------------===//

struct OpcodePrinter::Parts {
  MCTargetOptions Options;
  std::unique_ptr<MCAsmInfo> AsmInfo;
  std::unique_ptr<MCSubtargetInfo> Subtarget;
  std::unique_ptr<MCInstPrinter> Printer;
};

OpcodePrinter::OpcodePrinter(const Triple &TT, const TargetDescription &TD,
                             unsigned SyntaxVariant)
    : TT(TT), TD(TD), SyntaxVariant(SyntaxVariant) {}

OpcodePrinter::~OpcodePrinter() = default;

MCInst OpcodePrinter::makeInst(unsigned Opcode, int64_t Imm) const {
  const MCInstrDesc &Desc = TD.MII->get(Opcode);
  MCInst I;
  I.setOpcode(Opcode);
  for (const auto &[Idx, Info] : enumerate(Desc.operands())) {
    bool InMemory = Info.OperandType == MCOI::OPERAND_MEMORY;
    int16_t Class = TD.MII->getOpRegClassID(Info, 0);
    if (int Def = tiedDef(Desc, Idx); Def >= 0 && unsigned(Def) < Idx)
      I.addOperand(I.getOperand(Def));
    else if (Class >= 0)
      I.addOperand(
          MCOperand::createReg(TD.MRI->getRegClass(Class).getRegister(0)));
    else
      I.addOperand(MCOperand::createImm(InMemory ? 1 : Imm));
  }
  return I;
}

std::string OpcodePrinter::print(unsigned Opcode, int64_t Imm) {
  if (!P) {
    P = std::make_unique<Parts>();
    P->AsmInfo.reset(TD.Target->createMCAsmInfo(*TD.MRI, TT, P->Options));
    P->Subtarget.reset(TD.Target->createMCSubtargetInfo(TT, "", ""));
    if (P->AsmInfo && P->Subtarget)
      P->Printer.reset(TD.Target->createMCInstPrinter(
          TT, SyntaxVariant, *P->AsmInfo, *TD.MII, *TD.MRI));
  }
  std::string Text;
  if (!P->Printer || TD.MII->get(Opcode).isPseudo())
    return Text;
  MCInst I = makeInst(Opcode, Imm);
  raw_string_ostream OS(Text);
  P->Printer->printInst(&I, /*Address=*/0, /*Annot=*/"", *P->Subtarget, OS);
  return Text;
}

//===----------------------------------------------------------------------===//
// MCInstrDesc
//===----------------------------------------------------------------------===//

StringRef kernelbounds::operandClass(const TargetDescription &TD,
                                     const MCInstrDesc &Desc, unsigned I) {
  const MCOperandInfo &Info = Desc.operands()[I];
  if (Info.OperandType == MCOI::OPERAND_MEMORY)
    return "";
  int16_t Class = TD.MII->getOpRegClassID(Info, 0);
  return Class < 0 ? "" : TD.MRI->getRegClassName(&TD.MRI->getRegClass(Class));
}

MCRegister kernelbounds::findRegister(const MCRegisterInfo &MRI,
                                      StringRef Name) {
  for (unsigned R = 1; R != MRI.getNumRegs(); ++R)
    if (MRI.getName(R) == Name)
      return R;
  return MCRegister();
}

int kernelbounds::tiedDef(const MCInstrDesc &Desc, unsigned I) {
  return Desc.getOperandConstraint(I, MCOI::TIED_TO);
}

uint16_t kernelbounds::branchFlags(const MCInstrDesc &Desc) {
  uint16_t Flags = 0;
  if (Desc.isCall())
    Flags |= IF_Call;
  else if (Desc.isBranch() || Desc.isReturn())
    Flags |= IF_Branch;
  if (Desc.isConditionalBranch())
    Flags |= IF_CondBranch;
  return Flags;
}
