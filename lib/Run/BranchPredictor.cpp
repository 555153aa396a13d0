//===- BranchPredictor.cpp - Which way a branch is expected to go ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry with the longest history that has the branch's tag predicts. While
/// it is new, the next longer one or the simple counter may do better, which a
/// counter for all branches finds out. What comes out of it is turned around
/// where predictions of the same kind for the same branch were mostly wrong: a
/// branch that goes the other way at random leaves entries for histories that
/// mean nothing.
///
/// Tested by unittests/Run/BranchPredictorTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "BranchPredictor.h"
#include "TargetPredictor.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

static constexpr unsigned BaseBits = 13, TrustBits = 12;
static constexpr unsigned HistoryLengths[] = {4, 10, 24, 58, 130, 300};
/// A prediction is turned around if it was wrong so much more often than right.
static constexpr int LeastDistrust = 4;

/// Branches that a predictor learns from before a stretch.
static constexpr size_t MostTraining = size_t(1) << 18;

static void count(int8_t &Counter, bool Up, int Least, int Most) {
  Counter =
      static_cast<int8_t>(std::clamp(Counter + (Up ? 1 : -1), Least, Most));
}

BranchPredictor::BranchPredictor()
    : Base(size_t(1) << BaseBits), Trusts(size_t(1) << TrustBits) {
  for (unsigned T = 0; T < NumTables; ++T) {
    Tables[T].resize(size_t(1) << IndexBits);
    Folds[T].Index = {HistoryLengths[T], IndexBits};
    Folds[T].Tag = {HistoryLengths[T], TagBits};
    Folds[T].Tag2 = {HistoryLengths[T], TagBits - 1};
  }
}

//===----------------------------------------------------------------------===//
// History
//===----------------------------------------------------------------------===//

void BranchPredictor::Folded::shift(bool New, bool Old) {
  Value = Value << 1 | New;
  Value ^= uint32_t(Old) << Length % Bits;
  Value = (Value ^ Value >> Bits) & ((1u << Bits) - 1);
}

void BranchPredictor::remember(bool IsTaken) {
  for (unsigned T = 0; T < NumTables; ++T) {
    const bool Old =
        History[(Newest + MostHistory - HistoryLengths[T] + 1) % MostHistory];
    Folds[T].Index.shift(IsTaken, Old);
    Folds[T].Tag.shift(IsTaken, Old);
    Folds[T].Tag2.shift(IsTaken, Old);
  }
  Newest = (Newest + 1) % MostHistory;
  History[Newest] = IsTaken;
}

//===----------------------------------------------------------------------===//
// Prediction
//===----------------------------------------------------------------------===//

/// Of a counter, how sure it is: 0 to 3.
static unsigned sureness(int8_t Counter) {
  return static_cast<unsigned>(Counter >= 0 ? Counter : -1 - Counter);
}

BranchPredictor::Lookup BranchPredictor::lookUp(uint64_t Address) {
  Lookup L;
  L.Simple = &Base[(Address ^ Address >> BaseBits) & (Base.size() - 1)];
  L.ByAlternate = L.ByProvider = *L.Simple >= 0;
  for (unsigned T = 0; T < NumTables; ++T) {
    L.Index[T] = static_cast<uint32_t>(Address ^ Address >> (IndexBits - T) ^
                                       Folds[T].Index.Value) &
                 ((1u << IndexBits) - 1);
    // Never 0, which is the tag of an empty entry.
    L.Tag[T] =
        static_cast<uint16_t>(((Address ^ Address >> 5 ^ Folds[T].Tag.Value ^
                                Folds[T].Tag2.Value << 1) &
                               ((1u << TagBits) - 1)) +
                              1);
    Entry &E = Tables[T][L.Index[T]];
    if (E.Tag != L.Tag[T])
      continue;
    L.ByAlternate = L.ByProvider;
    L.ByProvider = E.Counter >= 0;
    L.Provider = &E;
    L.Longer = T + 1;
  }
  const bool IsNew = L.Provider && sureness(L.Provider->Counter) == 0;
  const bool Tagged = IsNew && UseAlternate >= 0 ? L.ByAlternate : L.ByProvider;
  const unsigned Sure =
      L.Provider ? sureness(L.Provider->Counter) : 4 + sureness(*L.Simple);
  const uint64_t Kind = Sure << 1 | Tagged;
  L.Trust = &Trusts[((Address ^ Address >> TrustBits) << 4 ^ Kind) &
                    (Trusts.size() - 1)];
  L.Predicted = Tagged != (*L.Trust < -LeastDistrust);
  return L;
}

/// After a misprediction: an entry with a longer history than the provider's.
void BranchPredictor::allocate(const Lookup &L, bool IsTaken) {
  for (unsigned T = L.Longer; T < NumTables; ++T) {
    Entry &E = Tables[T][L.Index[T]];
    if (E.Useful == 0) {
      E = {L.Tag[T], static_cast<int8_t>(IsTaken ? 0 : -1), 0};
      return;
    }
  }
  for (unsigned T = L.Longer; T < NumTables; ++T)
    --Tables[T][L.Index[T]].Useful;
}

