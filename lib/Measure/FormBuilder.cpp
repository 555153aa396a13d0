//===- FormBuilder.cpp - Instructions made of opcodes ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operands come from LLVM's description of the opcode: the class of a register
/// operand, and the constraint that ties it to another one. What else there is
/// to fill in, the target says. Constant time for each operand, but for the
/// search of a register in its class.
/// Tested by unittests/Measure/FormCatalogTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormBuilder.h"
#include "kernel-bounds/Kernel/InstWriter.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace kernelbounds;
using namespace llvm;

FormBuilder::FormBuilder(TargetSemantics &Semantics)
    : Semantics(Semantics), TD(Semantics.description()),
      Forms(formTargetOf(TD)) {
  const MCRegisterInfo &MRI = *TD.MRI;
  Roots.resize(MRI.getNumRegs());
  for (unsigned R = 1; R < MRI.getNumRegs(); ++R) {
    ByName[MRI.getName(R)] = R;
    MCRegister Root = R;
    for (MCPhysReg Super : MRI.superregs(MCRegister(R)))
      if (MRI.isSuperRegister(Root, Super) &&
          !Forms.isTuple(MRI.getName(Super)))
        Root = Super;
    Roots[R] = Root;
  }
  // Those with a task of their own in every loop, or in the links of chains,
  // are left out; see LoopRegisters.
  for (unsigned File = 0; File < NumRegFiles; ++File)
    for (const std::string &Name : Forms.pool(static_cast<RegFile>(File)))
      Pools[File].push_back(ByName.lookup(Name));
}

MCRegister FormBuilder::rootOf(MCRegister R) const { return Roots[R.id()]; }

RegFile FormBuilder::fileOf(MCRegister R) const {
  if (!R.isValid())
    return RegFile::Flags;
  return Forms.fileOf(TD.MRI->getName(rootOf(R)));
}

MCRegister FormBuilder::viewOf(MCRegister Root, int16_t Class) const {
  for (MCPhysReg R : TD.MRI->getRegClass(Class)) {
    if (Roots[R] == Root && !Forms.isSecondView(TD.MRI->getName(R)))
      return R;
  }
  return MCRegister();
}

MCRegister FormBuilder::reg(int16_t Class, unsigned Number) const {
  const MCRegisterClass &RC = TD.MRI->getRegClass(Class);
  const RegFile File = fileOf(RC.getRegister(0));
  ArrayRef<MCRegister> Pool = pool(File);
  for (unsigned I = 0; I < Pool.size(); ++I)
    if (MCRegister R = viewOf(Pool[(Number + I) % Pool.size()], Class);
        R.isValid())
      return R;
  // Classes of single registers, such as that of CL.
  return Pool.empty() ? MCRegister() : MCRegister(RC.getRegister(0));
}

MCInst FormBuilder::build(const FormShape &S, const FormFilling &F) const {
  const MCInstrDesc &Desc = TD.MII->get(S.Opcode);
  MCInst I;
  I.setOpcode(S.Opcode);
  auto Register = S.Registers.begin();
  auto Number = F.Numbers.begin();
  for (unsigned Op = 0; Op < Desc.getNumOperands(); ++Op) {
    const bool IsRegister =
        Register != S.Registers.end() && Register->Index == Op;
    if (!IsRegister) {
      I.addOperand(Forms.fill(*this, S, F, Op));
      continue;
    }
    const MCRegister Own = reg(Register->Class, *Number++);
    I.addOperand(Register->TiedTo >= 0 ? I.getOperand(Register->TiedTo)
                                       : MCOperand::createReg(Own));
    ++Register;
  }
  return I;
}

FormFilling FormBuilder::spread(const FormShape &S, unsigned First) const {
  const MCInstrDesc &Desc = TD.MII->get(S.Opcode);
  SmallVector<MCRegister, 8> Used;
  for (ArrayRef<MCPhysReg> Regs : {Desc.implicit_uses(), Desc.implicit_defs()})
    for (MCPhysReg R : Regs)
      Used.push_back(rootOf(R));
  FormFilling F;
  std::vector<unsigned> Next(NumRegFiles, First);
  for (const FormOperand &R : S.Registers) {
    unsigned &N = Next[static_cast<unsigned>(R.File)];
    if (R.TiedTo < 0) {
      const unsigned Size = pool(R.File).size();
      for (unsigned Tries = 0; Tries < Size; ++Tries, ++N)
        if (!is_contained(Used, rootOf(reg(R.Class, N))))
          break;
    }
    F.Numbers.push_back(N);
    if (R.TiedTo < 0) {
      Used.push_back(rootOf(reg(R.Class, N)));
      ++N;
    }
  }
  return F;
}

MCInst FormBuilder::make(StringRef Opcode, ArrayRef<MCOperand> Operands) const {
  MCInst I;
  I.setOpcode(findOpcode(*TD.MII, Opcode));
  assert(I.getOpcode() != 0 && "LLVM has the opcodes of helpers");
  for (const MCOperand &Op : Operands)
    I.addOperand(Op);
  return I;
}

MCRegister FormBuilder::named(StringRef Name) const {
  return ByName.lookup(Name);
}

Kernel FormBuilder::describe(const MCInst &I) const {
  Kernel K;
  ListedInst L;
  L.Inst = I;
  Semantics.append(L, K);
  // What it points to is gone with this function.
  for (KernelInst &Inst : K.Insts)
    Inst.Inst = nullptr;
  return K;
}
