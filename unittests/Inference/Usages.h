//===- Usages.h - Usages in short -------------------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sets and usages as tests write them.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_INFERENCE_USAGES_H
#define KERNEL_BOUNDS_UNITTESTS_INFERENCE_USAGES_H

#include "kernel-bounds/Inference/PortInference.h"
#include <initializer_list>

namespace kernelbounds {

inline PortSet setOf(std::initializer_list<unsigned> Ports) {
  PortSet S;
  for (unsigned P : Ports)
    S.insert(P);
  return S;
}

inline FormUsage usage(unsigned Slots,
                       std::initializer_list<ResourceUse> Uses) {
  FormUsage U;
  U.Uses.assign(Uses.begin(), Uses.end());
  U.Slots = Slots;
  return U;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_INFERENCE_USAGES_H
