//===- CountInference.cpp - Ports of forms from counters ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A form of one micro-op that keeps its ports busy blocks them: what can go
/// elsewhere goes elsewhere. For each form, and each set of ports that can be
/// blocked, the small ones first, an instruction of the form runs beside as
/// many blockers as fill the set. Its micro-ops that are not counted on other
/// ports are confined to the set. Less those of its subsets, they are the
/// micro-ops of this very set.
///
/// Source: A. Abel and J. Reineke, "uops.info: Characterizing Latency,
/// Throughput, and Port Usage of Instructions on Intel Microarchitectures",
/// ASPLOS 2019, doi:10.1145/3297858.3304062, Algorithm 1. It counts on the
/// blocked ports and subtracts the blockers, of which there are many, so that
/// an error of 1 % is a part of a micro-op. Here, the other ports are counted,
/// to which no blocker goes, and the blocked ports only confirm it.
///
/// Cost: for each form at most as many experiments as there are sets that forms
/// of one micro-op show; usually two or three.
/// Tested by unittests/Inference/CountInferenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Inference/CountInference.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

/// By how much a number of micro-ops may be off a whole one.
static constexpr double Whole = 0.2;
/// Micro-ops by which a port is known to be used.
static constexpr double Least = 0.03;

namespace {

class CountSearch {
public:
  CountSearch(CountRunner &Runner, const CountInferenceOptions &Options)
      : Runner(Runner), Options(Options) {
    Core.Forms.resize(Options.Cycles.size());
  }
  CountedCore run();

private:
  std::vector<UopCounts> runs(const Mix &M, unsigned NumRuns);
  void countAlone(FormId F);
  void findBlockers();
  std::optional<BlockedCount> countBeside(FormId F, PortSet Blocked,
                                          FormId Blocker);
  void explain(FormId F);
  bool explainByOwnPorts(FormId F);
  void explainByBlockers(FormId F);
  void addByBlockers(FormId F, BitVector &Tried);
  void checkOtherBlockers(FormId F, const BitVector &Tried);
  void checkAlone(CountedForm &Form) const;

  CountRunner &Runner;
  const CountInferenceOptions &Options;
  CountedCore Core;
  std::vector<unsigned> NumUops; ///< By form.
  std::vector<PortSet> Used;     ///< By form: where it was counted.
};

} // namespace

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

static double medianOf(std::vector<double> Values) {
  llvm::sort(Values);
  return Values[Values.size() / 2];
}

static double sumOver(const UopCounts &C, PortSet Ports) {
  double Sum = 0;
  Ports.forEach([&](unsigned P) { Sum += C.OnCounter[P]; });
  return Sum;
}

static double sumOf(ArrayRef<double> Values) {
  double Sum = 0;
  for (double V : Values)
    Sum += V;
  return Sum;
}

static bool isWhole(double Value) {
  return std::fabs(Value - std::round(Value)) <= Whole;
}

static PortSet portsOf(ArrayRef<double> Counts) {
  PortSet Ports;
  for (auto [P, Count] : enumerate(Counts))
    if (Count > Least)
      Ports.insert(P);
  return Ports;
}

/// Ports that the form uses when it is alone.
static PortSet portsSeen(const CountedForm &F) { return portsOf(F.Alone); }

/// Empty if the mix cannot be run.
std::vector<UopCounts> CountSearch::runs(const Mix &M, unsigned NumRuns) {
  std::vector<UopCounts> All;
  for (unsigned I = 0; I < NumRuns; ++I) {
    auto C = Runner.countPerIteration(M);
    ++Core.NumRuns;
    if (!C) {
      consumeError(C.takeError());
      return {};
    }
    All.push_back(std::move(*C));
  }
  return All;
}

