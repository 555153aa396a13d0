//===- PortCalendar.cpp - Which port is busy when -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PortCalendar.h"

using namespace kernelbounds;

void PortCalendar::grow() {
  uint64_t OldWords = NumWords;
  while (End - Now > int64_t(64 * (NumWords - 1)))
    NumWords *= 2;
  std::vector<uint64_t> NewBusy(NumPorts * NumWords);
  std::vector<uint64_t> NewStarted(64 * NumWords);
  // What is known reaches at most the old capacity.
  for (int64_t W = Now >> 6; W < (Now >> 6) + int64_t(OldWords); ++W)
    for (unsigned P = 0; P < NumPorts; ++P)
      NewBusy[P * NumWords + (W & (NumWords - 1))] =
          Busy[P * OldWords + (W & (OldWords - 1))];
  for (int64_t T = Now; T < Now + int64_t(64 * OldWords); ++T)
    NewStarted[T & (64 * NumWords - 1)] = Started[T & (64 * OldWords - 1)];
  Busy = std::move(NewBusy);
  Started = std::move(NewStarted);
}
