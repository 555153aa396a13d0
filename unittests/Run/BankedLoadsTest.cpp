//===- BankedLoadsTest.cpp - Loads that read from the same bank -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankedLoads.h"
#include "../Kernel/ToyTester.h"
#include "StretchSimulator.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A first level of 64 sets; a way has four banks of eight bytes, as on Zen 5.
CacheLevelSpec firstLevel(uint16_t Ways = 1) {
  CacheLevelSpec Level;
  Level.Sets = 64;
  Level.Ways = Ways;
  Level.LineBytes = 64;
  Level.Banks = 4;
  Level.BankBytes = 8;
  return Level;
}

StretchAccess load(uint64_t Address, unsigned Bytes = 8) {
  return {Address, 0, 0, static_cast<uint16_t>(Bytes), true, false};
}

/// Loads in order, each an instruction.
StretchAccesses loads(ArrayRef<StretchAccess> All) {
  StretchAccesses S{{All.begin(), All.end()}, {}};
  for (uint32_t I = 0; I <= All.size(); ++I)
    S.First.push_back(I);
  return S;
}

/// Whether \p B, in the cycle of \p A and behind it in the program, has to
/// start again.
bool meets(const StretchAccess &A, const StretchAccess &B, uint16_t Ways = 1,
           bool IsForwarded = false) {
  const BankedLoads Loads(loads({A, B}), firstLevel(Ways),
                          {false, IsForwarded});
  BankTimer Timer(Loads, nullptr);
  EXPECT_TRUE(Timer.hasBanks());
  EXPECT_FALSE(Timer.startsAgain(0, 10));
  EXPECT_FALSE(Timer.startsAgain(1, 11));
  return Timer.startsAgain(1, 10);
}

// Of two loads for each four bytes of lines, the third one starts again, also
// if all read the same line.
TEST(BankedLoads, FewForEachBank) {
  const BankedLoads Loads(
      loads({load(0x1000), load(0x2000), load(0x1004), load(0x1008)}),
      /*BankBytes=*/4, /*LoadsPerBank=*/2, {false, false, false, false});
  BankTimer Timer(Loads, nullptr);
  EXPECT_FALSE(Timer.startsAgain(0, 10));
  EXPECT_FALSE(Timer.startsAgain(1, 10));
  EXPECT_TRUE(Timer.startsAgain(2, 10)); // Bytes 4 to 7 are read twice.
  EXPECT_FALSE(Timer.startsAgain(3, 10));
  EXPECT_FALSE(Timer.startsAgain(2, 11));
  const BankedLoads Forwarded(loads({load(0x1000), load(0x1000)}), 4, 1,
                              {false, true});
  BankTimer Other(Forwarded, nullptr);
  EXPECT_FALSE(Other.startsAgain(0, 10));
  EXPECT_FALSE(Other.startsAgain(1, 10));
}

TEST(BankedLoads, MeetInABankOfAWay) {
  EXPECT_TRUE(meets(load(0x1000), load(0x1040)));
  EXPECT_TRUE(meets(load(0x1000), load(0x1060))); // Bank 0 again.
  EXPECT_TRUE(meets(load(0x1005), load(0x104a))); // Both need bank 1.
  EXPECT_TRUE(meets(load(0x1008), load(0x1040, 32)));
  EXPECT_FALSE(meets(load(0x1000), load(0x1048)));
  EXPECT_FALSE(meets(load(0x1000), load(0x1050, 16)));
  // One line is read once.
  EXPECT_FALSE(meets(load(0x1000), load(0x1000)));
  EXPECT_FALSE(meets(load(0x1000), load(0x1020)));
  // Two lines of a set are in two ways, or only one of them is there.
  EXPECT_FALSE(meets(load(0x1000), load(0x2000)));
  // What needs two lines, or whose size is not known, meets nothing, and
  // neither do bytes that come from a store in flight.
  EXPECT_FALSE(meets(load(0x1000), load(0x107c)));
  EXPECT_FALSE(meets(load(0x1000), load(0x1040, 0)));
  EXPECT_FALSE(meets(load(0x1000), load(0x1040), 1, /*IsForwarded=*/true));
}

