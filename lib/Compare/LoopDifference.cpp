//===- LoopDifference.cpp - What became of a loop -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bound that explains a change is the limit of the slower version: what
/// made it slow, or what it got rid of. Of that bound, the mnemonic whose
/// weight has changed most is named.
///
/// Tested by unittests/Compare/LoopDifferenceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Compare/LoopDifference.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <numeric>
#include <tuple>

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::fateName(LoopFate F) {
  switch (F) {
  case LoopFate::Slower:
    return "slower";
  case LoopFate::Faster:
    return "faster";
  case LoopFate::Same:
    return "unchanged";
  case LoopFate::Unclear:
    return "unclear";
  case LoopFate::New:
    return "new";
  case LoopFate::Gone:
    return "gone";
  }
  return "";
}

/// \p A / \p B; 0 if \p B is.
static CyclesPerIter quotient(const CyclesPerIter &A, const CyclesPerIter &B) {
  return B.isZero() ? CyclesPerIter(0) : A * B.denominator() / B.numerator();
}

int64_t LoopDifference::changePerMille() const {
  if (!Old || !New || OldCycles.isZero())
    return 0;
  // milli() rounds to thousandths.
  return quotient(NewCycles, OldCycles).milli() - 1000;
}

bool LoopDifference::isSlowerBy(int64_t PerMille) const {
  return Old && New && Fate != LoopFate::Unclear &&
         NewCycles * 1000 > OldCycles * (1000 + PerMille);
}

//===----------------------------------------------------------------------===//
// A pair
//===----------------------------------------------------------------------===//

namespace {

class Comparer {
public:
  Comparer(LoopDifference &D) : D(D), Old(*D.Old), New(*D.New) {}
  void run();

private:
  /// Cycles of a trip of the new loop, for the work of one of the old one.
  CyclesPerIter scaled(const CyclesPerIter &C) const {
    return quotient(C, D.WorkRatio);
  }
  bool findWork();
  LoopFate fate() const;
  void blame();
  void addBounds();
  void alignInsts();
  void weighInsts();
  std::string explain() const;
  std::string culprit() const;

  LoopDifference &D;
  const LoopRecord &Old, &New;
};

} // namespace

/// \returns whether the trips can be compared.
bool Comparer::findWork() {
  auto Set = [&](uint64_t Before, uint64_t After) {
    D.WorkRatio = CyclesPerIter(int64_t(After), int64_t(Before));
    D.IsWorkKnown = true;
    return true;
  };
  if (Old.ElementsPerTrip && New.ElementsPerTrip)
    return Set(Old.ElementsPerTrip, New.ElementsPerTrip);
  if (Old.BytesPerTrip && New.BytesPerTrip)
    return Set(Old.BytesPerTrip, New.BytesPerTrip);
  return !Old.ElementsPerTrip == !New.ElementsPerTrip &&
         !Old.BytesPerTrip == !New.BytesPerTrip;
}

LoopFate Comparer::fate() const {
  if (Old.Gaps != New.Gaps)
    return LoopFate::Unclear;
  if (D.NewCycles * 100 >= D.OldCycles * 101 && D.NewCycles > D.OldCycles)
    return LoopFate::Slower;
  if (D.OldCycles * 100 >= D.NewCycles * 101 && D.OldCycles > D.NewCycles)
    return LoopFate::Faster;
  return LoopFate::Same;
}

/// The limit of the slower version.
void Comparer::blame() {
  const bool IsSlower = D.NewCycles > D.OldCycles;
  const LoopRecord &Slower = IsSlower ? New : Old;
  // What the simulated core adds is no bound.
  D.Blamed = Slower.LimitedBy;
}

void Comparer::addBounds() {
  for (const BoundInfo &Info : allBounds()) {
    const RecordedBound *O = Old.bound(Info.Kind), *N = New.bound(Info.Kind);
    if ((!O || O->Cycles.isZero()) && (!N || N->Cycles.isZero()))
      continue;
    BoundChange C;
    C.Kind = Info.Kind;
    if (O) {
      C.Old = O->Cycles;
      C.OldWhy = O->Why;
    }
    if (N) {
      C.New = scaled(N->Cycles);
      C.NewWhy = N->Why;
    }
    C.LimitsOld = Old.LimitedBy == Info.Kind;
    C.LimitsNew = New.LimitedBy == Info.Kind;
    D.Bounds.push_back(std::move(C));
  }
}

