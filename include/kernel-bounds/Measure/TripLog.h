//===- TripLog.h - The ways that the trips of a loop took -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a loop has branches its trips go different ways. What it takes then is
/// what the trips take that really ran, in their order: they are cut into
/// stretches of several trips, and each stretch is predicted as the body of a
/// loop of its own.
///
/// Example: trips that go A B A B A B are the stretch A B, three times. Without
/// a period, 300 trips of about 10 instructions are three stretches of 100
/// trips, if a stretch may have 1024 instructions.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_TRIPLOG_H
#define KERNEL_BOUNDS_MEASURE_TRIPLOG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kernelbounds {

struct TripLog {
  /// The different ways: addresses of blocks in the file, the header first.
  std::vector<std::vector<uint64_t>> Paths;
  std::vector<uint32_t> Trips; ///< Into Paths, trip by trip.

  bool empty() const { return Trips.empty(); }
  void add(llvm::ArrayRef<uint64_t> Path);
};

/// "1139.1150 1139.1158|0 1*3 0": the paths, addresses in hexadecimal, and the
/// trips. Empty for an empty log.
std::string formatTripLog(const TripLog &L);
llvm::Expected<TripLog> parseTripLog(llvm::StringRef Text);

/// Trips First to First + NumTrips - 1, which come Repeats times in a row.
struct TripStretch {
  size_t First = 0, NumTrips = 0;
  uint64_t Repeats = 1;
};

/// Cuts \p Trips into stretches of at most about \p MaxInsts instructions (but
/// a trip at least); \p Lengths are instructions by path. The shortest period,
/// where it is short enough and comes twice at least, is one stretch, and what
/// is left of the last period another; else the stretches are about equally
/// long. O(trips).
std::vector<TripStretch> cutIntoStretches(llvm::ArrayRef<uint32_t> Trips,
                                          llvm::ArrayRef<uint64_t> Lengths,
                                          uint64_t MaxInsts);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_TRIPLOG_H
