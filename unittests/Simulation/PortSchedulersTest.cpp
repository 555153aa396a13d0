//===- PortSchedulersTest.cpp - Schedulers of groups of ports -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cores whose ports have schedulers of their own, by hand. SimulatorTest.cpp
/// compares them with a core that goes cycle by cycle.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

constexpr unsigned NumPorts = 4;

PortSet P(uint64_t Bits) { return PortSet(Bits); }

CyclesPerIter cycles(const std::vector<ToyInst> &Insts, const CoreSizes &M) {
  return simulate(makeProgram(Insts, NumPorts), M, {}).Cycles;
}

CoreSizes width(unsigned W) {
  CoreSizes M;
  M.IssueWidth = W;
  return M;
}

CoreSizes withSchedulers(unsigned Width, std::vector<PortScheduler> S) {
  CoreSizes M = width(Width);
  M.Schedulers = std::move(S);
  return M;
}

// X takes 10 cycles on port 0, Y waits for it on port 1. Renamed at 0, Y0
// starts at 11 and Y1 at 12; their entries are free a cycle later. Y2 enters at
// 12, Y3 at 13 and Y4 at 14, all of whose X were renamed by then; Y5 finds Y3
// and Y4, which start at 23 and 24, and enters at 24. Three iterations in 12
// cycles.
TEST(PortSchedulers, SchedulerOfAPort) {
  const std::vector<ToyInst> Body = {{P(1), 10}, {P(2), 1, {{0, 0}}}};
  EXPECT_EQ(cycles(Body, width(4)), 1);
  EXPECT_EQ(cycles(Body, withSchedulers(4, {{P(2), 2}})), 4);
  // X leaves at once.
  EXPECT_EQ(cycles(Body, withSchedulers(4, {{P(1), 2}})), 1);
  // Z may use either port, and never waits for the full one.
  std::vector<ToyInst> More = Body;
  More.push_back({P(6)});
  EXPECT_EQ(cycles(More, withSchedulers(6, {{P(2), 2}, {P(4), 2}})), 4);
}

// Two micro-ops a cycle, one of them for port 0 alone, the other for port 0 or
// 1. Behind the first one the other goes to port 1; before it, to port 0, which
// then gets two. If a port is given away once in a cycle, the first one waits
// for the next cycle, in which the other's successor goes to port 1. A
// scheduler that is named first has its port taken first.
TEST(PortSchedulers, PortsByCycle) {
  const std::vector<ToyInst> Body = {{P(1)}, {P(3)}}, Turned = {{P(3)}, {P(1)}};
  CoreSizes M = withSchedulers(2, {{P(1), 1000, 9}, {P(2), 1000, 9}});
  M.Choice = PortChoice::InCycle;
  EXPECT_EQ(cycles(Body, M), 1);
  EXPECT_EQ(cycles(Turned, M), 2);
  std::swap(M.Schedulers[0], M.Schedulers[1]);
  EXPECT_EQ(cycles(Turned, M), 1);
  // Of three for one port, rename lets one through in a cycle: the load behind
  // them starts no earlier.
  const std::vector<ToyInst> Three = {{P(1)}, {P(1)}, {P(1)}, {P(4), 4}};
  M = withSchedulers(4, {{P(1), 64, 1}});
  const SimulationResult R = [&] {
    SimulationOptions O;
    O.RecordIterations = 1;
    return simulate(makeProgram(Three, NumPorts), M, O);
  }();
  ASSERT_GE(R.Events.size(), 4u);
  EXPECT_EQ(R.Events[0].Renamed + 2, R.Events[2].Renamed);
  EXPECT_EQ(R.Events[2].Wait, RenameWait::IssueWidth);
  EXPECT_EQ(R.Events[3].Renamed, R.Events[2].Renamed);
}