void CountSearch::countAlone(FormId F) {
  CountedForm &Form = Core.Forms[F];
  ++Core.NumExperiments;
  unsigned NumRuns = Options.IsExact ? 1 : Options.RunsPerExperiment;
  double Sum = 0;
  for (unsigned Try = 0; Try < 2; ++Try, NumRuns *= 5) {
    const std::vector<UopCounts> All = runs({{F, 1u}}, NumRuns);
    if (All.empty())
      return;
    auto Median = [&](auto Of) {
      std::vector<double> Values;
      for (const UopCounts &C : All)
        Values.push_back(Of(C));
      return medianOf(std::move(Values));
    };
    Form.Alone.clear();
    for (size_t P = 0; P < All.front().OnCounter.size(); ++P)
      Form.Alone.push_back(
          Median([&](const UopCounts &C) { return C.OnCounter[P]; }));
    Form.Issued = Median([](const UopCounts &C) { return C.Issued; });
    Sum = Median([](const UopCounts &C) { return sumOf(C.OnCounter); });
    if (isWhole(Sum) || Options.IsExact)
      break;
  }
  NumUops[F] = std::lround(Sum);
  Used[F] = portsSeen(Form);
  Form.Trust = Confidence::Unexplained;
  if (!isWhole(Sum))
    Form.Why = formatv("{0:f2} micro-ops alone are no whole number", Sum).str();
  else if (NumUops[F] > Options.MaxUops)
    Form.Why = formatv("it has {0} micro-ops", NumUops[F]).str();
  else if (NumUops[F] == 0)
    Form.Trust = Confidence::Unique; // It needs no port.
}

/// Of the forms of one micro-op that are counted on the same ports, the one of
/// the greatest throughput blocks them, if it keeps them busy.
void CountSearch::findBlockers() {
  constexpr double Slack = 1.25;
  for (auto [F, Form] : enumerate(Core.Forms)) {
    const PortSet Seen = portsSeen(Form);
    if (Form.Alone.empty() || NumUops[F] != 1 || !Form.Why.empty() ||
        !Options.MayBlock[F] || Options.Cycles[F] * Seen.size() > Slack)
      continue;
    auto Same =
        find_if(Core.Blockers, [&](const auto &B) { return B.first == Seen; });
    if (Same == Core.Blockers.end())
      Core.Blockers.push_back({Seen, FormId(F)});
    else if (Options.Cycles[F] < Options.Cycles[Same->second])
      Same->second = F;
  }
  llvm::sort(Core.Blockers, [](const auto &A, const auto &B) {
    return std::pair(A.first.size(), A.first.bits()) <
           std::pair(B.first.size(), B.first.bits());
  });
}

