//===- SoftFit.cpp - Usages of one form that fit most of its times --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// FormFit.cpp derives, for each set S of resources and each observation, how
/// many cycles m(S) may be confined to S, and how many explain the time. Here
/// both are kept for each observation:
///
///  - limit(A) is the least of what may be confined to any S that contains A;
///  - need(A) is the least of what explains the time, over the same S.
///
/// A usage takes too long for an observation if some of its uses, with U their
/// union, have more than limit(U) cycles. It takes long enough if some of them
/// have need(U) cycles. Either needs 2^k - 1 look-ups for k uses, and
/// observations are columns, so that one instruction compares sixteen.
///
/// What takes too long does not become shorter by one more use. The search adds
/// uses to the most promising usages with one use less: those with few
/// observations for which they take too long, and few that lack something.
///
/// Example: the form takes 0.5 cycles alone, and 1.5 beside two users of {0}:
/// {0,1} takes long enough for the first observation but not for the second,
/// and {0} takes too long for the first.
///
/// Cost: about 0.3 ms for 30 observations with 12 resources, then 0.1
/// microseconds for each usage.
/// Tested by unittests/Inference/SoftFitTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "SoftFit.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <cmath>

using namespace kernelbounds;
using llvm::ArrayRef;

/// Calls \p F for each pair of sets that differ by one resource, by resource.
template <typename Fn> static void forEachBit(size_t NumSets, Fn F) {
  for (size_t Bit = 1; Bit != NumSets; Bit *= 2)
    for (size_t Block = 0; Block != NumSets; Block += 2 * Bit)
      for (size_t S = Block; S != Block + Bit; ++S)
        F(S, S + Bit);
}

SoftFit::SoftFit(unsigned NumResources, unsigned Width,
                 ArrayRef<FormFit::Observation> Observations,
                 ArrayRef<uint8_t> Weights)
    : NumResources(NumResources),
      Stride((Observations.size() + Lanes - 1) / Lanes * Lanes) {
  assert(NumResources <= ResourceModel::MaxResources && "see the header");
  const size_t NumSets = size_t(1) << NumResources;
  Limit.assign(NumSets * Stride, 255);
  Need.assign(NumSets * Stride, 255);
  std::vector<int16_t> Load;
  for (size_t First = 0; First < Stride; First += Lanes)
    computeBlock(Observations, First, Load);
  MostSlots.assign(Stride, 255);
  NeedSlots.assign(Stride, 0);
  Weight.assign(Stride, 0);
  for (auto [E, O] : llvm::enumerate(Observations)) {
    const double Most = (O.Most * Width + 1e-6 - O.OtherSlots) / O.Count;
    const double Need = (O.Least * Width - 1e-6 - O.OtherSlots) / O.Count;
    // Others that take too many slots contradict every usage.
    MostSlots[E] = static_cast<uint8_t>(std::clamp(Most, 0.0, 254.0));
    NeedSlots[E] =
        static_cast<uint8_t>(std::clamp(std::ceil(Need), 0.0, 255.0));
    Weight[E] = Weights.empty() ? 1 : Weights[E];
  }
}

