//===- Cycles.cpp - Exact cycles per assembly iteration -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rounding and printing of exact cycle counts.
/// Tested by unittests/Model/CyclesTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/Cycles.h"

using namespace kernelbounds;

/// \p Value * \p Scale rounded half away from zero.
static int64_t scaled(const CyclesPerIter &Value, int64_t Scale) {
  __int128 N = static_cast<__int128>(Value.numerator()) * Scale;
  __int128 D = Value.denominator();
  __int128 Twice = N < 0 ? 2 * N - D : 2 * N + D;
  return static_cast<int64_t>(Twice / (2 * D));
}

int64_t CyclesPerIter::milli() const { return scaled(*this, 1000); }

std::string CyclesPerIter::str() const {
  int64_t Hundredths = scaled(*this, 100);
  bool Negative = Hundredths < 0;
  if (Negative)
    Hundredths = -Hundredths;
  int64_t Fraction = Hundredths % 100;
  return (Negative ? "-" : "") + std::to_string(Hundredths / 100) + "." +
         (Fraction < 10 ? "0" : "") + std::to_string(Fraction);
}

std::string CyclesPerIter::exactStr() const {
  if (Den == 1)
    return std::to_string(Num);
  return std::to_string(Num) + "/" + std::to_string(Den);
}
