//===- X86Forms.cpp - What else an x86 opcode could be --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names of LLVM's opcodes: what they are in a reduction, and those that do the
/// same on wider vectors, in single precision or by multiplication.
///
/// Tested by test/Bounds/opportunity-*.s.
//
//===----------------------------------------------------------------------===//

#include "X86Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace kernelbounds;
using namespace llvm;

uint8_t kernelbounds::x86Traits(StringRef Name) {
  uint8_t Traits = 0;
  if (startsWithAny(Name, {"INC", "DEC", "LEA", "ADD8", "ADD16", "ADD32",
                           "ADD64", "SUB8", "SUB16", "SUB32", "SUB64"}))
    Traits |= OT_Addition;
  if (Name.contains("DIV") || Name.contains("SQRT"))
    Traits |= OT_Division;
  StringRef Plain = Name;
  Plain.consume_front("V");
  if (startsWithAny(Plain,
                    {"CMP8", "CMP16", "CMP32", "CMP64", "COMIS", "UCOMIS"}))
    Traits |= OT_Comparison;
  return Traits;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// What x86 adds to: of VFMADD231 and VFNMADD231 the addend keeps its sign;
/// VFMADDSUB changes that of every other element. VPDPWSSDS saturates.
ReductionOp kernelbounds::x86Accumulation(StringRef Name) {
  const bool IsSum = startsWithAny(Name, {"VFMADD", "VFNMADD", "VFCMADD"}) &&
                     !Name.starts_with("VFMADDSUB");
  const bool IsDot = startsWithAny(Name, {"VPDPBUSD", "VPDPWSSD"}) &&
                     !startsWithAny(Name, {"VPDPBUSDS", "VPDPWSSDS"});
  return IsSum || IsDot || Name.starts_with("VPMADD52") ? ReductionOp::Add
                                                        : ReductionOp::None;
}

ReductionOp kernelbounds::x86Operation(StringRef Name, unsigned Operand) {
  Name.consume_front("V");
  // Minuend, or what ANDN does not negate.
  if (startsWithAny(Name, {"SUB8", "SUB16", "SUB32", "SUB64", "SUBP", "SUBS",
                           "PSUBB", "PSUBW", "PSUBD", "PSUBQ"}))
    return Operand == 1 ? ReductionOp::Add : ReductionOp::None;
  if (startsWithAny(Name, {"ANDN", "PANDN"}))
    return Operand == 2 ? ReductionOp::And : ReductionOp::None;
  // Of IMUL with two operands; one is half of the product, three have a
  // constant.
  if (Name.consume_front("IMUL"))
    return (Name.contains("rr") && !Name.contains("rri")) ||
                   (Name.contains("rm") && !Name.contains("rmi"))
               ? ReductionOp::Mul
               : ReductionOp::None;
  if (Name.starts_with("ADDSUB"))
    return ReductionOp::None;
  using Op = ReductionOp;
  return StringSwitch<Op>(Name)
      .StartsWith("ADD", Op::Add)
      .StartsWith("PADDB", Op::Add)
      .StartsWith("PADDW", Op::Add)
      .StartsWith("PADDD", Op::Add)
      .StartsWith("PADDQ", Op::Add)
      .StartsWith("PADDUS", Op::Add) // Never less than it was.
      .StartsWith("MULP", Op::Mul)
      .StartsWith("MULS", Op::Mul)
      .StartsWith("MUL_F", Op::Mul)
      .StartsWith("PMULL", Op::Mul)
      .StartsWith("MINP", Op::Min)
      .StartsWith("MINS", Op::Min)
      .StartsWith("PMIN", Op::Min)
      .StartsWith("MAXP", Op::Max)
      .StartsWith("MAXS", Op::Max)
      .StartsWith("PMAX", Op::Max)
      .StartsWith("AND", Op::And)
      .StartsWith("PAND", Op::And)
      .StartsWith("OR", Op::Or)
      .StartsWith("POR", Op::Or)
      .StartsWith("XOR", Op::Xor)
      .StartsWith("PXOR", Op::Xor)
      .Default(Op::None);
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

std::string kernelbounds::x86WideName(StringRef Name) {
  Name.consume_front("V");
  static constexpr StringLiteral Stems[] = {
      "ADDP",   "SUBP",   "MULP",   "DIVP",  "MINP",   "MAXP",
      "SQRTP",  "ANDP",   "ANDNP",  "ORP",   "XORP",   "MOVUP",
      "MOVAP",  "MOVDQU", "MOVDQA", "PADD",  "PSUB",   "PMULL",
      "PAND",   "POR",    "PXOR",   "PMIN",  "PMAX",   "PABS",
      "PCMPEQ", "PCMPGT", "FMADD",  "FMSUB", "FNMADD", "FNMSUB"};
  if (none_of(Stems, [&](StringRef S) { return Name.starts_with(S); }))
    return "";
  size_t Form = Name.find_if([](char C) { return C >= 'a' && C <= 'z'; });
  if (Form == StringRef::npos)
    return "";
  StringRef Stem = Name.take_front(Form);
  if (Stem.ends_with("Z128"))
    return ("V" + Stem.drop_back(4) + "Z256" + Name.drop_front(Form)).str();
  const bool IsFused = Stem.starts_with("FM") || Stem.starts_with("FN");
  if (Stem.contains('Y') || Stem.contains('Z') ||
      (IsFused && !Stem.ends_with("PS") && !Stem.ends_with("PD")))
    return "";
  return ("V" + Stem + "Y" + Name.drop_front(Form)).str();
}

namespace {
/// A scalar operation and that of vectors, without its form.
struct VectorStem {
  StringLiteral Scalar, Vector;
  unsigned Elements; ///< Of 16 bytes.
};
} // namespace

static constexpr VectorStem VectorStems[] = {
    {"MOVSD", "MOVUPD", 2},        {"MOVSS", "MOVUPS", 4},
    {"MOV32", "MOVDQU", 4},        {"MOV64", "MOVDQU", 2},
    {"CVTSI2SD", "CVTDQ2PD", 2},   {"CVTSI2SS", "CVTDQ2PS", 4},
    {"CVTTSD2SI", "CVTTPD2DQ", 2}, {"CVTTSS2SI", "CVTTPS2DQ", 4},
    {"CVTSS2SD", "CVTPS2PD", 2},   {"CVTSD2SS", "CVTPD2PS", 2}};

X86VectorName kernelbounds::x86VectorName(StringRef Name) {
  static constexpr StringLiteral Operations[] = {"ADD",  "SUB", "MUL", "DIV",
                                                 "SQRT", "MIN", "MAX"};
  Name.consume_back("_Int");
  Name.consume_back("_alt");
  const bool IsVex = Name.consume_front("V");
  const size_t At = Name.find_if([](char C) { return C >= 'a' && C <= 'z'; });
  if (At == StringRef::npos || At < 2)
    return {};
  StringRef Stem = Name.take_front(At), Form = Name.drop_front(At);
  X86VectorName N;
  for (const VectorStem &S : VectorStems)
    if (Stem == S.Scalar && is_contained({"rr", "rm", "mr"}, Form))
      N = {S.Vector.str(), S.Elements};
  const bool IsDouble = Stem.ends_with("SD");
  if (N.Name.empty() && (IsDouble || Stem.ends_with("SS")) &&
      (is_contained(Operations, Stem.drop_back(2)) ||
       startsWithAny(Stem, {"FMADD", "FMSUB", "FNMADD", "FNMSUB"})))
    N = {(Stem.drop_back(2) + (IsDouble ? "PD" : "PS")).str(),
         IsDouble ? 2u : 4u};
  if (N.Name.empty() || (N.Name == "MOVDQU" && Form == "rr"))
    return {};
  // VSQRTSDr has an operand more than VSQRTPDr; only the name counts.
  if (IsVex) {
    N.Name = "V" + N.Name + "Y";
    N.Elements *= 2;
  }
  N.Name += Form;
  return N;
}

std::string kernelbounds::x86FusedType(StringRef Multiply, StringRef Add) {
  auto TypeOf = [](StringRef Name, ArrayRef<StringRef> Stems) {
    Name.consume_back("_Int");
    Name.consume_front("V");
    const size_t At = Name.find_if([](char C) { return C >= 'a' && C <= 'z'; });
    if (At == StringRef::npos ||
        !is_contained({"rr", "rm"}, Name.drop_front(At)))
      return StringRef();
    Name = Name.take_front(At);
    for (StringRef S : Stems)
      if (Name.consume_front(S))
        return startsWithAny(Name, {"SD", "SS", "PD", "PS"}) ? Name
                                                             : StringRef();
    return StringRef();
  };
  StringRef Type = TypeOf(Multiply, {"MUL"});
  return Type == TypeOf(Add, {"ADD", "SUB"}) ? Type.str() : "";
}

StringRef kernelbounds::x86VectorMove(StringRef Type) {
  const bool IsScalar = startsWithAny(Type, {"SD", "SS"});
  const StringRef Size = Type.drop_front(2);
  if (Size.starts_with("Z"))
    return IsScalar || Size == "Z128" ? "VMOVAPDZ128rr"
           : Size == "Z256"           ? "VMOVAPDZ256rr"
                                      : "VMOVAPDZrr";
  return Size == "Y" ? "VMOVAPDYrr" : "VMOVAPDrr";
}

//===----------------------------------------------------------------------===//
// Divisions
//===----------------------------------------------------------------------===//

static std::string replaced(StringRef Name, StringRef From, StringRef To) {
  size_t At = Name.find(From);
  if (At == StringRef::npos)
    return "";
  return (Name.take_front(At) + To + Name.drop_front(At + From.size())).str();
}

DivisionNames kernelbounds::x86DivisionNames(StringRef Name) {
  DivisionNames N;
  if (!Name.contains("DIV") && !Name.contains("SQRT"))
    return N;
  const bool IsFloat = Name.contains("DIVS") || Name.contains("DIVP");
  if (IsFloat && !Name.starts_with("IDIV"))
    N.Multiply = replaced(Name, "DIV", "MUL");
  StringRef Plain = Name;
  Plain.consume_back("_Int");
  for (std::string Op : {"DIV", "SQRT"}) {
    if (Name.contains(Op + "SD")) {
      N.Vector = replaced(Plain, Op + "SD", Op + "PD");
      N.Elements = 2;
      N.Single = replaced(Name, Op + "SD", Op + "SS");
    } else if (Name.contains(Op + "SS")) {
      N.Vector = replaced(Plain, Op + "SS", Op + "PS");
      N.Elements = 4;
    } else if (Name.contains(Op + "PD")) {
      N.Single = replaced(Name, Op + "PD", Op + "PS");
      N.SingleIsVector = true;
    }
  }
  return N;
}
