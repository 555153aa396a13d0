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
  if (!I.Inst || I.Inst->getNumOperands() != 3 ||
      uncompressed(nameOf(I.Opcode)) != "ADDI" || !isOperand(*I.Inst, 0, Reg) ||
      !isOperand(*I.Inst, 1, Reg))
    return std::nullopt;
  return immediate(*I.Inst, 2);
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
  return opcode(Names[Kind][IsStore], PlainAccess[Kind][IsStore]);
}

/// Of a vector instruction the pseudo instruction of its vtype, which has the
/// scheduling class; of a compressed one what it stands for.
unsigned RISCVSemantics::modelOpcode(const KernelInst &I) const {
  StringRef Name = nameOf(I.Opcode);
  if (Name.starts_with("C_")) {
    const unsigned Full = opcode(uncompressed(Name), Uncompressed[I.Opcode]);
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
  return isPlainTerm(*this, K, I, R) ? riscvOperation(Name, R.Operand)
                                     : ReductionOp::None;
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
  ReciprocalNames Names;
  StringRef Name = nameOf(Opcode);
  Names.Multiply = StringSwitch<StringRef>(Name)
                       .Cases({"DIVU", "DIVUW", "REMU", "REMUW"}, "MULHU")
                       .Cases({"DIV", "DIVW", "REM", "REMW"}, "MULH")
                       .Default("");
  if (Names.Multiply.empty())
    return {};
  Names.Subtract = "SUB";
  Names.Shift = "SRLI";
  Names.Add = "ADD";
  Names.FirstShift = {1};
  Names.SecondShift = {63};
  Names.Divisor = 2;
  IntegerReciprocal Form = reciprocalOf(*TD.MII, Names, Reg);
  const MCInst Sum = makeOperands(3, Reg, {});
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
