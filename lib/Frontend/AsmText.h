//===- AsmText.h - Assembly before and beside the parser --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What LLVM's assembly parser does not do: tell assembly from other files,
/// smooth over what GNU as accepts and LLVM does not, quote a statement, and
/// find the place of a missing comma.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_ASMTEXT_H
#define KERNEL_BOUNDS_LIB_FRONTEND_ASMTEXT_H

#include "kernel-bounds/Kernel/TargetCode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// Line numbers of offsets into a text.
class LineTable {
public:
  explicit LineTable(llvm::StringRef Text);
  /// 1-based.
  unsigned lineOf(size_t Offset) const;
  /// 1-based, in bytes.
  unsigned columnOf(size_t Offset) const;
  /// The line without its end; \p Line is 1-based.
  llvm::StringRef line(unsigned Line) const;
  unsigned numLines() const { return Starts.size(); }

private:
  llvm::StringRef Text;
  std::vector<size_t> Starts;
};

/// The command that makes assembly of the IR or bitcode in file \p Name, and
/// analyses it.
std::string irCommand(llvm::StringRef Name);

/// Refuses what is not assembly: many bytes that are not UTF-8, output of
/// objdump, LLVM's IR, nothing but blanks. The message begins with the file's
/// \p Name.
llvm::Error checkIsAssembly(llvm::StringRef Text, llvm::StringRef Name);

/// Removes what LLVM's parser rejects and an analysis does not need, keeping
/// every byte's place: a byte order mark, NULs, and what \p Code knows of
/// single statements.
void smoothAssembly(llvm::MutableArrayRef<char> Text, const TargetCode &Code);

/// The statement at the start of \p Rest: without comments and label, blanks
/// collapsed. \p Comment starts a comment, \p Separator ends a statement.
std::string statementText(llvm::StringRef Rest, llvm::StringRef Comment,
                          llvm::StringRef Separator);

/// The offset in \p Statement of an operand that lacks a comma before it.
///
/// Example: 10 for `addq %rax %rbx`. Knows no grammar: two operands side by
/// side, the first ending in a register or a bracket.
std::optional<size_t>
findMissingComma(llvm::StringRef Statement,
                 llvm::function_ref<bool(llvm::StringRef)> IsRegister,
                 const TargetCode &Code);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_ASMTEXT_H
