//===- RISCVFloats.cpp - Floating-point operations of RISC-V opcodes ------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operations by LLVM's names of the opcodes: FMADD_D names its type, VFMACC_VV
/// takes the elements that vsetvli set.
///
/// Source: The RISC-V Instruction Set Manual, volume I, chapters "F" and "V".
/// Tested by unittests/Target/FloatWorkTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RISCVSemantics.h"
#include "RISCVTarget.h"
#include "RISCVVectorState.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInst.h"

using namespace kernelbounds;
using namespace llvm;

/// Operations of each element of what is called FADD or VFADD; 0: none.
static unsigned perElement(StringRef Stem) {
  return StringSwitch<unsigned>(Stem)
      .Cases({"FADD", "FSUB", "FRSUB", "FMUL", "FDIV", "FRDIV", "FSQRT"}, 1)
      .Cases({"FMIN", "FMAX", "FMINM", "FMAXM", "FREC7", "FRSQRT7"}, 1)
      .Cases({"FREDUSUM", "FREDOSUM", "FREDMIN", "FREDMAX"}, 1)
      .Cases({"FWADD", "FWSUB", "FWMUL", "FWREDUSUM", "FWREDOSUM"}, 1)
      .Cases({"FMADD", "FMSUB", "FNMADD", "FNMSUB"}, 2)
      .Cases({"FMACC", "FMSAC", "FNMACC", "FNMSAC"}, 2)
      .Cases({"FWMACC", "FWMSAC", "FWNMACC", "FWNMSAC"}, 2)
      .Default(0);
}

std::optional<FloatType> kernelbounds::riscvFloatType(unsigned Bits) {
  switch (Bits) {
  case 64:
    return FloatType::Double;
  case 32:
    return FloatType::Single;
  case 16:
    return FloatType::Half;
  default:
    return std::nullopt;
  }
}

RISCVFloatWork kernelbounds::riscvFloatWork(StringRef Name) {
  RISCVFloatWork R;
  auto [Stem, Form] = Name.split('_');
  R.IsVector = Stem.consume_front("V");
  R.Work.Operations = perElement(Stem);
  if (R.IsVector || R.Work.Operations == 0)
    return R;
  switch (Form.empty() ? ' ' : Form[0]) {
  case 'D':
    R.Work.Type = FloatType::Double;
    break;
  case 'S':
    R.Work.Type = FloatType::Single;
    break;
  case 'H':
    R.Work.Type = FloatType::Half;
    break;
  default:
    R.Work.Operations = 0;
  }
  return R;
}

FloatWork RISCVSemantics::floatWork(const KernelInst &I) const {
  FloatWork W = floatWorkOf(I.Opcode);
  if (W.Operations == 0 || !nameOf(I.Opcode).starts_with("V"))
    return W;
  const VectorState S(I.Mode);
  const std::optional<FloatType> Type =
      S.isKnown() ? riscvFloatType(S.elementBits()) : std::nullopt;
  if (!Type)
    return {};
  W.Type = *Type;
  W.IsScalable = S.lengthKind() != VectorLengthKind::Immediate;
  W.Operations = W.IsScalable
                     ? std::max(1u, W.Operations * S.eighthsOfMaximum() / 8)
                     : W.Operations * S.elements();
  // The last operand is the mask, or no register.
  if (I.Inst && I.Inst->getNumOperands() != 0) {
    const MCOperand &Last = I.Inst->getOperand(I.Inst->getNumOperands() - 1);
    W.IsMasked = Last.isReg() && Last.getReg() != 0;
  }
  return W;
}

SmallVector<FloatPeakForm, 4> RISCVSemantics::floatPeaks(FloatType Type) const {
  StringRef Scalar;
  unsigned Bits = 0, VType = 0; // Elements of so many bits, in one register.
  switch (Type) {
  case FloatType::Double:
    Scalar = "FMADD_D", Bits = 64, VType = 3 << 3;
    break;
  case FloatType::Single:
    Scalar = "FMADD_S", Bits = 32, VType = 2 << 3;
    break;
  case FloatType::Half:
    Scalar = "FMADD_H", Bits = 16, VType = 1 << 3;
    break;
  default:
    return {};
  }
  const VectorState S(VType, VectorLengthKind::Maximum, 0);
  StringLiteral Vectors =
      Type == FloatType::Half ? StringLiteral("zvfh") : StringLiteral("v");
  return {{{opcode("VFMACC_VV")}, 2 * 128 / Bits, Vectors, true, S.bits()},
          {{opcode(Scalar)}, 2, StringLiteral("")}};
}
