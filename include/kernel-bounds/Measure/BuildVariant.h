//===- BuildVariant.h - Ways to compile a kernel ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The matrix of compilers and options. The same kernel compiled in many ways
/// gives many loops: that is where most of the measured loops come from.
///
/// Example: "clang-O3-native-u4": clang, -O3 -march=native -DKB_UNROLL=4.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_BUILDVARIANT_H
#define KERNEL_BOUNDS_MEASURE_BUILDVARIANT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kernelbounds {

enum class CompilerKind : uint8_t { Clang, Gcc };
/// "clang", "gcc".
llvm::StringRef compilerName(CompilerKind K);

/// One compiler that was found.
struct Compiler {
  CompilerKind Kind = CompilerKind::Clang;
  std::string Program; ///< Path.
  std::string Version; ///< "22.1.8".
};

struct BuildVariant {
  std::string Name; ///< Unique.
  CompilerKind Kind = CompilerKind::Clang;
  std::vector<std::string> Flags;
};

/// Values of each axis; the matrix is their product.
struct VariantAxes {
  std::vector<std::string> Compilers;   ///< "clang", "gcc".
  std::vector<std::string> Levels;      ///< "1", "2", "3".
  std::vector<std::string> March;       ///< "x86-64", "native".
  std::vector<std::string> FastMath;    ///< "off", "on".
  std::vector<std::string> Unroll;      ///< "default", "1", "4".
  std::vector<std::string> Vectorizers; ///< "on", "off".
};

/// The variants of a usual run: those that give different loops.
std::vector<BuildVariant> defaultVariants();
/// The whole product. Fails on a value that no compiler takes.
llvm::Expected<std::vector<BuildVariant>> allVariants(const VariantAxes &A);

/// Asks the compiler \p Program for its version and kind. Fails if it cannot be
/// run or is neither clang nor gcc.
llvm::Expected<Compiler> findCompiler(llvm::StringRef Program);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_BUILDVARIANT_H
