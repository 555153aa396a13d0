//===- ModelReader.h - Model files, when one is asked for -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// yaml-cpp takes as long to load as all the rest of the plugin, and nearly no
/// compilation reads a model file. So the reader is a shared library of its own
/// beside the plugin, loaded by the first -kernel-bounds-model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_MODELREADER_H
#define KERNEL_BOUNDS_LIB_PASSES_MODELREADER_H

#include "kernel-bounds/Model/ModelFile.h"

namespace kernelbounds {

using ModelFileResult = llvm::Expected<std::shared_ptr<const ModelStorage>>;
/// What KernelBoundsModelReader.so exports: readModelFile of \p Path, into
/// \p Result.
using ReadModelFileFn = void(llvm::StringRef Path, ModelFileResult &Result);

/// readModelFile through KernelBoundsModelReader.so. Fails, too, where that
/// library cannot be loaded.
ModelFileResult readModelFileByPlugin(llvm::StringRef Path);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_MODELREADER_H
