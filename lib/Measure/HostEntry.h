//===- HostEntry.h - What depends on the host's target ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The way into a loop and out of it, the clock that programs can read, and
/// code of known cycles: one file for each target, HostEntryX86.cpp and so on.
/// They use nothing of LLVM, so that test/Measure/host-entry-*.test can run
/// them in emulators. Private to lib/Measure; Linux only.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_HOSTENTRY_H
#define KERNEL_BOUNDS_LIB_MEASURE_HOSTENTRY_H

#include "kernel-bounds/Measure/EntryState.h"

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Fills the registers as \p State says and the counter with \p Trips, which is
/// at least 1, and runs the loop at \p Code, behind which hostLoopExit()
/// stands. Keeps what the caller's calling convention says.
extern "C" void kbEnterLoop(const void *Code,
                            const kernelbounds::EntryState *State,
                            uint64_t Trips);

namespace kernelbounds {

struct HostCode {
  const uint8_t *Data;
  size_t Size; ///< Bytes.
};

/// Goes back to kbEnterLoop() by what the stack pointer points to.
HostCode hostLoopExit();

/// Extensions by LLVM's names that EntryState::Vectors counts up, ended by
/// null: it is the number, from 1, of the last one that the host has.
const char *const *hostVectorExtensions();

//===----------------------------------------------------------------------===//
// The clock
//===----------------------------------------------------------------------===//

/// The clock that readHostStamps() reads: "tsc"; null if programs may read none
/// that goes on by itself. Tried once.
const char *findHostStamps();
/// Ticks of it a second; 0 = not known.
double hostStampRate();
/// Ticks, after all work before the call and before all work behind it. Only
/// where findHostStamps() has found a clock.
uint64_t readHostStamps();
/// Waits for all work before the call.
void waitForHostWork();

//===----------------------------------------------------------------------===//
// Code of known cycles, as in TimedCore.h
//===----------------------------------------------------------------------===//

/// At most \p Links multiplications, each of which waits for the one before: a
/// multiple of 8.
void runHostChain(unsigned Links);
/// The same of instructions that take one cycle.
void runHostUnitChain(unsigned Links);
/// \p Turns times 16 independent instructions; \p Turns is at least 1.
void runHostProbe(unsigned Turns);
/// What takes \p Turns cycles, at least 1, while nothing else uses the core.
void runHostTight(unsigned Turns);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_HOSTENTRY_H
