//===- RISCVForms.cpp - What else RISC-V opcodes are ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compressed forms, kinds of opcodes, and operations that may be regrouped.
///
/// Source: The RISC-V Instruction Set Manual, volume I, chapters "C" (the
/// expansion of each compressed instruction), "F" and "V" (signs of addends).
/// Tested by unittests/Target/RISCVSemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RISCVTarget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::uncompressed(StringRef Name) {
  StringRef Rest = Name;
  if (!Rest.consume_front("C_"))
    return Name;
  return StringSwitch<StringRef>(Rest)
      .Cases({"ADDI", "ADDI4SPN", "ADDI16SP", "LI", "MV"}, "ADDI")
      .Cases({"LW", "LWSP", "LW_INX", "LWSP_INX"}, "LW")
      .Cases({"LD", "LDSP"}, "LD")
      .Cases({"SW", "SWSP", "SW_INX", "SWSP_INX"}, "SW")
      .Cases({"SD", "SDSP"}, "SD")
      .Cases({"FLW", "FLWSP"}, "FLW")
      .Cases({"FLD", "FLDSP"}, "FLD")
      .Cases({"FSW", "FSWSP"}, "FSW")
      .Cases({"FSD", "FSDSP"}, "FSD")
      .Cases({"LBU", "LHU", "LH", "SB", "SH"}, Rest)
      .Cases({"LH_INX"}, "LH")
      .Cases({"SH_INX"}, "SH")
      .Cases({"ADDIW", "LUI", "ADD", "ADDW", "SUB", "SUBW", "AND", "OR", "XOR",
              "ANDI"},
             Rest)
      .Cases({"SLLI", "SRLI", "SRAI", "MUL", "SEXT_B", "SEXT_H"}, Rest)
      .Cases({"BEQZ"}, "BEQ")
      .Cases({"BNEZ"}, "BNE")
      .Cases({"J", "JAL"}, "JAL")
      .Cases({"JR", "JALR"}, "JALR")
      .Case("EBREAK", "EBREAK")
      .Case("ZEXT_H", "ZEXT_H_RV64")
      .Case("ZEXT_W", "ADD_UW")
      .Case("ZEXT_B", "ANDI")
      .Case("NOT", "XORI")
      .Case("NOP", "NOP")
      .Default(Name);
}

uint8_t kernelbounds::riscvTraits(StringRef Name) {
  uint8_t Traits = 0;
  if (is_contained({"ADD", "ADDI", "ADDW", "ADDIW", "SUB", "SUBW", "ADD_UW"},
                   Name))
    Traits |= OT_Addition;
  if (startsWithAny(Name, {"DIV", "REM", "FDIV_", "FSQRT_", "VDIV", "VREM",
                           "VFDIV_", "VFRDIV_", "VFSQRT_"}))
    Traits |= OT_Division;
  if (startsWithAny(Name, {"VSETVLI", "VSETVL"}))
    Traits |= OT_LoopTest;
  if (startsWithAny(Name,
                    {"VLE", "VSE8", "VSE16", "VSE32", "VSE64", "VL1R", "VL2R",
                     "VL4R", "VL8R", "VS1R", "VS2R", "VS4R", "VS8R"}))
    Traits |= OT_VectorAccess;
  return Traits;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Of VREDSUM_VS, VFWREDUSUM_VS: what is between RED and the shape.
static ReductionOp reductionOf(StringRef Name) {
  StringRef Kind = Name.substr(Name.find("RED") + 3).split('_').first;
  using Op = ReductionOp;
  return StringSwitch<Op>(Kind)
      .Cases({"SUM", "SUMU", "OSUM", "USUM"}, Op::Add)
      .Cases({"MAX", "MAXU"}, Op::Max)
      .Cases({"MIN", "MINU"}, Op::Min)
      .Case("AND", Op::And)
      .Case("OR", Op::Or)
      .Case("XOR", Op::Xor)
      .Default(Op::None);
}

ReductionOp kernelbounds::riscvAccumulation(StringRef Name) {
  if (Name.contains("RED"))
    return reductionOf(Name);
  // These keep the sign of the addend; FMSUB and FNMADD change it.
  StringRef Stem = Name.split('_').first;
  Stem.consume_front("V");
  Stem.consume_front("F");
  Stem.consume_front("W");
  Stem = Stem.rtrim("U");
  if (Name.starts_with("V") && !Name.starts_with("VF"))
    return ReductionOp::Add; // VMACC, VNMSAC, VMADD, VNMSUB, dot products.
  return is_contained({"MADD", "NMSUB", "MACC", "NMSAC", "MACCBF16"}, Stem)
             ? ReductionOp::Add
             : ReductionOp::None;
}

ReductionOp kernelbounds::riscvOperation(StringRef Name, unsigned Operand) {
  using Op = ReductionOp;
  auto [Stem, Shape] = Name.split('_');
  const bool IsVector = Stem.consume_front("V");
  // VWADD_VV widens; only VWADD_WV adds to what it writes.
  if (IsVector && (Stem.starts_with("W") || Stem.starts_with("FW"))) {
    const bool Adds = is_contained(
        {"WADD", "WADDU", "WSUB", "WSUBU", "FWADD", "FWSUB"}, Stem);
    return Adds && Shape.starts_with("W") && Operand == 1 ? Op::Add : Op::None;
  }
  if (is_contained({"SUB", "SUBW", "FSUB"}, Stem))
    return Operand == 1 ? Op::Add : Op::None;
  return StringSwitch<Op>(Stem)
      .Cases({"ADD", "ADDW", "ADDI", "ADDIW", "FADD"}, Op::Add)
      .Cases({"MUL", "MULW", "FMUL"}, Op::Mul)
      .Cases({"MIN", "MINU", "FMIN", "FMINM"}, Op::Min)
      .Cases({"MAX", "MAXU", "FMAX", "FMAXM"}, Op::Max)
      .Cases({"AND", "ANDI"}, Op::And)
      .Cases({"OR", "ORI"}, Op::Or)
      .Cases({"XOR", "XORI"}, Op::Xor)
      .Default(Op::None);
}
