//===- LegacyDecode.cpp - Cycles of the decoders --------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Predecode: a block takes a cycle for each PredecodeWidth instructions that
/// end in it, at least one. An instruction that reaches into the next block
/// counts in both if its opcode stands in the first. One with a length-changing
/// prefix stops it for LengthStall cycles, of which those are hidden that the
/// block before took beyond its first.
///
/// Decoders: instructions in order, as many in a cycle as there are decoders. A
/// jump that is taken ends a group. An instruction of more than SimpleDecoder
/// micro-ops goes to the first decoder only, and so begins one. A part of a
/// group is a group, so that taking as many as fit is best: no other grouping
/// has fewer.
///
/// Example (Skylake): `nop; nop; nop; nop; dec %rcx; jne`, the first four of 1
/// byte, of which the first block ends with the first byte of the `jne`: six
/// count in it, which is two cycles, and one in the next.
///
/// Lower bound: of windows that are decoded because the cache is too small only
/// the blocks count in which an instruction starts (others may be decoded in
/// their place), the last decoder takes all that the others do, and microcode
/// takes one cycle.
///
/// Sources: the predecoder's rule is that of A. Abel, S. Sharma, J. Reineke,
/// "Facile: Fast, Accurate, and Interpretable Basic-Block Throughput
/// Prediction" (IISWC 2023, doi:10.1109/IISWC59245.2023.00023), the decoders'
/// that of Intel's optimization manual, section on instruction decode. Both
/// were measured by this project on a Cascade Lake, with a jump on every
/// boundary of 32 bytes: 2.04 cycles for 4 instructions in 32 bytes, 4.04 for
/// 12, 5.05, 8.06 and 14.07 with 1, 2 and 4 prefixes; 5.07 for
/// 4 x bswap, 3 x nop, jo, and 4.07 where nops stand between the first three.
/// Of 1,666 loops of nops at random places that are decoded as a whole, with a
/// jump over a boundary, all take just what the two stages say (within 0.3
/// cycles). That opcodes decide is A. Abel, J. Reineke, "uiCA" (ICS 2022), on
/// the predecoder, and these loops.
///
/// Tested by unittests/Bounds/LegacyDecodeTest.cpp,
/// test/models/skylake-avx512/decoders.s.
//
//===----------------------------------------------------------------------===//

#include "LegacyDecode.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A block of code on its way through the predecoder.
struct Block {
  uint64_t Number;
  unsigned NumInsts = 0;  ///< That end in it, or reach out of it.
  unsigned NumStalls = 0; ///< Those of them with a length-changing prefix.
  bool MayBeSpared = true;
};

} // namespace

static SmallVector<Block, 16> cutBlocks(ArrayRef<DecodedInst> Insts,
                                        bool CountsEnds, unsigned Bytes) {
  SmallVector<Block, 16> Blocks;
  bool IsJoined = false; // To the instruction before.
  for (const DecodedInst &I : Insts) {
    const uint64_t First = I.Address / Bytes;
    const uint64_t Last = (I.Address + I.Size - 1) / Bytes;
    if (Blocks.empty() || I.StartsRun || Blocks.back().Number != First)
      Blocks.push_back({First});
    if (!IsJoined || I.StartsRun || (CountsEnds && !I.IsOneOfMany))
      Blocks.back().MayBeSpared = false;
    IsJoined = I.JoinsNext;
    if (Last != First) {
      Blocks.back().NumInsts +=
          !I.IsOneOfMany && I.OpcodeAddress / Bytes == First;
      Blocks.push_back({Last});
    }
    if (I.IsOneOfMany)
      continue;
    if (CountsEnds)
      Blocks.back().MayBeSpared = false;
    ++Blocks.back().NumInsts;
    Blocks.back().NumStalls += I.IsLengthChanging;
  }
  return Blocks;
}

unsigned kernelbounds::countDecodeGroups(ArrayRef<DecodedInst> Insts,
                                         const FrontEndParams &P) {
  if (P.Decoders == 0)
    return 0;
  unsigned Used = P.Decoders; // In the group at hand; at first there is none.
  unsigned NumGroups = 0;
  for (size_t I = 0; I < Insts.size(); ++I) {
    if (Insts[I].IsOneOfMany)
      continue;
    if (Insts[I].StartsRun)
      Used = P.Decoders;
    unsigned Uops = Insts[I].Uops;
    while (Insts[I].JoinsNext && I + 1 < Insts.size())
      Uops += Insts[++I].Uops;
    if (Used >= P.Decoders ||
        (P.SimpleDecoder != 0 && Uops > P.SimpleDecoder)) {
      ++NumGroups;
      Used = 0;
    }
    ++Used;
  }
  return NumGroups;
}

DecodeCost kernelbounds::computeDecodeCost(ArrayRef<DecodedInst> Insts,
                                           bool CountsEnds,
                                           const FrontEndParams &P) {
  DecodeCost C;
  if (Insts.empty())
    return C;
  C.DecoderCycles = countDecodeGroups(Insts, P);
  if (P.DecodeBlock == 0)
    return C;
  SmallVector<Block, 16> Blocks = cutBlocks(Insts, CountsEnds, P.DecodeBlock);
  auto CyclesOf = [&](const Block &B) -> unsigned {
    if (B.MayBeSpared)
      return 0;
    if (P.PredecodeWidth == 0)
      return 1;
    return std::max(1u, (B.NumInsts + P.PredecodeWidth - 1) / P.PredecodeWidth);
  };
  // The block before: of the last trip for the first.
  unsigned Before = CyclesOf(Blocks.back());
  for (const Block &B : Blocks) {
    const unsigned Cycles = CyclesOf(B), Stall = B.NumStalls * P.LengthStall;
    const unsigned Hidden = Before == 0 ? 0 : Before - 1;
    C.NumBlocks += !B.MayBeSpared;
    C.PredecodeCycles += Cycles + (Stall > Hidden ? Stall - Hidden : 0);
    Before = Cycles;
  }
  return C;
}