bool BranchPredictor::run(uint64_t Address, bool IsTaken) {
  const Lookup L = lookUp(Address);
  const bool IsTurned = *L.Trust < -LeastDistrust;
  const bool Tagged = L.Predicted != IsTurned;
  count(*L.Trust, Tagged == IsTaken, -32, 31);
  if (L.Provider) {
    if (L.ByProvider != L.ByAlternate) {
      if (sureness(L.Provider->Counter) == 0)
        count(UseAlternate, L.ByAlternate == IsTaken, -8, 7);
      if (L.ByProvider == IsTaken && L.Provider->Useful < 3)
        ++L.Provider->Useful;
      else if (L.ByProvider != IsTaken && L.Provider->Useful > 0)
        --L.Provider->Useful;
    }
    count(L.Provider->Counter, IsTaken, -4, 3);
  } else {
    count(*L.Simple, IsTaken, -2, 1);
  }
  // An entry that was right, and not asked, needs no help.
  if (Tagged != IsTaken && (!L.Provider || L.ByProvider != IsTaken))
    allocate(L, IsTaken);
  remember(IsTaken);
  return L.Predicted == IsTaken;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// The predictors of all kinds of branches.
class BranchUnit {
public:
  /// \returns whether it was predicted where \p B goes.
  bool run(const BranchRun &B);
  /// Of another stretch.
  void forgetCalls() { Returns = {}; }

private:
  BranchPredictor Conditional;
  TargetPredictor Targets;
  ReturnStack Returns;
};
} // namespace

/// A return whose call is not known is taken to be predicted: what called was
/// in front of the stretch.
bool BranchUnit::run(const BranchRun &B) {
  switch (B.Kind) {
  case BranchKind::Direct:
    return true;
  case BranchKind::Conditional:
    Targets.remember(B.IsTaken);
    return Conditional.run(B.Id, B.IsTaken);
  case BranchKind::Indirect:
    return Targets.run(B.Id, B.Target);
  case BranchKind::Call:
    Returns.call(B.Behind);
    return true;
  case BranchKind::IndirectCall:
    Returns.call(B.Behind);
    return Targets.run(B.Id, B.Target);
  case BranchKind::Return:
    return Returns.pop().value_or(B.Target) == B.Target;
  }
  return true;
}

/// What has learned from the stretches other than \p Own.
static BranchUnit trainedFor(size_t Own,
                             ArrayRef<std::vector<BranchRun>> Stretches) {
  std::vector<size_t> Others; // The last one first.
  size_t Num = 0;
  for (size_t I = 1; I < Stretches.size() && Num < MostTraining; ++I) {
    Others.push_back((Own + Stretches.size() - I) % Stretches.size());
    Num += Stretches[Others.back()].size();
  }
  BranchUnit P;
  for (const size_t S : reverse(Others))
    for (const BranchRun &B : Stretches[S])
      P.run(B);
  P.forgetCalls();
  return P;
}

/// Of what \p Branches repeat from their beginning on, at least three times in
/// a row: the branches of one repetition, and of all of them. The longest such
/// beginning, and the shortest repetition that makes it. {0, 0}: none.
/// Linear: the lengths of common beginnings are found by the Z-algorithm.
static std::pair<size_t, size_t> findRepetition(ArrayRef<BranchRun> Branches) {
  std::vector<size_t> Common(Branches.size());
  std::pair<size_t, size_t> Best{0, 0};
  size_t Begin = 0, End = 0; // Of the common part that reaches farthest.
  for (size_t I = 1; I < Branches.size(); ++I) {
    size_t &N = Common[I];
    if (I < End)
      N = std::min(End - I, Common[I - Begin]);
    while (I + N < Branches.size() && Branches[N].isLike(Branches[I + N]))
      ++N;
    if (I + N > End) {
      Begin = I;
      End = I + N;
    }
    if (N >= 2 * I && I + N > Best.second)
      Best = {I, I + N};
  }
  return Best;
}

std::vector<std::vector<bool>>
kernelbounds::findMispredicted(ArrayRef<std::vector<BranchRun>> Stretches) {
  std::vector<std::vector<bool>> Wrong(Stretches.size());
  for (size_t S = 0; S < Stretches.size(); ++S) {
    BranchUnit P = trainedFor(S, Stretches);
    // A run comes to a stretch somewhere. What repeats at its beginning has
    // most likely repeated before it, on average as long as behind it.
    const auto [Length, Repeated] = findRepetition(Stretches[S]);
    for (size_t I = 0; I < Repeated; I += Length)
      for (const BranchRun &B : ArrayRef(Stretches[S]).take_front(Length))
        P.run(B);
    P.forgetCalls();
    for (const BranchRun &B : Stretches[S])
      Wrong[S].push_back(!P.run(B));
  }
  return Wrong;
}
