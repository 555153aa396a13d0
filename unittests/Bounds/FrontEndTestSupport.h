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
#include <vector>

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

/// Instructions of the given sizes, then a fused dec and jnz of 5 bytes.
inline std::vector<CodeInst> loopOf(std::vector<unsigned> Sizes) {
  std::vector<CodeInst> Code;
  uint64_t Address = 0;
  for (unsigned S : Sizes) {
    Code.push_back({Address, S, 1, false, false});
    Address += S;
  }
  Code.push_back({Address, 3, 0, true, false});
  Code.push_back({Address + 3, 2, 1, false, true});
  return Code;
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_UNITTESTS_BOUNDS_FRONTENDTESTSUPPORT_H
