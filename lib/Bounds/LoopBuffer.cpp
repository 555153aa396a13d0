//===- LoopBuffer.cpp - How fast short loops come from their buffer -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop of at most LoopBuffer micro-ops runs from a buffer behind the cache.
/// It delivers LoopBufferWidth micro-ops a cycle, from wherever they stand and
/// over taken jumps, and the next trip begins in the next cycle. Loops of 7, 8,
/// 9, 12, 16, 17 and 19 micro-ops take 1.17, 1.33, 2.0, 2.0, 2.67, 3.0 and 3.17
/// cycles on a Golden Cove: its 6 slots, or 8 a cycle from the buffer. Of at
/// most LoopBufferCrossing, it takes two cycles if the jump back, or what is
/// fused to it, lies across a boundary of 64 bytes.
///
/// Tested by unittests/Bounds/FrontEndBoundTest.cpp,
/// test/models/golden-cove/loop-buffer.s and crossing.s.
//
//===----------------------------------------------------------------------===//

#include "LoopBuffer.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>

using namespace kernelbounds;
using namespace llvm;

/// Bytes between the boundaries that count.
constexpr unsigned Line = 64;

/// The jump at the end of \p Code, or an instruction that is fused to it, which
/// lies across a boundary of 64 bytes; nullopt if none does.
static std::optional<uint32_t> findCrossing(ArrayRef<CodeInst> Code) {
  for (size_t I = Code.size(); I-- > 0;) {
    if (I + 1 == Code.size() ? !Code[I].IsBranch : !Code[I].JoinsNext)
      break;
    if (Code[I].Address / Line != (Code[I].Address + Code[I].Size - 1) / Line)
      return I;
  }
  return std::nullopt;
}

FrontEndBound kernelbounds::fromLoopBuffer(uint64_t Uops,
                                           ArrayRef<CodeInst> Code,
                                           const FrontEndParams &P) {
  FrontEndBound B;
  if (P.LoopBufferWidth == 0)
    return B;
  B.Value = int64_t(divideCeil(Uops, P.LoopBufferWidth));
  B.NumBufferUops = Uops;
  B.IsAlignmentKnown = true; // It makes no difference, or makes it slower.
  if (Uops <= P.LoopBufferCrossing)
    if (const std::optional<uint32_t> Jump = findCrossing(Code)) {
      B.Value = std::max(B.Value, CyclesPerIter(2));
      B.Jumps = {*Jump};
    }
  return B;
}
