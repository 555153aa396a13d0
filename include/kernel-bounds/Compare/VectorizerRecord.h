//===- VectorizerRecord.h - Why loops were not vectorized ----- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What clang says of its vectorizer, in the record of its optimizations
/// (-fsave-optimization-record): of each loop whether it was vectorized and, if
/// not, why.
///
/// Example: of a sum of doubles it says at the line of the addition that it
/// "cannot prove it is safe to reorder floating-point operations", and then at
/// the line of the loop that this is not vectorized. Here both are one verdict
/// on the line of the loop.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_COMPARE_VECTORIZERRECORD_H
#define KERNEL_BOUNDS_COMPARE_VECTORIZERRECORD_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kernelbounds {

class VectorizerRecord {
public:
  /// Adds what the record \p Path has, of YAML or bitstream. Fails with a
  /// sentence that names the file.
  llvm::Error read(llvm::StringRef Path);

  /// One remark: of loop \p Line of \p File, inlined or not, in the function
  /// with the symbol \p Function. Reasons come before what they are the reasons
  /// of, as clang has them.
  void addReason(llvm::StringRef Function, llvm::StringRef Text);
  void addVerdict(llvm::StringRef Function, llvm::StringRef File, unsigned Line,
                  llvm::StringRef Text);

  /// "not vectorized: cannot prove it is safe to reorder floating-point
  /// operations", "vectorized (vectorization width: 4, interleaved count: 2)";
  /// empty if nothing is known of the loop. Files are compared without their
  /// folders.
  std::string of(llvm::StringRef Function, llvm::StringRef File,
                 unsigned Line) const;

private:
  struct Verdict {
    std::string File; ///< Without its folder.
    unsigned Line;
    std::string Text;
  };

  llvm::StringMap<std::vector<Verdict>> ByFunction;
  /// Of the function, since its last verdict.
  llvm::StringMap<std::vector<std::string>> Reasons;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_COMPARE_VECTORIZERRECORD_H
