//===- WholeFile.h - Files that users name, with limits ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads what a user names as a file, which may be a pipe or a device that has
/// no end.
///
/// Example: `--model=/dev/zero` is refused after the first bytes, since they
/// are no text, and `merge <(yes)` after 256 MB.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MODEL_WHOLEFILE_H
#define KERNEL_BOUNDS_MODEL_WHOLEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace kernelbounds {

enum class FileContents : uint8_t { Text, Bytes };

/// All bytes of \p Path. Of what is no regular file at most 256 MB are read,
/// and less if \p Contents are Text and the first bytes are none.
/// \returns an error that does not say the name of the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWholeFile(llvm::StringRef Path, FileContents Contents = FileContents::Text);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MODEL_WHOLEFILE_H
