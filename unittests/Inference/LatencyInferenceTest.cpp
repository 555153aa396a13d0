//===- LatencyInferenceTest.cpp -------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Inference/LatencyInference.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace kernelbounds;

namespace {

/// Chains whose latencies are known to the test, and a poor clock.
class HiddenChains : public ChainRunner {
public:
  HiddenChains(std::vector<LatencyLink> Links, std::vector<double> Latencies,
               unsigned Seed = 1)
      : Links(std::move(Links)), Latencies(std::move(Latencies)), Random(Seed) {
  }

  llvm::Expected<double> cyclesPerTurn(llvm::ArrayRef<unsigned> C) override {
    EXPECT_FALSE(C.empty());
    double Sum = 0;
    for (size_t I = 0; I != C.size(); ++I) {
      EXPECT_EQ(Links[C[I]].DestKind, Links[C[(I + 1) % C.size()]].SourceKind);
      if (int(C[I]) == Refused)
        return llvm::createStringError("this link cannot be run");
      Sum += Latencies[C[I]];
    }
    std::normal_distribution<> Noise(1, 0.01);
    std::uniform_real_distribution<> Uniform;
    double Time = Sum * Noise(Random);
    if (Uniform(Random) < 0.05)
      Time *= 1 + Uniform(Random); // Stolen time.
    return std::round(Time / 0.01) * 0.01;
  }

  std::vector<LatencyLink> Links;
  std::vector<double> Latencies;
  int Refused = -1;
  std::mt19937 Random;
};

std::vector<InferredLatency> infer(HiddenChains &Chains) {
  return inferLatencies(Chains.Links, Chains).Links;
}

} // namespace

TEST(LatencyInference, ALinkThatClosesItself) {
  HiddenChains Chains({{0, 0, {}}}, {3});
  const auto L = infer(Chains);
  EXPECT_TRUE(L[0].isExact());
  EXPECT_EQ(L[0].Least, 3u);
}

TEST(LatencyInference, TwoLinksThatCloseEachOtherGiveARange) {
  HiddenChains Chains({{0, 1, {}}, {1, 0, {}}}, {1, 3});
  const auto L = infer(Chains);
  EXPECT_TRUE(L[0].IsMeasured);
  EXPECT_FALSE(L[0].isExact());
  EXPECT_EQ(L[0].Least, 0u);
  EXPECT_EQ(L[0].Most, 4u);
  EXPECT_EQ(L[1].Most, 4u);
}

TEST(LatencyInference, AKnownLatencySettlesTheOther) {
  HiddenChains Chains({{0, 1, 1}, {1, 0, {}}, {1, 1, {}}, {0, 1, {}}},
                      {1, 3, 4, 6});
  const auto L = infer(Chains);
  for (unsigned I = 0; I != 4; ++I) {
    EXPECT_TRUE(L[I].isExact()) << I;
    EXPECT_EQ(L[I].Least, Chains.Latencies[I]) << I;
  }
}

TEST(LatencyInference, ALinkOfNoLatencyLimitsTheOthers) {
  // a -> b and back take 2, and by another way back 0: the way there is 0.
  HiddenChains Chains({{0, 1, {}}, {1, 0, {}}, {1, 0, {}}}, {0, 2, 0});
  const auto L = infer(Chains);
  EXPECT_EQ(L[0].Most, 0u);
  EXPECT_TRUE(L[1].isExact());
  EXPECT_EQ(L[1].Least, 2u);
}

TEST(LatencyInference, ALinkThatNothingClosesIsNotMeasured) {
  HiddenChains Chains({{0, 1, {}}, {0, 0, {}}}, {5, 2});
  const auto L = infer(Chains);
  EXPECT_FALSE(L[0].IsMeasured);
  EXPECT_TRUE(L[1].isExact());
}

TEST(LatencyInference, AnotherLinkClosesIfOneCannotBeRun) {
  HiddenChains Chains({{0, 1, 1}, {1, 0, {}}, {1, 0, {}}}, {1, 2, 3});
  Chains.Refused = 1;
  const auto L = infer(Chains);
  EXPECT_FALSE(L[1].IsMeasured);
  EXPECT_TRUE(L[2].isExact());
  EXPECT_EQ(L[2].Least, 3u);
}

TEST(LatencyInference, HalfCyclesAreInconsistent) {
  HiddenChains Chains({{0, 0, {}}}, {2.5});
  EXPECT_FALSE(infer(Chains)[0].IsConsistent);
}

TEST(LatencyInference, KnownLatenciesThatContradictTheTimesAreInconsistent) {
  HiddenChains Chains({{0, 1, 3}, {1, 0, 3}}, {1, 1});
  const auto L = infer(Chains);
  EXPECT_FALSE(L[0].IsConsistent && L[1].IsConsistent);
}

TEST(LatencyInference, HiddenLatenciesAreFoundExactly) {
  for (unsigned Seed = 1; Seed <= 200; ++Seed) {
    std::mt19937 Random(Seed);
    auto Below = [&](unsigned N) { return unsigned(Random() % N); };
    const unsigned NumKinds = 1 + Below(6);
    std::vector<LatencyLink> Links;
    std::vector<double> True;
    // A cycle through all kinds, of which all but one are known, joins them.
    for (unsigned K = 0; K != NumKinds; ++K) {
      Links.push_back({K, (K + 1) % NumKinds, {}});
      True.push_back(Below(6));
      if (K != 0)
        Links.back().KnownLatency = True.back();
    }
    for (unsigned I = 0, E = 10 + Below(50); I != E; ++I) {
      Links.push_back({Below(NumKinds), Below(NumKinds), {}});
      True.push_back(Below(4) ? Below(8) : Below(25));
    }
    HiddenChains Chains(Links, True, Seed);
    const InferredLatencies Found = inferLatencies(Links, Chains);
    EXPECT_LE(Found.NumChains, Links.size() + NumKinds);
    for (unsigned I = 0; I != Links.size(); ++I) {
      EXPECT_TRUE(Found.Links[I].isExact()) << "seed " << Seed << " link " << I;
      EXPECT_EQ(Found.Links[I].Least, True[I]) << "seed " << Seed;
    }
  }
}

TEST(LatencyInference, RangesOfUnknownGroupsHoldTheTruth) {
  for (unsigned Seed = 1; Seed <= 100; ++Seed) {
    std::mt19937 Random(Seed);
    auto Below = [&](unsigned N) { return unsigned(Random() % N); };
    const unsigned NumKinds = 2 + Below(5);
    std::vector<LatencyLink> Links;
    std::vector<double> True;
    for (unsigned I = 0, E = 5 + Below(30); I != E; ++I) {
      Links.push_back({Below(NumKinds), Below(NumKinds), {}});
      True.push_back(Below(8));
    }
    HiddenChains Chains(Links, True, Seed);
    for (auto [I, L] : llvm::enumerate(infer(Chains)))
      if (L.IsMeasured) {
        EXPECT_LE(L.Least, True[I]) << "seed " << Seed;
        EXPECT_GE(L.Most, True[I]) << "seed " << Seed;
      }
  }
}