/// \returns none if the mix cannot be run.
std::optional<BlockedCount> CountSearch::countBeside(FormId F, PortSet Blocked,
                                                     FormId Blocker) {
  // The blocked ports have more to do than any other port may get from the
  // form, and for longer than the form takes.
  const double Busy =
      std::max(2.0 * NumUops[F] + 4, 1.5 * Options.Cycles[F] + 2);
  BlockedCount B;
  B.Blocked = Blocked;
  B.Blocker = Blocker;
  B.NumBlockers = std::ceil(Busy / Options.Cycles[Blocker]);
  Mix M = {{F, 1u}, {Blocker, B.NumBlockers}};
  llvm::sort(M);
  ++Core.NumExperiments;
  unsigned NumRuns = Options.IsExact ? 1 : Options.RunsPerExperiment;
  for (unsigned Try = 0; Try < 2; ++Try, NumRuns *= 5) {
    std::vector<double> Inside, Outside;
    for (const UopCounts &C : runs(M, NumRuns)) {
      Inside.push_back(sumOver(C, Blocked) - B.NumBlockers);
      Outside.push_back(sumOf(C.OnCounter) - sumOver(C, Blocked));
      Used[F] = Used[F] | (portsOf(C.OnCounter) - Blocked);
    }
    if (Outside.empty())
      return std::nullopt;
    B.Inside = medianOf(std::move(Inside));
    B.Outside = medianOf(std::move(Outside));
    if (isWhole(B.Outside) || Options.IsExact)
      break;
  }
  Core.Forms[F].Blocked.push_back(B);
  return B;
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// Whether what was counted on the blocked ports agrees with what was counted
/// elsewhere. Counts of many blockers are off by more.
static bool agrees(const BlockedCount &B, unsigned NumUops) {
  const double Off = B.Inside + B.Outside - NumUops;
  return std::fabs(Off) <= std::max(0.5, 0.04 * B.NumBlockers) &&
         B.Outside <= NumUops + Whole;
}

/// Of a form of one micro-op, usually at once: it is counted on its ports when
/// it is alone, and nowhere else when these are blocked.
bool CountSearch::explainByOwnPorts(FormId F) {
  CountedForm &Form = Core.Forms[F];
  const PortSet Seen = portsSeen(Form);
  auto Known =
      find_if(Core.Blockers, [&](const auto &B) { return B.first == Seen; });
  if (Known == Core.Blockers.end())
    return false;
  if (Known->second != F) {
    const auto B = countBeside(F, Seen, Known->second);
    if (!B || !agrees(*B, 1) || B->Outside > Whole)
      return false;
  }
  Form.Uops = {{Seen, 1}};
  Form.Trust = Confidence::Unique;
  return true;
}

/// Micro-ops of \p Uops that can go nowhere but to \p Ports.
static unsigned confinedTo(ArrayRef<CountedUops> Uops, PortSet Ports) {
  unsigned Count = 0;
  for (const CountedUops &U : Uops)
    if (U.Ports.isSubsetOf(Ports))
      Count += U.Count;
  return Count;
}

/// Adds the micro-ops of each set that can be blocked, until all are found.
void CountSearch::addByBlockers(FormId F, BitVector &Tried) {
  CountedForm &Form = Core.Forms[F];
  unsigned Found = 0;
  bool IsSure = true;
  for (auto [I, Known] : enumerate(Core.Blockers)) {
    const auto [Ports, Blocker] = Known;
    if (Found == NumUops[F])
      break;
    // What is confined to these ports has begun on them.
    if ((Ports & portsSeen(Form)).empty() || Blocker == F)
      continue;
    Tried.set(I);
    const auto B = countBeside(F, Ports, Blocker);
    if (!B)
      continue;
    if (!agrees(*B, NumUops[F])) {
      Form.Why = "the counts of blocked ports and of others disagree";
      return;
    }
    // A part of a micro-op went elsewhere: it is not confined.
    const double Confined = std::max(0.0, NumUops[F] - B->Outside);
    IsSure &= isWhole(Confined);
    const unsigned Least = confinedTo(Form.Uops, Ports),
                   All = isWhole(Confined) ? std::lround(Confined) : Confined;
    if (All < Least) {
      Form.Why = "a set has fewer micro-ops than its subsets";
      return;
    }
    if (All != Least)
      Form.Uops.push_back({Ports, All - Least});
    Found += All - Least;
  }
  if (Found != NumUops[F])
    Form.Why = formatv("{0} of {1} micro-ops run on ports that no form of one "
                       "micro-op fills",
                       int(NumUops[F]) - int(Found), NumUops[F])
                   .str();
  else
    Form.Trust = IsSure ? Confidence::Unique : Confidence::Provisional;
}

/// A micro-op of {0} counts as one of {0,1} if no form of one micro-op fills
/// {0}. But then it is also confined to {0,5}, if that can be blocked.
void CountSearch::checkOtherBlockers(FormId F, const BitVector &Tried) {
  CountedForm &Form = Core.Forms[F];
  for (auto [I, Known] : enumerate(Core.Blockers)) {
    const auto [Ports, Blocker] = Known;
    const bool MayTell = any_of(Form.Uops, [&, Ports = Ports](auto &U) {
      return !(U.Ports & Ports).empty() && !U.Ports.isSubsetOf(Ports);
    });
    if (Tried[I] || Blocker == F || !MayTell)
      continue;
    const auto B = countBeside(F, Ports, Blocker);
    if (!B || !isWhole(B->Outside) ||
        NumUops[F] - std::lround(B->Outside) == confinedTo(Form.Uops, Ports))
      continue;
    Form.Trust = Confidence::Unexplained;
    Form.Why = "some micro-ops run on ports that no form of one micro-op fills";
    return;
  }
}

void CountSearch::explainByBlockers(FormId F) {
  CountedForm &Form = Core.Forms[F];
  BitVector Tried(Core.Blockers.size());
  addByBlockers(F, Tried);
  if (NumUops[F] == 1 && (Form.Uops.empty() || Form.Uops[0].Ports != Used[F])) {
    Form.Uops = {{Used[F], 1}};
    Form.Trust = Confidence::Provisional;
    Form.Why = "no form fills its ports";
    return;
  }
  if (Form.Trust == Confidence::Provisional)
    Form.Why = "blocked ports were not full";
  if (Form.Trust != Confidence::Unique || NumUops[F] == 1)
    return;
  if (any_of(Form.Uops, [&](const CountedUops &U) {
        return !U.Ports.isSubsetOf(Used[F]);
      })) {
    Form.Trust = Confidence::Provisional;
    Form.Why = "it is not counted on all of these ports";
    return;
  }
  checkOtherBlockers(F, Tried);
}

/// Refutes what the counts of the form alone contradict.
void CountSearch::checkAlone(CountedForm &Form) const {
  constexpr double Slack = 0.25;
  PortSet All;
  for (const CountedUops &U : Form.Uops)
    All = All | U.Ports;
  auto Alone = [&](PortSet Ports) {
    double Sum = 0;
    Ports.forEach([&](unsigned P) { Sum += Form.Alone[P]; });
    return Sum;
  };
  bool IsRefuted = sumOf(Form.Alone) - Alone(All) > Slack;
  for (const CountedUops &Set : Form.Uops) {
    const unsigned Confined = confinedTo(Form.Uops, Set.Ports);
    IsRefuted |= Alone(Set.Ports) < Confined - Slack;
  }
  if (IsRefuted) {
    Form.Trust = Confidence::Unexplained;
    Form.Why = "the counts of the form alone contradict those beside others";
    return;
  }
  // Cores spread micro-ops. If one port has more than the rest would explain,
  // some can go nowhere else, and no form of one micro-op shows it.
  std::vector<UopGroup> Groups;
  for (const CountedUops &U : Form.Uops)
    Groups.push_back({U.Ports, int64_t(U.Count)});
  if (*max_element(Form.Alone) >
      computePortBound(Groups).Value.toDouble() + Slack) {
    Form.Trust = Confidence::Provisional;
    Form.Why = "alone, it is not spread over these ports";
  }
}

void CountSearch::explain(FormId F) {
  CountedForm &Form = Core.Forms[F];
  if (Form.Trust != Confidence::Unexplained || !Form.Why.empty())
    return;
  if (NumUops[F] != 1 || !explainByOwnPorts(F))
    explainByBlockers(F);
  if (Form.Trust == Confidence::Unique)
    checkAlone(Form);
  if (Form.Trust == Confidence::Unexplained)
    Form.Uops.clear();
}

CountedCore CountSearch::run() {
  const size_t NumForms = Core.Forms.size();
  NumUops.assign(NumForms, 0);
  Used.assign(NumForms, PortSet());
  for (FormId F = 0; F != NumForms; ++F) {
    countAlone(F);
    Options.OnStep(F + 1, 2 * NumForms, F);
  }
  findBlockers();
  for (FormId F = 0; F != NumForms; ++F) {
    explain(F);
    Options.OnStep(NumForms + F + 1, 2 * NumForms, F);
  }
  return std::move(Core);
}

CountedCore
kernelbounds::inferPortsByCounts(CountRunner &Runner,
                                 const CountInferenceOptions &Options) {
  assert(Options.MayBlock.size() == Options.Cycles.size() &&
         "both are by form");
  return CountSearch(Runner, Options).run();
}
