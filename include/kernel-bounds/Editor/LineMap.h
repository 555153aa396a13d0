//===- LineMap.h - Lines of a text that is edited ------------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where lines of a text have gone while it was edited.
///
/// Example: after two lines were inserted above line 5, what was line 5 is line
/// 7.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_EDITOR_LINEMAP_H
#define KERNEL_BOUNDS_EDITOR_LINEMAP_H

#include "llvm/Support/LSP/Protocol.h"
#include <vector>

namespace kernelbounds {

/// Lines are counted from 0 here, as in the protocol.
class LineMap {
public:
  /// \p Text has taken the place of \p Replaced.
  void edit(const llvm::lsp::Range &Replaced, llvm::StringRef Text);
  /// Where what was line \p Line at first is now. A line that was replaced is
  /// where the edit began.
  int current(int Line) const;
  bool isEdited() const { return !Edits.empty(); }
  void clear() { Edits.clear(); }

private:
  struct Edit {
    int First, Last; ///< Of the lines that an edit touches.
    int Added;       ///< Ends of lines in the new text.
    bool IsBefore;   ///< Line First moves, too: all of the edit is before it.
  };
  std::vector<Edit> Edits;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_EDITOR_LINEMAP_H
