//===- FormBuilder.h - Instructions made of opcodes -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fills the operands of any opcode with registers that a timed loop may use,
/// immediates, and places in its buffer.
///
/// Example: VADDPDYrm with the numbers {3, 5} and displacement 64 is
/// `vaddpd 64(%r14), %ymm5, %ymm3`.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_FORMBUILDER_H
#define KERNEL_BOUNDS_MEASURE_FORMBUILDER_H

#include "kernel-bounds/Measure/FormTarget.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCRegister.h"
#include <string>
#include <vector>

namespace kernelbounds {

class FormBuilder {
public:
  explicit FormBuilder(TargetSemantics &Semantics);

  const TargetDescription &description() const { return TD; }
  TargetSemantics &semantics() const { return Semantics; }
  const FormTarget &target() const { return Forms; }
  /// The operands of \p Opcode. \returns nullopt, with the reason in \p Why,
  /// if they cannot be filled.
  std::optional<FormShape> shapeOf(unsigned Opcode, std::string &Why) const {
    return Forms.shapeOf(*this, Opcode, Why);
  }
  llvm::MCInst build(const FormShape &S, const FormFilling &F) const;
  /// Numbers by which all registers are different, and none is used by the
  /// instruction anyway; \p First is where they begin.
  FormFilling spread(const FormShape &S, unsigned First = 0) const;

  /// Numbers of registers of a file are indices into this, by the widest
  /// register that contains them.
  llvm::ArrayRef<llvm::MCRegister> pool(RegFile File) const {
    return Pools[static_cast<unsigned>(File)];
  }
  /// The register of \p Class in the \p Number -th of the pool of its file,
  /// modulo its size; invalid if the class has none there.
  llvm::MCRegister reg(int16_t Class, unsigned Number) const;
  /// The widest register that contains \p R.
  llvm::MCRegister rootOf(llvm::MCRegister R) const;
  RegFile fileOf(llvm::MCRegister R) const;
  /// The part of \p Root in \p Class: of a view of another width.
  llvm::MCRegister viewOf(llvm::MCRegister Root, int16_t Class) const;

  /// An instruction of registers and immediates, given by names; for helpers.
  llvm::MCInst make(llvm::StringRef Opcode,
                    llvm::ArrayRef<llvm::MCOperand> Operands) const;
  llvm::MCRegister named(llvm::StringRef Name) const;

  /// What the project knows of \p I: its reads, writes and accesses.
  Kernel describe(const llvm::MCInst &I) const;

private:
  TargetSemantics &Semantics;
  const TargetDescription &TD;
  const FormTarget &Forms;
  std::vector<llvm::MCRegister> Pools[NumRegFiles];
  llvm::StringMap<llvm::MCRegister> ByName;
  std::vector<llvm::MCRegister> Roots; ///< By register.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_FORMBUILDER_H
