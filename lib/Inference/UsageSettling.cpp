//===- UsageSettling.cpp - Usages that fit a real core best ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ports are renumbered from 0, so that each set of them is an index. Of each
/// mix the cycles are kept that are confined to each set, and a form's share of
/// them is exchanged for that of another usage.
///
/// Tested by unittests/Inference/UsageSettlingTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Inference/UsageSettling.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Cycles in sets of ports, whose bits are renumbered.
using SmallUsage = SmallVector<std::pair<unsigned, unsigned>, 2>;

/// What is explained about as well, in the unit of Settler::cost().
constexpr double Indifferent = 0.03;

/// Of so many ports, all sets are tried.
constexpr unsigned FewPorts = 5;

class Settler {
public:
  Settler(ArrayRef<TimedMix> Mixes, ArrayRef<FormUsage> Priors,
          const BitVector &MayChange, unsigned Width);
  std::vector<SettledForm> run();

private:
  struct Place {
    unsigned Mix, Count;
  };

  SmallUsage shrink(const FormUsage &U) const;
  FormUsage grow(const SmallUsage &U, unsigned Slots) const;
  /// Cycles of \p U that are confined to each set.
  std::vector<double> confined(const SmallUsage &U) const;
  double bound(const SmallUsage &U) const;
  /// What is wrong with \p Form on \p U, beside the others as they are: the sum
  /// over its mixes, and a little for what is not simple. From \p Limit on, how
  /// much does not matter.
  double cost(FormId Form, const SmallUsage &U,
              double Limit = std::numeric_limits<double>::infinity()) const;
  double costOfAll() const;
  double costOfMix(unsigned M, double Bound) const;
  void use(FormId Form, const SmallUsage &U);
  std::vector<unsigned> setsOfPriors() const;
  std::vector<unsigned> setsToTry() const;
  std::vector<SmallUsage> candidates(FormId Form) const;
  bool improve(FormId Form);
  void rename();
  void preferPriors();
  bool tryExchange(unsigned A, unsigned B);
  size_t numAsBefore() const;
  std::vector<SettledForm> results() const;

  ArrayRef<TimedMix> Mixes;
  ArrayRef<FormUsage> Priors;
  unsigned Width;
  SmallVector<unsigned, MaxSettledPorts> Ports; ///< By their new numbers.
  unsigned NumSets = 1;                         ///< The empty one included.
  /// Of candidates with one set, and with two.
  std::vector<unsigned> Sets, SetsOfTwo;
  std::vector<std::vector<Place>> Places; ///< By form.
  std::vector<double> SlotTime;           ///< By mix.
  std::vector<double> Loads;              ///< By mix, then by set.
  std::vector<SmallUsage> Usages;         ///< Of each form, at present.
  std::vector<double> Alone;              ///< 0: not timed.
  std::vector<FormId> Order; ///< Those that may change; many mixes first.
};

} // namespace

Settler::Settler(ArrayRef<TimedMix> Mixes, ArrayRef<FormUsage> Priors,
                 const BitVector &MayChange, unsigned Width)
    : Mixes(Mixes), Priors(Priors), Width(Width), Places(Priors.size()),
      Alone(Priors.size()) {
  PortSet All;
  for (const FormUsage &U : Priors)
    for (const ResourceUse &Use : U.Uses)
      All = All | Use.Resources;
  All.forEach([&](unsigned P) { Ports.push_back(P); });
  if (Ports.size() > MaxSettledPorts)
    return;
  NumSets = 1u << Ports.size();
  for (const FormUsage &U : Priors)
    Usages.push_back(shrink(U));
  Loads.assign(Mixes.size() * NumSets, 0);
  for (auto [M, Timed] : enumerate(Mixes)) {
    double Slots = 0;
    for (auto [F, Count] : Timed.Forms) {
      Places[F].push_back({unsigned(M), Count});
      Slots += double(Priors[F].Slots) * Count;
      const std::vector<double> V = confined(Usages[F]);
      for (unsigned S = 0; S < NumSets; ++S)
        Loads[M * NumSets + S] += Count * V[S];
    }
    if (Timed.Forms.size() == 1)
      Alone[Timed.Forms.front().first] =
          Timed.Cycles / Timed.Forms.front().second;
    // Slots that the time contradicts say nothing.
    SlotTime.push_back(Width ? std::min(Slots / Width, Timed.Cycles) : 0);
  }
  for (FormId F = 0; F < Priors.size(); ++F)
    if (MayChange.test(F) && Alone[F] > 0)
      Order.push_back(F);
  llvm::sort(Order, [&](FormId A, FormId B) {
    return std::pair(Places[B].size(), A) < std::pair(Places[A].size(), B);
  });
  Sets = setsToTry();
  SetsOfTwo = Ports.size() <= FewPorts ? Sets : setsOfPriors();
}

