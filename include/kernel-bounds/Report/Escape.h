//===- Escape.h - Text inside of other formats ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Any text as a part of HTML and of CSV, for all that writes either.
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

/// \p Text for an element or a double-quoted attribute of HTML.
std::string escapeHtml(llvm::StringRef Text);

/// Writes \p Text as one cell of CSV, in quotes only if it holds a separator, a
/// quote or a line break (RFC 4180).
void writeCsvCell(llvm::raw_ostream &OS, llvm::StringRef Text);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_REPORT_ESCAPE_H
