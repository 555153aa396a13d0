//===- CacheExperiments.h - Walks that show caches --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Experiments that walk over memory of many sizes, and what their figures say
/// of the caches.
///
/// Example: a chase takes 4 cycles a step up to 32 KiB, 12 up to 512 KiB, 46 up
/// to 32 MiB, and 330 beyond. These are the sizes and latencies of three levels
/// and the latency of memory.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_CACHEEXPERIMENTS_H
#define KERNEL_BOUNDS_MEASURE_CACHEEXPERIMENTS_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

struct CacheTables;

std::vector<CoreExperiment> listCacheExperiments();

/// The name of the experiment that walks so: "cache.chase.256K".
std::string walkName(AccessWalk Walk, uint64_t Bytes);
/// What the walks of a kind go through, in bytes, ascending.
llvm::ArrayRef<uint64_t> walkSizes(AccessWalk Walk);

/// `caches:` of a model file, and the sources that it names beside `measured`.
struct CacheSection {
  std::string Text; ///< In YAML; empty where there is nothing to say.
  std::vector<std::pair<std::string, std::string>> Sources;
};

/// With \p Base, its caches with other latencies and bandwidths where each
/// figure of \p Machine in question differs from that of \p Model, which are
/// those of \p Base, in the same direction: by the least of these differences.
/// What else uses a cache or memory makes figures larger, so that the least is
/// the nearest to the truth. Without \p Base, levels, their sizes and buffers
/// of translations follow from the figures alone.
CacheSection describeCaches(const CoreFigures &Machine,
                            const CoreFigures &Model, const CacheTables *Base);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_CACHEEXPERIMENTS_H
