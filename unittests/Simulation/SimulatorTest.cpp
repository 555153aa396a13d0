//===- SimulatorTest.cpp - Cycles of a loop on a core ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Simulator.h"
#include "RandomProgram.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Graph/DependencyGraph.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

constexpr unsigned NumPorts = 4;

PortSet P(uint64_t Bits) { return PortSet(Bits); }

CyclesPerIter cycles(const std::vector<ToyInst> &Insts,
                     const CoreSizes &M = {}) {
  SimulationResult R = simulate(makeProgram(Insts, NumPorts), M, {});
  EXPECT_TRUE(R.IsExact);
  return R.Cycles;
}

//===----------------------------------------------------------------------===//
// By hand
//===----------------------------------------------------------------------===//

CoreSizes width(unsigned W) {
  CoreSizes M;
  M.IssueWidth = W;
  return M;
}

struct Row {
  const char *Name;
  std::vector<ToyInst> Insts;
  CoreSizes M;
  CyclesPerIter Want;
};

TEST(Simulator, Table) {
  CoreSizes Small = width(4);
  Small.ReorderBuffer = 4;
  CoreSizes Three = width(4);
  Three.Scheduler = 3;
  CoreSizes Loads = width(4);
  Loads.LoadBuffer = 2;
  CoreSizes Retire = width(4);
  Retire.RetireWidth = 1;
  CoreSizes Slow = width(4);
  Slow.FrontEnd = CyclesPerIter(7, 3);
  // Three slots fill two cycles of two.
  ToyInst Microcode{P(2)};
  Microcode.Slots = 3;
  Microcode.IsMicrocoded = true;
  ToyInst TwoSlots{P(2)};
  TwoSlots.Slots = 2;
  CoreSizes Together = width(3);
  Together.SlotsTogether = 2;
  CoreSizes Limits = width(4);
  Limits.RenameLimits = {{3, 2, false, 0}, {1, 1, false, 0}};
  CoreSizes OneLoad = width(4);
  OneLoad.RenameLimits = {{7, 1, true, 0}};
  CoreSizes OneMove = width(4);
  OneMove.RenameLimits = {{0, 1, false, 0}};
  const ToyInst Load{P(4), 1, {}, 1, 0, 1, true};
  const Row Rows[] = {
      {"a limit of moves", {{P(0), 0}, {P(1)}, {P(0), 0}}, OneMove, 2},
      {"no limit of moves", {{P(0), 0}, {P(1)}, {P(0), 0}}, width(4), 1},
      // One on port 0 and one on port 1, and then the third.
      {"limits of rename", {{P(1)}, {P(2)}, {P(2)}}, Limits, 2},
      {"no limit for others", {{P(4)}, {P(8)}, {P(12)}}, Limits, {3, 2}},
      {"loads alone", {{P(4)}, {P(8)}}, OneLoad, 1},
      {"a limit of loads", {Load, {P(2)}}, OneLoad, 1},
      {"slots together", {{P(1)}, TwoSlots, {P(4)}}, Together, {3, 2}},
      {"slots apart", {{P(1)}, TwoSlots, {P(4)}}, width(3), {4, 3}},
      {"microcode", {{P(1)}, Microcode}, width(2), 3},
      {"nothing but microcode", {Microcode}, width(2), 2},
      {"empty body", {}, {}, 0},
      {"one micro-op", {{P(1)}}, width(4), 1},
      {"issue width", {{P(0)}, {P(0)}, {P(0)}}, width(2), {3, 2}},
      {"two ports", {{P(3)}, {P(3)}, {P(3)}}, width(4), {3, 2}},
      {"chain", {{P(1), 4, {{0, 1}}}}, width(4), 4},
      {"chain over two iterations", {{P(1), 3, {{0, 2}}}}, width(4), {3, 2}},
      // The sum is read two cycles late: 5 - 2.
      {"late input", {{P(1), 5, {{0, 1}}, 1, 2}}, width(4), 3},
      // Two slots of 10 cycles each hold four entries: two iterations per
      // 10 + 2 cycles (renamed, started the cycle after, entry free the cycle
      // after it retires).
      {"reorder buffer", {{P(1), 10}, {P(2), 10}}, Small, 6},
      // Three wait for the chain; whatever comes next waits for them.
      {"scheduler", {{P(1), 4, {{0, 1}}}, {P(2), 1, {{0, 0}}}}, Three, 4},
      // A load of 6 cycles leaves its entry after 1 + 6, free the cycle after.
      {"load buffer", {{P(1), 6, {}, 1, 0, 1, true}}, Loads, 4},
      {"retire width", {{P(1)}, {P(2)}}, Retire, 2},
      {"front end", {{P(1)}}, Slow, {7, 3}},
      {"unit", {{P(1), 9, {}, 1, 0, 1, false, false, P(8), 5}}, width(4), 5},
      {"port held", {{P(1), 3, {}, 1, 0, 3}, {P(3)}}, width(4), 3},
  };
  for (const Row &R : Rows)
    EXPECT_EQ(cycles(R.Insts, R.M), R.Want) << R.Name;
}

