//===- FormMix.h - Several forms in one loop --------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of instructions of several forms that do not wait for each other: the
/// experiment from which the ports of the forms are inferred.
///
/// Example: two ADD64rr and one IMUL64rr become
/// `add %rsi, %rdi; imul %rsi, %rbp; add %rsi, %r8`.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_FORMMIX_H
#define KERNEL_BOUNDS_MEASURE_FORMMIX_H

#include "kernel-bounds/Measure/FormCatalog.h"
#include "kernel-bounds/Measure/LoopRunner.h"

namespace kernelbounds {

/// A form, and how many of it.
struct MixPart {
  const InstructionForm *Form = nullptr;
  unsigned Count = 1;
};

/// The loop of all of \p Parts, spread evenly, \p Repeats times. Results take
/// the registers in turn, so that an instruction that reads its result waits
/// for the one that had the register long before it. With \p Breaks, other
/// instructions cut dependences of forms that would wait for themselves.
TimedLoop mixForms(const FormBuilder &Builder, llvm::ArrayRef<MixPart> Parts,
                   unsigned Repeats, bool Breaks = true);

/// A mix a few times and more often: between the two, the loop's counter and
/// its branch make no difference.
struct MixLoops {
  TimedLoop Few, Many;
  unsigned More = 1; ///< Repetitions that Many has beyond those of Few.
};
MixLoops mixLoops(const FormBuilder &Builder, llvm::ArrayRef<MixPart> Parts,
                  bool Breaks);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_FORMMIX_H
