//===- ModelRepair.cpp - Whole models that explain all times --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A local search. Each step draws an experiment that contradicts the model,
/// and asks SoftFit how each form of it could be used instead, how all forms
/// could that are used as one of them, and which set could stand for one of its
/// sets in all forms. The change after which the fewest experiments contradict
/// the model is made, even if more do than before; a usage that was left does
/// not come back for some steps. Where no change helps, the experiments that
/// contradict the model gain weight, until one does.
///
/// Example: two forms are exchanged by mistake. Either of them alone makes
/// things worse at first; the second one then explains everything.
///
/// Sources: weights as in P. Morris, "The Breakout Method for Escaping from
/// Local Minima" (AAAI 1993); the choice of a contradicted experiment as in
/// B. Selman et al., "Noise Strategies for Improving Local Search" (AAAI 1994).
///
/// Cost: a step makes about four tables of SoftFit, of up to 80 experiments
/// each; 1 ms with 8 resources, 20 ms with 12.
/// Tested by unittests/Inference/ModelRepairTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ModelRepair.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace kernelbounds;
using llvm::ArrayRef;

/// One contradiction is worth that much oddness.
static constexpr double OddnessWeight = 0.3;
/// What a resource costs that no other form uses.
static constexpr double NewResourceCost = 2;
/// What a form costs with more cycles than slots, unless it holds one resource.
static constexpr double UnnaturalCost = 2;
/// Tables double with each resource.
static constexpr unsigned MostWithFresh = 12;
/// Of a step, beside its tables.
static constexpr size_t WorkOfStep = 10000;
/// Of the repair of a rival that some experiments contradict.
static constexpr size_t WorkOfRival = 5'000'000;
/// Of an experiment that is contradicted again and again.
static constexpr unsigned MaxWeight = 10;

bool ModelRepair::contradicts(unsigned Idx) const {
  const Experiments::Experiment &E = Ex[Idx];
  const double Measured = E.median();
  return std::fabs(Measured - Model.cycles(E.Counts)) >
         Ex.tolerance(Idx) * Measured;
}

std::vector<unsigned> ModelRepair::contradictions() const {
  std::vector<unsigned> Bad;
  for (unsigned Idx = 0; Idx != Ex.size(); ++Idx)
    if (!Ex[Idx].Failed && Model.knowsAll(Ex[Idx].Counts) && contradicts(Idx))
      Bad.push_back(Idx);
  return Bad;
}

unsigned ModelRepair::numResources(const Part &P) const {
  const uint64_t Used = Model.resources().bits();
  const unsigned Highest = 64 - std::countl_zero(Used);
  // The set of a rival may leave all that it shares by mistake, at once.
  if (!P.Set.empty() && IsExact)
    return std::max(Highest, std::min(Highest + 3, MostWithFresh + 1));
  // Names that no form uses are as good as a new one.
  const bool HasGap = Used != (uint64_t(1) << Highest) - 1;
  return HasGap || Highest > MostWithFresh ? Highest : Highest + 1;
}

/// Leaves all experiments that contradict the model and some of the others, so
/// that tables stay small. \returns for how many each of the others stands.
unsigned ModelRepair::sample(std::vector<unsigned> &Of) {
  constexpr size_t Most = 80;
  if (Of.size() <= Most || IsExact)
    return 1;
  std::vector<unsigned> Against, Others;
  for (unsigned Idx : Of)
    (Model.knowsAll(Ex[Idx].Counts) && contradicts(Idx) ? Against : Others)
        .push_back(Idx);
  std::shuffle(Others.begin(), Others.end(), Random);
  const size_t Kept =
      std::max<size_t>(Most / 2, Most - std::min(Most, Against.size()));
  const size_t Before = Others.size();
  Others.resize(std::min(Others.size(), Kept));
  Of = std::move(Against);
  llvm::append_range(Of, Others);
  return std::max<size_t>(1, (Before + Kept / 2) / Kept);
}