/// The longest common subsequence of mnemonics; of several, that which drops
/// old instructions first.
void Comparer::alignInsts() {
  const size_t N = Old.Insts.size(), M = New.Insts.size();
  constexpr size_t MostCells = 1 << 20;
  auto Add = [&](std::optional<uint32_t> O, std::optional<uint32_t> I) {
    D.Insts.push_back({O, I, 0, 0});
  };
  const bool IsSmall = (N + 1) * (M + 1) <= MostCells;
  // Length of the common subsequence of what follows I and J.
  std::vector<uint32_t> Length(IsSmall ? (N + 1) * (M + 1) : 0);
  auto At = [&](size_t I, size_t J) -> uint32_t & {
    return Length[I * (M + 1) + J];
  };
  auto IsSame = [&](size_t I, size_t J) {
    return Old.Insts[I].Mnemonic == New.Insts[J].Mnemonic;
  };
  for (size_t I = IsSmall ? N : 0; I-- > 0;)
    for (size_t J = M; J-- > 0;)
      At(I, J) = IsSame(I, J) ? At(I + 1, J + 1) + 1
                              : std::max(At(I + 1, J), At(I, J + 1));
  size_t I = 0, J = 0;
  while (IsSmall && I < N && J < M) {
    if (IsSame(I, J))
      Add(I++, J++);
    else if (At(I + 1, J) >= At(I, J + 1))
      Add(I++, std::nullopt);
    else
      Add(std::nullopt, J++);
  }
  while (I < N)
    Add(I++, std::nullopt);
  while (J < M)
    Add(std::nullopt, J++);
}

void Comparer::weighInsts() {
  const RecordedBound *O = Old.bound(D.Blamed), *N = New.bound(D.Blamed);
  for (InstPair &P : D.Insts) {
    if (O && P.Old && !O->Weights.empty())
      P.OldWeight = O->Weights[*P.Old];
    if (N && P.New && !N->Weights.empty())
      P.NewWeight = scaled(N->Weights[*P.New]);
  }
}

/// "vmulsd takes 4.00 cycles of the chain, before 0.00". Empty if no
/// instruction explains it.
std::string Comparer::culprit() const {
  std::map<StringRef, std::pair<CyclesPerIter, CyclesPerIter>> Sums;
  for (const InstPair &P : D.Insts) {
    if (P.Old)
      Sums[Old.Insts[*P.Old].Mnemonic].first += P.OldWeight;
    if (P.New)
      Sums[New.Insts[*P.New].Mnemonic].second += P.NewWeight;
  }
  const bool IsSlower = D.NewCycles > D.OldCycles;
  CyclesPerIter Most;
  StringRef Who;
  for (const auto &[Mnemonic, Weights] : Sums) {
    const CyclesPerIter Gain = IsSlower ? Weights.second - Weights.first
                                        : Weights.first - Weights.second;
    if (Gain > Most) {
      Most = Gain;
      Who = Mnemonic;
    }
  }
  if (Who.empty())
    return "";
  return (Who + " takes " + Sums[Who].second.str() + " " +
          weightUnit(D.Blamed) + ", before " + Sums[Who].first.str())
      .str();
}

std::string Comparer::explain() const {
  const bool IsSlower = D.NewCycles > D.OldCycles;
  const LoopRecord &Slower = IsSlower ? New : Old;
  const RecordedBound *O = Old.bound(D.Blamed), *N = New.bound(D.Blamed);
  const CyclesPerIter Before = O ? O->Cycles : 0,
                      After = N ? scaled(N->Cycles) : 0;
  // The bounds are as they were, and the simulated core is not.
  const bool HasMoved = IsSlower ? After > Before : After < Before;
  if (!HasMoved)
    return "the bounds do not explain it; the " +
           std::string(IsSlower ? "new" : "old") + " loop is " +
           (Slower.Verdict.empty() ? "slower on the simulated core"
                                   : Slower.Verdict);
  std::string Text =
      (boundLabel(D.Blamed) + " " + Before.str() + " -> " + After.str()).str();
  if (std::string Who = culprit(); !Who.empty())
    Text += ": " + Who;
  if (Old.LimitedBy != New.LimitedBy)
    Text += ("; the limit was " + boundLabel(Old.LimitedBy) + ", now it is " +
             boundLabel(New.LimitedBy))
                .str();
  return Text;
}

