//===- Remarks.cpp - Bounds as optimization remarks -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One remark a line, for instance
///
///   dot.c:4:3: remark: loop takes 4.00 cy/it or more: TP 1.00, LCD 4.00,
///     CP 9.00 (7 instructions, skylake-avx512) [-Rpass-analysis=kernel-bounds]
///   dot.c:4:3: remark: limited by latency: a chain of vaddsd carries 4.00
///     cy/it [-Rpass-analysis=kernel-bounds]
///
/// Beside every decimal an integer in thousandths of a cycle goes into the
/// record file, since llvm-remarkutil adds up integers only.
/// Tested by test/Passes/remarks*.
//
//===----------------------------------------------------------------------===//

#include "FunctionAnalyzer.h"
#include "RemarkArguments.h"
#include "kernel-bounds/Advice/OpportunityText.h"
#include "kernel-bounds/Bounds/ValueOrigins.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/MC/MCInstrInfo.h"
#include <set>

using namespace kernelbounds;
using namespace llvm;

/// " (VMOVUPDYrm, ...)": opcode names of \p Insts, each once, in order; at most
/// \p Most, and nothing if that is 0.
static std::string opcodeNames(const Analysis &A, ArrayRef<uint32_t> Insts,
                               unsigned Most) {
  const MCInstrInfo &MII = A.model().instrInfo();
  SmallVector<StringRef> Names;
  for (uint32_t I : Insts) {
    StringRef Name = MII.getName(A.kernel().Insts[I].Opcode);
    if (!is_contained(Names, Name))
      Names.push_back(Name);
  }
  if (Most == 0)
    return "";
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

/// ", 2 accesses across cache lines", of those that \p B counts.
static std::string crossingNote(const Analysis &A, const ResourceBound &B) {
  unsigned Num = 0;
  if (!B.IsByLines)
    return "";
  for (uint32_t I : B.Insts)
    for (const MappedUop &U : A.Mapped.uops(A.Mapped.Insts[I]))
      Num += U.CrossingTrips != 0 && B.counts(U);
  if (Num == 0)
    return "";
  return ", " + std::to_string(Num) + (Num == 1 ? " access" : " accesses") +
         " across cache lines";
}

/// The evidence for the limit, in one phrase with at most \p Names opcodes.
static std::string describeWitness(const Analysis &A, unsigned Names) {
  auto OnPorts = [&](const ResourceBound &B) {
    int64_t OfGroups = 0;
    for (const UopGroup &G : B.IsByLines ? A.LineGroups : A.Groups)
      if (G.Ports.isSubsetOf(B.Ports))
        OfGroups += G.Cycles;
    const CyclesPerIter Cycles(OfGroups, B.IsByLines ? LinePeriod : 1);
    return (Cycles.denominator() == 1 ? Cycles.exactStr() : Cycles.str()) +
           " port cycles / " + std::to_string(B.Ports.size()) +
           opcodeNames(A, B.Insts, Names) + crossingNote(A, B);
  };
  switch (A.LimitedBy) {
  case Limit::None:
    return "";
  case Limit::Ports:
    return A.Options.Assignment == PortAssignment::Uniform
               ? A.Ports.Value.str() + " port cycles" +
                     opcodeNames(A, A.Ports.Insts, Names)
               : OnPorts(A.Ports);
  case Limit::Unit:
    return OnPorts(A.Units);
  case Limit::Issue:
    if (A.Issue.isByInsts())
      return std::to_string(A.Issue.IssueInsts) + " instructions / " +
             std::to_string(A.Issue.InstWidth);
    return std::to_string(A.Issue.IssueSlots) + " micro-ops / " +
           std::to_string(A.Issue.IssueWidth);
  case Limit::FrontEnd:
    return std::to_string(A.FrontEnd.NumWindows) + " windows of code, " +
           std::to_string(A.FrontEnd.NumLegacyWindows) + " decoded anew";
  case Limit::Branch:
    return std::to_string(A.Branches.Insts.size()) + " taken branches";
  case Limit::Retire:
    return std::to_string(A.Retire.IssueSlots) + " micro-ops / " +
           std::to_string(A.Retire.IssueWidth);
  case Limit::Latency: {
    std::vector<uint32_t> Insts = cycleInsts(A);
    std::string Text = "chain of " + std::to_string(Insts.size()) +
                       opcodeNames(A, Insts, Names) + ", " +
                       std::to_string(A.LCD.Latency) + " cycles";
    if (A.LCD.Distance > 1)
      Text += " over " + std::to_string(A.LCD.Distance) + " iterations";
    return Text;
  }
  }
  return "";
}

/// Whether a record is written: only there extra arguments show.
static bool isRecorded(const AnalyzedLoop &L) {
  return L.Header->getParent()
      ->getFunction()
      .getContext()
      .getLLVMRemarkStreamer();
}

/// "exact", "mean" or "over-budget"; only if a simulation was asked for.
static StringRef simulationName(const SimulationResult &R) {
  if (R.IsOverBudget)
    return "over-budget";
  return R.IsExact ? "exact" : "mean";
}

/// What the prediction is, after its unit.
static StringRef predictionKind(const AnalyzedLoop &L) {
  if (L.isSimulated())
    return "simulated";
  return L.Simulated ? "or more (simulation over its budget)" : "or more";
}

static void emitBounds(MachineOptimizationRemarkEmitter &ORE,
                       const AnalyzedLoop &L) {
  const Analysis &A = L.Result;
  const Kernel &K = A.kernel();
  MachineOptimizationRemarkAnalysis R(PassName, "LoopBounds", L.Loc, L.Header);
  R << "loop takes " << NV("Prediction", L.prediction().str()) << " cy/it "
    << predictionKind(L) << ": TP " << NV("TP", A.TP.str()) << ", LCD "
    << NV("LCD", A.LCD.Ratio.str()) << ", CP "
    << NV("CP", CyclesPerIter(A.CP.Latency).str()) << " ("
    << NV("Instructions", static_cast<unsigned>(K.Insts.size()))
    << " instructions, " << NV("CPU", A.model().cpu()) << ")";
  if (K.NumOtherBlocks)
    R << ", " << NV("OtherBlocks", K.NumOtherBlocks)
      << (K.NumOtherBlocks == 1 ? " block" : " blocks")
      << " off the analysed path";
  if (L.NumOtherEntries)
    R << ", entered in its middle, too";
  if (!isRecorded(L))
    return ORE.emit(R);
  R << ExtraArgs();
  if (L.NumOtherEntries)
    R << NV("OtherEntries", L.NumOtherEntries);
  addCycles(R, "Prediction", L.prediction());
  addCycles(R, "TP", A.TP);
  addCycles(R, "LCD", A.LCD.Ratio);
  addCycles(R, "CP", CyclesPerIter(A.CP.Latency));
  addCycles(R, "Upper", std::max(A.Upper, L.prediction()));
  if (L.Simulated) {
    R << NV("Simulation", simulationName(*L.Simulated))
      << NV("Bound", A.Prediction.str());
    addCycles(R, "Bound", A.Prediction);
  }
  R << NV("PredictionExact", L.prediction().exactStr())
    << NV("Limit", limitName(A.LimitedBy)) << NV("Label", K.Label)
    << NV("Model", A.model().description())
    << NV("InstructionsFromModel", A.NumFromModel)
    << NV("InstructionsFromLLVM", A.NumFromLLVM)
    << NV("InstructionsNotModeled", A.Mapped.NumNotModeled);
  std::vector<OriginTotal> Origins = totalByOrigin(collectValues(A));
  if (any_of(Origins, [](const OriginTotal &T) {
        return T.CountInLimit != 0 && T.Origin.isWeak();
      }))
    R << NV("LimitRestsOn", describeLimitOrigins(Origins));
  ORE.emit(R);
}

namespace {
/// The parts of a Bottleneck remark.
struct BottleneckText {
  StringRef Verb;
  std::string Limits, Witness, Headroom;
  size_t size() const {
    return Verb.size() + Limits.size() + 2 + Witness.size() + Headroom.size();
  }
};
} // namespace

/// The fullest text of at most 120 characters, else the shortest.
static BottleneckText describeBottleneck(const Analysis &A) {
  constexpr size_t MostCharacters = 120;
  struct Detail {
    unsigned Limits, Opcodes;
    bool NamesNext;
  };
  static constexpr Detail Details[] = {
      {~0u, 3, true}, {~0u, 2, true}, {~0u, 1, true}, {3, 1, true},
      {2, 1, true},   {2, 0, true},   {2, 0, false},  {1, 0, false}};
  BottleneckText T;
  T.Verb = A.Why.isBalanced() ? "balanced: " : "limited by ";
  for (const Detail &D : Details) {
    T.Limits = limitNames(A, D.Limits);
    T.Witness = describeWitness(A, D.Opcodes);
    T.Headroom = headroomText(A, D.NamesNext);
    if (!T.Headroom.empty())
      T.Headroom = "; " + T.Headroom;
    if (T.size() <= MostCharacters)
      break;
  }
  return T;
}

static void emitBottleneck(MachineOptimizationRemarkEmitter &ORE,
                           const AnalyzedLoop &L) {
  const Analysis &A = L.Result;
  if (A.LimitedBy == Limit::None)
    return;
  BottleneckText T = describeBottleneck(A);
  MachineOptimizationRemarkAnalysis R(PassName, "Bottleneck", L.Loc, L.Header);
  R << T.Verb << NV("Bottleneck", T.Limits) << ": " << NV("Witness", T.Witness)
    << T.Headroom << ExtraArgs() << NV("Limit", limitName(A.LimitedBy))
    << NV("AllLimits", limitNames(A))
    << NV("Limits", static_cast<unsigned>(A.Why.Limits.size()))
    << NV("GainPercent", A.Why.gainPercent());
  if (A.Why.Next.Kind != Limit::None)
    R << NV("NextLimit", limitName(A.Why.Next.Kind));
  if (A.LimitedBy == Limit::Latency)
    R << NV("ChainCycles", static_cast<long>(A.LCD.Latency))
      << NV("ChainDistance", static_cast<long>(A.LCD.Distance));
  ORE.emit(R);
}

/// "window full: load buffer (72): 63.00 cy/it simulated, 30.00 by the bounds;
/// twice as large: 53.46".
static void emitWindow(MachineOptimizationRemarkEmitter &ORE,
                       const AnalyzedLoop &L) {
  const WindowLimit &W = L.Window;
  if (!W.isFound())
    return;
  const Analysis &A = L.Result;
  static_assert(WindowLimit::Factor.Num == 2 && WindowLimit::Factor.Den == 1);
  MachineOptimizationRemarkAnalysis R(PassName, "WindowLimit", L.Loc, L.Header);
  R << "window full: "
    << NV("Buffers", bufferNames(W, L.SimulatedCore, A.model())) << ": "
    << NV("Before", W.Now.str()) << " cy/it simulated, "
    << NV("Bound", A.Prediction.str())
    << " by the bounds; twice as large: " << NV("After", W.Larger.str())
    << ExtraArgs();
  addCycles(R, "Before", W.Now);
  addCycles(R, "Bound", A.Prediction);
  addCycles(R, "After", W.Larger);
  addCycles(R, "Gain", W.Now - W.Larger);
  ORE.emit(R);
}

static void emitOpportunity(MachineOptimizationRemarkEmitter &ORE,
                            const AnalyzedLoop &L) {
  const Analysis &A = L.Result;
  const Opportunity &O = L.next();
  if (O.What == Opportunity::Kind::None)
    return;
  MachineOptimizationRemarkMissed R(PassName, "Opportunity", L.Loc, L.Header);
  // The counts of these two have keys of their own; the text is that of all.
  if (O.What == Opportunity::Kind::IndependentChains)
    R << NV("Chains", O.Count)
      << " independent accumulators (unroll or interleave)" << eachReduction(O);
  else if (O.What == Opportunity::Kind::Unroll)
    R << "unrolling by " << NV("Unroll", O.Count);
  else
    R << NV("Change", opportunityText(O, A, [&](ArrayRef<uint32_t> Insts) {
              return describePlaces(L, Insts);
            }));
  R << " would give " << NV("After", O.To.str()) << " instead of "
    << NV("Before", O.From.str()) << " cy/it";
  CyclesPerIter Gain = O.From - O.To;
  R << ExtraArgs();
  addCycles(R, "After", O.To);
  addCycles(R, "Before", O.From);
  addCycles(R, "Gain", Gain);
  R << NV("Kind", opportunityName(O.What)) << NV("Count", O.Count);
  if (O.What == Opportunity::Kind::IndependentChains)
    R << NV("Reductions", O.Reductions);
  if (O.What == Opportunity::Kind::ReuseLoads)
    R << NV("Iterations", O.Iterations);
  ORE.emit(R);
}

static void emitNotModeled(MachineOptimizationRemarkEmitter &ORE,
                           const AnalyzedLoop &L) {
  const Analysis &A = L.Result;
  std::set<std::string> Names(L.NotLowered.begin(), L.NotLowered.end());
  for (auto [I, M] : enumerate(A.Mapped.Insts))
    if (M.is(MF_NotModeled) && !A.kernel().Insts[I].is(IF_Call))
      Names.insert(
          A.model().instrInfo().getName(A.kernel().Insts[I].Opcode).str());
  if (any_of(A.Mapped.Insts,
             [](const MappedInst &M) { return M.is(MF_AtomicNotModeled); }))
    Names.insert("what atomic updates hold up");
  for (const std::string &Callee : A.kernel().Calls)
    Names.insert("call of " + (Callee.empty() ? "a pointer" : Callee));
  if (Names.empty())
    return;
  MachineOptimizationRemarkMissed R(PassName, "NotModeled", L.Loc, L.Header);
  R << "bounds leave out what is not modeled: "
    << NV("Names", join(Names, ", ")) << ExtraArgs()
    << NV("Count", static_cast<unsigned>(Names.size()));
  ORE.emit(R);
}

void kernelbounds::emitRemarks(MachineOptimizationRemarkEmitter &ORE,
                               const AnalyzedLoop &L,
                               const WantedRemarks &Wanted) {
  if (Wanted.Analysis) {
    emitBounds(ORE, L);
    emitBottleneck(ORE, L);
    emitWindow(ORE, L);
    emitMemoryDependences(ORE, L);
  }
  if (Wanted.Missed) {
    emitPossibleDependence(ORE, L);
    emitOpportunity(ORE, L);
    emitNotModeled(ORE, L);
  }
}
