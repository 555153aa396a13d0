//===- RelocationSymbolizer.cpp - Operands that the linker fills ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/object-relocations*.s.
//
//===----------------------------------------------------------------------===//

#include "RelocationSymbolizer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"

using namespace kernelbounds;
using namespace llvm;

/// Branches have their own way to their targets. x86 counts from the field's
/// place what the operand counts from the instruction's end.
bool RelocationSymbolizer::tryAddingSymbolicOperand(
    MCInst &Inst, raw_ostream &, int64_t, uint64_t Address, bool IsBranch,
    uint64_t Offset, uint64_t OpSize, uint64_t InstSize) {
  uint64_t Field = Address + Offset;
  const CodeRelocation *R = Symbols.relocationIn(
      Section, Field, Field + (OpSize ? OpSize : InstSize));
  if (!R || R->Data == DataReference::None ||
      (IsBranch && R->Data == DataReference::FromField))
    return false;
  int64_t Place = R->Addend;
  if (R->Data == DataReference::FromField)
    Place += int64_t(InstSize) - int64_t(Offset);
  Inst.addOperand(MCOperand::createExpr(placeOf(*R, Place)));
  return true;
}

void RelocationSymbolizer::symbolizeLast(MCInst &Inst, uint64_t Address,
                                         uint64_t Size) {
  const unsigned Num = Inst.getNumOperands();
  const CodeRelocation *R =
      Symbols.relocationIn(Section, Address, Address + Size);
  if (!R || R->Data != DataReference::Plain || Num == 0 ||
      !Inst.getOperand(Num - 1).isImm() ||
      any_of(Inst, [](const MCOperand &Op) { return Op.isExpr(); }))
    return;
  Inst.getOperand(Num - 1) = MCOperand::createExpr(placeOf(*R, R->Addend));
}

/// The base of \p R, and \p Place bytes on.
const MCExpr *RelocationSymbolizer::placeOf(const CodeRelocation &R,
                                            int64_t Place) {
  const MCExpr *E = MCSymbolRefExpr::create(Ctx.getOrCreateSymbol(R.Base), Ctx);
  if (Place != 0)
    E = MCBinaryExpr::createAdd(E, MCConstantExpr::create(Place, Ctx), Ctx);
  return E;
}
