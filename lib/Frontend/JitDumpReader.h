//===- JitDumpReader.h - The code in perf's jitdump files -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that make code while they run write it into a file, for perf:
/// `jit-1234.dump` has each function with its name, address and bytes, and the
/// lines of its source if the program knows them.
///
/// Example: after `node --perf-prof x.js`, the functions that the optimizing
/// compiler made are called `JS:*name file:line:column`.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_JITDUMPREADER_H
#define KERNEL_BOUNDS_LIB_FRONTEND_JITDUMPREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// From \c Address up to the next one, the code is of this line.
struct JitLine {
  uint64_t Address = 0;
  unsigned Line = 0; ///< 1-based.
  unsigned File = 0; ///< Into JitDump::Files.
};

/// One function, where it was at last.
struct JitCode {
  std::string Name;
  uint64_t Address = 0;          ///< Address + Bytes.size() is one, too.
  llvm::ArrayRef<uint8_t> Bytes; ///< Of the file; not empty.
  std::vector<JitLine> Lines;    ///< By address, all inside of the code.
};

struct JitDump {
  uint16_t Machine = 0;       ///< ELF's number.
  std::vector<JitCode> Codes; ///< In the order in which they were made.
  std::vector<std::string> Files;
  std::vector<std::string> Warnings;
};

/// Whether \p Bytes begin as a jitdump does, in either order of bytes.
bool isJitDump(llvm::StringRef Bytes);

/// Reads a jitdump of version 1 or 2. The result refers to \p Buffer. A file
/// that ends inside of a record, as that of a program which was killed, is read
/// up to there, with a warning, and tables of lines that do not fill their
/// record are passed over, with a warning; anything else that is wrong is an
/// error that names the place. O(size of the file * its logarithm).
llvm::Expected<JitDump> readJitDump(llvm::MemoryBufferRef Buffer);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_JITDUMPREADER_H
