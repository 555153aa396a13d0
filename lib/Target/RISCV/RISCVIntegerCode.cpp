//===- RISCVIntegerCode.cpp - Integer operations by opcode name -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// RISC-V opcode names are the mnemonics: ADDIW adds immediate 2 to the low
/// word of operand 1 and extends the sign.
///
/// Tested by unittests/Target/RISCVSemanticsTest.cpp,
/// unittests/Graph/MemoryDependenceTest.cpp and test/traps/*-riscv.s.
//
//===----------------------------------------------------------------------===//

#include "RISCVTarget.h"
#include "RISCVVectorState.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCExpr.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Recipes
//===----------------------------------------------------------------------===//

static IntOpKind arithmeticKind(StringRef Name) {
  return StringSwitch<IntOpKind>(Name)
      .Case("ADD", IntOpKind::Add)
      .Case("SUB", IntOpKind::Sub)
      .Case("AND", IntOpKind::And)
      .Case("OR", IntOpKind::Or)
      .Case("XOR", IntOpKind::Xor)
      .Case("SLL", IntOpKind::Shl)
      .Case("SRL", IntOpKind::Shr)
      .Case("SRA", IntOpKind::Sar)
      .Case("MUL", IntOpKind::MulAdd)
      .Cases({"MIN", "MAX", "MINU", "MAXU"}, IntOpKind::Select)
      .Default(IntOpKind::Unknown);
}

/// add, addi, addw, addiw and what is named like them. Those of words extend
/// the sign of their result.
static IntRecipe arithmetic(StringRef Name) {
  IntRecipe R;
  StringRef Stem = Name;
  R.Op = arithmeticKind(Stem);
  if (R.Op == IntOpKind::Unknown && Stem.consume_back("W")) {
    R.Bits = 32;
    R.Widen = Extension::Sign;
    R.Op = arithmeticKind(Stem);
  }
  const bool HasImm = R.Op == IntOpKind::Unknown && Stem.consume_back("I");
  if (HasImm)
    R.Op = arithmeticKind(Stem);
  if (R.Op == IntOpKind::Unknown)
    return IntRecipe();
  R.Kind = IntRecipe::Operands;
  R.Dst = 0, R.A = 1, R.B = 2;
  if (HasImm) {
    R.Kind = IntRecipe::Special; // The low part of a symbol, perhaps.
    R.Form = RF_LowerImm;
  }
  return R;
}

/// add.uw, sh1add, sh2add.uw, slli.uw: ImmValue is the shift.
static IntRecipe shiftedAdd(StringRef Name) {
  IntRecipe R;
  StringRef Stem = Name;
  R.Extend = Stem.consume_back("_UW") ? Extension::Zero : Extension::None;
  R.FromBits = R.Extend == Extension::None ? 64 : 32;
  R.Dst = 0, R.A = 1, R.B = 2;
  R.Kind = IntRecipe::Special;
  if (Stem == "SLLI" && R.Extend != Extension::None) {
    R.Op = IntOpKind::Shl;
    R.Form = RF_ShiftedWord;
    return R;
  }
  R.Op = IntOpKind::Add;
  R.Form = RF_ShiftedAdd;
  R.ImmValue = StringSwitch<int>(Stem)
                   .Case("SH1ADD", 1)
                   .Case("SH2ADD", 2)
                   .Case("SH3ADD", 3)
                   .Case("ADD", R.Extend == Extension::None ? -1 : 0)
                   .Default(-1);
  return R.ImmValue < 0 ? IntRecipe() : R;
}

static IntRecipe extension(StringRef Name) {
  IntRecipe R;
  R.FromBits = StringSwitch<uint8_t>(Name)
                   .Cases({"SEXT_B", "C_SEXT_B", "C_ZEXT_B"}, 8)
                   .Cases({"SEXT_H", "C_SEXT_H", "C_ZEXT_H", "ZEXT_H_RV64"}, 16)
                   .Case("C_ZEXT_W", 32)
                   .Default(0);
  if (R.FromBits == 0)
    return IntRecipe();
  R.Kind = IntRecipe::Operands;
  R.Op = IntOpKind::Copy;
  R.Extend = Name.contains("SEXT") ? Extension::Sign : Extension::Zero;
  R.Dst = 0, R.A = 1;
  return R;
}

