//===- ThreadFiles.h - What the system says of a thread ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files of /proc. Private to lib/Run; Linux only.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_THREADFILES_H
#define KERNEL_BOUNDS_LIB_RUN_THREADFILES_H

#include <cstdint>
#include <sys/types.h>

namespace kernelbounds {

/// Of proc_pid_stat(5): 'R' is running, 'S' waiting, 't' stopped by us.
char stateOf(pid_t Tid);
/// Processor time of a thread in nanoseconds; 0 if it is not known.
uint64_t nanosecondsOf(pid_t Tid);
/// The process that thread \p Tid belongs to.
pid_t processOf(pid_t Tid);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_THREADFILES_H