SmallUsage Settler::shrink(const FormUsage &U) const {
  SmallUsage Out;
  for (const ResourceUse &Use : U.Uses) {
    unsigned Set = 0;
    for (auto [I, P] : enumerate(Ports))
      Set |= unsigned(Use.Resources.contains(P)) << I;
    Out.push_back({Set, Use.Cycles});
  }
  llvm::sort(Out);
  return Out;
}

FormUsage Settler::grow(const SmallUsage &U, unsigned Slots) const {
  FormUsage Out;
  Out.Slots = Slots;
  for (auto [Set, Cycles] : U) {
    ResourceUse &Use = Out.Uses.emplace_back();
    Use.Cycles = Cycles;
    for (auto [I, P] : enumerate(Ports))
      if (Set >> I & 1)
        Use.Resources.insert(P);
  }
  llvm::sort(Out.Uses, [](const ResourceUse &A, const ResourceUse &B) {
    return A.Resources.bits() < B.Resources.bits();
  });
  return Out;
}

std::vector<double> Settler::confined(const SmallUsage &U) const {
  std::vector<double> V(NumSets);
  for (auto [Set, Cycles] : U)
    for (unsigned S = Set; S < NumSets; S = (S + 1) | Set)
      V[S] += Cycles;
  return V;
}

double Settler::bound(const SmallUsage &U) const {
  const std::vector<double> V = confined(U);
  double Most = 0;
  for (unsigned S = 1; S < NumSets; ++S)
    Most = std::max(Most, V[S] / llvm::popcount(S));
  return Most;
}

/// A mix that is faster than its bound refutes the usages. One that is slower
/// may have another reason.
double Settler::costOfMix(unsigned M, double Bound) const {
  constexpr double Tolerance = 0.03, Refuted = 0.05;
  const double Off = std::max(Bound, SlotTime[M]) / Mixes[M].Cycles - 1;
  return Off <= Tolerance ? std::fabs(Off) : 2 * Off + Refuted;
}

double Settler::cost(FormId Form, const SmallUsage &U, double Limit) const {
  constexpr double OfSet = 0.06, OfCycle = 0.01;
  const std::vector<double> Now = confined(Usages[Form]), Then = confined(U);
  double Sum = U.empty() ? 0 : OfSet * double(U.size() - 1);
  for (auto [Set, Cycles] : U)
    Sum += OfCycle * Cycles;
  std::vector<double> Change(NumSets), Share(NumSets);
  for (unsigned S = 1; S < NumSets; ++S) {
    Change[S] = Then[S] - Now[S];
    Share[S] = 1.0 / llvm::popcount(S);
  }
  for (const Place &P : Places[Form]) {
    const double *Load = &Loads[P.Mix * NumSets];
    double Bound = 0;
    for (unsigned S = 1; S < NumSets; ++S)
      Bound = std::max(Bound, (Load[S] + P.Count * Change[S]) * Share[S]);
    Sum += costOfMix(P.Mix, Bound);
    if (Sum >= Limit)
      break;
  }
  return Sum;
}

double Settler::costOfAll() const {
  double Sum = 0;
  for (unsigned M = 0; M < Mixes.size(); ++M) {
    double Bound = 0;
    for (unsigned S = 1; S < NumSets; ++S)
      Bound = std::max(Bound, Loads[M * NumSets + S] / llvm::popcount(S));
    Sum += costOfMix(M, Bound);
  }
  return Sum;
}

void Settler::use(FormId Form, const SmallUsage &U) {
  const std::vector<double> Now = confined(Usages[Form]), Then = confined(U);
  for (const Place &P : Places[Form])
    for (unsigned S = 0; S < NumSets; ++S)
      Loads[P.Mix * NumSets + S] += P.Count * (Then[S] - Now[S]);
  Usages[Form] = U;
}

static void sortAndUnique(std::vector<unsigned> &V) {
  llvm::sort(V);
  V.erase(llvm::unique(V), V.end());
}

std::vector<unsigned> Settler::setsOfPriors() const {
  std::vector<unsigned> Out;
  for (const SmallUsage &U : Usages)
    for (auto [Set, Cycles] : U)
      Out.push_back(Set);
  sortAndUnique(Out);
  return Out;
}

/// All sets of few ports. Of many, those of the priors, and one or two ports.
std::vector<unsigned> Settler::setsToTry() const {
  std::vector<unsigned> Out;
  if (Ports.size() <= FewPorts) {
    Out.resize(NumSets - 1);
    std::iota(Out.begin(), Out.end(), 1u);
    return Out;
  }
  Out = setsOfPriors();
  for (unsigned A = 0; A < Ports.size(); ++A)
    for (unsigned B = A; B < Ports.size(); ++B)
      Out.push_back(1u << A | 1u << B);
  sortAndUnique(Out);
  return Out;
}