// A unit is held for 10 cycles, and for 5 more when the first result is there,
// after 21. The second waits for the next first one, which has begun before,
// and the unit is never idle.
TEST(Simulator, UnitIsNeverIdle) {
  const std::vector<ToyInst> Body = {
      {P(1), 21, {}, 1, 0, 1, false, false, P(8), 10},
      {P(2), 1, {{0, 0}}, 1, 0, 1, false, false, P(8), 5}};
  EXPECT_EQ(cycles(Body, width(4)), 15);
}

// As a load buffer of two: a result of 6 cycles leaves its register after 1 +
// 6, free the cycle after.
TEST(Simulator, RegistersInFlight) {
  const ToyInst Plain{P(1), 6};
  ToyInst Integer = Plain, Vector = Plain;
  Integer.Integers = 1;
  Vector.Vectors = 1;
  CoreSizes M = width(4);
  M.IntegerRegisters = 2;
  EXPECT_EQ(cycles({Integer}, M), 4);
  EXPECT_EQ(cycles({Vector}, M), 1);
  EXPECT_EQ(cycles({Plain}, M), 1);
  EXPECT_NE(simulate(makeProgram({Integer}, NumPorts), M, {}).FullBuffers &
                bufferBit({ResourceKind::IntegerRegisters}, M),
            0u);
  EXPECT_EQ(simulate(makeProgram({Integer}, NumPorts), M, {},
                     {Resource{ResourceKind::IntegerRegisters}})
                .Cycles,
            2);
  M.IntegerRegisters = CoreSizes::Unlimited;
  M.VectorRegisters = 2;
  EXPECT_EQ(cycles({Integer}, M), 1);
  EXPECT_EQ(cycles({Vector}, M), 4);
}