/// Fills the rows of sixteen observations from \p First on: the loads of all
/// sets, as sums over subsets, then what they leave, as least over supersets.
void SoftFit::computeBlock(ArrayRef<FormFit::Observation> Observations,
                           size_t First, std::vector<int16_t> &Load) {
  const size_t NumSets = size_t(1) << NumResources;
  float Most[Lanes], Least[Lanes], PerCount[Lanes];
  std::fill_n(Most, Lanes, 1e6F);
  std::fill_n(Least, Lanes, 0.0F);
  std::fill_n(PerCount, Lanes, 1.0F);
  Load.assign(NumSets * Lanes, 0);
  for (auto [E, O] :
       llvm::enumerate(Observations.drop_front(First).take_front(Lanes))) {
    Most[E] = static_cast<float>(O.Most);
    Least[E] = static_cast<float>(O.Least);
    PerCount[E] = 1.0F / static_cast<float>(O.Count);
    for (const UopGroup &G : O.Others)
      Load[G.Ports.bits() * Lanes + E] += G.Cycles;
  }
  forEachBit(NumSets, [&](size_t Without, size_t With) {
    for (unsigned E = 0; E != Lanes; ++E)
      Load[With * Lanes + E] += Load[Without * Lanes + E];
  });
  uint8_t *const Limits = &Limit[First * NumSets];
  uint8_t *const Needs = &Need[First * NumSets];
  for (size_t S = 1; S < NumSets; ++S) {
    const float Size = static_cast<float>(std::popcount(S));
    const int16_t *Of = &Load[S * Lanes];
    for (unsigned E = 0; E != Lanes; ++E) {
      const float Room = (Most[E] * Size + 1e-4F - Of[E]) * PerCount[E] + 1.0F;
      const float Lack =
          (Least[E] * Size - 1e-4F - Of[E]) * PerCount[E] + 0.9999F;
      // One more than the room, so that less than none is 0.
      Limits[S * Lanes + E] = static_cast<uint8_t>(
          static_cast<int>(std::min(std::max(Room, 0.0F), 254.0F)));
      Needs[S * Lanes + E] = static_cast<uint8_t>(
          static_cast<int>(std::min(std::max(Lack, 0.0F), 255.0F)));
    }
  }
  for (uint8_t *Rows : {Limits, Needs})
    forEachBit(NumSets, [&](size_t Without, size_t With) {
      for (unsigned E = 0; E != Lanes; ++E)
        Rows[Without * Lanes + E] =
            std::min(Rows[Without * Lanes + E], Rows[With * Lanes + E]);
    });
}

/// The resources of some of \p Uses, by the bits of \p Some, and their cycles.
static std::pair<size_t, unsigned> unionOf(ArrayRef<ResourceUse> Uses,
                                           unsigned Some) {
  size_t Union = 0;
  unsigned Cycles = 0;
  for (unsigned I = 0; I != Uses.size(); ++I)
    if (Some >> I & 1) {
      Union |= Uses[I].Resources.bits();
      Cycles += Uses[I].Cycles;
    }
  return {Union, Cycles};
}

/// What the resources say, without the slots.
void SoftFit::judge(ArrayRef<ResourceUse> Uses, Verdict &V) const {
  V.TooLong.assign(Stride, 0);
  V.LongEnough.assign(Stride, 0);
  for (unsigned Some = 0; Some != 1u << Uses.size(); ++Some) {
    const auto [Union, Cycles] = unionOf(Uses, Some);
    const uint8_t C = static_cast<uint8_t>(std::min(Cycles, 254u));
    for (size_t First = 0; First != Stride; First += Lanes) {
      const Row L = rowOf(Limit, First, Union), N = rowOf(Need, First, Union);
      for (unsigned E = 0; E != Lanes; ++E) {
        V.TooLong[First + E] |= L[E] <= C;
        V.LongEnough[First + E] |= N[E] <= C;
      }
    }
  }
}

/// The unions of some uses, their cycles, and what they say of observations.
SoftFit::Base SoftFit::baseOf(ArrayRef<ResourceUse> Uses) const {
  Base B;
  for (unsigned Some = 0; Some != 1u << Uses.size(); ++Some) {
    B.Unions.push_back(unionOf(Uses, Some));
  }
  judge(Uses, B.Before);
  return B;
}

/// Returns how many observations \p B takes too long for with one more use, and
/// for how many not long enough.
std::pair<unsigned, unsigned> SoftFit::scoreWith(const Base &B, PortSet A,
                                                 unsigned Cycles) const {
  uint16_t NumOver[Lanes] = {}, NumUnder[Lanes] = {};
  for (unsigned First = 0; First != Stride; First += Lanes) {
    uint8_t Over[Lanes], Enough[Lanes];
    for (unsigned E = 0; E != Lanes; ++E) {
      Over[E] = B.Before.TooLong[First + E];
      Enough[E] = B.Before.LongEnough[First + E];
    }
    for (auto [Union, Before] : B.Unions) {
      const Row L = rowOf(Limit, First, Union | A.bits());
      const Row N = rowOf(Need, First, Union | A.bits());
      const uint8_t C = static_cast<uint8_t>(std::min(Before + Cycles, 254u));
      for (unsigned E = 0; E != Lanes; ++E) {
        Over[E] |= L[E] <= C;
        Enough[E] |= N[E] <= C;
      }
    }
    for (unsigned E = 0; E != Lanes; ++E) {
      NumOver[E] += Over[E] ? Weight[First + E] : 0;
      NumUnder[E] += Enough[E] ? 0 : Weight[First + E];
    }
  }
  unsigned SumOver = 0, SumUnder = 0;
  for (unsigned E = 0; E != Lanes; ++E) {
    SumOver += NumOver[E];
    SumUnder += NumUnder[E];
  }
  return {SumOver, SumUnder};
}

