//===- CannotRun.cpp - Where programs cannot be watched -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes the place of ProgramRun.cpp on other systems than Linux on x86-64 and
/// AArch64.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/ProgramRun.h"

using namespace kernelbounds;
using namespace llvm;

static Error cannotRun() {
  return createStringError(
      "programs can be watched on Linux on x86-64 and AArch64 only");
}

Expected<ProgramRun> kernelbounds::runProgram(const RunOptions &) {
  return cannotRun();
}

Expected<ProgramRun> kernelbounds::runEmulated(const RunOptions &) {
  return cannotRun();
}
