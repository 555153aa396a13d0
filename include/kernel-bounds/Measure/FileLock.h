//===- FileLock.h - What one process at a time may use ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A lock that nobody waits for. Example: two runs that write to one folder;
/// the second one is told so and ends.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_FILELOCK_H
#define KERNEL_BOUNDS_MEASURE_FILELOCK_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <utility>

namespace kernelbounds {

/// Held until it is destroyed or the process ends, however it ends. Children of
/// the process do not hold it.
class FileLock {
public:
  /// \returns nothing if another process holds the lock of \p File, which is
  /// made if it is not there and stays empty. Fails if it cannot be opened.
  static llvm::Expected<std::optional<FileLock>> take(llvm::StringRef File);

  FileLock(FileLock &&Other) : FD(std::exchange(Other.FD, -1)) {}
  FileLock &operator=(FileLock &&Other) {
    std::swap(FD, Other.FD);
    return *this;
  }
  ~FileLock();

private:
  explicit FileLock(int FD) : FD(FD) {}
  int FD;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_FILELOCK_H
