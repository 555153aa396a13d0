//===- MixDesign.cpp - Mixes that decide something ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocking mixes fill one set of resources, so that a further micro-op shows
/// whether it is confined to the set. Separating mixes are drawn at random near
/// the sets in question; the one is kept on which the candidates differ most.
///
/// Example: to tell {0,1} from {0,2} for a form, two of {0,1} with one of the
/// form: 1.5 cycles in the first case and 1 in the second one.
///
/// Source of blocking: A. Abel and J. Reineke, "uops.info" (ASPLOS 2019,
/// doi:10.1145/3297858.3304062), which reads counters; the time of the same
/// mixes is enough.
/// Tested by unittests/Inference/MixDesignTest.cpp and PortInferenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "MixDesign.h"
#include <algorithm>
#include <cmath>

using namespace kernelbounds;
using llvm::ArrayRef;

void MixDesign::update() {
  Representatives.clear();
  Blockers.clear();
  for (FormId F = 0; F != Model.Forms.size(); ++F) {
    if (!Model.knows(F))
      continue;
    const FormUsage &Usage = *Model.Forms[F];
    if (std::none_of(Representatives.begin(), Representatives.end(),
                     [&](FormId G) { return *Model.Forms[G] == Usage; }))
      Representatives.push_back(F);
    const double Single = Model.cycles({{F, 1}});
    const unsigned Total = Usage.totalCycles();
    for (const ResourceUse &U : Usage.Uses) {
      unsigned Inside = 0;
      for (const ResourceUse &V : Usage.Uses)
        if (V.Resources.isSubsetOf(U.Resources))
          Inside += V.Cycles;
      if (Inside < 0.999 * Single * U.Resources.size())
        continue; // Something else is full before the set is.
      Blocker New{U.Resources, F, Inside, Total - Inside};
      auto Old =
          std::find_if(Blockers.begin(), Blockers.end(),
                       [&](const Blocker &B) { return B.Set == U.Resources; });
      if (Old == Blockers.end())
        Blockers.push_back(New);
      else if (std::pair(New.Elsewhere, New.Cycles) <
               std::pair(Old->Elsewhere, Old->Cycles))
        *Old = New;
    }
  }
}

void MixDesign::limitLength(Mix &M) const {
  unsigned Length = 0;
  for (auto [Form, Count] : M)
    Length += Count;
  if (Length > MaxLength)
    for (auto &[Form, Count] : M)
      Count = std::max(1u, Count * MaxLength / Length);
}

static void addTo(Mix &M, FormId F, unsigned Count) {
  for (auto &[Form, Old] : M)
    if (Form == F) {
      Old += Count;
      return;
    }
  M.push_back({F, Count});
}

std::optional<Mix> MixDesign::blocking(FormId F, PortSet Set, unsigned Slots) {
  const double Single = Singles[F];
  // The form alone takes fewer cycles than the blockers.
  double Cycles = std::max(1.0, std::ceil(Single - 0.05));
  const double Room = static_cast<double>(Model.Width) - Set.size();
  const double Raise = 1.0 / Set.size();
  for (unsigned I = 0; I != 3 && Room > 0; ++I)
    if (Cycles * Set.size() + Slots > (Cycles + 0.5 * Raise) * Model.Width)
      ++Cycles;
  // As many of the form as fill their own resources, unless the width is full
  // before.
  const unsigned Most = std::max(1.0, std::floor(1.02 * Cycles / Single));
  const double Free = (Cycles + Raise) * Model.Width - Cycles * Set.size();
  const unsigned Count = std::clamp<int>(Free / std::max(Slots, 1u), 1, Most);
  Mix M = {{F, Count}};
  // Blockers of the parts of the set, the largest first.
  PortSet Left = Set;
  while (!Left.empty()) {
    const Blocker *Best = nullptr;
    for (const Blocker &B : Blockers)
      if (B.Form != F && B.Set.isSubsetOf(Set) && !(B.Set & Left).empty() &&
          (!Best || (B.Set & Left).size() > (Best->Set & Left).size()))
        Best = &B;
    if (!Best)
      return std::nullopt;
    addTo(M, Best->Form,
          std::max(1.0, std::round(Cycles * (Best->Set & Left).size() /
                                   Best->Cycles)));
    Left = Left - Best->Set;
  }
  limitLength(M);
  return M;
}

FormId MixDesign::partner(PortSet Near) {
  FormId F = Representatives[below(Representatives.size())];
  // Forms without a resource in question say less.
  for (unsigned Try = 0; Try != 3 && !Near.empty(); ++Try) {
    for (const ResourceUse &U : Model.Forms[F]->Uses)
      if (!(U.Resources & Near).empty())
        return F;
    F = Representatives[below(Representatives.size())];
  }
  return F;
}

