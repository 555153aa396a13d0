//===- RandomAddress.h - Dependences seen on random inputs ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the integer arithmetic of a loop body on random registers and memory
/// and records which access has which bytes from which store.
///
/// Source: staticdeps, in T. Bastian, H. Pompougnac, A. Dutilleul, F. Rastello,
/// CesASMe and Staticdeps (arXiv:2402.14567). As there, unknown values are
/// uniform 64-bit numbers, results that are no integers have no value, and an
/// access without an address takes no part.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_GRAPH_RANDOMADDRESS_H
#define KERNEL_BOUNDS_LIB_GRAPH_RANDOMADDRESS_H

#include "IntegerCode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>

namespace kernelbounds {

/// How often one access had bytes of another.
struct ObservedDependence {
  unsigned Times = 0;      ///< Iterations in which it held.
  unsigned Candidates = 0; ///< Iterations in which it could.
  uint64_t Bytes = 0;      ///< In all iterations together.
  /// Of drawRun(): bit k is the k-th of the last 64 iterations.
  uint64_t Trips = 0;
};

/// Source and destination, into Kernel::Mems, and iterations between them.
struct ObservedKey {
  uint32_t SourceMem, DestMem, Distance;
  auto operator<=>(const ObservedKey &O) const = default;
};

/// What was seen so far of one loop. Later questions about the same code and
/// as many iterations and seeds are answered from it.
struct ObservedRuns {
  using Map = std::map<ObservedKey, ObservedDependence>;
  unsigned NumIterations = 0, NumSeeds = 0;
  std::optional<Map> First; ///< After the first seed.
  std::optional<Map> All;   ///< After all seeds.
};

/// Read-after-write dependences over \p NumIterations iterations from each of
/// \p NumSeeds fixed seeds. \p Before, the code of K.Before or empty, runs once
/// before them, on the same inputs; its accesses take no part. After the first
/// seed, \p IsWanted is asked about each pair seen: if it wants none, the rest
/// is left out. Without it all seeds are run. \p Runs is that of this code.
const ObservedRuns::Map &observeDependences(
    const Kernel &K, const IntegerCode &Code, const IntegerCode &Before,
    unsigned NumUnits, unsigned NumIterations, unsigned NumSeeds,
    ObservedRuns &Runs,
    llvm::function_ref<bool(const ObservedKey &, unsigned Times)> IsWanted =
        nullptr);

/// What is seen in one run that stands for what data may do. A value that is
/// not known, such as the result of an 8-bit addition, is another random number
/// each time, and a pointer that runs away from an object whose address linked
/// code names does not come into another one. \p NumBefore iterations run
/// before the 64 that ObservedDependence::Trips shows.
ObservedRuns::Map drawRun(const Kernel &K, const IntegerCode &Code,
                          const IntegerCode &Before, unsigned NumUnits,
                          unsigned NumBefore, unsigned Seed);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_GRAPH_RANDOMADDRESS_H
