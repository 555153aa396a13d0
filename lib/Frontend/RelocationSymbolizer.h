//===- RelocationSymbolizer.h - Operands that the linker fills --*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In an object file the displacement of `lea x(%rip), %rax` is 0, and a
/// relocation names x. Disassembled with this symbolizer the operand is an
/// expression again, as in assembly.
///
/// What a section of the file defines is named by section and offset, so that
/// one place has one name, whatever symbols point to it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_RELOCATIONSYMBOLIZER_H
#define KERNEL_BOUNDS_LIB_FRONTEND_RELOCATIONSYMBOLIZER_H

#include "ObjectSymbols.h"
#include "llvm/MC/MCDisassembler/MCSymbolizer.h"

namespace kernelbounds {

class RelocationSymbolizer final : public llvm::MCSymbolizer {
public:
  RelocationSymbolizer(llvm::MCContext &Context, const ObjectSymbols &Symbols)
      : MCSymbolizer(Context, nullptr), Symbols(Symbols) {}
  /// The section that is disassembled from now on.
  void setSection(uint64_t Index) { Section = Index; }

  bool tryAddingSymbolicOperand(llvm::MCInst &Inst, llvm::raw_ostream &Comments,
                                int64_t Value, uint64_t Address, bool IsBranch,
                                uint64_t Offset, uint64_t OpSize,
                                uint64_t InstSize) override;
  /// Does the same for the last operand of \p Inst, of \p Size bytes at
  /// \p Address, where its decoder has not asked.
  void symbolizeLast(llvm::MCInst &Inst, uint64_t Address, uint64_t Size);
  void tryAddingPcLoadReferenceComment(llvm::raw_ostream &, int64_t,
                                       uint64_t) override {}

private:
  const llvm::MCExpr *placeOf(const CodeRelocation &R, int64_t Place);

  const ObjectSymbols &Symbols;
  uint64_t Section = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_RELOCATIONSYMBOLIZER_H
