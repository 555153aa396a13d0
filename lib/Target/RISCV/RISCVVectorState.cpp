//===- RISCVVectorState.cpp - What vsetvli leaves behind ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Source: RISC-V "V" Vector Extension, version 1.0, sections 3.4 (vtype) and 6
/// (configuration-setting instructions).
/// Tested by unittests/Target/RISCVSemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RISCVVectorState.h"
#include "kernel-bounds/Kernel/InstWriter.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

VectorState::VectorState(unsigned VType, VectorLengthKind Kind,
                         unsigned Elements) {
  if (Kind == VectorLengthKind::Immediate && Elements > 31)
    Kind = VectorLengthKind::Register;
  Bits = 1 | (VType & 0xff) << 1 | static_cast<unsigned>(Kind) << 9 |
         (Kind == VectorLengthKind::Immediate ? Elements : 0) << 11;
}

int VectorState::logLmul() const {
  const int VLMul = Bits >> 1 & 7;
  return VLMul < 4 ? VLMul : VLMul - 8;
}

unsigned VectorState::eighthsOfMaximum() const {
  constexpr unsigned ShortestVector = 128;
  return (ShortestVector << (logLmul() + 3)) / elementBits();
}

bool VectorState::keepsTail() const {
  if (!isKnown() || isTailAgnostic())
    return false;
  // What a fraction of a register leaves over is tail, too.
  return lengthKind() != VectorLengthKind::Maximum || logLmul() < 0;
}

VectorStateTracker::VectorStateTracker(const TargetDescription &TD)
    : MII(*TD.MII), VSetVLI(findOpcode(MII, "VSETVLI")),
      VSetIVLI(findOpcode(MII, "VSETIVLI")), VSetVL(findOpcode(MII, "VSETVL")),
      Zero(findRegister(*TD.MRI, "X0").id()) {}

bool VectorStateTracker::isZero(const MCInst &I, unsigned Operand) const {
  return Operand < I.getNumOperands() && I.getOperand(Operand).isReg() &&
         I.getOperand(Operand).getReg() == Zero;
}

bool VectorStateTracker::keepsLength(const MCInst &I) const {
  const bool IsSet = I.getOpcode() == VSetVLI || I.getOpcode() == VSetVL;
  return IsSet && isZero(I, 0) && isZero(I, 1);
}

void VectorStateTracker::step(const MCInst &I) {
  const unsigned Opcode = I.getOpcode();
  if (Opcode != VSetVLI && Opcode != VSetIVLI) {
    // Calls keep neither vtype nor vl.
    if (Opcode == VSetVL || MII.get(Opcode).isCall())
      State = VectorState();
    return;
  }
  if (I.getNumOperands() < 3 || !I.getOperand(2).isImm())
    return setState(VectorState());
  const unsigned VType = I.getOperand(2).getImm();
  if (Opcode == VSetIVLI && I.getOperand(1).isImm())
    State = VectorState(VType, VectorLengthKind::Immediate,
                        I.getOperand(1).getImm());
  else if (keepsLength(I))
    State = VectorState(VType,
                        State.isKnown() ? State.lengthKind()
                                        : VectorLengthKind::Register,
                        State.elements());
  else
    State = VectorState(VType,
                        isZero(I, 1) ? VectorLengthKind::Maximum
                                     : VectorLengthKind::Register,
                        0);
}

void VectorStateTracker::enterLoop(ArrayRef<InstBefore> Before,
                                   ArrayRef<const MCInst *> Body) {
  State = VectorState();
  for (const InstBefore &B : Before) {
    const VectorState Old = State;
    step(*B.Inst);
    if (B.MayRun && State.bits() != Old.bits())
      State = VectorState();
  }
  for (const MCInst *I : Body)
    step(*I);
}
