//===- HTMLPage.h - A page that needs no other file ----------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the HTML pages have in common. Private to lib/Report.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_REPORT_HTMLPAGE_H
#define KERNEL_BOUNDS_LIB_REPORT_HTMLPAGE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace kernelbounds {

// Generated from the files in page/.
extern const char PageScript[]; ///< Shows loops.
extern const char DiffScript[]; ///< Shows a comparison.

/// Writes what stands before the data.
void beginPage(llvm::raw_ostream &OS, llvm::StringRef Generator);

/// Writes an element of JSON in which nothing ends the element.
void writePageData(llvm::raw_ostream &OS, const llvm::Twine &Id,
                   llvm::function_ref<void(llvm::json::OStream &)> Write);

/// Writes \p Script behind the script of all pages, and what ends the page.
void endPage(llvm::raw_ostream &OS, llvm::StringRef Script);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_REPORT_HTMLPAGE_H
