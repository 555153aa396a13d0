//===- FormFit.cpp - Usages of one form that fit its times ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The time T of a mix is the largest load(S) / |S| over sets S of resources,
/// where load(S) counts the cycles that cannot run outside S. Let L(S) be the
/// load of the known forms, n the count of the unknown form and m(S) its cycles
/// inside S. Each observation then says two things:
///
///  - for all S: n m(S) <= T |S| - L(S). The least of these over all
///    observations is the limit of m(S); as m grows with S, that of a set is
///    also one of its subsets;
///  - for some S: n m(S) >= T |S| - L(S). Those S are the witnesses. Few are
///    left, because m(S) is a whole number and below the limit.
///
/// A usage fits if it respects the limits and if each observation has a
/// witness. The search adds one set of resources after another, always one that
/// helps a witness of an observation that lacks one.
///
/// Example: a form takes 0.5 cycles alone. Witnesses are the sets {a,b} with
/// one cycle, {a,b,c,d} with two, and so on. Four of {0,1} with one of the form
/// take two cycles: m({0,1}) = 0, and no set inside {0,1} is left.
///
/// The loads of all sets at once are sums over subsets, which takes P 2^(P-1)
/// additions for P resources. lib/Bounds has the largest ratio alone, which is
/// not enough here.
///
/// Cost: about 20 microseconds for an observation with 12 resources. The search
/// stops after FitSearch::MaxSteps.
/// Tested by unittests/Inference/FormFitTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FormFit.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

using namespace kernelbounds;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

/// More cycles than one instruction can take.
static constexpr int16_t NoLimit = 4096;

FormFit::FormFit(unsigned NumResources, unsigned Width)
    : NumResources(NumResources), Width(Width),
      Limits(size_t(1) << NumResources, NoLimit),
      Load(size_t(1) << NumResources) {
  assert(NumResources <= ResourceModel::MaxResources && "see the header");
  Limits[0] = 0;
}

void FormFit::add(const Observation &O) {
  const size_t NumSets = Load.size();
  std::fill(Load.begin(), Load.end(), 0);
  for (const UopGroup &G : O.Others)
    Load[G.Ports.bits()] += G.Cycles;
  for (size_t Bit = 1; Bit != NumSets; Bit *= 2)
    for (size_t Block = 0; Block != NumSets; Block += 2 * Bit)
      for (size_t S = Block; S != Block + Bit; ++S)
        Load[S + Bit] += Load[S];

  Explained E{{}, O.OtherSlots, O.Count, O.Least * Width - 1e-6, false};
  const double PerCount = 1.0 / O.Count;
  // By the size of the set.
  float Need[ResourceModel::MaxResources + 1],
      Room[ResourceModel::MaxResources + 1];
  for (unsigned Size = 0; Size <= NumResources; ++Size) {
    Need[Size] = static_cast<float>(O.Least * Size - 1e-4);
    Room[Size] = static_cast<float>(O.Most * Size + 1e-4);
  }
  const float Scale = static_cast<float>(PerCount);
  for (size_t S = 1; S != NumSets; ++S) {
    const unsigned Size = std::popcount(S);
    const int16_t Before = Limits[S];
    const float BelowMost = Room[Size] - Load[S];
    Contradicted |= BelowMost < 0;
    const float AboveLeast = Need[Size] - Load[S];
    E.ByOthers |= AboveLeast <= 0;
    if (BelowMost >= Before * static_cast<float>(O.Count) &&
        AboveLeast > Before * static_cast<float>(O.Count))
      continue; // Neither a lower limit nor a witness.
    const int Most = static_cast<int>(std::max(BelowMost, 0.0f) * Scale);
    if (Most < Before)
      Limits[S] = static_cast<int16_t>(Most);
    // No whole number is between the two, for most of the sets.
    if (!E.ByOthers && Most * static_cast<float>(O.Count) >= AboveLeast &&
        Limits[S] * static_cast<float>(O.Count) >= AboveLeast)
      E.By.push_back({static_cast<uint32_t>(S),
                      static_cast<int16_t>(std::ceil(AboveLeast * Scale))});
  }
  const double SlotsLeft = O.Most * Width + 1e-6 - O.OtherSlots;
  Contradicted |= SlotsLeft < 0;
  MaxSlots = std::min(
      MaxSlots, static_cast<unsigned>(std::max(SlotsLeft, 0.0) * PerCount));
  if (E.ByOthers)
    E.By.clear();
  Closed = false;
  All.push_back(std::move(E));
}

