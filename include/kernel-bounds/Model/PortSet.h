//===- PortSet.h - A set of issue ports -------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A set of ports, as one 64-bit word. Bit i is port i of the port model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_PORTSET_H
#define KERNEL_BOUNDS_MODEL_PORTSET_H

#include <bit>
#include <cstdint>

namespace kernelbounds {

/// Ports a micro-op may issue to. Value type; iterate with `forEach`.
class PortSet {
  uint64_t Bits = 0;

public:
  static constexpr unsigned MaxPorts = 64;

  constexpr PortSet() = default;
  constexpr explicit PortSet(uint64_t Bits) : Bits(Bits) {}
  static constexpr PortSet single(unsigned Port) {
    return PortSet(uint64_t(1) << Port);
  }

  constexpr uint64_t bits() const { return Bits; }
  constexpr bool empty() const { return Bits == 0; }
  constexpr unsigned size() const { return std::popcount(Bits); }
  constexpr bool contains(unsigned Port) const { return Bits >> Port & 1; }
  constexpr bool isSubsetOf(PortSet O) const { return (Bits & ~O.Bits) == 0; }
  constexpr void insert(unsigned Port) { Bits |= uint64_t(1) << Port; }
  /// Index of the lowest port. \pre !empty().
  constexpr unsigned first() const { return std::countr_zero(Bits); }

  template <typename Fn> void forEach(Fn F) const {
    for (uint64_t B = Bits; B; B &= B - 1)
      F(static_cast<unsigned>(std::countr_zero(B)));
  }

  friend constexpr bool operator==(PortSet A, PortSet B) {
    return A.Bits == B.Bits;
  }
  friend constexpr bool operator!=(PortSet A, PortSet B) { return !(A == B); }
  friend constexpr PortSet operator|(PortSet A, PortSet B) {
    return PortSet(A.Bits | B.Bits);
  }
  friend constexpr PortSet operator&(PortSet A, PortSet B) {
    return PortSet(A.Bits & B.Bits);
  }
  /// Ports of A that are not in B.
  friend constexpr PortSet operator-(PortSet A, PortSet B) {
    return PortSet(A.Bits & ~B.Bits);
  }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_PORTSET_H
