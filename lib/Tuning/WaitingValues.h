//===- WaitingValues.h - Values that wait for iterations --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row of phis in the header of a loop, through which a value goes.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_TUNING_WAITINGVALUES_H
#define KERNEL_BOUNDS_LIB_TUNING_WAITINGVALUES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Loop;
class PHINode;
class Value;
} // namespace llvm

namespace kernelbounds {

/// Adds phis to the header of \p L. The first one has in each iteration what
/// \p Next was in the one before, the second one what the first one was, and so
/// on; in the first iteration they have \p First.
llvm::SmallVector<llvm::PHINode *, 8>
addWaitingValues(llvm::Loop &L, llvm::Value *Next,
                 llvm::ArrayRef<llvm::Value *> First, llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_TUNING_WAITINGVALUES_H