// Two operations of a cycle and one of three that only the first port can do:
// 1.5 cycles by the ports. A result of one cycle that comes with that of three
// is started again, and the start is lost: four trips take 7 cycles.
TEST(PortSchedulers, OneResultForEachPort) {
  const std::vector<ToyInst> Insts = {{P(3), 1}, {P(3), 1}, {P(1), 3}};
  CoreSizes M = width(4);
  M.Choice = PortChoice::InCycle;
  M.Schedulers = {{P(1), 24, 2}, {P(2), 24, 2}};
  EXPECT_EQ(simulate(makeProgram(Insts, 2), M, {}).Cycles, CyclesPerIter(3, 2));
  for (PortScheduler &S : M.Schedulers)
    S.OneResult = true;
  EXPECT_EQ(simulate(makeProgram(Insts, 2), M, {}).Cycles, CyclesPerIter(7, 4));
  // Results of one latency never meet.
  EXPECT_EQ(
      simulate(makeProgram({{P(3), 1}, {P(3), 1}, {P(1), 1}}, 2), M, {}).Cycles,
      CyclesPerIter(3, 2));
}

// Results that take three cycles leave by either port in turn, so that one of
// two takes a result from the operations of the other port.
TEST(PortSchedulers, ResultsInTurn) {
  CoreSizes M = withSchedulers(6, {{P(3), 24, 6}});
  M.Choice = PortChoice::InCycle;
  M.Schedulers[0].OneResult = true;
  auto Cycles = [&](const std::vector<ToyInst> &Insts) {
    return simulate(makeProgram(Insts, 3), M, {}).Cycles;
  };
  const ToyInst Long{P(1), 3}, Short{P(2), 1};
  const std::vector<ToyInst> Body = {Long, Long, Short, Short};
  EXPECT_EQ(Cycles(Body), 2);
  M.Schedulers[0].ResultsInTurn = true;
  EXPECT_EQ(Cycles(Body), 3);
  // Every second result meets an operation.
  EXPECT_EQ(Cycles({Long, Short}), CyclesPerIter(3, 2));
  // Which one is a part of the state, also when the result has left, as it has
  // if nothing is renamed far ahead: seven cycles and eight in turn.
  M.Schedulers[0].Entries = 2;
  EXPECT_EQ(Cycles({Long, Short, Short, Short, Short, Short, Short}),
            CyclesPerIter(15, 2));
  // Alone they do not meet.
  EXPECT_EQ(Cycles({Long, Long}), 2);
  EXPECT_EQ(Cycles({Short, Short}), 2);
}

// Results of another register file take what a port could begin in their cycle,
// where they leave by several ports.
TEST(PortSchedulers, ResultsOfAnotherUnitInTurn) {
  ToyInst Move{P(4), 3}, Short{P(1), 1}, Long{P(1), 3};
  Move.Units = P(8);
  Move.UnitHold = 1;
  CoreSizes M = withSchedulers(6, {{P(3), 24, 6}});
  M.Choice = PortChoice::InCycle;
  M.Schedulers[0].OneResult = true;
  M.ResultWays = {{3, PortSet(P(3))}};
  auto Cycles = [&](const std::vector<ToyInst> &Insts) {
    return simulate(makeProgram(Insts, 4), M, {}).Cycles;
  };
  EXPECT_EQ(Cycles({Short, Short}), 2);
  EXPECT_EQ(Cycles({Move, Move}), 2);
  EXPECT_EQ(Cycles({Move, Move, Short, Short}), 3);
  // What has its result by another port still has to begin.
  M.Schedulers[0].ResultsInTurn = true;
  EXPECT_EQ(Cycles({Long, Long}), 2);
  EXPECT_EQ(Cycles({Move, Move, Long, Long}), 3);
}

