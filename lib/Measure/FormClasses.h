//===- FormClasses.h - Forms that use ports alike ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which forms mixes say something of, and which of them are alike: LLVM
/// schedules them alike, the model maps them to the same micro-ops, and they
/// have the same throughput. Private to lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_FORMCLASSES_H
#define KERNEL_BOUNDS_LIB_MEASURE_FORMCLASSES_H

#include "kernel-bounds/Measure/FormMix.h"
#include "kernel-bounds/Measure/FormStudy.h"
#include "kernel-bounds/Measure/PortFinding.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelbounds {

/// Register forms of \p Rows that can be mixed, the frequent ones first. Left
/// out are divisions, eliminated moves and all that was not measured.
std::vector<const FormRow *> orderForMixes(llvm::ArrayRef<FormRow> Rows);

/// What is known of the ports of one form before any mix is run.
PortFinding beginFinding(PortModel &Model, const FormBuilder &Builder,
                         const FormRow &R);

/// Classes of those of \p Order that \p IsMeant, at most \p Most, with what
/// \p Model says of them. O(forms).
std::vector<PortFinding>
classifyForms(PortModel &Model, const FormBuilder &Builder,
              llvm::ArrayRef<const FormRow *> Order, unsigned Most,
              llvm::function_ref<bool(const InstructionForm &)> IsMeant);

/// The mix of the first forms of classes: "2 VPADDDrr 1 VPSHUFBrr".
std::string nameOfMix(llvm::ArrayRef<PortFinding> Classes,
                      llvm::ArrayRef<std::pair<FormId, unsigned>> M);
/// The two loops of it whose difference counts; \p Breaks as for mixForms().
MixLoops loopsOfMix(const FormBuilder &Builder,
                    llvm::ArrayRef<PortFinding> Classes,
                    llvm::ArrayRef<std::pair<FormId, unsigned>> M, bool Breaks);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_FORMCLASSES_H
