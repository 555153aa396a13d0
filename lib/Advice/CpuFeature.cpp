//===- CpuFeature.cpp - What a core has by LLVM ---------------------------
//===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A core has the features that its description names, and what these imply.
/// O(features of the target) with a few rounds.
/// Tested by unittests/Advice/FloatRateTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "CpuFeature.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"

using namespace kernelbounds;
using namespace llvm;

std::optional<bool> kernelbounds::cpuHasFeature(const PortModel &Model,
                                                StringRef Cpu,
                                                StringRef Feature) {
  const MCSubtargetInfo &STI = Model.subtarget();
  for (const SubtargetSubTypeKV &Known : STI.getAllProcessorDescriptions()) {
    if (Cpu != StringRef(Known.Key))
      continue;
    FeatureBitset Has = Known.Implies.getAsBitset(), Before;
    while (Has != Before) {
      Before = Has;
      for (const SubtargetFeatureKV &F : STI.getAllProcessorFeatures())
        if (Has.test(F.Value))
          Has |= F.Implies.getAsBitset();
    }
    return any_of(STI.getAllProcessorFeatures(), [&](const auto &F) {
      return Feature == StringRef(F.Key) && Has.test(F.Value);
    });
  }
  return std::nullopt;
}
