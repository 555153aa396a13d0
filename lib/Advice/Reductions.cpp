//===- Reductions.cpp - Which chains may be split -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A cycle is a reduction if all its operations are one associative operation
/// and the chain enters each once, through an operand that may be regrouped:
/// either operand of an addition, the minuend of a subtraction, but only the
/// addend of a multiply-add. Horner's rule enters through a factor, or through
/// an operand that is shifted, and `a = a + a + b` twice: none can be split.
/// What saturates on both sides or keeps the upper half of a product is not
/// associative. Nothing else in the loop may read the chain: a prefix sum is no
/// reduction.
///
/// Operations are told by the names of LLVM's opcodes, of the few instructions
/// of one cycle only.
///
/// Tested by test/Bounds/opportunity-chains.s and
/// test/Bounds/opportunity-chains-aarch64.s.
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"
#include "Opportunities.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCInst.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
/// Operations that may be regrouped (floating point: if the user allows).
enum class ReductionOp { None, Add, Mul, Min, Max, And, Or, Xor };
} // namespace

static bool startsWithAny(StringRef Name, ArrayRef<StringRef> Parts) {
  return any_of(Parts, [&](StringRef P) { return Name.starts_with(P); });
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

/// What x86 adds to: of VFMADD231 and VFNMADD231 the addend keeps its sign;
/// VFMADDSUB changes that of every other element. VPDPWSSDS saturates.
static ReductionOp x86Accumulation(StringRef Name) {
  const bool IsSum = startsWithAny(Name, {"VFMADD", "VFNMADD", "VFCMADD"}) &&
                     !Name.starts_with("VFMADDSUB");
  const bool IsDot = startsWithAny(Name, {"VPDPBUSD", "VPDPWSSD"}) &&
                     !startsWithAny(Name, {"VPDPBUSDS", "VPDPWSSDS"});
  return IsSum || IsDot || Name.starts_with("VPMADD52") ? ReductionOp::Add
                                                        : ReductionOp::None;
}

static ReductionOp x86Operation(StringRef Name, unsigned Operand) {
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

/// FNMADD and FNMSUB change the sign of the addend; the others with these first
/// letters saturate.
static ReductionOp aarch64Accumulation(StringRef Name) {
  return startsWithAny(Name, {"FN", "SQ", "UQ"}) ? ReductionOp::None
                                                 : ReductionOp::Add;
}

static ReductionOp aarch64Operation(StringRef Name, unsigned Operand) {
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

bool kernelbounds::isShiftedOperand(const Analysis &A, uint32_t Inst,
                                    const RegRead &R) {
  const Kernel &K = A.kernel();
  StringRef Name = opcodeName(A, Inst);
  constexpr int Shifted = 2, Shift = 3;
  if (!K.IsAArch64 || R.Operand != Shifted)
    return false;
  if (Name.ends_with("rx") || Name.ends_with("rx64"))
    return true;
  const MCInst *I = K.Insts[Inst].Inst;
  return Name.ends_with("rs") && (!I || I->getOperand(Shift).getImm() != 0);
}

/// What \p Inst does to a chain that enters through \p R.
static ReductionOp operationOn(const Analysis &A, uint32_t Inst,
                               const RegRead &R) {
  const Kernel &K = A.kernel();
  StringRef Name = opcodeName(A, Inst);
  if (R.Role == ReadRole::Accumulator)
    return K.IsAArch64 ? aarch64Accumulation(Name) : x86Accumulation(Name);
  if (R.Role != ReadRole::Data || isShiftedOperand(A, Inst, R))
    return ReductionOp::None;
  if (!K.IsAArch64)
    return x86Operation(Name, R.Operand);
  // With an addend, a factor is Horner's rule.
  const bool HasAddend = any_of(K.reads(K.Insts[Inst]), [](const RegRead &Any) {
    return Any.Role == ReadRole::Accumulator;
  });
  return HasAddend ? ReductionOp::None : aarch64Operation(Name, R.Operand);
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

/// Whether all edges are one operation.
static bool isOneOperation(const Analysis &A, const CriticalCycle &Cycle) {
  ReductionOp Op = ReductionOp::None;
  for (uint32_t E : Cycle.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    const uint32_t Inst = A.Graph.nodes()[Edge.To].Inst;
    if (A.Mapped.Insts[Inst].is(MF_Eliminated))
      continue;
    if (Edge.Kind != DependenceKind::Register)
      return false;
    ReductionOp This = operationOn(A, Inst, A.kernel().Reads[Edge.Detail]);
    if (This == ReductionOp::None || (Op != ReductionOp::None && This != Op))
      return false;
    Op = This;
  }
  return Op != ReductionOp::None;
}

bool kernelbounds::isReduction(const Analysis &A, const CriticalCycle &Cycle) {
  if (!isOneOperation(A, Cycle))
    return false;
  const DependencyGraph &G = A.Graph;
  const Kernel &K = A.kernel();
  BitVector IsOn(K.Insts.size());
  for (uint32_t E : Cycle.Edges)
    IsOn.set(G.nodes()[G.edges()[E].To].Inst);
  DenseMap<uint32_t, uint32_t> EntersBy; // By instruction: into Kernel::Reads.
  for (const DependencyGraph::Edge &E : G.edges()) {
    const DependencyGraph::Node &From = G.nodes()[E.From];
    const uint32_t To = G.nodes()[E.To].Inst;
    if (From.Part != NodePart::Result || !IsOn[From.Inst])
      continue;
    if (!IsOn[To])
      return false;
    // What a mask keeps is of the same chain.
    if (E.Kind != DependenceKind::Register ||
        K.Reads[E.Detail].Role == ReadRole::Merge)
      continue;
    if (!EntersBy.try_emplace(To, E.Detail).second && EntersBy[To] != E.Detail)
      return false;
  }
  return true;
}
