//===- KernelSource.h - The kernels to be measured --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the C files of a directory of kernels and reads what their first lines
/// say. bench/accuracy/README.md has the format.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_KERNELSOURCE_H
#define KERNEL_BOUNDS_MEASURE_KERNELSOURCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// One C file with one kernel.
struct KernelSource {
  std::string Name; ///< "livermore/hydro".
  std::string File;
  std::vector<std::string> Tags;
  std::string About;
  std::vector<std::string> Flags; ///< Of the compiler, for this kernel.
  /// Of the file and of the kernel.h beside its family, in hexadecimal: a
  /// measurement belongs to a text.
  std::string Hash;
};

/// Reads one file; \p Header is kernel.h's text. Fails, with "File:Line: ", if
/// `// kernel:`, `// tags:` or `// about:` is missing or stands there twice.
llvm::Expected<KernelSource> readKernelSource(llvm::StringRef File,
                                              llvm::StringRef Header);

/// All kernels below \p Directory, sorted by name. Fails if there is none, if
/// kernel.h is not there, and if two have the same name.
llvm::Expected<std::vector<KernelSource>>
findKernelSources(llvm::StringRef Directory);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_KERNELSOURCE_H
