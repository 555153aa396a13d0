//===- Targets.cpp - The registry of targets ------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See Targets.h. Tested by unittests/Target/TargetsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Target/Targets.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
struct Registered {
  std::unique_ptr<TargetSemantics> (*Create)(const Triple &,
                                             const TargetDescription &);
  const TargetCode &(*Code)();
};
} // namespace

/// Parallel to allTargets().
static constexpr Registered All[] = {
#define KB_TARGET(Target, Name, Shown, DarwinName, Matches, GenericCpu,        \
                  DefaultCpu, AsmFeatures, PlaceholderLatency, PlainCpu)       \
  {create##Target##Semantics, codeOf##Target},
#include "kernel-bounds/Model/Targets.def"
};

static const Registered *find(const Triple &TT) {
  const TargetRecord *Record = findTarget(TT);
  return Record ? &All[Record - allTargets().data()] : nullptr;
}

std::unique_ptr<TargetSemantics>
kernelbounds::createTargetSemantics(const Triple &TT,
                                    const TargetDescription &TD) {
  const Registered *R = find(TT);
  return R ? R->Create(TT, TD) : nullptr;
}

const TargetCode *kernelbounds::findTargetCode(const Triple &TT) {
  const Registered *R = find(TT);
  return R ? &R->Code() : nullptr;
}
