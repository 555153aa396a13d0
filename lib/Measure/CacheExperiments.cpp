//===- CacheExperiments.cpp - Walks that show caches ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sizes that caches have, and some between them.
/// Tested by unittests/Measure/CacheStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CacheExperiments.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr uint64_t KiB = 1024, MiB = 1024 * KiB;

ArrayRef<uint64_t> kernelbounds::walkSizes(AccessWalk Walk) {
  static constexpr uint64_t Chases[] = {
      8 * KiB,   16 * KiB,  24 * KiB,   32 * KiB,   48 * KiB,  64 * KiB,
      96 * KiB,  128 * KiB, 192 * KiB,  256 * KiB,  384 * KiB, 512 * KiB,
      768 * KiB, MiB,       1280 * KiB, 1536 * KiB, 2 * MiB,   3 * MiB,
      4 * MiB,   6 * MiB,   8 * MiB,    12 * MiB,   16 * MiB,  24 * MiB,
      32 * MiB,  48 * MiB,  64 * MiB,   96 * MiB,   128 * MiB};
  static constexpr uint64_t Pages[] = {
      64 * KiB,  128 * KiB, 192 * KiB, 256 * KiB, 288 * KiB, 384 * KiB,
      512 * KiB, MiB,       2 * MiB,   4 * MiB,   6 * MiB,   8 * MiB,
      12 * MiB,  16 * MiB,  24 * MiB,  32 * MiB};
  static constexpr uint64_t Rows[] = {16 * KiB,  64 * KiB, 128 * KiB, 256 * KiB,
                                      512 * KiB, MiB,      2 * MiB,   4 * MiB,
                                      8 * MiB,   16 * MiB, 128 * MiB};
  switch (Walk) {
  case AccessWalk::Chase:
    return Chases;
  case AccessWalk::ChasePages:
    return Pages;
  case AccessWalk::Load:
  case AccessWalk::Store:
  case AccessWalk::Scatter:
    return Rows;
  }
  llvm_unreachable("unknown walk");
}

std::string kernelbounds::walkName(AccessWalk Walk, uint64_t Bytes) {
  constexpr StringLiteral Names[] = {"chase", "pages", "load", "store",
                                     "scatter"};
  return ("cache." + Names[static_cast<unsigned>(Walk)] + ".").str() +
         (Bytes % MiB == 0 ? std::to_string(Bytes / MiB) + "M"
                           : std::to_string(Bytes / KiB) + "K");
}

std::vector<CoreExperiment> kernelbounds::listCacheExperiments() {
  std::vector<CoreExperiment> List;
  for (unsigned W = 0; W < NumAccessWalks; ++W) {
    const auto Walk = static_cast<AccessWalk>(W);
    for (uint64_t Bytes : walkSizes(Walk)) {
      CoreExperiment E;
      E.Walk = AccessPattern{Walk, Bytes};
      E.Name = walkName(Walk, Bytes);
      E.Text = E.Walk->describe().str();
      List.push_back(std::move(E));
    }
  }
  return List;
}
