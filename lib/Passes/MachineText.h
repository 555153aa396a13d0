//===- MachineText.h - Instructions as text ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints instructions of a MachineFunction in the syntax of its assembly.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_MACHINETEXT_H
#define KERNEL_BOUNDS_LIB_PASSES_MACHINETEXT_H

#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace llvm {
class MachineFunction;
class MachineInstr;
class MCInst;
class MCInstPrinter;
} // namespace llvm

namespace kernelbounds {

class MachineText {
public:
  /// Of the functions of the compilation that \p MF is one of.
  explicit MachineText(const llvm::MachineFunction &MF);
  ~MachineText();

  /// What became of \p From, as one line without tabs at its ends: "vaddsd
  /// (%rdi), %xmm0, %xmm0". A branch names its block: "jne .LBB0_3".
  std::string of(const llvm::MCInst &Inst,
                 const llvm::MachineInstr &From) const;

private:
  std::unique_ptr<llvm::MCInstPrinter> Printer;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_MACHINETEXT_H
