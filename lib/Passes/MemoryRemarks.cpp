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
#include "RemarkLog.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/IR/Argument.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Type.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Support/Path.h"

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

  std::string storeName() const {
    return L.Memory ? nameOfAccessed(Store, StoreMem) : "";
  }
  std::string loadName() const {
    return L.Memory ? nameOfAccessed(Load, LoadMem) : "";
  }
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

/// Where instruction \p Inst stands, if that is known: "line 12", or "io.h:12"
/// if the loop stands in another file.
static std::string placeOf(const AnalyzedLoop &L, uint32_t Inst) {
  const unsigned Line = L.Result.Body->Insts[Inst].SourceLine;
  if (Line == 0)
    return "";
  const DILocation *At = L.Source[Inst]->getDebugLoc();
  if (!At || !L.Loc.isValid() || At->getFilename() == L.Loc.getRelativePath())
    return "line " + std::to_string(Line);
  return (sys::path::filename(At->getFilename()) + ":" + Twine(Line)).str();
}

/// "the store VMOVSDmr", for an access that has no place.
static std::string nameOfInst(const AnalyzedLoop &L, uint32_t Inst,
                              StringRef What) {
  const unsigned Opcode = L.Result.Body->Insts[Inst].Opcode;
  return (What + " " + L.Result.Bounds.model().instrInfo().getName(Opcode))
      .str();
}

/// "store of line 12", "store VMOVSDmr".
static std::string describeAccess(const AnalyzedLoop &L, uint32_t Inst,
                                  StringRef What) {
  if (std::string Place = placeOf(L, Inst); !Place.empty())
    return (What + " of " + Place).str();
  return nameOfInst(L, Inst, What);
}

static std::string quoted(StringRef Name) { return ("'" + Name + "'").str(); }

/// "line 12's store", "the store VMOVSDmr". Remarks that name two accesses and
/// a way out have little room.
static std::string describeShortly(const AnalyzedLoop &L, uint32_t Inst,
                                   StringRef What) {
  if (std::string Place = placeOf(L, Inst); !Place.empty())
    return (Place + "'s " + What).str();
  return "the " + nameOfInst(L, Inst, What);
}

std::string kernelbounds::shortened(const std::string &Name, size_t Most) {
  const size_t Kept = (Most - 3) / 2;
  if (Name.size() <= Most)
    return Name;
  return Name.substr(0, Kept) + "..." + Name.substr(Name.size() - Kept);
}

/// "'a'", "argument 2", or nothing. \p Name is what is known of the name.
static std::string describeObject(const Value *Object,
                                  const std::string &Name) {
  if (!Name.empty())
    return quoted(shortened(Name));
  if (auto *A = dyn_cast_or_null<Argument>(Object))
    return "argument " + std::to_string(A->getArgNo() + 1);
  return "";
}

/// " to 'a'", or nothing.
static std::string withObject(StringRef Preposition, const Value *Object,
                              const std::string &Name) {
  std::string Text = describeObject(Object, Name);
  return Text.empty() ? "" : (" " + Preposition + " " + Text).str();
}

std::string kernelbounds::describePlaces(const AnalyzedLoop &L,
                                         ArrayRef<uint32_t> Insts) {
  constexpr size_t Most = 3;
  SmallVector<std::string, 4> Lines, Others, Names;
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
    const std::string Place = placeOf(L, I);
    if (StringRef(Place).starts_with("line "))
      Add(Lines, Place.substr(5));
    else
      Add(Others, Place);
    for (const MemRef &M : L.Result.Body->mems(Inst))
      if (L.Memory)
        Add(Names, describeObject(accessedObject(*L.Source[I], M),
                                  nameOfAccessed(*L.Source[I], M)));
  }
  std::string Text = List(Others);
  if (!Lines.empty())
    Text = (Lines.size() > 1 ? "lines " : "line ") + List(Lines) +
           (Text.empty() ? "" : ", " + Text);
  if (Text.empty() || Names.empty())
    return Text + List(Names);
  return Text + " of " + List(Names);
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

