//===- PairExperiments.cpp - Instructions that fuse with a branch ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A body has two pairs and NOPs behind each. A branch goes
/// to the next instruction.
/// With n NOPs it takes (n + slots) / width cycles; the width is what 12 NOPs
/// more take. Example: with a width of 6, two fused pairs and 24 NOPs take
/// 4.33 cycles, pairs that are not fused 4.67.
/// Tested by unittests/Measure/FormExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/PairExperiments.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

std::string PairResult::str() const {
  if (Kind == PairKind::Unknown)
    return "unknown";
  return formatv("{0} ({1:f2} slots)",
                 Kind == PairKind::Fused ? "fused" : "two", Slots)
      .str();
}

constexpr unsigned NumPairs = 2, NumNops = 24;

/// A body of \p Nops NOPs, and pairs of \p First and a branch unless it is
/// null.
static TimedLoop bodyOf(const FormBuilder &B, const MCInst *First,
                        unsigned Condition, unsigned Nops) {
  TimedLoop Loop;
  const MCInst Nop = B.make("NOOP", {});
  for (unsigned Pair = 0; Pair < NumPairs; ++Pair) {
    if (First) {
      Loop.Body.push_back(*First);
      Loop.Body.push_back(B.make("JCC_1", {MCOperand::createImm(0),
                                           MCOperand::createImm(Condition)}));
    }
    for (unsigned I = 0; I < Nops / NumPairs; ++I)
      Loop.Body.push_back(Nop);
  }
  return Loop;
}

/// \p Nops, More: cycles of bodies without pairs, with 12 NOPs more.
static PairResult measurePair(LoopRunner &Runner, const FormBuilder &B,
                              const MCInst &First, unsigned Condition,
                              double Nops, double More) {
  PairResult R;
  const LoopOutcome O = Runner.run(bodyOf(B, &First, Condition, NumNops));
  const double Width = 12 / (More - Nops);
  if (!O.isKnown() || !(Width > 0.5) || Width > 16)
    return R;
  R.Slots = (O.Cycles - Nops) * Width / NumPairs;
  R.Kind = R.Slots < 1.5 ? PairKind::Fused : PairKind::Apart;
  return R;
}

std::vector<PairRow> kernelbounds::measurePairs(LoopRunner &Machine,
                                                LoopRunner &Model,
                                                const FormBuilder &B) {
  static constexpr StringLiteral Firsts[] = {
      "CMP64rr",  "CMP64ri8",  "CMP64rm",  "CMP64mr",  "CMP64mi8",
      "TEST64rr", "TEST64ri32", "TEST64mr", "ADD64rr", "ADD64ri8",
      "SUB64rr",  "SUB64ri8",  "AND64rr",  "AND64ri8", "OR64rr",
      "XOR64rr",  "INC64r",    "DEC64r",   "NEG64r",   "SHL64ri"};
  // Of one flag each, and of two. Few of the values make them true.
  static constexpr std::pair<StringLiteral, unsigned> Conditions[] = {
      {"o", 0}, {"b", 2}, {"l", 12}};
  auto Nops = [&](LoopRunner &Runner, unsigned Count) {
    return Runner.run(bodyOf(B, nullptr, 0, Count)).Cycles;
  };
  const double MachineFew = Nops(Machine, NumNops),
               MachineMore = Nops(Machine, NumNops + 12),
               ModelFew = Nops(Model, NumNops),
               ModelMore = Nops(Model, NumNops + 12);
  std::vector<PairRow> Rows;
  for (StringRef First : Firsts) {
    std::string Why;
    const unsigned Opcode = findOpcode(*B.description().MII, First);
    std::optional<FormShape> Shape = B.shapeOf(Opcode, Why);
    if (!Shape)
      continue;
    FormFilling F = B.spread(*Shape);
    F.Displacement = 64;
    const MCInst I = B.build(*Shape, F);
    for (auto [Name, Condition] : Conditions)
      Rows.push_back(
          {First.str(), Name.str(),
           measurePair(Machine, B, I, Condition, MachineFew, MachineMore),
           measurePair(Model, B, I, Condition, ModelFew, ModelMore)});
  }
  return Rows;
}
