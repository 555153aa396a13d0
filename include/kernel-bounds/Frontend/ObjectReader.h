//===- ObjectReader.h - Objects and executables to a Listing ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Disassembles the text sections of an object or executable. ELF is checked
/// before use and read with relocations; Mach-O and COFF as far as LLVM's
/// common interface goes.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_OBJECTREADER_H
#define KERNEL_BOUNDS_FRONTEND_OBJECTREADER_H

#include "kernel-bounds/Frontend/CodeFile.h"
#include "kernel-bounds/Frontend/Target.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace kernelbounds {

class SourceLines;

/// Opens \p Buffer, which must outlive the result. Fails with one clear message
/// on archives, bitcode, universal binaries, other file types, and on files
/// that are truncated or corrupt.
llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>>
openObject(llvm::MemoryBufferRef Buffer);

/// The code of one object file. Block labels are the symbol or "0x<address>".
class ObjectCode {
public:
  ~ObjectCode();
  CodeFile File;

  /// Sets the SourceLine and SourceFile of instructions [First, End). The
  /// first call parses the line tables of the whole file.
  void fillSourceLines(unsigned First, unsigned End);

private:
  friend llvm::Expected<std::unique_ptr<ObjectCode>>
  readObject(std::unique_ptr<llvm::object::ObjectFile> Object,
             TargetContext &Target);
  ObjectCode();

  struct SectionRange {
    unsigned FirstInst;
    uint64_t SectionIdx; ///< For addresses of relocatable objects.
  };
  std::unique_ptr<llvm::object::ObjectFile> Object;
  std::unique_ptr<SourceLines> Lines;
  std::vector<SectionRange> Ranges;  ///< Ascending.
  llvm::StringMap<unsigned> FileIds; ///< Into Listing::SourceFiles.
};

/// Disassembles \p Object with \p Target, which must be of its triple and must
/// outlive the result. Bytes that do not decode are diagnostics.
llvm::Expected<std::unique_ptr<ObjectCode>>
readObject(std::unique_ptr<llvm::object::ObjectFile> Object,
           TargetContext &Target);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_OBJECTREADER_H
