//===- AnalysisManagers.cpp - What passes on LLVM IR ask ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "AnalysisManagers.h"
#include "llvm/Target/TargetMachine.h"

using namespace kernelbounds;
using namespace llvm;

TargetLibraryInfoImpl kernelbounds::libraryOf(const Compilation &How) {
  return TargetLibraryInfoImpl(How.TM->getTargetTriple(),
                               How.TM->Options.VecLib);
}

AnalysisManagers::AnalysisManagers(const Compilation &How)
    : PB(How.TM, How.Tuning, std::nullopt, &PIC) {
  FAM.registerPass([&] { return TargetLibraryAnalysis(libraryOf(How)); });
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
}
