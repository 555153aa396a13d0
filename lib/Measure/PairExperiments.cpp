//===- PairExperiments.cpp - Instructions that fuse with a branch ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two bodies have the same instructions. In one, the branch is next behind the
/// instruction; in the other, a move stands between. Their difference in
/// cycles, times the width of the core, is the slots that pairs save. Example:
/// with a width of 6 and four pairs, 5.33 cycles instead of 6.00 are one slot
/// for each pair. A branch goes to the next instruction. Tested by
/// unittests/Measure/FormExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/PairExperiments.h"
#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Model/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

/// By PairKind.
static constexpr StringLiteral KindNames[] = {"unknown", "two", "fused"};

std::string PairResult::str() const {
  if (Kind == PairKind::Unknown)
    return "unknown";
  return formatv("{0} ({1:f2} slots saved)", KindNames[unsigned(Kind)], Saved)
      .str();
}

constexpr unsigned NumPairs = 4, NumFillers = 6;

/// \p Apart: a move stands between, which else is behind the pair.
static TimedLoop bodyOf(const FormBuilder &B, const PairParts &Parts,
                        const FormShape &First, unsigned Condition,
                        bool Apart) {
  constexpr int64_t Lines[NumPairs] = {64, -128, -64, 0};
  TimedLoop Loop;
  // So far from zero that no branch but that of a negation is taken.
  LoopValues &V = Loop.Values;
  V.General = V.Rax = V.Memory = uint64_t(1) << 40;
  MCInst Branch = Parts.Branch;
  Branch.getOperand(Parts.Condition).setImm(Condition);
  for (unsigned Pair = 0; Pair < NumPairs; ++Pair) {
    FormFilling F = B.spread(First, Pair);
    F.Displacement = Lines[Pair];
    Loop.Body.push_back(B.build(First, F));
    // It sets no flags: some cores fuse a branch with all that do.
    if (Apart)
      Loop.Body.push_back(Parts.Move);
    Loop.Body.push_back(Branch);
    if (!Apart)
      Loop.Body.push_back(Parts.Move);
    Loop.Body.insert(Loop.Body.end(), NumFillers, Parts.Filler);
  }
  return Loop;
}

static PairResult measurePair(LoopRunner &Runner, const FormBuilder &B,
                              const PairParts &Parts, const FormShape &First,
                              unsigned Condition, double Width) {
  PairResult R;
  const LoopOutcome Next =
                        Runner.run(bodyOf(B, Parts, First, Condition, false)),
                    Apart =
                        Runner.run(bodyOf(B, Parts, First, Condition, true));
  if (!Next.isKnown() || !Apart.isKnown() || !(Width > 0.5) || Width > 16)
    return R;
  R.Saved = (Apart.Cycles - Next.Cycles) * Width / NumPairs;
  R.Kind = R.Saved > 0.5 ? PairKind::Fused : PairKind::Apart;
  return R;
}

/// Instructions a cycle, by fillers.
static double widthOf(LoopRunner &Runner, const PairParts &Parts) {
  auto Cycles = [&](unsigned Count) {
    TimedLoop Loop;
    Loop.Body.assign(Count, Parts.Filler);
    return Runner.run(Loop).Cycles;
  };
  return 24 / (Cycles(60) - Cycles(36));
}

Expected<std::vector<PairRow>>
kernelbounds::measurePairs(LoopRunner &Machine, LoopRunner &Model,
                           const FormBuilder &B, ArrayRef<PairRow> Known,
                           function_ref<Error(const PairRow &)> OnRow) {
  const std::optional<PairParts> Parts = B.target().pairParts(B);
  if (!Parts)
    return std::vector<PairRow>();
  std::optional<double> MachineWidth;
  const double ModelWidth = widthOf(Model, *Parts);
  std::vector<PairRow> Rows;
  for (StringRef First : Parts->Firsts) {
    std::string Why;
    const unsigned Opcode = findOpcode(*B.description().MII, First);
    std::optional<FormShape> Shape = B.shapeOf(Opcode, Why);
    if (!Shape)
      continue;
    for (auto [Name, Condition] : Parts->Conditions) {
      PairRow R{First.str(), Name.str(), {}, {}};
      R.Model = measurePair(Model, B, *Parts, *Shape, Condition, ModelWidth);
      auto Old = find_if(Known, [&](const PairRow &K) {
        return K.First == R.First && K.Condition == R.Condition;
      });
      if (Old != Known.end()) {
        R.Machine = Old->Machine;
      } else {
        if (!MachineWidth)
          MachineWidth = widthOf(Machine, *Parts);
        R.Machine =
            measurePair(Machine, B, *Parts, *Shape, Condition, *MachineWidth);
        if (Error E = OnRow(R))
          return std::move(E);
      }
      Rows.push_back(std::move(R));
    }
  }
  return Rows;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void kernelbounds::printPairHead(raw_ostream &OS) {
  OS << "first,condition,result,slots_saved\n";
}

void kernelbounds::printPairRow(raw_ostream &OS, const PairRow &R) {
  writeCsvRow(OS,
              {R.First, R.Condition, KindNames[unsigned(R.Machine.Kind)].str(),
               formatv("{0:f2}", R.Machine.Saved).str()});
}

Expected<std::vector<PairRow>> kernelbounds::readPairTable(StringRef Text,
                                                           StringRef File) {
  auto Table = CsvTable::parse(Text, File);
  if (!Table)
    return Table.takeError();
  if (Error E = Table->require({"first", "condition", "result", "slots_saved"}))
    return std::move(E);
  std::vector<PairRow> Rows;
  for (size_t Row = 0; Row < Table->numRows(); ++Row) {
    PairRow R{Table->cell(Row, "first").str(),
              Table->cell(Row, "condition").str(),
              {},
              {}};
    const StringRef Result = Table->cell(Row, "result");
    const auto *Name = find(KindNames, Result);
    if (Name == std::end(KindNames))
      return createStringError(Table->place(Row) + ": unknown result '" +
                               Result + "'");
    R.Machine.Kind = static_cast<PairKind>(Name - std::begin(KindNames));
    auto Saved = Table->number(Row, "slots_saved");
    if (!Saved)
      return Saved.takeError();
    R.Machine.Saved = Saved->value_or(0);
    Rows.push_back(std::move(R));
  }
  return Rows;
}
