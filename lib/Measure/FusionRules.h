//===- FusionRules.h - Instructions that take one slot -----------*- C++
//-*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which instructions with memory a core renames as one, and which not where
/// the address has an index. Private to lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_FUSIONRULES_H
#define KERNEL_BOUNDS_LIB_MEASURE_FUSIONRULES_H

#include "kernel-bounds/Measure/CoreExperiments.h"

namespace kernelbounds {

/// `micro_fusion`, by "slots.*"; empty if a figure is missing.
std::string microFusionRule(const CoreFigures &F);

/// Whether the machine contradicts the base. Where an instruction of a special
/// family takes more slots than in the base even without an index, something
/// else limits it.
bool hasOtherFusion(const CoreFigures &Machine, const CoreFigures &Base);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_FUSIONRULES_H
