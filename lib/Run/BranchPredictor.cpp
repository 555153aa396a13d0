//===- BranchPredictor.cpp - Which way a branch is expected to go ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry with the longest history that has the branch's tag predicts.
/// Tested by unittests/Run/BranchPredictorTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "BranchPredictor.h"
#include <algorithm>

using namespace kernelbounds;

static constexpr unsigned BaseBits = 13;
static constexpr unsigned HistoryLengths[] = {8, 16, 32, 64};

BranchPredictor::BranchPredictor() : Base(size_t(1) << BaseBits) {
  for (std::vector<Entry> &T : Tables)
    T.resize(size_t(1) << IndexBits);
}

/// The last \p Length branches in \p Bits bits.
uint64_t BranchPredictor::fold(unsigned Length, unsigned Bits) const {
  uint64_t Left =
      Length == 64 ? History : History & ((uint64_t(1) << Length) - 1);
  uint64_t Folded = 0;
  for (; Left; Left >>= Bits)
    Folded ^= Left & ((uint64_t(1) << Bits) - 1);
  return Folded;
}

unsigned BranchPredictor::indexOf(unsigned Table, uint64_t Address) const {
  const uint64_t Hash = Address ^ (Address >> IndexBits) ^
                        fold(HistoryLengths[Table], IndexBits) ^
                        (uint64_t(Table) << 7);
  return Hash & ((1u << IndexBits) - 1);
}

/// Never 0, which is the tag of an empty entry.
uint16_t BranchPredictor::tagOf(unsigned Table, uint64_t Address) const {
  const unsigned Length = HistoryLengths[Table];
  const uint64_t Hash = Address ^ (Address >> 5) ^ fold(Length, TagBits) ^
                        (fold(Length, TagBits - 1) << 1);
  return static_cast<uint16_t>((Hash & ((1u << TagBits) - 1)) + 1);
}

/// After a misprediction: an entry with a longer history than that of \p From.
void BranchPredictor::allocate(unsigned From, uint64_t Address, bool IsTaken) {
  for (unsigned T = From; T < NumTables; ++T) {
    Entry &E = Tables[T][indexOf(T, Address)];
    if (E.Useful == 0) {
      E = {tagOf(T, Address), static_cast<int8_t>(IsTaken ? 0 : -1), 0};
      return;
    }
  }
  for (unsigned T = From; T < NumTables; ++T)
    --Tables[T][indexOf(T, Address)].Useful;
}

static void count(int8_t &Counter, bool IsTaken, int Least, int Most) {
  Counter = static_cast<int8_t>(
      std::clamp(Counter + (IsTaken ? 1 : -1), Least, Most));
}

bool BranchPredictor::run(uint64_t Address, bool IsTaken) {
  Entry *Provider = nullptr;
  unsigned Longer = 0; // The first table behind the provider.
  int8_t &Simple = Base[(Address ^ (Address >> BaseBits)) & (Base.size() - 1)];
  bool Alternate = Simple >= 0, Predicted = Alternate;
  for (unsigned T = 0; T < NumTables; ++T) {
    Entry &E = Tables[T][indexOf(T, Address)];
    if (E.Tag != tagOf(T, Address))
      continue;
    Alternate = Predicted;
    Predicted = E.Counter >= 0;
    Provider = &E;
    Longer = T + 1;
  }
  const bool IsRight = Predicted == IsTaken;
  if (Provider) {
    if (Predicted != Alternate) {
      if (IsRight && Provider->Useful < 3)
        ++Provider->Useful;
      else if (!IsRight && Provider->Useful > 0)
        --Provider->Useful;
    }
    count(Provider->Counter, IsTaken, -4, 3);
  } else {
    count(Simple, IsTaken, -2, 1);
  }
  if (!IsRight)
    allocate(Longer, Address, IsTaken);
  History = History << 1 | IsTaken;
  return IsRight;
}
