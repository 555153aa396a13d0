//===- Page.h - What all HTML pages share -----------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The frame of a page: its style for light and dark, and the button that
/// changes between them. A page is one file and loads nothing.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_REPORT_PAGE_H
#define KERNEL_BOUNDS_REPORT_PAGE_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace kernelbounds {

/// Writes what stands before the content, in the element `main`. The theme is
/// set from here on; document gets the event `theme` when it changes.
void openPage(llvm::raw_ostream &OS, llvm::StringRef Title,
              llvm::StringRef Subtitle);
/// Writes what stands behind the content.
void closePage(llvm::raw_ostream &OS);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_REPORT_PAGE_H
