//===- InOrderBoundTest.cpp - Tests for Bounds/InOrderBound.cpp -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InOrderBound.h"
#include "TestSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

/// A register that instruction To reads and From has written.
struct Wait {
  uint32_t From, To;
  uint32_t Distance;
  int32_t Late = 0; ///< Cycles after the issue at which it is read.
};

/// A loop body of which each instruction has one result.
struct Body {
  std::vector<InOrderInst> Insts;
  std::vector<int32_t> Latency; ///< By instruction.
  std::vector<Wait> Waits;

  DependencyGraph graph() const {
    DependencyGraph G;
    for (uint32_t I = 0; I < Insts.size(); ++I)
      G.addNode({I, NodePart::Result, 0, Latency[I]});
    for (const Wait &W : Waits)
      G.addEdge({W.From, W.To, Latency[W.To] - W.Late, W.Distance,
                 DependenceKind::Register, DependenceClass::Must, 0});
    return G;
  }
  InOrderBound bound(unsigned Width) const {
    return computeInOrderBound(graph(), Insts, Width);
  }
};

//===----------------------------------------------------------------------===//
// Oracle: a core that issues as early as it can
//===----------------------------------------------------------------------===//

/// Steps through the instructions of a body one by one. It knows nothing of
/// graphs: slots of a cycle, cycles up to which ports are taken, times of
/// results.
class InOrderCore {
public:
  InOrderCore(const Body &B, unsigned Width) : B(B), Width(Width) {}

  /// The cycle in which the last instruction of iteration \p Last issues.
  int64_t run(int64_t Last) {
    for (int64_t K = 0; K <= Last; ++K) {
      Ready.push_back(std::vector<int64_t>(B.Insts.size(), 0));
      for (uint32_t I = 0; I < B.Insts.size(); ++I)
        issue(K, I);
    }
    return Now;
  }

private:
  void issue(int64_t K, uint32_t I) {
    for (const Wait &W : B.Waits)
      if (W.To == I && K >= W.Distance)
        advanceTo(Ready[K - W.Distance][W.From] - W.Late);
    const InOrderInst &Inst = B.Insts[I];
    if (Inst.Slots && Used == Width)
      advanceTo(Now + 1);
    while (!takePorts(Inst))
      advanceTo(Now + 1);
    Ready[K][I] = Now + B.Latency[I];
    // Slots that do not fit go into the next cycles.
    unsigned Left = Inst.Slots;
    while (Left > Width - Used) {
      Left -= Width - Used;
      advanceTo(Now + 1);
    }
    Used += Left;
  }

  void advanceTo(int64_t Cycle) {
    if (Cycle > Now) {
      Now = Cycle;
      Used = 0;
    }
  }

  bool takePorts(const InOrderInst &Inst) {
    std::map<unsigned, unsigned> OnOnePort;
    std::vector<InOrderUop> Uops;
    for (const InOrderUop &U : Inst.Uops)
      if (U.Ports.size() == 1)
        OnOnePort[U.Ports.first()] += U.Cycles;
      else
        Uops.push_back(U);
    for (auto [Port, Cycles] : OnOnePort)
      Uops.push_back({PortSet::single(Port), Cycles});
    return takeRest(Uops, 0);
  }

  /// Tries all ways to give each micro-op a port of its own.
  bool takeRest(ArrayRef<InOrderUop> Uops, uint64_t Given) {
    if (Uops.empty())
      return true;
    for (unsigned P = 0; P != 3; ++P) {
      if (!Uops[0].Ports.contains(P) || FreeAt[P] > Now || (Given >> P & 1) ||
          !takeRest(Uops.drop_front(), Given | 1 << P))
        continue;
      FreeAt[P] = Now + Uops[0].Cycles;
      return true;
    }
    return false;
  }

  const Body &B;
  unsigned Width, Used = 0;
  int64_t Now = 0;
  int64_t FreeAt[3] = {};
  std::vector<std::vector<int64_t>> Ready; ///< By iteration.
};

/// Cycles of \p Num iterations, after as many to settle.
int64_t cyclesOf(const Body &B, unsigned Width, int64_t Num) {
  return InOrderCore(B, Width).run(2 * Num) - InOrderCore(B, Width).run(Num);
}

