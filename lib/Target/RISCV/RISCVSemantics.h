//===- RISCVSemantics.h - What a RISC-V instruction reads -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// RISC-V as TargetSemantics has it. Instructions are appended in
/// RISCVSemantics.cpp, questions answered in RISCVQueries.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVSEMANTICS_H
#define KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVSEMANTICS_H

#include "RISCVOpcodes.h"
#include "RISCVTarget.h"
#include "kernel-bounds/Kernel/InstSizer.h"
#include "llvm/ADT/DenseMap.h"

namespace kernelbounds {

class RISCVSemantics final : public TargetSemantics {
public:
  RISCVSemantics(const llvm::Triple &TT, const TargetDescription &TD);

  bool hasModes() const override { return true; }
  void enterLoop(llvm::ArrayRef<InstBefore> Before,
                 llvm::ArrayRef<const llvm::MCInst *> Body) override {
    Vectors.enterLoop(Before, Body);
  }
  void append(const ListedInst &I, Kernel &K) override;
  InstEncoding encode(const llvm::MCInst &Inst) override {
    return Sizer.encode(Inst);
  }
  unsigned numUnits() const override { return Units.size(); }
  std::string unitName(RegUnit U) const override { return Units.name(U); }

  bool fillSpecial(const IntOperands &I, const IntRecipe &R,
                   IntOp &Op) const override {
    return fillRISCVSpecial(I, R, Op);
  }
  std::optional<int64_t> stepOf(const KernelInst &I,
                                unsigned Reg) const override;
  unsigned plainAccess(const MemRef &Mem, bool IsStore) const override;
  unsigned modelOpcode(const KernelInst &I) const override;
  ReductionOp reduction(const Kernel &K, const KernelInst &I,
                        const RegRead &R) const override;
  bool isScaled(const KernelInst &I, const RegRead &R) const override;
  DivisionForms divisionForms(unsigned Opcode) const override;
  IntegerReciprocal integerReciprocal(unsigned Opcode,
                                      unsigned Reg) const override;
  FloatWork floatWork(const KernelInst &I) const override;
  llvm::SmallVector<FloatPeakForm, 4> floatPeaks(FloatType Type) const override;
  llvm::ArrayRef<RegisterFile> registerFiles() const override;
  unsigned registerFile(RegUnit U) const override;

protected:
  IntRecipe makeRecipe(llvm::StringRef Name) const override {
    return riscvRecipe(Name);
  }
  uint8_t makeTraits(llvm::StringRef Name) const override {
    return riscvTraits(uncompressed(Name));
  }
  FloatWork makeFloatWork(llvm::StringRef Name) const override {
    return riscvFloatWork(Name).Work;
  }

private:
  const RISCVPlan &plan(unsigned Opcode);
  const VectorForm &form(unsigned Opcode, VectorState S) const;
  llvm::MCRegister registerOf(llvm::StringRef Name) const {
    return findRegister(*TD.MRI, Name);
  }
  RegUnit unitOf(llvm::StringRef Name) {
    return Units.units(registerOf(Name)).front();
  }
  llvm::MCRegister groupOf(llvm::MCRegister Reg, const VectorForm *Form,
                           int Operand) const;
  bool isZero(llvm::MCRegister R) { return R && Units.units(R).empty(); }
  void appendUses(const RISCVPlan &Plan, const VectorForm *Form, InstWriter &W);
  void appendMemory(const RISCVPlan &Plan, InstWriter &W);
  void sizeVector(const RISCVAddress &A, MemRef &M) const;
  void appendControl(InstWriter &W);
  bool keepsOld(const RISCVPlan &Plan, const InstWriter &W) const;
  void flagIdiom(const RISCVPlan &Plan, InstWriter &W);
  bool isHint(const RISCVPlan &Plan, const InstWriter &W);

  RegisterUnits Units;
  InstSizer Sizer;
  VectorStateTracker Vectors;
  /// By opcode. A map: a compilation sees a few dozen of thousands.
  llvm::DenseMap<unsigned, std::unique_ptr<RISCVPlan>> Plans;
  /// By opcode and vtype.
  mutable llvm::DenseMap<uint64_t, std::unique_ptr<VectorForm>> Forms;
  mutable llvm::DenseMap<unsigned, unsigned> Uncompressed; ///< Opcodes.
  mutable unsigned PlainAccess[3][2] = {}; ///< Opcodes; 0: not looked up.
};
} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVSEMANTICS_H
