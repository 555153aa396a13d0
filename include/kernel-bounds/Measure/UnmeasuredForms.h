//===- UnmeasuredForms.h - What measured forms say of others ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows for forms that were not measured, from forms that were.
///
/// Example: LLVM has twice the cycles for vectors of 64 bytes as for those of
/// 32. If the pairs of forms that were measured in both widths take the same,
/// VSQRTPSZr, which was not measured, takes what VSQRTPSYr does.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_UNMEASUREDFORMS_H
#define KERNEL_BOUNDS_MEASURE_UNMEASUREDFORMS_H

#include "kernel-bounds/Measure/FormStudy.h"

namespace kernelbounds {

/// Gives divisions and square roots of a loaded operand the throughput of those
/// of registers among \p Rows: what a division disturbs makes it uncertain.
void useRegisterDivisions(llvm::MutableArrayRef<FormRow> Rows);

/// What the base of the new model says of a form.
using FormOnBase = llvm::function_ref<FormResult(const InstructionForm &)>;

/// Adds rows for forms of \p Catalog that were not measured, with
/// UnmeasuredForm in Machine.MeasuredAs. In \p Rows and in what is added, Model
/// is what \p OnBase says. Machine follows from the first that applies:
///
/// - the class: LLVM schedules the form as others that were measured, by all of
///   which the machine differs from the base in the same way;
/// - another width of the form, which was measured, where forms of both widths
///   differ by the same factor; of narrower ones, what the base says will do;
/// - the register form, if this one loads an operand;
/// - for divisions and square roots, the base.
///
/// O(forms * log(forms)), and as many questions to \p OnBase as forms are
/// added.
void addUnmeasuredForms(std::vector<FormRow> &Rows, const FormCatalog &Catalog,
                        FormOnBase OnBase);
constexpr llvm::StringLiteral UnmeasuredForm = "not measured";

/// The name of a vector form without its width, and the width in bytes:
/// {"VSQRTPSr", 64} of VSQRTPSZr. The width is 0 if \p Name has none.
std::pair<std::string, unsigned> splitWidth(llvm::StringRef Name);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_UNMEASUREDFORMS_H
