//===- BankPlaces.cpp - Where loads read the banks of the cache -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bounds leave banks out: where data lie is not known, and at some places no
/// loads meet. What is expected is what findExpectedCrossings() takes.
///
/// Tested by test/models/golden-cove/banks.s.
//
//===----------------------------------------------------------------------===//

#include "BankPlaces.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// Of the bases that stay where they are at a place that is not known, the one
/// of most loads, and of several the first: their places say nothing of each
/// other, as single objects seldom begin at lines. The number of bases if there
/// is none.
static size_t findStillBase(const LineAccesses &L) {
  std::vector<unsigned> NumLoads(L.Bases.size());
  for (const LineAccess &A : L.Accesses)
    NumLoads[A.Base] += !A.IsStore;
  size_t Best = L.Bases.size();
  for (auto [I, B] : enumerate(L.Bases))
    if (B.Step == 0 && B.Modulus < CacheLineBytes &&
        (Best == L.Bases.size() || NumLoads[I] > NumLoads[Best]))
      Best = I;
  return Best;
}

void kernelbounds::markBankPlaces(Analysis &A) {
  const unsigned PerBank =
      A.model().pipeline(PipelineParam::LoadsPerBank).Value;
  if (PerBank == 0)
    return;
  const size_t Still = findStillBase(A.Lines);
  auto Competes = [&](const LineAccess &L) {
    const LineBase &B = A.Lines.Bases[L.Base];
    return !L.IsStore && B.IsPossible &&
           (B.Step != 0 || B.Modulus == CacheLineBytes || L.Base == Still);
  };
  // Loads that come together seldom meet: what is lost is made up later.
  if (CyclesPerIter(count_if(A.Lines.Accesses, Competes)) <=
      std::max(A.TP, A.LCD.Ratio) * int64_t(PerBank))
    return;
  for (const LineAccess &L : A.Lines.Accesses) {
    MappedUop *U = A.Mapped.accessUop(L.Inst, L.IsStore);
    if (!Competes(L) || !U)
      continue;
    const LineBase &B = A.Lines.Bases[L.Base];
    U->PlaceInLine = (B.Residue + L.Offset) % CacheLineBytes;
    U->PlaceStep = B.Step;
    U->BytesRead = L.Width;
  }
}
