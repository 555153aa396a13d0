//===- HostThread.h - A stopped thread of this machine ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What differs between the instruction sets of machines that trace. Private to
/// lib/Run. To add one: a file as HostThreadX86.cpp, and its line in
/// CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_HOSTTHREAD_H
#define KERNEL_BOUNDS_LIB_RUN_HOSTTHREAD_H

#include <cstdint>
#include <optional>
#include <sys/types.h>

namespace kernelbounds {

struct ThreadPlace {
  uint64_t Address; ///< Of the next instruction.
  bool IsInSystem;  ///< The system works for it, and returns to there.
};

/// Where the stopped thread \p Tid stands; nothing if it is gone.
std::optional<ThreadPlace> placeOf(pid_t Tid);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_HOSTTHREAD_H
