//===- TargetPredictor.cpp - Where jumps and returns go -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Run/TargetPredictorTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "TargetPredictor.h"
#include <algorithm>

using namespace kernelbounds;

/// In bits: a branch that goes one way or the other is one, a target three.
static constexpr unsigned HistoryLengths[] = {6, 18, 48, 120};
static constexpr unsigned TargetBits = 3;

/// All bits of \p X decide each bit (the end of splitmix64, G. Steele and
/// others, OOPSLA 2014).
static uint64_t mix(uint64_t X) {
  X = (X ^ X >> 30) * 0xbf58476d1ce4e5b9;
  X = (X ^ X >> 27) * 0x94d049bb133111eb;
  return X ^ X >> 31;
}

TargetPredictor::TargetPredictor() : Base(size_t(1) << IndexBits) {
  for (std::vector<Entry> &T : Tables)
    T.resize(size_t(1) << IndexBits);
}

void TargetPredictor::shift(uint64_t Bits, unsigned Num) {
  History[1] = History[1] << Num | History[0] >> (64 - Num);
  History[0] = History[0] << Num | Bits;
}

TargetPredictor::Place TargetPredictor::placeOf(uint64_t Branch,
                                                unsigned Table) const {
  auto First = [](uint64_t Bits, unsigned Num) {
    return Num >= 64 ? Bits : Bits & ((uint64_t(1) << Num) - 1);
  };
  const unsigned Length = HistoryLengths[Table];
  uint64_t Hash = mix(Branch + Table) ^ First(History[0], Length);
  if (Length > 64)
    Hash = mix(Hash) ^ First(History[1], Length - 64);
  Hash = mix(Hash);
  return {static_cast<uint32_t>(Hash & ((1u << IndexBits) - 1)),
          static_cast<uint16_t>(Hash >> 48 | 1)};
}

/// In a table with a longer history than what predicted wrongly.
void TargetPredictor::allocate(uint64_t Branch, uint64_t Target,
                               unsigned FirstTable) {
  for (unsigned T = FirstTable; T < NumTables; ++T) {
    const Place P = placeOf(Branch, T);
    Entry &E = Tables[T][P.Index];
    if (E.Useful == 0) {
      E = {Target, P.Tag, 0, 0};
      return;
    }
    E.Useful = 0;
  }
}

bool TargetPredictor::run(uint64_t Branch, uint64_t Target) {
  Entry *Provider = &Base[mix(Branch) & ((1u << IndexBits) - 1)];
  const Entry *Alternate = Provider;
  unsigned Longer = 0;
  for (unsigned T = 0; T < NumTables; ++T) {
    const Place P = placeOf(Branch, T);
    Entry &E = Tables[T][P.Index];
    if (E.Tag != P.Tag)
      continue;
    Alternate = Provider;
    Provider = &E;
    Longer = T + 1;
  }
  // A new entry may have seen noise.
  const bool UsesAlternate =
      Provider->Confidence == 0 && Alternate->Confidence != 0;
  const bool IsRight = (UsesAlternate ? Alternate : Provider)->Target == Target;
  const bool ProviderIsRight = Provider->Target == Target;
  if (ProviderIsRight && Alternate->Target != Target)
    Provider->Useful = 1;
  if (ProviderIsRight)
    Provider->Confidence = std::min(Provider->Confidence + 1, 3);
  else if (Provider->Confidence != 0)
    --Provider->Confidence;
  else
    Provider->Target = Target;
  if (!ProviderIsRight)
    allocate(Branch, Target, Longer);
  shift(mix(Target) & ((1u << TargetBits) - 1), TargetBits);
  return IsRight;
}

void ReturnStack::call(uint64_t Address) {
  Behind[Top] = Address;
  Top = (Top + 1) % Depth;
  Num = std::min(Num + 1, Depth);
}

std::optional<uint64_t> ReturnStack::pop() {
  if (Num == 0)
    return std::nullopt;
  --Num;
  Top = (Top + Depth - 1) % Depth;
  return Behind[Top];
}
