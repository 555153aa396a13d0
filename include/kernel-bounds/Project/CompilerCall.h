//===- CompilerCall.h - What a command of a build does -------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which commands of a build compile, what they read, and what they write.
///
/// Example: `ccache gcc -O2 -MMD -MF a.d -c a.c -o obj/a.o` compiles `a.c` to
/// `obj/a.o`; `gcc a.o b.o -o prog` and `gcc -E a.c` compile nothing.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_PROJECT_COMPILERCALL_H
#define KERNEL_BOUNDS_PROJECT_COMPILERCALL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct CompilerCall {
  /// Position of the compiler among the arguments, behind launchers.
  size_t Compiler = 0;
  bool IsDistributed = false; ///< A launcher may run it on another machine.
  std::vector<std::string> Sources;
  std::string Output; ///< Of `-o`; empty if it is not given.

  /// The objects that it writes, one for each source, as they are named.
  std::vector<std::string> objects() const;
  /// Whether it compiles C, C++ or Objective-C, and no assembly.
  bool isPlain() const;
};

/// \p Args is a command: the program first. \returns what it compiles to
/// objects, with no sources if it does not: it links, only preprocesses, or is
/// no compiler.
CompilerCall readCompilerCall(llvm::ArrayRef<std::string> Args);

/// Whether a program is a compiler, or one that launches compilers, by its
/// name: "x86_64-linux-gnu-gcc-12", "/usr/bin/clang++", "ccache". The library
/// that is loaded into the programs of a build goes by the same names.
bool isCompilerName(llvm::StringRef Program);
bool isLauncherName(llvm::StringRef Program);
/// Whether a program is gcc or g++, by its name: "gcc",
/// "aarch64-linux-gnu-g++",
/// "/usr/bin/gcc-12".
bool isGccName(llvm::StringRef Program);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_PROJECT_COMPILERCALL_H