// What the unit of port 1 makes leaves by port 0, which lets out one result in
// a cycle. Flags alone have another way, unless the unit makes flags, too.
TEST(PortSchedulers, ResultsOfAnotherUnit) {
  ToyInst Move{P(2), 3}, Register{P(1)}, Flags{P(1)};
  Move.Units = P(4);
  Move.UnitHold = 1;
  Move.Integers = Register.Integers = 1;
  CoreSizes M = withSchedulers(6, {{P(1), 24, 6}});
  M.Choice = PortChoice::InCycle;
  auto Cycles = [&](const std::vector<ToyInst> &Insts) {
    return simulate(makeProgram(Insts, 3), M, {}).Cycles;
  };
  const std::vector<ToyInst> Body = {Move, Move, Register};
  M.ResultWays = {{2, P(1)}};
  EXPECT_EQ(Cycles(Body), 2);
  M.Schedulers[0].OneResult = true;
  EXPECT_EQ(Cycles(Body), 3);
  EXPECT_EQ(Cycles({Move, Move}), 2);
  EXPECT_EQ(Cycles({Move, Move, Flags}), 2);
  Move.Integers = 0;
  EXPECT_EQ(Cycles({Move, Move, Flags}), 3);
  M.ResultWays.clear();
  EXPECT_EQ(Cycles(Body), 2);
}

