//===- PerfData.h - Runs that Linux perf has recorded -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads perf.data, the file that `perf record` writes: where samples lie, and
/// which files were mapped there.
///
/// Source: tools/perf/Documentation/perf.data-file-format.txt of Linux, and
/// perf_event_open(2) of the Linux manual pages.
///
/// Example: a file with 300 samples of the event cpu-clock, each for 1 ms, of
/// which 100 are at one address, is a run of 0.3 s, of which that address has
/// 0.1 s.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_RUN_PERFDATA_H
#define KERNEL_BOUNDS_RUN_PERFDATA_H

#include "kernel-bounds/Run/ProgramRun.h"
#include "llvm/ADT/StringRef.h"

namespace kernelbounds {

/// The run that \p Buffer, the contents of \p Name, has samples of. If several
/// events were sampled, it is that of a clock, else of cycles, else the first.
/// ProgramRun::Event is that event. Fails on other files, and on files that are
/// cut off, compressed, without samples, or of the other byte order.
/// O(size, times its logarithm).
llvm::Expected<ProgramRun> readPerfData(llvm::StringRef Buffer,
                                        llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_RUN_PERFDATA_H
