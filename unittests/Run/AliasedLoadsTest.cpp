//===- AliasedLoadsTest.cpp - Loads that meet stores in the lower bits ----===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasedLoads.h"
#include "../Kernel/ToyTester.h"
#include "StretchSimulator.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <string>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// As on Zen 5.
AliasingRule rule() {
  AliasingRule R;
  R.Bits = 12;
  R.Cycles = 7;
  R.SameStart = 2;
  R.SureBits = 16;
  R.InFlight = 8;
  return R;
}

/// Accesses in order, each an instruction.
class Stretch {
public:
  Stretch &store(uint64_t Address, unsigned Bytes = 8) {
    return add(Address, Bytes, /*IsLoad=*/false, /*IsStore=*/true);
  }
  Stretch &load(uint64_t Address, unsigned Bytes = 8) {
    return add(Address, Bytes, /*IsLoad=*/true, /*IsStore=*/false);
  }
  Stretch &update(uint64_t Address, unsigned Bytes = 8) {
    return add(Address, Bytes, /*IsLoad=*/true, /*IsStore=*/true);
  }
  /// What the last access finds: positions, with "!" if that is enough.
  std::string found(unsigned NumStores = 64) const {
    const AliasedLoads Loads(S, rule(), NumStores);
    std::string Text;
    for (const AliasedLoads::Found &F : Loads.at(S.First.size() - 2))
      Text += (Text.empty() ? "" : " ") + std::to_string(F.Store) +
              (F.IsSure ? "!" : "");
    return Text;
  }
  /// Cycles by which the last access is late. Stores are written \p Apart
  /// cycles one behind the other, from cycle 100 on, and it starts at \p T.
  int64_t late(int64_t T, int64_t Apart = 0) const {
    const AliasedLoads Loads(S, rule(), 64);
    const AliasingRule R = rule();
    const size_t Last = S.First.size() - 2;
    AliasingTimer Timer(Loads, R, Last + 1, nullptr);
    int64_t Written = 100;
    for (size_t I = 0; I < Last; ++I)
      if (S.at(I).front().IsStore) {
        EXPECT_EQ(Timer.store(I, Written), Written);
        Written += Apart;
      }
    return Timer.load(Last, T);
  }

private:
  Stretch &add(uint64_t Address, unsigned Bytes, bool IsLoad, bool IsStore) {
    S.All.push_back(
        {Address, 0, 0, static_cast<uint16_t>(Bytes), IsLoad, IsStore});
    S.First.push_back(S.All.size());
    return *this;
  }
  StretchAccesses S{{}, {0}};
};

TEST(AliasedLoads, AreFoundByTheLowerBits) {
  EXPECT_EQ(Stretch().store(0x1010).load(0x5010).found(), "0");
  EXPECT_EQ(Stretch().store(0x1018).load(0x5010).found(), "");
  EXPECT_EQ(Stretch().store(0x1008).load(0x5010).found(), "");
  // One that overlaps and begins elsewhere is enough.
  EXPECT_EQ(Stretch().store(0x100c).load(0x5010).found(), "0!");
  EXPECT_EQ(Stretch().store(0x1014, 4).load(0x5010).found(), "0!");
  EXPECT_EQ(Stretch().store(0x1000, 32).load(0x5010).found(), "0!");
  EXPECT_EQ(Stretch().store(0x1010, 4).load(0x5010).found(), "0");
  // And so is one with more bits in common.
  EXPECT_EQ(Stretch().store(0x15010).load(0x5010).found(), "0!");
  // The end of a page is beside its beginning.
  EXPECT_EQ(Stretch().store(0x1ffc).load(0x5000).found(), "0!");
  EXPECT_EQ(Stretch().store(0x1000).load(0x5ffc).found(), "0!");
}

TEST(AliasedLoads, OwnStoresEndTheSearch) {
  // The load has the bytes of the youngest store.
  EXPECT_EQ(Stretch().store(0x1010).store(0x5010).load(0x5010).found(), "");
  EXPECT_EQ(Stretch().store(0x5010).store(0x5010).load(0x5010).found(), "");
  // One of another page stands in front of it.
  EXPECT_EQ(Stretch().store(0x5010).store(0x1010).load(0x5010).found(), "1 0!");
  // A store behind the load does not count, nor that of the same instruction.
  EXPECT_EQ(Stretch().update(0x5010).found(), "");
  EXPECT_EQ(Stretch().update(0x1010).update(0x5010).found(), "0");
}