void expectWitness(const InOrderBound &B) {
  if (B.Witness.empty()) {
    EXPECT_EQ(B.Value, CyclesPerIter(0));
    return;
  }
  int64_t Cycles = 0, Distance = 0;
  for (size_t I = 0; I < B.Witness.size(); ++I) {
    const InOrderStep &S = B.Witness[I];
    EXPECT_EQ(S.To, B.Witness[(I + 1) % B.Witness.size()].From);
    Cycles += S.Cycles;
    Distance += S.Distance;
  }
  EXPECT_EQ(B.Value, CyclesPerIter(Cycles, Distance));
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

constexpr PortSet P0(1), P1(2), P01(3);

InOrderInst on(PortSet Ports, unsigned Cycles = 1) {
  return {1, {{Ports, Cycles}}};
}

struct Row {
  const char *Name;
  Body B;
  unsigned Width;
  CyclesPerIter Want;
};

const Row Rows[] = {
    {"empty body", {}, 2, 0},
    {"nothing but width",
     {{{1, {}}, {1, {}}, {1, {}}}, {1, 1, 1}, {}},
     2,
     {3, 2}},
    {"width not known", {{{1, {}}, {1, {}}}, {1, 1}, {}}, 0, 0},
    // The use issues 3 cycles after the load, and the next load not before.
    {"load and use", {{{1, {}}, {1, {}}}, {3, 1}, {{0, 1, 0}}}, 2, 3},
    // Two loads before two uses: the wait is for both.
    {"loads first",
     {{{1, {}}, {1, {}}, {1, {}}, {1, {}}},
      {3, 3, 1, 1},
      {{0, 2, 0}, {1, 3, 0}}},
     2,
     4},
    {"a load for the next iteration",
     {{{1, {}}, {1, {}}}, {1, 3}, {{1, 0, 1}}},
     2,
     3},
    // 9 cycles over 3 iterations.
    {"far ahead", {{{1, {}}, {1, {}}}, {1, 9}, {{1, 0, 3}}}, 2, 3},
    {"chain that is carried", {{{1, {}}}, {4}, {{0, 0, 1}}}, 2, 4},
    {"one read late", {{{1, {}}}, {4}, {{0, 0, 1, 2}}}, 2, 2},
    {"no one waits for it", {{{1, {}}, {1, {}}}, {20, 1}, {}}, 2, 1},
    {"a unit that is held", {{on(P0, 7), {1, {}}}, {7, 1}, {}}, 2, 7},
    {"micro-ops of one instruction share a port",
     {{{1, {{P0, 2}, {P0, 3}}}}, {1}, {}},
     2,
     5},
    {"two ports", {{on(P01), on(P01), on(P01)}, {1, 1, 1}, {}}, 4, {3, 2}},
    // Two of 5 cycles take both ports; the third waits.
    {"two ports, long and short",
     {{on(P01, 5), on(P01)}, {1, 1}, {}},
     2,
     {5, 2}},
    {"no slot, no width", {{{0, {}}, {1, {}}}, {0, 1}, {}}, 1, 1},
    {"more slots than the width", {{{3, {}}}, {1}, {}}, 2, {3, 2}},
};

TEST(InOrderBound, Table) {
  for (const Row &R : Rows) {
    SCOPED_TRACE(R.Name);
    InOrderBound B = R.B.bound(R.Width);
    EXPECT_EQ(B.Value, R.Want);
    expectWitness(B);
  }
}

TEST(InOrderBound, WitnessOfLoadAndUse) {
  Body B{{{1, {}}, {1, {}}}, {3, 1}, {{0, 1, 0}}};
  InOrderBound Bound = B.bound(2);
  ASSERT_EQ(Bound.Witness.size(), 3u);
  EXPECT_EQ(Bound.Witness[0].Reason, InOrderReason::Latency);
  EXPECT_EQ(Bound.Witness[1].Reason, InOrderReason::Operand);
  EXPECT_EQ(Bound.Witness[1].To, 1u);
  EXPECT_EQ(Bound.Witness[2].Reason, InOrderReason::Order);
  EXPECT_EQ(Bound.Witness[2].Distance, 1u);
}

TEST(InOrderBound, MayCountsForNothing) {
  Body B{{{1, {}}}, {4}, {}};
  DependencyGraph G = B.graph();
  G.addEdge({0, 0, 4, 1, DependenceKind::Memory, DependenceClass::May, 0});
  EXPECT_EQ(computeInOrderBound(G, B.Insts, 1).Value, CyclesPerIter(1));
}

// A load that gets its bytes from a store late does not stop those after it.
TEST(InOrderBound, MemoryStopsNobody) {
  Body B{{{1, {}}, {1, {}}}, {1, 1}, {}};
  DependencyGraph G = B.graph();
  G.addEdge({0, 1, 20, 0, DependenceKind::Memory, DependenceClass::Must, 0});
  EXPECT_EQ(computeInOrderBound(G, B.Insts, 2).Value, CyclesPerIter(1));
}

//===----------------------------------------------------------------------===//
// Random bodies
//===----------------------------------------------------------------------===//

Body randomBody(Random &Rand, bool HasChoice) {
  Body B;
  const size_t N = Rand.between(1, 7);
  for (size_t I = 0; I < N; ++I) {
    InOrderInst Inst;
    if (HasChoice)
      Inst.Slots = Rand.between(0, 3);
    for (uint64_t U = Rand.below(3); U > 0; --U) {
      uint64_t Ports = HasChoice ? Rand.between(1, 7) : 1 << Rand.below(3);
      Inst.Uops.push_back({PortSet(Ports), unsigned(Rand.between(1, 4))});
    }
    B.Insts.push_back(Inst);
    B.Latency.push_back(Rand.between(0, 6));
  }
  for (uint64_t W = Rand.below(2 * N); W > 0; --W) {
    uint32_t From = Rand.below(N), To = Rand.below(N);
    uint32_t Distance = From < To && Rand.oneIn(2) ? 0 : Rand.between(1, 3);
    int32_t Late = Rand.oneIn(4) ? Rand.between(0, B.Latency[From]) : 0;
    B.Waits.push_back({From, To, Distance, Late});
  }
  return B;
}

TEST(InOrderBound, NoCoreIsFaster) {
  Random Rand(11);
  for (int Case = 0; Case != 600; ++Case) {
    SCOPED_TRACE(Case);
    Body B = randomBody(Rand, /*HasChoice=*/true);
    const unsigned Width = Rand.between(1, 4);
    InOrderBound Bound = B.bound(Width);
    expectWitness(Bound);
    const int64_t Num = 2000 * Bound.Value.denominator();
    // What may be ahead at the beginning is far less than 200 cycles.
    EXPECT_GE(CyclesPerIter(cyclesOf(B, Width, Num) + 200), Bound.Value * Num);
  }
}

TEST(InOrderBound, ExactWithoutChoice) {
  Random Rand(12);
  for (int Case = 0; Case != 600; ++Case) {
    SCOPED_TRACE(Case);
    Body B = randomBody(Rand, /*HasChoice=*/false);
    const unsigned Width = Rand.between(1, 4);
    InOrderBound Bound = B.bound(Width);
    const int64_t Num = 600 * Bound.Value.denominator();
    EXPECT_EQ(CyclesPerIter(cyclesOf(B, Width, Num)), Bound.Value * Num);
  }
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

Body twice(const Body &B) {
  Body T;
  const uint32_t N = B.Insts.size();
  for (int Copy = 0; Copy != 2; ++Copy) {
    T.Insts.insert(T.Insts.end(), B.Insts.begin(), B.Insts.end());
    T.Latency.insert(T.Latency.end(), B.Latency.begin(), B.Latency.end());
  }
  for (uint32_t Copy = 0; Copy != 2; ++Copy)
    for (const Wait &W : B.Waits) {
      uint32_t Target = Copy + W.Distance;
      T.Waits.push_back(
          {W.From + Copy * N, W.To + Target % 2 * N, Target / 2, W.Late});
    }
  return T;
}

TEST(InOrderBound, Laws) {
  Random Rand(13);
  for (int Case = 0; Case != 300; ++Case) {
    SCOPED_TRACE(Case);
    Body B = randomBody(Rand, Case % 2);
    const unsigned Width = Rand.between(1, 4);
    const CyclesPerIter Value = B.bound(Width).Value;
    EXPECT_EQ(twice(B).bound(Width).Value, Value * 2);
    EXPECT_GE(Value, findMaxCycleRatio(B.graph()).Ratio) << "LCD";
    EXPECT_LE(B.bound(Width + 1).Value, Value) << "wider";
    Body More = B;
    More.Insts.push_back(on(P1));
    More.Latency.push_back(1);
    EXPECT_GE(More.bound(Width).Value, Value) << "one more instruction";
  }
}

} // namespace
