//===- Remarks.cpp - Bounds as optimization remarks -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One remark a line. Sample of `clang -O2 -fno-unroll-loops -march=cascadelake
/// -fpass-plugin=KernelBounds.so -Rpass-analysis=kernel-bounds -c -o /dev/null
/// dot.c`:
///
///   dot.c:9:3: remark: loop takes 4.00 cy/it expected: TP 1.25, LCD 4.00,
///     CP 9.00 (5 instructions, cascadelake) [-Rpass-analysis=kernel-bounds]
///     ...
///   dot.c:9:3: remark: limited by latency: chain of 1 (VFMADD231SDm),
///     4 cycles [-Rpass-analysis=kernel-bounds]
///
/// Beside every decimal an integer in thousandths of a cycle goes into the
/// record file, since llvm-remarkutil adds up integers only.
/// Tested by test/Passes/remarks*.
//
//===----------------------------------------------------------------------===//

#include "FunctionAnalyzer.h"
#include "RemarkLog.h"
#include "VectorizerListener.h"
#include "kernel-bounds/Advice/LoopLimit.h"
#include "kernel-bounds/Advice/OpportunityText.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Bounds/ValueOrigins.h"
#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Kernel/TripStep.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/MC/MCInstrInfo.h"
#include <set>

using namespace kernelbounds;
using namespace llvm;

/// "exact", "mean" or "over-budget"; only if a simulation was asked for.
static StringRef simulationName(const SimulationResult &R) {
  if (R.IsOverBudget)
    return "over-budget";
  return R.IsExact ? "exact" : "mean";
}

/// What the prediction is, after its unit. What is left out can only take
/// longer, so that such a loop's figure is a lower limit, as a bound is.
static std::string predictionKind(const AnalyzedLoop &L, bool IsComplete) {
  const LoopResult &R = L.Result;
  const bool IsExpected =
      R.Bounds.atLeast() < R.prediction() || (R.isSimulated() && IsComplete);
  const bool IsOverBudget = R.Simulation && !R.isSimulated();
  return std::string(IsExpected ? "expected" : "or more") +
         (IsOverBudget ? " (simulation over its budget)" : "");
}

namespace {
/// What the bounds of a loop leave out.
struct LeftOut {
  std::vector<std::string> Callees; ///< Each once; "a pointer" for no name.
  /// Mnemonics, inline assembly and what cannot lower, each once; no calls.
  std::vector<std::string> Insts;
  bool AtomicStalls = false;

  explicit LeftOut(const AnalyzedLoop &L);
  /// "calls f, g and 2 more; cpuid is not modelled"; "" for nothing.
  std::string text() const;
};
} // namespace

static void addOnce(std::vector<std::string> &List, const std::string &Name) {
  if (!is_contained(List, Name))
    List.push_back(Name);
}

/// What people call the symbols \p Calls, each once.
static std::vector<std::string> calleeNames(ArrayRef<std::string> Calls) {
  std::vector<std::string> Names;
  for (const std::string &Symbol : Calls)
    addOnce(Names, Symbol.empty() ? "a pointer" : nameOfSymbol(Symbol));
  return Names;
}

LeftOut::LeftOut(const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  Callees = calleeNames(A.kernel().Calls);
  for (const std::string &Name : L.NotModeled)
    addOnce(Insts, Name);
  for (const std::string &Name : L.NotLowered)
    addOnce(Insts, Name);
  AtomicStalls = A.Mapped.NumAtomicNotModeled != 0;
}

/// "f, g and 2 more".
static std::string firstNames(ArrayRef<std::string> All) {
  constexpr size_t MostNames = 2;
  std::string Text = join(All.take_front(MostNames), ", ");
  if (All.size() > MostNames)
    Text += " and " + std::to_string(All.size() - MostNames) + " more";
  return Text;
}

/// "calls f, g and 2 more".
static std::string callsText(ArrayRef<std::string> Callees) {
  return "calls " +
         firstNames(to_vector(map_range(Callees, [](const std::string &Name) {
           return shortened(Name);
         })));
}

std::string LeftOut::text() const {
  SmallVector<std::string, 4> Parts;
  if (!Callees.empty())
    Parts.push_back(callsText(Callees));
  if (!Insts.empty())
    Parts.push_back(firstNames(Insts) + (Insts.size() == 1 ? " is" : " are") +
                    " not modelled");
  if (AtomicStalls)
    Parts.push_back("stalls by atomic updates not modelled");
  return join(Parts, "; ");
}

