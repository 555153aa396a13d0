//===- Visits.cpp - A loop that is visited again and again ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The simulator finds how often a program can be begun; a visit is such a
/// program. What lies between visits (the head of the loop around) is left
/// out, as is the branch that leaves a loop, which is taken to be foreseen.
/// Tested by unittests/Simulation/VisitsTest.cpp and
/// unittests/Advice/InterleaveTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Visits.h"
#include "kernel-bounds/Simulation/Simulator.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {
class Copier {
public:
  using Source =
      function_ref<std::optional<CopiedValue>(const SimInput &, unsigned)>;
  Copier(const SimProgram &P, ArrayRef<CopiedInst> Order, unsigned Copies,
         Source From)
      : P(P), Order(Order), Copies(Copies), From(From) {}
  SimProgram run();

private:
  void numberNodes();
  uint64_t ofCopy(uint64_t Iterations, unsigned Copy);
  void addInputs(uint32_t First, uint32_t End, unsigned Copy);
  void addNode(SimNode Node, unsigned Copy);
  void add(const CopiedInst &At);

  const SimProgram &P;
  const ArrayRef<CopiedInst> Order;
  const unsigned Copies;
  const Source From;
  std::vector<uint32_t> NodeAt; ///< By copy and node.
  SimProgram Out;
};
} // namespace

void Copier::numberNodes() {
  NodeAt.assign(P.Nodes.size() * Copies, ~0u);
  uint32_t Next = 0;
  for (const CopiedInst &At : Order) {
    const SimInst &I = P.Insts[At.Inst];
    for (uint32_t N = I.Nodes[0]; N < I.Nodes[NumUopGroups]; ++N)
      NodeAt[At.Copy * P.Nodes.size() + N] = Next++;
  }
}

/// In which iterations of the new program copy \p Copy is in one of
/// \p Iterations of the old one, both modulo 64.
uint64_t Copier::ofCopy(uint64_t Iterations, unsigned Copy) {
  if (Iterations == 0 || Iterations == ~uint64_t(0))
    return Iterations;
  uint64_t Bits = 0;
  for (unsigned Bit = 0; Bit < 64; ++Bit)
    Bits |= (Iterations >> (Bit * Copies + Copy) % 64 & 1) << Bit;
  Out.NumPhases = std::max(Out.NumPhases, numPhases(Bits));
  return Bits;
}

void Copier::addInputs(uint32_t First, uint32_t End, unsigned Copy) {
  for (uint32_t Idx = First; Idx < End; ++Idx) {
    SimInput In = P.Inputs[Idx];
    const std::optional<CopiedValue> V = From(In, Copy);
    if (!V)
      continue;
    In.To = NodeAt[Copy * P.Nodes.size() + In.To];
    In.From = NodeAt[V->Copy * P.Nodes.size() + In.From];
    In.Distance = V->Distance;
    In.Trips = ofCopy(In.Trips, Copy);
    Out.MaxDistance = std::max(Out.MaxDistance, V->Distance);
    Out.Inputs.push_back(In);
  }
}

void Copier::addNode(SimNode Node, unsigned Copy) {
  const uint32_t First = Node.FirstInput;
  const uint32_t FirstDrawn = First + Node.NumInputs - Node.NumDrawn;
  Node.FirstInput = Out.Inputs.size();
  addInputs(First, FirstDrawn, Copy);
  const uint32_t NewDrawn = Out.Inputs.size();
  addInputs(FirstDrawn, First + Node.NumInputs, Copy);
  Node.NumDrawn = Out.Inputs.size() - NewDrawn;
  Node.NumInputs = Out.Inputs.size() - Node.FirstInput;
  Out.Nodes.push_back(Node);
}

void Copier::add(const CopiedInst &At) {
  const SimInst &I = P.Insts[At.Inst];
  SimInst New = I;
  for (unsigned G = 0; G <= NumUopGroups; ++G) {
    New.Uops[G] = Out.Uops.size() + I.Uops[G] - I.Uops[0];
    New.Nodes[G] = Out.Nodes.size() + I.Nodes[G] - I.Nodes[0];
  }
  for (unsigned G = 0; G <= NumUopGroups; ++G) {
    New.Gates[G] = Out.Inputs.size();
    if (G < NumUopGroups)
      addInputs(I.Gates[G], I.Gates[G + 1], At.Copy);
  }
  for (uint32_t U = I.Uops[0]; U < I.Uops[NumUopGroups]; ++U) {
    Out.Uops.push_back(P.Uops[U]);
    SimUop &New = Out.Uops.back();
    New.LongIterations = ofCopy(New.LongIterations, At.Copy);
    New.PlaceInLine += New.PlaceStep * At.Copy;
    New.PlaceStep *= Copies;
    if (New.BytesRead != 0)
      Out.NumPhases = std::max(Out.NumPhases, tripsOfPlace(New.PlaceStep));
  }
  for (uint32_t N = I.Nodes[0]; N < I.Nodes[NumUopGroups]; ++N)
    addNode(P.Nodes[N], At.Copy);
  Out.NumSlots += New.Slots;
  Out.Insts.push_back(New);
}

