//===- HostAccesses.h - Walks over memory of this host ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The walks of AccessPattern.h, in memory of their own. Private to
/// lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_HOSTACCESSES_H
#define KERNEL_BOUNDS_LIB_MEASURE_HOSTACCESSES_H

#include "kernel-bounds/Measure/AccessPattern.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kernelbounds {

class HostAccesses {
public:
  /// Steps in one trip of the loop.
  static constexpr unsigned StepsPerTrip = 4;

  /// Gets memory for \p P and goes through all of it once. Pages are large ones
  /// if the system has any, but for a chase of pages. Fails with
  /// errc::not_enough_memory.
  static llvm::Expected<std::unique_ptr<HostAccesses>>
  create(const AccessPattern &P);
  ~HostAccesses();

  /// Goes on for \p Trips trips from where the last call ended.
  void run(uint64_t Trips);
  /// Brings all lines back into the caches that can hold so many. The walk goes
  /// on where it is afterwards, or half around.
  void refresh();
  /// Bytes from the begin of the memory to the next place; not of walks that
  /// scatter.
  uint64_t offset() const { return At - Begin; }

private:
  explicit HostAccesses(const AccessPattern &P) : P(P), Scattered(P) {}
  llvm::Error open();
  void chase(uint64_t Trips);
  void load(uint64_t Trips);
  void store(uint64_t Trips);
  void scatter(uint64_t Trips);

  AccessPattern P;
  char *Memory = nullptr, *Begin = nullptr;
  uint64_t MappedBytes = 0;
  char *At = nullptr; ///< The next place; not of walks that scatter.
  ScatteredOffsets Scattered;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_HOSTACCESSES_H
