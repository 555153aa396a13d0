//===- InlineAssembly.h - Inline assembly as instructions -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the inline assembly of a MachineFunction with LLVM's own parser.
///
/// Example: `asm("rorq $$3, $0", "=r,0")` with rax as its operand becomes the
/// instruction `rorq $3, %rax`; `asm("", "=x,0")` becomes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_INLINEASSEMBLY_H
#define KERNEL_BOUNDS_LIB_PASSES_INLINEASSEMBLY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCInst.h"
#include <memory>
#include <string>

namespace llvm {
class AsmPrinter;
class MachineInstr;
} // namespace llvm

namespace kernelbounds {

/// Instructions of inline assembly.
struct InlineInsts {
  llvm::SmallVector<llvm::MCInst, 4> Insts;
  /// Why the text is not only instructions one after the other: "a label".
  /// Insts is empty then. Empty: it is.
  std::string Problem;
};

/// Parses inline assembly apart from the output: no symbol and no label of the
/// compilation is made.
class InlineAssembly {
public:
  /// \p AP may be null: only text that needs no parsing can be read then.
  explicit InlineAssembly(llvm::AsmPrinter *AP);
  ~InlineAssembly();

  /// The instructions of \p MI, an INLINEASM or INLINEASM_BR. Their expressions
  /// live as long as this.
  InlineInsts read(const llvm::MachineInstr &MI);

private:
  struct Parser;
  llvm::AsmPrinter *AP;
  std::unique_ptr<Parser> P; ///< Made by the first that is parsed.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_INLINEASSEMBLY_H
