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

#include <algorithm>
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
      int64_t T = nextFree(Port, From);
      if (Length == 1)
        return T;
      int64_t Block = nextTaken(Port, T);
      if (Block - T >= int64_t(Length))
        return T;
      From = Block;
    }
  }
  /// Takes \p Port for \p Length ticks from \p T on.
  void take(unsigned Port, int64_t T, unsigned Length) {
    if (T + int64_t(Length) > End)
      reach(T + int64_t(Length));
    for (int64_t I = T; I < T + int64_t(Length); ++I)
      Busy[word(Port, I)] |= uint64_t(1) << (I & 63);
  }
  /// Takes the first \p Length ticks from \p T on at which \p Port is free.
  void takeFree(unsigned Port, int64_t T, unsigned Length) {
    for (; Length > 0; --Length, ++T) {
      T = nextFree(Port, T);
      take(Port, T, 1);
    }
  }
  /// A micro-op on \p Port starts at \p T.
  void start(unsigned Port, int64_t T) {
    if (T >= End)
      reach(T + 1);
    Started[T & (64 * NumWords - 1)] |= uint64_t(1) << Port;
  }
  /// Ports on which something starts at \p T.
  uint64_t startedAt(int64_t T) const {
    return Started[T & (64 * NumWords - 1)];
  }
  /// Bit i: \p Port is taken at \p T + i. Nothing is from end() on.
  uint64_t takenFrom(unsigned Port, int64_t T) const {
    uint64_t Low = Busy[word(Port, T)] >> (T & 63);
    if ((T & 63) == 0 || (T | 63) + 1 >= End)
      return Low;
    return Low | Busy[word(Port, T + 64)] << (64 - (T & 63));
  }
  /// Ticks from the present on in which \p Port is taken.
  int64_t numTaken(unsigned Port) const {
    int64_t Num = 0;
    for (int64_t T = Now; T < End; T = (T | 63) + 1)
      if (uint64_t Bits = Busy[word(Port, T)] >> (T & 63))
        Num += std::popcount(Bits);
    return Num;
  }
  /// Time goes on to \p T, and the past is forgotten. \p Leaves gets each port
  /// on which something starts before, tick by tick.
  template <typename Callback> void advance(int64_t T, Callback Leaves) {
    while (Now < T) {
      uint64_t &Ports = Started[Now & (64 * NumWords - 1)];
      for (uint64_t Left = Ports; Left; Left &= Left - 1)
        Leaves(static_cast<unsigned>(std::countr_zero(Left)));
      Ports = 0;
      ++Now;
      if ((Now & 63) == 0)
        turnPage();
    }
    End = std::max(End, Now);
  }

private:
  static constexpr uint64_t InitialWords = 16;

  size_t word(unsigned Port, int64_t T) const {
    return Port * NumWords + ((T >> 6) & (NumWords - 1));
  }
  int64_t nextFree(unsigned Port, int64_t From) const {
    int64_t T = From;
    for (; T < End; T = (T | 63) + 1)
      if (uint64_t Free = ~Busy[word(Port, T)] >> (T & 63))
        return T + std::countr_zero(Free);
    return T;
  }
  int64_t nextTaken(unsigned Port, int64_t From) const {
    for (int64_t T = From; T < End; T = (T | 63) + 1)
      if (uint64_t Taken = Busy[word(Port, T)] >> (T & 63))
        return T + std::countr_zero(Taken);
    return INT64_MAX / 2;
  }
  /// The last 64 ticks become the farthest future.
  void turnPage() {
    for (unsigned P = 0; P < NumPorts; ++P)
      Busy[word(P, Now - 1)] = 0;
  }
  /// Something will be taken up to \p T.
  void reach(int64_t T) {
    End = T;
    if (End - Now > int64_t(64 * (NumWords - 1)))
      grow();
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
