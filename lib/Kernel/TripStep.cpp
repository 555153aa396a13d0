//===- TripStep.cpp - Source iterations in one trip -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heuristic of the report, not of a bound: it converts units only where the
/// index register counts elements.
/// Tested by test/kernel-opt/trip-step.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/TripStep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include <optional>

using namespace kernelbounds;
using namespace llvm;

/// What \p I adds to register \p Reg; nullopt if it does something else to it.
static std::optional<int64_t> stepOf(const KernelInst &I, unsigned Reg,
                                     const MCInstrInfo &MII) {
  if (!I.Inst)
    return std::nullopt;
  StringRef Name = MII.getName(I.Opcode);
  auto IsReg = [&](unsigned Op) {
    return Op < I.Inst->getNumOperands() && I.Inst->getOperand(Op).isReg() &&
           I.Inst->getOperand(Op).getReg() == Reg;
  };
  auto Imm = [&](unsigned Op) -> std::optional<int64_t> {
    if (Op < I.Inst->getNumOperands() && I.Inst->getOperand(Op).isImm())
      return I.Inst->getOperand(Op).getImm();
    return std::nullopt;
  };
  if (!IsReg(0) || !IsReg(1))
    return std::nullopt;
  if (Name.starts_with("INC64r"))
    return 1;
  if (Name.starts_with("DEC64r"))
    return -1;
  if (Name.starts_with("ADD64ri") || Name == "ADDXri" || Name == "ADDSXri")
    return Imm(2);
  if (Name.starts_with("SUB64ri") || Name == "SUBXri" || Name == "SUBSXri")
    return Imm(2) ? std::optional(-*Imm(2)) : std::nullopt;
  bool NoIndex = I.Inst->getNumOperands() > 4 &&
                 I.Inst->getOperand(3).isReg() &&
                 !I.Inst->getOperand(3).getReg();
  if (Name == "LEA64r" && NoIndex)
    return Imm(4);
  return std::nullopt;
}

unsigned kernelbounds::findElementsPerTrip(const Kernel &K,
                                           const MCInstrInfo &MII) {
  unsigned Index = 0;
  for (const MemRef &Mem : K.Mems) {
    if (!Mem.Index || Mem.Scale == 1 || Mem.IsGather)
      continue;
    if (Index && Mem.Index != Index)
      return 0; // Two indices: which one counts is not known.
    Index = Mem.Index;
  }
  if (!Index)
    return 0;
  std::optional<int64_t> Step;
  for (const KernelInst &I : K.Insts) {
    if (none_of(K.writes(I), [&](const RegWrite &W) { return W.Reg == Index; }))
      continue;
    if (Step)
      return 0;
    Step = stepOf(I, Index, MII);
    if (!Step)
      return 0;
  }
  if (!Step || *Step == 0 || *Step > 65536 || *Step < -65536)
    return 0;
  return static_cast<unsigned>(std::abs(*Step));
}
