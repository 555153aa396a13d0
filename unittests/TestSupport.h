//===- TestSupport.h - Helpers shared by the unit tests ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Printing of our types in failures, and random numbers from a fixed seed.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_TESTSUPPORT_H
#define KERNEL_BOUNDS_UNITTESTS_TESTSUPPORT_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Model/PortSet.h"
#include <ostream>
#include <utility>
#include <vector>

namespace kernelbounds {

inline void PrintTo(const CyclesPerIter &C, std::ostream *OS) {
  *OS << C.exactStr();
}

/// As "{0,2,5}".
inline void PrintTo(PortSet S, std::ostream *OS) {
  const char *Separator = "{";
  S.forEach([&](unsigned Port) {
    *OS << Separator << Port;
    Separator = ",";
  });
  *OS << (S.empty() ? "{}" : "}");
}

namespace test {

/// The same numbers on every platform: SplitMix64 (G. Steele, D. Lea, C. Flood,
/// 2014), unlike the distributions of the standard library.
class Random {
  uint64_t State;

public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t next() {
    State += 0x9e3779b97f4a7c15;
    uint64_t Z = State;
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }
  /// Uniform in [0, Bound). \pre Bound > 0.
  uint64_t below(uint64_t Bound) { return next() % Bound; }
  /// Uniform in [Low, High].
  int64_t between(int64_t Low, int64_t High) {
    return Low +
           static_cast<int64_t>(below(static_cast<uint64_t>(High - Low + 1)));
  }
  bool oneIn(uint64_t N) { return below(N) == 0; }

  template <typename T> void shuffle(std::vector<T> &V) {
    for (size_t I = V.size(); I > 1; --I)
      std::swap(V[I - 1], V[below(I)]);
  }
};

} // namespace test
} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_TESTSUPPORT_H
