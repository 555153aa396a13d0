//===- SourcePatch.h - Pragmas written into a source ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts pragmas before loops of a source file, each on a line of its own and
/// indented as the loop, and shows that as a patch.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_SOURCEPATCH_H
#define KERNEL_BOUNDS_TUNING_SOURCEPATCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace kernelbounds {

/// A pragma for the loop that begins at a place of a file.
struct PlacedPragma {
  unsigned Line = 0, Column = 0; ///< 1-based.
  std::string Text;              ///< "#pragma clang loop …".
};

/// Lines to put into a text.
struct Insertion {
  unsigned Before = 0; ///< 1-based line of the old text.
  std::string Text;    ///< One line, with its end.
};

/// Why no pragma can stand before the loop at \p Line and \p Column of \p
/// Source; empty if one can. Before a loop on its line there may be blanks
/// only, and there must be a keyword that begins a loop: the body of a macro
/// has none.
std::string whyNotBefore(llvm::StringRef Source, unsigned Line,
                         unsigned Column);

/// The insertions for \p Pragmas, by line. Lines end as the one of the loop
/// does. \pre whyNotBefore() is empty for each.
std::vector<Insertion> makeInsertions(llvm::StringRef Source,
                                      llvm::ArrayRef<PlacedPragma> Pragmas);

/// \p Source with \p Insertions, which are sorted by line.
std::string withInsertions(llvm::StringRef Source,
                           llvm::ArrayRef<Insertion> Insertions);

/// The same as a unified diff with three lines of context, as `patch -p0` takes
/// it. Nothing if there are no insertions.
void printDiff(llvm::raw_ostream &OS, llvm::StringRef File,
               llvm::StringRef Source, llvm::ArrayRef<Insertion> Insertions);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_SOURCEPATCH_H
