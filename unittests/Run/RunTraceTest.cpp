//===- RunTraceTest.cpp - The file of a trace -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/RunTrace.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

std::string write(const RunTrace &T) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeTrace(OS, T);
  return Text;
}

std::string faultOf(StringRef Text) {
  auto T = readTrace(Text, "file");
  return T ? "" : toString(T.takeError());
}

/// A loop of three instructions of which one has a load and one a store.
RunTrace sample(unsigned NumTrips) {
  RunTrace T;
  T.Triple = "x86_64-pc-linux-gnu";
  T.Modules = {"/bin/a", "[vdso]"};
  for (uint8_t I = 0; I < 3; ++I)
    T.Insts.push_back({I == 2 ? 1u : 0u, 0x1000u + I, 1, uint8_t(I < 2), {I}});
  T.Loops.push_back(
      {0, 0x1000, "f", "a.c", 7, 900000, {{0x1000, 0x1003}, {0x1010, 0x1020}}});
  TraceStretch S;
  S.Thread = 3;
  for (uint64_t N = 0; N < NumTrips; ++N) {
    S.Path.insert(S.Path.end(), {0, 1, 2});
    S.Addresses.push_back(0x7fff00000000 + 8 * N);
    S.Addresses.push_back(0xffffffffffffff00 - 16 * N);
  }
  T.Stretches.push_back(S);
  T.Windows.push_back({0, 1, 2, 60000, 270000, {{0, 0, 8000}, {1, 0, -16000}}});
  return T;
}

} // namespace

TEST(RunTrace, ReadsWhatItWrote) {
  for (unsigned NumTrips : {0u, 1u, 2u, 1000u}) {
    const RunTrace T = sample(NumTrips);
    auto Read = readTrace(write(T), "file");
    ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
    EXPECT_TRUE(*Read == T);
  }
  EXPECT_EQ(sample(5).numInstructions(), 15u);
}

TEST(RunTrace, ReadsRandomTraces) {
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round < 100; ++Round) {
    RunTrace T = sample(0);
    T.Stretches.resize(Random() % 3);
    T.Windows.clear();
    for (TraceStretch &S : T.Stretches)
      for (unsigned N = Random() % 50; N > 0; --N) {
        S.Path.push_back(Random() % T.Insts.size());
        if (T.Insts[S.Path.back()].NumAccesses != 0)
          S.Addresses.push_back(Random());
      }
    auto Read = readTrace(write(T), "file");
    ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
    EXPECT_TRUE(*Read == T);
  }
}

TEST(RunTrace, RegularTripsTakeNoRoom) {
  EXPECT_LE(write(sample(1000)).size(), write(sample(10)).size() + 4);
}

TEST(RunTrace, RefusesDamage) {
  const std::string Good = write(sample(10));
  EXPECT_EQ(faultOf(Good), "");
  EXPECT_EQ(faultOf(""), "file: this is no trace of kernel-opt run");
  EXPECT_EQ(faultOf("x" + Good), "file: this is no trace of kernel-opt run");
  std::string Newer = Good;
  Newer[8] = 3;
  EXPECT_EQ(faultOf(Newer), "file: the trace has version 3, and this "
                            "kernel-opt reads versions 1 to 2");
  for (size_t Size = 8; Size < Good.size(); ++Size)
    EXPECT_NE(faultOf(StringRef(Good).take_front(Size)), "") << Size;
  for (size_t At = 0; At < Good.size(); ++At) {
    std::string Bad = Good;
    Bad[At] ^= 4;
    EXPECT_NE(faultOf(Bad), "") << At;
  }
}

TEST(RunTrace, LoopKnowsItsAddresses) {
  const TraceLoop L = sample(0).Loops[0];
  EXPECT_TRUE(L.contains(0x1000) && L.contains(0x1002) && L.contains(0x101f));
  EXPECT_FALSE(L.contains(0xfff) || L.contains(0x1003) || L.contains(0x1020));
}
