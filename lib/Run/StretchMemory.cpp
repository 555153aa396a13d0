//===- StretchMemory.cpp - Memory accesses of a stretch -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Run/caches.test.
//
//===----------------------------------------------------------------------===//

#include "StretchMemory.h"
#include "TraceDecoder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

StretchAccesses kernelbounds::findAccesses(const TraceStretch &S,
                                           const Kernel &K) {
  StretchAccesses Out;
  Out.All.reserve(S.Addresses.size());
  Out.First.reserve(K.Insts.size() + 1);
  for (auto [Position, I] : enumerate(K.Insts)) {
    Out.First.push_back(Out.All.size());
    uint16_t Number = 0;
    for (const MemRef &M : K.mems(I))
      if (isRecorded(I, M))
        Out.All.push_back({S.Addresses[Out.All.size()], S.Path[Position],
                           Number++, static_cast<uint16_t>(M.Width), M.IsLoad,
                           M.IsStore, I.is(IF_NonTemporal)});
  }
  Out.First.push_back(Out.All.size());
  return Out;
}

void StretchMemory::note(uint32_t Position, const MemoryAnswer &A,
                         int64_t Delay) {
  if (!Answers)
    return;
  AccessRecord &R = (*Answers)[Position];
  R.Delay = std::max(R.Delay, static_cast<uint32_t>(Delay));
  R.Level = std::max(R.Level, static_cast<uint8_t>(A.Level));
  R.Tlb = std::max(R.Tlb, static_cast<uint8_t>(A.Tlb));
}

int64_t StretchMemory::load(uint32_t Position, int64_t T) {
  if (IsForwarded[Position])
    return 0;
  int64_t Delay = 0;
  for (const StretchAccess &A : Accesses.at(Position)) {
    if (!A.IsLoad)
      continue;
    const MemoryAnswer Answer =
        Memory.load(A.Inst, A.Address, A.Bytes, Begin + T);
    note(Position, Answer, Answer.Delay);
    Delay = std::max(Delay, Answer.Delay);
  }
  return Delay;
}

int64_t StretchMemory::store(uint32_t Position, int64_t T) {
  int64_t Written = T;
  for (const StretchAccess &A : Accesses.at(Position)) {
    if (!A.IsStore)
      continue;
    const MemoryAnswer Answer =
        A.IsNonTemporal ? Memory.storeAround(A.Address, A.Bytes, Begin + T)
                        : Memory.store(A.Inst, A.Address, A.Bytes, Begin + T);
    note(Position, Answer, 0);
    Written = std::max(Written, T + Answer.Delay);
  }
  return Written;
}
