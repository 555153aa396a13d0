//===- FasterBounds.cpp - Bounds with some resources faster ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ports by PortUnions; widths and front end scale; chains are searched again
/// with the latencies that change.
///
/// Tested by unittests/Simulation/SensitivityTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FasterBounds.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

FasterBounds::FasterBounds(const Analysis &A, SpeedFactor Factor)
    : A(A), Factor(Factor), Unions(A.Groups, A.LineGroups) {}

/// The rules of Core::scaleLatencies, on the graph of the LCD.
CyclesPerIter FasterBounds::latencyBound(ArrayRef<Resource> Faster) const {
  auto Is = [&](const DependencyGraph::Edge &E) {
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
  };
  DependencyGraph G;
  for (const DependencyGraph::Node &N : A.Graph.nodes())
    G.addNode(N);
  bool AnyFaster = false;
  for (DependencyGraph::Edge E : A.Graph.edges()) {
    bool IsFaster = E.Latency > 0 && Is(E);
    AnyFaster |= IsFaster;
    E.Latency *= IsFaster ? Factor.Den : Factor.Num;
    G.addEdge(E);
  }
  if (!AnyFaster)
    return A.LCD.Ratio;
  return findMaxCycleRatio(G, /*IgnoreMay=*/true).Ratio / Factor.Num;
}

CyclesPerIter FasterBounds::predict(ArrayRef<Resource> Faster) const {
  PortSet Ports;
  bool Issue = false, Retire = false, FrontEnd = false, Latency = false;
  for (const Resource &R : Faster)
    switch (R.Kind) {
    case ResourceKind::Ports:
      Ports = Ports | R.Ports;
      break;
    case ResourceKind::IssueWidth:
      Issue = Retire = true; // A wider core also retires more.
      break;
    case ResourceKind::RetireWidth:
      Retire = true;
      break;
    case ResourceKind::Latency:
    case ResourceKind::LoadLatency:
    case ResourceKind::Forwarding:
    case ResourceKind::OpcodeLatency:
      Latency = true;
      break;
    case ResourceKind::FrontEnd:
      FrontEnd = true;
      break;
    case ResourceKind::ReorderBuffer:
    case ResourceKind::Scheduler:
    case ResourceKind::LoadBuffer:
    case ResourceKind::StoreBuffer:
      break; // No bound knows them.
    }
  CyclesPerIter Bound = Unions.bound(Ports, Factor.Num, Factor.Den).Value;
  auto Consider = [&](CyclesPerIter Value, bool IsFaster) {
    if (IsFaster)
      Value = Value * Factor.Den / Factor.Num;
    Bound = std::max(Bound, Value);
  };
  Consider(A.Issue.Value, Issue);
  Consider(A.Retire.Value, Retire);
  Consider(A.FrontEnd.Value, FrontEnd);
  Consider(A.Branches.Value, FrontEnd);
  // A faster chain matters only where the chain is the limit.
  bool Changes = Latency && A.LCD.Ratio > Bound;
  return std::max(Bound, Changes ? latencyBound(Faster) : A.LCD.Ratio);
}
