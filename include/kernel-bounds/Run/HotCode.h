//===- HotCode.h - Loops by the time that a run spent in them ---*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the innermost loops, and the functions outside of them, in which the
/// samples of a run lie.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_RUN_HOTCODE_H
#define KERNEL_BOUNDS_RUN_HOTCODE_H

#include "kernel-bounds/Frontend/Input.h"
#include "kernel-bounds/Run/ProgramRun.h"
#include <memory>
#include <string>
#include <vector>

namespace kernelbounds {

/// An innermost loop, or what is left of a function or of a module.
struct HotSpot {
  std::string Module;   ///< The file, "[system]", "[vdso]", "[anonymous]".
  std::string Function; ///< Symbol; empty if the code is of no function.
  uint64_t Address = 0; ///< Of the loop or of the function, in the file.
  uint64_t NumSamples = 0, Nanoseconds = 0;
  /// Of a loop; else all of these are null.
  std::shared_ptr<const Input> In;
  const ListedFunction *Listed = nullptr;
  const LoopBody *Loop = nullptr;
};

/// The first source line on the path of a loop, and its file; 0 if none is
/// known. \pre S.Loop.
std::pair<llvm::StringRef, unsigned> firstSourceLine(const HotSpot &S);

struct HotCode {
  uint64_t NumSamples = 0, Nanoseconds = 0; ///< Of all of the run.
  std::vector<HotSpot> Spots;               ///< Those with most time first.
  /// Modules whose code cannot be read, each with the reason.
  std::vector<std::string> Unread;

  double share(const HotSpot &S) const {
    return Nanoseconds ? double(S.Nanoseconds) / double(Nanoseconds) : 0;
  }
};

/// Reads the functions of \p Run's modules that have samples. Deterministic.
/// O(size of the modules) plus near-linear in those functions.
HotCode findHotCode(const ProgramRun &Run);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_RUN_HOTCODE_H
