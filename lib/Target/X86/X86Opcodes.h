//===- X86Opcodes.h - What is known of an x86 opcode ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The plan by which X86Semantics appends every instruction of one opcode, made
/// from its MCInstrDesc and its name: when Kernel Bounds is built, for all
/// opcodes (X86PlanTable.h), because a plan takes ten times as long as what it
/// is needed for in a compilation.
///
/// Example: ADC64rm has the operands {def 0, use 1 Data}, a memory operand at 2
/// with an 8-byte load, reads the flags group CF and writes all three.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_X86OPCODES_H
#define KERNEL_BOUNDS_LIB_TARGET_X86OPCODES_H

#include "X87Stack.h"
#include "kernel-bounds/Kernel/InstWriter.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelbounds {

/// The flags groups, as bits: renamed apart by all cores of the last decade.
enum X86FlagGroup : uint8_t {
  FG_CF = 1,
  FG_OF = 2,
  FG_SPAZ = 4, ///< SF, PF, AF, ZF.
  FG_All = 7
};
constexpr unsigned NumX86FlagGroups = 3;

/// Instructions whose operands MCInstrDesc does not describe.
enum class X86Special : uint8_t {
  None,
  Push, ///< push, pushf.
  Pop,  ///< pop, popf.
  Leave,
  String,   ///< movs, stos, lods, cmps, scas.
  Absolute, ///< mov between rax and a 64-bit address.
  Xlat,
  MaskMove, ///< maskmovdqu: stores to (%rdi).
  Loop,     ///< loop, loope, loopne count in rcx.
  Exchange, ///< xchg with rax: a nop if it is rax.
  X87
};

/// Which operands being equal makes the result a constant.
enum class X86Idiom : uint8_t { None, Zero, Ones, OnesIfAllBitsSet };

/// A plan but for its lists.
struct X86PlanBase {
  uint16_t Flags = 0;                    ///< Of InstFlag.
  uint8_t FlagReads = 0, FlagWrites = 0; ///< Of X86FlagGroup.
  uint8_t FlagsDefIdx = RegWrite::NoDef;
  int8_t CondOperand = -1;      ///< Condition code; its groups are read.
  bool CondHasNoParity = false; ///< APX ccmp: codes 10 and 11 are constants.
  int8_t MergeDef = -1;         ///< Def whose old value is kept in part.
  bool ZeroesUpper = false;     ///< 8- and 16-bit defs do not merge (APX).
  bool MovesLowByte = false;    ///< movzx r32, r8: no move from ah.
  X86Special Special = X86Special::None;
  X86Idiom Idiom = X86Idiom::None;
  int8_t IdiomA = -1, IdiomB = -1; ///< Operands to compare.
  int8_t MemOperand = -1;          ///< First of five; -1 = none.
  MemRef Mem;                      ///< All but the address.
  uint8_t StackWidth = 0;          ///< Bytes pushed or popped.
  X87Action X87;
};

struct X86Plan : X86PlanBase {
  llvm::SmallVector<UsePlan, 4> Uses; ///< Explicit, then implicit.
  llvm::SmallVector<DefPlan, 4> Defs;
};

/// Registers that plans name.
struct X86Registers {
  uint16_t EFLAGS, RSP, ESP, SP, RBP, RBX, AL, RDI, RCX, RIP, RIZ, EIZ, FS, GS,
      ST0;

  static X86Registers find(const llvm::MCRegisterInfo &MRI);
};

/// The groups that condition code \p Code (as in jcc) depends on.
uint8_t conditionGroups(int64_t Code);

/// The idiom that opcode \p Name is, if its operands allow.
X86Idiom idiomOfX86(llvm::StringRef Name);
/// Whether opcode \p Name copies a whole register, or zero-extends its low
/// byte.
bool isX86RegMove(llvm::StringRef Name);

/// What MCInstrDesc does not know of the memory operands of x86 opcodes.
class X86MemoryTable {
public:
  X86MemoryTable(const llvm::Triple &TT, const TargetDescription &TD)
      : TD(TD), Printer(TT, TD, /*SyntaxVariant=*/1) {}

  /// Sets MemOperand, Mem, StackWidth and Special of \p Plan.
  void describe(unsigned Opcode, X86Plan &Plan);

private:
  TargetDescription TD;
  OpcodePrinter Printer;
};

/// The plan of \p Opcode.
X86Plan planX86Opcode(unsigned Opcode, const TargetDescription &TD,
                      const X86Registers &Regs, X86MemoryTable &Memory);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_X86OPCODES_H
