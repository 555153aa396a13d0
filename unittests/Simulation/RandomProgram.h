//===- RandomProgram.h - Random loops for the simulator ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs and machines drawn from a seed.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_SIMULATION_RANDOMPROGRAM_H
#define KERNEL_BOUNDS_UNITTESTS_SIMULATION_RANDOMPROGRAM_H

#include "TestSupport.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include <algorithm>

namespace kernelbounds::test {

/// An instruction of one micro-op with one result, or none of either.
struct ToyInst {
  PortSet Ports; ///< Empty: eliminated.
  int Latency = 1;
  std::vector<std::pair<uint32_t, uint32_t>> Inputs =
      {}; ///< Instruction, distance.
  unsigned Slots = 1;
  int Late = 0; ///< Cycles by which the inputs may come late.
  unsigned Hold = 1;
  bool IsLoad = false, IsStore = false;
  PortSet Units = {};
  unsigned UnitHold = 0;
  bool HasPipe = false;
  unsigned LongerBy = 0;
  uint64_t LongIterations = 0;
  /// Of a load that competes for banks.
  uint8_t PlaceInLine = 0, PlaceStep = 0, BytesRead = 0;
  unsigned Integers = 0, Vectors = 0; ///< Registers that it writes.
  /// Iterations in which its value waits for another one, by Drawn's distance.
  uint64_t DrawnTrips = 0;
  std::pair<uint32_t, uint32_t> Drawn = {}; ///< As Inputs.
  bool IsMicrocoded = false, IsBranch = false;
  unsigned NumOperands = 0; ///< Of vectors: its inputs, and others.
};

/// For messages.
inline std::string describe(const std::vector<ToyInst> &Insts,
                            const CoreSizes &M) {
  std::string S =
      "W" + std::to_string(M.IssueWidth) + " ret" +
      std::to_string(M.RetireWidth) + " rob" + std::to_string(M.ReorderBuffer) +
      " sched" + std::to_string(M.Scheduler) + " lb" +
      std::to_string(M.LoadBuffer) + " sb" + std::to_string(M.StoreBuffer) +
      " choice" + std::to_string(int(M.Choice)) + (M.InOrder ? " inorder" : "");
  for (const ToyInst &T : Insts) {
    S += "\n  ports " + std::to_string(T.Ports.bits()) + " lat " +
         std::to_string(T.Latency) + " slots " + std::to_string(T.Slots) +
         " late " + std::to_string(T.Late) + (T.IsLoad ? " load" : "") +
         (T.IsStore ? " store" : "");
    for (auto [From, Distance] : T.Inputs)
      S += " <" + std::to_string(From) + "," + std::to_string(Distance) + ">";
  }
  return S;
}

inline SimProgram makeProgram(const std::vector<ToyInst> &Insts,
                              unsigned NumPorts) {
  SimProgram P;
  P.NumPorts = NumPorts;
  for (uint32_t I = 0; I < Insts.size(); ++I) {
    const ToyInst &T = Insts[I];
    SimInst S;
    unsigned Group = T.IsLoad ? 0 : 1;
    for (unsigned G = 0; G <= NumUopGroups; ++G)
      S.Uops[G] = P.Uops.size() + (G > Group && !T.Ports.empty());
    if (!T.Ports.empty()) {
      SimUop U;
      U.Ports = T.Ports;
      U.Units = T.Units;
      U.Hold = T.Hold;
      U.UnitHold = T.UnitHold;
      U.HasPipe = T.HasPipe;
      U.LongerBy = T.LongerBy;
      U.LongIterations = T.LongIterations;
      U.PlaceInLine = T.PlaceInLine;
      U.PlaceStep = T.PlaceStep;
      U.BytesRead = T.BytesRead;
      U.NumOperands = T.NumOperands;
      P.NumPhases = std::max(P.NumPhases, tripsOfPlace(T.PlaceStep));
      P.HasPipes |= T.HasPipe;
      P.NumPhases = std::max(P.NumPhases, numPhases(T.LongIterations));
      U.NumInSlot = 1;
      P.Uops.push_back(U);
    }
    for (unsigned G = 0; G <= NumUopGroups; ++G) {
      S.Gates[G] = P.Inputs.size();
      if (G == Group && !T.Ports.empty())
        for (auto [From, Distance] : T.Inputs) {
          P.Inputs.push_back({From, I, Distance, T.Latency - T.Late, false});
          P.Inputs.back().IsOperand = T.NumOperands != 0;
        }
    }
    SimNode N{static_cast<uint32_t>(P.Inputs.size()),
              0,
              T.Latency,
              I,
              T.IsLoad ? NodePart::Load : NodePart::Result,
              T.Ports.empty()};
    if (T.Ports.empty())
      for (auto [From, Distance] : T.Inputs)
        P.Inputs.push_back({From, I, Distance, T.Latency, false});
    if (T.DrawnTrips != 0) {
      P.Inputs.push_back(
          {T.Drawn.first, I, T.Drawn.second, T.Latency, true, T.DrawnTrips});
      N.NumDrawn = 1;
      P.MaxDistance = std::max(P.MaxDistance, T.Drawn.second);
      P.NumPhases = std::max(P.NumPhases, numPhases(T.DrawnTrips));
    }
    N.NumInputs = P.Inputs.size() - N.FirstInput;
    P.Nodes.push_back(N);
    for (unsigned G = 0; G <= NumUopGroups; ++G)
      S.Nodes[G] = I + (G > Group);
    S.Slots = T.Slots;
    S.IsMicrocoded = T.IsMicrocoded;
    S.IsBranch = T.IsBranch;
    S.IsEliminated = T.Ports.empty() && !T.IsBranch;
    S.NumLoads = T.IsLoad;
    S.NumStores = T.IsStore;
    S.NumIntegers = T.Integers;
    S.MakesInteger = T.Integers != 0;
    S.NumVectors = T.Vectors;
    P.Insts.push_back(S);
    P.NumSlots += T.Slots;
    for (auto [From, Distance] : T.Inputs)
      P.MaxDistance = std::max(P.MaxDistance, Distance);
  }
  if (P.NumSlots == 0 && !P.Insts.empty())
    P.NumSlots = P.Insts.back().Slots = 1;
  return P;
}

inline PortSet randomPorts(Random &R, unsigned NumPorts) {
  PortSet S;
  for (unsigned N = R.oneIn(2) ? 1 : R.between(1, NumPorts); N > 0; --N)
    S.insert(R.below(NumPorts));
  return S;
}

inline std::vector<ToyInst> randomInsts(Random &R, unsigned NumPorts) {
  std::vector<ToyInst> Insts(R.between(1, 10));
  for (uint32_t I = 0; I < Insts.size(); ++I) {
    ToyInst &T = Insts[I];
    if (!R.oneIn(8))
      T.Ports = randomPorts(R, NumPorts);
    T.Latency = T.Ports.empty() ? 0 : R.between(1, 5);
    T.Slots = R.oneIn(8) ? 0 : R.between(1, R.oneIn(6) ? 3 : 1);
    T.IsLoad = !T.Ports.empty() && R.oneIn(4);
    T.IsStore = R.oneIn(6);
    T.Integers = R.oneIn(3);
    T.Vectors = R.oneIn(3) ? R.between(1, 2) : 0;
    for (unsigned N = R.below(3); N > 0; --N) {
      uint32_t From = R.below(Insts.size());
      uint32_t Distance = From < I && !R.oneIn(4) ? 0 : R.between(1, 3);
      T.Inputs.push_back({From, Distance});
    }
  }
  // A late input still comes after the start of what makes it.
  for (ToyInst &T : Insts) {
    int Late = T.Latency;
    for (auto [From, Distance] : T.Inputs)
      Late = std::min(Late,
                      Insts[From].Ports.empty() ? 0 : Insts[From].Latency - 1);
    if (!T.Ports.empty() && !T.Inputs.empty() && Late > 0 && R.oneIn(3))
      T.Late = R.between(0, Late);
  }
  return Insts;
}

/// Most loads read at places that are known.
inline void addPlaces(std::vector<ToyInst> &Insts, Random &R) {
  for (ToyInst &T : Insts)
    if (T.IsLoad && !R.oneIn(4)) {
      T.BytesRead = 1u << R.below(6);
      T.PlaceInLine = R.below(64);
      T.PlaceStep = R.oneIn(3) ? 0 : 4 * R.below(16);
    }
}

/// Few loads of a cycle may read the same bank.
inline void addBanks(CoreSizes &M, Random &R) {
  M.BankBytes = 1u << R.between(2, 6);
  M.LoadsPerBank = R.between(1, 2);
}

inline CoreSizes randomCore(Random &R) {
  CoreSizes M;
  M.IssueWidth = R.between(1, 5);
  M.RetireWidth = R.oneIn(3) ? CoreSizes::Unlimited : R.between(1, 5);
  M.ReorderBuffer = R.between(3, R.oneIn(2) ? 8 : 40);
  M.Scheduler = R.oneIn(4) ? CoreSizes::Unlimited : R.between(1, 24);
  M.LoadBuffer = R.oneIn(2) ? CoreSizes::Unlimited : R.between(1, 6);
  M.StoreBuffer = R.oneIn(2) ? CoreSizes::Unlimited : R.between(1, 6);
  M.IntegerRegisters = R.oneIn(2) ? CoreSizes::Unlimited : R.between(2, 8);
  M.VectorRegisters = R.oneIn(2) ? CoreSizes::Unlimited : R.between(2, 8);
  M.Choice = R.oneIn(2)   ? PortChoice::AtRename
             : R.oneIn(2) ? PortChoice::InCycle
                          : PortChoice::AtDispatch;
  if (M.Choice == PortChoice::AtRename && M.ReorderBuffer % 2 == 0)
    M.Choice = PortChoice::AtRenameLate;
  if (M.Choice == PortChoice::InCycle && M.IssueWidth % 2 == 0)
    M.Schedulers.push_back({PortSet(~uint64_t(0)), 100'000, 255,
                            uint8_t(M.IssueWidth == 4 ? 3 : 0),
                            uint8_t(M.ReorderBuffer % 3)});
  else if (M.Choice == PortChoice::InCycle && M.IssueWidth != 1)
    M.Schedulers.push_back({PortSet(~uint64_t(0)), 100'000, 0, 2});
  if (!M.Schedulers.empty() && M.Schedulers[0].PerCycle != 0 &&
      M.ReorderBuffer % 2 != 0)
    M.Choice = PortChoice::InCycleInTurn;
  M.InOrder = R.oneIn(10);
  return M;
}

/// Makes the entries of schedulers without a queue stay taken for some cycles.
inline void setRelease(CoreSizes &M, Random &R) {
  for (PortScheduler &S : M.Schedulers)
    if (S.Queue == 0)
      S.Release = R.below(9);
}

/// Puts a queue in front of the first scheduler, or of all of them.
inline void setQueue(CoreSizes &M, Random &R) {
  const uint16_t Entries = R.between(1, 8);
  const bool HasOne = R.oneIn(2);
  for (PortScheduler &S : M.Schedulers) {
    S.Queue = Entries;
    if (HasOne)
      break;
  }
}

} // namespace kernelbounds::test

#endif // KERNEL_BOUNDS_UNITTESTS_SIMULATION_RANDOMPROGRAM_H
