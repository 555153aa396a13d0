//===- PortCalendar.h - Which port is busy when -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ticks in which each port is taken, from the present on: one ring of bits
/// per port. Reserving and looking for a free stretch look at 64 ticks at once.
/// Private to lib/Simulation.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_SIMULATION_PORTCALENDAR_H
#define KERNEL_BOUNDS_LIB_SIMULATION_PORTCALENDAR_H

#include <bit>
#include <cstdint>
#include <vector>

namespace kernelbounds {

/// Ticks [now(), now() + capacity) of up to 64 ports. A port is never asked
/// about the past.
class PortCalendar {
public:
  explicit PortCalendar(unsigned NumPorts)
      : NumPorts(NumPorts), Busy(NumPorts * InitialWords),
        Started(64 * InitialWords) {}

  int64_t now() const { return Now; }
  /// One past the last tick that is taken or in which something starts.
  int64_t end() const { return End; }

  /// The first tick not before \p From at which \p Port is free for \p Length.
  int64_t findFree(unsigned Port, int64_t From, unsigned Length) const {
    for (;;) {
      int64_t T = nextBit(Port, From, /*Taken=*/false);
      if (Length == 1)
        return T;
      int64_t Block = nextBit(Port, T, /*Taken=*/true);
      if (Block - T >= int64_t(Length))
        return T;
      From = Block;
    }
  }
  /// Takes \p Port for \p Length ticks from \p T on.
  void take(unsigned Port, int64_t T, unsigned Length) {
    if (T + int64_t(Length) > End)
      End = T + int64_t(Length);
    if (End - Now > int64_t(64 * (NumWords - 1)))
      grow();
    for (int64_t I = T; I < T + int64_t(Length); ++I)
      word(Port, I) |= uint64_t(1) << (I & 63);
  }
  /// A micro-op on \p Port starts at \p T.
  void start(unsigned Port, int64_t T) {
    Started[T & (64 * NumWords - 1)] |= uint64_t(1) << Port;
  }
  /// Ports on which something starts at \p T.
  uint64_t startedAt(int64_t T) const {
    return Started[T & (64 * NumWords - 1)];
  }
  /// Bit i: \p Port is taken at \p T + i. Nothing is from end() on.
  uint64_t takenFrom(unsigned Port, int64_t T) const {
    const uint64_t *Ring = &Busy[Port * NumWords];
    uint64_t Low = Ring[(T >> 6) & (NumWords - 1)] >> (T & 63);
    if ((T & 63) == 0 || (T | 63) + 1 >= End)
      return Low;
    return Low | Ring[((T >> 6) + 1) & (NumWords - 1)] << (64 - (T & 63));
  }
  /// Ticks from the present on in which \p Port is taken.
  int64_t numTaken(unsigned Port) const {
    int64_t Num = 0;
    for (int64_t T = Now; T < End; T = (T | 63) + 1)
      Num += std::popcount(
          Busy[Port * NumWords + ((T >> 6) & (NumWords - 1))] >> (T & 63));
    return Num;
  }
  /// Time goes on by one tick; the past is forgotten.
  void tick() {
    Started[Now & (64 * NumWords - 1)] = 0;
    ++Now;
    if ((Now & 63) == 0)
      for (unsigned P = 0; P < NumPorts; ++P)
        word(P, Now - 1) = 0;
    if (End < Now)
      End = Now;
  }

private:
  static constexpr uint64_t InitialWords = 16;

  uint64_t &word(unsigned Port, int64_t T) {
    return Busy[Port * NumWords + ((T >> 6) & (NumWords - 1))];
  }
  int64_t nextBit(unsigned Port, int64_t From, bool Taken) const {
    for (int64_t T = From;; T = (T | 63) + 1) {
      if (T >= End)
        return Taken ? INT64_MAX / 2 : T;
      uint64_t W = Busy[Port * NumWords + ((T >> 6) & (NumWords - 1))];
      W = (Taken ? W : ~W) >> (T & 63);
      if (W != 0)
        return T + std::countr_zero(W);
    }
  }
  void grow();

  unsigned NumPorts;
  uint64_t NumWords = InitialWords; ///< Of each port; a power of two.
  std::vector<uint64_t> Busy;       ///< By port, then by tick / 64.
  std::vector<uint64_t> Started;    ///< Ports as bits, by tick.
  int64_t Now = 0, End = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_SIMULATION_PORTCALENDAR_H
