//===- AArch64Opcodes.h - What is known of an AArch64 opcode ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The plan by which AArch64Semantics appends every instruction of one opcode,
/// made once from its MCInstrDesc, its name and its printed form.
///
/// Example: LDRDpost has the defs {0 write-back, 1}, the use {2 Address}, an
/// 8-byte load with base operand 2, and the immediate operand 3, in bytes.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_AARCH64OPCODES_H
#define KERNEL_BOUNDS_LIB_TARGET_AARCH64OPCODES_H

#include "kernel-bounds/Kernel/InstWriter.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelbounds {

/// The memory operand of an opcode.
struct AArch64Address {
  MemRef Mem;            ///< All but registers, displacement, symbol.
  int8_t Base = -1;      ///< Operand; -1 = no memory operand, or literal.
  int8_t Index = -1;     ///< Operand of an index or increment register.
  int8_t Imm = -1;       ///< Operand of the displacement.
  int8_t Literal = -1;   ///< Operand of a PC-relative address.
  int8_t Extend = -1;    ///< Operand: sign-extend the index?
  int8_t Shift = -1;     ///< Operand: scale the index by ShiftScale?
  int64_t ImmScale = 1;  ///< Bytes per unit of the immediate.
  int64_t FixedStep = 0; ///< Write-back without an operand that says how far.
  uint8_t ShiftScale = 1;
  bool IsNarrowIndex = false; ///< The index is a w register.
  bool HasVectorBase = false; ///< A gather with a base per element.
  bool IsUpdate = false;      ///< Atomic load, operation and store.
  bool isMemory() const { return Base >= 0 || Literal >= 0; }
};

/// What equal or constant operands make of an instruction.
enum class AArch64Idiom : uint8_t {
  None,
  Move,            ///< fmov d, d; movprfx.
  MoveIfSame,      ///< orr v, v, v: operands 1 and 2 are the same.
  MoveIfFirstZero, ///< orr x, xzr, x.
  MoveIfNoAddend,  ///< add x, sp, #0.
  NopIfHint,       ///< hint #0, and others that do nothing in a loop.
  ZeroIfSame,      ///< eor x, x, x.
  ZeroIfImmZero    ///< movz x, #0; movi v, #0.
};

struct AArch64Plan {
  llvm::SmallVector<UsePlan, 4> Uses; ///< Explicit, then implicit.
  llvm::SmallVector<DefPlan, 4> Defs;
  uint16_t Flags = 0; ///< Of InstFlag.
  bool ReadsNZCV = false, WritesNZCV = false;
  uint8_t FlagsDefIdx = RegWrite::NoDef;
  AArch64Idiom Idiom = AArch64Idiom::None;
  AArch64Address Address;
};

/// What MCInstrDesc does not know of the memory operands of AArch64 opcodes.
class AArch64MemoryTable {
public:
  AArch64MemoryTable(const llvm::Triple &TT, const TargetDescription &TD)
      : TD(TD), Printer(TT, TD, /*SyntaxVariant=*/0) {}

  AArch64Address describe(unsigned Opcode);

private:
  TargetDescription TD;
  OpcodePrinter Printer;
};

AArch64Plan planAArch64Opcode(unsigned Opcode, const TargetDescription &TD,
                              AArch64MemoryTable &Memory);

/// Whether \p Class holds predicates.
bool isPredicateClass(llvm::StringRef Class);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_AARCH64OPCODES_H
