//===- RegisterTarget.cpp - LLVM's part of a target -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls LLVM's initializers. They are weak references: an LLVM that was built
/// without a target has none, which is an error when code of that target comes,
/// and not before.
///
/// Apart from Targets.cpp, because the plugin's host has registered its targets
/// itself. Tested by unittests/Target/TargetsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "RegisterTarget.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

#define KB_TARGET(Target, Name, Shown, DarwinName, Matches, GenericCpu,        \
                  DefaultCpu, AsmFeatures, PlaceholderLatency, PlainCpu)       \
  extern "C" {                                                                 \
  [[gnu::weak]] void LLVMInitialize##Target##TargetInfo();                     \
  [[gnu::weak]] void LLVMInitialize##Target##TargetMC();                       \
  [[gnu::weak]] void LLVMInitialize##Target##AsmParser();                      \
  [[gnu::weak]] void LLVMInitialize##Target##Disassembler();                   \
  }
#include "kernel-bounds/Model/Targets.def"

// The parameter must not be called Target, which names end with.
#define KB_TARGET(Arch, ...)                                                   \
  extern "C" {                                                                 \
  [[gnu::weak]] void LLVMInitialize##Arch##Target();                           \
  [[gnu::weak]] void LLVMInitialize##Arch##AsmPrinter();                       \
  }
#include "kernel-bounds/Model/Targets.def"

bool kernelbounds::initialize(ArrayRef<LLVMInitializer> Initializers) {
  if (is_contained(Initializers, nullptr))
    return false;
  for (LLVMInitializer I : Initializers)
    I();
  return true;
}

Error kernelbounds::errorIfMissing(bool IsThere, StringRef Shown) {
  if (IsThere)
    return Error::success();
  return createStringError("LLVM was built without the target " + Shown.str());
}

Error kernelbounds::registerTarget(const Triple &TT) {
  const TargetRecord *Record = findTarget(TT);
#define KB_TARGET(Target, Name, Shown, DarwinName, Matches, GenericCpu,        \
                  DefaultCpu, AsmFeatures, PlaceholderLatency, PlainCpu)       \
  if (Record && Record->LLVMName == #Target) {                                 \
    static const bool IsThere = initialize(                                    \
        {LLVMInitialize##Target##TargetInfo, LLVMInitialize##Target##TargetMC, \
         LLVMInitialize##Target##AsmParser,                                    \
         LLVMInitialize##Target##Disassembler});                               \
    return errorIfMissing(IsThere, Shown);                                     \
  }
#include "kernel-bounds/Model/Targets.def"
  return createStringError("unsupported target '" + TT.str() +
                           "': " + shownTargets() + " are known");
}

Error kernelbounds::registerCodeGenerator(const Triple &TT) {
  if (Error E = registerTarget(TT))
    return E;
  const TargetRecord *Record = findTarget(TT);
#define KB_TARGET(Arch, Name, Shown, ...)                                      \
  if (Record->LLVMName == #Arch) {                                             \
    static const bool IsThere = initialize(                                    \
        {LLVMInitialize##Arch##Target, LLVMInitialize##Arch##AsmPrinter});     \
    return errorIfMissing(IsThere, Shown);                                     \
  }
#include "kernel-bounds/Model/Targets.def"
  llvm_unreachable("registerTarget() knows all targets");
}
