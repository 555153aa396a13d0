//===- TuneGcc.h - Tuning for gcc -------------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares what gcc makes of the loops of a file with `#pragma GCC unroll`,
/// and with flags for the whole file.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_TUNEGCC_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_TUNEGCC_H

#include "TuneCommandLine.h"
#include "kernel-bounds/Tuning/FlagResult.h"
#include "kernel-bounds/Tuning/TuningRecord.h"

namespace kernelbounds {

struct GccTuning {
  TuningRecord Record;
  /// Flags that make a loop faster, the best mean first.
  std::vector<FlagResult> Flags;
};

/// \p Program is the path of a gcc.
llvm::Expected<GccTuning> tuneWithGcc(const TuneCommandLine &Options,
                                      const std::string &Program);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_TUNEGCC_H
