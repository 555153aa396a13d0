//===- RISCVOpcodes.h - What is known of a RISC-V opcode --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The plan by which RISCVSemantics appends every instruction of one opcode,
/// made once from its MCInstrDesc and its name, and the forms of vector
/// opcodes.
///
/// Example: VFMACC_VV has the def {0}, the uses {1 Accumulator, 2, 3}, a mask
/// at operand 4, and reads vl and vtype. With e32, m2 it is
/// PseudoVFMACC_VV_M2_E32, of which each vector is two registers.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVOPCODES_H
#define KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVOPCODES_H

#include "RISCVVectorState.h"
#include "kernel-bounds/Kernel/InstWriter.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelbounds {

/// What equal or constant operands make of an instruction.
enum class RISCVIdiom : uint8_t {
  None,
  Move,          ///< c.mv, vmv1r.v
  MoveIfImmZero, ///< addi rd, rs, 0
  MoveIfSame,    ///< fsgnj.d rd, rs, rs: operands 1 and 2 are the same.
  ZeroIfSame,    ///< xor rd, rs, rs
};

/// Which registers a vector memory access takes.
enum class VectorAccess : uint8_t {
  None,
  Unit,    ///< vl elements in a row.
  Whole,   ///< Whole registers, whatever vl is.
  Mask,    ///< A bit for each element.
  Strided, ///< A register says how far apart.
  Indexed, ///< A vector says where.
};

/// The memory operand of an opcode.
struct RISCVAddress {
  MemRef Mem;        ///< All but registers, displacement, symbol.
  int8_t Base = -1;  ///< Operand; -1 = no memory operand.
  int8_t Index = -1; ///< Operand of a stride or of indices.
  int8_t Imm = -1;   ///< Operand of the displacement.
  bool IsUpdate = false;
  VectorAccess Vector = VectorAccess::None;
  uint8_t ElementBytes = 0; ///< Of Vector, each of NumFields.
  uint8_t NumFields = 1;
  uint8_t NumRegisters = 1; ///< Of Whole.
  bool isMemory() const { return Base >= 0; }
};

/// What happens to the elements of a vector result that are not computed.
enum class VectorResult : uint8_t {
  None,       ///< No vector, or whole registers.
  Policy,     ///< As vtype says.
  MaskOnly,   ///< A mask: its tail is always agnostic.
  OneElement, ///< The others are tail: vredsum.vs, vmv.s.x.
  Kept,       ///< Always in part: vslideup.
};

struct RISCVPlan {
  llvm::SmallVector<UsePlan, 5> Uses; ///< Explicit, then implicit.
  llvm::SmallVector<DefPlan, 3> Defs;
  uint16_t Flags = 0; ///< Of InstFlag.
  RISCVIdiom Idiom = RISCVIdiom::None;
  RISCVAddress Address;
  bool IsVector = false; ///< Runs with vtype and vl.
  VectorResult Result = VectorResult::None;
  int8_t MaskOperand = -1;      ///< That turns elements off.
  int8_t Tied = -1;             ///< Use of a vector that is written.
  bool TiedIsPolicy = false;    ///< Read only if vtype says so: vmv.s.x.
  bool IsJump = false;          ///< jal, jalr: a call if it links.
  bool IsControlAccess = false; ///< csrrw and its kin.
  int8_t RoundingMode = -1;     ///< Operand.
};

RISCVPlan planRISCVOpcode(unsigned Opcode, const TargetDescription &TD);
/// Name of the register class of operand \p I, that of an address too; empty if
/// it has none.
llvm::StringRef riscvOperandClass(const TargetDescription &TD,
                                  const llvm::MCInstrDesc &Desc, unsigned I);
/// Of an opcode that accesses memory.
RISCVAddress describeRISCVAddress(llvm::StringRef Name,
                                  const llvm::MCInstrDesc &Desc,
                                  const TargetDescription &TD);

/// What a vector opcode is with one vtype: LLVM has a pseudo instruction for
/// each, with the registers that it takes and its own scheduling class.
struct VectorForm {
  unsigned Pseudo = 0; ///< Opcode; 0: none.
  /// Register classes by operand of the real instruction; -1: no vector.
  llvm::SmallVector<int16_t, 6> Classes;
};
VectorForm findVectorForm(unsigned Opcode, VectorState S,
                          const TargetDescription &TD);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TARGET_RISCV_RISCVOPCODES_H
