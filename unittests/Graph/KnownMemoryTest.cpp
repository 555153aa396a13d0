//===- KnownMemoryTest.cpp - Addresses from outside the code --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/KnownMemory.h"
#include "../Kernel/SemanticsTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Graph/MemoryDependence.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>
#include <tuple>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

using Pace = KnownAddress::Pace;
/// Source and destination instruction, distance, bytes.
using Pair = std::tuple<uint32_t, uint32_t, uint32_t, unsigned>;

class Facts final : public KnownMemory {
public:
  std::vector<KnownAddress> addresses(const BitVector &Wanted,
                                      OpenQuestion) override {
    ++Asked;
    std::vector<KnownAddress> Out(Known.size());
    for (unsigned M : Wanted.set_bits())
      Out[M] = Known[M];
    return Out;
  }
  bool neverMeet(uint32_t Store, uint32_t Load, uint32_t) override {
    return Never.count({Store, Load});
  }
  std::vector<KnownAddress> Known;
  std::set<std::pair<uint32_t, uint32_t>> Never;
  unsigned Asked = 0;
};

/// Accesses of 8 bytes, each through a register of its own that advances by
/// %rbx: to the code they have nothing in common.
class Body {
public:
  void add(bool IsStore, KnownAddress A) {
    static const char *const Registers[] = {"rcx", "rdx", "rsi", "rdi",
                                            "rbp", "r8",  "r9",  "r10",
                                            "r11", "r12", "r13", "r14"};
    std::string R = std::string("%") + Registers[IsStores.size()];
    Accesses +=
        IsStore ? "movq %rax, (" + R + ")\n" : "movq (" + R + "), %rax\n";
    Steps += "addq %rbx, " + R + "\n";
    IsStores.push_back(IsStore);
    F.Known.push_back(A);
  }

  std::vector<MemoryDependence> find(DependenceClass Class) {
    SemanticsTester T("x86_64-linux-gnu", "");
    Kernel K = T.kernel(Accesses + Steps);
    MemoryDependenceOptions O;
    O.ReorderBuffer = 0;
    O.Known = &F;
    KernelAddresses Addresses(K, *T.target().MII, T.semantics().numUnits());
    std::vector<MemoryDependence> Out = findMemoryDependences(Addresses, O);
    llvm::erase_if(Out,
                   [&](const MemoryDependence &D) { return D.Class != Class; });
    return Out;
  }
  std::set<Pair> must() {
    std::set<Pair> Out;
    for (const MemoryDependence &D : find(DependenceClass::Must))
      Out.insert({D.SourceInst, D.DestInst, D.Distance, D.OverlapBytes});
    return Out;
  }

  /// The last writer of each byte, by running the body. Symbolic steps are
  /// taken as large.
  std::set<Pair> oracle() const {
    constexpr int64_t Iterations = 64, Steady = 40;
    std::map<std::pair<uint32_t, int64_t>, std::pair<uint32_t, int64_t>> Last;
    std::map<std::tuple<uint32_t, uint32_t, int64_t>, unsigned> Seen;
    for (int64_t K = 0; K < Iterations; ++K)
      for (auto [I, IsStore] : enumerate(IsStores)) {
        const KnownAddress &A = F.Known[I];
        if (A.How == Pace::Unknown)
          continue;
        int64_t Step = A.How == Pace::Symbolic ? 1'000'003 : A.Step;
        for (int64_t B = 0; B < 8; ++B) {
          std::pair Byte(A.Origin, A.Offset + (K + A.Ahead) * Step + B);
          if (IsStore)
            Last[Byte] = {I, K};
          else if (auto It = Last.find(Byte); It != Last.end() && K == Steady)
            ++Seen[{It->second.first, I, K - It->second.second}];
        }
      }
    std::set<Pair> Out;
    for (auto [Key, Bytes] : Seen)
      Out.insert({std::get<0>(Key), std::get<1>(Key), std::get<2>(Key), Bytes});
    return Out;
  }

  Facts F;
  std::string Accesses, Steps;
  std::vector<bool> IsStores;
};

TEST(KnownMemory, Table) {
  Body B;
  B.add(true, {Pace::Moving, false, 0, 8, 8, 0});
  B.add(false, {Pace::Moving, false, 0, 0, 8, 0});
  EXPECT_EQ(B.must(), (std::set<Pair>{{0, 1, 1, 8}}));
  EXPECT_EQ(B.F.Asked, 1u);
  EXPECT_EQ(B.find(DependenceClass::Must)[0].Evidence,
            DependenceEvidence::ScalarEvolution);
  // All that the two have in common is known.
  EXPECT_TRUE(B.find(DependenceClass::May).empty());
}

