//===- PortStudy.cpp - On which ports forms run, from times ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Forms become classes, see FormClasses.h. One form of each class is in the
/// mixes. Where the model explains its throughput, its micro-ops are the
/// prior; of the others nothing is believed. Ports are the resources, by their
/// numbers in the model.
///
/// What is found counts only if the mixes say so: with the micro-ops of the
/// model instead, the times of the mixes with the form must be explained worse.
///
/// Tested by unittests/Measure/PortStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/PortStudy.h"
#include "FormClasses.h"
#include "MappedForm.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Inference/UsageSettling.h"
#include "kernel-bounds/Measure/CsvTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <map>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

namespace {

/// Runs mixes of the first forms of classes, and keeps what they took.
class MixRunner : public ExperimentRunner {
public:
  MixRunner(LoopRunner &Machine, const FormBuilder &Builder,
            ArrayRef<PortFinding> Classes, std::vector<MixRow> &Known,
            function_ref<Error(const MixRow &)> OnRow,
            function_ref<void(size_t, StringRef)> OnStep)
      : Machine(Machine), Builder(Builder), Classes(Classes), OnRow(OnRow),
        OnStep(OnStep) {
    for (MixRow &R : Known)
      Earlier[R.Mix].push_back(R.Cycles);
  }
  Expected<double>
  cyclesPerIteration(ArrayRef<std::pair<FormId, unsigned>> M) override;

  size_t numMixes() const { return Runs.size(); }
  /// Mixes with the median of their runs.
  std::vector<std::pair<Mix, double>> results() const;
  /// Of writing them down; the run then ended early.
  Error takeFault() { return std::move(Fault); }

private:
  LoopRunner &Machine;
  const FormBuilder &Builder;
  ArrayRef<PortFinding> Classes;
  function_ref<Error(const MixRow &)> OnRow;
  function_ref<void(size_t, StringRef)> OnStep; ///< With the number of mixes.
  StringMap<std::vector<double>> Earlier; ///< Not used up yet, in their order.
  StringMap<size_t> NumUsed;
  std::map<Mix, std::vector<double>> Runs;
  Error Fault = Error::success();
};

} // namespace

/// What many repetitions of \p M take more than few on \p Runner, so that the
/// loop's counter and its branch do not count.
static Expected<double> timeMix(LoopRunner &Runner, const FormBuilder &Builder,
                                ArrayRef<PortFinding> Classes,
                                ArrayRef<std::pair<FormId, unsigned>> M) {
  const MixLoops Loops = loopsOfMix(Builder, Classes, M, /*Breaks=*/true);
  const LoopOutcome Few = Runner.run(Loops.Few), Many = Runner.run(Loops.Many);
  if (!Few.isKnown() || !Many.isKnown())
    return createStringError("the mix cannot be run");
  return (Many.Cycles - Few.Cycles) / Loops.More;
}

Expected<double>
MixRunner::cyclesPerIteration(ArrayRef<std::pair<FormId, unsigned>> M) {
  if (Fault)
    return createStringError("the times cannot be kept");
  const std::string Name = nameOfMix(Classes, M);
  double Cycles = 0;
  const std::vector<double> &Before = Earlier[Name];
  if (size_t &Used = NumUsed[Name]; Used < Before.size()) {
    Cycles = Before[Used++];
  } else if (auto It = Runs.find(Mix(M.begin(), M.end()));
             It != Runs.end() && Machine.noise() == 0) {
    Cycles = It->second.front();
  } else {
    auto T = timeMix(Machine, Builder, Classes, M);
    if (!T)
      return T.takeError();
    // As the table has it, so that a run that goes on sees the same.
    Cycles = std::round(*T * 10000) / 10000;
    if (Error E = OnRow({Name, Cycles})) {
      Fault = std::move(E);
      return createStringError("the times cannot be kept");
    }
    OnStep(Runs.size() + (It == Runs.end()), Name);
  }
  Runs[Mix(M.begin(), M.end())].push_back(Cycles);
  return Cycles;
}

