//===- FrontEndTestSupport.h - Cores for tests of the front end -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_BOUNDS_FRONTENDTESTSUPPORT_H
#define KERNEL_BOUNDS_UNITTESTS_BOUNDS_FRONTENDTESTSUPPORT_H

#include "kernel-bounds/Bounds/FrontEndBound.h"

namespace kernelbounds {

/// Skylake's micro-op cache, as in its model; of the decoders only the blocks.
inline FrontEndParams skylakeCache() {
  FrontEndParams P;
  P.Window = 32;
  P.Line = 6;
  P.Ways = 3;
  P.Lines = 256;
  P.Fetch = 64;
  P.Merge = 2;
  P.Width = 6;
  P.DecodeBlock = 16;
  P.JumpBoundary = 32;
  P.Switch = 1;
  return P;
}

/// With the decoders.
inline FrontEndParams skylake() {
  FrontEndParams P = skylakeCache();
  P.PredecodeWidth = 5;
  P.LengthStall = 3;
  P.Decoders = 4;
  P.SimpleDecoder = 1;
  return P;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_BOUNDS_FRONTENDTESTSUPPORT_H
