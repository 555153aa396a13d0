//===- Json.h - JSON that others wrote ------------------------ -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's parser calls itself for each level, so that a file of brackets alone
/// would end the process.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_JSON_H
#define KERNEL_BOUNDS_MODEL_JSON_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace kernelbounds {

/// Lists and objects that may lie in each other.
constexpr unsigned MaxJsonDepth = 256;

/// Parses \p Text. Fails with line and column where it is no JSON, or nested
/// more than MaxJsonDepth deep. O(characters).
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_JSON_H
