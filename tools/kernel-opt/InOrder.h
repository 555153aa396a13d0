//===- InOrder.h - Work on several cores, results in order ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs tasks on several threads and delivers them one after the other, in the
/// order of their numbers, so that what is printed does not depend on the
/// number of threads. Only a few results exist at a time.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TOOLS_KERNEL_OPT_INORDER_H
#define KERNEL_BOUNDS_TOOLS_KERNEL_OPT_INORDER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>

namespace kernelbounds {

/// Results that \p NumThreads threads may have waiting, those at work included.
constexpr unsigned slotsFor(unsigned NumThreads) {
  return NumThreads <= 1 ? 1 : 2 * NumThreads;
}

/// Calls Work(Task, Slot) for tasks 0 to \p NumTasks - 1 on \p NumThreads
/// threads, and Deliver(Task, Slot) for each, in their order, on the calling
/// one. Of two tasks with the same slot, one is delivered before the other's
/// work begins: what belongs to a slot needs no lock. Slots are less than
/// slotsFor(\p NumThreads). With one thread, nothing is started.
void runInOrder(size_t NumTasks, unsigned NumThreads,
                llvm::function_ref<void(size_t Task, unsigned Slot)> Work,
                llvm::function_ref<void(size_t Task, unsigned Slot)> Deliver);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TOOLS_KERNEL_OPT_INORDER_H
