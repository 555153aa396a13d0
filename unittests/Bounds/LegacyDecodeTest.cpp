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
  // 5.07: three groups of one, one of four, and the jump; the nop at the start
  // is a group of its own.
  B = boundOf({{3, 'c'}, {3, 'c'}, {3, 'c'}, {3, 'c'}, {8}, {8}, {2}});
  EXPECT_EQ(B.Value, 161);
  EXPECT_EQ(B.Complex.size(), 128u);
  EXPECT_EQ(B.PredecodeCycles, 65u);
  // 4.07: the jump is in the last group.
  EXPECT_EQ(
      boundOf({{3, 'c'}, {8}, {3, 'c'}, {3, 'c'}, {8}, {3, 'c'}, {2}}).Value,
      129);
}

/// Nops of the given sizes from \p Start on, then `sub $1, %r15; jne` of 4 and
/// 2 bytes. Opcodes as `nopw` has them (66 0f 1f ...), and the others (0f 1f).
FrontEndBound nops(uint64_t Start, const std::vector<unsigned> &Sizes) {
  std::vector<CodeInst> Code;
  auto Add = [&](unsigned Size, unsigned Opcode, bool Joins, bool IsBranch) {
    Code.push_back({Start, Size, Joins ? 0u : 1u, Joins, IsBranch, false, false,
                    uint8_t(Opcode)});
    Start += Size;
  };
  for (unsigned Size : Sizes)
    Add(Size, Size == 1 ? 0 : Size == 6 || Size == 9 ? 2 : 1, false, false);
  Add(4, 1, true, false);
  Add(2, 0, false, true);
  return computeFrontEndBound(Code, 64, skylake());
}

// Measured on a Cascade Lake in the comments; in all the jump back crosses a
// boundary.
TEST(LegacyDecode, OpcodesBeforeABlocksEnd) {
  // Of 6 the last has its opcode in the block: 2 cycles, and 1 for its end.
  EXPECT_EQ(nops(23, {1, 1, 1, 1}).Value, 3);       // 3.00
  EXPECT_EQ(nops(51, {2, 3, 2, 3, 1}).Value, 3);    // 3.01
  EXPECT_EQ(nops(42, {4, 4, 4, 4, 2, 1}).Value, 4); // 4.01
  // Five, and of the pair only the prefix.
  EXPECT_EQ(nops(20, {2, 2, 3, 2, 2}).Value, 2); // 2.00
  EXPECT_EQ(nops(52, {3, 3, 3, 1, 1}).Value, 2); // 2.00
}

// Cycles of the cache, of the decoders, of the switch; measured in the
// comments.
TEST(LegacyDecode, CacheThenDecoders) {
  // 7 micro-ops in the first window, then two blocks of 2 and 3 and the end.
  const std::vector<unsigned> Seven = {3, 3, 3, 3, 3, 3, 3};
  auto After = [](std::vector<unsigned> First, std::vector<unsigned> Rest) {
    First.insert(First.end(), Rest.begin(), Rest.end());
    return First;
  };
  FrontEndBound B = nops(43, After(Seven, {8, 8, 4, 3, 3}));
  EXPECT_EQ(B.Value, 5); // 4.98; 2 + 2 + 1
  EXPECT_EQ(B.DeliveryCycles, 2u);
  EXPECT_EQ(B.DecoderCycles, 2);
  EXPECT_EQ(B.SwitchCycles, 1u);
  EXPECT_EQ(B.PredecodeCycles, 2u);
  // Predecoding does not wait: of 2 and 7 micro-ops here the same.
  B = nops(43, After(Seven, {8, 8, 3, 3, 3, 2}));
  EXPECT_EQ(B.PredecodeCycles, 4u);
  EXPECT_EQ(B.Value, 5);                                  // 4.98
  EXPECT_EQ(nops(58, {3, 3, 8, 8, 3, 3, 3, 2}).Value, 5); // 5.00
  // The second half of a fetch group brings the first with it: four blocks.
  B = nops(0, {8, 8, 8, 8, 8, 8, 8, 3});
  EXPECT_EQ(B.NumLegacyWindows, 2u);
  EXPECT_EQ(B.SwitchCycles, 0u);
}