Mix MixDesign::randomWith(FormId F, PortSet Near) {
  Mix M;
  const unsigned NumPartners = Representatives.empty() ? 0 : 1 + below(3);
  llvm::SmallVector<FormId, 4> Partners;
  double Cycles = std::max(1.0, Singles[F]);
  for (unsigned I = 0; I != NumPartners; ++I) {
    Partners.push_back(partner(Near));
    Cycles = std::max(Cycles, Singles[Partners.back()]);
  }
  if (below(3) == 0)
    Cycles *= 2;
  static const double Shares[] = {1, 1, 0.5, 0.75, 0.34};
  auto CountOf = [&](FormId G) {
    return std::clamp<unsigned>(
        std::round(Shares[below(5)] * Cycles / std::max(Singles[G], 0.05)), 1,
        24);
  };
  M.push_back({F, CountOf(F)});
  for (FormId G : Partners)
    if (G != F)
      addTo(M, G, CountOf(G));
  limitLength(M);
  return M;
}

Mix MixDesign::random(FormId F) { return randomWith(F, PortSet()); }

Mix MixDesign::randomCounts(FormId F) {
  Mix M = {{F, 1 + below(6)}};
  for (unsigned I = 0, E = 1 + below(5); I != E; ++I) {
    const FormId G = partner(PortSet());
    if (std::none_of(M.begin(), M.end(),
                     [&](const auto &Item) { return Item.first == G; }))
      M.push_back({G, 1 + below(6)});
  }
  limitLength(M);
  return M;
}

std::optional<Mix> MixDesign::separating(ArrayRef<UsageCandidate> Candidates,
                                         double Gap, unsigned NumTries) {
  PortSet Near;
  for (const UsageCandidate &C : Candidates)
    for (const ResourceUse &U : C.Usage.Uses)
      Near = Near | U.Resources;
  std::optional<Mix> Best;
  std::pair<unsigned, double> BestScore = {0, 0};
  auto Judge = [&](const Mix &M) {
    const double First =
        Model.cyclesIf(M, Candidates[0].Form, Candidates[0].Usage);
    std::pair<unsigned, double> Score = {0, 1e9};
    for (const UsageCandidate &C : Candidates.drop_front()) {
      const double Other = Model.cyclesIf(M, C.Form, C.Usage);
      const double Apart = std::fabs(Other - First) / std::max(Other, First);
      if (Apart < Gap)
        continue;
      ++Score.first;
      Score.second = std::min(Score.second, Apart);
    }
    if (Score.first != 0 && Score > BestScore) {
      BestScore = Score;
      Best = M;
    }
  };
  const unsigned NumOthers = Candidates.size() - 1;
  for (const UsageCandidate &C : Candidates.take_front(3))
    for (const ResourceUse &U : C.Usage.Uses)
      if (std::optional<Mix> M = blocking(C.Form, U.Resources, C.Usage.Slots))
        Judge(*M);
  for (unsigned Try = 0; Try != NumTries; ++Try) {
    if (BestScore.first == NumOthers && BestScore.second > 2 * Gap)
      break;
    Judge(randomWith(Candidates[below(Candidates.size())].Form, Near));
  }
  return Best;
}

static unsigned cyclesInside(const FormUsage &Usage, PortSet S) {
  unsigned Cycles = 0;
  for (const ResourceUse &U : Usage.Uses)
    if (U.Resources.isSubsetOf(S))
      Cycles += U.Cycles;
  return Cycles;
}

/// Changes one count of \p M, or adds a form that loads \p Target, or takes one
/// away.
void MixDesign::mutate(Mix &M, PortSet Target) {
  const unsigned Which = below(M.size() + 2);
  if (Which >= M.size()) {
    constexpr size_t MostForms = 7;
    if (M.size() < MostForms)
      addTo(M, loading(Target), 1 + below(4));
    return;
  }
  unsigned &Count = M[Which].second;
  switch (below(4)) {
  case 0:
    ++Count;
    break;
  case 1:
    Count *= 2;
    break;
  case 2:
    Count = (Count + 1) / 2;
    break;
  default:
    --Count;
    break;
  }
  if (Count == 0)
    M.erase(M.begin() + Which);
}

/// Returns a form with cycles inside \p Target, or any if that is empty.
FormId MixDesign::loading(PortSet Target) {
  FormId F = Representatives[below(Representatives.size())];
  for (unsigned Try = 0; Try != 8 && !Target.empty(); ++Try) {
    if (cyclesInside(*Model.Forms[F], Target) != 0)
      break;
    F = Representatives[below(Representatives.size())];
  }
  return F;
}