std::vector<std::pair<Mix, double>> MixRunner::results() const {
  std::vector<std::pair<Mix, double>> Out;
  for (const auto &[M, Cycles] : Runs) {
    std::vector<double> Sorted = Cycles;
    llvm::sort(Sorted);
    if (const double Median = Sorted[Sorted.size() / 2]; Median > 0)
      Out.push_back({M, Median});
  }
  return Out;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// How many mixes there may be for each class.
static constexpr unsigned MixesOfClass = 24;

static FormUsage usageOf(ArrayRef<MappedUop> Uops, unsigned Slots) {
  FormUsage Usage;
  Usage.Slots = std::max(Slots, 1u);
  for (const MappedUop &U : Uops) {
    auto Same = find_if(Usage.Uses, [&](const ResourceUse &Use) {
      return Use.Resources == U.Ports;
    });
    if (Same == Usage.Uses.end())
      Usage.Uses.push_back({U.Ports, U.Cycles});
    else
      Same->Cycles += U.Cycles;
  }
  llvm::sort(Usage.Uses, [](const ResourceUse &A, const ResourceUse &B) {
    return A.Resources.bits() < B.Resources.bits();
  });
  return Usage;
}

/// Micro-ops of one cycle where they have slots; the rest holds its ports.
static std::vector<MappedUop> uopsOf(const FormUsage &Usage) {
  std::vector<MappedUop> Uops;
  for (const ResourceUse &U : Usage.Uses) {
    const bool IsHeld = Usage.holdsResources();
    const unsigned Count = IsHeld ? 1 : U.Cycles;
    Uops.resize(Uops.size() + Count,
                MappedUop{U.Resources, uint16_t(IsHeld ? U.Cycles : 1),
                          UopKind::Compute});
  }
  return Uops;
}

Expected<std::vector<PortFinding>> PortStudy::run(ArrayRef<FormRow> Rows) {
  const std::vector<const FormRow *> Order = orderForMixes(Rows);
  NumMixes = MostMixes = 0;
  std::vector<std::vector<PortFinding>> Studies;
  for (RegFile File : {RegFile::General, RegFile::Vector}) {
    auto Classes = classifyForms(
        Model, Builder, Order, Options.MaxClasses,
        [&](const InstructionForm &F) {
          return all_of(F.Shape.Registers,
                        [&](const FormOperand &Op) { return Op.File == File; });
        });
    if (Classes.size() < 2)
      continue;
    MostMixes += MixesOfClass * Classes.size();
    Studies.push_back(std::move(Classes));
  }
  std::vector<PortFinding> Found;
  for (std::vector<PortFinding> &Classes : Studies)
    if (Error E = study(std::move(Classes), Found))
      return std::move(E);
  return Found;
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

/// What \p M takes if the forms use \p Usages and the core has \p Width slots.
static double predict(const Mix &M, ArrayRef<FormUsage> Usages,
                      unsigned Width) {
  std::vector<UopGroup> Uses;
  double Slots = 0;
  for (auto [F, Count] : M) {
    for (const ResourceUse &U : Usages[F].Uses)
      Uses.push_back({U.Resources, int64_t(U.Cycles) * Count});
    Slots += double(Usages[F].Slots) * Count;
  }
  return std::max(computePortBound(Uses).Value.toDouble(),
                  Width ? Slots / Width : 0);
}

/// \p U with the names of ports; new resources are behind all ports.
static FormUsage withPorts(FormUsage U, const InferredCore &Core,
                           unsigned NumPorts) {
  for (ResourceUse &Use : U.Uses) {
    PortSet Ports;
    Use.Resources.forEach([&](unsigned R) {
      const auto Name =
          R < Core.PriorNames.size() ? Core.PriorNames[R] : std::nullopt;
      Ports.insert(Name ? *Name
                        : std::min(NumPorts + R, PortSet::MaxPorts - 1));
    });
    Use.Resources = Ports;
  }
  return U;
}

/// Integer units may be slower together than their bound, which looks like
/// other ports: where the model has their throughput, it is believed.
static bool mayChange(const PortFinding &C) {
  return !C.HasThroughput || C.Forms.front()->Encoding != FormEncoding::Legacy;
}

/// Whether what was found of \p C explains clearly more. \p Bound: cycles of
/// one of its forms on these ports, which must not make it slower than it is.
static bool explainsMore(const PortFinding &C, bool IsOnly, double Bound) {
  constexpr double Slack = 1.04;
  // Of many mixes, few may say what is wrong.
  const double Before = std::min(C.ErrorBefore, C.ErrorOfModel),
               Gain = Before - C.ErrorFound;
  // What the model has wrong anyway need not be explained as closely.
  const bool IsClose =
      C.ErrorFound < 0.05 || (!C.HasThroughput && C.ErrorFound < Before / 3);
  return !C.Found.empty() && Bound <= Slack * C.Throughput && mayChange(C) &&
         (IsOnly || !C.HasThroughput) && IsClose && Gain > 0 &&
         (Gain > 0.01 || Gain * C.NumMixes > 1);
}

namespace {

/// What a mix took on the machine and on the model.
struct MixResult {
  Mix M;
  double Cycles, Answer;
};

/// What explains the mixes of classes, in names of ports.
struct Explanation {
  std::vector<FormUsage> Usages;
  std::vector<std::vector<FormUsage>> Alternatives;
  std::vector<Confidence> Trust;
};

} // namespace

static bool isKnown(Confidence C) {
  return C != Confidence::Unexplained && C != Confidence::NotMeasured;
}

static double meanError(ArrayRef<MixResult> Results, ArrayRef<FormUsage> Usages,
                        unsigned Width) {
  double Sum = 0;
  for (const MixResult &R : Results)
    Sum += std::fabs(predict(R.M, Usages, Width) / R.Cycles - 1);
  return Sum / std::max<size_t>(Results.size(), 1);
}

static Explanation explanationOf(const InferredCore &Core,
                                 ArrayRef<FormUsage> Priors,
                                 unsigned NumPorts) {
  Explanation E;
  E.Usages.assign(Priors.begin(), Priors.end());
  for (auto [I, F] : enumerate(Core.Forms)) {
    E.Trust.push_back(F.Trust);
    if (F.isKnown())
      E.Usages[I] = withPorts(F.Usage, Core, NumPorts);
    E.Alternatives.emplace_back();
    for (const FormUsage &U : F.Alternatives)
      E.Alternatives.back().push_back(withPorts(U, Core, NumPorts));
  }
  return E;
}

/// \p E, or the priors as they settle, if these explain \p Results better.
static Explanation settle(Explanation E, ArrayRef<MixResult> Results,
                          ArrayRef<FormUsage> Priors,
                          ArrayRef<PortFinding> Classes, unsigned Width) {
  // Without noise, a core of the model's kind is found exactly.
  constexpr double MuchBetter = 0.002;
  std::vector<TimedMix> Mixes;
  for (const MixResult &R : Results)
    Mixes.push_back({R.M, R.Cycles});
  BitVector MayChange(Classes.size());
  for (auto [I, C] : enumerate(Classes))
    MayChange[I] = mayChange(C);
  Explanation S;
  for (SettledForm &F : settleUsages(Mixes, Priors, MayChange, Width)) {
    S.Trust.push_back(F.Alternatives.empty() ? Confidence::Provisional
                                             : Confidence::Ambiguous);
    S.Usages.push_back(std::move(F.Usage));
    S.Alternatives.push_back(std::move(F.Alternatives));
  }
  for (auto [I, Trust] : enumerate(E.Trust))
    if (Trust == Confidence::NotMeasured)
      S.Trust[I] = Trust;
  const bool IsBetter = meanError(Results, S.Usages, Width) + MuchBetter <
                        meanError(Results, E.Usages, Width);
  return IsBetter ? S : E;
}

/// Writes to \p C, the class \p I, what \p E says of it and how well that
/// explains \p Results.
static void judge(PortFinding &C, size_t I, const Explanation &E,
                  ArrayRef<MixResult> Results, const FormUsage &Prior,
                  unsigned Width, PortSet AllPorts) {
  C.Trust = E.Trust[I];
  C.Found = uopsOf(E.Usages[I]);
  for (const FormUsage &U : E.Alternatives[I])
    C.Alternatives.push_back(uopsOf(U));
  std::vector<FormUsage> Others = E.Usages;
  Others[I] = Prior;
  for (const auto &[M, Cycles, Answer] : Results) {
    if (none_of(M, [&](const auto &Part) { return Part.first == I; }))
      continue;
    ++C.NumMixes;
    C.ErrorBefore += std::fabs(predict(M, Others, Width) / Cycles - 1);
    C.ErrorFound += std::fabs(predict(M, E.Usages, Width) / Cycles - 1);
    C.ErrorOfModel += std::fabs(Answer / Cycles - 1);
  }
  for (double *Sum : {&C.ErrorBefore, &C.ErrorFound, &C.ErrorOfModel})
    *Sum /= std::max(C.NumMixes, 1u);
  auto HasNew = [&](const FormUsage &U) {
    return any_of(U.Uses, [&](const ResourceUse &Use) {
      return !Use.Resources.isSubsetOf(AllPorts);
    });
  };
  const FormUsage &Found = E.Usages[I];
  // The same ports with another number of slots are no other ports.
  const bool IsOnly = all_of(E.Alternatives[I], [&](const FormUsage &U) {
    return HasNew(U) || U.Uses == Found.Uses;
  });
  C.IsBetter = isKnown(C.Trust) && !HasNew(Found) && Found.Uses != Prior.Uses &&
               explainsMore(C, IsOnly, predict({{FormId(I), 1}}, E.Usages, 0));
}

Error PortStudy::study(std::vector<PortFinding> Classes,
                       std::vector<PortFinding> &Out) {
  const unsigned NumPorts = Model.ports().size();
  PortInferenceOptions Search;
  Search.NumForms = Classes.size();
  Search.IssueWidth = Options.IssueWidth;
  Search.MaxExperiments = MixesOfClass * Classes.size();
  const bool IsNoisy = Machine.noise() > 0;
  Search.RunsPerExperiment = 3;
  Search.ModelError = IsNoisy ? 0.02 : 0.003;
  Search.Seed = Options.Seed;
  std::vector<FormUsage> Usages;
  for (const PortFinding &C : Classes) {
    const MappedForm F(Model, Builder, *C.Forms.front());
    Usages.push_back(usageOf(C.Before, F.inst().IssueSlots));
    Search.Priors.push_back(Usages.back());
  }
  const size_t Before = NumMixes;
  MixRunner Runner(Machine, Builder, Classes, Known, OnRow,
                   [&](size_t Mixes, StringRef Name) {
                     NumMixes = Before + Mixes;
                     OnStep(NumMixes, MostMixes, Name);
                   });
  const InferredCore Core = inferPorts(Runner, Search);
  if (Error E = Runner.takeFault())
    return E;
  NumMixes = Before + Runner.numMixes();
  MostMixes -= Search.MaxExperiments - Runner.numMixes();
  std::vector<MixResult> Results;
  for (auto &[M, Cycles] : Runner.results())
    if (auto Answer = timeMix(OnModel, Builder, Classes, M))
      Results.push_back({M, Cycles, *Answer});
    else
      consumeError(Answer.takeError());
  const Explanation Best = settle(explanationOf(Core, Usages, NumPorts),
                                  Results, Usages, Classes, Core.IssueWidth);
  PortSet All;
  for (unsigned P = 0; P < NumPorts; ++P)
    All.insert(P);
  for (auto [I, C] : enumerate(Classes)) {
    judge(C, I, Best, Results, Usages[I], Core.IssueWidth, All);
    Out.push_back(std::move(C));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void kernelbounds::printMixHead(raw_ostream &OS) { OS << "mix,cycles\n"; }

void kernelbounds::printMixRow(raw_ostream &OS, const MixRow &R) {
  OS << R.Mix << ',' << formatv("{0:f4}", R.Cycles) << '\n';
}

Expected<std::vector<MixRow>> kernelbounds::readMixTable(StringRef Text,
                                                         StringRef File) {
  auto Table = CsvTable::parse(Text, File);
  if (!Table)
    return Table.takeError();
  if (Error E = Table->require({"mix", "cycles"}))
    return std::move(E);
  std::vector<MixRow> Rows;
  for (size_t Row = 0; Row < Table->numRows(); ++Row) {
    auto Cycles = Table->number(Row, "cycles");
    if (!Cycles)
      return Cycles.takeError();
    if (!*Cycles)
      return createStringError(Table->place(Row) + ": there are no cycles");
    Rows.push_back({Table->cell(Row, "mix").str(), **Cycles});
  }
  return Rows;
}
