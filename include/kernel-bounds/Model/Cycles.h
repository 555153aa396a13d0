//===- Cycles.h - Exact cycles per assembly iteration -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The unit of every internal figure, as an exact fraction.
///
/// Example: three micro-ops on two ports take CyclesPerIter(3, 2), printed
/// "1.50"; CyclesPerIter(2, 4) == CyclesPerIter(1, 2).
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_CYCLES_H
#define KERNEL_BOUNDS_MODEL_CYCLES_H

#include <cstdint>
#include <numeric>
#include <string>

namespace kernelbounds {

/// Cycles per iteration of the *assembly* loop body: one trip from the loop
/// header back to itself as compiled. A body unrolled 4x covers four source
/// iterations; convert at the reporting edge only, never in a bound.
///
/// Held as an exact fraction in lowest terms, so that equal bounds compare
/// equal. Decimals exist only while printing.
class CyclesPerIter {
  int64_t Num = 0;
  int64_t Den = 1; ///< Always > 0 and coprime to Num.

  /// Whether \p N is a word that has a magnitude.
  static bool fits(__int128 N) { return N <= INT64_MAX && N > INT64_MIN; }

  static CyclesPerIter reduced(__int128 N, __int128 D) {
    CyclesPerIter R;
    if (D == 1 && fits(N)) {
      R.Num = static_cast<int64_t>(N);
      return R;
    }
    if (fits(N) && fits(D)) { // As a rule; a division of words is far quicker.
      const auto Num = static_cast<int64_t>(N), Den = static_cast<int64_t>(D);
      const int64_t G = std::gcd(Num, Den);
      R.Num = Num / G;
      R.Den = Den / G;
      return R;
    }
    __int128 A = N < 0 ? -N : N, B = D;
    while (B != 0) {
      __int128 T = A % B;
      A = B;
      B = T;
    }
    R.Num = static_cast<int64_t>(N / (A == 0 ? 1 : A));
    R.Den = static_cast<int64_t>(D / (A == 0 ? 1 : A));
    return R;
  }

public:
  constexpr CyclesPerIter() = default;
  constexpr CyclesPerIter(int64_t Whole) : Num(Whole) {}
  /// \pre Denominator > 0.
  CyclesPerIter(int64_t Numerator, int64_t Denominator) {
    *this = reduced(Numerator, Denominator);
  }

  int64_t numerator() const { return Num; }
  int64_t denominator() const { return Den; }
  bool isZero() const { return Num == 0; }

  friend bool operator==(const CyclesPerIter &A, const CyclesPerIter &B) {
    return A.Num == B.Num && A.Den == B.Den;
  }
  friend bool operator!=(const CyclesPerIter &A, const CyclesPerIter &B) {
    return !(A == B);
  }
  friend bool operator<(const CyclesPerIter &A, const CyclesPerIter &B) {
    return static_cast<__int128>(A.Num) * B.Den <
           static_cast<__int128>(B.Num) * A.Den;
  }
  friend bool operator>(const CyclesPerIter &A, const CyclesPerIter &B) {
    return B < A;
  }
  friend bool operator<=(const CyclesPerIter &A, const CyclesPerIter &B) {
    return !(B < A);
  }
  friend bool operator>=(const CyclesPerIter &A, const CyclesPerIter &B) {
    return !(A < B);
  }
  friend CyclesPerIter operator+(const CyclesPerIter &A,
                                 const CyclesPerIter &B) {
    if (A.Den == B.Den)
      return reduced(static_cast<__int128>(A.Num) + B.Num, A.Den);
    return reduced(static_cast<__int128>(A.Num) * B.Den +
                       static_cast<__int128>(B.Num) * A.Den,
                   static_cast<__int128>(A.Den) * B.Den);
  }
  friend CyclesPerIter operator-(const CyclesPerIter &A,
                                 const CyclesPerIter &B) {
    return reduced(static_cast<__int128>(A.Num) * B.Den -
                       static_cast<__int128>(B.Num) * A.Den,
                   static_cast<__int128>(A.Den) * B.Den);
  }
  friend CyclesPerIter operator*(const CyclesPerIter &A, int64_t K) {
    return reduced(static_cast<__int128>(A.Num) * K, A.Den);
  }
  /// \pre K > 0.
  friend CyclesPerIter operator/(const CyclesPerIter &A, int64_t K) {
    return reduced(A.Num, static_cast<__int128>(A.Den) * K);
  }
  CyclesPerIter &operator+=(const CyclesPerIter &B) {
    return *this = *this + B;
  }

  /// Rounded half away from zero to thousandths of a cycle.
  int64_t milli() const;
  /// The nearest double; for statistics only, never for a comparison.
  double toDouble() const {
    return static_cast<double>(Num) / static_cast<double>(Den);
  }
  /// Decimal with two places, rounded half away from zero: "2.46".
  std::string str() const;
  /// Exact: "59/6", or "2" if whole.
  std::string exactStr() const;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_CYCLES_H
