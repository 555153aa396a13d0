//===- CodeOpportunities.cpp - Where code should stand --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the front end needs if the loop starts elsewhere, if the assembler pads
/// the code so that no jump touches a boundary, or if the micro-op cache were
/// large enough.
///
/// Example (Skylake): a loop of 30 bytes that begins at 48 modulo 64 has a
/// jump over a boundary of 32 bytes and is decoded anew in each trip; at 0 it
/// is not.
///
/// Tested by test/models/skylake-avx512/front-end-next.s.
//
//===----------------------------------------------------------------------===//

#include "Opportunities.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// The code of \p A from address \p Start on.
static SmallVector<CodeInst, 0> codeAt(const Analysis &A, uint64_t Start) {
  SmallVector<CodeInst, 0> Code = codeOf(A.Mapped);
  const uint64_t First = A.kernel().Insts.front().Address;
  for (CodeInst &I : Code)
    I.Address += Start - First;
  return Code;
}

/// The front end if the loop starts at some multiple of \p Align, the worst.
static FrontEndBound whenAligned(const Analysis &A, unsigned Align) {
  FrontEndBound Worst;
  for (unsigned Start = 0; Start < 64; Start += Align) {
    const FrontEndBound B =
        computeFrontEndBound(codeAt(A, Start), 64, frontEndParams(A.model()));
    Worst.Value = std::max(Worst.Value, B.Value);
    Worst.Expected = std::max(Worst.Expected, B.Expected);
  }
  return Worst;
}

/// \p O with the front end at so many cycles, if it is worthwhile.
static Opportunity withFrontEnd(const Baseline &Today, Opportunity O,
                                const FrontEndBound &Code) {
  O.From = Today.Now;
  O.To = Today.withFrontEnd(Code.Value, Code.Expected);
  O.AtLeast = Today.atLeastWithFrontEnd(Code.Value);
  return Today.worthwhile(O);
}

static Opportunity alignLoop(const Baseline &Today) {
  const Analysis &A = Today.A;
  Opportunity O;
  for (unsigned Align : {64u, 32u}) {
    const FrontEndBound Code = whenAligned(A, Align);
    CyclesPerIter To = Today.withFrontEnd(Code.Value, Code.Expected);
    if (O.What != Opportunity::Kind::None && To > O.To)
      break;
    O.What = Opportunity::Kind::AlignLoop;
    O.Count = Align;
    O.To = To;
    O.AtLeast = Today.atLeastWithFrontEnd(Code.Value);
  }
  O.From = Today.Now;
  return Today.worthwhile(O);
}

/// As an assembler does: instructions before a jump, or before its fused pair,
/// become longer until it starts on the boundary.
static Opportunity padJumps(const Baseline &Today) {
  const Analysis &A = Today.A;
  Opportunity O;
  const FrontEndParams P = frontEndParams(A.model());
  if (frontEndWitness(A).Jumps.empty() || P.JumpBoundary == 0)
    return O;
  SmallVector<CodeInst, 0> Code = codeAt(A, frontEndWitness(A).Offset);
  uint64_t Padding = 0;
  for (size_t I = 0; I < Code.size(); ++I) {
    Code[I].Address += Padding;
    const bool IsPair = Code[I].JoinsNext && I + 1 < Code.size();
    const size_t Last = IsPair ? I + 1 : I;
    const bool IsSecond = I != 0 && Code[I - 1].JoinsNext;
    if (!Code[Last].IsBranch || IsSecond)
      continue;
    const uint64_t Start = Code[I].Address;
    const uint64_t End =
        Code[Last].Address + (IsPair ? Padding : 0) + Code[Last].Size;
    if (Start / P.JumpBoundary == End / P.JumpBoundary)
      continue;
    const uint64_t By = P.JumpBoundary - Start % P.JumpBoundary;
    Code[I].Address += By;
    Padding += By;
    if (I != 0)
      Code[I - 1].Size += By;
  }
  O.What = Opportunity::Kind::PadJumps;
  O.Count = frontEndWitness(A).Jumps.size();
  O.Insts = frontEndWitness(A).Jumps;
  return withFrontEnd(Today, O, computeFrontEndBound(Code, 64, P));
}

static Opportunity fitCache(const Baseline &Today) {
  const Analysis &A = Today.A;
  Opportunity O;
  FrontEndParams P = frontEndParams(A.model());
  if (P.Lines == 0 || frontEndWitness(A).NumLegacyWindows == 0)
    return O;
  P.Lines = 0;
  SmallVector<CodeInst, 0> Code = codeAt(A, frontEndWitness(A).Offset);
  O.What = Opportunity::Kind::FitCache;
  O.Count = frontEndWitness(A).NumLegacyWindows;
  return withFrontEnd(Today, O, computeFrontEndBound(Code, 64, P));
}

Opportunity kernelbounds::findCodePlacement(const Baseline &Today) {
  Opportunity Best;
  for (const Opportunity &O :
       {alignLoop(Today), padJumps(Today), fitCache(Today)})
    if (O.What != Opportunity::Kind::None &&
        (Best.What == Opportunity::Kind::None || O.To < Best.To))
      Best = O;
  return Best;
}