/// Types that rules of languages hold to be different, if these rules are off.
static bool haveDifferentTypes(const Pair &P) {
  if (P.L.Memory->usesTypeRules())
    return false;
  const Type *S = untaggedType(P.Store, P.StoreMem);
  const Type *D = untaggedType(P.Load, P.LoadMem);
  auto IsByte = [](const Type *T) { return T->isIntegerTy(8); };
  return S && D && S != D && !IsByte(S) && !IsByte(D) &&
         !P.Store.getMF()->getFunction().hasOptNone();
}

/// The parameters of which one is to be `restrict`: "either", if they are what
/// the remark names, else "'a'" or "'a' or 'b'".
static std::string describeParameters(const Pair &P, bool Store, bool Load) {
  const std::string StoreTo = nameOfObject(P.StoreObject),
                    LoadFrom = nameOfObject(P.LoadObject);
  if (Store && Load && StoreTo == P.storeName() && LoadFrom == P.loadName())
    return "either";
  std::string Text;
  if (Store)
    Text = describeObject(P.StoreObject, StoreTo);
  if (Load)
    Text += (Store ? " or " : "") + describeObject(P.LoadObject, LoadFrom);
  return Text;
}

/// Whether a pragma may promise that no trip reads what an earlier one wrote,
/// as far as only pointers of different origin decide that.
static bool canBeParallel(const Pair &P) {
  return none_of(P.L.Result.Bounds.Memory, [&](const MemoryDependence &D) {
    return D.Distance != 0 && (D.Class != DependenceClass::May ||
                               P.L.Memory->whyOpen(D.SourceMem, D.DestMem) !=
                                   IRMemory::Open::Pointers);
  });
}

static std::string hintForPointers(const Pair &P) {
  bool Store = canBeRestrict(P.StoreObject, P.LoadObject);
  bool Load = canBeRestrict(P.LoadObject, P.StoreObject);
  bool Types = haveDifferentTypes(P);
  if (!Store && !Load)
    return Types              ? "-fstrict-aliasing may settle it"
           : canBeParallel(P) ? "vectorize(assume_safety) settles it"
                              : "'restrict' parameters would settle it";
  return "'restrict' on " + describeParameters(P, Store, Load) + " settles it" +
         (Types ? ", -fstrict-aliasing may" : "");
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
  std::string Unless; ///< Of an expected one: what might make it untrue.
  unsigned Times = 1;

  bool isLike(const Trips &O) const {
    return Store == O.Store && Load == O.Load && D.Distance == O.D.Distance &&
           D.OverlapBytes == O.D.OverlapBytes &&
           Cost.Latency == O.Cost.Latency && Unless == O.Unless;
  }
};
} // namespace

/// What may come between the two ends of \p D: "line 9's store", "the call of
/// f".
static std::string overwriter(const AnalyzedLoop &L,
                              const MemoryDependence &D) {
  const Kernel &K = *L.Result.Body;
  if (!K.Insts[D.Unless].is(IF_Call))
    return describeShortly(L, D.Unless, "store");
  const size_t Index =
      count_if(ArrayRef(K.Insts).take_front(D.Unless),
               [](const KernelInst &I) { return I.is(IF_Call); });
  const std::string &Name = K.Calls[Index];
  return "the call of " +
         (Name.empty() ? "a pointer" : shortened(nameOfSymbol(Name)));
}

/// "line 9's store overwrites it"; "the pointer to it" where no store comes
/// between the two ends of \p D. \p What is a name for "it".
static std::string overwriting(const AnalyzedLoop &L, const MemoryDependence &D,
                               const Twine &What) {
  return (overwriter(L, D) + " overwrites " +
          (D.restsOnPointer() ? "the pointer to " : "") + What)
      .str();
}

/// The dependences through memory on the LCD's cycle.
static SmallVector<Trips, 4> collectTrips(const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  SmallVector<Trips, 4> Out;
  for (uint32_t E : A.LCD.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    if (Edge.Kind != DependenceKind::Memory)
      continue;
    const MemoryDependence &D = A.Memory[Edge.Detail];
    const bool Spill =
        isSpill(*L.Source[D.SourceInst], L.Result.Body->Mems[D.SourceMem]);
    Trips New{D, A.Forwarding[Edge.Detail],
              describeAccess(L, D.SourceInst, Spill ? "spill" : "store"),
              describeAccess(L, D.DestInst, Spill ? "reload" : "load"),
              D.Class == DependenceClass::Expected ? overwriting(L, D, "it")
                                                   : ""};
    if (auto Like = find_if(Out, [&](const Trips &T) { return T.isLike(New); });
        Like != Out.end())
      ++Like->Times;
    else
      Out.push_back(std::move(New));
  }
  return Out;
}