SoftFit ModelRepair::fitOf(const Part &P, unsigned &NumAgainstNow) {
  std::vector<unsigned> With;
  for (FormId F : P.Forms)
    llvm::append_range(With, Ex.of(F));
  llvm::sort(With);
  With.erase(std::unique(With.begin(), With.end()), With.end());
  const unsigned Scale = sample(With);
  Weights.resize(Ex.size(), 1); // There may be new ones.
  std::vector<FormFit::Observation> Observations;
  std::vector<uint8_t> ObservationWeights;
  std::vector<llvm::SmallVector<UopGroup, 24>> Others(With.size());
  NumAgainstNow = 0;
  for (auto [I, Idx] : llvm::enumerate(With)) {
    const Experiments::Experiment &E = Ex[Idx];
    FormFit::Observation O;
    O.Count = 0;
    bool IsKnown = true, IsComplete = true;
    for (auto [Form, Count] : E.Counts) {
      const bool IsPart = llvm::is_contained(P.Forms, Form);
      if (IsPart && P.Set.empty()) {
        O.Count += Count;
        IsComplete &= Model.knows(Form);
        continue;
      }
      if (!Model.knows(Form)) {
        IsKnown = false;
        break;
      }
      const FormUsage &U = *Model.Forms[Form];
      O.OtherSlots += U.Slots * Count;
      for (const ResourceUse &Use : U.Uses)
        if (IsPart && Use.Resources == P.Set)
          O.Count += Use.Cycles * Count;
        else
          Others[I].push_back(
              {Use.Resources, static_cast<int64_t>(Use.Cycles) * Count});
    }
    if (!IsKnown || O.Count == 0)
      continue;
    O.Others = Others[I];
    const double Tolerance = Ex.tolerance(Idx);
    O.Least = E.median() * (1 - Tolerance);
    O.Most = E.median() * (1 + Tolerance);
    Observations.push_back(O);
    const bool IsAgainst = IsComplete && contradicts(Idx);
    ObservationWeights.push_back(IsAgainst ? Weights[Idx]
                                           : Weights[Idx] * Scale);
    if (IsAgainst)
      NumAgainstNow += Weights[Idx];
  }
  SoftFit Fit(numResources(P), Model.Width, Observations, ObservationWeights);
  Work += Fit.size();
  return Fit;
}

std::vector<PortSet> ModelRepair::familyWithout(const Part &P) const {
  std::vector<PortSet> Sets;
  for (FormId F = 0; F != Model.Forms.size(); ++F)
    if (Model.knows(F) && !llvm::is_contained(P.Forms, F))
      for (const ResourceUse &U : Model.Forms[F]->Uses)
        Sets.push_back(U.Resources);
  llvm::sort(Sets, [](PortSet A, PortSet B) { return A.bits() < B.bits(); });
  Sets.erase(std::unique(Sets.begin(), Sets.end()), Sets.end());
  return Sets;
}

bool ModelRepair::isTabu(FormId F, const FormUsage &U) const {
  return llvm::any_of(Tabus, [&](const Tabu &T) {
    return T.Form == F && T.Until > Step && T.Usage == U;
  });
}

void ModelRepair::considerForms(const Part &P, Move &Best) {
  unsigned Now = 0;
  const SoftFit Fit = fitOf(P, Now);
  SoftFit::Search Where;
  Where.Family = familyWithout(P);
  Where.Single = Singles[P.Forms[0]];
  Where.AlsoSlots = Model.Forms[P.Forms[0]]->Slots;
  double OddNow = 0;
  for (FormId F : P.Forms)
    OddNow += costOf(F, *Model.Forms[F], Where.Family) / P.Forms.size();
  for (const SoftFit::Scored &S : Fit.findUsages(Where)) {
    if (S.Usage == *Model.Forms[P.Forms[0]] || isTabu(P.Forms[0], S.Usage))
      continue;
    double Odd = 0;
    for (FormId F : P.Forms)
      Odd += costOf(F, S.Usage, Where.Family) / P.Forms.size();
    const double Gain = static_cast<double>(Now) - S.NumAgainst +
                        (OddNow - Odd) + 1e-3 * below(100);
    if (Gain > Best.Gain)
      Best = {P, S.Usage, {}, Gain};
  }
}

double ModelRepair::costOf(FormId F, const FormUsage &U,
                           ArrayRef<PortSet> Family) const {
  PortSet Known, Used;
  for (PortSet Set : Family)
    Known = Known | Set;
  for (const ResourceUse &Use : U.Uses)
    Used = Used | Use.Resources;
  return oddnessOf(F, U, Family) + NewResourceCost * (Used - Known).size();
}

double ModelRepair::oddnessOf(FormId F, const FormUsage &U,
                              ArrayRef<PortSet> Family) const {
  const bool IsUnnatural = U.totalCycles() > U.Slots && !FormFit::isNatural(U);
  return OddnessWeight * HowOdd(F, U, Family) +
         (IsUnnatural ? UnnaturalCost : 0);
}

