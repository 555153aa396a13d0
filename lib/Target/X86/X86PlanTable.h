//===- X86PlanTable.h - Plans of all x86 opcodes ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The plans of X86Opcodes.h as constants, made by X86PlanCompiler.cpp when
/// Kernel Bounds is built, with LLVM's numbers of opcodes and registers. Most
/// opcodes share their plan with others: some 22,000 have about a thousand.
///
/// Example: ADD64rr and OR64rr have one row.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_X86PLANTABLE_H
#define KERNEL_BOUNDS_LIB_TARGET_X86PLANTABLE_H

#include "X86Opcodes.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelbounds {

struct X86PlanRow : X86PlanBase {
  uint16_t FirstUse, FirstDef; ///< Into X86PlanTable::Uses and Defs.
  uint8_t NumUses, NumDefs;
};

struct X86PlanTable {
  llvm::ArrayRef<uint16_t> RowOf; ///< By opcode.
  llvm::ArrayRef<X86PlanRow> Rows;
  llvm::ArrayRef<UsePlan> Uses;
  llvm::ArrayRef<DefPlan> Defs;
  X86Registers Registers;

  const X86PlanRow &row(unsigned Opcode) const { return Rows[RowOf[Opcode]]; }
  llvm::ArrayRef<UsePlan> uses(const X86PlanRow &R) const {
    return Uses.slice(R.FirstUse, R.NumUses);
  }
  llvm::ArrayRef<DefPlan> defs(const X86PlanRow &R) const {
    return Defs.slice(R.FirstDef, R.NumDefs);
  }
};

/// In constant memory. Of the LLVM that this was built with.
extern const X86PlanTable X86Plans;

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_X86PLANTABLE_H
