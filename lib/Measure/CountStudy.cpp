//===- CountStudy.cpp - Ports of forms, counted ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each form is counted for itself. Where a counter has several ports, the
/// counts do not tell them apart: of a set of counters, the ports are those of
/// the model's micro-ops that are counted so in other forms of vectors, or of
/// general registers alone, if these agree. Else the answer is ambiguous.
///
/// What the counters see of the model's micro-ops is compared with what was
/// counted. Where both agree, the model's micro-ops are the finding, with the
/// cycles for which they hold their ports; else those that were counted, and
/// the model's units, which no counter sees.
///
/// Tested by unittests/Measure/CountStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CountStudy.h"
#include "FormChains.h"
#include "FormClasses.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Inference/CountInference.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Counters and ports
//===----------------------------------------------------------------------===//

Expected<std::vector<PortSet>>
kernelbounds::portsOfCounters(ArrayRef<PortCounter> Counters,
                              const PortModel &Model) {
  std::vector<PortSet> Out;
  for (const PortCounter &C : Counters) {
    PortSet Ports;
    for (StringRef Name : C.Ports) {
      auto It =
          find_if(Model.ports(), [&](const Port &P) { return P.Name == Name; });
      if (It == Model.ports().end())
        return createStringError(C.Name + " counts port " + Name +
                                 ", which the model does not have");
      Ports.insert(It - Model.ports().begin());
    }
    Out.push_back(Ports);
  }
  return Out;
}

namespace {

/// Translates between sets of counters and sets of the model's ports.
class CounterMap {
public:
  explicit CounterMap(std::vector<PortSet> Ports) : Ports(std::move(Ports)) {}

  PortSet portsOf(PortSet Counters) const {
    PortSet Out;
    Counters.forEach([&](unsigned C) { Out = Out | Ports[C]; });
    return Out;
  }
  /// Empty of units.
  PortSet countersOf(PortSet Of) const {
    PortSet Out;
    for (auto [C, P] : enumerate(Ports))
      if (!(P & Of).empty())
        Out.insert(C);
    return Out;
  }

private:
  std::vector<PortSet> Ports;
};

/// How many micro-ops go to each set of counters.
using CountedSets = std::map<uint64_t, unsigned>;

/// Runs mixes of forms, and counts.
class MixCounter : public CountRunner {
public:
  MixCounter(LoopRunner &Machine, const FormBuilder &Builder,
             ArrayRef<PortFinding> Forms)
      : Machine(Machine), Builder(Builder), Forms(Forms) {}

  Expected<UopCounts>
  countPerIteration(ArrayRef<std::pair<FormId, unsigned>> M) override;

private:
  LoopRunner &Machine;
  const FormBuilder &Builder;
  ArrayRef<PortFinding> Forms;
};

} // namespace

