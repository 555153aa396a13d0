//===- CacheModel.cpp - A first-level cache -------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CacheModel.h"
#include <algorithm>

using namespace kernelbounds;

CacheModel::CacheModel(const CacheShape &Shape)
    : Shape(Shape), NumSets(Shape.Size / (Shape.Ways * Shape.Line)),
      Tags(size_t(NumSets) * Shape.Ways) {}

bool CacheModel::touchLine(uint64_t Number) {
  auto Set = Tags.begin() + (Number % NumSets) * Shape.Ways;
  auto End = Set + Shape.Ways;
  auto Found = std::find(Set, End, Number + 1);
  bool Hit = Found != End;
  if (!Hit)
    Found = End - 1;
  std::rotate(Set, Found, Found + 1);
  *Set = Number + 1;
  return Hit;
}

unsigned CacheModel::access(uint64_t Address, unsigned Bytes) {
  ++Accesses;
  uint64_t Last = (Address + std::max(Bytes, 1u) - 1) / Shape.Line;
  unsigned NumMissed = 0;
  for (uint64_t N = Address / Shape.Line; N <= Last; ++N)
    NumMissed += !touchLine(N);
  Misses += NumMissed;
  return NumMissed;
}
