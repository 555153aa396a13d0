//===- X86IntegerCode.cpp - Integer operations by opcode name -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// x86 opcode names taken apart: mnemonic, width, form. ADD64ri8 adds operand
/// 2, a constant, to operand 1; ADD64mr adds operand 5 to the memory operand.
///
/// Tested by unittests/Graph/MemoryDependenceTest.cpp and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "X86Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInst.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
/// ADD64ri8 as "ADD", 64, "ri8".
struct NameParts {
  StringRef Stem, Form;
  unsigned Bits = 0;
};
} // namespace

static bool splitName(StringRef Name, NameParts &P) {
  for (StringRef Suffix : {"_REV", "_alt", "_EVEX", "_NF", "_ND"})
    Name.consume_back(Suffix);
  size_t Digit = Name.find_first_of("0123456789");
  if (Digit == StringRef::npos)
    return false;
  P.Stem = Name.substr(0, Digit);
  P.Form = Name.substr(Digit);
  return !P.Form.consumeInteger(10, P.Bits);
}

/// What two-operand arithmetic does; Unknown for other mnemonics.
static IntOpKind binaryOp(StringRef Stem) {
  return StringSwitch<IntOpKind>(Stem)
      .Case("ADD", IntOpKind::Add)
      .Case("SUB", IntOpKind::Sub)
      .Case("ADC", IntOpKind::AddBit)
      .Case("SBB", IntOpKind::SubBit)
      .Case("AND", IntOpKind::And)
      .Case("OR", IntOpKind::Or)
      .Case("XOR", IntOpKind::Xor)
      .Case("IMUL", IntOpKind::MulAdd)
      .Case("SHL", IntOpKind::Shl)
      .Case("SAL", IntOpKind::Shl)
      .Case("SHR", IntOpKind::Shr)
      .Case("SAR", IntOpKind::Sar)
      .Default(IntOpKind::Unknown);
}

/// Operand indices of the form of a binary operation.
static bool setBinaryForm(StringRef Form, StringRef Stem, IntRecipe &R) {
  bool IsImul3 = Stem == "IMUL" && Form.starts_with("rri");
  bool IsImul3Mem = Stem == "IMUL" && Form.starts_with("rmi");
  if (IsImul3 || Form.starts_with("ri")) {
    R.Dst = 0, R.A = 1, R.B = 2, R.HasImm = true;
  } else if (IsImul3Mem) {
    R.Dst = 0, R.A = -3, R.B = 6, R.HasImm = true;
  } else if (Form.starts_with("mi")) {
    R.A = -3, R.B = 5, R.HasImm = true;
  } else if (Form == "r1") {
    R.Dst = 0, R.A = 1, R.HasImm = true, R.ImmValue = 1;
  } else if (Form == "m1") {
    R.A = -3, R.HasImm = true, R.ImmValue = 1;
  } else if (Form == "rr") {
    R.Dst = 0, R.A = 1, R.B = 2;
  } else if (Form == "rm") {
    R.Dst = 0, R.A = 1, R.B = -3;
  } else if (Form == "mr") {
    R.A = -3, R.B = 5;
  } else if (Form == "i32" || Form == "i8") {
    R.Dst = R.A = -2, R.B = 0, R.HasImm = true;
  } else {
    return false;
  }
  return true;
}

static IntRecipe binary(const NameParts &P) {
  IntRecipe R;
  R.Op = binaryOp(P.Stem);
  R.Bits = P.Bits;
  if (R.Op != IntOpKind::Unknown && setBinaryForm(P.Form, P.Stem, R))
    R.Kind = IntRecipe::Operands;
  return R;
}

/// mov between registers, memory and constants; push and pop.
static IntRecipe move(const NameParts &P) {
  IntRecipe R;
  R.Op = IntOpKind::Copy;
  R.Bits = P.Bits;
  R.Kind = IntRecipe::Operands;
  bool IsPush = P.Stem == "PUSH", IsPop = P.Stem == "POP";
  if (P.Form == "rr")
    R.Dst = 0, R.A = 1;
  else if (P.Form.starts_with("ri"))
    R.Dst = 0, R.B = 1, R.HasImm = true;
  else if (P.Form == "rm" || (IsPop && P.Form == "r"))
    R.Dst = 0, R.A = -3;
  else if (P.Form == "mr")
    R.A = 5;
  else if (P.Form.starts_with("mi"))
    R.B = 5, R.HasImm = true;
  else if (IsPush && P.Form == "r")
    R.A = 0;
  else if (IsPush && P.Form.starts_with("i"))
    R.B = 0, R.HasImm = true;
  else
    R.Kind = IntRecipe::None;
  return R;
}

/// Stores of 8 and 16 bits. What is written to registers of that width is not
/// known: it leaves the others as they are.
static IntRecipe narrowStore(const NameParts &P) {
  if (P.Stem != "MOV" || !(P.Form == "mr" || P.Form.starts_with("mi")))
    return IntRecipe();
  IntRecipe R = move(P);
  R.Bits = 32;
  // A high byte (%ah) has the unit of its register.
  if (P.Bits == 8 && P.Form == "mr")
    R.Kind = IntRecipe::Special, R.Form = XF_StoreByte;
  return R;
}

