//===- RISCVQueries.cpp - What else RISC-V instructions are ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cost: O(1) after the first of an opcode.
/// Tested by unittests/Target/RISCVSemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RISCVSemantics.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/MC/MCInst.h"

using namespace kernelbounds;
using namespace llvm;

std::optional<int64_t> RISCVSemantics::stepOf(const KernelInst &I,
                                              unsigned Reg) const {
  auto IsReg = [&](unsigned Op) {
    return I.Inst->getOperand(Op).isReg() &&
           I.Inst->getOperand(Op).getReg() == Reg;
  };
  if (!I.Inst || I.Inst->getNumOperands() != 3 ||
      uncompressed(nameOf(I.Opcode)) != "ADDI" || !IsReg(0) || !IsReg(1) ||
      !I.Inst->getOperand(2).isImm())
    return std::nullopt;
  return I.Inst->getOperand(2).getImm();
}

bool RISCVSemantics::isScaled(const KernelInst &I, const RegRead &R) const {
  StringRef Name = nameOf(I.Opcode);
  return R.Operand == 1 &&
         (Name.ends_with("_UW") || Name.starts_with("SH1ADD") ||
          Name.starts_with("SH2ADD") || Name.starts_with("SH3ADD"));
}

//===----------------------------------------------------------------------===//
// The port model
//===----------------------------------------------------------------------===//

unsigned RISCVSemantics::plainAccess(const MemRef &Mem, bool IsStore) const {
  static constexpr StringLiteral Names[][2] = {
      {"LD", "SD"}, {"FLD", "FSD"}, {"VL1RE64_V", "VS1R_V"}};
  const bool IsWhole = Mem.IsScalable || Mem.IsGather || Mem.Width > 8;
  const unsigned Kind = !Mem.IsVector ? 0 : IsWhole ? 2 : 1;
  unsigned &Opcode = PlainAccess[Kind][IsStore];
  if (Opcode == 0)
    Opcode = opcode(Names[Kind][IsStore]);
  return Opcode;
}

/// Of a vector instruction the pseudo instruction of its vtype, which has the
/// scheduling class; of a compressed one what it stands for.
unsigned RISCVSemantics::modelOpcode(const KernelInst &I) const {
  StringRef Name = nameOf(I.Opcode);
  if (Name.starts_with("C_")) {
    unsigned &Full = Uncompressed[I.Opcode];
    if (Full == 0)
      Full = opcode(uncompressed(Name));
    return Full ? Full : I.Opcode;
  }
  const VectorState S(I.Mode);
  if (!S.isKnown() || !Name.starts_with("V") || Name.starts_with("VSET"))
    return I.Opcode;
  const unsigned Pseudo = form(I.Opcode, S).Pseudo;
  return Pseudo ? Pseudo : I.Opcode;
}

//===----------------------------------------------------------------------===//
// Other opcodes
//===----------------------------------------------------------------------===//

ReductionOp RISCVSemantics::reduction(const Kernel &K, const KernelInst &I,
                                      const RegRead &R) const {
  StringRef Name = uncompressed(nameOf(I.Opcode));
  if (R.Role == ReadRole::Accumulator)
    return riscvAccumulation(Name);
  if (R.Role != ReadRole::Data || R.Operand < 0 || isScaled(I, R))
    return ReductionOp::None;
  // With an addend, a factor is Horner's rule.
  const bool HasAddend = any_of(K.reads(I), [](const RegRead &Any) {
    return Any.Role == ReadRole::Accumulator;
  });
  return HasAddend ? ReductionOp::None : riscvOperation(Name, R.Operand);
}

DivisionForms RISCVSemantics::divisionForms(unsigned Opcode) const {
  DivisionForms D;
  StringRef Name = nameOf(Opcode);
  const auto [Stem, Shape] = Name.split('_');
  if (Stem == "FDIV" || Stem == "VFDIV")
    D.Multiply = opcode((Twine(Stem.drop_back(3)) + "MUL_" + Shape).str());
  if (Name == "FDIV_D" || Name == "FSQRT_D")
    D.Single = opcode((Twine(Stem) + "_S").str());
  return D;
}

IntegerReciprocal RISCVSemantics::integerReciprocal(unsigned Opcode,
                                                    unsigned Reg) const {
  IntegerReciprocal Form;
  StringRef Name = nameOf(Opcode);
  StringRef Multiply = StringSwitch<StringRef>(Name)
                           .Cases({"DIVU", "DIVUW", "REMU", "REMUW"}, "MULHU")
                           .Cases({"DIV", "DIVW", "REM", "REMW"}, "MULH")
                           .Default("");
  if (Multiply.empty())
    return Form;
  MCInst Sum, Halved, Moved;
  for (MCInst *I : {&Sum, &Halved, &Moved})
    for (unsigned N = 0; N < (I == &Sum ? 3 : 2); ++N)
      I->addOperand(MCOperand::createReg(Reg));
  Halved.addOperand(MCOperand::createImm(1));
  Moved.addOperand(MCOperand::createImm(63));
  Form.Divisor = 2;
  Form.Multiply = opcode(Multiply);
  Form.Correct = {{opcode("SUB"), Sum},
                  {opcode("SRLI"), Halved},
                  {opcode("ADD"), Sum},
                  {opcode("SRLI"), Moved}};
  if (Name.starts_with("REM"))
    Form.Remainder = {{opcode("MUL"), Sum}, {opcode("SUB"), Sum}};
  return Form;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// General ones without zero and the stack, global and thread pointer; vectors
/// without v0, which masks take.
static constexpr RegisterFile Files[] = {{28}, {32}, {31}};
enum RISCVFile { FileGeneral, FileFloat, FileVector };

ArrayRef<RegisterFile> RISCVSemantics::registerFiles() const { return Files; }

unsigned RISCVSemantics::registerFile(RegUnit U) const {
  const std::string Name = unitName(U);
  if (Name[0] == 'f')
    return FileFloat;
  return Name[0] == 'v' ? FileVector : FileGeneral;
}
