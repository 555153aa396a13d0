//===- AccessPattern.cpp - Accesses that show caches ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Orders without rule: Fisher-Yates with numbers of a generator of our own, so
/// that they are the same on every machine.
/// Tested by unittests/Measure/CacheStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/AccessPattern.h"
#include <numeric>
#include <utility>

using namespace kernelbounds;
using namespace llvm;

StringRef AccessPattern::describe() const {
  constexpr StringLiteral Texts[] = {
      "a load of each line, in an order without rule, each address from the "
      "value before",
      "a load of one line of each page of 4 KiB, in an order without rule, "
      "each address from the value before",
      "a load of each line, one behind the other",
      "a store to each line, one behind the other",
      "a load of each line, in an order without rule, addresses known"};
  return Texts[static_cast<unsigned>(Walk)];
}

std::vector<uint32_t> kernelbounds::orderOf(const AccessPattern &P) {
  std::vector<uint32_t> Order(P.numPlaces());
  std::iota(Order.begin(), Order.end(), 0);
  uint64_t State = 0x9e3779b97f4a7c15;
  for (size_t I = Order.size(); I > 1; --I) {
    State = State * 6364136223846793005 + 1442695040888963407;
    std::swap(Order[I - 1], Order[(State >> 33) % I]);
  }
  return Order;
}
