//===- KeptChoices.h - Choices of earlier compilations ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the choice for a function follows from, as one hash: its code before
/// the loop passes, the code that the compiler makes of it without hints, what
/// the user asked for, and the plugin with its models.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_KEPTCHOICES_H
#define KERNEL_BOUNDS_LIB_PASSES_KEPTCHOICES_H

#include "CandidateCompiler.h"
#include "PluginOptions.h"
#include "kernel-bounds/Tuning/TuningCache.h"

namespace kernelbounds {

class KeptChoices {
public:
  /// Opens the folder Options.TuneCache. Fails where what choices follow from
  /// cannot be told: other options of LLVM than those of the plugin were given,
  /// or the plugin's file cannot be read.
  static llvm::Expected<KeptChoices> open(const PluginOptions &Options);

  /// The hash for a function with the code \p Bitcode, of which \p Object is
  /// made without hints. \p Seen tells what runs found of it. O(bytes).
  std::string keyOf(const Compilation &How, const PluginOptions &Options,
                    llvm::ArrayRef<char> Bitcode, llvm::ArrayRef<char> Object,
                    llvm::StringRef Seen) const;

  TuningCache Files;

private:
  explicit KeptChoices(const PluginOptions &Options)
      : Files(Options.TuneCache) {}
  std::string Judge; ///< Hash of the plugin and the user's model.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_KEPTCHOICES_H
