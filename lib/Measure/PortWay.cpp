//===- PortWay.cpp - How a core may choose ports --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes of schedulers from figures of the core, and ways to choose ports that
/// are worth a try. Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CoreExperiments.h"
#include "kernel-bounds/Measure/CoreModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

/// With room for S micro-ops of which each trip has N waiting for T cycles, a
/// trip takes T N / S cycles.
unsigned kernelbounds::findSchedulerSize(const CoreFigures &F, StringRef Kind) {
  const std::optional<double> Root = F.get("op.sqrtsd"),
                              Cross = F.get("op.cross"),
                              Product = F.get("op.imul");
  if (!Root || !Cross || !Product)
    return 0;
  // The chain, and the cycle in which its readers start.
  const double Waited =
      (Kind == "general" ? 2 * *Root : 15 * *Product) + *Cross / 2 + 1;
  double Sum = 0;
  unsigned Num = 0;
  for (unsigned N : numsWaiting()) {
    const std::optional<double> Cycles =
        F.get(formatv("waiting.{0}.{1}", Kind, N).str());
    // Neither limited by what the chain's own units do, nor by one at a time.
    if (!Cycles || *Cycles < 0.42 * Waited || *Cycles > 0.9 * Waited)
      continue;
    Sum += Waited * N / *Cycles;
    ++Num;
  }
  return Num ? std::lround(Sum / Num) : 0;
}

/// The trip takes the longer one of two chains as long as both run side by
/// side, and their sum when the second one cannot begin.
unsigned kernelbounds::findDirectEntries(const CoreFigures &F) {
  const ArrayRef<unsigned> Nums = numsBehind();
  auto CyclesOf = [&](unsigned N) {
    return F.get(formatv("behind.vector.{0}", N).str());
  };
  const std::optional<double> Least = CyclesOf(Nums.front()),
                              Most = CyclesOf(Nums.back());
  if (!Least || !Most || *Most < 1.3 * *Least)
    return 0;
  for (size_t I = 1; I < Nums.size(); ++I) {
    const std::optional<double> Cycles = CyclesOf(Nums[I]);
    if (Cycles && *Cycles > (*Least + *Most) / 2)
      return (Nums[I - 1] + Nums[I]) / 2;
  }
  return 0;
}

std::string PortWay::text() const {
  std::string Text = ("port_choice: {value: " + portChoiceName(Choice) +
                      ", source: measured}\n")
                         .str();
  if (General.empty())
    return Text;
  Text += "schedulers:\n";
  auto Add = [&](ArrayRef<std::string> Names, unsigned Entries,
                 const Twine &Keys) {
    Text += "  - {ports: [" + join(Names, ", ") +
            "], entries: " + std::to_string(Entries) + Keys.str() +
            ", source: measured}\n";
  };
  auto Number = [](StringRef Key, unsigned Value) {
    return Value ? (", " + Key + ": " + Twine(Value)).str() : "";
  };
  for (const Ports &P : General)
    Add(P, GeneralEntries,
        Number("per_cycle", GeneralPerCycle) +
            Number("crowded_from", CrowdedFrom) +
            Number("wait_step", WaitStep) +
            (OneResult ? ", one_result: true" : ""));
  for (const Ports &P : Vector)
    Add(P, VectorEntries,
        Number("per_cycle", VectorPerCycle) + Number("queue", VectorQueue) +
            (VectorByRoom ? ", by_room: true" : ""));
  return Text;
}

std::vector<PortWay> PortWay::variants() const {
  std::vector<PortWay> Out;
  if (General.empty())
    return Out;
  SmallVector<unsigned, 3> EachCycle = {1, 2};
  if (GeneralPerCycle == 0)
    EachCycle.push_back(0);
  auto Add = [&](unsigned PerCycle, unsigned From, unsigned Step, bool One) {
    PortWay W = *this;
    W.GeneralPerCycle = PerCycle;
    W.CrowdedFrom = From;
    W.WaitStep = Step;
    W.OneResult = One;
    Out.push_back(std::move(W));
  };
  for (unsigned PerCycle : EachCycle)
    for (bool One : {false, true}) {
      for (unsigned From : {0, 4, 6, 8, 12, 16})
        if (PerCycle != GeneralPerCycle || From != CrowdedFrom ||
            One != OneResult)
          Add(PerCycle, From, 0, One);
      if (PerCycle != 0)
        Add(PerCycle, 0, 8, One);
    }
  return Out;
}

std::vector<PortWay> kernelbounds::listPortChoices(
    const CoreFigures &F, ArrayRef<std::string> General,
    ArrayRef<std::string> Vector, ArrayRef<std::string> Accesses) {
  std::vector<PortWay> Out(3);
  Out[1].Choice = PortChoice::AtRename;
  Out[2].Choice = PortChoice::InCycle;
  const unsigned OfGeneral = findSchedulerSize(F, "general"),
                 OfVector = findSchedulerSize(F, "vector");
  const bool AreApart = none_of(
      General, [&](const std::string &P) { return is_contained(Vector, P); });
  if (General.size() < 2 || Vector.size() < 2 || !OfGeneral || !OfVector ||
      !AreApart)
    return Out;
  PortWay W = Out[2];
  W.Vector.resize(2);
  for (auto [I, P] : enumerate(Vector))
    W.Vector[I % 2].push_back(P);
  W.GeneralEntries = std::max<unsigned>(1, OfGeneral / General.size());
  const unsigned Direct = findDirectEntries(F);
  if (Direct != 0 && Direct < 0.8 * OfVector)
    W.VectorQueue = OfVector - Direct;
  W.VectorEntries = std::max(1u, (OfVector - W.VectorQueue) / 2);
  PortWay One = W;
  One.General = {General};
  One.GeneralEntries = OfGeneral;
  One.GeneralPerCycle = 0;
  // The queue in front of schedulers has a choice of its own.
  static constexpr unsigned PerCycles[] = {0, 1, 2};
  static constexpr bool Rooms[] = {false, true};
  const ArrayRef<unsigned> EachCycle =
      ArrayRef(PerCycles).take_front(W.VectorQueue ? 1 : std::size(PerCycles));
  const ArrayRef<bool> EachRoom =
      ArrayRef(Rooms).take_front(W.VectorQueue ? std::size(Rooms) : 1);
  auto AddWith = [&](PortWay &Way) {
    for (unsigned PerCycle : EachCycle)
      for (bool ByRoom : EachRoom) {
        Way.VectorPerCycle = PerCycle;
        Way.VectorByRoom = ByRoom;
        Out.push_back(Way);
      }
  };
  AddWith(One);
  for (bool IsUpwards : {true, false})
    for (bool IsShared : {false, true}) {
      W.General.clear();
      for (size_t I = 0; I < General.size(); ++I) {
        const size_t At = IsUpwards ? I : General.size() - 1 - I;
        W.General.push_back({General[At]});
        if (IsShared && At < Accesses.size())
          W.General.back().push_back(Accesses[At]);
      }
      AddWith(W);
    }
  return Out;
}
