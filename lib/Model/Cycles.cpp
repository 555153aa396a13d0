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
#include <charconv>
#include <iterator>

using namespace kernelbounds;

/// \p Value * \p Scale rounded half away from zero.
static int64_t scaled(const CyclesPerIter &Value, int64_t Scale) {
  constexpr int64_t Small = int64_t(1) << 40;
  if (Value.numerator() >= 0 && Value.numerator() < Small &&
      Value.denominator() < Small) // No division of 128 bits.
    return (2 * Value.numerator() * Scale + Value.denominator()) /
           (2 * Value.denominator());
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
  char Text[24]; // A sign, 17 digits, a point, 2 digits.
  char *End = Text;
  if (Negative)
    *End++ = '-';
  End = std::to_chars(End, std::end(Text), Hundredths / 100).ptr;
  *End++ = '.';
  *End++ = static_cast<char>('0' + Fraction / 10);
  *End++ = static_cast<char>('0' + Fraction % 10);
  return std::string(Text, End);
}

std::string CyclesPerIter::exactStr() const {
  if (Den == 1)
    return std::to_string(Num);
  return std::to_string(Num) + "/" + std::to_string(Den);
}
