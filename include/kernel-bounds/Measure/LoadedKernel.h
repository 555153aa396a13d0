//===- LoadedKernel.h - A kernel to be called -------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A shared object made of one accuracy kernel, loaded into this process. What
/// runs it does so in a child process.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_LOADEDKERNEL_H
#define KERNEL_BOUNDS_MEASURE_LOADEDKERNEL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>

namespace kernelbounds {

/// Makes the system give each page of the writable data [\p Begin, \p End) a
/// piece of memory of its own. Pages that were never written share one page of
/// zeros. The same memory at two addresses misses the first-level cache on
/// cores that predict its ways by the linear address, as AMD's do (AMD,
/// Software Optimization Guide for AMD Family 17h Processors, 2017,
/// section 2.6.2.2).
void ownPages(uintptr_t Begin, uintptr_t End);

/// Unloads the object when it is destroyed. Its data have pages of their own.
class LoadedKernel {
public:
  /// Fails if \p File cannot be loaded or lacks kernel(), kernel_init() or
  /// kb_max_n.
  static llvm::Expected<std::unique_ptr<LoadedKernel>>
  load(llvm::StringRef File);
  ~LoadedKernel();
  LoadedKernel(const LoadedKernel &) = delete;
  LoadedKernel &operator=(const LoadedKernel &) = delete;

  void init() const { Init(); }
  /// The dominating loop does \p N trips of the source, 1 <= N <= maxN().
  void run(long N) const { Run(N); }
  long maxN() const { return MaxN; }
  uint64_t entry() const { return reinterpret_cast<uint64_t>(Run); }
  /// What to add to an address of the file.
  uint64_t bias() const { return Bias; }

private:
  LoadedKernel() = default;

  [[maybe_unused]] void *Handle = nullptr;
  void (*Init)() = nullptr;
  void (*Run)(long) = nullptr;
  long MaxN = 0;
  uint64_t Bias = 0;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_LOADEDKERNEL_H
