//===- VectorizerListener.h - Why loops were not vectorized -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hears what LLVM's loop vectorizer says of the loops of a module, whatever of
/// it the user sees.
///
/// Example: a sum of doubles is not vectorized, and the remark of its loop has
/// the reason "cannot prove it is safe to reorder floating-point operations".
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_VECTORIZERLISTENER_H
#define KERNEL_BOUNDS_LIB_PASSES_VECTORIZERLISTENER_H

#include <string>

namespace llvm {
class DILocation;
class Function;
class Module;
class PassBuilder;
} // namespace llvm

namespace kernelbounds {

/// Has the vectorizer heard in all pipelines of \p PB but those of link-time
/// optimization, if remarks of this plugin are wanted.
void addVectorizerListener(llvm::PassBuilder &PB);

/// Why the loop at \p Start of \p F was not vectorized, in the words of the
/// vectorizer: one sentence without a full stop. Empty if it was vectorized, or
/// if nothing is known of it.
std::string reasonNotVectorized(const llvm::Function &F,
                                const llvm::DILocation &Start);

/// Drops what was heard of \p M.
void forgetVectorizer(const llvm::Module &M);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_VECTORIZERLISTENER_H