static FormUsage withSet(const FormUsage &U, PortSet Old, PortSet New) {
  FormUsage Changed;
  Changed.Slots = U.Slots;
  for (const ResourceUse &Use : U.Uses) {
    const PortSet Set = Use.Resources == Old ? New : Use.Resources;
    auto Same = llvm::find_if(
        Changed.Uses, [&](const ResourceUse &V) { return V.Resources == Set; });
    if (Same == Changed.Uses.end())
      Changed.Uses.push_back({Set, Use.Cycles});
    else
      Same->Cycles += Use.Cycles;
  }
  llvm::sort(Changed.Uses, [](const ResourceUse &A, const ResourceUse &B) {
    return A.Resources.bits() < B.Resources.bits();
  });
  return Changed;
}

/// Sets with few contradictions: of equal ones, those with the most resources
/// that no form uses, and any. Such resources differ in name alone.
std::vector<std::pair<unsigned, PortSet>>
ModelRepair::setsFor(const SoftFit &Fit, size_t MaxFound) {
  const uint64_t Used = Model.resources().bits();
  std::vector<std::pair<unsigned, PortSet>> All = Fit.findSets(~0u);
  llvm::erase_if(All, [&](const auto &S) {
    const uint64_t Free = S.second.bits() & ~Used;
    // The highest free name that it has: all lower ones must be there.
    const uint64_t UpTo = Free == 0 ? 0 : std::bit_floor(Free) * 2 - 1;
    return Free != (~Used & UpTo);
  });
  if (All.size() <= MaxFound)
    return All;
  // Those of the last kind that has room are chosen.
  const unsigned Last = All[MaxFound - 1].first;
  auto First = llvm::find_if(All, [&](auto &S) { return S.first == Last; });
  auto End =
      std::find_if(First, All.end(), [&](auto &S) { return S.first != Last; });
  std::shuffle(First, End, Random);
  const size_t Room = MaxFound - (First - All.begin());
  std::partial_sort(First, First + Room / 2, End,
                    [&](const auto &A, const auto &B) {
                      return std::popcount(A.second.bits() & ~Used) >
                             std::popcount(B.second.bits() & ~Used);
                    });
  All.resize(MaxFound);
  return All;
}

void ModelRepair::considerSet(const Part &P, Move &Best) {
  unsigned Now = 0;
  const SoftFit Fit = fitOf(P, Now);
  const PortSet Used = Model.resources();
  for (auto [NumAgainst, Set] : setsFor(Fit, 16)) {
    if (Set == P.Set)
      continue;
    const FormUsage First = withSet(*Model.Forms[P.Forms[0]], P.Set, Set);
    const double Gain = static_cast<double>(Now) - NumAgainst -
                        NewResourceCost * (Set - Used).size() +
                        1e-3 * below(100);
    if (Gain > Best.Gain && !isTabu(P.Forms[0], First))
      Best = {P, {}, Set, Gain};
  }
}

void ModelRepair::apply(const Move &M) {
  for (FormId F : M.What.Forms) {
    const FormUsage Old = *Model.Forms[F];
    Tabus.push_back({F, Old, Step + 12 + below(10)});
    Model.Forms[F] =
        M.What.Set.empty() ? M.Usage : withSet(Old, M.What.Set, M.Set);
  }
  if (Tabus.size() > 400)
    llvm::erase_if(Tabus, [&](const Tabu &T) { return T.Until <= Step; });
}

void ModelRepair::forgetOdd(double Share) {
  std::vector<unsigned> NumAgainst(Model.Forms.size());
  for (unsigned Idx : contradictions())
    for (auto [F, Count] : Ex[Idx].Counts)
      ++NumAgainst[F];
  for (FormId F = 0; F != Model.Forms.size(); ++F)
    if (Model.knows(F) && !Frozen[F] &&
        (Share == 0 || NumAgainst[F] > Share * Ex.of(F).size() ||
         (NumAgainst[F] != 0 && !FormFit::isNatural(*Model.Forms[F]))))
      Model.Forms[F].reset();
  compact();
}

void ModelRepair::compact() {
  std::vector<unsigned> NewName(PortSet::MaxPorts);
  unsigned NumUsed = 0;
  Model.resources().forEach([&](unsigned R) { NewName[R] = NumUsed++; });
  for (std::optional<FormUsage> &U : Model.Forms)
    if (U)
      for (ResourceUse &Use : U->Uses) {
        PortSet New;
        Use.Resources.forEach([&](unsigned R) { New.insert(NewName[R]); });
        Use.Resources = New;
      }
}

