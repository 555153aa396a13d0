//===- LoopText.h - What an editor shows of a loop ------------ -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The texts of hints, hovers and diagnostics, and the pragma that does what
/// the advice says.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_EDITOR_LOOPTEXT_H
#define KERNEL_BOUNDS_EDITOR_LOOPTEXT_H

#include "kernel-bounds/Project/SourceLoops.h"
#include <optional>
#include <string>

namespace kernelbounds {

/// "4.00 cy/it · latency (vfmadd231sd)", of the copy that does most in a trip.
std::string hintText(const SourceLoop &S);

/// "sum: 4.00 cy/it, limited by latency; 4 independent accumulators would give
/// 1.25 cy/it".
std::string diagnosticText(const SourceLoop &S);

/// Markdown: the figures, the bounds with their evidence, the instructions that
/// make the limit, what would help, and the other copies. \p Line is that of
/// the source at which the reader looks; its instructions are listed.
std::string hoverText(const SourceLoop &S, unsigned Line);

/// A line that asks the compiler for what the advice says.
struct LoopPragma {
  std::string Text;      ///< Without an end of line.
  std::string Title;     ///< For a menu; says what the reader vouches for.
  bool IsInBody = false; ///< Goes behind the brace that opens the body.
};
/// Nothing if the advice is no pragma of that compiler.
std::optional<LoopPragma> pragmaFor(const LoopRecord &L, bool IsClang);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_EDITOR_LOOPTEXT_H
