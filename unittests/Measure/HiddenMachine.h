//===- HiddenMachine.h - A machine that nobody knows ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A core of which a shipped model says the most, and entries of the test the
/// rest.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_MEASURE_HIDDENMACHINE_H
#define KERNEL_BOUNDS_UNITTESTS_MEASURE_HIDDENMACHINE_H

#include "FormTester.h"
#include "kernel-bounds/Measure/FormStudy.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace kernelbounds {

class HiddenMachine {
public:
  /// \p Entries: of YAML, over the model of \p Cpu, which is that of \p T.
  HiddenMachine(FormTester &T, const std::string &Cpu, llvm::StringRef Entries,
                bool Simulates) {
    llvm::SmallString<128> File;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("kb", "yaml", File));
    const llvm::FileRemover Remover(File);
    {
      std::error_code EC;
      llvm::raw_fd_ostream(File, EC)
          << "schema: 1\nname: hidden\ntarget: x86_64\ncpus: [" << Cpu
          << "]\nbase: " << Cpu
          << "\nsources: {made: \"made up\"}\ninstructions:\n"
          << Entries;
    }
    Model = llvm::cantFail(PortModel::create(
        T.Target->target(), T.Target->triple(), T.Target->instrInfo(),
        {Cpu, llvm::cantFail(readModelFile(File)), nullptr}));
    Runner = std::make_unique<ModelLoopRunner>(*Model, *T.Semantics, Simulates);
  }
  std::unique_ptr<PortModel> Model;
  std::unique_ptr<ModelLoopRunner> Runner;
};

/// \p Names on \p Machine, and on the model of \p T.
inline std::vector<FormRow> measureForms(FormTester &T, LoopRunner &Machine,
                                         bool Simulates,
                                         llvm::ArrayRef<const char *> Names) {
  ModelLoopRunner Model(*T.Model, *T.Semantics, Simulates);
  FormExperiments OnMachine(Machine, T.Builder), OnModel(Model, T.Builder);
  std::vector<FormRow> Rows;
  for (const char *Name : Names) {
    const InstructionForm &F = T.form(Name);
    Rows.push_back({&F, OnMachine.measure(F), OnModel.measure(F)});
  }
  return Rows;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_MEASURE_HIDDENMACHINE_H
