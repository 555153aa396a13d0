//===- RunTraceTest.cpp - The file of a trace -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/RunTrace.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
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
  for (unsigned NumTrips : {1u, 2u, 1000u}) {
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
      for (unsigned N = 1 + Random() % 50; N > 0; --N) {
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

TEST(RunTrace, RefusesWhatNoRunHas) {
  const std::string Contradicts = "file: the trace contradicts itself";
  EXPECT_EQ(faultOf(write(sample(0))), Contradicts) << "an empty stretch";
  RunTrace Long = sample(1);
  Long.Windows.clear();
  Long.Stretches[0].Path.assign(10000001, 2);
  Long.Stretches[0].Addresses.clear();
  const std::string Text = write(Long);
  EXPECT_LT(Text.size(), 200u);
  EXPECT_EQ(faultOf(Text), Contradicts) << "a stretch that is too long";
  Long.Stretches[0].Path.pop_back();
  EXPECT_EQ(faultOf(write(Long)), "");
  RunTrace Accesses = sample(1);
  Accesses.Insts[0].NumAccesses = 17;
  Accesses.Stretches[0].Addresses.resize(18);
  EXPECT_EQ(faultOf(write(Accesses)), Contradicts) << "too many accesses";
  Accesses.Insts[0].NumAccesses = 16;
  Accesses.Stretches[0].Addresses.resize(17);
  EXPECT_EQ(faultOf(write(Accesses)), "");
}

TEST(RunTrace, RefusesMoreThanMemoryHas) {
  // Five million runs of an instruction, which has 16 accesses then, all of
  // them predicted right.
  RunTrace T = sample(1);
  T.Windows.clear();
  T.Insts = {{0, 0x1000, 1, 0, {}}};
  T.Stretches[0].Path.assign(5000000, 0);
  T.Stretches[0].Addresses.clear();
  std::string Text = write(T);
  ASSERT_EQ(faultOf(Text), "");
  const size_t Body = 8 + 1 + 4; // Magic, version and checksum.
  const size_t At = Text.find("\x80\x20\x01", Body);
  ASSERT_NE(At, std::string::npos);
  Text[At + 3] = 16;
  Text.resize(Text.size() - 2); // Addresses and windows.
  raw_string_ostream OS(Text);
  encodeULEB128(80000000, OS);
  encodeULEB128(0, OS);
  support::endian::write32le(
      &Text[Body - 4],
      crc32(arrayRefFromStringRef(StringRef(Text).drop_front(Body))));
  EXPECT_EQ(faultOf(Text), "file: the trace contradicts itself");
}

TEST(RunTrace, LoopKnowsItsAddresses) {
  const TraceLoop L = sample(0).Loops[0];
  EXPECT_TRUE(L.contains(0x1000) && L.contains(0x1002) && L.contains(0x101f));
  EXPECT_FALSE(L.contains(0xfff) || L.contains(0x1003) || L.contains(0x1020));
}