// One micro-op a cycle, two of three for either port: those go to the port that
// is named first or, in turn, to the one that was given least recently.
TEST(PortSchedulers, PortsByCycleInTurn) {
  CoreSizes M = withSchedulers(1, {{P(1), 24, 1}, {P(2), 24, 1}});
  auto PortsOf = [&](PortChoice Choice) {
    M.Choice = Choice;
    SimulationOptions O;
    O.RecordIterations = 2;
    std::vector<unsigned> Ports;
    for (const UopEvent &E :
         simulate(makeProgram({{P(3)}, {P(3)}, {P(1)}}, 2), M, O).Events)
      Ports.push_back(E.Port);
    return Ports;
  };
  using List = std::vector<unsigned>;
  EXPECT_EQ(PortsOf(PortChoice::InCycle), List({0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(PortsOf(PortChoice::InCycleInTurn), List({0, 1, 0, 1, 0, 0}));
}

// Of two ports of a scheduler the second one reads the third operand of what
// the first one does. An operand that comes in the cycle of the start is not
// read, whether it is the third one or the only one.
TEST(PortSchedulers, ThirdOperand) {
  CoreSizes M = width(6);
  M.Choice = PortChoice::InCycle;
  M.Schedulers = {{P(3), 24}};
  ToyInst Three{P(1), 4}, One{P(2)}, Maker{P(4)};
  Three.NumOperands = 3;
  One.NumOperands = 1;
  auto Cycles = [&](const std::vector<ToyInst> &Insts) {
    return simulate(makeProgram(Insts, 3), M, {}).Cycles;
  };
  EXPECT_EQ(Cycles({Three, One}), 1);
  M.Schedulers[0].ThirdOperand = 1;
  EXPECT_EQ(Cycles({Three, One}), 2);
  EXPECT_EQ(Cycles({Three, One, One}), 3);
  // Two operands, or none that is read, leave the port to the others.
  ToyInst Two = Three;
  Two.NumOperands = 2;
  EXPECT_EQ(Cycles({Two, One}), 1);
  Three.Inputs = One.Inputs = {{0, 0}};
  EXPECT_EQ(Cycles({Maker, Three, {P(2)}}), 1);
  EXPECT_EQ(Cycles({Maker, One, {P(1)}}), 1);
  // That of a chain comes in time, unless the others hold it up.
  Three.Inputs = {{0, 1}};
  One.Inputs = {};
  EXPECT_EQ(Cycles({Three, One, One, One}), 4);
  EXPECT_GT(Cycles({Three, One, One, One, One, One}), CyclesPerIter(5));
}

// Three ports in turn, of which two can load in a cycle: eight loads and four
// stores take the ports four times each. Measured on Zen 3: 5.0 cycles, and 4.0
// if there is a store behind every second load.
TEST(PortSchedulers, PortsOfLoadsThatWait) {
  const ToyInst Load{P(7), 1, {}, 1, 0, 1, false, false, P(24), 1}, Store{P(7)};
  std::vector<ToyInst> Apart(8, Load), Mixed;
  Apart.insert(Apart.end(), 4, Store);
  for (unsigned N = 0; N < 4; ++N)
    Mixed.insert(Mixed.end(), {Load, Load, Store});
  CoreSizes M =
      withSchedulers(6, {{P(1), 24, 1}, {P(2), 24, 1}, {P(4), 24, 1}});
  M.Choice = PortChoice::InCycle;
  auto Cycles = [&](const std::vector<ToyInst> &Insts) {
    return simulate(makeProgram(Insts, 5), M, {}).Cycles;
  };
  EXPECT_EQ(Cycles(Apart), 4);
  EXPECT_EQ(Cycles(Mixed), 4);
  M.BlockingUnits = P(24);
  EXPECT_EQ(Cycles(Apart), 5);
  EXPECT_EQ(Cycles(Mixed), 4);
}

// Four micro-ops of any port and four of the first two, in two schedulers of
// two ports each: two cycles. In turn, too many would go to the first two
// ports.
TEST(PortSchedulers, SchedulerWithRoom) {
  std::vector<ToyInst> Insts(8, {P(15), 1});
  for (unsigned I = 0; I < 4; ++I)
    Insts[I].Ports = P(3);
  CoreSizes M = width(8);
  M.Choice = PortChoice::InCycle;
  M.Schedulers = {{P(5), 64}, {P(10), 64}};
  EXPECT_LT(CyclesPerIter(2), simulate(makeProgram(Insts, 4), M, {}).Cycles);
  for (PortScheduler &S : M.Schedulers)
    S.ByRoom = true;
  // Which scheduler is entered does not depend on when other ports are chosen.
  for (PortChoice Choice : {PortChoice::InCycle, PortChoice::AtDispatch,
                            PortChoice::AtRename, PortChoice::AtRenameLate}) {
    M.Choice = Choice;
    EXPECT_EQ(simulate(makeProgram(Insts, 4), M, {}).Cycles, CyclesPerIter(2));
  }
  // A port that is held for four cycles gets no other micro-op meanwhile: four
  // that may go elsewhere do.
  std::vector<ToyInst> Held(5, {P(5), 1});
  Held[0].Ports = P(4);
  Held[0].Hold = 4;
  for (PortChoice Choice : {PortChoice::InCycle, PortChoice::AtDispatch,
                            PortChoice::AtRename, PortChoice::AtRenameLate}) {
    M.Choice = Choice;
    EXPECT_EQ(simulate(makeProgram(Held, 4), M, {}).Cycles, CyclesPerIter(4));
  }
  // Three ports, one of them in the first scheduler, which fills while the one
  // port works, so that the second scheduler is entered more often.
  for (ToyInst &I : Insts)
    I.Ports = P(14);
  EXPECT_EQ(CyclesPerIter(8, 3), simulate(makeProgram(Insts, 4), M, {}).Cycles);
}

// Three micro-ops of port 0 wait for a value of 20 cycles. What is ready and
// may use port 0 or 1 is bound to port 1, for which fewer wait, though port 0
// does nothing.
TEST(PortSchedulers, PortIsGivenAtEntry) {
  std::vector<ToyInst> Insts = {{P(4), 20}};
  Insts.resize(4, {P(1), 1, {{0, 0}}});
  Insts.resize(6, {P(3), 1});
  for (const bool HasQueue : {false, true}) {
    CoreSizes M = withSchedulers(8, {{P(3), 16}});
    M.Schedulers[0].ByRoom = !HasQueue;
    M.Schedulers[0].Queue = HasQueue ? 16 : 0;
    SimulationOptions O;
    O.RecordIterations = 1;
    const SimulationResult R = simulate(makeProgram(Insts, 3), M, O);
    unsigned NumReady = 0;
    for (const UopEvent &E : R.Events)
      if (E.Iteration == 0 && E.Inst >= 4) {
        EXPECT_EQ(E.Port, 1);
        EXPECT_EQ(E.Dispatched, E.Renamed + 1 + int64_t(NumReady++));
      }
    EXPECT_EQ(NumReady, 2u);
  }
}

// X takes 20 cycles on port 0, and Y and Z wait for it on port 1 and do W on
// port 2 for nothing. Two entries for Y and Z hold one iteration: the next ones
// are renamed 20 cycles later. A queue in front holds more of them; but W, too,
// waits in it behind Y and Z, and V, which does not go through it, does not.
TEST(PortSchedulers, QueueInFrontOfSchedulers) {
  const std::vector<ToyInst> Body = {
      {P(1), 20}, {P(2), 1, {{0, 0}}}, {P(2), 1, {{0, 0}}}, {P(4)}};
  auto Cycles = [&](unsigned Entries, uint16_t Queue) {
    CoreSizes M = withSchedulers(4, {{P(2), Entries}, {P(4), Entries}});
    for (PortScheduler &S : M.Schedulers)
      S.Queue = Queue;
    return simulate(makeProgram(Body, NumPorts), M, {}).Cycles;
  };
  EXPECT_EQ(Cycles(1000, 0), CyclesPerIter(2));
  EXPECT_EQ(Cycles(1000, 1000), CyclesPerIter(2));
  EXPECT_LT(Cycles(2, 8), Cycles(2, 0));
  EXPECT_LE(Cycles(2, 32), Cycles(2, 8));
  SimulationOptions O;
  O.RecordIterations = 8;
  CoreSizes M = withSchedulers(4, {{P(2), 2}, {P(4), 2}});
  for (PortScheduler &S : M.Schedulers)
    S.Queue = 100;
  const SimulationResult R = simulate(makeProgram(Body, NumPorts), M, O);
  for (const UopEvent &E : R.Events)
    if (E.Iteration == 3 && E.Inst == 3) // Behind Y and Z of three iterations.
      EXPECT_GT(E.Dispatched, E.Renamed + 20);
}

// Four additions of two ports and four multiplications of two others, in turn,
// in schedulers with one port of each: both schedulers get two of each.
TEST(PortSchedulers, QueueDividesEqually) {
  std::vector<ToyInst> Insts(8, {P(3), 1});
  for (unsigned I = 0; I < 8; I += 2)
    Insts[I].Ports = P(12);
  CoreSizes M = width(8);
  M.Schedulers = {{P(5), 16}, {P(10), 16}};
  for (PortScheduler &S : M.Schedulers)
    S.Queue = 16;
  for (PortChoice Choice : {PortChoice::InCycle, PortChoice::AtDispatch,
                            PortChoice::AtRename, PortChoice::AtRenameLate}) {
    M.Choice = Choice;
    EXPECT_EQ(simulate(makeProgram(Insts, 4), M, {}).Cycles, CyclesPerIter(2));
  }
}

// Y and Z wait on port 0 for a value of 20 cycles. What is renamed a cycle
// later and may use port 0 or 1 goes to the scheduler of port 1, in which
// nothing waited when the cycle began; until then, both schedulers take turns.
TEST(PortSchedulers, QueueByRoom) {
  std::vector<ToyInst> Insts = {{P(4), 20},          {P(1), 1, {{0, 0}}},
                                {P(1), 1, {{0, 0}}}, {P(3), 9},
                                {P(3), 9},           {P(3), 9}};
  CoreSizes M = withSchedulers(3, {{P(1), 16}, {P(2), 16}});
  for (PortScheduler &S : M.Schedulers) {
    S.Queue = 16;
    S.ByRoom = true;
  }
  auto NumOnPort1 = [&] {
    SimulationOptions O;
    O.RecordIterations = 1;
    unsigned Num = 0;
    for (const UopEvent &E : simulate(makeProgram(Insts, 3), M, O).Events)
      Num += E.Iteration == 0 && E.Inst >= 3 && E.Port == 1;
    return Num;
  };
  EXPECT_EQ(NumOnPort1(), 3u);
  Insts[1].Ports = Insts[2].Ports = P(4);
  EXPECT_EQ(NumOnPort1(), 2u);
}

} // namespace
