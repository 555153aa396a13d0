//===- LatencyBound.cpp - Carried chains among the bounds -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The maximum cycle ratio of the dependence graph (Analysis::LCD) as a row of
/// the table of bounds. With latencies faster, the graph is searched again.
/// Tested by unittests/Bounds/AnalysisTest.cpp,
/// unittests/Simulation/SensitivityTest.cpp and test/Bounds/lcd-*.s.
//
//===----------------------------------------------------------------------===//

#include "OpcodeNames.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

static Bound computeLatency(const BoundContext &C) {
  return {Limit::Latency, C.A.LCD.Ratio, nullptr};
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string kernelbounds::opcodeNames(const Analysis &A,
                                      ArrayRef<uint32_t> Insts, unsigned Most) {
  if (Most == 0)
    return "";
  SmallVector<StringRef> Names;
  for (uint32_t I : Insts) {
    StringRef Name = A.model().instrInfo().getName(A.kernel().Insts[I].Opcode);
    if (!is_contained(Names, Name))
      Names.push_back(Name);
  }
  std::string Text = " (" + join(ArrayRef(Names).take_front(Most), ", ");
  return Text + (Names.size() > Most ? ", ...)" : ")");
}

/// Instructions along the LCD cycle, in order.
static std::vector<uint32_t> cycleInsts(const Analysis &A) {
  std::vector<uint32_t> Insts;
  for (uint32_t E : A.LCD.Edges) {
    uint32_t I = A.Graph.nodes()[A.Graph.edges()[E].To].Inst;
    if (Insts.empty() || Insts.back() != I)
      Insts.push_back(I);
  }
  // It may begin between two steps of one instruction.
  if (Insts.size() > 1 && Insts.front() == Insts.back())
    Insts.pop_back();
  return Insts;
}

static std::string nameLatency(const Analysis &, const Bottleneck &) {
  return "latency";
}

static std::string briefLatency(const Analysis &A, const Bound &,
                                unsigned Opcodes) {
  std::vector<uint32_t> Insts = cycleInsts(A);
  std::string Text = "chain of " + std::to_string(Insts.size()) +
                     opcodeNames(A, Insts, Opcodes) + ", " +
                     counted(A.LCD.Latency, "cycle");
  if (A.LCD.Distance > 1)
    Text += " over " + std::to_string(A.LCD.Distance) + " iterations";
  return Text;
}

/// Reports show the steps of the chain themselves.
static Evidence explainLatency(const Analysis &A, const Bound &) {
  Evidence E;
  E.Facts = {{"latency", Fact::Number(A.LCD.Latency)},
             {"distance", Fact::Number(A.LCD.Distance)}};
  if (A.LCD.Edges.empty()) {
    E.Text = "no chain of dependences from iteration to iteration";
    return E;
  }
  E.Text = counted(A.LCD.Latency, "cycle") + " around " +
           counted(A.LCD.Edges.size(), "step");
  const std::string Distance = std::to_string(A.LCD.Distance);
  E.Text += A.LCD.Distance == 1
                ? ", once per iteration"
                : ", once per " + Distance +
                      " iterations: " + std::to_string(A.LCD.Latency) + "/" +
                      Distance;
  return E;
}

//===----------------------------------------------------------------------===//
// Acceleration
//===----------------------------------------------------------------------===//

/// The rules of Core::scaleLatencies, on the graph of the LCD.
static bool isFaster(const Analysis &A, const DependencyGraph::Edge &E,
                     ArrayRef<Resource> Faster) {
  const DependencyGraph::Node &N = A.Graph.nodes()[E.To];
  return any_of(Faster, [&](const Resource &R) {
    switch (R.Kind) {
    case ResourceKind::Latency:
      return true;
    case ResourceKind::LoadLatency:
      return N.Part == NodePart::Load && E.Kind != DependenceKind::Memory;
    case ResourceKind::Forwarding:
      return E.Kind == DependenceKind::Memory;
    case ResourceKind::OpcodeLatency:
      return N.Part == NodePart::Result &&
             A.kernel().Insts[N.Inst].Opcode == R.Opcode;
    default:
      return false;
    }
  });
}

/// A chain in which every latency shrinks by a factor shrinks by that factor.
static FasterBound fasterLatency(const Analysis &A, const Bound &B,
                                 const Acceleration &F) {
  if (F.has(ResourceKind::Latency))
    return {F.scale(B.Cycles), {}};
  DependencyGraph G;
  bool AnyFaster = false;
  auto IsFaster = [&](const DependencyGraph::Edge &E) {
    return E.Latency > 0 && isFaster(A, E, F.Faster);
  };
  for (const DependencyGraph::Edge &E : A.Graph.edges())
    AnyFaster |= IsFaster(E);
  if (!AnyFaster)
    return {B.Cycles, {}};
  for (const DependencyGraph::Node &N : A.Graph.nodes())
    G.addNode(N);
  for (DependencyGraph::Edge E : A.Graph.edges()) {
    E.Latency *= IsFaster(E) ? F.Factor.Den : F.Factor.Num;
    G.addEdge(E);
  }
  return {findMaxCycleRatio(G, DependenceClass::Expected).Ratio / F.Factor.Num,
          {}};
}

static Resource wantLatency(const Bottleneck &) {
  return {ResourceKind::Latency};
}

const BoundRules kernelbounds::LatencyRules = {.IsResource = false,
                                               .Weight = EvidenceWeight::Chain,
                                               .Compute = computeLatency,
                                               .Name = nameLatency,
                                               .Brief = briefLatency,
                                               .Explain = explainLatency,
                                               .Wants = wantLatency,
                                               .Faster = fasterLatency};