TEST(AliasedLoads, OnlyStoresInFlight) {
  Stretch S;
  S.store(0x1010);
  for (unsigned I = 0; I < 4; ++I)
    S.store(0x7000 + 64 * (I + 1));
  S.load(0x5010);
  EXPECT_EQ(S.found(5), "0");
  EXPECT_EQ(S.found(4), "");
}

TEST(AliasedLoads, AreLateWhileStoresAreInFlight) {
  // A single one is enough only if it is sure.
  EXPECT_EQ(Stretch().store(0x1010).load(0x5010).late(100), 0);
  EXPECT_EQ(Stretch().store(0x100c).load(0x5010).late(100), 7);
  EXPECT_EQ(Stretch().store(0x100c).load(0x5010).late(107), 7);
  EXPECT_EQ(Stretch().store(0x100c).load(0x5010).late(108), 0);
  // Two that begin where it begins.
  Stretch Two;
  Two.store(0x1010).store(0x2010).load(0x5010);
  EXPECT_EQ(Two.late(100), 7);
  EXPECT_EQ(Two.late(0), 7);
  EXPECT_EQ(Two.late(108), 0);
  // The older one has gone.
  EXPECT_EQ(Two.late(110, /*Apart=*/10), 0);
  EXPECT_EQ(Two.late(107, /*Apart=*/10), 7);
}

/// Cycles on Zen 5 of a load in a chain, in front of which stores go to
/// \p Stores, with or without the rule.
double cyclesOfLoad(const std::vector<uint64_t> &Stores, bool Aliasing = true) {
  ToyTester Tester("znver5");
  RunTrace T;
  T.Triple = "x86_64-pc-linux-gnu";
  T.Modules = {"/a"};
  TraceInst Load, Store; // mov (%rax), %rax; mov %rcx, (%rdi)
  Load.Address = 0x10;
  Store.Address = 0x13;
  Load.Size = Store.Size = 3;
  Load.NumAccesses = Store.NumAccesses = 1;
  for (auto [I, B] : enumerate(ArrayRef<uint8_t>({0x48, 0x8b, 0x00})))
    Load.Bytes[I] = B;
  for (auto [I, B] : enumerate(ArrayRef<uint8_t>({0x48, 0x89, 0x0f})))
    Store.Bytes[I] = B;
  T.Insts = {Load, Store};
  T.Stretches.resize(1);
  TraceStretch &S = T.Stretches.front();
  constexpr unsigned Trips = 120;
  for (uint64_t I = 0; I < Trips; ++I) {
    for (uint64_t A : Stores) {
      S.Path.push_back(1);
      S.Addresses.push_back(A + 8 * I);
    }
    S.Path.push_back(0);
    S.Addresses.push_back(0x100000 + 8 * I);
  }
  auto Code = TraceCode::create(T);
  if (!Code) {
    ADD_FAILURE() << toString(Code.takeError());
    return 0;
  }
  StackStep Step = stackSteps(nullptr, /*HasAliasing=*/true).front();
  Step.Aliasing = Aliasing;
  StretchSimulator Simulator(T, **Code, Tester.model(), nullptr);
  StretchCode C;
  Simulator.prepare(0, {}, std::vector<bool>(S.Path.size()), C);
  const auto Retired = Simulator.run(C, {C.Program, Step, C.Refetch, nullptr});
  return double(Retired.back()) / Trips;
}

// The table of docs/evidence/model-values.md.
TEST(AliasedLoads, AreAsLateAsOnZen5) {
  constexpr uint64_t Other = 0x201000, Third = 0x203000;
  EXPECT_NEAR(cyclesOfLoad({Other}), 4.0, 0.2);
  EXPECT_NEAR(cyclesOfLoad({Other, Third}), 11.0, 0.3);
  EXPECT_NEAR(cyclesOfLoad({Other, Third}, /*Aliasing=*/false), 4.0, 0.2);
  EXPECT_NEAR(cyclesOfLoad({Other, Other + 8}), 7.5, 0.3);
  EXPECT_NEAR(cyclesOfLoad({Other, Other + 16}), 6.3, 0.3);
  EXPECT_NEAR(cyclesOfLoad({Other + 8, Other + 16}), 6.3, 0.3);
  EXPECT_NEAR(cyclesOfLoad({Other + 4}), 11.0, 0.3);
  EXPECT_NEAR(cyclesOfLoad({0x110000}), 11.0, 0.3);
}

} // namespace
