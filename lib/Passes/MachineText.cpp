//===- MachineText.cpp - Instructions as text -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Passes/dependences.c and record-file.c.
//
//===----------------------------------------------------------------------===//

#include "MachineText.h"
#include "MachineListing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"

using namespace kernelbounds;
using namespace llvm;

MachineText::MachineText(const MachineFunction &MF) {
  const TargetMachine &TM = MF.getTarget();
  const MCAsmInfo &MAI = *TM.getMCAsmInfo();
  Printer.reset(TM.getTarget().createMCInstPrinter(
      TM.getTargetTriple(), MAI.getAssemblerDialect(), MAI,
      *TM.getMCInstrInfo(), *TM.getMCRegisterInfo()));
}

MachineText::~MachineText() = default;

std::string MachineText::of(const MCInst &Inst,
                            const MachineInstr &From) const {
  std::string Text;
  raw_string_ostream OS(Text);
  Printer->printInst(&Inst, /*Address=*/0, "", From.getMF()->getSubtarget(),
                     OS);
  llvm::replace(Text, '\t', ' ');
  // Labels of blocks have no names where an object is written.
  constexpr StringLiteral NoName = "\"\"";
  if (const size_t At = Text.find(NoName.data()); At != std::string::npos)
    for (const MachineOperand &Op : From.operands())
      if (Op.isMBB()) {
        Text.replace(At, NoName.size(), labelOf(*Op.getMBB()));
        break;
      }
  return StringRef(Text).trim().str();
}
