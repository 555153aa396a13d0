//===- FormCatalog.h - Which instruction forms can be measured --*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A form is an opcode of LLVM: a mnemonic with the kinds of its operands, such
/// as ADD64rm. Which of them a program may run in a loop follows from LLVM's
/// own descriptions; what is left out is listed with the reason.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_FORMCATALOG_H
#define KERNEL_BOUNDS_MEASURE_FORMCATALOG_H

#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/FormBuilder.h"
#include "kernel-bounds/Model/PortModel.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct InstructionForm {
  std::string Name; ///< LLVM's name of the opcode.
  std::string Text; ///< An example; of x86, in AT&T syntax.
  const FormTarget *Target = nullptr;
  FormShape Shape;
  FormEncoding Encoding = FormEncoding::Legacy;
  unsigned SchedClass = 0; ///< LLVM's, of the opcode.
  /// Other opcodes with the same bytes, which compilers use.
  std::vector<std::string> Twins;
};

struct LeftOutForm {
  std::string Name, Reason;
};

struct FormCatalog {
  const FormTarget *Target = nullptr;
  std::vector<InstructionForm> Forms; ///< By name.
  std::vector<LeftOutForm> LeftOut;   ///< By name.

  const InstructionForm *find(llvm::StringRef Name) const;
};

/// All opcodes of \p Target. \p Model tells which are system instructions.
FormCatalog listForms(TargetContext &Target, const FormBuilder &Builder,
                      PortModel &Model);

/// The opcodes of x86-64 that compiled programs contain, the most frequent
/// first, as a corpus of loops counts them: see CommonForms.def.
llvm::ArrayRef<llvm::StringLiteral> commonForms();
/// How many of them `--quick` takes.
constexpr unsigned NumQuickForms = 300;

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_FORMCATALOG_H
