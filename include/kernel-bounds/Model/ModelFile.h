//===- ModelFile.h - A user's model file ------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that opens a model file at run time.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_MODELFILE_H
#define KERNEL_BOUNDS_MODEL_MODELFILE_H

#include "kernel-bounds/Model/ModelLoader.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kernelbounds {

/// Reads and validates the model at \p Path, whose `base` may be a shipped
/// model. The target that the file names is registered. Errors read
/// "PATH:LINE:COLUMN: what is wrong", or name the file that cannot be read.
llvm::Expected<std::shared_ptr<const ModelStorage>>
readModelFile(llvm::StringRef Path);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_MODELFILE_H
