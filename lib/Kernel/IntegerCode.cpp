//===- IntegerCode.cpp - Operands of integer operations -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See IntegerCode.h. O(operands) each.
/// Tested by unittests/Graph/MemoryDependenceTest.cpp and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/IntegerCode.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/MC/MCInst.h"

using namespace kernelbounds;
using namespace llvm;

unsigned IntOperands::size() const { return I.Inst->getNumOperands(); }

RegUnit IntOperands::unitOf(unsigned Reg) const {
  for (const RegRead &R : K.reads(I))
    if (R.Reg == Reg && R.NumUnits == 1)
      return K.units(R).front();
  for (const RegWrite &W : K.writes(I))
    if (W.Reg == Reg && W.NumUnits == 1)
      return K.units(W).front();
  return NoRegUnit;
}

RegUnit IntOperands::readUnit(int Operand) const {
  if (I.Inst && Operand >= 0) {
    const MCOperand &Op = I.Inst->getOperand(Operand);
    return Op.isReg() && Op.getReg() ? unitOf(Op.getReg().id()) : NoRegUnit;
  }
  for (const RegRead &R : K.reads(I)) // Implicit: the accumulator.
    if (R.Operand < 0 && R.Reg && R.NumUnits == 1 &&
        R.Role != ReadRole::Address)
      return K.units(R).front();
  return NoRegUnit;
}

RegUnit IntOperands::writeUnit(int Operand) const {
  if (I.Inst && Operand >= 0)
    return readUnit(Operand);
  for (const RegWrite &W : K.writes(I))
    if (W.Operand < 0 && W.Reg && !W.IsFlags && !W.IsWriteBack &&
        W.NumUnits == 1)
      return K.units(W).front();
  return NoRegUnit;
}

bool IntOperands::isImm(unsigned Operand) const {
  return Operand < I.Inst->getNumOperands() &&
         I.Inst->getOperand(Operand).isImm();
}

int64_t IntOperands::imm(unsigned Operand) const {
  return isImm(Operand) ? I.Inst->getOperand(Operand).getImm() : 0;
}

IntSource IntOperands::source(int Operand) const {
  IntSource S;
  if (Operand == IntRecipe::NoOperand)
    return S;
  if (Operand == IntRecipe::FromMemory) {
    S.Kind = IntSource::Memory;
    S.Mem = I.FirstMem;
    return S;
  }
  S.Reg = readUnit(Operand);
  // Without a unit: the zero register.
  S.Kind = S.Reg == NoRegUnit ? IntSource::Constant : IntSource::Unit;
  return S;
}

std::optional<IntSource> IntOperands::immediate(int Operand) const {
  IntSource S;
  S.Kind = IntSource::Constant;
  const MCOperand &Op = I.Inst->getOperand(Operand);
  if (!Op.isImm() && !Op.isExpr())
    return std::nullopt;
  foldAddress(Op, S.Value, S.Symbol);
  if (Op.isExpr() && !S.Symbol && S.Value == 0)
    return std::nullopt;
  return S;
}

bool IntOperands::fillOperands(const IntRecipe &R, IntOp &Op) const {
  Op.A = source(R.A);
  if (R.HasImm && R.B >= 0) {
    std::optional<IntSource> B = immediate(R.B);
    if (!B)
      return false;
    Op.B = *B;
  } else if (R.HasImm) {
    Op.B.Kind = IntSource::Constant;
    Op.B.Value = R.ImmValue;
  } else {
    Op.B = source(R.B);
  }
  Op.C = source(R.C);
  for (IntSource *S : {&Op.A, &Op.B})
    if (R.Extend != Extension::None && S->Kind != IntSource::None) {
      S->Extend = R.Extend;
      S->Bits = R.FromBits;
    }
  return true;
}