static void addBoundsDetails(LoopRemark &R, const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  if (L.NumOtherEntries)
    R << NV("OtherEntries", L.NumOtherEntries);
  addCycles(R, "Prediction", L.Result.prediction());
  addCycles(R, "TP", A.TP);
  addCycles(R, "LCD", A.LCD.Ratio);
  addCycles(R, "CP", CyclesPerIter(A.CP.Latency));
  addCycles(R, "Upper", L.Result.upper());
  if (L.Result.Simulation) {
    R << NV("Simulation", simulationName(L.Result.Simulation->Result))
      << NV("Bound", A.atLeast().str());
    addCycles(R, "Bound", A.atLeast());
  }
  R << NV("PredictionExact", L.Result.prediction().exactStr())
    << NV("Limit", limitName(L.Result)) << NV("Label", A.kernel().Label)
    << NV("Model", A.model().description())
    << NV("InstructionsFromModel", A.NumFromModel)
    << NV("InstructionsFromLLVM", A.NumFromLLVM)
    << NV("InstructionsNotModeled", A.Mapped.NumNotModeled);
  if (!A.kernel().Calls.empty())
    R << NV("Calls", static_cast<unsigned>(A.kernel().Calls.size()));
  if (!L.NotLowered.empty())
    R << NV("NotLowered", static_cast<unsigned>(L.NotLowered.size()));
  std::vector<OriginTotal> Origins = totalByOrigin(collectValues(A));
  if (any_of(Origins, [](const OriginTotal &T) {
        return T.CountInLimit != 0 && T.Origin.isWeak();
      }))
    R << NV("LimitRestsOn", describeLimitOrigins(Origins));
}

static void emitBounds(LoopRemarks &Out, const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  const Kernel &K = A.kernel();
  const std::string Missing = LeftOut(L).text();
  LoopRemark R(LoopRemark::Kind::Analysis, "LoopBounds", L);
  R << "loop takes " << NV("Prediction", L.Result.prediction().str())
    << " cy/it " << predictionKind(L, Missing.empty()) << ": TP "
    << NV("TP", A.TP.str()) << ", LCD " << NV("LCD", A.LCD.Ratio.str())
    << ", CP " << NV("CP", CyclesPerIter(A.CP.Latency).str()) << " ("
    << NV("Instructions", static_cast<unsigned>(K.Insts.size()))
    << (K.Insts.size() == 1 ? " instruction, " : " instructions, ")
    << NV("CPU", A.model().cpu()) << ")";
  if (K.NumOtherBlocks)
    R << ", " << NV("OtherBlocks", K.NumOtherBlocks)
      << (K.NumOtherBlocks == 1 ? " block" : " blocks")
      << " off the analysed path";
  if (!L.CallsElsewhere.empty())
    R << " (" << NV("CallsElsewhere", callsText(calleeNames(L.CallsElsewhere)))
      << ")";
  if (L.NumOtherEntries)
    R << ", also entered in its middle";
  if (A.atLeast() < L.Result.prediction())
    R << ", at least " << NV("AtLeast", A.atLeast().str())
      << NV("AtLeastCase", atLeastCase(L));
  if (!Missing.empty())
    R << ", incomplete: " << NV("Incomplete", Missing);
  Out.add(std::move(R),
          [&](LoopRemark &Details) { addBoundsDetails(Details, L); });
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

/// Characters that a Bottleneck remark may have beside the loop's role.
static size_t roomForBottleneck(const AnalyzedLoop &L) {
  const StringRef Role = roleName(L.Origin.Copy.Role);
  return 120 - (Role.empty() ? 0 : Role.size() + strlen(" ()"));
}

/// The fullest text of at most 120 characters with the loop's role, else the
/// shortest.
static BottleneckText describeBottleneck(const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  const size_t MostCharacters = roomForBottleneck(L);
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
    if (isAboveBounds(L.Result))
      T.Limits += " and more";
    T.Witness =
        boundRules(A.LimitedBy).Brief(A, A.bound(A.LimitedBy), D.Opcodes);
    T.Headroom = headroomText(A, D.NamesNext);
    if (!T.Headroom.empty())
      T.Headroom = "; " + T.Headroom;
    if (T.size() <= MostCharacters)
      break;
  }
  return T;
}

/// "reorder buffer (224) and 2 more".
static std::string firstBuffer(const LoopSimulation &S,
                               const PortModel &Model) {
  WindowLimit First = S.Window;
  First.Buffers.resize(1);
  return bufferNames(First, S.Core, Model) + " and " +
         std::to_string(S.Window.Buffers.size() - 1) + " more";
}

