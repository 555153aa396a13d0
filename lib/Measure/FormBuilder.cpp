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
/// operand, the constraint that ties it to another one, the five operands of an
/// address. Constant time for each operand, but for the search of a register in
/// its class.
/// Tested by unittests/Measure/FormCatalogTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormBuilder.h"
#include "kernel-bounds/Kernel/InstWriter.h"
#include "kernel-bounds/Measure/LoopRunner.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace kernelbounds;
using namespace llvm;

/// Of x86, behind those of all targets.
constexpr unsigned RoundingOperand = MCOI::OPERAND_FIRST_TARGET;
constexpr unsigned ConditionOperand = MCOI::OPERAND_FIRST_TARGET + 1;
/// Operands of an address: base, scale, index, displacement, segment.
constexpr unsigned AddressOperands = 5;

FormBuilder::FormBuilder(TargetSemantics &Semantics)
    : Semantics(Semantics), TD(Semantics.description()) {
  const MCRegisterInfo &MRI = *TD.MRI;
  Roots.resize(MRI.getNumRegs());
  for (unsigned R = 1; R < MRI.getNumRegs(); ++R) {
    ByName[MRI.getName(R)] = R;
    MCRegister Root = R;
    for (MCPhysReg Super : MRI.superregs(MCRegister(R)))
      // Pairs of mask registers, K0_K1, are no wider registers.
      if (MRI.isSuperRegister(Root, Super) &&
          !StringRef(MRI.getName(Super)).contains('_'))
        Root = Super;
    Roots[R] = Root;
  }
  auto Fill = [&](RegFile File, ArrayRef<StringRef> Names) {
    for (StringRef Name : Names)
      Pools[static_cast<unsigned>(File)].push_back(ByName.lookup(Name));
  };
  // Those with a task of their own in every loop, or in the links of chains,
  // are left out; see LoopRegisters.
  Fill(RegFile::General,
       {"RBX", "RSI", "RDI", "RBP", "R8", "R9", "R10", "RAX", "RDX", "RCX"});
  Fill(RegFile::Mask, {"K1", "K2", "K3", "K4", "K5", "K6"});
  Fill(RegFile::Mmx, {"MM0", "MM1", "MM2", "MM3", "MM4", "MM5", "MM6"});
  for (unsigned I = 0; I < 14; ++I) {
    const std::string Name = "ZMM" + std::to_string(I);
    Fill(RegFile::Vector, {Name});
  }
}

MCRegister FormBuilder::rootOf(MCRegister R) const { return Roots[R.id()]; }

RegFile FormBuilder::fileOf(MCRegister R) const {
  if (!R.isValid())
    return RegFile::Flags;
  const StringRef Name = TD.MRI->getName(rootOf(R));
  if (Name.starts_with("ZMM"))
    return RegFile::Vector;
  if (Name.size() == 2 && Name[0] == 'K')
    return RegFile::Mask;
  if (Name.size() == 3 && Name.starts_with("MM"))
    return RegFile::Mmx;
  if (Name == "EFLAGS")
    return RegFile::Flags;
  static constexpr StringLiteral General[] = {"RAX", "RBX", "RCX", "RDX",
                                              "RSI", "RDI", "RBP", "R8"};
  const bool IsNumbered =
      Name.size() <= 3 && Name[0] == 'R' && Name.size() > 1 && isDigit(Name[1]);
  return is_contained(General, Name) || IsNumbered ? RegFile::General
                                                   : RegFile::Other;
}

