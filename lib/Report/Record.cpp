//===- Record.cpp - From an analysed loop to its record -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/diff.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Report/Record.h"
#include "SimulationReport.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Graph/KernelAddresses.h"
#include "kernel-bounds/Kernel/SymbolName.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"

using namespace kernelbounds;
using namespace llvm;

/// Bytes by which the access that moves most moves on in a trip; 0 if none is
/// known to move.
static uint64_t bytesPerTrip(const Analysis &A) {
  const Kernel &K = A.kernel();
  if (!K.Target || K.Mems.empty())
    return 0;
  KernelAddresses Addresses(K, A.model().instrInfo(), K.Target->numUnits());
  uint64_t Most = 0;
  for (uint32_t I = 0; I < K.Mems.size(); ++I)
    if (!K.Mems[I].IsGather)
      if (std::optional<int64_t> Step = Addresses.distance(I, I, 1))
        Most = std::max<uint64_t>(Most, std::abs(*Step));
  // What is farther apart is no array that is run through.
  constexpr uint64_t MostBytes = 1 << 20;
  return Most <= MostBytes ? Most : 0;
}

std::vector<CyclesPerIter>
kernelbounds::evidenceWeights(const LoopReport &R, const Bound &B,
                              const BoundRules &Rules) {
  std::vector<CyclesPerIter> Weights;
  const Analysis &A = R.A;
  if (Rules.Weight == EvidenceWeight::Ports && A.PortLoads.empty())
    return Weights; // Computed only where somebody asked for it.
  for (uint32_t I = 0; I < R.Rows.size(); ++I)
    switch (Rules.Weight) {
    case EvidenceWeight::None:
      return Weights;
    case EvidenceWeight::Ports: {
      CyclesPerIter Sum;
      if (Rules.Ports)
        Rules.Ports(B).forEach([&](unsigned P) { Sum += A.portShare(I, P); });
      Weights.push_back(Sum);
      break;
    }
    case EvidenceWeight::Slots:
      Weights.push_back(R.Rows[I].IssueSlots);
      break;
    case EvidenceWeight::Chain:
      Weights.push_back(
          A.LCD.Distance == 0
              ? CyclesPerIter(0)
              : CyclesPerIter(R.Rows[I].CyclesOnLCD, A.LCD.Distance));
      break;
    }
  return Weights;
}

static void recordBounds(const LoopReport &R, LoopRecord &Out) {
  for (const BoundInfo &Info : allBounds()) {
    const Bound &B = R.A.bound(Info.Kind);
    if (B.Cycles.isZero())
      continue;
    const Evidence E = Info.Rules->Explain(R.A, B);
    Out.Bounds.push_back({Info.Kind, B.Cycles, E.IsShown ? E.Text : "",
                          evidenceWeights(R, B, *Info.Rules)});
  }
}

LoopRecord kernelbounds::recordLoop(const LoopResult &L,
                                    const LoopPlace &Place) {
  const LoopReport R(L, Place);
  const Kernel &K = R.A.kernel();
  LoopRecord Out;
  Out.File = Place.File.str();
  Out.Function = K.Function;
  Out.Demangled = demangledName(K.Function);
  Out.Label = K.Label;
  Out.Name = R.name();
  Out.Title = loopName(K, Place, /*WithLabel=*/Place.SourceLine == 0);
  Out.SourceFile = Place.SourceFile.str();
  Out.SourceLine = Place.SourceLine;
  Out.LeastLine = Place.LeastLine;
  Out.AsmLine = Place.AsmLine;
  if (Place.LatchLine)
    Out.Heads.push_back({Place.LatchFile.str(), Place.LatchLine, ""});
  for (const InlinedCall &C : Place.LatchInlined)
    Out.Heads.push_back({C.File, C.Line, demangledName(C.Callee)});
  Out.Cpu = R.A.model().cpu().str();
  for (const InstRow &Row : R.Rows)
    Out.Insts.push_back(
        {Row.Text.Text, targetOf(K).code().mnemonicOf(Row.Text.Text),
         Row.AsmLine, Row.SourceLine, Row.Text.SourceFile == Place.LatchFile});
  Out.ElementsPerTrip =
      Place.SourceIterations ? Place.SourceIterations : R.ElementsPerTrip;
  Out.BytesPerTrip = bytesPerTrip(R.A);
  Out.Prediction = L.prediction();
  Out.LargestBound = R.A.Prediction;
  recordBounds(R, Out);
  Out.LimitedBy = R.A.LimitedBy;
  Out.LimitName = limitName(L).str();
  const SimulatedLimit Simulated = findSimulatedLimit(L);
  Out.Verdict =
      Simulated.isFound() ? "limited by " + Simulated.str() : verdict(R);
  if (R.hasAtLeast())
    Out.AtLeast = R.A.atLeast();
  if (R.hasAtMost())
    Out.AtMost = R.atMost();
  Out.Next = nextStep(R);
  Out.NextCycles = Out.Next.empty() ? Out.Prediction : L.Next.To;
  if (!Out.Next.empty()) {
    Out.NextKind = L.Next.What;
    Out.NextCount = L.Next.Count;
    Out.NextUnroll = L.Next.Unroll;
    Out.NextIfApart = L.Next.IfApart;
  }
  Out.Vectorizer = Place.Vectorizer;
  Out.Gaps = R.isComplete() ? "" : R.gaps();
  return Out;
}