void FormFit::closeLimits() const {
  if (Closed)
    return;
  const size_t NumSets = Limits.size();
  for (size_t Bit = 1; Bit != NumSets; Bit *= 2)
    for (size_t Block = 0; Block != NumSets; Block += 2 * Bit)
      for (size_t S = Block; S != Block + Bit; ++S)
        Limits[S] = std::min(Limits[S], Limits[S + Bit]);
  // Witnesses beyond the limit are none.
  for (Explained &E : All)
    llvm::erase_if(E.By,
                   [&](const Witness &W) { return W.Need > Limits[W.Set]; });
  Closed = true;
}

unsigned FormFit::limit(PortSet S) const {
  closeLimits();
  return Limits[S.bits()];
}

static int cyclesInside(ArrayRef<ResourceUse> Uses, uint64_t Set) {
  int Cycles = 0;
  for (const ResourceUse &U : Uses)
    if ((U.Resources.bits() & ~Set) == 0)
      Cycles += U.Cycles;
  return Cycles;
}

bool FormFit::respectsLimits(ArrayRef<ResourceUse> Uses) const {
  // The sets that bind are unions of those used.
  for (unsigned Some = 1; Some != 1u << Uses.size(); ++Some) {
    uint64_t Union = 0;
    for (unsigned I = 0; I != Uses.size(); ++I)
      if (Some >> I & 1)
        Union |= Uses[I].Resources.bits();
    if (cyclesInside(Uses, Union) > Limits[Union])
      return false;
  }
  return true;
}

bool FormFit::isExplained(const Explained &E, ArrayRef<ResourceUse> Uses,
                          unsigned Slots) const {
  if (E.ByOthers || E.OtherSlots + E.Count * Slots >= E.LeastSlots)
    return true;
  for (const Witness &W : E.By)
    if (cyclesInside(Uses, W.Set) >= W.Need)
      return true;
  return false;
}

bool FormFit::isNatural(const FormUsage &Usage) {
  const unsigned Total = Usage.totalCycles();
  if (Total <= Usage.Slots)
    return Total == Usage.Slots;
  return llvm::any_of(Usage.Uses, [&](const ResourceUse &U) {
    return U.Resources.size() == 1 && U.Cycles > 1 &&
           Total - U.Cycles <= Usage.Slots;
  });
}

