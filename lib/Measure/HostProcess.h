//===- HostProcess.h - Children of this process -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a piece of this program in a child process: what it breaks stays there.
/// Private to lib/Measure; Linux only.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_HOSTPROCESS_H
#define KERNEL_BOUNDS_LIB_MEASURE_HOSTPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstddef>

namespace kernelbounds {

/// Memory that a child shares with its parent; zero at first.
class SharedMemory {
public:
  static llvm::Expected<SharedMemory> create(size_t Bytes);
  SharedMemory(SharedMemory &&Other) noexcept
      : Data(Other.Data), Bytes(Other.Bytes) {
    Other.Data = nullptr;
  }
  ~SharedMemory();
  void *data() const { return Data; }

private:
  SharedMemory(void *Data, size_t Bytes) : Data(Data), Bytes(Bytes) {}
  void *Data;
  size_t Bytes;
};

/// Pins the calling process to \p Cpu; -1 does nothing.
void pinTo(int Cpu);

/// Runs \p Body in a child pinned to \p Cpu, for at most \p Seconds. Fails if
/// the child was ended by a signal ("killed by signal 11 (...)") or by time.
llvm::Error runInChild(int Cpu, unsigned Seconds,
                       llvm::function_ref<void()> Body);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_HOSTPROCESS_H