void ModelRepair::complete(ArrayRef<FormId> Forms) {
  for (FormId F : Forms) {
    unsigned Now = 0;
    const Part P{{F}, {}};
    const SoftFit Fit = fitOf(P, Now);
    SoftFit::Search Where;
    Where.Family = familyWithout(P);
    Where.Single = Singles[F];
    double Least = 1e9;
    FormUsage Best;
    for (const SoftFit::Scored &S : Fit.findUsages(Where)) {
      const double Cost = S.NumAgainst + costOf(F, S.Usage, Where.Family);
      if (Cost < Least) {
        Least = Cost;
        Best = S.Usage;
      }
    }
    Model.Forms[F] = Best;
  }
}

void ModelRepair::consider(unsigned Idx, Move &Best) {
  llvm::SmallVector<FormId, 8> Forms;
  for (auto [F, Count] : Ex[Idx].Counts)
    if (!Frozen[F])
      Forms.push_back(F);
  if (Forms.empty())
    return;
  std::shuffle(Forms.begin(), Forms.end(), Random);
  constexpr size_t MostForms = 3;
  for (FormId F : ArrayRef(Forms).take_front(MostForms))
    considerForms({{F}, {}}, Best);
  // Forms that are equal to one of them, or one of its sets, wherever it is.
  const FormId First = Forms[0];
  const FormUsage &Usage = *Model.Forms[First];
  const unsigned Which = below(Usage.Uses.size() + 1);
  Part P;
  if (Which != 0)
    P.Set = Usage.Uses[Which - 1].Resources;
  for (FormId F = 0; F != Model.Forms.size(); ++F) {
    if (!Model.knows(F) || Frozen[F])
      continue;
    const FormUsage &U = *Model.Forms[F];
    if (Which == 0 ? U == Usage
                   : llvm::any_of(U.Uses, [&](const ResourceUse &Use) {
                       return Use.Resources == P.Set;
                     }))
      P.Forms.push_back(F);
  }
  if (P.Forms.size() > 1)
    Which == 0 ? considerForms(P, Best) : considerSet(P, Best);
}

double ModelRepair::oddness() const {
  double Sum = 0;
  std::vector<PortSet> Family = Model.family();
  for (FormId F = 0; F != Model.Forms.size(); ++F)
    if (Model.knows(F))
      Sum += oddnessOf(F, *Model.Forms[F], Family);
  return Sum;
}

double ModelRepair::energy(ArrayRef<unsigned> Bad) const {
  return Bad.size() + oddness() + NewResourceCost * Model.resources().size();
}

unsigned ModelRepair::run(size_t MaxWork) {
  std::vector<unsigned> Bad = contradictions();
  ResourceModel BestModel = Model;
  double Least = energy(Bad);
  Weights.assign(Ex.size(), 1);
  unsigned LeastBad = Bad.size(), SinceBest = 0;
  for (const size_t End = Work + MaxWork; Work < End && LeastBad != 0; ++Step) {
    if (++SinceBest % 60 == 0) {
      // Weights have led astray.
      Model = BestModel;
      Weights.assign(Ex.size(), 1);
      Bad = contradictions();
    }
    Move Best;
    consider(Bad[below(Bad.size())], Best);
    Work += WorkOfStep; // Also if nothing may change.
    if (Best.What.Forms.empty())
      continue;
    if (Best.Gain < 0.5)
      for (unsigned Idx : Bad)
        Weights[Idx] = std::min<unsigned>(Weights[Idx] + 1, MaxWeight);
    apply(Best);
    Bad = contradictions();
    const double Energy = energy(Bad);
    if (Bad.empty() || Energy < Least) {
      Least = Energy;
      LeastBad = Bad.size();
      BestModel = Model;
      SinceBest = 0;
    }
  }
  Model = std::move(BestModel);
  return LeastBad;
}

//===----------------------------------------------------------------------===//
// Rivals
//===----------------------------------------------------------------------===//