/// What the simulated core waits for; the bounds then limit nothing.
static void emitSimulatedBottleneck(LoopRemarks &Out, const AnalyzedLoop &L,
                                    const SimulatedLimit &S) {
  LoopRemark R(LoopRemark::Kind::Analysis, "Bottleneck", L);
  const StringRef Verb = "limited by ";
  const LoopSimulation &Simulated = *L.Result.Simulation;
  const bool IsLong = Verb.size() + S.What.size() > roomForBottleneck(L) &&
                      Simulated.Window.Buffers.size() > 1;
  R << Verb
    << NV("Bottleneck",
          IsLong ? firstBuffer(Simulated, L.Result.Bounds.model()) : S.What);
  const bool HasRoom =
      Verb.size() + S.str().size() <= roomForBottleneck(L) && !S.Effect.empty();
  if (HasRoom)
    R << ": " << NV("Witness", S.Effect);
  Out.add(std::move(R), [&](LoopRemark &Details) {
    if (!HasRoom && !S.Effect.empty())
      Details << NV("Witness", S.Effect);
    Details << NV("Limit", S.Name) << NV("AllLimits", S.What)
            << NV("Limits", 1u);
  });
}

static void emitBottleneck(LoopRemarks &Out, const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  if (const SimulatedLimit S = findSimulatedLimit(L.Result); S.isFound())
    return emitSimulatedBottleneck(Out, L, S);
  if (A.LimitedBy == Limit::None)
    return;
  BottleneckText T = describeBottleneck(L);
  LoopRemark R(LoopRemark::Kind::Analysis, "Bottleneck", L);
  R << T.Verb << NV("Bottleneck", T.Limits) << ": " << NV("Witness", T.Witness)
    << T.Headroom;
  Out.add(std::move(R), [&](LoopRemark &Details) {
    Details << NV("Limit", limitName(A.LimitedBy))
            << NV("AllLimits", limitNames(A))
            << NV("Limits", static_cast<unsigned>(A.Why.Limits.size()))
            << NV("GainPercent", A.Why.gainPercent());
    if (A.Why.Next.Kind != Limit::None)
      Details << NV("NextLimit", limitName(A.Why.Next.Kind));
    if (A.LimitedBy == Limit::Latency)
      Details << NV("ChainCycles", static_cast<long>(A.LCD.Latency))
              << NV("ChainDistance", static_cast<long>(A.LCD.Distance));
  });
}

/// "window full: load buffer (72): 63.00 cy/it simulated, 30.00 by the bounds;
/// twice as large: 53.46".
static void emitWindow(LoopRemarks &Out, const AnalyzedLoop &L) {
  if (!L.Result.Simulation || !L.Result.Simulation->Window.isFound())
    return;
  const WindowLimit &W = L.Result.Simulation->Window;
  const Analysis &A = L.Result.Bounds;
  static_assert(WindowLimit::Factor.Num == 2 && WindowLimit::Factor.Den == 1);
  LoopRemark R(LoopRemark::Kind::Analysis, "WindowLimit", L);
  R << "window full: "
    << NV("Buffers", bufferNames(W, L.Result.Simulation->Core, A.model()))
    << ": " << NV("Before", W.Now.str()) << " cy/it simulated, "
    << NV("Bound", A.Prediction.str())
    << " by the bounds; twice as large: " << NV("After", W.Larger.str());
  Out.add(std::move(R), [&](LoopRemark &Details) {
    addCycles(Details, "Before", W.Now);
    addCycles(Details, "Bound", A.Prediction);
    addCycles(Details, "After", W.Larger);
    addCycles(Details, "Gain", W.Now - W.Larger);
  });
}

static void emitOpportunity(LoopRemarks &Out, const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  const Opportunity &O = L.Result.Next;
  if (O.What == Opportunity::Kind::None)
    return;
  // It does not help loads that wait for stores.
  if (pointersMet(L) && A.WorstLCD.Ratio > L.Result.prediction())
    return;
  LoopRemark R(LoopRemark::Kind::Missed, "Opportunity", L);
  for (const PhrasePart &P :
       opportunityParts(O, A, [&](ArrayRef<uint32_t> Insts) {
         return describePlaces(L, Insts);
       })) {
    if (P.Key.empty())
      R << P.Text;
    else
      R << NV(P.Key, P.Text);
  }
  R << " would give " << NV("After", O.To.str()) << " instead of "
    << NV("Before", O.From.str()) << " cy/it";
  Out.add(std::move(R), [&](LoopRemark &Details) {
    addCycles(Details, "After", O.To);
    addCycles(Details, "Before", O.From);
    addCycles(Details, "Gain", O.From - O.To);
    Details << NV("Kind", opportunityName(O.What)) << NV("Count", O.Count);
    if (O.What == Opportunity::Kind::IndependentChains ||
        O.What == Opportunity::Kind::SplitRecurrence)
      Details << NV("Reductions", O.Reductions);
    if (O.What == Opportunity::Kind::ReuseLoads)
      Details << NV("Iterations", O.Iterations);
  });
}

