//===- Progress.cpp - How far a run is, and what is left ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Measure/ProgressTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Progress.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

std::optional<std::string>
Progress::step(size_t Done, size_t All, StringRef Name, Clock::time_point Now) {
  NumSteps += LastDone != Done;
  LastDone = Done;
  if (Now - Last < std::chrono::seconds(5))
    return std::nullopt;
  Last = Now;
  All = std::max(All, Done);
  const double Seconds = std::chrono::duration<double>(Now - Began).count(),
               Each = Seconds / double(NumSteps);
  return formatv("{0} of {1}{2} {3} ({4} %), {5} {6} min left: {7}", Done,
                 IsMost ? "at most " : "", All, Things,
                 All == 0 ? 100 : 100 * Done / All,
                 IsMost ? "at most" : "about",
                 size_t(std::ceil(Each * double(All - Done) / 60)), Name)
      .str();
}
