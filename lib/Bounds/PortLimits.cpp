//===- PortLimits.cpp - Bounds by issue ports and units -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ports and units are bounded apart, since no micro-op may choose between a
/// port and a unit. With some ports faster, PortUnions answers.
/// Tested by unittests/Bounds/AnalysisTest.cpp, LineCrossingTest.cpp and
/// test/Bounds/ports-*.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/PortLimits.h"
#include "OpcodeNames.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/PortUnions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The bound
//===----------------------------------------------------------------------===//

/// Each port has its share, whatever the others do.
static FasterBound computeUniform(const Analysis &A, PortSet Among,
                                  const Acceleration *F) {
  FasterBound R;
  const PortSet Faster = F ? F->ports() : PortSet();
  for (auto [P, Load] : enumerate(A.PortLoads)) {
    if (!Among.contains(P) || Load.isZero())
      continue;
    const CyclesPerIter Value = Faster.contains(P) ? F->scale(Load) : Load;
    if (Value > R.Cycles)
      R = {Value, PortSet()};
    // With ports faster one port is named, as one would be widened.
    if (Value == R.Cycles && (!F || R.Ports.empty()))
      R.Ports.insert(P);
  }
  return R;
}

static CyclesPerIter computeOptimal(const Analysis &A, PortSet Among,
                                    bool WithLines, PortWitness &W) {
  SmallVector<UopGroup, 16> Some;
  for (const UopGroup &G : A.Groups)
    if (G.Ports.isSubsetOf(Among) && G.Cycles > 0)
      Some.push_back(G);
  PortBound B = computePortBound(Some);
  W.Ports = B.Ports;
  if (!WithLines)
    return B.Value;
  PortBound ByLines = computePortBound(A.LineGroups);
  if (ByLines.Value / LinePeriod <= B.Value)
    return B.Value;
  W.Ports = ByLines.Ports;
  W.IsByLines = true;
  return ByLines.Value / LinePeriod;
}

/// The bound of the ports in \p Among, with the instructions that force it.
static Bound computeAmong(const Analysis &A, PortSet Among, Limit Kind) {
  auto W = std::make_shared<PortWitness>();
  Bound R;
  R.Kind = Kind;
  const bool IsUniform = A.Options.Assignment == PortAssignment::Uniform;
  if (IsUniform) {
    FasterBound B = computeUniform(A, Among, nullptr);
    R.Cycles = B.Cycles;
    W->Ports = B.Ports;
  } else {
    R.Cycles = computeOptimal(A, Among, Kind == Limit::Ports, *W);
  }
  for (auto [I, M] : enumerate(A.Mapped.Insts))
    if (any_of(A.Mapped.uops(M), [&](const MappedUop &U) {
          return IsUniform ? !(U.Ports & W->Ports).empty() : W->counts(U);
        }))
      W->Insts.push_back(I);
  R.Why = std::move(W);
  return R;
}

static PortSet portsOf(const Analysis &A, Limit Kind) {
  const PortSet Issue = A.model().issuePorts();
  if (Kind == Limit::Ports)
    return Issue;
  PortSet Units;
  for (unsigned P = 0; P < A.model().ports().size(); ++P)
    if (!Issue.contains(P))
      Units.insert(P);
  return Units;
}

static Bound computePorts(const BoundContext &C) {
  return computeAmong(C.A, portsOf(C.A, Limit::Ports), Limit::Ports);
}

static Bound computeUnits(const BoundContext &C) {
  return computeAmong(C.A, portsOf(C.A, Limit::Unit), Limit::Unit);
}

