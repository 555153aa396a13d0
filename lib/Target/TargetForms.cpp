//===- TargetForms.cpp - What targets share about forms -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See TargetForms.h. Tested by test/Bounds/opportunity-*.s.
//
//===----------------------------------------------------------------------===//

#include "TargetForms.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

bool kernelbounds::startsWithAny(StringRef Name, ArrayRef<StringRef> Parts) {
  return any_of(Parts, [&](StringRef P) { return Name.starts_with(P); });
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

/// 0 for no name.
static unsigned opcodeOf(const MCInstrInfo &MII, StringRef Name) {
  return Name.empty() ? 0 : findOpcode(MII, Name);
}

DivisionForms DivisionNames::forms(const MCInstrInfo &MII) const {
  DivisionForms D;
  D.Multiply = opcodeOf(MII, Multiply);
  D.Vector = opcodeOf(MII, Vector);
  D.Elements = Elements;
  D.Single = opcodeOf(MII, Single);
  D.SingleIsVector = SingleIsVector;
  return D;
}

MCInst kernelbounds::makeOperands(unsigned NumRegisters, unsigned Reg,
                                  ArrayRef<int64_t> Immediates) {
  MCInst I;
  for (unsigned N = 0; N < NumRegisters; ++N)
    I.addOperand(MCOperand::createReg(Reg));
  for (int64_t Immediate : Immediates)
    I.addOperand(MCOperand::createImm(Immediate));
  return I;
}

IntegerReciprocal kernelbounds::reciprocalOf(const MCInstrInfo &MII,
                                             const ReciprocalNames &Names,
                                             unsigned Reg) {
  IntegerReciprocal Form;
  if (Names.Multiply.empty())
    return Form;
  const MCInst Sum = makeOperands(3, Reg, Names.SumImmediates);
  const unsigned Shift = opcodeOf(MII, Names.Shift);
  Form.Divisor = Names.Divisor;
  Form.Multiply = opcodeOf(MII, Names.Multiply);
  Form.Correct = {{opcodeOf(MII, Names.Subtract), Sum},
                  {Shift, makeOperands(2, Reg, Names.FirstShift)},
                  {opcodeOf(MII, Names.Add), Sum},
                  {Shift, makeOperands(2, Reg, Names.SecondShift)}};
  return Form;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool kernelbounds::isOperand(const MCInst &I, unsigned Op, unsigned Reg) {
  return Op < I.getNumOperands() && I.getOperand(Op).isReg() &&
         I.getOperand(Op).getReg() == Reg;
}

std::optional<int64_t> kernelbounds::immediate(const MCInst &I, unsigned Op) {
  if (Op < I.getNumOperands() && I.getOperand(Op).isImm())
    return I.getOperand(Op).getImm();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

bool kernelbounds::isPlainTerm(const TargetSemantics &Target, const Kernel &K,
                               const KernelInst &I, const RegRead &R) {
  return R.Role == ReadRole::Data && R.Operand >= 0 && !Target.isScaled(I, R) &&
         none_of(K.reads(I), [](const RegRead &Any) {
           return Any.Role == ReadRole::Accumulator;
         });
}
