//===- RecordedCrossings.cpp - Recorded accesses across lines -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Example: of stores of 32 bytes, one behind the other from address 16 on,
/// every second crosses a line of 64 bytes, and one of 128 a page.
/// Tested by unittests/Run/RecordedCrossingsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RecordedCrossings.h"

using namespace kernelbounds;
using namespace llvm;

static bool crosses(const StretchAccess &A, unsigned Bytes) {
  const uint64_t Last = A.Address + std::max<unsigned>(A.Bytes, 1) - 1;
  return A.Address / Bytes != Last / Bytes;
}

void kernelbounds::markRecordedCrossings(const StretchAccesses &Accesses,
                                         const LineCrossingRule &Rule,
                                         MappedKernel &M) {
  constexpr unsigned LineBytes = 64, PageBytes = 4096;
  unsigned NumStores = 0; // That cross a line and no page.
  for (uint32_t At = 0; At < M.Insts.size(); ++At)
    for (const StretchAccess &A : Accesses.at(At)) {
      if (!crosses(A, LineBytes))
        continue;
      const bool IsPage = crosses(A, PageBytes);
      auto Mark = [&](bool IsStore, unsigned OfLine, unsigned OfPage) {
        const unsigned Cycles = IsPage && OfPage != 0 ? OfPage : OfLine;
        MappedUop *U = M.accessUop(At, IsStore);
        if (!U || Cycles == 0)
          return;
        U->CrossingCycles = std::max<uint8_t>(U->CrossingCycles, Cycles);
        U->CrossesPage |= IsPage && OfPage != 0;
        U->ExpectedCrossingTrips = ~uint64_t(0);
      };
      if (A.IsLoad)
        Mark(/*IsStore=*/false, Rule.LoadCycles, Rule.PageLoadCycles);
      if (A.IsStore && (IsPage || ++NumStores % Rule.StoreEvery == 0))
        Mark(/*IsStore=*/true, Rule.StoreCycles, Rule.PageStoreCycles);
    }
}