/// Usages with one or two sets that do not make the form alone slower than it
/// is.
std::vector<SmallUsage> Settler::candidates(FormId Form) const {
  constexpr unsigned MostCycles = 16, MostCyclesOfTwo = 2;
  const double Most = 1.05 * Alone[Form];
  std::vector<SmallUsage> Out;
  if (Width && Priors[Form].Slots >= Width * 0.9 * Alone[Form])
    Out.push_back({});
  auto Add = [&](SmallUsage U) {
    if (bound(U) <= Most)
      Out.push_back(std::move(U));
  };
  for (const unsigned A : Sets)
    for (unsigned C = 1; C <= MostCycles; ++C)
      Add({{A, C}});
  for (auto [I, A] : enumerate(SetsOfTwo))
    for (const unsigned B : ArrayRef(SetsOfTwo).drop_front(I + 1))
      for (unsigned C = 1; C <= MostCyclesOfTwo; ++C)
        for (unsigned D = 1; D <= MostCyclesOfTwo; ++D)
          Add({{A, C}, {B, D}});
  return Out;
}

bool Settler::improve(FormId Form) {
  const double Now = cost(Form, Usages[Form]);
  double Least = Now - Indifferent;
  std::optional<SmallUsage> Best;
  for (SmallUsage &U : candidates(Form))
    if (const double Cost = cost(Form, U, Least); Cost < Least) {
      Least = Cost;
      Best = std::move(U);
    }
  if (Best)
    use(Form, *Best);
  return Best.has_value();
}

size_t Settler::numAsBefore() const {
  return count_if(Order,
                  [&](FormId F) { return Usages[F] == shrink(Priors[F]); });
}

/// Exchanges the two ports wherever a form that may change has them, if more
/// forms are then as their priors say, and the times are explained as well.
bool Settler::tryExchange(unsigned A, unsigned B) {
  const std::vector<SmallUsage> Before = Usages;
  const size_t NumBefore = numAsBefore();
  const double CostBefore = costOfAll();
  for (const FormId F : Order) {
    SmallUsage U = Usages[F];
    for (auto &[Set, Cycles] : U)
      if ((Set >> A & 1) != (Set >> B & 1))
        Set ^= 1u << A | 1u << B;
    llvm::sort(U);
    use(F, U);
  }
  if (numAsBefore() > NumBefore && costOfAll() <= CostBefore + Indifferent)
    return true;
  for (const FormId F : Order)
    use(F, Before[F]);
  return false;
}

/// Time does not tell ports apart that all forms use alike: the names are those
/// of the priors.
void Settler::rename() {
  bool IsChanged = !Order.empty();
  while (IsChanged) {
    IsChanged = false;
    for (unsigned A = 0; A < Ports.size(); ++A)
      for (unsigned B = A + 1; B < Ports.size(); ++B)
        IsChanged |= tryExchange(A, B);
  }
}

/// What explains the mixes about as well as its prior is as the prior says.
void Settler::preferPriors() {
  for (const FormId F : Order)
    if (const SmallUsage Prior = shrink(Priors[F]);
        cost(F, Prior) <= cost(F, Usages[F]) + Indifferent)
      use(F, Prior);
}

std::vector<SettledForm> Settler::results() const {
  constexpr size_t MostAlternatives = 8;
  std::vector<SettledForm> Out;
  for (FormId F = 0; F < Priors.size(); ++F)
    Out.push_back(
        {Usages.empty() ? Priors[F] : grow(Usages[F], Priors[F].Slots), {}});
  for (const FormId F : Order) {
    const double Limit = cost(F, Usages[F]) + Indifferent;
    std::vector<std::pair<double, SmallUsage>> Others;
    for (SmallUsage &U : candidates(F))
      if (const double Cost = cost(F, U, Limit); Cost < Limit && U != Usages[F])
        Others.push_back({Cost, std::move(U)});
    llvm::sort(Others);
    for (const auto &[Cost, U] : ArrayRef(Others).take_front(MostAlternatives))
      Out[F].Alternatives.push_back(grow(U, Priors[F].Slots));
  }
  return Out;
}

std::vector<SettledForm> Settler::run() {
  // Each change makes the sum of the costs smaller, so that this ends.
  constexpr unsigned MostSweeps = 16;
  bool IsChanged = !Usages.empty();
  for (unsigned Sweep = 0; IsChanged && Sweep < MostSweeps; ++Sweep) {
    IsChanged = false;
    for (const FormId F : Order)
      IsChanged |= improve(F);
  }
  rename();
  preferPriors();
  return results();
}

std::vector<SettledForm> kernelbounds::settleUsages(ArrayRef<TimedMix> Mixes,
                                                    ArrayRef<FormUsage> Priors,
                                                    const BitVector &MayChange,
                                                    unsigned Width) {
  return Settler(Mixes, Priors, MayChange, Width).run();
}