TEST(KnownMemory, WhatIsNotKnownStaysAsItIs) {
  Body B;
  B.add(true, {});
  B.add(false, {Pace::Fixed, false, 0, 0, 0, 0});
  EXPECT_TRUE(B.must().empty());
  EXPECT_EQ(B.find(DependenceClass::May).size(), 1u);
  B.F.Never.insert({0, 1});
  EXPECT_TRUE(B.find(DependenceClass::May).empty());
}

TEST(KnownMemory, WithinAnIterationOnly) {
  Body B;
  B.add(true, {Pace::PerIteration, false, 3, 0, 0, 0});
  B.add(false, {Pace::PerIteration, false, 3, 0, 0, 0});
  EXPECT_EQ(B.must(), (std::set<Pair>{{0, 1, 0, 8}}));
  // In a later iteration the two may meet again.
  auto May = B.find(DependenceClass::May);
  ASSERT_EQ(May.size(), 1u);
  EXPECT_EQ(May[0].Distance, 1u);
}

TEST(KnownMemory, NotAskedWhereNothingIsOpen) {
  SemanticsTester T("x86_64-linux-gnu", "");
  Kernel K = T.kernel("movq (%rdi), %rax\nmovq %rax, 8(%rdi)\naddq $8, %rdi");
  Facts F;
  F.Known.resize(K.Mems.size());
  MemoryDependenceOptions O;
  O.Known = &F;
  KernelAddresses Addresses(K, *T.target().MII, T.semantics().numUnits());
  auto Deps = findMemoryDependences(Addresses, O);
  EXPECT_EQ(Deps.size(), 1u);
  EXPECT_EQ(F.Asked, 0u);
}

TEST(KnownMemory, MustOfTheInstructionsStays) {
  SemanticsTester T("x86_64-linux-gnu", "");
  Kernel K = T.kernel("movq (%rdi), %rax\nmovq %rax, 8(%rdi)\n"
                      "movq %rax, (%rsi)\naddq $8, %rdi\naddq $8, %rsi");
  Facts F;
  F.Known.resize(K.Mems.size());
  // Outside evidence against it, as of a third pointer to the same bytes.
  for (uint32_t S = 0; S < K.Mems.size(); ++S)
    for (uint32_t L = 0; L < K.Mems.size(); ++L)
      F.Never.insert({S, L});
  MemoryDependenceOptions O;
  O.Known = &F;
  KernelAddresses Addresses(K, *T.target().MII, T.semantics().numUnits());
  auto Deps = findMemoryDependences(Addresses, O);
  ASSERT_EQ(Deps.size(), 1u);
  EXPECT_EQ(Deps[0].Class, DependenceClass::Must);
}

TEST(KnownMemory, AgreesWithARunOfRandomBodies) {
  std::mt19937 Random(20260);
  unsigned NumFound = 0;
  for (unsigned Round = 0; Round < 500; ++Round) {
    Body B;
    auto Below = [&](int N) { return int64_t(Random() % unsigned(N)); };
    unsigned Size = 4 + Below(9);
    // Steps belong to origins.
    const KnownAddress Origins[] = {
        {Pace::Moving, false, 0, 0, 8 * (1 + Below(3)), 0},
        {Pace::Moving, false, 1, 0, -4 * (1 + Below(4)), 0},
        {Pace::Fixed, false, 2, 0, 0, 0},
        {Pace::Symbolic, false, 3, 0, 0, 0},
        {Pace::Unknown, false, 0, 0, 0, 0}};
    for (unsigned I = 0; I < Size; ++I) {
      KnownAddress A = Origins[Below(5)];
      A.Offset = Below(40) - 20;
      if (A.How == Pace::Symbolic)
        A.Ahead = Below(9) - 4;
      B.add(Below(2), A);
    }
    // Stores to other origins in between would make a must a may.
    for (uint32_t S = 0; S < Size; ++S)
      for (uint32_t L = 0; L < Size; ++L)
        if (B.F.Known[S].How == Pace::Unknown ||
            B.F.Known[L].How == Pace::Unknown ||
            B.F.Known[S].Origin != B.F.Known[L].Origin)
          B.F.Never.insert({S, L});
    std::set<Pair> Want = B.oracle();
    EXPECT_EQ(B.must(), Want) << B.Accesses;
    NumFound += Want.size();
  }
  EXPECT_GT(NumFound, 300u);
}

} // namespace
