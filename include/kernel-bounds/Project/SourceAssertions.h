//===- SourceAssertions.h - What a source says of its loops --- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Comments that say how many cycles a loop may take, for continuous
/// integration:
///
///   // kernel-bounds: <= 4.0 cy/it on znver4
///   // kernel-bounds: < 0.5 cy/element
///
/// The loop is the one whose head stands in the same line, or in the next line
/// that is no comment, no pragma and not empty.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_PROJECT_SOURCEASSERTIONS_H
#define KERNEL_BOUNDS_PROJECT_SOURCEASSERTIONS_H

#include "kernel-bounds/Project/SourceLoops.h"
#include "llvm/Support/Error.h"

namespace kernelbounds {

struct SourceAssertion {
  unsigned Line = 0;     ///< Of the comment.
  unsigned HeadLine = 0; ///< Where the loop must begin.
  CyclesPerIter Most;
  bool IsStrict = false; ///< Less than that.
  bool IsPerElement = false;
  std::string Cpu; ///< Empty: the core that the command line names.

  /// "<= 4.00 cy/it".
  std::string str() const;
};

/// All assertions of a source, in its order. Fails at the first that is not
/// understood; the message begins with its line: "7: expected …".
llvm::Expected<std::vector<SourceAssertion>>
parseAssertions(llvm::ArrayRef<llvm::StringRef> Lines);

/// What each assertion claims and what is so.
struct AssertionResult {
  bool IsMet = false;
  std::string Text; ///< "sum: 3.00 cy/it on znver4, limited by latency".
};

/// Holds \p A against the loops of the source on its core. Of the copies of a
/// loop in one function the one counts that does most in a trip. Not met if
/// there is no such loop, or if its figures leave something out.
AssertionResult checkAssertion(const SourceAssertion &A,
                               llvm::ArrayRef<SourceLoop> Loops);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_PROJECT_SOURCEASSERTIONS_H
