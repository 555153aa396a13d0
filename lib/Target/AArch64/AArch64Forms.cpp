//===- AArch64Forms.cpp - What else an AArch64 opcode could be ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names of LLVM's opcodes: what they are in a reduction, and those that do the
/// same on SVE vectors, in single precision or by multiplication.
///
/// Tested by test/Bounds/opportunity-*.s.
//
//===----------------------------------------------------------------------===//

#include "AArch64Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace kernelbounds;
using namespace llvm;

/// Whether the opcode loads or stores whole NEON registers.
static bool isVectorAccess(StringRef Name) {
  return is_contained({"LDRQui", "LDRQroX", "LDRQpost", "LDRQpre", "LDURQi",
                       "LDPQi", "LDPQpost", "LDPQpre", "STRQui", "STRQroX",
                       "STRQpost", "STRQpre", "STURQi", "STPQi", "STPQpost",
                       "STPQpre"},
                      Name);
}

uint8_t kernelbounds::aarch64Traits(StringRef Name) {
  uint8_t Traits = 0;
  if (startsWithAny(Name, {"INC", "DEC", "ADDW", "ADDX", "ADDSW", "ADDSX",
                           "ADDVL", "ADDPL", "SUBW", "SUBX", "SUBSW", "SUBSX"}))
    Traits |= OT_Addition;
  if (Name.contains("DIV") || Name.contains("SQRT"))
    Traits |= OT_Division;
  if (Name.starts_with("WHILE"))
    Traits |= OT_LoopTest;
  if (isVectorAccess(Name))
    Traits |= OT_VectorAccess;
  if (startsWithAny(Name, {"SUBSW", "SUBSX", "FCMP"}))
    Traits |= OT_Comparison;
  return Traits;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// FNMADD and FNMSUB change the sign of the addend; the others with these first
/// letters saturate.
ReductionOp kernelbounds::aarch64Accumulation(StringRef Name) {
  return startsWithAny(Name, {"FN", "SQ", "UQ"}) ? ReductionOp::None
                                                 : ReductionOp::Add;
}

ReductionOp kernelbounds::aarch64Operation(StringRef Name, unsigned Operand) {
  // ADDXrs, ADDv4i32, ADD_ZZZ_S; not the pairwise ADDPv4i32.
  StringRef Stem = Name.take_until(
      [](char C) { return C == '_' || (C >= 'a' && C <= 'z'); });
  const bool IsFirst = Operand == (Name.contains("_ZPmZ") ? 2u : 1u);
  using Op = ReductionOp;
  if (Stem == "FADDA") // All elements in their order, behind a predicate.
    return Operand == 2 ? Op::Add : Op::None;
  if (Op First = StringSwitch<Op>(Stem)
                     .Cases({"SUB", "SUBW", "SUBX", "SUBSW", "SUBSX"}, Op::Add)
                     .Cases({"FSUB", "FSUBH", "FSUBS", "FSUBD"}, Op::Add)
                     .Cases({"SADDW", "UADDW", "SSUBW", "USUBW"}, Op::Add)
                     .Cases({"SADDWB", "SADDWT", "UADDWB", "UADDWT"}, Op::Add)
                     .Cases({"BIC", "BICW", "BICX"}, Op::And)
                     .Default(Op::None);
      First != Op::None)
    return IsFirst ? First : Op::None;
  return StringSwitch<Op>(Stem)
      .Cases({"ADD", "ADDW", "ADDX", "ADDSW", "ADDSX"}, Op::Add)
      .Cases({"FADD", "FADDH", "FADDS", "FADDD"}, Op::Add)
      .Cases({"MUL", "FMUL", "FMULH", "FMULS", "FMULD"}, Op::Mul)
      .Cases({"MADDW", "MADDX"}, Op::Mul) // `mul`; see below.
      .Cases({"SMIN", "SMINW", "SMINX", "UMIN", "UMINW", "UMINX"}, Op::Min)
      .Cases({"FMIN", "FMINH", "FMINS", "FMIND"}, Op::Min)
      .Cases({"FMINNM", "FMINNMH", "FMINNMS", "FMINNMD"}, Op::Min)
      .Cases({"SMAX", "SMAXW", "SMAXX", "UMAX", "UMAXW", "UMAXX"}, Op::Max)
      .Cases({"FMAX", "FMAXH", "FMAXS", "FMAXD"}, Op::Max)
      .Cases({"FMAXNM", "FMAXNMH", "FMAXNMS", "FMAXNMD"}, Op::Max)
      .Cases({"AND", "ANDW", "ANDX", "ANDSW", "ANDSX"}, Op::And)
      .Cases({"ORR", "ORRW", "ORRX"}, Op::Or)
      .Cases({"EOR", "EORW", "EORX", "EOR3"}, Op::Xor)
      .Default(Op::None);
}

//===----------------------------------------------------------------------===//
// NEON
//===----------------------------------------------------------------------===//

AArch64VectorName kernelbounds::aarch64VectorName(StringRef Name) {
  static constexpr std::pair<StringLiteral, StringLiteral> Operations[] = {
      {"FADD", "FADD"},  {"FSUB", "FSUB"},     {"FMUL", "FMUL"},
      {"FDIV", "FDIV"},  {"FSQRT", "FSQRT"},   {"FMAX", "FMAX"},
      {"FMIN", "FMIN"},  {"FMAXNM", "FMAXNM"}, {"FMINNM", "FMINNM"},
      {"FMADD", "FMLA"}, {"FMSUB", "FMLS"},    {"FABS", "FABS"},
      {"FNEG", "FNEG"}};
  for (auto [Scalar, Vector] : Operations)
    for (StringRef Form : {"r", "rr", "rrr"}) {
      if (Name == (Scalar + "D" + Form).str())
        return {(Vector + "v2f64").str(), 2};
      if (Name == (Scalar + "S" + Form).str())
        return {(Vector + "v4f32").str(), 4};
    }
  if (Name == "SCVTFUWSri" || Name == "SCVTFv1i32")
    return {"SCVTFv4f32", 4};
  for (StringRef Access : {"LDR", "STR", "LDUR", "STUR"}) {
    StringRef Form = Name;
    if (!Form.consume_front(Access) || Form.empty())
      continue;
    const bool Is8 = Form[0] == 'D' || Form[0] == 'X';
    if (!Is8 && Form[0] != 'S' && Form[0] != 'W')
      continue;
    Form = Form.drop_front();
    if (is_contained({"ui", "roX", "post", "pre", "i"}, Form))
      return {(Access + "Q" + Form).str(), Is8 ? 2u : 4u};
  }
  return {};
}

std::string kernelbounds::aarch64FusedName(StringRef Multiply, StringRef Add) {
  for (StringRef Op : {"FADD", "FSUB"}) {
    StringRef Type = Multiply, Other = Add;
    if (!Type.consume_front("FMUL") || !Other.consume_front(Op) ||
        Type != Other)
      continue;
    if (Type == "Drr" || Type == "Srr")
      return ((Op == "FADD" ? "FMADD" : "FMSUB") + Type + "r").str();
    if (Type == "v2f64" || Type == "v4f32")
      return ((Op == "FADD" ? "FMLA" : "FMLS") + Type).str();
  }
  return "";
}

//===----------------------------------------------------------------------===//
// SVE
//===----------------------------------------------------------------------===//

static ScalableShape shapeOf(StringRef Stem) {
  if (is_contained({"FADD", "FSUB", "FMUL", "ADD", "SUB", "SQADD", "UQADD",
                    "SQSUB", "UQSUB", "AND", "ORR", "EOR", "BIC"},
                   Stem))
    return ScalableShape::Plain;
  if (is_contained({"FMLA", "FMLS", "MLA", "MLS"}, Stem))
    return ScalableShape::Accumulator;
  if (Stem == "FDIV")
    return ScalableShape::Destructive;
  if (is_contained({"FMAX", "FMIN", "FMAXNM", "FMINNM", "FABD", "SMAX", "SMIN",
                    "UMAX", "UMIN", "SABD", "UABD", "MUL"},
                   Stem))
    return ScalableShape::Swappable;
  if (is_contained({"FABS", "FNEG", "FSQRT", "ABS", "NEG"}, Stem))
    return ScalableShape::Unary;
  return ScalableShape::None;
}

SveName kernelbounds::sveName(StringRef Name) {
  SveName N;
  auto [Stem, Type] = Name.split('v');
  N.IsByLane = Type.consume_back("_indexed");
  static constexpr std::pair<StringLiteral, char> Sizes[] = {
      {"16i8", 'B'}, {"8i16", 'H'}, {"4i32", 'S'}, {"2i64", 'D'},
      {"8f16", 'H'}, {"4f32", 'S'}, {"2f64", 'D'}};
  auto Size = find_if(Sizes, [&](auto &S) { return S.first == Type; });
  if (Size == std::end(Sizes))
    return N;
  N.Shape = shapeOf(Stem);
  const char *Forms[] = {"", "_ZZZ", "_ZPmZZ", "_ZPmZ", "_ZPmZ", "_ZPmZ"};
  N.Name = (Stem + Forms[static_cast<unsigned>(N.Shape)]).str();
  if (!is_contained({"AND", "ORR", "EOR", "BIC"}, Stem))
    N.Name += {'_', Size->second};
  return N;
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

DivisionNames kernelbounds::aarch64DivisionNames(StringRef Name) {
  DivisionNames N;
  auto Replace = [&](StringRef From, StringRef To) {
    auto [Before, After] = Name.split(From);
    return (Before + To + After).str();
  };
  if (Name.starts_with("FDIV"))
    N.Multiply = Replace("DIV", "MUL");
  for (std::string Op : {"FDIV", "FSQRT"}) {
    const std::string Plain = Op == "FDIV" ? "rr" : "r";
    if (Name == Op + "D" + Plain) {
      N.Vector = Op + "v2f64", N.Elements = 2;
      N.Single = Op + "S" + Plain;
    } else if (Name == Op + "S" + Plain) {
      N.Vector = Op + "v4f32", N.Elements = 4;
    }
  }
  static constexpr std::pair<StringLiteral, StringLiteral> Vectors[] = {
      {"FDIVv2f64", "FDIVv4f32"},
      {"FSQRTv2f64", "FSQRTv4f32"},
      {"FDIV_ZPmZ_D", "FDIV_ZPmZ_S"},
      {"FDIVR_ZPmZ_D", "FDIVR_ZPmZ_S"},
      {"FSQRT_ZPmZ_D", "FSQRT_ZPmZ_S"}};
  for (auto [Double, Single] : Vectors)
    if (Name.contains(Double)) {
      N.Single = Replace(Double, Single);
      N.SingleIsVector = true;
    }
  return N;
}
