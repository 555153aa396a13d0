//===- FormTester.h - Forms and a hidden model ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What tests of `kernel-opt measure` share: the forms of x86-64 and the models
/// of cores, which stand for machines.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_MEASURE_FORMTESTER_H
#define KERNEL_BOUNDS_UNITTESTS_MEASURE_FORMTESTER_H

#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/FormExperiments.h"
#include "kernel-bounds/Measure/ModelLoopRunner.h"
#include "kernel-bounds/Model/ModelFile.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace kernelbounds {

/// The model file \p Text; null if that is empty.
inline std::shared_ptr<const ModelStorage> readModelText(llvm::StringRef Text) {
  if (Text.empty())
    return nullptr;
  llvm::SmallString<128> Path;
  int File = -1;
  if (llvm::sys::fs::createTemporaryFile("model", "yaml", File, Path))
    llvm::report_fatal_error("no temporary file");
  llvm::raw_fd_ostream(File, /*shouldClose=*/true) << Text;
  auto Model = readModelFile(Path);
  llvm::sys::fs::remove(Path);
  return llvm::cantFail(std::move(Model));
}

class FormTester {
public:
  /// \param User a model file over that core; empty: none.
  explicit FormTester(llvm::StringRef Cpu,
                      llvm::StringRef TargetName = "x86_64",
                      llvm::StringRef User = "")
      : Target(llvm::cantFail(TargetContext::create(
            llvm::Triple(TargetName + "-unknown-linux-gnu"), "", ""))),
        Semantics(createTargetSemantics(
            Target->triple(), {&Target->target(), &Target->instrInfo(),
                               &Target->registerInfo()})),
        Model(llvm::cantFail(PortModel::create(
            Target->target(), Target->triple(), Target->instrInfo(),
            {Cpu.str(), readModelText(User)}))),
        Builder(*Semantics), Catalog(listForms(*Target, Builder, *Model)) {}

  const InstructionForm &form(llvm::StringRef Name) const {
    const InstructionForm *F = Catalog.find(Name);
    assert(F && "LLVM has the form");
    return *F;
  }

  /// The reason of one that is left out; empty if none is of that name.
  std::string whyLeftOut(llvm::StringRef Name) const {
    for (const LeftOutForm &F : Catalog.LeftOut)
      if (F.Name == Name)
        return F.Reason;
    return "";
  }

  std::unique_ptr<TargetContext> Target;
  std::unique_ptr<TargetSemantics> Semantics;
  std::unique_ptr<PortModel> Model;
  FormBuilder Builder;
  FormCatalog Catalog;
};

/// A machine on which loops take what another one says, and a change of it.
class ChangedRunner : public LoopRunner {
public:
  using Change = std::function<void(const TimedLoop &, LoopOutcome &)>;
  ChangedRunner(LoopRunner &Inner, Change How, double Noise = 0)
      : Inner(Inner), How(std::move(How)), Noise(Noise) {}
  LoopOutcome run(const TimedLoop &Loop) override {
    LoopOutcome O = Inner.run(Loop);
    How(Loop, O);
    ++NumRuns;
    return O;
  }
  double noise() const override { return Noise; }
  unsigned NumRuns = 0;

private:
  LoopRunner &Inner;
  Change How;
  double Noise;
};

/// The figure of one latency; -1000 if the form has none of that name.
inline double latencyOf(const FormResult &R, llvm::StringRef From,
                        llvm::StringRef To) {
  for (const FormLatency &L : R.Latencies)
    if (L.From == From && L.To == To)
      return L.Cycles;
  return -1000;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_MEASURE_FORMTESTER_H