static IntRecipe access(StringRef Name) {
  IntRecipe R;
  const bool IsStore = Name == "SD" || Name == "SW";
  R.FromBits = StringSwitch<uint8_t>(Name)
                   .Cases({"LB", "LBU"}, 8)
                   .Cases({"LH", "LHU"}, 16)
                   .Cases({"LW", "LWU", "SW"}, 32)
                   .Cases({"LD", "SD"}, 64)
                   .Default(0);
  if (R.FromBits == 0)
    return IntRecipe();
  R.Kind = IntRecipe::Access;
  R.Op = IntOpKind::Copy;
  R.Extend = Name.ends_with("U") ? Extension::Zero : Extension::Sign;
  R.Dst = IsStore ? -1 : 0;
  return R;
}

static IntRecipe others(StringRef Name) {
  IntRecipe R;
  R.Dst = 0;
  R.Op = IntOpKind::Copy;
  if (Name == "C_MV") {
    R.Kind = IntRecipe::Operands;
    R.A = 1;
  } else if (Name == "C_LI") {
    R.Kind = IntRecipe::Operands;
    R.HasImm = true;
    R.B = 1;
  } else if (Name == "C_NOT") {
    R.Kind = IntRecipe::Operands;
    R.Op = IntOpKind::Not;
    R.A = 1;
  } else if (Name == "CZERO_EQZ" || Name == "CZERO_NEZ") {
    R.Kind = IntRecipe::Operands;
    R.Op = IntOpKind::Select;
    R.A = 1;
    R.HasImm = true;
  } else if (Name == "LUI" || Name == "AUIPC") {
    R.Kind = IntRecipe::Special;
    R.Form = Name == "LUI" ? RF_UpperImm : RF_PlaceUpper;
  } else if (Name == "CSRRS") {
    R.Kind = IntRecipe::Special;
    R.Form = RF_ControlValue;
  } else if (Name == "VSETVLI" || Name == "VSETIVLI") {
    R.Kind = IntRecipe::Special;
    R.Form = RF_SetLength;
  }
  return R;
}