static std::string gapsText(const std::string &Gaps) {
  return Gaps.empty() ? "complete" : Gaps;
}

void Comparer::run() {
  const bool CanCompare = findWork();
  D.OldCycles = Old.Prediction;
  D.NewCycles = scaled(New.Prediction);
  D.Fate = CanCompare ? fate() : LoopFate::Unclear;
  blame();
  addBounds();
  alignInsts();
  weighInsts();
  if (D.Fate == LoopFate::Slower || D.Fate == LoopFate::Faster)
    D.Why = explain();
  else if (!CanCompare)
    D.Why = "only one of the two loops shows how far a trip goes, so that "
            "their trips may do different work";
  else if (D.Fate == LoopFate::Unclear)
    D.Why = "the figures leave out different things: " + gapsText(Old.Gaps) +
            "; " + gapsText(New.Gaps);
}

LoopDifference kernelbounds::compareLoops(const LoopRecord *Old,
                                          const LoopRecord *New) {
  LoopDifference D;
  D.Old = Old;
  D.New = New;
  if (Old && New) {
    Comparer(D).run();
    return D;
  }
  D.Fate = Old ? LoopFate::Gone : LoopFate::New;
  (Old ? D.OldCycles : D.NewCycles) = (Old ? Old : New)->Prediction;
  return D;
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

/// The order of the report.
static unsigned rankOf(LoopFate F) {
  constexpr LoopFate Order[] = {LoopFate::Slower,  LoopFate::Faster,
                                LoopFate::Unclear, LoopFate::New,
                                LoopFate::Gone,    LoopFate::Same};
  return find(Order, F) - std::begin(Order);
}

/// What the change is of the time of the run, in millionths.
static int64_t changeOfTime(const LoopDifference &D) {
  return int64_t(D.Share) * D.changePerMille() / 1000;
}

int64_t Comparison::changeOfRun() const {
  int64_t Sum = 0;
  for (const LoopDifference &D : Loops)
    if (D.Fate == LoopFate::Slower || D.Fate == LoopFate::Faster)
      Sum += changeOfTime(D);
  return Sum;
}

bool Comparison::hasFailed() const {
  if (!FailAbove || !Run)
    return NumFailed != 0;
  constexpr int64_t PerTenthOfPercent = AllTime / 1000;
  return changeOfRun() > *FailAbove * PerTenthOfPercent;
}

/// Sets the shares of \p Loops. \returns their sum in loops of both versions.
static TimeShare setShares(const RunShares &Run, ArrayRef<LoopRecord> Old,
                           MutableArrayRef<LoopDifference> Loops) {
  std::vector<LoopIdentity> Known;
  for (const LoopRecord &L : Old)
    Known.push_back({L.Function, L.SourceFile, L.SourceLine, L.Insts.size()});
  const std::vector<TimeShare> Shares = Run.of(Known);
  TimeShare Sum = 0;
  for (LoopDifference &D : Loops)
    if (D.Old) {
      D.Share = Shares[D.Old - Old.data()];
      Sum += D.New ? D.Share : 0;
    }
  return Sum;
}

void Comparison::compare() {
  std::vector<LoopDifference> All;
  for (const LoopPair &P : matchLoops(Old, New))
    All.push_back(compareLoops(P.Old ? &Old[*P.Old] : nullptr,
                               P.New ? &New[*P.New] : nullptr));
  if (Run)
    Known = setShares(*Run, Old, All);
  std::vector<size_t> Order(All.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t I, size_t J) {
    const LoopDifference &A = All[I], &B = All[J];
    return std::tuple(rankOf(A.Fate), -std::abs(changeOfTime(A)),
                      -std::abs(A.changePerMille()), I) <
           std::tuple(rankOf(B.Fate), -std::abs(changeOfTime(B)),
                      -std::abs(B.changePerMille()), J);
  });
  Loops.clear();
  for (size_t I : Order)
    Loops.push_back(std::move(All[I]));
  NumFailed = 0;
  for (unsigned &N : NumOf)
    N = 0;
  for (const LoopDifference &D : Loops) {
    ++NumOf[static_cast<unsigned>(D.Fate)];
    NumFailed += FailAbove && D.isSlowerBy(*FailAbove);
  }
}