/// "0.50 flop/cy, 1.6 % of the core's peak of 32 (fp64)".
static void emitFloatRate(LoopRemarks &Out, const AnalyzedLoop &L) {
  const FloatRate &F = L.Result.Floats;
  const CyclesPerIter &Cycles = L.Result.prediction();
  if (F.Shares.empty() || Cycles.isZero())
    return;
  LoopRemark R(LoopRemark::Kind::Analysis, "FloatingPoint", L);
  R << NV("Rate", floatRateText(F, Cycles));
  if (std::string Note = floatRateNote(F); !Note.empty())
    R << "; " << NV("Note", Note);
  Out.add(std::move(R), [&](LoopRemark &Details) {
    Details << NV("Flops", F.operations());
    addCycles(Details, "FlopsPerCycle", F.perCycle(Cycles));
    if (std::optional<int64_t> Milli = F.milliOfPeak(Cycles))
      Details << NV("PeakMilli", static_cast<long>(*Milli));
    if (const unsigned Elements = findElementsPerTrip(L.Result.Bounds.kernel()))
      addCycles(Details, "PerElement", Cycles / Elements);
  });
}

/// "not vectorized: cannot prove it is safe to reorder floating-point
/// operations".
static void emitNotVectorized(LoopRemarks &Out, const AnalyzedLoop &L) {
  constexpr size_t MostCharacters = 80;
  if (!L.Origin.Copy.Start || isRest(L.Origin.Copy.Role))
    return;
  const std::string Reason = reasonNotVectorized(
      L.Header->getParent()->getFunction(), *L.Origin.Copy.Start);
  if (Reason.empty())
    return;
  LoopRemark R(LoopRemark::Kind::Analysis, "NotVectorized", L);
  R << "not vectorized: " << NV("Reason", shortened(Reason, MostCharacters));
  Out.add(std::move(R));
}

static void emitNotModeled(LoopRemarks &Out, const AnalyzedLoop &L) {
  const LeftOut Gaps(L);
  std::set<std::string> Names(Gaps.Insts.begin(), Gaps.Insts.end());
  if (Gaps.AtomicStalls)
    Names.insert("stalls by atomic updates");
  for (const std::string &Callee : Gaps.Callees)
    Names.insert("call of " + Callee);
  if (Names.empty())
    return;
  LoopRemark R(LoopRemark::Kind::Missed, "NotModeled", L);
  R << "bounds leave out what is not modeled: "
    << NV("Names", join(Names, ", "));
  Out.add(std::move(R), [&](LoopRemark &Details) {
    Details << NV("Count", static_cast<unsigned>(Names.size()));
  });
}

void kernelbounds::emitRemarks(RemarkLog &Log, const AnalyzedLoop &L,
                               const WantedRemarks &Wanted) {
  // Functions are named once for a loop, where all of its remarks are shown.
  LoopRemarks Remarks(Log, /*NamesAlways=*/!Wanted.Analysis);
  if (Wanted.Analysis) {
    emitBounds(Remarks, L);
    emitBottleneck(Remarks, L);
    emitWindow(Remarks, L);
    emitMemoryDependences(Remarks, L);
    emitRecordedRun(Remarks, L);
    emitFloatRate(Remarks, L);
    emitNotVectorized(Remarks, L);
  }
  if (Wanted.Missed) {
    emitPossibleDependence(Remarks, L);
    emitOpportunity(Remarks, L);
    emitNotModeled(Remarks, L);
  }
}

void kernelbounds::emitBorrowedModel(RemarkLog &Log, const AnalyzedLoop &L,
                                     const WantedRemarks &Wanted) {
  const PortModel &Model = L.Result.Bounds.model();
  LoopRemark R(Wanted.Analysis ? LoopRemark::Kind::Analysis
                               : LoopRemark::Kind::Missed,
               "BorrowedModel", L);
  R.ofAllLoops()
      << "figures are those of " << NV("Core", Model.borrowedFrom())
      << ", whose tables LLVM takes for " << NV("CPU", Model.cpu())
      << "; -march, -mtune, -mcpu or -kernel-bounds-cpu names another "
         "core";
  Log.add(std::move(R), /*NamesFunctions=*/false);
}