IntRecipe kernelbounds::riscvRecipe(StringRef Name) {
  for (auto *Parse : {others, extension})
    if (IntRecipe R = Parse(Name); R.Kind != IntRecipe::None)
      return R;
  StringRef Plain = uncompressed(Name);
  for (auto *Parse : {arithmetic, shiftedAdd, access, others})
    if (IntRecipe R = Parse(Plain); R.Kind != IntRecipe::None)
      return R;
  return IntRecipe();
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// What an operand says of a symbol.
enum class SymbolPart { All, PlaceUpper, Upper, Lower, LowerOfLabel, Other };

static SymbolPart partOf(const MCExpr &E) {
  auto *Specified = dyn_cast<MCSpecifierExpr>(&E);
  if (!Specified)
    return SymbolPart::All;
  // LLVM's specifiers are the numbers of ELF's relocations, but for those that
  // have two, of loads and of stores.
  constexpr unsigned PcrelHi20 = 23, Hi20 = 26;
  constexpr unsigned Lo = FirstTargetFixupKind, PcrelLo = Lo + 1;
  switch (Specified->getSpecifier()) {
  case PcrelHi20:
    return SymbolPart::PlaceUpper;
  case Hi20:
    return SymbolPart::Upper;
  case Lo:
    return SymbolPart::Lower;
  case PcrelLo:
    return SymbolPart::LowerOfLabel;
  default:
    return SymbolPart::Other;
  }
}

/// The upper part of `sym + 8` counts as sym, and the lower part as 8: together
/// they are the address, and several lower parts may share one upper. Relative
/// to the instruction the lower part names a label: the upper part counts as
/// all of it.
bool kernelbounds::foldRISCVAddress(const MCOperand &Op, int64_t &Displacement,
                                    const MCSymbol *&Symbol) {
  Displacement = 0;
  Symbol = nullptr;
  if (!Op.isExpr()) {
    foldAddress(Op, Displacement, Symbol);
    return Op.isImm();
  }
  const MCExpr &E = *Op.getExpr();
  const SymbolPart Part = partOf(E);
  if (Part == SymbolPart::LowerOfLabel)
    return true;
  if (Part == SymbolPart::Other)
    return false;
  const bool IsPart = Part != SymbolPart::All;
  const MCExpr *Inner = IsPart ? cast<MCSpecifierExpr>(E).getSubExpr() : &E;
  foldAddress(MCOperand::createExpr(Inner), Displacement, Symbol);
  if (Part == SymbolPart::Lower)
    Symbol = nullptr;
  else if (Part == SymbolPart::Upper)
    Displacement = 0;
  return true;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// lui and auipc: the upper 20 bits of a number, or a symbol.
static bool fillUpper(const IntOperands &In, const IntRecipe &R, IntOp &Op) {
  const KernelInst &I = In.inst();
  const MCOperand &Imm = I.Inst->getOperand(1);
  Op.A.Kind = IntSource::Constant;
  const bool IsPlace = R.Form == RF_PlaceUpper;
  if (Imm.isImm()) {
    Op.A.Value = SignExtend64<32>(Imm.getImm() << 12);
    if (IsPlace && I.Address == 0)
      Op.Kind = IntOpKind::Opaque; // Somewhere.
    else if (IsPlace)
      Op.A.Value += I.Address;
    return true;
  }
  if (!foldRISCVAddress(Imm, Op.A.Value, Op.A.Symbol))
    Op.Kind = IntOpKind::Opaque; // An entry of the global offset table.
  return true;
}

static bool fillLower(const IntOperands &In, IntOp &Op) {
  Op.A = In.source(1);
  Op.B.Kind = IntSource::Constant;
  return foldRISCVAddress(In.inst().Inst->getOperand(2), Op.B.Value,
                          Op.B.Symbol);
}

static bool fillShifted(const IntOperands &In, const IntRecipe &R, IntOp &Op) {
  Op.A = In.source(1);
  if (R.Extend != Extension::None) {
    Op.A.Extend = R.Extend;
    Op.A.Bits = R.FromBits;
  }
  if (R.Form == RF_ShiftedWord) {
    Op.B.Kind = IntSource::Constant;
    Op.B.Value = In.imm(2);
    return In.isImm(2);
  }
  Op.A.Shift = R.ImmValue;
  Op.B = In.source(2);
  return true;
}

/// VLMAX, if vl is that in all trips but the last, or a constant.
static bool fillLength(const IntOperands &In, IntOp &Op) {
  const VectorState S(In.inst().Mode);
  if (!S.isKnown())
    return false;
  if (S.lengthKind() == VectorLengthKind::Immediate) {
    Op.A.Kind = IntSource::Constant;
    Op.A.Value = S.elements();
    return true;
  }
  Op.A.Kind = IntSource::VectorLength;
  Op.A.Value = S.eighthsOfMaximum() / 8;
  return S.eighthsOfMaximum() % 8 == 0;
}

bool kernelbounds::fillRISCVSpecial(const IntOperands &In, const IntRecipe &R,
                                    IntOp &Op) {
  constexpr int64_t ShortestBytes = 16, Vlenb = 0xc22;
  switch (static_cast<RISCVRecipeForm>(R.Form)) {
  case RF_LowerImm:
    return fillLower(In, Op);
  case RF_UpperImm:
  case RF_PlaceUpper:
    return fillUpper(In, R, Op);
  case RF_ShiftedAdd:
  case RF_ShiftedWord:
    return fillShifted(In, R, Op);
  case RF_ControlValue:
    Op.A.Kind = IntSource::VectorLength;
    Op.A.Value = ShortestBytes;
    return In.imm(1) == Vlenb;
  case RF_SetLength:
    return fillLength(In, Op);
  }
  return false;
}