static unsigned countAgainst(ArrayRef<uint8_t> TooLong,
                             ArrayRef<uint8_t> LongEnough,
                             ArrayRef<uint8_t> MostSlots,
                             ArrayRef<uint8_t> NeedSlots,
                             ArrayRef<uint8_t> Weight, uint8_t Slots) {
  unsigned Against = 0;
  for (size_t E = 0; E != TooLong.size(); ++E) {
    const uint8_t Over = TooLong[E] | (Slots > MostSlots[E]);
    const uint8_t Enough = LongEnough[E] | (NeedSlots[E] <= Slots);
    Against += Over | (Enough ^ 1) ? Weight[E] : 0;
  }
  return Against;
}

unsigned SoftFit::numAgainst(ArrayRef<ResourceUse> Uses, unsigned Slots) const {
  Verdict V;
  judge(Uses, V);
  return countAgainst(V.TooLong, V.LongEnough, MostSlots, NeedSlots, Weight,
                      static_cast<uint8_t>(std::min(Slots, 254u)));
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

/// Returns the \p Count elements with the least keys. Of equal ones, those that
/// were there before come first.
template <typename T, typename Fn>
static std::vector<T> takeFirst(std::vector<T> All, size_t Count, Fn KeyOf) {
  std::vector<std::pair<unsigned, unsigned>> Order;
  Order.reserve(All.size());
  for (unsigned I = 0; I != All.size(); ++I)
    Order.push_back({KeyOf(All[I]), I});
  Count = std::min(Count, All.size());
  std::partial_sort(Order.begin(), Order.begin() + Count, Order.end());
  std::vector<T> First;
  First.reserve(Count);
  for (auto [Key, I] : ArrayRef(Order).take_front(Count))
    First.push_back(std::move(All[I]));
  return First;
}

/// Adds \p P with the slots that its cycles suggest.
void SoftFit::addScored(const Partial &P, const Search &Where, Verdict &V,
                        std::vector<Scored> &Found) const {
  judge(P.Uses, V);
  FormUsage U;
  U.Uses = P.Uses;
  llvm::sort(U.Uses, [](const ResourceUse &A, const ResourceUse &B) {
    return A.Resources.bits() < B.Resources.bits();
  });
  const unsigned Total = U.totalCycles();
  llvm::SmallVector<unsigned, 8> Slots;
  for (unsigned More = 0; More <= Where.ExtraSlots; ++More)
    if (Total + More != 0)
      Slots.push_back(Total + More);
  if (Where.AlsoSlots != 0)
    Slots.push_back(Where.AlsoSlots);
  for (const ResourceUse &Use : U.Uses)
    if (Use.Cycles > 1) {
      // A unit is held by a micro-op of its own, or by that of another use.
      Slots.push_back(Total - Use.Cycles + 1);
      if (Total != Use.Cycles)
        Slots.push_back(Total - Use.Cycles);
    }
  llvm::sort(Slots);
  Slots.erase(std::unique(Slots.begin(), Slots.end()), Slots.end());
  for (unsigned S : Slots) {
    U.Slots = S;
    Found.push_back({U, countAgainst(V.TooLong, V.LongEnough, MostSlots,
                                     NeedSlots, Weight, S)});
  }
}

/// Returns \p Beam with one more use, the most promising first.
std::vector<SoftFit::Partial> SoftFit::extend(ArrayRef<Partial> Beam,
                                              ArrayRef<PortSet> Pool,
                                              const Search &Where) const {
  constexpr unsigned NumWide = 3, MostKept = 24;
  struct Extension {
    unsigned Rank, From;
    ResourceUse Use;
    bool operator<(const Extension &O) const { return Rank < O.Rank; }
  };
  std::vector<Extension> Best; // A heap, the worst first.
  auto Try = [&](unsigned From, const Base &B, PortSet A) {
    const unsigned Alone =
        static_cast<unsigned>(std::lround(Where.Single * A.size()));
    for (unsigned Cycles = 1; Cycles <= Where.MaxCycles; ++Cycles) {
      const bool IsLong =
          Cycles > 2 || (Cycles > 1 && !Beam[From].Uses.empty());
      if (IsLong && Cycles > Alone)
        break;
      if (Cycles > 4 && Cycles + 1 < Alone)
        continue;
      const auto [NumOver, NumUnder] = scoreWith(B, A, Cycles);
      const Extension New{3 * NumOver + NumUnder, From, {A, Cycles}};
      if (Best.size() < MostKept) {
        Best.push_back(New);
        std::push_heap(Best.begin(), Best.end());
      } else if (New < Best.front()) {
        std::pop_heap(Best.begin(), Best.end());
        Best.back() = New;
        std::push_heap(Best.begin(), Best.end());
      }
    }
  };
  for (auto [I, P] : llvm::enumerate(Beam)) {
    const Base B = baseOf(P.Uses);
    auto HasSet = [&](PortSet A) {
      return llvm::any_of(
          P.Uses, [&](const ResourceUse &U) { return U.Resources == A; });
    };
    if (I < NumWide && P.Uses.size() < 2) {
      for (uint64_t S = 1; S != uint64_t(1) << NumResources; ++S)
        if (!HasSet(PortSet(S)))
          Try(I, B, PortSet(S));
    } else {
      for (PortSet A : Pool)
        if (!HasSet(A))
          Try(I, B, A);
    }
  }
  std::sort_heap(Best.begin(), Best.end());
  std::vector<Partial> Next;
  std::vector<std::vector<uint64_t>> Seen;
  for (const Extension &X : Best) {
    Partial P = Beam[X.From];
    P.Uses.push_back(X.Use);
    std::vector<uint64_t> Key;
    for (const ResourceUse &U : P.Uses)
      Key.push_back(U.Resources.bits() << 16 | U.Cycles);
    llvm::sort(Key);
    if (llvm::is_contained(Seen, Key))
      continue;
    Seen.push_back(std::move(Key));
    Next.push_back(std::move(P));
  }
  return Next;
}

std::vector<SoftFit::Scored> SoftFit::findUsages(const Search &Where) const {
  Verdict V;
  std::vector<Scored> Found;
  std::vector<Partial> Beam = {Partial()};
  addScored(Beam[0], Where, V, Found);
  std::vector<PortSet> Pool = Where.Family;
  for (unsigned NumUses = 1; NumUses <= Where.MaxUses; ++NumUses) {
    Beam = extend(Beam, Pool, Where);
    for (const Partial &P : Beam)
      addScored(P, Where, V, Found);
    if (NumUses == 1)
      for (const Partial &P : Beam)
        if (!llvm::is_contained(Pool, P.Uses[0].Resources))
          Pool.push_back(P.Uses[0].Resources);
  }
  const size_t NumFound = Found.size();
  Found = takeFirst(std::move(Found), NumFound,
                    [](const Scored &S) { return S.NumAgainst; });
  std::vector<Scored> Kept;
  for (Scored &S : Found)
    if (Kept.size() < Where.MaxFound &&
        llvm::none_of(Kept,
                      [&](const Scored &K) { return K.Usage == S.Usage; }))
      Kept.push_back(std::move(S));
  return Kept;
}

std::vector<std::pair<unsigned, PortSet>>
SoftFit::findSets(unsigned MaxFound) const {
  Verdict V;
  std::vector<std::pair<unsigned, PortSet>> Sets;
  for (uint64_t S = 1; S != uint64_t(1) << NumResources; ++S) {
    const ResourceUse Use{PortSet(S), 1};
    judge(Use, V);
    Sets.push_back(
        {countAgainst(V.TooLong, V.LongEnough, MostSlots, NeedSlots, Weight, 0),
         PortSet(S)});
  }
  return takeFirst(std::move(Sets), MaxFound,
                   [](const auto &S) { return S.first; });
}
