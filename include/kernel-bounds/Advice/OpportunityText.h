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
///   unrolling by 2
///
/// after which "would give … cy/it" can stand.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ADVICE_OPPORTUNITYTEXT_H
#define KERNEL_BOUNDS_ADVICE_OPPORTUNITYTEXT_H

#include "kernel-bounds/Advice/Opportunity.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace kernelbounds {

/// A piece of the phrase; pieces with a key are arguments of a remark.
struct PhrasePart {
  llvm::StringLiteral Key; ///< Empty: plain text.
  std::string Text;
};

/// The phrase; nothing for Kind::None. \p Places says where instructions are:
/// "line 3, line 4"; it may be empty.
std::vector<PhrasePart> opportunityParts(
    const Opportunity &O, const Analysis &A,
    llvm::function_ref<std::string(llvm::ArrayRef<uint32_t> Insts)> Places);

/// The same in one string.
std::string opportunityText(
    const Opportunity &O, const Analysis &A,
    llvm::function_ref<std::string(llvm::ArrayRef<uint32_t> Insts)> Places);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_ADVICE_OPPORTUNITYTEXT_H
