//===- EveryEventTest.cpp - The core beside one that goes cycle by cycle --===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveCore.h"
#include "RandomProgram.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace kernelbounds::test;
using llvm::function_ref;

namespace {

constexpr unsigned NumPorts = 4;

PortSet P(uint64_t Bits) { return PortSet(Bits); }

constexpr unsigned NumIterations = 80;

/// Every event, and that the period goes on. \returns whether it was found.
bool agreesWithNaiveCore(const std::vector<ToyInst> &Insts,
                         const CoreSizes &M) {
  SimProgram Program = makeProgram(Insts, NumPorts);
  SimulationOptions O;
  O.RecordIterations = NumIterations;
  SimulationResult R = simulate(Program, M, O);
  NaiveCore Oracle(Program, M);
  Oracle.run(NumIterations);
  size_t Next = 0;
  for (const UopEvent &E : R.Events) {
    if (E.Port < 0)
      continue;
    if (Next >= Oracle.Uops.size())
      break;
    const NaiveCore::Uop &U = Oracle.Uops[Next++];
    bool Same =
        E.Renamed == U.Renamed && E.Dispatched == U.Started && E.Port == U.Port;
    EXPECT_TRUE(Same) << "iteration " << E.Iteration << ", inst " << E.Inst
                      << ": renamed " << E.Renamed << " not " << U.Renamed
                      << ", started " << E.Dispatched << " not " << U.Started
                      << ", port " << E.Port << " not " << U.Port << '\n'
                      << describe(Insts, M);
    if (!Same)
      return false;
  }
  EXPECT_EQ(Next, Oracle.Uops.size());
  if (!R.IsExact || R.FirstSteady + 2 * R.Period >= NumIterations)
    return false;
  // Of an iteration without a slot at its end the clock may stand still.
  const auto &End = Oracle.EndOfIteration;
  for (unsigned I = R.FirstSteady; I + R.Period < NumIterations; ++I)
    EXPECT_EQ(CyclesPerIter(End[I + R.Period] - End[I], R.Period), R.Cycles)
        << describe(Insts, M);
  return true;
}

/// Changes the instructions that were drawn, and draws a core.
using DrawCore = function_ref<CoreSizes(std::vector<ToyInst> &, Random &)>;
/// Takes from a core what is tested.
using Simplify = function_ref<void(CoreSizes &)>;

/// Compares \p Num loops, drawn from \p Seed, of which more than \p Least must
/// have a period. \returns how many are faster if \p Without changes the core.
unsigned compareLoops(uint64_t Seed, unsigned Num, unsigned Least,
                      DrawCore Draw, Simplify Without = nullptr) {
  Random Rand(Seed);
  unsigned NumExact = 0, NumSlower = 0;
  for (unsigned N = 0; N < Num && !testing::Test::HasFailure(); ++N) {
    std::vector<ToyInst> Insts = randomInsts(Rand, NumPorts);
    CoreSizes M = Draw(Insts, Rand);
    NumExact += agreesWithNaiveCore(Insts, M);
    if (!Without)
      continue;
    const SimProgram Program = makeProgram(Insts, NumPorts);
    const CyclesPerIter With = simulate(Program, M, {}).Cycles;
    Without(M);
    NumSlower += With > simulate(Program, M, {}).Cycles;
  }
  EXPECT_GT(NumExact, Least);
  return NumSlower;
}

TEST(Simulator, EveryEventOfTheNaiveCore) {
  compareLoops(7, 600, 400,
               [](auto &, Random &Rand) { return randomCore(Rand); });
}

// Some instructions have the cycles in which they are renamed for themselves,
// others come in one cycle, and of some micro-ops a cycle has room for a few.
TEST(Simulator, EveryEventOfRename) {
  compareLoops(47, 600, 400, [](auto &Insts, Random &Rand) {
    for (ToyInst &I : Insts) {
      I.IsBranch = Rand.oneIn(8);
      I.IsMicrocoded = I.Slots != 0 && Rand.oneIn(4);
      if (I.IsMicrocoded)
        I.Slots = Rand.between(1, 7);
    }
    CoreSizes M = randomCore(Rand);
    M.ReorderBuffer += 8; // An instruction leaves it as a whole.
    M.SlotsTogether = Rand.between(0, 3);
    for (unsigned L = Rand.below(4); L != 0; --L)
      M.RenameLimits.push_back({uint64_t(Rand.between(1, 15)),
                                uint8_t(Rand.between(1, 3)), Rand.oneIn(3), 0});
    if (Rand.oneIn(2)) // Of moves.
      M.RenameLimits.push_back({0, uint8_t(Rand.between(1, 2)), false, 0});
    return M;
  });
}

// What reads three operands needs a port that others use as their own.
TEST(Simulator, EveryEventWithOperands) {
  auto Draw = [](auto &Insts, Random &Rand) {
    for (ToyInst &I : Insts)
      I.NumOperands = Rand.oneIn(3) ? 0 : I.Inputs.size() + Rand.below(4);
    CoreSizes M = randomCore(Rand);
    if (M.Choice == PortChoice::AtDispatch)
      M.Choice = PortChoice::InCycle;
    if (M.Schedulers.empty())
      M.Schedulers.push_back({PortSet(~uint64_t(0)), 100'000, 255});
    M.Schedulers[0].ThirdOperand = Rand.below(NumPorts);
    return M;
  };
  const unsigned NumSlower = compareLoops(59, 600, 400, Draw, [](CoreSizes &M) {
    M.Schedulers[0].ThirdOperand = PortSet::MaxPorts;
  });
  EXPECT_GT(NumSlower, 30u);
}

// Values that wait for others in some iterations only.
TEST(Simulator, EveryEventWithDrawnInputs) {
  compareLoops(31, 200, 100, [](auto &Insts, Random &Rand) {
    for (ToyInst &I : Insts)
      if (Rand.oneIn(3)) {
        const unsigned Phases = 1u << Rand.between(1, 4);
        const uint64_t Bits = Rand.below(uint64_t(1) << Phases);
        for (unsigned At = 0; At < 64; At += Phases)
          I.DrawnTrips |= Bits << At;
        I.Drawn = {Rand.below(Insts.size()), Rand.between(1, 3)};
      }
    return randomCore(Rand);
  });
}

// Loads that read the same banks lose their starts.
TEST(Simulator, EveryEventWithBanks) {
  auto Draw = [](auto &Insts, Random &Rand) {
    for (ToyInst &I : Insts)
      I.IsLoad |= !I.Ports.empty() && Rand.oneIn(2);
    addPlaces(Insts, Rand);
    CoreSizes M = randomCore(Rand);
    addBanks(M, Rand);
    return M;
  };
  EXPECT_GT(compareLoops(41, 400, 200, Draw,
                         [](CoreSizes &M) { M.LoadsPerBank = 0; }),
            10u);
}

// Two pairs of ports with a scheduler each; no micro-op may go to both.
TEST(Simulator, EveryEventWithSchedulersOfPorts) {
  compareLoops(13, 300, 200, [N = 0u](auto &Insts, Random &Rand) mutable {
    for (ToyInst &I : Insts)
      if (PortSet Low = I.Ports & P(3); !Low.empty())
        I.Ports = Low;
    CoreSizes M = randomCore(Rand);
    M.Schedulers = {{P(3), unsigned(Rand.between(1, 8))},
                    {P(12), unsigned(Rand.between(1, 8))}};
    if (N % 2 == 1)
      setQueue(M, Rand);
    if (N % 4 > 1)
      setRelease(M, Rand);
    ++N;
    return M;
  });
}

// The last two ports are units, held for a cycle. The others are chosen when a
// micro-op is renamed: else it would take the one on which it can start.
TEST(Simulator, EveryEventWithUnits) {
  compareLoops(17, 300, 200, [N = 0u](auto &Insts, Random &Rand) mutable {
    for (ToyInst &I : Insts) {
      I.Slots = std::max(I.Slots, 1u);
      if (I.Ports.empty())
        continue;
      I.Ports = I.Ports & P(3);
      if (I.Ports.empty())
        I.Ports = P(Rand.oneIn(2) ? 3 : 2);
      if (Rand.oneIn(2)) {
        I.Units = P(Rand.oneIn(2) ? 12 : 4);
        I.UnitHold = 1;
      }
    }
    CoreSizes M = randomCore(Rand);
    M.Choice = PortChoice::AtRename;
    if (N++ % 2 == 1)
      M.BlockingUnits = P(12);
    return M;
  });
}

} // namespace
