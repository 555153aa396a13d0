//===- HiddenCore.h - Cores that are made up --------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cores that are drawn at random and tell nothing but times, with the faults
/// that times have: noise, a clock that advances in steps, stolen time.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_INFERENCE_HIDDENCORE_H
#define KERNEL_BOUNDS_UNITTESTS_INFERENCE_HIDDENCORE_H

#include "Usages.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include <algorithm>
#include <cmath>
#include <random>

namespace kernelbounds {

/// The truth.
struct HiddenCore {
  unsigned NumPorts = 0; ///< Units that are not pipelined come after them.
  unsigned Width = 4;
  std::vector<FormUsage> Forms;

  double cycles(llvm::ArrayRef<std::pair<FormId, unsigned>> M) const {
    std::vector<UopGroup> Uses;
    double Slots = 0;
    for (auto [Form, Count] : M) {
      for (const ResourceUse &U : Forms[Form].Uses)
        Uses.push_back({U.Resources, int64_t(U.Cycles) * Count});
      Slots += double(Forms[Form].Slots) * Count;
    }
    return std::max(computePortBound(Uses).Value.toDouble(), Slots / Width);
  }

  /// Adds one micro-op on \p Ports to \p Usage.
  static void addUse(FormUsage &Usage, PortSet Ports, unsigned Cycles) {
    for (ResourceUse &U : Usage.Uses)
      if (U.Resources == Ports) {
        U.Cycles += Cycles;
        return;
      }
    Usage.Uses.push_back({Ports, Cycles});
  }
};

/// Up to three micro-ops of one or two cycles, and up to four slots.
inline FormUsage randomUsage(std::mt19937 &Random, unsigned NumPorts) {
  auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  FormUsage U;
  for (unsigned I = 0, E = Below(4); I != E; ++I) {
    const PortSet Ports(1 + Below((1u << NumPorts) - 1));
    HiddenCore::addUse(U, Ports, 1 + Below(2));
  }
  U.Slots = 1 + Below(4);
  return U;
}

/// Draws cores. The same seed gives the same core.
class CoreMaker {
public:
  explicit CoreMaker(unsigned Seed) : Random(Seed * 7919 + 1) {}

  /// With \p NumForms forms, or 20 to 60.
  HiddenCore make(unsigned NumForms = 0) {
    HiddenCore Core;
    const std::vector<PortSet> Family = makeFamily(Core.NumPorts);
    Core.Width = 4 + below(5);
    if (NumForms == 0)
      NumForms = 20 + below(41);
    unsigned NumUnits = below(2) ? 1 + below(2) : 0;
    for (unsigned I = 0; I != NumForms; ++I)
      Core.Forms.push_back(makeForm(Family));
    for (unsigned Unit = 0; Unit != NumUnits; ++Unit)
      for (unsigned I = 0, E = 1 + below(3); I != E; ++I)
        occupy(Core.Forms[below(NumForms)], Core.NumPorts + Unit, Family);
    return Core;
  }

  /// Returns \p Core with other names for its resources, and with wrong usages
  /// for \p WrongPercent of the forms. If they are wrong \p Together, forms
  /// that are used alike are all right or all have the same wrong usage.
  std::vector<std::optional<FormUsage>> makePriors(const HiddenCore &Core,
                                                   unsigned WrongPercent,
                                                   bool Together = false) {
    std::vector<unsigned> Names(PortSet::MaxPorts);
    for (unsigned I = 0; I != Names.size(); ++I)
      Names[I] = (I * 3 + 1) % 20; // One to one below 20.
    std::vector<std::optional<FormUsage>> Priors;
    for (FormId F = 0; F != Core.Forms.size(); ++F) {
      const FormId First =
          std::find(Core.Forms.begin(), Core.Forms.end(), Core.Forms[F]) -
          Core.Forms.begin();
      if (Together && First != F) {
        Priors.push_back(Priors[First]);
        continue;
      }
      FormUsage U = Core.Forms[F];
      if (below(100) < WrongPercent)
        U = Core.Forms[below(Core.Forms.size())];
      for (ResourceUse &Use : U.Uses) {
        PortSet New;
        Use.Resources.forEach([&](unsigned P) { New.insert(Names[P]); });
        Use.Resources = New;
      }
      Priors.push_back(U);
    }
    return Priors;
  }

