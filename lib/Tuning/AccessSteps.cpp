//===- AccessSteps.cpp - How far accesses move in a trip ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Tuning/AccessStepsTest.cpp and test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/AccessSteps.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Graph/KernelAddresses.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "kernel-bounds/Model/PortModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

AccessSteps kernelbounds::findAccessSteps(const Analysis &A) {
  AccessSteps Out;
  const Kernel &K = A.kernel();
  if (!K.Target || K.Mems.empty())
    return Out;
  KernelAddresses Addresses(K, A.model().instrInfo(), K.Target->numUnits());
  for (uint32_t I = 0; I < K.Mems.size(); ++I) {
    if (K.Mems[I].IsGather)
      continue;
    const std::optional<int64_t> Step = Addresses.distance(I, I, 1);
    if (Step && *Step != 0)
      Out.Constant.insert(*Step < 0 ? -static_cast<uint64_t>(*Step) : *Step);
  }
  return Out;
}

unsigned kernelbounds::tripsIn(const AccessSteps &Compiled,
                               const AccessSteps &Source, unsigned Likely) {
  constexpr unsigned Most = 4096;
  auto IsMultiple = [](const std::set<uint64_t> &Of,
                       const std::set<uint64_t> &What, uint64_t K) {
    return all_of(
        Of, [&](uint64_t S) { return S % K == 0 && What.count(S / K) != 0; });
  };
  if (Compiled.empty())
    return 0;
  auto IsPossible = [&](unsigned K) {
    return IsMultiple(Compiled.Constant, Source.Constant, K) &&
           IsMultiple(Compiled.Symbolic, Source.Symbolic, K);
  };
  if (Likely != 0 && IsPossible(Likely))
    return Likely;
  for (unsigned K = 1; K <= Most; ++K)
    if (IsPossible(K))
      return K;
  return 0;
}
