//===- MemoryRemarks.cpp - Dependences through memory as remarks ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a loop waits for, and what it would wait for if accesses met that the
/// compiler cannot tell apart: which store is read by which load how many
/// iterations later, what that costs, and which 'restrict' would settle it.
///
/// A hint is given only where it would settle the pair, in this loop.
/// Tested by test/Passes/memory.c and test/Passes/ir-memory-remarks.c.
//
//===----------------------------------------------------------------------===//

#include "FunctionAnalyzer.h"
#include "MemoryNames.h"
#include "RemarkArguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/Type.h"
#include "llvm/MC/MCInstrInfo.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// A store and a load, with what IR says of them.
struct Pair {
  Pair(const AnalyzedLoop &L, const MemoryDependence &D);

  const AnalyzedLoop &L;
  const MemoryDependence &D;
  const MachineInstr &Store, &Load;
  const MemRef &StoreMem, &LoadMem;
  const Value *StoreObject, *LoadObject;
};

} // namespace

Pair::Pair(const AnalyzedLoop &L, const MemoryDependence &D)
    : L(L), D(D), Store(*L.Source[D.SourceInst]), Load(*L.Source[D.DestInst]),
      StoreMem(L.Result.Body->Mems[D.SourceMem]),
      LoadMem(L.Result.Body->Mems[D.DestMem]),
      StoreObject(L.Memory ? accessedObject(Store, StoreMem) : nullptr),
      LoadObject(L.Memory ? accessedObject(Load, LoadMem) : nullptr) {}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// "the store of line 12", "the store VMOVSDmr" where there are no lines.
static std::string describeAccess(const AnalyzedLoop &L, uint32_t Inst,
                                  StringRef What) {
  const KernelInst &I = L.Result.Body->Insts[Inst];
  if (I.SourceLine)
    return (What + " of line " + Twine(I.SourceLine)).str();
  return (What + " " + L.Result.Bounds.model().instrInfo().getName(I.Opcode))
      .str();
}

static std::string quoted(StringRef Name) { return ("'" + Name + "'").str(); }

/// "line 12's store", "the store VMOVSDmr". Remarks that name two accesses and
/// a way out have little room.
static std::string describeShortly(const AnalyzedLoop &L, uint32_t Inst,
                                   StringRef What) {
  if (unsigned Line = L.Result.Body->Insts[Inst].SourceLine)
    return ("line " + Twine(Line) + "'s " + What).str();
  return ("the " + Twine(describeAccess(L, Inst, What))).str();
}

std::string kernelbounds::shortened(const std::string &Name) {
  constexpr size_t Most = 20, Kept = 8;
  if (Name.size() <= Most)
    return Name;
  return Name.substr(0, Kept) + "..." + Name.substr(Name.size() - Kept);
}

/// "'a'", "argument 2", or nothing.
static std::string describeObject(const Value *Object) {
  if (std::string Name = nameOfObject(Object); !Name.empty())
    return quoted(shortened(Name));
  if (auto *A = dyn_cast_or_null<Argument>(Object))
    return "argument " + std::to_string(A->getArgNo() + 1);
  return "";
}

/// " to 'a'", or nothing.
static std::string withObject(StringRef Preposition, const Value *Object) {
  std::string Text = describeObject(Object);
  return Text.empty() ? "" : (" " + Preposition + " " + Text).str();
}