  /// A mix that the inference has not chosen.
  Mix makeMix(const HiddenCore &Core) {
    Mix M;
    const bool Balanced = below(2);
    const unsigned Scale = 1 + below(3);
    for (unsigned I = 0, E = 1 + below(6); I != E; ++I) {
      const FormId F = below(Core.Forms.size());
      if (std::any_of(M.begin(), M.end(),
                      [&](auto Item) { return Item.first == F; }))
        continue;
      const double Single = Core.cycles({{F, 1u}});
      M.push_back({F, Balanced ? std::max(1.0, std::round(Scale / Single))
                               : 1 + below(6)});
    }
    std::sort(M.begin(), M.end());
    return M;
  }

  unsigned below(unsigned N) { return Random() % N; }

private:
  std::vector<PortSet> makeFamily(unsigned &NumPorts) {
    switch (below(4)) {
    case 0: // Like Skylake.
      NumPorts = 8;
      return {setOf({0, 1, 5, 6}), setOf({0, 6}),    setOf({1}),
              setOf({5}),          setOf({0, 1}),    setOf({0, 1, 5}),
              setOf({2, 3}),       setOf({2, 3, 7}), setOf({4}),
              setOf({0}),          setOf({1, 5}),    setOf({6})};
    case 1: // Like Zen.
      NumPorts = 12;
      return {setOf({0, 1, 2, 3}),  setOf({0, 3}),    setOf({1, 2}),
              setOf({3}),           setOf({4, 5, 6}), setOf({4, 5}),
              setOf({7, 8, 9, 10}), setOf({7, 8}),    setOf({9, 10}),
              setOf({8, 9}),        setOf({7}),       setOf({11})};
    default:
      NumPorts = 4 + below(9);
      std::vector<PortSet> Family;
      for (unsigned I = 0, E = 4 + below(9); I != E; ++I) {
        PortSet S;
        for (unsigned J = 0, Size = 1 + below(4); J != Size; ++J)
          S.insert(below(NumPorts));
        Family.push_back(S);
      }
      return Family;
    }
  }

  FormUsage makeForm(llvm::ArrayRef<PortSet> Family) {
    const unsigned Percent = below(100);
    const unsigned NumUops = Percent < 55   ? 1
                             : Percent < 80 ? 2
                             : Percent < 92 ? 3
                                            : 4;
    FormUsage U;
    U.Slots = NumUops;
    for (unsigned I = 0; I != NumUops; ++I)
      HiddenCore::addUse(U, Family[below(Family.size())], 1);
    return U;
  }

  /// Makes a form hold a unit or a port.
  void occupy(FormUsage &Usage, unsigned Unit, llvm::ArrayRef<PortSet> Family) {
    Usage.Uses.clear();
    Usage.Slots = 1;
    const PortSet Ports = Family[below(Family.size())];
    if (below(3) == 0) {
      HiddenCore::addUse(Usage, PortSet::single(Ports.first()), 2 + below(7));
      return;
    }
    HiddenCore::addUse(Usage, Ports, 1);
    HiddenCore::addUse(Usage, PortSet::single(Unit), 3 + below(8));
  }

  std::mt19937 Random;
};

/// Runs mixes on a hidden core, and is a poor clock.
class FaultyRunner : public ExperimentRunner {
public:
  FaultyRunner(const HiddenCore &Core, unsigned Seed)
      : Core(Core), Random(Seed + 17) {}

  double Noise = 0.01;  ///< Standard deviation.
  double Step = 0.004;  ///< Of the clock, relative to a run.
  double Stolen = 0.03; ///< Share of the runs that lose time.
  unsigned NumCalls = 0;

  llvm::Expected<double>
  cyclesPerIteration(llvm::ArrayRef<std::pair<FormId, unsigned>> M) override {
    ++NumCalls;
    const double Cycles = Core.cycles(M);
    double Time = 1 + Noise * std::normal_distribution<>()(Random);
    if (uniform() < Stolen)
      Time += 2 * uniform();
    if (Step != 0) {
      // The difference of two readings.
      const double Start = uniform();
      Time = (std::floor(Start + Time / Step) - std::floor(Start)) * Step;
    }
    return Cycles * Time;
  }

private:
  double uniform() { return std::uniform_real_distribution<>()(Random); }

  const HiddenCore &Core;
  std::mt19937 Random;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_INFERENCE_HIDDENCORE_H
