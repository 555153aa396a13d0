//===- OpportunityText.h - Words for what would help ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One phrase for each Opportunity, the same in reports and remarks:
///
///   unrolling by 2 (one update of the counters for all copies)
///
/// after which "would give … cy/it" can stand.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ADVICE_OPPORTUNITYTEXT_H
#define KERNEL_BOUNDS_ADVICE_OPPORTUNITYTEXT_H

#include "kernel-bounds/Bounds/Analysis.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace kernelbounds {

/// \p Places says where instructions are: "line 3, line 4"; it may be empty.
std::string opportunityText(
    const Opportunity &O, const Analysis &A,
    llvm::function_ref<std::string(llvm::ArrayRef<uint32_t> Insts)> Places);

/// " for each of 3 reductions", if several are split.
std::string eachReduction(const Opportunity &O);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_ADVICE_OPPORTUNITYTEXT_H