bool FormFit::fits(const FormUsage &Usage) const {
  closeLimits();
  return !Contradicted && Usage.Slots <= MaxSlots &&
         respectsLimits(Usage.Uses) && llvm::all_of(All, [&](const auto &E) {
           return isExplained(E, Usage.Uses, Usage.Slots);
         });
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

static std::vector<uint64_t> sortedKey(ArrayRef<ResourceUse> Uses) {
  std::vector<uint64_t> Key;
  for (const ResourceUse &U : Uses)
    Key.push_back(U.Resources.bits() << 16 | U.Cycles);
  std::sort(Key.begin(), Key.end());
  return Key;
}

static FormUsage makeUsage(ArrayRef<ResourceUse> Uses, unsigned Slots) {
  FormUsage U;
  U.Uses.assign(Uses.begin(), Uses.end());
  U.Slots = Slots;
  llvm::sort(U.Uses, [](const ResourceUse &A, const ResourceUse &B) {
    return A.Resources.bits() < B.Resources.bits();
  });
  return U;
}

/// Appends the sets that take the lowest resources of each of \p Atoms, so that
/// no two are the same but for names. \p Keep says which are wanted.
template <typename Fn>
static void appendCanonicalSets(ArrayRef<PortSet> Atoms, Fn Keep,
                                std::vector<PortSet> &Sets) {
  std::vector<PortSet> Partial = {PortSet()};
  for (PortSet Atom : Atoms) {
    const size_t Before = Partial.size();
    PortSet Taken;
    Atom.forEach([&](unsigned Resource) {
      Taken.insert(Resource);
      for (size_t I = 0; I != Before; ++I)
        Partial.push_back(Partial[I] | Taken);
    });
  }
  for (PortSet S : Partial)
    if (!S.empty() && Keep(S))
      Sets.push_back(S);
}

/// Splits \p Atoms by \p Uses.
static std::vector<PortSet> refine(std::vector<PortSet> Atoms,
                                   ArrayRef<ResourceUse> Uses) {
  for (const ResourceUse &U : Uses)
    for (size_t I = 0, E = Atoms.size(); I != E; ++I) {
      const PortSet Inside = Atoms[I] & U.Resources;
      const PortSet Outside = Atoms[I] - U.Resources;
      if (!Inside.empty() && !Outside.empty()) {
        Atoms[I] = Inside;
        Atoms.push_back(Outside);
      }
    }
  return Atoms;
}

struct FormFit::Search {
  const FitSearch &Where;
  std::vector<const Explained *> Open; ///< Observations that need a use.
  std::vector<PortSet> Family, Novel;
  std::set<std::vector<uint64_t>> Seen;
  std::vector<FormUsage> Found;
  unsigned Steps = 0;

  bool isDone() const {
    return Steps >= Where.MaxSteps || Found.size() >= Where.MaxFound;
  }
};

void FormFit::extend(Search &S, SmallVectorImpl<ResourceUse> &Uses,
                     unsigned Left, unsigned NovelLeft) const {
  const Explained *Missing = nullptr;
  for (const Explained *E : S.Open)
    if (!isExplained(*E, Uses, S.Where.Slots)) {
      if (Left == 0)
        return;
      if (!Missing || E->By.size() < Missing->By.size())
        Missing = E;
    }
  if (!Missing) {
    S.Found.push_back(makeUsage(Uses, S.Where.Slots));
    return;
  }
  auto TrySet = [&](PortSet A, unsigned NovelNow) {
    if (S.isDone())
      return;
    int Most = 0; // Cycles that one more set should have.
    for (const Witness &W : Missing->By)
      if ((A.bits() & ~uint64_t(W.Set)) == 0)
        Most = std::max(Most, W.Need - cyclesInside(Uses, W.Set));
    for (const ResourceUse &U : Uses)
      if (U.Resources == A)
        return;
    Most = std::min<int>(Most, Limits[A.bits()]);
    for (int Cycles = 1; Cycles <= Most && !S.isDone(); ++Cycles) {
      ++S.Steps;
      Uses.push_back({A, static_cast<unsigned>(Cycles)});
      const bool Respects = respectsLimits(Uses);
      if (Respects && (Left == 1 || S.Seen.insert(sortedKey(Uses)).second))
        extend(S, Uses, Left - 1, NovelNow);
      Uses.pop_back();
      if (!Respects)
        break;
    }
  };
  for (PortSet A : S.Family)
    TrySet(A, NovelLeft);
  if (NovelLeft == 0)
    return;
  std::vector<PortSet> Refined;
  if (!Uses.empty() && S.Where.MaxNovel > 1)
    appendCanonicalSets(
        refine(S.Where.Atoms, Uses),
        [&](PortSet A) { return Limits[A.bits()] > 0; }, Refined);
  for (PortSet A : Refined.empty() ? S.Novel : Refined)
    TrySet(A, NovelLeft - 1);
}

/// Removes usages that are there twice.
static void makeUnique(std::vector<FormUsage> &Usages) {
  std::vector<FormUsage> Kept;
  for (FormUsage &U : Usages)
    if (!llvm::is_contained(Kept, U))
      Kept.push_back(std::move(U));
  Usages = std::move(Kept);
}

std::vector<FormUsage> FormFit::findUsages(const FitSearch &Where) const {
  closeLimits();
  if (Contradicted || Where.Slots > MaxSlots)
    return {};
  Search S{Where, {}, {}, {}, {}, {}};
  for (const Explained &E : All) {
    if (isExplained(E, {}, Where.Slots))
      continue;
    if (E.By.empty())
      return {};
    S.Open.push_back(&E);
  }
  auto IsAllowed = [&](PortSet A) { return Limits[A.bits()] > 0; };
  llvm::copy_if(Where.Family, std::back_inserter(S.Family), IsAllowed);
  appendCanonicalSets(
      Where.Atoms,
      [&](PortSet A) {
        return IsAllowed(A) && !llvm::is_contained(S.Family, A);
      },
      S.Novel);
  llvm::sort(S.Novel, [](PortSet A, PortSet B) {
    return std::pair(A.size(), A.bits()) < std::pair(B.size(), B.bits());
  });
  // Fewer sets first; then one more, if the slots leave room for it.
  for (unsigned Novel = 0; Novel <= Where.MaxNovel; ++Novel)
    for (unsigned NumUses = 0; NumUses <= Where.MaxUses; ++NumUses) {
      S.Seen.clear();
      SmallVector<ResourceUse, 4> Uses;
      extend(S, Uses, NumUses, Novel);
      makeUnique(S.Found);
      if (llvm::any_of(S.Found, isNatural))
        return S.Found;
      if (!S.Found.empty() && S.Found[0].Uses.size() + 1 < NumUses)
        break;
    }
  return S.Found;
}

std::vector<FormUsage> FormFit::findNeighbours(const FormUsage &Given,
                                               const FitSearch &Where) const {
  closeLimits();
  const FormUsage Usage = makeUsage(Given.Uses, Given.Slots);
  auto IsAllowed = [&](PortSet A) { return Limits[A.bits()] > 0; };
  std::vector<PortSet> Novel, Family;
  appendCanonicalSets(refine(Where.Atoms, Usage.Uses), IsAllowed, Novel);
  llvm::copy_if(Where.Family, std::back_inserter(Family), IsAllowed);
  constexpr size_t MostNovel = 400;
  if (Novel.size() > MostNovel) {
    llvm::sort(Novel, [](PortSet A, PortSet B) {
      return std::pair(A.size(), A.bits()) < std::pair(B.size(), B.bits());
    });
    Novel.resize(MostNovel);
  }
  std::vector<FormUsage> Found;
  auto Try = [&](const FormUsage &U) {
    FormUsage Sorted = makeUsage(U.Uses, U.Slots);
    if (Found.size() < Where.MaxFound && !(Sorted == Usage) &&
        !llvm::is_contained(Found, Sorted) && fits(Sorted))
      Found.push_back(std::move(Sorted));
  };
  auto TryMore = [&](const FormUsage &U, ArrayRef<PortSet> Sets) {
    for (PortSet A : Sets) {
      FormUsage More = U;
      auto Use = llvm::find_if(
          More.Uses, [&](const ResourceUse &V) { return V.Resources == A; });
      if (Use != More.Uses.end())
        ++Use->Cycles;
      else
        More.Uses.push_back({A, 1});
      Try(More);
    }
  };
  for (int Change : {-1, 1}) {
    FormUsage U = Usage;
    U.Slots += Change;
    if (U.Slots != 0)
      Try(U);
  }
  // One use is dropped or moved, or one is added.
  for (unsigned I = 0; I != Usage.Uses.size(); ++I) {
    FormUsage Without = Usage;
    if (--Without.Uses[I].Cycles == 0)
      Without.Uses.erase(Without.Uses.begin() + I);
    Try(Without);
    TryMore(Without, Family);
    TryMore(Without, Novel);
    // All cycles of the use are moved.
    for (PortSet A : Novel) {
      FormUsage Moved = Usage;
      Moved.Uses[I].Resources = A;
      if (Usage.Uses[I].Cycles > 1 &&
          llvm::none_of(Usage.Uses,
                        [&](const ResourceUse &U) { return U.Resources == A; }))
        Try(Moved);
    }
  }
  TryMore(Usage, Family);
  // More micro-ops than slots are fused; sets of their own are not expected.
  if (Usage.totalCycles() < Usage.Slots)
    TryMore(Usage, Novel);
  return Found;
}
