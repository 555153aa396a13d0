//===- TuningCache.h - Choices kept from one build to the next --*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What was found for a function, in a file that is named by a hash of all that
/// it follows from. A build that changes nothing of a function compiles only
/// what it would emit without hints, which the hash needs.
///
/// Many compilers may use one folder at a time: a file is complete when it gets
/// its name, and two that write the same name write the same text.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_TUNINGCACHE_H
#define KERNEL_BOUNDS_TUNING_TUNINGCACHE_H

#include "kernel-bounds/Tuning/TuningRecord.h"

namespace kernelbounds {

class TuningCache {
public:
  /// \p Folder need not exist yet.
  explicit TuningCache(llvm::StringRef Folder) : Folder(Folder.str()) {}

  /// What was kept under \p Key, a hash of at least three hexadecimal digits.
  /// None if nothing was, or if the file is damaged: it is written anew
  /// then.
  std::optional<TunedFunction> load(llvm::StringRef Key) const;
  /// Keeps \p F. What goes wrong is kept as the problem, if it is the first.
  void store(llvm::StringRef Key, const TunedFunction &F);

  /// What went wrong since the last call; empty: nothing. Told once.
  std::string takeProblem();

private:
  std::string pathOf(llvm::StringRef Key) const;

  std::string Folder;
  std::string Problem;
  bool HasFailed = false;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_TUNINGCACHE_H
