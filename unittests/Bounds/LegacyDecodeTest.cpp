//===- LegacyDecodeTest.cpp -----------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LegacyDecode.h"
#include "FrontEndTestSupport.h"
#include "TestSupport.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace kernelbounds;

namespace {

/// Skylake's cache and decoders, as in its model.
FrontEndParams skylake() {
  FrontEndParams P = skylakeCache();
  P.PredecodeWidth = 5;
  P.LengthStall = 3;
  P.Decoders = 4;
  P.SimpleDecoder = 1;
  return P;
}

/// Size in bytes; 'l': a length-changing prefix; 'c': two micro-ops; 'j': the
/// jump that ends a window, of 2 bytes.
struct Piece {
  unsigned Size;
  char Kind = ' ';
};

/// A nop, then 30 bytes of pieces and the jump, 32 times: each jump crosses a
/// boundary of 32 bytes.
std::vector<CodeInst> windows(const std::vector<Piece> &Pieces) {
  std::vector<CodeInst> Code = {{0, 1, 1, false, false}};
  auto Add = [&](unsigned Size, unsigned Uops, bool IsBranch, bool Prefix) {
    Code.push_back({Code.back().Address + Code.back().Size, Size, Uops, false,
                    IsBranch, Prefix});
  };
  for (unsigned N = 0; N < 32; ++N) {
    for (Piece P : Pieces)
      Add(P.Size, P.Kind == 'c' ? 2 : 1, false, P.Kind == 'l');
    Add(2, 1, true, false);
  }
  return Code;
}

FrontEndBound boundOf(const std::vector<Piece> &Pieces) {
  return computeFrontEndBound(windows(Pieces), 64, skylake());
}

// Measured on a Cascade Lake, cycles of 32 windows in the comments.
TEST(LegacyDecode, MeasuredLoops) {
  EXPECT_EQ(boundOf({{8}, {8}, {8}, {6}}).Value,
            65); // 65.2: 2 blocks, and the last jump's end.
  // 12 instructions: 6 in each block of 5 a cycle, 4.04 cycles a window.
  EXPECT_EQ(boundOf({{3}, {3}, {3}, {3}, {3}, {3}, {2}, {2}, {2}, {2}, {4}})
                .PredecodeCycles,
            129u);
  // 5.05, 8.06, 14.07: three cycles more for each prefix.
  EXPECT_EQ(boundOf({{4, 'l'}, {8}, {8}, {8}, {2}}).Value, 161);
  EXPECT_EQ(boundOf({{4, 'l'}, {4, 'l'}, {8}, {8}, {6}}).Value, 257);
  FrontEndBound B = boundOf({{4, 'l'}, {4, 'l'}, {4, 'l'}, {4, 'l'}, {8}, {6}});
  EXPECT_EQ(B.Value, 449);
  EXPECT_EQ(B.NumBlocks, 65u);
  EXPECT_EQ(B.LengthChanging.size(), 128u);
  // 5.07: three groups of one, one of four, and the jump.
  B = boundOf({{3, 'c'}, {3, 'c'}, {3, 'c'}, {3, 'c'}, {8}, {8}, {2}});
  EXPECT_EQ(B.Value, 160);
  EXPECT_EQ(B.Complex.size(), 128u);
  EXPECT_EQ(B.PredecodeCycles, 65u);
  // 4.07: the jump is in the last group.
  EXPECT_EQ(
      boundOf({{3, 'c'}, {8}, {3, 'c'}, {3, 'c'}, {8}, {3, 'c'}, {2}}).Value,
      128);
}

std::vector<DecodedInst> decoded(const std::vector<unsigned> &Uops) {
  std::vector<DecodedInst> Insts;
  for (unsigned U : Uops)
    Insts.push_back({Insts.size() * 4, 4, U, false, false, false});
  return Insts;
}

// Five simple ones in groups of four, over the end of the loop: 5/4, not 2.
TEST(LegacyDecode, GroupsGoOnOverTheEnd) {
  std::vector<DecodedInst> Insts = decoded({1, 1, 1, 1, 1});
  EXPECT_EQ(countDecodeGroups(Insts, true, skylake()), CyclesPerIter(5, 4));
  Insts[0].StartsRun = true;
  EXPECT_EQ(countDecodeGroups(Insts, false, skylake()), 2);
  EXPECT_EQ(countDecodeGroups(decoded({2, 1, 1, 1, 1}), true, skylake()), 2);
  EXPECT_EQ(countDecodeGroups(decoded({2, 2, 1}), true, skylake()), 2);
  FrontEndParams Any = skylake();
  Any.SimpleDecoder = 0;
  EXPECT_EQ(countDecodeGroups(decoded({2, 2, 1}), true, Any),
            CyclesPerIter(3, 4));
  Any.Decoders = 0;
  EXPECT_EQ(countDecodeGroups(decoded({2, 2, 1}), true, Any), 0);
}

// A fused pair is one instruction to the decoders, two to the predecoder.
TEST(LegacyDecode, FusedPair) {
  std::vector<DecodedInst> Insts = decoded({1, 1, 1, 0, 1});
  Insts[3].JoinsNext = true;
  Insts.push_back(Insts[0]);
  EXPECT_EQ(countDecodeGroups(Insts, true, skylake()), CyclesPerIter(5, 4));
  Insts[3].Uops = 1; // Two micro-ops: only for the first decoder.
  EXPECT_EQ(countDecodeGroups(Insts, true, skylake()), 2);
}

// Where the cache is too small, it may be other windows that are decoded.
TEST(LegacyDecode, WhatIsEvictedCountsByItsBlocks) {
  std::vector<CodeInst> Code;
  for (unsigned N = 0; N < 1200; ++N)
    Code.push_back({N * 8, 8, 1, false, false, true});
  FrontEndBound B = computeFrontEndBound(Code, 64, skylake());
  EXPECT_EQ(B.NumLegacyWindows, 44u);
  EXPECT_EQ(B.PredecodeCycles, 88u);
  EXPECT_EQ(B.DecoderCycles, 0);
  EXPECT_TRUE(B.LengthChanging.empty());
}

/// The fewest groups of instructions First.., all ways to cut tried.
unsigned fewestGroups(const std::vector<DecodedInst> &Insts, size_t First,
                      const FrontEndParams &P) {
  if (First == Insts.size())
    return 0;
  unsigned Best = UINT_MAX;
  for (size_t End = First + 1; End <= Insts.size() && End - First <= P.Decoders;
       ++End) {
    if (End - 1 > First &&
        (Insts[End - 1].Uops > P.SimpleDecoder || Insts[End - 1].StartsRun))
      break;
    Best = std::min(Best, 1 + fewestGroups(Insts, End, P));
  }
  return Best;
}

TEST(LegacyDecode, OracleOfGroups) {
  std::mt19937 Rng(11);
  for (int Round = 0; Round < 300; ++Round) {
    FrontEndParams P = skylake();
    P.Decoders = 2 + Rng() % 4;
    std::vector<unsigned> Uops(1 + Rng() % 9);
    for (unsigned &U : Uops)
      U = Rng() % 4 == 0 ? 2 : 1;
    std::vector<DecodedInst> Insts = decoded(Uops);
    // The loop several times: a trip more costs what the average says.
    CyclesPerIter Whole = countDecodeGroups(Insts, true, P);
    const unsigned Trips = P.Decoders * 3;
    std::vector<DecodedInst> Many;
    for (unsigned T = 0; T < Trips; ++T)
      Many.insert(Many.end(), Insts.begin(), Insts.end());
    // By dynamic programming from the end; the search above is exponential.
    std::vector<unsigned> Fewest(Many.size() + 1, UINT_MAX);
    Fewest[Many.size()] = 0;
    for (size_t I = Many.size(); I-- > 0;)
      for (size_t End = I + 1; End <= Many.size() && End - I <= P.Decoders;
           ++End) {
        if (End - 1 > I && Many[End - 1].Uops > P.SimpleDecoder)
          break;
        Fewest[I] = std::min(Fewest[I], 1 + Fewest[End]);
      }
    EXPECT_LE(Whole * int64_t(Trips), CyclesPerIter(Fewest[0]));
    EXPECT_LT(CyclesPerIter(Fewest[0]), Whole * int64_t(Trips) + 2);
    for (DecodedInst &I : Insts)
      I.StartsRun = Rng() % 5 == 0;
    Insts.front().StartsRun = true;
    EXPECT_EQ(countDecodeGroups(Insts, false, P), fewestGroups(Insts, 0, P));
  }
}

/// The predecoder in steady state, block by block.
unsigned predecodeByHand(const std::vector<CodeInst> &Code,
                         const FrontEndParams &P) {
  std::map<uint64_t, unsigned> Ends, Stalls, Starts;
  for (const CodeInst &I : Code) {
    uint64_t Last = (I.Address + I.Size - 1) / P.DecodeBlock;
    ++Starts[I.Address / P.DecodeBlock];
    ++Ends[Last];
    Stalls[Last] += I.IsLengthChanging ? P.LengthStall : 0;
  }
  std::vector<std::pair<unsigned, unsigned>> Blocks; // Cycles, stall.
  for (auto [Block, N] : Ends)
    Starts.try_emplace(Block, 0);
  for (auto [Block, N] : Starts)
    Blocks.push_back(
        {std::max(1u, (Ends[Block] + 4) / P.PredecodeWidth), Stalls[Block]});
  unsigned Cycles = 0;
  for (size_t I = 0; I < Blocks.size(); ++I) {
    unsigned Before = Blocks[(I + Blocks.size() - 1) % Blocks.size()].first;
    int Stall = int(Blocks[I].second) - std::max(0, int(Before) - 1);
    Cycles += Blocks[I].first + std::max(0, Stall);
  }
  return Cycles;
}

TEST(LegacyDecode, OracleOfPredecode) {
  std::mt19937 Rng(5);
  for (int Round = 0; Round < 300; ++Round) {
    FrontEndParams P = skylake();
    std::vector<CodeInst> Code;
    uint64_t Address = Rng() % 64;
    for (unsigned N = 1 + Rng() % 40; N != 0; --N) {
      Code.push_back({Address, 1 + unsigned(Rng() % 6), 20, false, false,
                      Rng() % 5 == 0}); // Too much for any window.
      Address += Code.back().Size;
    }
    FrontEndBound B = computeFrontEndBound(Code, 64, P);
    EXPECT_EQ(B.NumLegacyWindows, B.NumWindows);
    EXPECT_EQ(B.PredecodeCycles, predecodeByHand(Code, P));
  }
}

} // namespace