/// inc, dec, neg, not.
static IntRecipe unary(const NameParts &P) {
  IntRecipe R;
  R.Kind = IntRecipe::Operands;
  R.Bits = P.Bits;
  if (P.Form == "r")
    R.Dst = 0, R.A = 1;
  else if (P.Form == "m")
    R.A = -3;
  else
    R.Kind = IntRecipe::None;
  R.HasImm = true;
  if (P.Stem == "NEG")
    R.Op = IntOpKind::Sub, R.Negate = true;
  else if (P.Stem == "NOT")
    R.Op = IntOpKind::Not, R.HasImm = false;
  else
    R.Op = IntOpKind::Add, R.ImmValue = P.Stem == "INC" ? 1 : -1;
  return R;
}

/// movsx, movzx: MOVSX64rr32 extends 32 bits to 64.
static IntRecipe extend(const NameParts &P) {
  IntRecipe R;
  StringRef From = P.Form;
  bool IsMemory = From.starts_with("rm");
  unsigned Bits = 0;
  if (!(From.consume_front("rr") || From.consume_front("rm")) ||
      From.getAsInteger(10, Bits))
    return R;
  R.Kind = IntRecipe::Operands;
  // A high byte (%ah) has the unit of its register.
  if (Bits == 8 && !IsMemory)
    R.Kind = IntRecipe::Special, R.Form = XF_ExtendByte;
  R.Op = IntOpKind::Copy;
  R.Bits = P.Bits;
  R.Dst = 0;
  R.A = IsMemory ? -3 : 1;
  R.FromBits = Bits;
  R.Extend = P.Stem == "MOVSX" ? Extension::Sign : Extension::Zero;
  return R;
}

static IntRecipe special(StringRef Name) {
  IntRecipe R;
  if (Name == "LEA64r" || Name == "LEA64_32r" || Name == "LEA32r") {
    R.Kind = IntRecipe::Special;
    R.Form = XF_Lea;
    R.Bits = Name == "LEA64r" ? 64 : 32;
    R.Dst = 0;
    R.A = 1;
  } else if (Name == "SETCCr") {
    R.Kind = IntRecipe::Operands;
    R.Op = IntOpKind::Bit;
    R.Dst = 0;
  } else if (Name == "CDQE" || Name == "CWDE") {
    R.Kind = IntRecipe::Operands;
    R.Op = IntOpKind::Copy;
    R.Bits = Name == "CDQE" ? 64 : 32;
    R.Dst = R.A = -2;
    R.FromBits = Name == "CDQE" ? 32 : 16;
    R.Extend = Extension::Sign;
  }
  return R;
}

IntRecipe kernelbounds::x86Recipe(StringRef Name) {
  if (Name.starts_with("V")) // Vectors: most of what numerical loops have.
    return IntRecipe();
  if (IntRecipe R = special(Name); R.Kind != IntRecipe::None)
    return R;
  NameParts P;
  if (!splitName(Name, P))
    return IntRecipe();
  if (P.Bits == 8 || P.Bits == 16)
    return narrowStore(P);
  if (P.Bits != 32 && P.Bits != 64)
    return IntRecipe();
  if (P.Stem == "MOV" || P.Stem == "PUSH" || P.Stem == "POP")
    return move(P);
  if (P.Stem == "INC" || P.Stem == "DEC" || P.Stem == "NEG" || P.Stem == "NOT")
    return unary(P);
  if (P.Stem == "MOVSX" || P.Stem == "MOVZX")
    return extend(P);
  IntRecipe R;
  R.Bits = P.Bits;
  if (P.Stem == "CMOV" && (P.Form == "rr" || P.Form == "rm")) {
    R.Kind = IntRecipe::Operands;
    R.Op = IntOpKind::Select;
    R.Dst = 0, R.A = 1, R.B = P.Form == "rr" ? 2 : -3;
    return R;
  }
  if (P.Stem == "XCHG" && P.Form == "rr") {
    R.Kind = IntRecipe::Exchange;
    return R;
  }
  return binary(P);
}

/// The address that a lea computes.
static bool fillLea(const IntOperands &In, IntOp &Op) {
  const KernelInst &I = In.inst();
  if (In.size() < X86LeaOperands)
    return false;
  Op.Kind = IntOpKind::Lea;
  Op.Address.Base = In.readUnit(1);
  Op.Address.Index = In.readUnit(3);
  Op.Address.Scale = In.imm(2);
  foldAddress(I.Inst->getOperand(4), Op.Address.Displacement,
              Op.Address.Symbol);
  // Relative to the instruction without a symbol: linked code.
  if (I.Inst->getOperand(1).getReg() && Op.Address.Base == NoRegUnit &&
      !Op.Address.Symbol) {
    if (I.Address == 0)
      Op.Kind = IntOpKind::Opaque;
    Op.Address.Displacement += I.Address + I.Size;
  }
  return true;
}

bool kernelbounds::fillX86Special(const IntOperands &I, const IntRecipe &R,
                                  IntOp &Op) {
  if (R.Form == XF_Lea)
    return fillLea(I, Op);
  if (R.Form == XF_StoreByte)
    return I.fillOperands(R, Op);
  // Only plain low bytes are moves.
  return R.Form == XF_ExtendByte && I.inst().is(IF_RegMove) &&
         I.fillOperands(R, Op);
}
