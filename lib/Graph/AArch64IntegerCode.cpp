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
/// operand
/// 1. Write-back of pre- and post-indexed accesses follows from the memory
/// operand and is no matter of the name.
///
/// Tested by unittests/Graph/MemoryDependenceTest.cpp and test/recorder.
//
//===----------------------------------------------------------------------===//

#include "IntegerCode.h"
#include "llvm/ADT/StringSwitch.h"

using namespace kernelbounds;
using namespace llvm;

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
    R.Kind = IntRecipe::ShiftedReg;
  else if (IsSum && (Form == "rx" || Form == "rx64"))
    R.Kind = IntRecipe::ExtendedReg;
  else if (IsSum && Form == "ri")
    R.Kind = IntRecipe::ShiftedImm;
  else if (Form == "ri")
    R.Kind = IntRecipe::LogicalImm;
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
  R.Kind = IsPair ? IntRecipe::LoadStorePair : IntRecipe::LoadStore;
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
    R.Kind = IntRecipe::VectorCount;
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
  R.Kind = IntRecipe::VectorCount;
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
    R.Kind = IntRecipe::MoveWide;
    R.Negate = Name[3] == 'N';
  } else if (Name == "UBFMXri" || Name == "UBFMWri" || Name == "SBFMXri" ||
             Name == "SBFMWri") {
    R.Kind = IntRecipe::Bitfield;
    R.Extend = Name[0] == 'S' ? Extension::Sign : Extension::Zero;
    R.A = 1;
  } else if (Name == "CSELXr" || Name == "CSELWr") {
    R.Kind = IntRecipe::Operands;
    R.Op = IntOpKind::Select;
    R.A = 1, R.B = 2;
  } else if (Name == "ADRP" || Name == "ADR") {
    R.Kind = IntRecipe::Place;
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