void kernelbounds::emitMemoryDependences(LoopRemarks &Out,
                                         const AnalyzedLoop &L) {
  if (L.Result.Bounds.LimitedBy != Limit::Latency)
    return;
  for (const Trips &T : collectTrips(L)) {
    Pair P(L, T.D);
    LoopRemark R(LoopRemark::Kind::Analysis, "MemoryDependence", L);
    R << "the " << NV("Store", T.Store);
    const std::string Name = P.storeName();
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
    if (!T.Unless.empty())
      R << ", expected unless " << NV("Unless", T.Unless);
    Out.add(std::move(R), [&](LoopRemark &Details) {
      if (T.D.Distance == 0)
        Details << NV("Distance", T.D.Distance);
      if (!Name.empty())
        Details << NV("Array", Name);
    });
  }
}

std::string kernelbounds::atLeastCase(const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  if (!A.isExpected())
    return A.atLeast() == A.Prediction ? " by the bounds"
                                       : " by what is proved";
  if (const auto I = A.firstByOperands())
    return " if " + describeShortly(L, *I, "operation") + " " +
           fasterOperands(A.Mapped, *I);
  const MemoryDependence &D = *A.firstExpected();
  if (D.Class == DependenceClass::Must) {
    const ForwardingCost &Cost = A.Forwarding[&D - A.Memory.data()];
    return " if " + describeShortly(L, D.DestInst, "load") + " gets what " +
           describeShortly(L, D.SourceInst, "store") + " wrote in " +
           counted(Cost.Least, "cycle") + ", not in " +
           std::to_string(Cost.Latency);
  }
  return " if " +
         overwriting(
             L, D, "what " + describeShortly(L, D.DestInst, "load") + " reads");
}

/// What pairs would cost that may meet, if it is more than the prediction; the
/// first of those on the chain that they would make. Without IR context most
/// pairs are open, and nothing can be said of them. A fallback runs because
/// accesses may meet, and a remainder has few trips: their body has the remark.
/// What a loop takes at most is not known if a part of it is not modelled.
void kernelbounds::emitPossibleDependence(LoopRemarks &Out,
                                          const AnalyzedLoop &L) {
  const Analysis &A = L.Result.Bounds;
  const CyclesPerIter &Now = L.Result.prediction();
  if (!L.Memory || isRest(L.Origin.Copy.Role) || !A.Mapped.isComplete() ||
      !A.kernel().Calls.empty() || !L.NotLowered.empty() ||
      !(A.WorstLCD.Ratio > Now))
    return;
  auto First = find_if(A.WorstLCD.Edges,
                       [&](uint32_t E) { return A.Graph.edges()[E].isMay(); });
  assert(First != A.WorstLCD.Edges.end() && "a larger ratio needs one");
  const MemoryDependence &D = A.Memory[A.Graph.edges()[*First].Detail];
  Pair P(L, D);
  const std::string StoreName = P.storeName(), LoadName = P.loadName();
  LoopRemark R(LoopRemark::Kind::Missed, "PossibleDependence", L);
  R << "at most " << NV("After", A.WorstLCD.Ratio.str()) << " cy/it if "
    << NV("Store", describeShortly(L, D.SourceInst, "store"))
    << NV("StoreTo", withObject("to", P.StoreObject, StoreName)) << " meets "
    << NV("Load", describeShortly(L, D.DestInst, "load"))
    << NV("LoadFrom", withObject("of", P.LoadObject, LoadName)) << ": "
    << NV("Hint", hintFor(P)) << recordedMeeting(L);
  Out.add(std::move(R), [&](LoopRemark &Details) {
    Details << NV("Before", Now.str());
    addCycles(Details, "After", A.WorstLCD.Ratio);
    addCycles(Details, "Before", Now);
    addCycles(Details, "Cost", A.WorstLCD.Ratio - Now);
    if (!StoreName.empty())
      Details << NV("StoreArray", StoreName);
    if (!LoadName.empty())
      Details << NV("LoadArray", LoadName);
  });
}
