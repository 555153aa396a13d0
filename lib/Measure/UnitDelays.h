//===- UnitDelays.h - Results between units of vectors ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions that show whether a core has vector units of two kinds, between
/// which a result takes longer. Private to lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_UNITDELAYS_H
#define KERNEL_BOUNDS_LIB_MEASURE_UNITDELAYS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kernelbounds {

/// A chain from xmm0 to xmm0.
struct UnitProbe {
  llvm::StringLiteral Name, Code;
  llvm::StringLiteral Patterns; ///< Opcodes that it stands for, in YAML.
};

llvm::ArrayRef<UnitProbe> unitProbes();

/// What stands in a chain with a probe: additions of either kind, and what they
/// take alone.
struct UnitPartner {
  llvm::StringLiteral Name, Code, Alone;
};
constexpr UnitPartner UnitPartners[] = {
    {"float", "vaddsd %xmm2, %xmm0, %xmm0", "op.addsd"},
    {"integer", "vpaddd %xmm2, %xmm0, %xmm0", "op.paddd"}};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_UNITDELAYS_H
