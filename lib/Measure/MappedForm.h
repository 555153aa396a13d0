//===- MappedForm.h - A form on a port model --------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One instruction of a form as a port model maps it. Private to lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_MAPPEDFORM_H
#define KERNEL_BOUNDS_LIB_MEASURE_MAPPEDFORM_H

#include "FormChains.h"
#include "kernel-bounds/Kernel/MappedKernel.h"

namespace kernelbounds {

struct MappedForm {
  llvm::MCInst Inst;
  Kernel K;
  MappedKernel M;

  MappedForm(PortModel &Base, const FormBuilder &Builder,
             const InstructionForm &F)
      : Inst(FormChains(Builder, F, {}).sample()), K(Builder.describe(Inst)) {
    K.Insts.front().Inst = &Inst;
    Builder.semantics().nameStack(K);
    M = mapKernel(K, Base, {});
  }

  const MappedInst &inst() const { return M.Insts.front(); }
  llvm::ArrayRef<MappedUop> uops() const { return M.uops(inst()); }
};

/// "[{ports: [p0, p1]}, {ports: [div], cycles: 4}]", with \p Base's names.
std::string describeUops(const PortModel &Base, llvm::ArrayRef<MappedUop> Uops);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_MAPPEDFORM_H
