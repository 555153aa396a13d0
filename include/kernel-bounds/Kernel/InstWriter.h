//===- InstWriter.h - Appends one instruction to a Kernel -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The target-independent end of TargetSemantics::append(), and what all
/// targets use to look at an opcode once.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_INSTWRITER_H
#define KERNEL_BOUNDS_KERNEL_INSTWRITER_H

#include "kernel-bounds/Kernel/RegisterUnits.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>

namespace llvm {
class MCExpr;
class MCInstrDesc;
} // namespace llvm

namespace kernelbounds {

/// A register that an opcode reads.
struct UsePlan {
  uint16_t Reg = 0;   ///< Implicit: the register. Explicit: 0.
  int8_t Operand = 0; ///< Index of the MCInst operand; -1 = implicit.
  ReadRole Role = ReadRole::Data;
};

/// A register that an opcode writes.
struct DefPlan {
  uint16_t Reg = 0;
  int8_t Operand = 0;
  uint8_t DefIdx = RegWrite::NoDef; ///< See RegWrite.
  bool IsWriteBack = false;
  bool IsHigh = false; ///< See RegWrite.
};

/// Writes one instruction into the pools of a Kernel. finish() adds it.
class InstWriter {
public:
  InstWriter(const ListedInst &I, uint16_t Flags, RegisterUnits &Units,
             Kernel &K);

  /// Registers without units are dropped.
  void read(llvm::MCRegister Reg, ReadRole Role, int Operand = -1);
  void read(const UsePlan &Use) { read(reg(Use), Use.Role, Use.Operand); }
  void read(llvm::ArrayRef<UsePlan> Uses) {
    for (const UsePlan &Use : Uses)
      read(Use);
  }
  void readUnit(RegUnit U, ReadRole Role);
  /// A second write of the same units by the same instruction is dropped.
  void write(llvm::MCRegister Reg, int Operand = -1, bool IsWriteBack = false,
             uint8_t DefIdx = RegWrite::NoDef, bool IsHigh = false);
  /// Writes \p Reg as \p Def says, of which it is a part or a group.
  void write(llvm::MCRegister Reg, const DefPlan &Def) {
    write(Reg, Def.Operand, Def.IsWriteBack, Def.DefIdx, Def.IsHigh);
  }
  void write(llvm::ArrayRef<DefPlan> Defs) {
    for (const DefPlan &Def : Defs)
      write(reg(Def), Def);
  }
  void writeFlags(RegUnit U, uint8_t DefIdx);
  /// Adds a read of what \p Reg held, unless the instruction reads it as data
  /// anyway.
  void readForMerge(llvm::MCRegister Reg, int Operand);
  void mem(const MemRef &M);
  void flag(InstFlag F) { Out.Flags |= F; }
  void unflag(InstFlag F) { Out.Flags &= ~F; }
  void setMode(uint16_t Mode) { Out.Mode = Mode; }
  /// Where the prefixes of the MCInst make another instruction of it.
  void setOpcode(unsigned Opcode) { Out.Opcode = Opcode; }
  void finish();

  /// The register of operand \p I; invalid if it is none.
  llvm::MCRegister reg(int I) const {
    return I >= 0 && unsigned(I) < Inst.getNumOperands() &&
                   Inst.getOperand(I).isReg()
               ? Inst.getOperand(I).getReg()
               : llvm::MCRegister();
  }
  llvm::MCRegister reg(const UsePlan &Use) const {
    return Use.Reg ? llvm::MCRegister(Use.Reg) : reg(Use.Operand);
  }
  llvm::MCRegister reg(const DefPlan &Def) const {
    return Def.Reg ? llvm::MCRegister(Def.Reg) : reg(Def.Operand);
  }
  /// The immediate of operand \p I, or \p Default.
  int64_t imm(int I, int64_t Default = 0) const {
    return I >= 0 && unsigned(I) < Inst.getNumOperands() &&
                   Inst.getOperand(I).isImm()
               ? Inst.getOperand(I).getImm()
               : Default;
  }
  const llvm::MCInst &inst() const { return Inst; }
  const ListedInst &source() const { return Source; }

private:
  template <typename T> void addUnits(T &Access, llvm::ArrayRef<RegUnit> List);

  const ListedInst &Source;
  const llvm::MCInst &Inst;
  RegisterUnits &Units;
  Kernel &K;
  KernelInst Out;
};

/// Shows what an opcode looks like, to learn of its memory operand what no MC
/// table says: width, scaling of the immediate.
class OpcodePrinter {
public:
  OpcodePrinter(const llvm::Triple &TT, const TargetDescription &TD,
                unsigned SyntaxVariant);
  ~OpcodePrinter();

  /// \p Opcode with the first register of each class and \p Imm for each
  /// immediate, as text; empty if the target cannot print.
  std::string print(unsigned Opcode, int64_t Imm);
  /// The instruction that print() shows.
  llvm::MCInst makeInst(unsigned Opcode, int64_t Imm) const;

private:
  struct Parts; ///< Made by the first print().
  llvm::Triple TT;
  TargetDescription TD;
  unsigned SyntaxVariant;
  std::unique_ptr<Parts> P;
};

/// Name of the register class of operand \p I of \p Desc; empty if it has none
/// or belongs to an x86 address.
llvm::StringRef operandClass(const TargetDescription &TD,
                             const llvm::MCInstrDesc &Desc, unsigned I);
/// The register that LLVM calls \p Name; invalid if there is none.
llvm::MCRegister findRegister(const llvm::MCRegisterInfo &MRI,
                              llvm::StringRef Name);
/// Index of the def that operand \p I is tied to; -1 = not tied.
int tiedDef(const llvm::MCInstrDesc &Desc, unsigned I);
/// Calls and branches, as InstFlags.
uint16_t branchFlags(const llvm::MCInstrDesc &Desc);

/// An opcode while its plan is being made.
struct PlannedOpcode {
  llvm::StringRef Name;
  const llvm::MCInstrDesc &Desc;
  const TargetDescription &TD;

  llvm::StringRef operandClass(unsigned I) const {
    return kernelbounds::operandClass(TD, Desc, I);
  }
  bool startsWith(llvm::ArrayRef<llvm::StringLiteral> Stems) const {
    return llvm::any_of(Stems,
                        [&](llvm::StringRef S) { return Name.starts_with(S); });
  }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_INSTWRITER_H
