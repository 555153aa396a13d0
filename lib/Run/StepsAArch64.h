//===- StepsAArch64.h - What is not stepped on AArch64 ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For threads of the machine and for emulated programs. Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_STEPSAARCH64_H
#define KERNEL_BOUNDS_LIB_RUN_STEPSAARCH64_H

#include <cstdint>

namespace kernelbounds {

/// Whether the instruction enters the system (svc), which could wait there for
/// others, or stops the program (brk, hlt): the class "exception generation"
/// of the Arm Architecture Reference Manual.
inline bool isException(uint32_t Word) { return Word >> 24 == 0xd4; }

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_STEPSAARCH64_H
