//===- CannotRun.cpp - Where programs cannot be watched -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of ProgramRun.cpp on other systems than x86-64 Linux.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/ProgramRun.h"

using namespace kernelbounds;
using namespace llvm;

Expected<ProgramRun> kernelbounds::runProgram(const RunOptions &) {
  return createStringError("programs can be watched on x86-64 Linux only");
}
