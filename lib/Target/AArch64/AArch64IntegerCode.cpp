//===- AArch64IntegerCode.cpp - Integer operations by opcode name ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AArch64 opcode names: ADDXrs adds operand 2, shifted by operand 3, to
/// operand 1. Write-back of pre- and post-indexed accesses follows from the
/// memory operand and is no matter of the name.
///
/// Tested by unittests/Graph/MemoryDependenceTest.cpp and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "AArch64Target.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelbounds;
using namespace llvm;

static void special(IntRecipe &R, AArch64RecipeForm Form) {
  R.Kind = IntRecipe::Special;
  R.Form = Form;
}

/// add, sub, orr, and, eor with a register or an immediate: ADDSXri, ORRWrs.
static IntRecipe arithmetic(StringRef Name) {
  IntRecipe R;
  size_t Size = Name.find_first_of("XW");
  if (Size == StringRef::npos)
    return R;
  StringRef Form = Name.substr(Size + 1);
  R.Op = StringSwitch<IntOpKind>(Name.substr(0, Size))
             .Cases({"ADD", "ADDS"}, IntOpKind::Add)
             .Cases({"SUB", "SUBS"}, IntOpKind::Sub)
             .Cases({"AND", "ANDS"}, IntOpKind::And)
             .Case("ORR", IntOpKind::Or)
             .Case("EOR", IntOpKind::Xor)
             .Default(IntOpKind::Unknown);
  if (R.Op == IntOpKind::Unknown)
    return R;
  R.Bits = Name[Size] == 'X' ? 64 : 32;
  R.Dst = 0, R.A = 1, R.B = 2;
  bool IsSum = R.Op == IntOpKind::Add || R.Op == IntOpKind::Sub;
  if (Form == "rs" || Form == "rr")
    special(R, AF_ShiftedReg);
  else if (IsSum && (Form == "rx" || Form == "rx64"))
    special(R, AF_ExtendedReg);
  else if (IsSum && Form == "ri")
    special(R, AF_ShiftedImm);
  else if (Form == "ri")
    special(R, AF_LogicalImm);
  return R;
}

/// madd, msub and their widening forms.
static IntRecipe multiply(StringRef Name) {
  IntRecipe R;
  bool IsLong = Name.ends_with("Lrrr");
  R.Op = StringSwitch<IntOpKind>(Name)
             .Cases({"MADDXrrr", "MADDWrrr", "SMADDLrrr", "UMADDLrrr"},
                    IntOpKind::MulAdd)
             .Cases({"MSUBXrrr", "MSUBWrrr", "SMSUBLrrr", "UMSUBLrrr"},
                    IntOpKind::MulSub)
             .Default(IntOpKind::Unknown);
  if (R.Op == IntOpKind::Unknown)
    return R;
  R.Kind = IntRecipe::Operands;
  R.Bits = Name.contains("Wrrr") ? 32 : 64;
  R.Dst = 0, R.A = 1, R.B = 2, R.C = 3;
  if (IsLong) {
    R.FromBits = 32;
    R.Extend = Name[0] == 'S' ? Extension::Sign : Extension::Zero;
  }
  return R;
}

/// Plain loads and stores of one general register or of two.
static IntRecipe access(StringRef Name) {
  IntRecipe R;
  bool IsLoad = Name.starts_with("LD");
  StringRef Rest = Name;
  bool IsPair = Rest.consume_front("LDP") || Rest.consume_front("STP") ||
                Rest.consume_front("LDNP") || Rest.consume_front("STNP");
  if (!IsPair && !Rest.consume_front("LDR") && !Rest.consume_front("STR") &&
      !Rest.consume_front("LDUR") && !Rest.consume_front("STUR"))
    return R;
  bool IsSigned = IsLoad && Rest.consume_front("SW");
  bool IsWide = !IsSigned && Rest.consume_front("X");
  if (!IsSigned && !IsWide && !Rest.consume_front("W"))
    return R;
  if (!StringSwitch<bool>(Rest)
           .Cases({"ui", "i", "roX", "roW", "pre", "post", "l"}, true)
           .Default(false))
    return R;
  R.Kind = IsPair ? IntRecipe::AccessPair : IntRecipe::Access;
  R.Op = IntOpKind::Copy;
  R.FromBits = IsWide ? 64 : 32;
  R.Extend = IsSigned ? Extension::Sign : Extension::Zero;
  R.Dst = IsLoad ? 0 : -1;
  return R;
}

