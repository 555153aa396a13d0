//===- CacheContents.cpp - What a cache holds -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tree of N ways has N - 1 bits, of which bit 1 is the root, and bits 2n and
/// 2n + 1 are below bit n. A bit points to the half that is replaced next. An
/// access turns the bits on its way to the other halves.
///
/// Tested by unittests/Simulation/CacheContentsTest.cpp against caches that
/// keep a list, walk a tree of nodes, or hold ages in a map.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/CacheContents.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace kernelbounds;

static constexpr unsigned TreeWays = 4; ///< Of ReplacementKind::TreesLRU.
static constexpr uint8_t OldestAge = 3;

CacheContents::CacheContents(uint32_t Sets, uint16_t Ways,
                             const ReplacementSpec &Policy)
    : Sets(Sets), Ways(Ways), Policy(Policy), Lines(size_t(Sets) * Ways),
      Tags(Lines.size()) {
  if (Policy.Kind == ReplacementKind::TreePLRU ||
      Policy.Kind == ReplacementKind::TreesLRU)
    Trees.resize(Sets);
}

CacheContents::Line *CacheContents::find(uint64_t Number) {
  const size_t First = setOf(Number) * Ways;
  const uint64_t *Set = &Tags[First];
  for (unsigned W = 0; W < Ways; ++W)
    if (Set[W] == Number + 1)
      return &Lines[First + W];
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// The bits of \p Bits on the way to \p Way point away from it.
void CacheContents::pointTreeAway(uint64_t &Bits, unsigned Way,
                                  unsigned NumWays) const {
  for (unsigned Node = NumWays + Way; Node > 1; Node /= 2) {
    const uint64_t Bit = uint64_t(1) << (Node / 2);
    // An odd node is the second half.
    Bits = Node % 2 != 0 ? Bits & ~Bit : Bits | Bit;
  }
}

unsigned CacheContents::followTree(uint64_t Bits, unsigned NumWays) const {
  unsigned Node = 1;
  while (Node < NumWays)
    Node = 2 * Node + (Bits >> Node & 1);
  return Node - NumWays;
}

//===----------------------------------------------------------------------===//
// Ages
//===----------------------------------------------------------------------===//

/// So that there is a line of the oldest age again.
void CacheContents::updateAges(Line *Set, const Line *Accessed) {
  const bool IsSpared = Policy.Update == 1 || Policy.Update == 3;
  uint8_t Most = 0;
  for (const Line *L = Set; L != Set + Ways; ++L)
    if (!L->isEmpty()) {
      if (L->Age == OldestAge)
        return;
      if (!IsSpared || L != Accessed)
        Most = std::max(Most, L->Age);
    }
  const unsigned More = Policy.Update >= 2 ? 1 : OldestAge - Most;
  for (Line *L = Set; L != Set + Ways; ++L)
    if (!L->isEmpty() && (!IsSpared || L != Accessed))
      L->Age =
          static_cast<uint8_t>(std::min<unsigned>(OldestAge, L->Age + More));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void CacheContents::noteAccess(Line *L, size_t SetNumber) {
  const auto Way = static_cast<unsigned>(L - &Lines[SetNumber * Ways]);
  L->Stamp = ++Clock;
  if (Policy.Kind == ReplacementKind::TreePLRU) {
    pointTreeAway(Trees[SetNumber], Way, Ways);
  } else if (Policy.Kind == ReplacementKind::TreesLRU) {
    const unsigned Shift = Way / TreeWays * TreeWays;
    uint64_t Bits = Trees[SetNumber] >> Shift & 0xf;
    pointTreeAway(Bits, Way % TreeWays, TreeWays);
    Trees[SetNumber] =
        (Trees[SetNumber] & ~(uint64_t(0xf) << Shift)) | Bits << Shift;
  }
}

void CacheContents::touch(Line *L) {
  const size_t SetNumber = (L - Lines.data()) / Ways;
  noteAccess(L, SetNumber);
  if (Policy.Kind != ReplacementKind::QLRU)
    return;
  L->Age = L->Age == OldestAge       ? Policy.Hit3
           : L->Age == OldestAge - 1 ? Policy.Hit2
                                     : 0;
  if (!Policy.OnMissOnly)
    updateAges(&Lines[SetNumber * Ways], L);
}

CacheContents::Line *CacheContents::findEmpty(Line *Set) {
  const bool FromRight =
      Policy.Kind == ReplacementKind::QLRU && Policy.Choice == 2;
  for (unsigned W = 0; W < Ways; ++W)
    if (Line *L = Set + (FromRight ? Ways - 1 - W : W); tagOf(L) == 0)
      return L;
  return nullptr;
}

/// Of \p Num ways from \p First on, the one that was accessed longest ago.
CacheContents::Line *CacheContents::oldest(Line *Set, unsigned First,
                                           unsigned Num) const {
  return std::min_element(
      Set + First, Set + First + Num,
      [](const Line &A, const Line &B) { return A.Stamp < B.Stamp; });
}

CacheContents::Line *CacheContents::chooseVictim(Line *Set, size_t SetNumber) {
  switch (Policy.Kind) {
  case ReplacementKind::LRU:
    return oldest(Set, 0, Ways);
  case ReplacementKind::TreePLRU:
    return Set + followTree(Trees[SetNumber], Ways);
  case ReplacementKind::TreesLRU: {
    // The tree whose youngest access is the oldest.
    unsigned Best = 0;
    uint32_t BestStamp = UINT32_MAX;
    for (unsigned First = 0; First < Ways; First += TreeWays) {
      uint32_t Youngest = 0;
      for (unsigned W = First; W < First + TreeWays; ++W)
        Youngest = std::max(Youngest, Set[W].Stamp);
      if (Youngest < BestStamp) {
        Best = First;
        BestStamp = Youngest;
      }
    }
    return Set + Best + followTree(Trees[SetNumber] >> Best & 0xf, TreeWays);
  }
  case ReplacementKind::QLRU:
    break;
  }
  if (Policy.OnMissOnly)
    updateAges(Set, nullptr);
  for (Line *L = Set; L != Set + Ways; ++L)
    if (L->Age == OldestAge)
      return L;
  return Set;
}

CacheContents::Line *CacheContents::insert(uint64_t Number, Line &Gone) {
  const size_t SetNumber = setOf(Number);
  Line *Set = &Lines[SetNumber * Ways];
  Line *L = findEmpty(Set);
  if (!L)
    L = chooseVictim(Set, SetNumber);
  Gone = *L;
  *L = Line();
  L->Tag = tagOf(L) = Number + 1;
  L->Age = Policy.Insert;
  noteAccess(L, SetNumber);
  if (Policy.Kind == ReplacementKind::QLRU && !Policy.OnMissOnly)
    updateAges(Set, L);
  return L;
}