MCRegister FormBuilder::viewOf(MCRegister Root, int16_t Class) const {
  for (MCPhysReg R : TD.MRI->getRegClass(Class)) {
    const StringRef Name = TD.MRI->getName(R);
    const bool IsHighByte = Name.size() == 2 && Name[1] == 'H';
    if (Roots[R] == Root && !IsHighByte)
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

/// Whether operand \p I is the base of an address that is not accessed, as that
/// of LEA: the last of its operands is a segment.
static bool startsAddress(const TargetDescription &TD, const MCInstrDesc &Desc,
                          unsigned I) {
  return I + AddressOperands <= Desc.getNumOperands() &&
         operandClass(TD, Desc, I + AddressOperands - 1) == "SEGMENT_REG";
}

std::optional<FormShape> FormBuilder::shapeOf(unsigned Opcode,
                                              std::string &Why) const {
  const MCInstrDesc &Desc = TD.MII->get(Opcode);
  FormShape S;
  S.Opcode = Opcode;
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I) {
    const MCOperandInfo &Info = Desc.operands()[I];
    const int16_t Class = TD.MII->getOpRegClassID(Info, 0);
    const bool IsInAddress =
        S.Memory >= 0 && I < unsigned(S.Memory) + AddressOperands;
    if (IsInAddress || Info.OperandType == MCOI::OPERAND_MEMORY ||
        startsAddress(TD, Desc, I)) {
      if (S.Memory >= 0 && I >= S.Memory + AddressOperands) {
        Why = "it has two addresses";
        return std::nullopt;
      }
      if (S.Memory < 0)
        S.Memory = I;
      const RegFile File =
          Class < 0 ? RegFile::Other
                    : fileOf(TD.MRI->getRegClass(Class).getRegister(0));
      if (I == unsigned(S.Memory) + 2 && File == RegFile::Vector)
        S.Registers.push_back({I, Class, File, false, -1, true});
      continue;
    }
    if (Info.OperandType == ConditionOperand)
      S.Condition = I;
    if (Info.OperandType == MCOI::OPERAND_PCREL) {
      Why = "it depends on where the code is";
      return std::nullopt;
    }
    if (Class < 0)
      continue;
    const RegFile File = fileOf(TD.MRI->getRegClass(Class).getRegister(0));
    if (File == RegFile::Other || !reg(Class, 0).isValid()) {
      Why = std::string("there is no free register of ") +
            TD.MRI->getRegClassName(&TD.MRI->getRegClass(Class));
      return std::nullopt;
    }
    S.Registers.push_back({I, Class, File, I < Desc.getNumDefs(),
                           Desc.getOperandConstraint(I, MCOI::TIED_TO), false});
  }
  if (S.Memory >= 0 && Desc.getNumOperands() < S.Memory + AddressOperands) {
    Why = "its address is not made of a base and an index";
    return std::nullopt;
  }
  return S;
}

MCInst FormBuilder::build(const FormShape &S, const FormFilling &F) const {
  const MCInstrDesc &Desc = TD.MII->get(S.Opcode);
  MCInst I;
  I.setOpcode(S.Opcode);
  auto Register = S.Registers.begin();
  auto Number = F.Numbers.begin();
  for (unsigned Op = 0; Op < Desc.getNumOperands(); ++Op) {
    const MCOperandInfo &Info = Desc.operands()[Op];
    const bool IsRegister =
        Register != S.Registers.end() && Register->Index == Op;
    if (IsRegister) {
      const MCRegister Own = reg(Register->Class, *Number++);
      I.addOperand(Register->TiedTo >= 0 ? I.getOperand(Register->TiedTo)
                                         : MCOperand::createReg(Own));
      ++Register;
      continue;
    }
    if (S.Memory >= 0 && Op >= unsigned(S.Memory) &&
        Op < S.Memory + AddressOperands) {
      const unsigned Part = Op - S.Memory;
      const MCRegister Parts[] = {named(LoopRegisters::Memory), MCRegister(),
                                  F.Indexed ? named(LoopRegisters::Zero)
                                            : MCRegister(),
                                  MCRegister(), MCRegister()};
      I.addOperand(Part == 1   ? MCOperand::createImm(F.Scale)
                   : Part == 3 ? MCOperand::createImm(F.Displacement)
                               : MCOperand::createReg(Parts[Part]));
      continue;
    }
    I.addOperand(MCOperand::createImm(Info.OperandType == RoundingOperand ? 0
                                      : int(Op) == S.Condition ? F.Condition
                                                               : F.Immediate));
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
  unsigned Next[6] = {First, First, First, First, First, First};
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