/// What grows with the length of SVE vectors: incb to incd, decb to decd, cntb
/// to cntd, addvl, rdvl.
static IntRecipe vectorCount(StringRef Name) {
  IntRecipe R;
  R.Dst = 0;
  if (Name == "ADDVL_XXI" || Name == "RDVLI_XI") {
    special(R, AF_VectorCount);
    R.Op = Name == "ADDVL_XXI" ? IntOpKind::Add : IntOpKind::Copy;
    R.A = Name == "ADDVL_XXI" ? 1 : -1;
    R.ImmValue = 16;
    return R;
  }
  StringRef Rest = Name;
  if (!Rest.consume_back("_XPiI") || Rest.size() != 4)
    return R;
  unsigned Elements = StringSwitch<unsigned>(Rest.substr(3))
                          .Case("B", 16)
                          .Case("H", 8)
                          .Case("W", 4)
                          .Case("D", 2)
                          .Default(0);
  R.Op = StringSwitch<IntOpKind>(Rest.substr(0, 3))
             .Case("INC", IntOpKind::Add)
             .Case("DEC", IntOpKind::Sub)
             .Case("CNT", IntOpKind::Copy)
             .Default(IntOpKind::Unknown);
  if (!Elements || R.Op == IntOpKind::Unknown)
    return R;
  special(R, AF_VectorCount);
  bool IsCount = R.Op == IntOpKind::Copy;
  R.A = IsCount ? -1 : 1;
  R.B = IsCount ? 1 : 2; // The pattern.
  R.ImmValue = Elements;
  return R;
}

static IntRecipe others(StringRef Name) {
  IntRecipe R;
  R.Dst = 0;
  R.Bits = Name.contains('W') ? 32 : 64;
  if (Name == "MOVZXi" || Name == "MOVZWi" || Name == "MOVNXi" ||
      Name == "MOVNWi") {
    special(R, AF_MoveWide);
    R.Negate = Name[3] == 'N';
  } else if (Name == "UBFMXri" || Name == "UBFMWri" || Name == "SBFMXri" ||
             Name == "SBFMWri") {
    special(R, AF_Bitfield);
    R.Extend = Name[0] == 'S' ? Extension::Sign : Extension::Zero;
    R.A = 1;
  } else if (Name == "CSELXr" || Name == "CSELWr") {
    R.Kind = IntRecipe::Operands;
    R.Op = IntOpKind::Select;
    R.A = 1, R.B = 2;
  } else if (Name == "ADRP" || Name == "ADR") {
    special(R, AF_Place);
    R.Op = IntOpKind::Opaque;
    R.ImmValue = Name == "ADRP" ? 4096 : 1;
  }
  return R;
}

