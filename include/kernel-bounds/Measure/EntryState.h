//===- EntryState.h - What registers hold before a loop ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values with which a timed loop begins, by the numbers of registers: what
/// a host puts into them (lib/Measure/HostEntry.h), and what a program of one
/// loop for an emulator does. FormTarget::entryState() makes one. No LLVM here,
/// so that the code that reads it can be tried alone.
///
/// Example: of AArch64, General[27] is the address of the loop's memory, and
/// General[26] is 0.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_ENTRYSTATE_H
#define KERNEL_BOUNDS_MEASURE_ENTRYSTATE_H

#include <cstddef>
#include <cstdint>

namespace kernelbounds {

/// Assembly knows the offsets.
struct alignas(64) EntryState {
  /// By number. Not used are those of the stack pointer and of the counter of
  /// trips; of AArch64 also x18, which belongs to the system, and x30; of
  /// RISC-V also x0, x1, x3 and x4. x30 and x1 have the way back.
  uint64_t General[32];
  uint64_t Mask; ///< Of x86. All bits of AArch64's predicates are set.
  /// Which vectors there are: 0 are those that each core of the target has, and
  /// then come AVX and AVX-512 of x86, and SVE of AArch64.
  uint64_t Vectors;
  /// Of x86: a bit for each vector of which all bytes are set, and of the
  /// others the first 16. Instructions of 16 bytes that read a wider vector may
  /// wait a cycle longer for what they load.
  uint64_t Wide;
  uint64_t FloatControl; ///< MXCSR, FPCR, or fcsr.
  uint64_t Unused[4];
  /// Vectors with even numbers, and of AVX-512 all above 15 with such numbers;
  /// each 8 bytes are the same.
  uint64_t Even[8];
  uint64_t Odd[8];
};

static_assert(offsetof(EntryState, Mask) == 256);
static_assert(offsetof(EntryState, Vectors) == 264);
static_assert(offsetof(EntryState, Wide) == 272);
static_assert(offsetof(EntryState, FloatControl) == 280);
static_assert(offsetof(EntryState, Even) == 320);
static_assert(offsetof(EntryState, Odd) == 384);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_ENTRYSTATE_H
