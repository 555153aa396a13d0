//===- Escape.h - Text inside of other formats ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any text as a part of a line on a terminal, of HTML and of CSV. Symbols,
/// file names and statements of assembly may hold any byte; what a terminal or
/// a browser would act upon reaches neither.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_REPORT_ESCAPE_H
#define KERNEL_BOUNDS_REPORT_ESCAPE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace kernelbounds {

/// \p Text with control characters, the characters that change the direction of
/// the text, and bytes that are no UTF-8 as "\x1b" or "\u202e". Tabs stay, and
/// so do line breaks if \p KeepsLines.
std::string escapeControls(llvm::StringRef Text, bool KeepsLines = false);

/// \p Text for an element or a double-quoted attribute of HTML;
/// control characters as escapeControls() has them.
std::string escapeHtml(llvm::StringRef Text);

/// \p Text, in which bytes that are no UTF-8 are U+FFFD: what JSON may hold.
std::string utf8(llvm::StringRef Text);

/// Writes \p Text as one cell of CSV, in quotes only if it holds a separator, a
/// quote or a line break (RFC 4180). Other control characters are written as
/// escapeControls() has them.
void writeCsvCell(llvm::raw_ostream &OS, llvm::StringRef Text);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_REPORT_ESCAPE_H