static FasterBound fasterPorts(const Analysis &A, const Bound &B,
                               const Acceleration &F) {
  const PortSet Faster = F.ports();
  if (Faster.empty())
    return {B.Cycles, B.witness<PortWitness>().Ports};
  const PortSet Among = portsOf(A, B.Kind);
  if (A.Options.Assignment == PortAssignment::Uniform)
    return computeUniform(A, Among, &F);
  PortBound Now = F.Unions.bound(Faster, F.Factor.Num, F.Factor.Den, Among);
  return {Now.Value, Now.Ports};
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

StringRef kernelbounds::portsUse(PortSet Ports, const MappedKernel &M) {
  bool Loads = false, Stores = false, Computes = false;
  for (const MappedInst &I : M.Insts)
    for (const MappedUop &U : M.uops(I)) {
      if (!U.Ports.isSubsetOf(Ports))
        continue;
      Loads |= U.Kind == UopKind::Load;
      Stores |= U.Kind == UopKind::StoreAddress || U.Kind == UopKind::StoreData;
      Computes |= U.Kind == UopKind::Compute;
    }
  if (Computes || !(Loads || Stores))
    return "";
  return Loads ? Stores ? "loads and stores" : "loads" : "stores";
}

static std::vector<std::string> portNames(PortSet Ports, const Analysis &A) {
  std::vector<std::string> Names;
  Ports.forEach(
      [&](unsigned P) { Names.push_back(A.model().ports()[P].Name); });
  return Names;
}

static std::string namePorts(const Analysis &A, const Bottleneck &B) {
  return (B.Ports.size() == 1 ? "port " : "ports ") +
         join(portNames(B.Ports, A), " ");
}

static std::string nameUnits(const Analysis &A, const Bottleneck &B) {
  return "unit " + join(portNames(B.Ports, A), " ");
}

/// A whole number without a fraction.
static std::string shortest(const CyclesPerIter &C) {
  return C.denominator() == 1 ? C.exactStr() : C.str();
}

/// ", 2 accesses across cache lines", of those that \p W counts.
static std::string crossingNote(const Analysis &A, const PortWitness &W) {
  unsigned Num = 0;
  if (!W.IsByLines)
    return "";
  for (uint32_t I : W.Insts)
    for (const MappedUop &U : A.Mapped.uops(A.Mapped.Insts[I]))
      Num += U.CrossingTrips != 0 && W.counts(U);
  if (Num == 0)
    return "";
  return ", " + std::to_string(Num) + (Num == 1 ? " access" : " accesses") +
         " across cache lines";
}

static std::string briefPorts(const Analysis &A, const Bound &B,
                              unsigned Opcodes) {
  const auto &W = B.witness<PortWitness>();
  if (A.Options.Assignment == PortAssignment::Uniform && B.Kind == Limit::Ports)
    return B.Cycles.str() + " port cycles" + opcodeNames(A, W.Insts, Opcodes);
  int64_t OfGroups = 0;
  for (const UopGroup &G : W.IsByLines ? A.LineGroups : A.Groups)
    if (G.Ports.isSubsetOf(W.Ports))
      OfGroups += G.Cycles;
  const CyclesPerIter Cycles(OfGroups, W.IsByLines ? LinePeriod : 1);
  return shortest(Cycles) +
         (Cycles == CyclesPerIter(1) ? " port cycle / " : " port cycles / ") +
         std::to_string(W.Ports.size()) + opcodeNames(A, W.Insts, Opcodes) +
         crossingNote(A, W);
}

static Evidence explainPorts(const Analysis &A, const Bound &B) {
  const auto &W = B.witness<PortWitness>();
  unsigned NumUops = 0;
  CyclesPerIter PortCycles, ForOperands;
  for (uint32_t I : W.Insts)
    for (const MappedUop &U : A.Mapped.uops(A.Mapped.Insts[I]))
      if (W.counts(U)) {
        ++NumUops;
        PortCycles += CyclesPerIter(W.cyclesOf64(U), LinePeriod);
        ForOperands += CyclesPerIter(int64_t(U.ExpectedExtra));
      }
  std::vector<std::string> Names = portNames(W.Ports, A);
  const std::string Ports = join(Names, " ");
  Evidence E;
  E.IsShown = !Names.empty();
  E.Facts = {{"ports", Names},
             {"instructions", Fact::Number(W.Insts.size())},
             {"micro_ops", Fact::Number(NumUops)},
             {"port_cycles", Fact::Decimal{PortCycles}}};
  if (A.Options.Assignment == PortAssignment::Uniform) {
    E.Text = counted(W.Insts.size(), "instruction") + " on " + Ports +
             ", each micro-op spread evenly over its ports";
    return E;
  }
  E.Text = counted(NumUops, "micro-op") + " of " +
           counted(W.Insts.size(), "instruction") + " on " + Ports;
  const std::string Cycles = shortest(PortCycles);
  if (PortCycles != CyclesPerIter(NumUops))
    E.Text += " for " + Cycles + (Cycles == "1" ? " cycle" : " cycles");
  E.Text += ": " + Cycles + "/" + std::to_string(W.Ports.size());
  if (ForOperands > CyclesPerIter())
    E.Text += ", " + shortest(PortCycles + ForOperands) + " for usual operands";
  return E;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

static Resource wantPorts(const Bottleneck &B) {
  return {ResourceKind::Ports, B.Ports};
}

static PortSet portsOfWitness(const Bound &B) {
  return B.witness<PortWitness>().Ports;
}

const BoundRules kernelbounds::PortsRules = {.Weight = EvidenceWeight::Ports,
                                             .Compute = computePorts,
                                             .Name = namePorts,
                                             .Ports = portsOfWitness,
                                             .Brief = briefPorts,
                                             .Explain = explainPorts,
                                             .Wants = wantPorts,
                                             .Faster = fasterPorts};

const BoundRules kernelbounds::UnitRules = {.Weight = EvidenceWeight::Ports,
                                            .Compute = computeUnits,
                                            .Name = nameUnits,
                                            .Ports = portsOfWitness,
                                            .Brief = briefPorts,
                                            .Explain = explainPorts,
                                            .Wants = wantPorts,
                                            .Faster = fasterPorts};
