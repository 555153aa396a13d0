//===- CoreTopology.cpp - Which processors share a core -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/IdleFiller.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

int kernelbounds::findOtherCore(ArrayRef<CoreOfProcessor> Processors,
                                int Measured) {
  auto Own = find_if(
      Processors, [&](const CoreOfProcessor &P) { return P.Cpu == Measured; });
  if (Own == Processors.end() || Own->Siblings.empty())
    return -1;
  auto Other = find_if(Processors, [&](const CoreOfProcessor &P) {
    return !P.Siblings.empty() && P.Siblings != Own->Siblings;
  });
  return Other == Processors.end() ? -1 : Other->Cpu;
}