std::string kernelbounds::describePlaces(const AnalyzedLoop &L,
                                         ArrayRef<uint32_t> Insts) {
  constexpr size_t Most = 3;
  SmallVector<std::string, 4> Lines, Names;
  auto Add = [](SmallVectorImpl<std::string> &To, std::string Text) {
    if (!Text.empty() && !is_contained(To, Text))
      To.push_back(std::move(Text));
  };
  auto List = [](SmallVectorImpl<std::string> &All) {
    return join(ArrayRef<std::string>(All).take_front(Most), ", ") +
           (All.size() > Most ? ", ..." : "");
  };
  for (uint32_t I : Insts) {
    const KernelInst &Inst = L.Result.Body->Insts[I];
    if (Inst.SourceLine)
      Add(Lines, std::to_string(Inst.SourceLine));
    for (const MemRef &M : L.Result.Body->mems(Inst))
      if (L.Memory)
        Add(Names, describeObject(accessedObject(*L.Source[I], M)));
  }
  if (Lines.empty())
    return List(Names);
  std::string Text = (Lines.size() > 1 ? "lines " : "line ") + List(Lines);
  return Names.empty() ? Text : Text + " of " + List(Names);
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

/// Whether `restrict` on \p Object would tell it from \p Other: if that may be
/// a copy of the argument, only one that the function does not keep.
static bool canBeRestrict(const Value *Object, const Value *Other) {
  auto *A = dyn_cast_or_null<Argument>(Object);
  if (!A || !A->getType()->isPointerTy() || A->hasNoAliasAttr())
    return false;
  return isa_and_nonnull<Argument>(Other) ||
         (Other && isIdentifiedObject(Other)) ||
         !PointerMayBeCaptured(A, /*ReturnCaptures=*/false);
}

/// Types that rules of languages hold to be different.
static bool haveDifferentTypes(const Pair &P) {
  const Type *S = untaggedType(P.Store, P.StoreMem);
  const Type *D = untaggedType(P.Load, P.LoadMem);
  auto IsByte = [](const Type *T) { return T->isIntegerTy(8); };
  return S && D && S != D && !IsByte(S) && !IsByte(D) &&
         !P.Store.getMF()->getFunction().hasOptNone();
}

static std::string hintForPointers(const Pair &P) {
  bool Store = canBeRestrict(P.StoreObject, P.LoadObject);
  bool Load = canBeRestrict(P.LoadObject, P.StoreObject);
  bool Types = haveDifferentTypes(P);
  if (!Store && !Load)
    return Types ? "-fstrict-aliasing settles it"
                 : "vectorize(assume_safety) settles it";
  std::string Where =
      Store && Load ? "either"
                    : describeObject(Store ? P.StoreObject : P.LoadObject);
  return "'restrict' on " + Where + (Types ? " or -fstrict-aliasing" : "") +
         " settles it";
}

/// What would settle the pair, or why nothing does.
/// \pre There is IR context.
static std::string hintFor(const Pair &P) {
  if (P.Store.getMF()->getFunction().hasOptNone())
    return "optimization may tell them apart";
  switch (P.L.Memory->whyOpen(P.D.SourceMem, P.D.DestMem)) {
  case IRMemory::Open::Pointers:
    return hintForPointers(P);
  case IRMemory::Open::Index:
    return "the index decides";
  case IRMemory::Open::Distance:
    return "a run-time distance decides";
  case IRMemory::Open::Unseen:
    return "their pointers are not known";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

namespace {
/// Dependences of which a remark says the same: copies of an unrolled body.
struct Trips {
  MemoryDependence D;
  ForwardingCost Cost;
  std::string Store, Load;
  unsigned Times = 1;

  bool isLike(const Trips &O) const {
    return Store == O.Store && Load == O.Load && D.Distance == O.D.Distance &&
           D.OverlapBytes == O.D.OverlapBytes && Cost.Latency == O.Cost.Latency;
  }
};
} // namespace

/// The dependences through memory on the LCD's cycle.
static SmallVector<Trips, 4> collectTrips(const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  SmallVector<Trips, 4> Out;
  for (uint32_t E : A.LCD.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    if (Edge.Kind != DependenceKind::Memory)
      continue;
    const MemoryDependence &D = A.Memory[Edge.Detail];
    Trips New{D, A.Forwarding[Edge.Detail],
              describeAccess(L, D.SourceInst, "store"),
              describeAccess(L, D.DestInst, "load")};
    if (auto Like = find_if(Out, [&](const Trips &T) { return T.isLike(New); });
        Like != Out.end())
      ++Like->Times;
    else
      Out.push_back(std::move(New));
  }
  return Out;
}

void kernelbounds::emitMemoryDependences(MachineOptimizationRemarkEmitter &ORE,
                                         const AnalyzedLoop &L) {
  if (L.Result.Bounds.LimitedBy != Limit::Latency)
    return;
  for (const Trips &T : collectTrips(L)) {
    Pair P(L, T.D);
    MachineOptimizationRemarkAnalysis R(PassName, "MemoryDependence", L.Loc,
                                        L.Header);
    R << "the " << NV("Store", T.Store);
    const std::string Name = nameOfObject(P.StoreObject);
    if (!Name.empty())
      R << " to '" << shortened(Name) << "'";
    if (T.D.Distance == 0)
      R << " is read in the same iteration by the ";
    else
      R << " is read " << NV("Distance", T.D.Distance)
        << (T.D.Distance == 1 ? " iteration" : " iterations")
        << " later by the ";
    R << NV("Load", T.Load) << ": "
      << NV("Bytes", static_cast<unsigned>(T.D.OverlapBytes))
      << (T.D.OverlapBytes == 1 ? " byte" : " bytes") << ", forwarded in "
      << NV("Forwarding", T.Cost.Latency)
      << (T.Cost.Latency == 1 ? " cycle" : " cycles")
      << (T.Cost.IsGeneric ? " (generic)" : "");
    if (T.Times > 1)
      R << ", " << NV("Times", T.Times) << " times";
    R << ExtraArgs();
    if (T.D.Distance == 0)
      R << NV("Distance", T.D.Distance);
    if (!Name.empty())
      R << NV("Array", Name);
    ORE.emit(R);
  }
}

std::string kernelbounds::atLeastCase(const AnalyzedLoop &L,
                                      const MemoryDependence &D) {
  return " if " + describeShortly(L, D.Unless, "store") + " overwrites what " +
         describeShortly(L, D.DestInst, "load") + " reads";
}

/// What pairs would cost that may meet, if it is more than the prediction; the
/// first of those on the chain that they would make. Without IR context most
/// pairs are open, and nothing can be said of them.
void kernelbounds::emitPossibleDependence(MachineOptimizationRemarkEmitter &ORE,
                                          const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  if (!L.Memory || !(A.WorstLCD.Ratio > A.Prediction))
    return;
  auto First = find_if(A.WorstLCD.Edges,
                       [&](uint32_t E) { return A.Graph.edges()[E].isMay(); });
  assert(First != A.WorstLCD.Edges.end() && "a larger ratio needs one");
  const MemoryDependence &D = A.Memory[A.Graph.edges()[*First].Detail];
  Pair P(L, D);
  CyclesPerIter Cost = A.WorstLCD.Ratio - A.Prediction;
  MachineOptimizationRemarkMissed R(PassName, "PossibleDependence", L.Loc,
                                    L.Header);
  R << "at most " << NV("After", A.WorstLCD.Ratio.str()) << " cy/it if "
    << NV("Store", describeShortly(L, D.SourceInst, "store"))
    << NV("StoreTo", withObject("to", P.StoreObject)) << " meets "
    << NV("Load", describeShortly(L, D.DestInst, "load"))
    << NV("LoadFrom", withObject("of", P.LoadObject)) << ": "
    << NV("Hint", hintFor(P)) << ExtraArgs()
    << NV("Before", A.Prediction.str());
  addCycles(R, "After", A.WorstLCD.Ratio);
  addCycles(R, "Before", A.Prediction);
  addCycles(R, "Cost", Cost);
  for (auto [Key, Object] : {std::pair("StoreArray", P.StoreObject),
                             std::pair("LoadArray", P.LoadObject)})
    if (std::string Name = nameOfObject(Object); !Name.empty())
      R << NV(Key, Name);
  ORE.emit(R);
}
