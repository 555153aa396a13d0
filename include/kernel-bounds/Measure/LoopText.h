//===- LoopText.h - Bodies of loops from assembly ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Experiments on the core are short texts in AT&T syntax; they become bodies
/// of TimedLoops.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_LOOPTEXT_H
#define KERNEL_BOUNDS_MEASURE_LOOPTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kernelbounds {

class FormTarget;

/// Reads \p Texts, each the body of a loop with one instruction in a line, all
/// at once. A branch goes to the next instruction, whatever its label. \returns
/// the body of each; an error if LLVM does not understand one. O(length of the
/// texts).
llvm::Expected<std::vector<std::vector<llvm::MCInst>>>
readLoopTexts(llvm::ArrayRef<std::string> Texts, const FormTarget &Of);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_LOOPTEXT_H
