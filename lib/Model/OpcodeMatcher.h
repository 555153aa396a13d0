//===- OpcodeMatcher.h - Opcodes by regular expression ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the opcodes whose whole name a regular expression matches.
/// Private to lib/Model.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MODEL_OPCODEMATCHER_H
#define KERNEL_BOUNDS_LIB_MODEL_OPCODEMATCHER_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class MCInstrInfo;
} // namespace llvm

namespace kernelbounds {

/// The opcode names of one target.
class OpcodeMatcher {
public:
  explicit OpcodeMatcher(const llvm::MCInstrInfo &MII);

  /// Appends the opcodes that \p Pattern (POSIX extended) matches as a whole.
  /// \returns what is wrong with the pattern, or "".
  std::string match(llvm::StringRef Pattern, std::vector<uint32_t> &Out) const;

private:
  struct Name {
    llvm::StringRef Text;
    uint32_t Opcode;
  };
  std::vector<Name> Names; ///< Sorted by text.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MODEL_OPCODEMATCHER_H