std::vector<ModelRepair::Change> ModelRepair::rivalsOf(FormId F) {
  IsExact = true;
  const Part P{{F}, {}};
  unsigned Now = 0;
  SoftFit::Search Where;
  Where.Family = familyWithout(P);
  Where.Single = Singles[F];
  Where.MaxFound = 24;
  std::vector<Change> Rivals;
  const FormUsage Old = *Model.Forms[F];
  constexpr unsigned MostAgainst = 2, MostPairs = 4;
  unsigned NumPairs = 0;
  for (const SoftFit::Scored &S : fitOf(P, Now).findUsages(Where)) {
    if (S.Usage == Old || S.NumAgainst > MostAgainst)
      continue;
    if (S.NumAgainst == 0) {
      Rivals.push_back({{F, S.Usage}});
      continue;
    }
    if (NumPairs++ == MostPairs)
      break;
    // Another form may explain what is contradicted now.
    Model.Forms[F] = S.Usage;
    unsigned First = ~0u;
    for (unsigned Idx : Ex.of(F))
      if (First == ~0u && Model.knowsAll(Ex[Idx].Counts) && contradicts(Idx))
        First = Idx;
    if (First != ~0u)
      for (auto [G, Count] : Ex[First].Counts) {
        if (G == F || Frozen[G])
          continue;
        const Part Second{{G}, {}};
        SoftFit::Search Other = Where;
        Other.Family = familyWithout(Second);
        Other.Single = Singles[G];
        Other.MaxFound = 2;
        for (const SoftFit::Scored &T : fitOf(Second, Now).findUsages(Other))
          if (T.NumAgainst == 0 && !(T.Usage == *Model.Forms[G]))
            Rivals.push_back({{F, S.Usage}, {G, T.Usage}});
      }
    Model.Forms[F] = Old;
  }
  IsExact = false;
  return Rivals;
}

std::vector<ModelRepair::Change> ModelRepair::rivalsOf(PortSet Set) {
  IsExact = true;
  Part P{{}, Set};
  for (FormId F = 0; F != Model.Forms.size(); ++F)
    if (Model.knows(F) && !Frozen[F] &&
        llvm::any_of(Model.Forms[F]->Uses,
                     [&](const ResourceUse &U) { return U.Resources == Set; }))
      P.Forms.push_back(F);
  std::vector<Change> Rivals;
  unsigned Now = 0;
  if (P.Forms.size() < 2) {
    IsExact = false;
    return Rivals;
  }
  const auto Sets = setsFor(fitOf(P, Now), 16);
  IsExact = false;
  constexpr unsigned MostAgainst = 4, MostRepaired = 3;
  unsigned NumRepaired = 0;
  const ResourceModel Before = Model;
  for (auto [NumAgainst, New] : Sets) {
    if (New == Set || NumAgainst > MostAgainst ||
        (NumAgainst != 0 && NumRepaired++ >= MostRepaired))
      continue;
    for (FormId F : P.Forms)
      Model.Forms[F] = withSet(*Model.Forms[F], Set, New);
    if (NumAgainst == 0 || run(WorkOfRival) == 0)
      Rivals.push_back(changesFrom(Before));
    Model = Before;
  }
  return Rivals;
}

/// What the model has instead of \p Before.
ModelRepair::Change
ModelRepair::changesFrom(const ResourceModel &Before) const {
  Change Changed;
  for (FormId F = 0; F != Model.Forms.size(); ++F)
    if (Model.knows(F) && !(*Model.Forms[F] == *Before.Forms[F]))
      Changed.push_back({F, *Model.Forms[F]});
  return Changed;
}

std::vector<ModelRepair::Change>
ModelRepair::rivalsBySplitting(unsigned Resource) {
  const PortSet Split = PortSet::single(Resource);
  const unsigned Fresh = std::countr_one(Model.resources().bits());
  std::vector<PortSet> Groups; // Without the resource; disjoint.
  for (PortSet Set : Model.family()) {
    if (!Set.contains(Resource) || Set == Split)
      continue;
    PortSet Joined = Set - Split;
    llvm::erase_if(Groups, [&](PortSet G) {
      if ((G & Joined).empty())
        return false;
      Joined = Joined | G;
      return true;
    });
    Groups.push_back(Joined);
  }
  std::vector<Change> Rivals;
  if (Groups.size() < 2 || Fresh > MostWithFresh)
    return Rivals;
  const ResourceModel Before = Model;
  constexpr unsigned MostAgainst = 6;
  for (PortSet Group : Groups) {
    bool IsAllowed = true;
    for (FormId F = 0; F != Model.Forms.size(); ++F) {
      if (!Model.knows(F))
        continue;
      FormUsage U = *Model.Forms[F];
      for (ResourceUse &Use : U.Uses)
        if (Use.Resources.contains(Resource) &&
            !(Use.Resources & Group).empty())
          Use.Resources = (Use.Resources - Split) | PortSet::single(Fresh);
      IsAllowed &= U == *Model.Forms[F] || !Frozen[F];
      Model.Forms[F] = std::move(U);
    }
    if (IsAllowed && contradictions().size() <= MostAgainst &&
        run(WorkOfRival) == 0)
      Rivals.push_back(changesFrom(Before));
    Model = Before;
  }
  return Rivals;
}