/// Returns sets of resources of which the changed forms have other shares in
/// the rival: without a full one of them, no mix tells the two apart.
std::vector<PortSet> MixDesign::targets(ArrayRef<FormId> Changed,
                                        const ResourceModel &Rival) {
  std::vector<PortSet> Own, Targets;
  for (FormId F : Changed)
    for (const ResourceModel *Of : {&Model, &Rival})
      for (const ResourceUse &U : Of->Forms[F]->Uses)
        Own.push_back(U.Resources);
  const std::vector<PortSet> Family = Model.family();
  auto Add = [&](PortSet S) {
    const bool Differs =
        std::any_of(Changed.begin(), Changed.end(), [&](FormId F) {
          return cyclesInside(*Model.Forms[F], S) !=
                 cyclesInside(*Rival.Forms[F], S);
        });
    if (Differs &&
        std::find(Targets.begin(), Targets.end(), S) == Targets.end())
      Targets.push_back(S);
  };
  for (PortSet A : Own) {
    Add(A);
    for (PortSet B : Family)
      Add(A | B);
    for (unsigned Try = 0; Try != 8 && !Family.empty(); ++Try)
      Add(A | Family[below(Family.size())] | Family[below(Family.size())]);
  }
  return Targets;
}

/// How full \p Target is beside the time of the model in which it is less full:
/// more than one if the two differ. No target stands for the issue width.
double MixDesign::fullness(const Mix &M, const ResourceModel &Rival,
                           PortSet Target) const {
  double Load[2] = {};
  const ResourceModel *Models[2] = {&Model, &Rival};
  for (unsigned I = 0; I != 2; ++I)
    for (auto [F, Count] : M)
      Load[I] +=
          Count * (Target.empty() ? Models[I]->Forms[F]->Slots
                                  : cyclesInside(*Models[I]->Forms[F], Target));
  const unsigned Size = Target.empty() ? Model.Width : Target.size();
  const unsigned Less = Load[0] < Load[1] ? 0 : 1;
  return Load[1 - Less] == Load[Less]
             ? 0
             : Load[1 - Less] / Size / Models[Less]->cycles(M);
}

/// Adds, one by one, the instruction that makes \p Target fullest, and leaves
/// the best mix on the way. \returns its fullness.
double MixDesign::fill(Mix &M, llvm::ArrayRef<FormId> Changed,
                       const ResourceModel &Rival, PortSet Target) const {
  llvm::SmallVector<FormId, 24> Forms(Changed.begin(), Changed.end());
  for (FormId F : Representatives)
    if (Target.empty() || cyclesInside(*Model.Forms[F], Target) != 0)
      Forms.push_back(F);
  double Most = fullness(M, Rival, Target);
  Mix Now = M;
  constexpr unsigned NumSteps = 24;
  for (unsigned Step = 0; Step != NumSteps; ++Step) {
    double Best = -1;
    Mix BestNext;
    for (FormId F : Forms) {
      Mix Next = Now;
      addTo(Next, F, 1);
      if (const double New = fullness(Next, Rival, Target); New > Best) {
        Best = New;
        BestNext = std::move(Next);
      }
    }
    Now = std::move(BestNext);
    if (Best > Most) {
      Most = Best;
      M = Now;
    }
  }
  return Most;
}

std::optional<Mix> MixDesign::climb(ArrayRef<FormId> Changed,
                                    const ResourceModel &Rival, double Gap) {
  std::vector<PortSet> Targets = targets(Changed, Rival);
  if (std::any_of(Changed.begin(), Changed.end(), [&](FormId F) {
        return Model.Forms[F]->Slots != Rival.Forms[F]->Slots;
      }))
    Targets.push_back(PortSet());
  constexpr unsigned MostTargets = 12, NumSteps = 60;
  std::shuffle(Targets.begin(), Targets.end(), Random);
  struct Trial {
    Mix Counts;
    PortSet Target;
    double Fullness;
  };
  std::vector<Trial> Trials;
  for (PortSet Target : ArrayRef(Targets).take_front(MostTargets)) {
    Mix M = {{Changed[below(Changed.size())], 1 + below(3)}};
    for (unsigned I = 0, E = below(3); I != E; ++I)
      addTo(M, loading(Target), 1 + below(4));
    double Now = fullness(M, Rival, Target);
    for (unsigned Step = 0; Step != NumSteps && Now < 1 + 3 * Gap; ++Step) {
      Mix Next = M;
      mutate(Next, Target);
      limitLength(Next);
      if (Next.empty())
        continue;
      if (const double New = fullness(Next, Rival, Target); New >= Now) {
        Now = New;
        M = std::move(Next);
      }
    }
    if (Now > 1 + 2 * Gap)
      return M;
    Trials.push_back({std::move(M), Target, Now});
  }
  std::sort(Trials.begin(), Trials.end(), [](const Trial &A, const Trial &B) {
    return A.Fullness > B.Fullness;
  });
  constexpr unsigned MostFilled = 2;
  for (Trial &T : llvm::MutableArrayRef(Trials).take_front(MostFilled)) {
    Mix M = {{Changed[below(Changed.size())], 1}};
    if (const double Now = fill(M, Changed, Rival, T.Target);
        Now > T.Fullness) {
      T.Fullness = Now;
      T.Counts = std::move(M);
    }
  }
  const Trial *Best = nullptr;
  for (const Trial &T : Trials)
    if (T.Fullness > 1 + Gap && (!Best || T.Fullness > Best->Fullness))
      Best = &T;
  return Best ? std::optional(Best->Counts) : std::nullopt;
}