IntRecipe kernelbounds::aarch64Recipe(StringRef Name) {
  for (auto *Parse : {arithmetic, multiply, access, vectorCount, others})
    if (IntRecipe R = Parse(Name); R.Kind != IntRecipe::None)
      return R;
  return IntRecipe();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// adr and adrp: an address in linked code. Of a page that a relocation names,
/// which the object reader makes a plain symbol, the instruction that adds the
/// low bits has the whole address. Of `adrp x0, :got:x` some value.
static void fillPlace(const IntOperands &In, const IntRecipe &R, IntOp &Op) {
  const KernelInst &I = In.inst();
  const MCOperand &Target = I.Inst->getOperand(1);
  const uint64_t Unit = R.ImmValue;
  Op.A.Kind = IntSource::Constant;
  if (Target.isImm() && I.Address != 0) {
    Op.Kind = IntOpKind::Copy;
    Op.A.Value = (I.Address & -Unit) + Target.getImm() * Unit;
  } else if (Target.isExpr() && Unit != 1 &&
             Target.getExpr()->getKind() != MCExpr::Specifier) {
    Op.Kind = IntOpKind::Copy;
  }
}

/// Shifts by a constant and extensions, which are forms of UBFM and SBFM.
static bool fillBitfield(const IntOperands &In, const IntRecipe &R, IntOp &Op) {
  const unsigned Last = R.Bits - 1;
  unsigned ImmR = In.imm(2), ImmS = In.imm(3);
  Op.A = In.source(1);
  if (R.Extend == Extension::Zero && ImmS + 1 == ImmR && ImmS != Last) {
    Op.Kind = IntOpKind::Shl;
    Op.B.Kind = IntSource::Constant;
    Op.B.Value = Last - ImmS;
  } else if (ImmS == Last) {
    Op.Kind = R.Extend == Extension::Sign ? IntOpKind::Sar : IntOpKind::Shr;
    Op.B.Kind = IntSource::Constant;
    Op.B.Value = ImmR;
  } else if (ImmR == 0 || ImmS < ImmR) { // A field of ImmS + 1 bits.
    Op.Kind = IntOpKind::Copy;
    Op.A.Extend = R.Extend;
    Op.A.Bits = ImmS + 1;
    Op.A.Shift = ImmR ? R.Bits - ImmR : 0;
  } else {
    return false;
  }
  return true;
}

/// incw x0, all, mul #2; cntd x0; addvl x0, x1, #1
static bool fillVectorCount(const IntOperands &In, const IntRecipe &R,
                            IntOp &Op) {
  constexpr int64_t PatternAll = 31;
  unsigned Last = In.size() - 1;
  if (R.B >= 0 && In.imm(R.B) != PatternAll)
    return false;
  IntSource Count;
  Count.Kind = IntSource::VectorLength;
  Count.Value = In.imm(Last) * R.ImmValue;
  Op.A = R.A >= 0 ? In.source(R.A) : Count;
  if (R.A >= 0)
    Op.B = Count;
  return true;
}

/// The mask of and, orr and eor: ones, rotated to the right, in an element of 2
/// to 64 bits that is repeated. N, immr and imms are the lowest 13 bits: for 63
/// 1, 0 and 5.
static uint64_t logicalMask(uint64_t Encoded) {
  unsigned N = Encoded >> 12 & 1, ImmR = Encoded >> 6 & 63, ImmS = Encoded & 63;
  unsigned Size = bit_floor(N << 6 | (~ImmS & 63));
  unsigned Ones = (ImmS & (Size - 1)) + 1, Rotation = ImmR & (Size - 1);
  uint64_t Element = maskTrailingOnes<uint64_t>(Ones);
  if (Rotation)
    Element = (Element >> Rotation | Element << (Size - Rotation)) &
              maskTrailingOnes<uint64_t>(Size);
  for (; Size < 64; Size *= 2)
    Element |= Element << Size;
  return Element;
}

static bool fillShiftedReg(const IntOperands &In, const IntRecipe &R,
                           IntOp &Op) {
  Op.A = In.source(R.A);
  Op.B = In.source(R.B);
  unsigned Shift = In.imm(3);
  Op.B.Shift = Shift & 63;
  return Shift >> 6 == 0; // LSL only.
}

static void fillExtendedReg(const IntOperands &In, const IntRecipe &R,
                            IntOp &Op) {
  Op.A = In.source(R.A);
  Op.B = In.source(R.B);
  unsigned Shift = In.imm(3);
  Op.B.Shift = Shift & 7;
  Op.B.Bits = 8u << (Shift >> 3 & 3);
  if (Op.B.Bits < 64)
    Op.B.Extend = Shift >> 5 ? Extension::Sign : Extension::Zero;
}

static bool fillShiftedImm(const IntOperands &In, const IntRecipe &R,
                           IntOp &Op) {
  Op.A = In.source(R.A);
  std::optional<IntSource> B = In.immediate(2);
  if (!B)
    return false;
  Op.B = *B;
  Op.B.Shift = In.imm(3) & 63;
  return true;
}

static bool fillLogicalImm(const IntOperands &In, const IntRecipe &R,
                           IntOp &Op) {
  Op.A = In.source(R.A);
  Op.B.Kind = IntSource::Constant;
  Op.B.Value = logicalMask(In.imm(2));
  return In.isImm(2);
}

static bool fillMoveWide(const IntOperands &In, const IntRecipe &R, IntOp &Op) {
  Op.Kind = IntOpKind::Copy;
  Op.A.Kind = IntSource::Constant;
  Op.A.Value = In.imm(1) << (In.imm(2) & 63);
  if (R.Negate)
    Op.A.Value = ~Op.A.Value;
  return In.isImm(1);
}

bool kernelbounds::fillAArch64Special(const IntOperands &In, const IntRecipe &R,
                                      IntOp &Op) {
  switch (static_cast<AArch64RecipeForm>(R.Form)) {
  case AF_ShiftedReg:
    return fillShiftedReg(In, R, Op);
  case AF_ExtendedReg:
    fillExtendedReg(In, R, Op);
    return true;
  case AF_ShiftedImm:
    return fillShiftedImm(In, R, Op);
  case AF_LogicalImm:
    return fillLogicalImm(In, R, Op);
  case AF_MoveWide:
    return fillMoveWide(In, R, Op);
  case AF_Bitfield:
    return fillBitfield(In, R, Op);
  case AF_VectorCount:
    return fillVectorCount(In, R, Op);
  case AF_Place:
    fillPlace(In, R, Op);
    return true;
  }
  return false;
}