Expected<UopCounts>
MixCounter::countPerIteration(ArrayRef<std::pair<FormId, unsigned>> M) {
  // Nothing else may be counted than the forms.
  const MixLoops Loops = loopsOfMix(Builder, Forms, M, /*Breaks=*/false);
  auto Few = Machine.count(Loops.Few);
  if (!Few)
    return Few.takeError();
  auto Many = Machine.count(Loops.Many);
  if (!Many)
    return Many.takeError();
  UopCounts C;
  for (auto [Short, Long] : zip_equal(Few->OnCounter, Many->OnCounter))
    C.OnCounter.push_back((Long - Short) / Loops.More);
  C.Issued = (Many->Issued - Few->Issued) / Loops.More;
  return C;
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// What counters see of \p Uops. Each is one micro-op, however long it holds
/// its port.
static CountedSets setsOf(ArrayRef<MappedUop> Uops, const CounterMap &Map) {
  CountedSets Sets;
  for (const MappedUop &U : Uops)
    if (const PortSet C = Map.countersOf(U.Ports); !C.empty())
      ++Sets[C.bits()];
  return Sets;
}

static bool isOfVectors(const PortFinding &F) {
  return any_of(F.Forms.front()->Shape.Registers, [](const FormOperand &Op) {
    return Op.File == RegFile::Vector;
  });
}

/// By whether the form is of vectors, and the set of counters: the sets of
/// ports of the model's micro-ops that are counted there.
using KnownPorts = std::map<std::pair<bool, uint64_t>, std::vector<PortSet>>;

static KnownPorts findKnownPorts(ArrayRef<PortFinding> Forms,
                                 const CounterMap &Map) {
  KnownPorts Known;
  for (const PortFinding &F : Forms)
    for (const MappedUop &U : F.Before)
      if (const PortSet C = Map.countersOf(U.Ports); !C.empty())
        if (auto &Sets = Known[{isOfVectors(F), C.bits()}];
            !is_contained(Sets, U.Ports))
          Sets.push_back(U.Ports);
  return Known;
}

static CountEvidence evidenceOf(const CountedForm &F,
                                ArrayRef<PortFinding> Forms,
                                ArrayRef<PortCounter> Counters) {
  CountEvidence E;
  for (auto [C, Count] : zip(Counters, F.Alone))
    E.Alone.push_back({C.Name, Count});
  E.Issued = F.Issued;
  E.Why = F.Why;
  for (const BlockedCount &B : F.Blocked) {
    CountBeside Beside{Forms[B.Blocker].Forms.front()->Name,
                       B.NumBlockers,
                       {},
                       B.Inside,
                       B.Outside};
    B.Blocked.forEach(
        [&](unsigned C) { append_range(Beside.Blocked, Counters[C].Ports); });
    E.Beside.push_back(std::move(Beside));
  }
  return E;
}

/// Cycles that \p Uops take at least.
static double boundOf(ArrayRef<MappedUop> Uops) {
  std::vector<UopGroup> Groups;
  for (const MappedUop &U : Uops)
    Groups.push_back({U.Ports, int64_t(U.Cycles)});
  return computePortBound(Groups).Value.toDouble();
}

/// Completes \p F by what was counted, \p C.
static void conclude(PortFinding &F, const CountedForm &C,
                     const CounterMap &Map, const KnownPorts &Known) {
  F.Trust = C.Trust;
  F.NumMixes = 1 + C.Blocked.size();
  if (C.Trust != Confidence::Unique && C.Trust != Confidence::Provisional)
    return;
  CountedSets Counted;
  for (const CountedUops &U : C.Uops)
    Counted[U.Ports.bits()] += U.Count;
  if (Counted == setsOf(F.Before, Map)) {
    F.Found = F.Before;
    return;
  }
  for (const CountedUops &U : C.Uops) {
    PortSet Ports = Map.portsOf(U.Ports);
    if (Ports.size() != U.Ports.size()) {
      auto It = Known.find({isOfVectors(F), U.Ports.bits()});
      if (It != Known.end() && It->second.size() == 1)
        Ports = It->second.front();
      else if (F.Trust == Confidence::Unique)
        F.Trust = Confidence::Ambiguous;
    }
    F.Found.resize(F.Found.size() + U.Count,
                   MappedUop{Ports, 1, UopKind::Compute});
  }
  for (const MappedUop &U : F.Before)
    if (Map.countersOf(U.Ports).empty())
      F.Found.push_back(U);
  // Ports on which the form would be slower than it is are not its ports.
  constexpr double Slack = 1.04;
  F.IsBetter =
      F.Trust == Confidence::Unique && boundOf(F.Found) <= Slack * F.Throughput;
}

Expected<std::vector<PortFinding>> CountStudy::run(ArrayRef<FormRow> Rows) {
  const ArrayRef<PortCounter> Counters = Machine.counters();
  auto Ports = portsOfCounters(Counters, Model);
  if (!Ports)
    return Ports.takeError();
  const CounterMap Map(std::move(*Ports));
  std::vector<PortFinding> Forms;
  CountInferenceOptions Options;
  for (const FormRow *R : orderForMixes(Rows)) {
    Forms.push_back(beginFinding(Model, Builder, *R));
    const bool Waits = FormChains(Builder, *R->Form, {}).waitsForItself();
    double Cycles = R->Machine.Throughput;
    for (const FormLatency &L : R->Machine.Latencies)
      if (Waits && !L.ToMemory)
        Cycles = std::max(Cycles, L.Cycles);
    Options.Cycles.push_back(Cycles);
    Options.MayBlock.push_back(!Waits);
  }
  Options.IsExact = Machine.noise() == 0;
  Options.OnStep = [&](size_t Done, size_t All, FormId F) {
    OnStep(Done, All, Forms[F].Forms.front()->Name);
  };
  MixCounter Runner(Machine, Builder, Forms);
  const CountedCore Core = inferPortsByCounts(Runner, Options);
  const KnownPorts Known = findKnownPorts(Forms, Map);
  std::vector<PortFinding> Out;
  for (auto [F, Counted] : zip_equal(Forms, Core.Forms)) {
    if (Counted.Alone.empty())
      continue;
    PortFinding Finding = F;
    Finding.Counted = evidenceOf(Counted, Forms, Counters);
    conclude(Finding, Counted, Map, Known);
    Out.push_back(std::move(Finding));
  }
  return Out;
}
