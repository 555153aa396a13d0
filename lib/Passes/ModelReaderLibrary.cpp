//===- ModelReaderLibrary.cpp - Reads model files -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All of KernelBoundsModelReader.so that the plugin calls.
/// Tested by test/Passes/options.c.
//
//===----------------------------------------------------------------------===//

#include "ModelReader.h"

extern "C" __attribute__((visibility("default"))) void
kernelBoundsReadModelFile(llvm::StringRef Path,
                          kernelbounds::ModelFileResult &Result) {
  Result = kernelbounds::readModelFile(Path);
}