// Everything behind a jump over a boundary is decoded, to the jump back.
TEST(LegacyDecode, ToTheJumpBack) {
  std::vector<CodeInst> Code;
  for (uint64_t At = 0; At < 192; At += 8)
    Code.push_back({At, 8, 1, false, false});
  Code.push_back({192, 2, 1, false, true});
  EXPECT_EQ(computeFrontEndBound(Code, 64, skylake()).NumLegacyWindows, 0u);
  Code[11].IsBranch = true; // Ends at byte 96: the third of seven windows.
  FrontEndBound B = computeFrontEndBound(Code, 64, skylake());
  EXPECT_EQ(B.NumLegacyWindows, 5u);
  EXPECT_EQ(B.DeliveryCycles, 2u);
  EXPECT_EQ(B.PredecodeCycles, 9u);
  EXPECT_EQ(B.DecoderCycles, 5); // 17 of four.
  EXPECT_EQ(B.Value, 10);
  // But for what a jump that is taken leaves out: from 128 on it is another
  // stretch, in the cache.
  for (size_t I = 16; I < Code.size(); ++I)
    Code[I].Address += 64;
  B = computeFrontEndBound(Code, 64, skylake());
  EXPECT_EQ(B.NumLegacyWindows, 2u);
  EXPECT_EQ(B.SwitchCycles, 1u);
}

// Two stretches in one window: the first is in the cache, though the second,
// with a jump over its end, is not.
TEST(LegacyDecode, StretchesOfOneWindow) {
  std::vector<CodeInst> Code = {{0, 4, 1, false, false},
                                {4, 2, 1, false, true},
                                {20, 8, 1, false, false},
                                {28, 6, 1, false, true}};
  FrontEndBound B = computeFrontEndBound(Code, 64, skylake());
  EXPECT_EQ(B.NumWindows, 2u);
  EXPECT_EQ(B.NumLegacyWindows, 1u);
  EXPECT_EQ(B.SwitchCycles, 1u);
  EXPECT_EQ(B.NumBlocks, 2u);
}

std::vector<DecodedInst> decoded(const std::vector<unsigned> &Uops) {
  std::vector<DecodedInst> Insts;
  for (unsigned U : Uops)
    Insts.push_back({Insts.size() * 4, 4, U, false, false, false});
  return Insts;
}

// Five simple ones in groups of four are two: the jump back ends a group.
TEST(LegacyDecode, JumpsEndGroups) {
  std::vector<DecodedInst> Insts = decoded({1, 1, 1, 1, 1});
  EXPECT_EQ(countDecodeGroups(Insts, skylake()), 2u);
  Insts[2].StartsRun = true; // 2 and 3
  EXPECT_EQ(countDecodeGroups(Insts, skylake()), 2u);
  Insts[1].StartsRun = true;
  EXPECT_EQ(countDecodeGroups(Insts, skylake()), 3u);
  EXPECT_EQ(countDecodeGroups(decoded({2, 1, 1, 1, 1}), skylake()), 2u);
  EXPECT_EQ(countDecodeGroups(decoded({2, 2, 1}), skylake()), 2u);
  FrontEndParams Any = skylake();
  Any.SimpleDecoder = 0;
  EXPECT_EQ(countDecodeGroups(decoded({2, 2, 1}), Any), 1u);
  Any.Decoders = 0;
  EXPECT_EQ(countDecodeGroups(decoded({2, 2, 1}), Any), 0u);
}

// A fused pair is one instruction to the decoders, two to the predecoder.
TEST(LegacyDecode, FusedPair) {
  std::vector<DecodedInst> Insts = decoded({1, 1, 1, 0, 1});
  Insts[3].JoinsNext = true;
  Insts.push_back(Insts[0]);
  EXPECT_EQ(countDecodeGroups(Insts, skylake()), 2u); // Four and one.
  Insts.pop_back();
  EXPECT_EQ(countDecodeGroups(Insts, skylake()), 1u);
  Insts[3].Uops = 1; // Two micro-ops: only for the first decoder.
  EXPECT_EQ(countDecodeGroups(Insts, skylake()), 2u);
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
    for (DecodedInst &I : Insts)
      I.StartsRun = Rng() % 5 == 0;
    EXPECT_EQ(countDecodeGroups(Insts, P), fewestGroups(Insts, 0, P));
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
    // Bytes up to the opcode, which the last block does not have.
    for (unsigned Byte = 0; Byte < I.Size; ++Byte)
      if (Byte == I.OpcodeOffset && (I.Address + Byte) / P.DecodeBlock != Last)
        ++Ends[(I.Address + Byte) / P.DecodeBlock];
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
      Code.back().OpcodeOffset =
          Rng() % 4 == 0 ? UnknownOpcode : Rng() % Code.back().Size;
      Address += Code.back().Size;
    }
    FrontEndBound B = computeFrontEndBound(Code, 64, P);
    EXPECT_EQ(B.NumLegacyWindows, B.NumWindows);
    EXPECT_EQ(B.PredecodeCycles, predecodeByHand(Code, P));
  }
}

} // namespace