// A scheduler for all ports is the one for all micro-ops, if each has a slot of
// its own; so large that it is never full, it is none.
TEST(Simulator, SchedulersOfAllPorts) {
  Random Rand(11);
  for (int Round = 0; Round < 200; ++Round) {
    std::vector<ToyInst> Body;
    for (unsigned N = Rand.between(1, 6); N != 0; --N) {
      ToyInst I{P(Rand.between(1, 15)), int(Rand.between(1, 9))};
      if (Rand.oneIn(2))
        I.Inputs.push_back({uint32_t(Rand.between(0, Body.size())), 1});
      if (!Body.empty() && Rand.oneIn(2))
        I.Inputs.push_back({uint32_t(Rand.between(0, Body.size() - 1)), 0});
      Body.push_back(I);
    }
    CoreSizes M = width(Rand.between(1, 4));
    M.ReorderBuffer = 40;
    auto Cycles = [&](const CoreSizes &Sizes) {
      return simulate(makeProgram(Body, NumPorts), Sizes, {}).Cycles;
    };
    const CyclesPerIter None = Cycles(M);
    CoreSizes Own = M;
    Own.Schedulers = {{P(3), 1000}, {P(4), 1000}};
    EXPECT_EQ(Cycles(Own), None) << Round;
    M.Scheduler = Rand.between(1, 12);
    Own.Schedulers = {{P(15), M.Scheduler}};
    EXPECT_EQ(Cycles(Own), Cycles(M)) << Round;
  }
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

CyclesPerIter lowerBound(const std::vector<ToyInst> &Insts,
                         const CoreSizes &M) {
  std::vector<UopGroup> Uops;
  DependencyGraph G;
  int64_t Slots = 0;
  for (const ToyInst &T : Insts) {
    if (!T.Ports.empty())
      Uops.push_back({T.Ports, int64_t(T.Hold)});
    if (!T.Units.empty())
      Uops.push_back({T.Units, int64_t(T.UnitHold)});
    Slots += T.Slots;
    G.addNode({static_cast<uint32_t>(G.nodes().size()), NodePart::Result, 0,
               T.Latency});
  }
  for (uint32_t I = 0; I < Insts.size(); ++I)
    for (auto [From, Distance] : Insts[I].Inputs)
      G.addEdge({From, I, Insts[I].Latency - Insts[I].Late, Distance,
                 DependenceKind::Register, DependenceClass::Must, 0});
  CyclesPerIter Bound = computePortBound(Uops).Value;
  Bound = std::max(Bound, findMaxCycleRatio(G).Ratio);
  Bound = std::max(Bound, CyclesPerIter(Slots, M.IssueWidth));
  if (M.RetireWidth < CoreSizes::Unlimited)
    Bound = std::max(Bound, CyclesPerIter(Slots, M.RetireWidth));
  return std::max(Bound, M.FrontEnd);
}

/// As randomInsts(), with ports held for longer and units.
std::vector<ToyInst> wildInsts(Random &R) {
  std::vector<ToyInst> Insts = randomInsts(R, 3);
  for (ToyInst &T : Insts) {
    if (T.Ports.empty())
      continue;
    if (R.oneIn(6))
      T.Hold = R.between(1, 4);
    if (R.oneIn(6)) {
      T.Units = P(8);
      T.UnitHold = R.between(1, 7);
    }
  }
  return Insts;
}

// The window in which the mean is taken begins before there is a value from 16
// iterations before. X takes 2000 cycles an iteration, and what is renamed is
// ever farther ahead of it, so that no state comes again.
TEST(Simulator, MeanBeforeFarValuesExist) {
  std::vector<ToyInst> Insts = {{P(1), 2000, {{0, 1}}}, {P(4), 1, {{0, 16}}}};
  Insts.resize(600, {P(2)});
  CoreSizes M;
  M.IssueWidth = 8;
  M.ReorderBuffer = 1 << 20;
  const SimulationResult R = simulate(makeProgram(Insts, 3), M, {});
  EXPECT_FALSE(R.IsExact);
  EXPECT_GE(R.Cycles, CyclesPerIter(1990));
  EXPECT_LE(R.Cycles, CyclesPerIter(2200)); // With what waits at the end.
}

TEST(Simulator, NeverBelowTheBounds) {
  Random Rand(11);
  unsigned NumExact = 0;
  for (unsigned N = 0; N < 2000; ++N) {
    std::vector<ToyInst> Insts = wildInsts(Rand);
    CoreSizes M = randomCore(Rand);
    if (Rand.oneIn(3))
      M.FrontEnd = CyclesPerIter(Rand.between(1, 40), Rand.between(1, 9));
    SimulationResult R = simulate(makeProgram(Insts, NumPorts), M, {});
    NumExact += R.IsExact;
    EXPECT_GE(R.Cycles, lowerBound(Insts, M)) << describe(Insts, M);
  }
  EXPECT_GT(NumExact, 1990u);
}

/// A mean that leaves much behind counts only where nobody minds; all other
/// figures are the same.
TEST(Simulator, MeanOfSteadyStateOnly) {
  Random Rand(29);
  SimulationOptions Short;
  Short.MinIterations = Short.MaxIterations = 24;
  unsigned NumMeans = 0, NumGivenUp = 0;
  for (unsigned N = 0; N < 3000; ++N) {
    const SimProgram P = makeProgram(wildInsts(Rand), NumPorts);
    const CoreSizes M = randomCore(Rand);
    const SimulationResult Any = simulate(P, M, Short);
    SimulationOptions Steady = Short;
    Steady.MostLeftPercent = 1;
    const SimulationResult R = simulate(P, M, Steady);
    NumMeans += !R.IsExact && !R.IsOverBudget;
    NumGivenUp += R.IsOverBudget;
    EXPECT_FALSE(Any.IsExact && R.IsOverBudget);
    EXPECT_TRUE(R.IsOverBudget || R.Cycles == Any.Cycles);
    Steady.MostLeftPercent = 100;
    EXPECT_EQ(simulate(P, M, Steady).Cycles, Any.Cycles);
  }
  EXPECT_GT(NumMeans, 10u);
  EXPECT_GT(NumGivenUp, 20u);
}

/// The mean of a run that is cut short is not too kind either.
TEST(Simulator, MeanNeverBelowTheBounds) {
  Random Rand(23);
  SimulationOptions Short;
  Short.MinIterations = Short.MaxIterations = 24;
  unsigned NumMeans = 0;
  for (unsigned N = 0; N < 3000; ++N) {
    std::vector<ToyInst> Insts = wildInsts(Rand);
    CoreSizes M = randomCore(Rand);
    if (Rand.oneIn(3))
      M.FrontEnd = CyclesPerIter(Rand.between(1, 40), Rand.between(1, 9));
    SimulationResult R = simulate(makeProgram(Insts, NumPorts), M, Short);
    NumMeans += !R.IsExact;
    EXPECT_GE(R.Cycles, lowerBound(Insts, M)) << describe(Insts, M);
  }
  EXPECT_GT(NumMeans, 200u);
}

/// No port begins two things at once, and no time runs backwards. (That a port
/// does not do more than it can is asked by the tests of bounds: a younger
/// micro-op may begin before an older one that holds its port later.)
TEST(Simulator, EventsArePossible) {
  Random Rand(13);
  for (unsigned N = 0; N < 300; ++N) {
    std::vector<ToyInst> Insts = wildInsts(Rand);
    CoreSizes M = randomCore(Rand);
    SimulationOptions O;
    O.RecordIterations = 30;
    SimulationResult R = simulate(makeProgram(Insts, NumPorts), M, O);
    std::map<std::pair<int, int64_t>, int> Begun;
    int64_t LastRenamed = 0, LastRetired = 0;
    for (const UopEvent &E : R.Events) {
      EXPECT_GE(E.Renamed, LastRenamed);
      EXPECT_GE(E.Retired, LastRetired);
      LastRenamed = E.Renamed;
      LastRetired = E.Retired;
      if (E.Port < 0)
        continue;
      EXPECT_GT(E.Dispatched, E.Renamed);
      EXPECT_GE(E.Dispatched, E.Ready);
      EXPECT_GE(E.Executed, E.Dispatched + Insts[E.Inst].Latency);
      EXPECT_EQ((Begun[{E.Port, E.Dispatched}]++), 0);
    }
  }
}

/// The body \p Insts written \p Copies times.
std::vector<ToyInst> repeated(const std::vector<ToyInst> &Insts,
                              uint32_t Copies) {
  const auto Size = static_cast<uint32_t>(Insts.size());
  std::vector<ToyInst> Body;
  for (uint32_t Copy = 0; Copy < Copies; ++Copy)
    for (ToyInst T : Insts) {
      for (auto &[From, Distance] : T.Inputs) {
        // Copy of the producer, counted from the start of the body.
        int64_t Of = int64_t(Copy) - Distance;
        Distance = Of >= 0 ? 0 : (-Of + Copies - 1) / Copies;
        From += (Of + int64_t(Distance) * Copies) * Size;
      }
      Body.push_back(T);
    }
  return Body;
}

/// A body written K times takes K times as long, where no choice of a port
/// depends on the instruction's place.
TEST(Simulator, RepeatedBody) {
  Random Rand(17);
  for (unsigned N = 0; N < 200; ++N) {
    std::vector<ToyInst> Insts = randomInsts(Rand, NumPorts);
    CoreSizes M = randomCore(Rand);
    unsigned Slots = 0;
    for (const ToyInst &T : Insts)
      Slots += T.Slots;
    if (Slots == 0)
      continue; // A loop without slots issues once per iteration.
    constexpr uint32_t Copies = 3;
    const std::vector<ToyInst> Body = repeated(Insts, Copies);
    SimulationResult One = simulate(makeProgram(Insts, NumPorts), M, {});
    SimulationResult All = simulate(makeProgram(Body, NumPorts), M, {});
    EXPECT_EQ(All.Cycles, One.Cycles * Copies) << describe(Insts, M);
  }
}

TEST(Simulator, NumPhases) {
  EXPECT_EQ(numPhases(0), 1u);
  EXPECT_EQ(numPhases(~uint64_t(0)), 1u);
  EXPECT_EQ(numPhases(0x5555555555555555), 2u);
  EXPECT_EQ(numPhases(0x8888888888888888), 4u);
  EXPECT_EQ(numPhases(0x8080808080808080), 8u);
  EXPECT_EQ(numPhases(1), 64u);
}

/// Micro-ops some of which hold the pipes of their ports longer, in some of
/// every \p Phases iterations.
std::vector<ToyInst> instsWithPipes(Random &R, unsigned Phases) {
  std::vector<ToyInst> Insts = randomInsts(R, NumPorts);
  for (ToyInst &T : Insts) {
    if (T.Ports.empty() || R.oneIn(3))
      continue;
    T.HasPipe = true;
    T.LongerBy = R.between(1, 2);
    const uint64_t Bits = R.below(uint64_t(1) << Phases);
    for (unsigned At = 0; At < 64; At += Phases)
      T.LongIterations |= Bits << At;
  }
  return Insts;
}

/// A loop in which every fourth trip is the same is one of four copies, each of
/// which is the same in all trips.
TEST(Simulator, PhasesAreCopies) {
  Random Rand(23);
  constexpr uint32_t Copies = 4;
  unsigned NumPhased = 0;
  for (unsigned N = 0; N < 200; ++N) {
    std::vector<ToyInst> Insts = instsWithPipes(Rand, Copies);
    CoreSizes M = randomCore(Rand);
    M.CrossingsAreApart = N % 2;
    unsigned Slots = 0;
    for (const ToyInst &T : Insts)
      Slots += T.Slots;
    if (Slots == 0)
      continue;
    std::vector<ToyInst> Body = repeated(Insts, Copies);
    for (size_t I = 0; I < Body.size(); ++I)
      Body[I].LongIterations =
          Body[I].LongIterations >> (I / Insts.size()) & 1 ? ~uint64_t(0) : 0;
    SimProgram P = makeProgram(Insts, NumPorts);
    NumPhased += P.NumPhases == Copies;
    SimulationResult One = simulate(P, M, {});
    SimulationResult All = simulate(makeProgram(Body, NumPorts), M, {});
    EXPECT_EQ(All.Cycles, One.Cycles * Copies) << describe(Insts, M);
    EXPECT_EQ(One.Period % P.NumPhases, 0u) << describe(Insts, M);
  }
  EXPECT_GT(NumPhased, 100u);
}

/// The pipes of any set of ports are held as long as the micro-ops need, also
/// where the figure is a mean.
TEST(Simulator, NeverBelowPipes) {
  Random Rand(29);
  unsigned NumMeans = 0;
  for (unsigned N = 0; N < 1500; ++N) {
    std::vector<ToyInst> Insts = instsWithPipes(Rand, 1 << Rand.between(1, 5));
    CoreSizes M = randomCore(Rand);
    M.CrossingsAreApart = N % 2;
    SimProgram P = makeProgram(Insts, NumPorts);
    SimulationOptions O;
    if (Rand.oneIn(2))
      O.MaxIterations = O.MinIterations = 24;
    SimulationResult R = simulate(P, M, O);
    NumMeans += !R.IsExact;
    for (unsigned Set = 1; Set < 1u << NumPorts; ++Set) {
      int64_t Cycles = 0; // Of 64 iterations.
      for (const ToyInst &T : Insts)
        if (T.HasPipe && T.Ports.isSubsetOf(PortSet(Set)))
          Cycles += 64 * T.Hold + llvm::popcount(T.LongIterations) * T.LongerBy;
      EXPECT_LE(CyclesPerIter(Cycles, int64_t(64) * llvm::popcount(Set)),
                R.Cycles)
          << describe(Insts, M);
    }
  }
  EXPECT_GT(NumMeans, 10u);
}

/// As measured on a Cascade Lake: two ports by turns, 8 loads a trip, of which
/// these cross a line. A store address does not wait for the second line.
TEST(Simulator, LoadsAcrossLines) {
  struct Row {
    unsigned Crossing; ///< Of the loads, as bits.
    int Cycles;
  } Rows[] = {{0, 4}, {1, 5}, {3, 5}, {5, 6}, {0x55, 8}, {0xff, 8}};
  CoreSizes M;
  M.IssueWidth = 4;
  M.ReorderBuffer = 224;
  M.Scheduler = 97;
  M.Choice = PortChoice::AtRename;
  for (const Row &R : Rows) {
    std::vector<ToyInst> Insts(8, ToyInst{P(3)});
    for (unsigned I = 0; I < 8; ++I) {
      Insts[I].IsLoad = Insts[I].HasPipe = true;
      Insts[I].LongerBy = 1;
      Insts[I].LongIterations = R.Crossing >> I & 1 ? ~uint64_t(0) : 0;
    }
    EXPECT_EQ(simulate(makeProgram(Insts, 2), M, {}).Cycles,
              CyclesPerIter(R.Cycles))
        << R.Crossing;
  }
  // One load across lines, one address on the same port: 2 cycles, not 3.
  ToyInst Load{P(1)};
  Load.IsLoad = Load.HasPipe = true;
  Load.LongerBy = 1;
  Load.LongIterations = ~uint64_t(0);
  EXPECT_EQ(simulate(makeProgram({Load, ToyInst{P(1)}}, 1), M, {}).Cycles,
            CyclesPerIter(2));
}

/// Forty ports have pipes with numbers beyond 64.
TEST(Simulator, PipesOfManyPorts) {
  CoreSizes M;
  M.IssueWidth = 8;
  M.ReorderBuffer = 400;
  M.CrossingsAreApart = true;
  auto CyclesOn = [&](uint64_t Ports, unsigned NumAllPorts) {
    std::vector<ToyInst> Insts(8, ToyInst{PortSet(Ports)});
    for (unsigned I = 0; I < 8; ++I) {
      Insts[I].IsLoad = Insts[I].HasPipe = true;
      Insts[I].LongerBy = 1;
      Insts[I].LongIterations = I % 2 ? ~uint64_t(0) : 0;
    }
    return simulate(makeProgram(Insts, NumAllPorts), M, {}).Cycles;
  };
  EXPECT_EQ(CyclesOn(3, 2), CyclesPerIter(6));
  EXPECT_EQ(CyclesOn(uint64_t(3) << 38, 40), CyclesPerIter(6));
}

CoreSizes coreWithSchedulers(Random &R) {
  CoreSizes M = randomCore(R);
  if (R.oneIn(2))
    M.Schedulers = {{P(3), unsigned(R.between(1, 8))},
                    {P(12), unsigned(R.between(1, 8))}};
  if (!M.Schedulers.empty() && R.oneIn(3))
    setQueue(M, R);
  if (R.oneIn(3))
    setRelease(M, R);
  if (R.oneIn(3))
    M.FrontEnd = CyclesPerIter(R.between(1, 40), R.between(1, 9));
  return M;
}

std::vector<Resource> buffersOf(const CoreSizes &M) {
  std::vector<Resource> Out = {{ResourceKind::ReorderBuffer},
                               {ResourceKind::Scheduler},
                               {ResourceKind::LoadBuffer},
                               {ResourceKind::StoreBuffer}};
  for (const PortScheduler &S : M.Schedulers)
    Out.push_back({ResourceKind::Scheduler, S.Ports});
  return Out;
}

/// To the last event.
bool isSameRun(const SimulationResult &A, const SimulationResult &B) {
  return A.Cycles == B.Cycles && A.IsExact == B.IsExact &&
         A.Period == B.Period && A.Iterations == B.Iterations &&
         A.FirstSteady == B.FirstSteady &&
         std::equal(A.Events.begin(), A.Events.end(), B.Events.begin(),
                    B.Events.end(), [](const UopEvent &X, const UopEvent &Y) {
                      return X.Renamed == Y.Renamed &&
                             X.Dispatched == Y.Dispatched && X.Port == Y.Port &&
                             X.Retired == Y.Retired;
                    });
}

/// Buffers that were never full may be larger, alone and together, and nothing
/// happens. Of those that were, many matter.
TEST(Simulator, BufferThatIsNeverFull) {
  Random Rand(29);
  SimulationOptions O;
  O.RecordIterations = 40;
  unsigned NumNever = 0, NumFull = 0, NumMatter = 0;
  for (unsigned N = 0; N < 1000; ++N) {
    std::vector<ToyInst> Insts = wildInsts(Rand);
    CoreSizes M = coreWithSchedulers(Rand);
    SimProgram Program = makeProgram(Insts, NumPorts);
    const SimulationResult Now = simulate(Program, M, O);
    std::vector<Resource> Never;
    for (const Resource &R : buffersOf(M)) {
      const bool IsFull = Now.FullBuffers & bufferBit(R, M);
      const bool IsSame = isSameRun(Now, simulate(Program, M, O, R, {2, 1}));
      EXPECT_TRUE(IsFull || IsSame)
          << int(R.Kind) << ' ' << R.Ports.bits() << describe(Insts, M);
      NumFull += IsFull;
      NumMatter += !IsSame;
      if (!IsFull)
        Never.push_back(R);
    }
    NumNever += Never.size();
    EXPECT_TRUE(isSameRun(Now, simulate(Program, M, O, Never, {2, 1})))
        << describe(Insts, M);
  }
  EXPECT_GT(NumNever, 2000u);
  EXPECT_GT(NumFull, 1000u);
  EXPECT_GT(NumMatter, NumFull / 2);
}

/// A larger buffer is a larger number in the sizes of the core, and no more.
TEST(Simulator, LargerBufferIsAllThatChanges) {
  Random Rand(31);
  auto Twice = [](unsigned &Size) {
    if (Size < CoreSizes::Unlimited)
      Size *= 2;
  };
  for (unsigned N = 0; N < 500; ++N) {
    std::vector<ToyInst> Insts = wildInsts(Rand);
    const CoreSizes M = coreWithSchedulers(Rand);
    CoreSizes Large = M;
    for (unsigned *Size : {&Large.ReorderBuffer, &Large.Scheduler,
                           &Large.LoadBuffer, &Large.StoreBuffer})
      Twice(*Size);
    for (PortScheduler &S : Large.Schedulers)
      Twice(S.Entries);
    SimProgram Program = makeProgram(Insts, NumPorts);
    EXPECT_TRUE(isSameRun(simulate(Program, Large, {}),
                          simulate(Program, M, {}, buffersOf(M), {2, 1})))
        << describe(Insts, M);
  }
}

TEST(Simulator, SameTwice) {
  Random Rand(19);
  std::vector<ToyInst> Insts = wildInsts(Rand);
  CoreSizes M = randomCore(Rand);
  SimProgram Program = makeProgram(Insts, NumPorts);
  EXPECT_EQ(simulate(Program, M, {}).Cycles, simulate(Program, M, {}).Cycles);
}

/// In a limit that is too short, the mean is returned and said to be one.
TEST(Simulator, LimitOfIterations) {
  SimulationOptions O;
  O.MaxIterations = O.MinIterations = 8;
  // A chain fills the 256 entries of the reorder buffer first.
  SimulationResult R =
      simulate(makeProgram({{P(1), 4, {{0, 1}}}}, NumPorts), width(4), O);
  EXPECT_FALSE(R.IsExact);
  EXPECT_EQ(R.Iterations, 8u);
  EXPECT_LE(R.FirstSteady + R.Period, 8u);
  // What waits at the end of the window is counted.
  EXPECT_EQ(R.Cycles, 4);
}

/// Faster by 3/2: what takes a cycle takes two of three ticks.
TEST(Simulator, FasterByAFraction) {
  SimProgram Program =
      makeProgram({{P(1)}, {P(1)}, {P(2), 4, {{2, 1}}}}, NumPorts);
  Resource Port{ResourceKind::Ports, P(1)}, Latency{ResourceKind::Latency};
  EXPECT_EQ(simulate(Program, width(8), {}).Cycles, 4);
  EXPECT_EQ(simulate(Program, width(8), {}, Port, {3, 2}).Cycles, 4);
  EXPECT_EQ(simulate(Program, width(8), {}, Latency, {3, 2}).Cycles,
            CyclesPerIter(8, 3));
  EXPECT_EQ(simulate(Program, width(8), {}, Latency, {4, 1}).Cycles, 2);
  EXPECT_EQ(simulate(Program, width(8), {}, {Port, Latency}, {4, 1}).Cycles, 1);
}

} // namespace
