//===- Pager.h - Long reports on a terminal ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_PAGER_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_PAGER_H

#include <sys/types.h>

namespace kernelbounds {

/// Has standard output read by a pager while this lives, if it is a terminal:
/// the program that KERNEL_BOUNDS_PAGER or PAGER names, or else `less`. Nothing
/// happens if that is `cat` or empty, or if it cannot be started.
///
/// Colours must be chosen before: behind it, standard output is no terminal.
class Pager {
public:
  Pager();
  ~Pager(); ///< Waits until the user has read.
  Pager(const Pager &) = delete;
  Pager &operator=(const Pager &) = delete;

private:
  pid_t Child = -1;
  int Terminal = -1; ///< Standard output as it was.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_PAGER_H
