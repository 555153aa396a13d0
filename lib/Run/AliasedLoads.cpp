//===- AliasedLoads.cpp - Loads that meet stores in the lower bits --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Zen 5 does, by which the rule was made: docs/evidence/model-values.md.
/// Tested by unittests/Run/AliasedLoadsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "AliasedLoads.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A store that was met.
struct Store {
  uint64_t Address;
  uint32_t Position, Bytes;
};

} // namespace

/// Whether \p S has all bytes of \p Load, as far as they are known.
static bool covers(const Store &S, const StretchAccess &Load) {
  return S.Address <= Load.Address &&
         Load.Address + Load.Bytes <= S.Address + S.Bytes;
}

/// Whether bytes of both agree in the lower bits of \p Mask.
static bool overlapsIn(uint64_t Mask, const Store &S,
                       const StretchAccess &Load) {
  return ((Load.Address - S.Address) & Mask) < S.Bytes ||
         ((S.Address - Load.Address) & Mask) < Load.Bytes;
}

static uint64_t lowerBits(unsigned Num) { return (uint64_t(1) << Num) - 1; }

/// Adds what \p Load finds of \p Stores.
static void findStores(ArrayRef<Store> Stores, const StretchAccess &Load,
                       const AliasingRule &Rule,
                       std::vector<AliasedLoads::Found> &Out) {
  const uint64_t Mask = lowerBits(Rule.Bits);
  const size_t First = Out.size();
  for (const Store &S : reverse(Stores)) {
    if (!overlapsIn(Mask, S, Load))
      continue;
    const bool IsSource = covers(S, Load);
    if (IsSource && Out.size() == First)
      return;
    const uint64_t Apart = S.Address ^ Load.Address;
    Out.push_back({S.Position, IsSource || (Apart & Mask) != 0 ||
                                   (Rule.SureBits != 0 &&
                                    (Apart & lowerBits(Rule.SureBits)) == 0)});
    if (IsSource)
      return;
  }
}

AliasedLoads::AliasedLoads(const StretchAccesses &Accesses,
                           const AliasingRule &Rule, unsigned NumStores) {
  std::vector<Store> Stores;
  const size_t NumPositions = Accesses.First.size() - 1;
  for (size_t Position = 0; Position < NumPositions; ++Position) {
    First.push_back(All.size());
    for (const StretchAccess &A : Accesses.at(Position))
      if (A.IsLoad)
        findStores(ArrayRef(Stores).take_back(NumStores), A, Rule, All);
    for (const StretchAccess &A : Accesses.at(Position))
      if (A.IsStore)
        Stores.push_back({A.Address, static_cast<uint32_t>(Position), A.Bytes});
  }
  First.push_back(All.size());
}

int64_t AliasingTimer::load(uint32_t Position, int64_t T) {
  unsigned NumFound = 0;
  int64_t Late = 0;
  for (const AliasedLoads::Found &F : Loads.at(Position)) {
    if (Left[F.Store] <= T)
      break; // Stores leave in order.
    if (F.IsSure || ++NumFound == Rule.SameStart) {
      Late = Rule.Cycles;
      break;
    }
  }
  return Late + (Below ? Below->load(Position, T + Late) : 0);
}

int64_t AliasingTimer::store(uint32_t Position, int64_t T) {
  const int64_t Written = Below ? Below->store(Position, T) : T;
  Left[Position] = Written + Rule.InFlight;
  return Written;
}
