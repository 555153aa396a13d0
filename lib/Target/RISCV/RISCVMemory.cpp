//===- RISCVMemory.cpp - Memory operands of RISC-V opcodes ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where base, stride and displacement stand, and how many bytes are accessed,
/// by the mnemonic. What depends on vtype is found instruction by instruction.
///
/// Tested by unittests/Target/RISCVSemanticsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RISCVOpcodes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace llvm;
using namespace kernelbounds;

/// Bytes of plain loads and stores; 0: it is none.
static unsigned plainWidth(StringRef Name) {
  Name.consume_back("_INX");
  return StringSwitch<unsigned>(Name)
      .Cases({"LB", "LBU", "SB"}, 1)
      .Cases({"LH", "LHU", "SH", "FLH", "FSH"}, 2)
      .Cases({"LW", "LWU", "SW", "FLW", "FSW"}, 4)
      .Cases({"LD", "SD", "FLD", "FSD"}, 8)
      .Cases({"FLQ", "FSQ"}, 16)
      .Default(0);
}

/// Of LR_W, SC_D_RL, AMOADD_W_AQRL.
static unsigned atomicWidth(StringRef Name) {
  return StringSwitch<unsigned>(Name.split('_').second.take_front())
      .Case("B", 1)
      .Case("H", 2)
      .Case("W", 4)
      .Case("D", 8)
      .Case("Q", 16)
      .Default(0);
}

static RISCVAddress describeAtomic(StringRef Name, const MCInstrDesc &Desc) {
  RISCVAddress A;
  A.Mem.IsLoad = !Name.starts_with("SC_");
  A.Mem.IsStore = !Name.starts_with("LR_");
  A.IsUpdate = Name.starts_with("AMO");
  A.Mem.Width = atomicWidth(Name);
  A.Base = Desc.getNumOperands() - 1;
  return A;
}

/// VLE32FF_V, VSSEG3E64_V, VLSE8_V, VSUXEI16_V, VL4RE8_V, VS2R_V, VLM_V.
static RISCVAddress describeVector(StringRef Name) {
  RISCVAddress A;
  StringRef Rest = Name;
  A.Mem.IsLoad = Rest.consume_front("VL");
  A.Mem.IsStore = !A.Mem.IsLoad && Rest.consume_front("VS");
  if (!A.Mem.IsLoad && !A.Mem.IsStore)
    return RISCVAddress();
  A.Mem.IsVector = true;
  if (Rest == "M_V") {
    A.Vector = VectorAccess::Mask;
  } else if (isDigit(Rest[0]) && Rest[1] == 'R') {
    A.Vector = VectorAccess::Whole;
    A.NumRegisters = Rest[0] - '0';
  } else {
    A.Vector = Rest.consume_front("UX") || Rest.consume_front("OX")
                   ? VectorAccess::Indexed
               : Rest.consume_front("SSEG") ? VectorAccess::Strided
                                            : VectorAccess::Unit;
    const bool IsSegment = A.Vector == VectorAccess::Strided;
    if (A.Vector == VectorAccess::Unit && Rest.starts_with("SE") &&
        isDigit(Rest[2])) {
      Rest = Rest.drop_front();
      A.Vector = VectorAccess::Strided;
    }
    if (IsSegment || Rest.consume_front("SEG")) {
      A.NumFields = Rest[0] - '0';
      Rest = Rest.drop_front();
    }
    if (!Rest.consume_front("E"))
      return RISCVAddress();
    Rest.consume_front("I");
    unsigned Bits = 0;
    if (Rest.consumeInteger(10, Bits))
      return RISCVAddress();
    // Of an indexed access the width of indices; elements have SEW bits.
    A.ElementBytes = A.Vector == VectorAccess::Indexed ? 0 : Bits / 8;
  }
  A.Base = 1;
  if (A.Vector == VectorAccess::Strided || A.Vector == VectorAccess::Indexed) {
    A.Index = 2;
    A.Mem.IsGather = true;
  }
  return A;
}

RISCVAddress kernelbounds::describeRISCVAddress(StringRef Name,
                                                const MCInstrDesc &Desc,
                                                const TargetDescription &TD) {
  RISCVAddress A;
  if (const unsigned Width = plainWidth(Name)) {
    StringRef Datum = riscvOperandClass(TD, Desc, 0);
    A.Mem.IsLoad = Desc.mayLoad();
    A.Mem.IsStore = Desc.mayStore();
    A.Mem.IsVector = Datum.starts_with("FPR");
    A.Mem.Width = Width;
    A.Base = 1;
    A.Imm = 2;
  } else if (Name.starts_with("PREFETCH_")) {
    A.Mem.IsLoad = true;
    A.Base = 0;
    A.Imm = 1;
  } else if (Name.starts_with("AMO") || Name.starts_with("LR_") ||
             Name.starts_with("SC_")) {
    A = describeAtomic(Name, Desc);
  } else if (Name.starts_with("V") && (Desc.mayLoad() || Desc.mayStore())) {
    A = describeVector(Name);
  }
  return A;
}