SimProgram Copier::run() {
  numberNodes();
  Out.NumPorts = P.NumPorts;
  Out.HasPipes = P.HasPipes;
  for (const CopiedInst &At : Order)
    add(At);
  return std::move(Out);
}

SimProgram kernelbounds::copyProgram(
    const SimProgram &P, ArrayRef<CopiedInst> Order, unsigned Copies,
    function_ref<std::optional<CopiedValue>(const SimInput &, unsigned)> From) {
  return Copier(P, Order, Copies, From).run();
}

//===----------------------------------------------------------------------===//
// Visits
//===----------------------------------------------------------------------===//

/// Adds to \p Out, which ends with the last trip of \p P, a micro-op that waits
/// for what a trip hands on to the next one. It goes where the last micro-op
/// goes that makes any of that.
static void addEnd(const SimProgram &P, unsigned Latency, SimProgram &Out) {
  std::vector<bool> IsHandedOn(P.Nodes.size());
  for (const SimInput &In : P.Inputs)
    if (In.Distance != 0 && !In.IsMemory)
      IsHandedOn[In.From] = true;
  SimUop Uop;
  Uop.NumInSlot = 1;
  for (const SimInst &I : P.Insts)
    for (uint32_t N = I.Nodes[0]; N < I.Nodes[NumUopGroups]; ++N)
      if (IsHandedOn[N] && I.Uops[0] != I.Uops[NumUopGroups])
        Uop.Ports = P.Uops[I.Uops[0]].Ports;
  if (Uop.Ports.empty())
    return;
  constexpr auto Compute = static_cast<unsigned>(UopGroupKind::Compute);
  const auto FirstOfTrip =
      static_cast<uint32_t>(Out.Nodes.size() - P.Nodes.size());
  const auto Node = static_cast<uint32_t>(Out.Nodes.size());
  const auto Cycles = static_cast<int32_t>(Latency);
  SimInst End;
  for (unsigned G = 0; G <= NumUopGroups; ++G) {
    End.Uops[G] = Out.Uops.size() + (G > Compute);
    End.Nodes[G] = Node + (G > Compute);
    End.Gates[G] = Out.Inputs.size();
    if (G == Compute)
      for (uint32_t N = 0; N < P.Nodes.size(); ++N)
        if (IsHandedOn[N])
          Out.Inputs.push_back({FirstOfTrip + N, Node, 0, Cycles, false});
  }
  Out.Uops.push_back(Uop);
  Out.Nodes.push_back({static_cast<uint32_t>(Out.Inputs.size()), 0, Cycles,
                       P.Nodes.back().Opcode, NodePart::Result, false});
  End.Slots = 1;
  ++Out.NumSlots;
  Out.Insts.push_back(End);
}

SimProgram kernelbounds::makeVisitProgram(const SimProgram &P,
                                          const SimVisit &V) {
  std::vector<CopiedInst> Order;
  Order.reserve(P.Insts.size() * V.Trips);
  for (unsigned Trip = 0; Trip < V.Trips; ++Trip)
    for (uint32_t I = 0; I < P.Insts.size(); ++I)
      Order.push_back({I, Trip});
  SimProgram Out = copyProgram(
      P, Order, V.Trips,
      [](const SimInput &In, unsigned Trip) -> std::optional<CopiedValue> {
        if (In.Distance > Trip)
          return std::nullopt;
        return CopiedValue{Trip - In.Distance, 0};
      });
  if (V.EndLatency != 0 && !P.Nodes.empty())
    addEnd(P, V.EndLatency, Out);
  return Out;
}

std::optional<CyclesPerIter> kernelbounds::cyclesOfVisit(const SimProgram &P,
                                                         const CoreSizes &M,
                                                         const SimVisit &V,
                                                         uint64_t Budget) {
  SimulationOptions O;
  // A visit has many iterations of its own.
  O.MinIterations = 12;
  O.Budget = Budget;
  CoreSizes Core = M;
  Core.FrontEnd = M.FrontEnd * static_cast<int64_t>(V.Trips);
  const SimulationResult R = simulate(makeVisitProgram(P, V), Core, O);
  if (R.IsOverBudget)
    return std::nullopt;
  return R.Cycles;
}
