//===- FormTarget.cpp - Targets whose instructions are measured -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operands of an address, by what the semantics say of one instruction
/// whose registers are all different: the operand that holds the base, and the
/// immediate that moves the access when it changes.
///
/// Example: with x0, x1 and the immediates 0 and 1, `ldr x0, [x1]` and
/// `ldr x0, [x1, #8]` are 8 bytes apart: FormShape::OffsetUnit is 8.
/// Tested by unittests/Measure/AArch64FormsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormTarget.h"
#include "ExperimentList.h"
#include "kernel-bounds/Measure/FormBuilder.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"

using namespace kernelbounds;
using namespace llvm;

FormTarget::~FormTarget() = default;

const CoreTexts &FormTarget::coreTexts() const {
  static constexpr CoreTexts None = {"", "", ""};
  return None;
}

EntryState FormTarget::entryWith(const LoopValues &V, uint64_t FloatControl) {
  EntryState S = {};
  llvm::fill(S.General, V.General);
  S.Mask = V.Mask;
  S.FloatControl = FloatControl;
  llvm::fill(S.Even, V.Vector);
  llvm::fill(S.Odd, V.OddVector);
  return S;
}

const FormTarget *kernelbounds::findFormTarget(StringRef Name) {
  for (const FormTarget *T : {&x86Forms(), &aarch64Forms(), &riscvForms()})
    if (T->name() == Name)
      return T;
  return nullptr;
}

const FormTarget &kernelbounds::formTargetOf(const TargetDescription &TD) {
  const StringRef LLVMName = TD.Target->getBackendName();
  const FormTarget *Found = nullptr;
  for (const TargetRecord &R : allTargets())
    if (R.LLVMName == LLVMName)
      Found = findFormTarget(R.Name);
  assert(Found && "forms of the target can be measured");
  return *Found;
}

StringRef kernelbounds::encodingName(FormEncoding E) {
  constexpr StringLiteral Names[] = {"legacy", "vex", "evex", "fixed",
                                     "scalable"};
  return Names[static_cast<unsigned>(E)];
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The only access of \p I; nullopt: there are none, or several.
static std::optional<MemRef> accessOf(const FormBuilder &B, const MCInst &I) {
  const Kernel K = B.describe(I);
  if (K.Mems.size() != 1)
    return std::nullopt;
  return K.Mems.front();
}

/// Whether the operand of \p I that holds \p Base may be the loop's pointer.
static bool canPointToMemory(const FormBuilder &B, const MCInst &I,
                             const FormShape &S, unsigned Base) {
  const MCRegister Pointer = B.named(B.target().registers().Memory);
  return any_of(S.Registers, [&](const FormOperand &R) {
    return I.getOperand(R.Index).getReg() == Base &&
           B.viewOf(Pointer, R.Class).isValid();
  });
}

/// Finds the operands of the address in \p S, which has them among registers
/// and immediates.
static bool findAddress(const FormBuilder &B, FormShape &S, std::string &Why) {
  const MCInst I = B.build(S, B.spread(S));
  const Kernel K = B.describe(I);
  if (K.Mems.empty())
    return true;
  const MemRef &M = K.Mems.front();
  if (K.Mems.size() > 1 || M.NumParts > 1)
    Why = "it accesses several places";
  else if (M.WriteBack != WriteBackKind::None)
    Why = "it changes the register of its address";
  else if (M.Base == 0)
    Why = "it depends on where the code is";
  else if (B.fileOf(M.Base) != RegFile::General)
    Why = "its addresses are in a vector";
  else if (!canPointToMemory(B, I, S, M.Base))
    Why = "its address is in one register alone";
  if (!Why.empty())
    return false;
  auto Is = [&](const FormOperand &R, unsigned Reg) {
    return Reg != 0 && I.getOperand(R.Index).getReg() == Reg;
  };
  for (FormOperand &R : S.Registers) {
    if (Is(R, M.Base))
      S.Memory = R.Index;
    else if (Is(R, M.Index) && R.File == RegFile::General)
      S.Index = R.Index;
    else if (Is(R, M.Index))
      R.IsVectorIndex = true;
  }
  if (any_of(S.Registers, [&](const FormOperand &R) {
        return R.TiedTo == S.Memory || (R.IsDef && Is(R, M.Base));
      })) {
    Why = "it changes the register of its address";
    return false;
  }
  erase_if(S.Registers, [&](const FormOperand &R) {
    return int(R.Index) == S.Memory || int(R.Index) == S.Index;
  });
  for (unsigned Op = 0; Op < I.getNumOperands(); ++Op) {
    if (!I.getOperand(Op).isImm())
      continue;
    MCInst Other = I;
    Other.getOperand(Op).setImm(I.getOperand(Op).getImm() + 1);
    const std::optional<MemRef> Moved = accessOf(B, Other);
    if (!Moved || Moved->Displacement == M.Displacement)
      continue;
    S.Offset = Op;
    S.OffsetUnit = Moved->Displacement - M.Displacement;
  }
  return true;
}

std::optional<FormShape> FormTarget::shapeOf(const FormBuilder &B,
                                             unsigned Opcode,
                                             std::string &Why) const {
  const TargetDescription &TD = B.description();
  const MCInstrDesc &Desc = TD.MII->get(Opcode);
  FormShape S;
  S.Opcode = Opcode;
  S.Immediates.assign(Desc.getNumOperands(), 0);
  for (unsigned I = 0; I < Desc.getNumOperands(); ++I) {
    const MCOperandInfo &Info = Desc.operands()[I];
    if (Info.OperandType == MCOI::OPERAND_PCREL) {
      Why = "it depends on where the code is";
      return std::nullopt;
    }
    const int16_t Class = TD.MII->getOpRegClassID(Info, 0);
    if (Class < 0)
      continue;
    const MCRegisterClass &RC = TD.MRI->getRegClass(Class);
    const RegFile File = B.fileOf(RC.getRegister(0));
    if (File == RegFile::Other || !B.reg(Class, 0).isValid()) {
      Why = std::string("there is no free register of ") +
            TD.MRI->getRegClassName(&RC);
      return std::nullopt;
    }
    S.Registers.push_back({I, Class, File, I < Desc.getNumDefs(),
                           Desc.getOperandConstraint(I, MCOI::TIED_TO), false});
  }
  if (!findAddress(B, S, Why))
    return std::nullopt;
  return S;
}

MCOperand FormTarget::fill(const FormBuilder &B, const FormShape &S,
                           const FormFilling &F, unsigned Op) const {
  const TargetDescription &TD = B.description();
  if (int(Op) == S.Memory || int(Op) == S.Index) {
    const MCOperandInfo &Info = TD.MII->get(S.Opcode).operands()[Op];
    const MCRegister Root =
        B.named(int(Op) == S.Memory ? registers().Memory : registers().Zero);
    return MCOperand::createReg(
        B.viewOf(Root, TD.MII->getOpRegClassID(Info, 0)));
  }
  if (int(Op) != S.Offset)
    return MCOperand::createImm(S.Immediates[Op]);
  int64_t Bytes = S.HasOffset ? F.Displacement : 0;
  // The same place in its line, and in another one for each of those below 0.
  if (Bytes < 0 && !S.OffsetIsSigned)
    Bytes += 256;
  return MCOperand::createImm(Bytes / S.OffsetUnit);
}