TEST(BankedLoads, OneOfSoManyPairsAsThereAreWays) {
  for (const uint16_t Ways : {8, 12}) {
    unsigned NumPairs = 0, NumMet = 0;
    for (uint64_t A = 0; A < 64; ++A)
      for (uint64_t B = A + 1; B < 64; ++B) {
        ++NumPairs;
        NumMet +=
            meets(load(0x7f5a10000 + A * 64), load(0x7f5a38000 + B * 64), Ways);
      }
    EXPECT_NEAR(double(NumMet) / NumPairs, 1.0 / Ways, 0.02) << Ways;
  }
}

TEST(BankedLoads, CyclesLongAgoAreForgotten) {
  const BankedLoads Loads(loads({load(0x1000), load(0x1040)}), firstLevel(),
                          {false, false});
  BankTimer Timer(Loads, nullptr);
  EXPECT_FALSE(Timer.startsAgain(0, 5));
  EXPECT_FALSE(Timer.startsAgain(0, 5 + (1 << 20)));
  EXPECT_FALSE(Timer.startsAgain(1, 5));
  EXPECT_TRUE(Timer.startsAgain(1, 5 + (1 << 20)));
}

/// Cycles on Zen 5 of loads of 8 bytes from \p Addresses, again and again.
/// Their lines come into empty caches.
double cyclesOfLoads(ArrayRef<uint64_t> Addresses, bool Banks = true) {
  ToyTester Tester("znver5");
  RunTrace T;
  T.Triple = "x86_64-pc-linux-gnu";
  T.Modules = {"/a"};
  TraceInst Load; // mov (%rdi), %rax
  Load.Address = 0x10;
  Load.Size = 3;
  Load.NumAccesses = 1;
  for (auto [I, B] : enumerate(ArrayRef<uint8_t>({0x48, 0x8b, 0x07})))
    Load.Bytes[I] = B;
  T.Insts = {Load};
  T.Stretches.resize(1);
  TraceStretch &S = T.Stretches.front();
  constexpr unsigned Trips = 200;
  for (unsigned I = 0; I < Trips; ++I)
    S.Addresses.insert(S.Addresses.end(), Addresses.begin(), Addresses.end());
  S.Path.resize(S.Addresses.size());
  auto Code = TraceCode::create(T);
  if (!Code) {
    ADD_FAILURE() << toString(Code.takeError());
    return 0;
  }
  const CacheTables *Caches = Tester.model().caches().second;
  StretchSimulator Simulator(T, **Code, Tester.model(), Caches);
  StretchCode C;
  Simulator.prepare(0, {}, std::vector<bool>(S.Path.size()), C);
  StackStep Step = stackSteps(nullptr, /*HasAliasing=*/false).front();
  Step.Banks = Banks;
  const auto Retired = Simulator.run(C, {C.Program, Step, C.Refetch, nullptr});
  return double(Retired.back()) / Trips;
}

// The table of docs/evidence/model-values.md.
TEST(BankedLoads, AreSlowAsOnZen5) {
  // B is the first line behind A that is in its way, C and D are in others.
  constexpr uint64_t A = 0x10000;
  uint64_t B = A, C = A, D;
  do
    B += 64;
  while (!meets(load(A), load(B), 12));
  do
    C += 64;
  while (C == B || meets(load(B), load(C), 12));
  D = C;
  do
    D += 64;
  while (D == B || meets(load(B), load(D), 12) || meets(load(C), load(D), 12));
  EXPECT_NEAR(cyclesOfLoads({A, A, A, A}), 1.0, 0.1);
  EXPECT_NEAR(cyclesOfLoads({A, A, A, B + 8}), 1.0, 0.1);
  EXPECT_NEAR(cyclesOfLoads({A, A, A, B}, /*Banks=*/false), 1.0, 0.1);
  EXPECT_NEAR(cyclesOfLoads({A, B + 8, C, D}), 1.0, 0.1);
  // The core takes 2.0, 2.0, 2.0, 2.0 and 1.3.
  EXPECT_NEAR(cyclesOfLoads({A, A, A, B}), 1.5, 0.1);
  EXPECT_NEAR(cyclesOfLoads({A, A, A, B + 32}), 1.5, 0.1);
  EXPECT_NEAR(cyclesOfLoads({A, A, B, B}), 1.5, 0.1);
  EXPECT_NEAR(cyclesOfLoads({A, B, A, B}), 1.7, 0.1);
  EXPECT_NEAR(cyclesOfLoads({A, B, C, D}), 1.5, 0.1);
}

} // namespace
