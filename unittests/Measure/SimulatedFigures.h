//===- SimulatedFigures.h - Core experiments on simulated cores -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Figures of the core for tests of what is made of them.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_MEASURE_SIMULATEDFIGURES_H
#define KERNEL_BOUNDS_UNITTESTS_MEASURE_SIMULATEDFIGURES_H

#include "FormTester.h"
#include "kernel-bounds/Measure/CoreExperiments.h"
#include "kernel-bounds/Measure/CoreStudy.h"
#include "kernel-bounds/Measure/LoopText.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelbounds {

/// Those of the experiments whose names begin with one of \p Prefixes.
inline CoreFigures figuresOf(LoopRunner &Machine,
                             llvm::ArrayRef<llvm::StringRef> Prefixes) {
  std::vector<CoreExperiment> Experiments =
      llvm::cantFail(listCoreExperiments(x86Forms()));
  llvm::erase_if(Experiments, [&](const CoreExperiment &E) {
    return llvm::none_of(Prefixes, [&](llvm::StringRef P) {
      return llvm::StringRef(E.Name).starts_with(P);
    });
  });
  CoreFigures F;
  llvm::cantFail(studyCore(Experiments, Machine, F));
  return F;
}

/// What the experiments give on the simulated core \p Cpu, but for those that
/// only fitting a model uses.
inline CoreFigures figuresOf(llvm::StringRef Cpu) {
  const FormTester T(Cpu);
  ModelLoopRunner Machine(*T.Model, *T.Semantics, /*Simulates=*/true);
  std::vector<CoreExperiment> Experiments =
      llvm::cantFail(listCoreExperiments(x86Forms()));
  llvm::erase_if(Experiments, [](const CoreExperiment &E) {
    return llvm::StringRef(E.Name).starts_with("choice.");
  });
  CoreFigures F;
  llvm::cantFail(studyCore(Experiments, Machine, F));
  return F;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_MEASURE_SIMULATEDFIGURES_H
