//===- LoopMetadata.cpp - Hints and names of loops in LLVM IR -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "LoopMetadata.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/Path.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral NumberName = "kernel-bounds.loop";
static constexpr StringLiteral SourceTripsName = "kernel-bounds.source-trips";
static constexpr StringLiteral MostTripsName = "kernel-bounds.most-trips";
static constexpr StringLiteral PieceName = "kernel-bounds.piece";
static constexpr StringLiteral JammedName = "kernel-bounds.jammed";
static constexpr StringLiteral UnrollRest =
    "llvm.loop.unroll.followup_remainder";
static constexpr StringLiteral DistributeName = "llvm.loop.distribute.enable";

//===----------------------------------------------------------------------===//
// Steps of accesses
//===----------------------------------------------------------------------===//

AccessSteps kernelbounds::findAccessSteps(const Loop &L, ScalarEvolution &SE) {
  AccessSteps Out;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || !SE.isSCEVable(Pointer->getType()))
        continue;
      auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Pointer));
      if (!Rec || Rec->getLoop() != &L)
        continue;
      const SCEV *Step = Rec->getStepRecurrence(SE);
      if (auto *C = dyn_cast<SCEVConstant>(Step))
        Out.Constant.insert(C->getAPInt().abs().getLimitedValue());
      else if (auto *M = dyn_cast<SCEVMulExpr>(Step);
               M && isa<SCEVConstant>(M->getOperand(0)))
        Out.Symbolic.insert(cast<SCEVConstant>(M->getOperand(0))
                                ->getAPInt()
                                .abs()
                                .getLimitedValue());
      else
        Out.Symbolic.insert(1);
    }
  return Out;
}

//===----------------------------------------------------------------------===//
// Loops before the loop passes
//===----------------------------------------------------------------------===//

/// What scalar evolution needs.
namespace {
struct LoopAnalyses {
  explicit LoopAnalyses(Function &F, const TargetMachine &TM)
      : LibraryInfo(TM.getTargetTriple(), TM.Options.VecLib),
        TLI(LibraryInfo, &F), DT(F), LI(DT), AC(F), SE(F, TLI, AC, DT, LI) {}
  TargetLibraryInfoImpl LibraryInfo;
  TargetLibraryInfo TLI;
  DominatorTree DT;
  LoopInfo LI;
  AssumptionCache AC;
  ScalarEvolution SE;
};
} // namespace

static void forEachInnermost(LoopInfo &LI, function_ref<void(Loop &)> Use) {
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost())
      Use(*L);
}

void kernelbounds::forEachInnermostLoop(Function &F,
                                        function_ref<void(Loop &)> Use) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  forEachInnermost(LI, Use);
}

static StringRef nameOf(const MDOperand &Op) {
  auto *Node = dyn_cast_or_null<MDNode>(Op);
  if (!Node || Node->getNumOperands() == 0)
    return "";
  auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(0));
  return Name ? Name->getString() : "";
}

static const MDNode *findNode(const Loop &L, StringRef Name) {
  if (const MDNode *ID = L.getLoopID())
    for (const MDOperand &Op : drop_begin(ID->operands()))
      if (nameOf(Op) == Name)
        return cast<MDNode>(Op);
  return nullptr;
}

/// Whether somebody said with metadata \p Name how a loop is to be compiled.
static bool isHint(StringRef Name) {
  static constexpr StringLiteral Prefixes[] = {
      "llvm.loop.vectorize.",        "llvm.loop.interleave.",
      "llvm.loop.unroll.",           "llvm.loop.unroll_and_jam.",
      "llvm.loop.distribute.",       VectorizedName,
      "llvm.loop.disable_nonforced", "llvm.loop.peeled"};
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
}

static std::string findUserHint(const Loop &L) {
  if (const MDNode *ID = L.getLoopID())
    for (const MDOperand &Op : drop_begin(ID->operands()))
      if (isHint(nameOf(Op)))
        return nameOf(Op).str();
  return "";
}

/// A value goes from one trip to the next through operations on floating point
/// that may not be done in another order. Hints to vectorize would allow it.
static bool needsOrder(const Loop &L) {
  if (none_of(L.getHeader()->phis(),
              [](const PHINode &P) { return P.getType()->isFPOrFPVectorTy(); }))
    return false;
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      return isa<FPMathOperator>(I) && !isa<PHINode>(I) &&
             !isa<SelectInst>(I) && !I.hasAllowReassoc();
    });
  });
}

static bool hasResult(const Loop &L) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      return any_of(I.users(), [&](const User *U) {
        return !L.contains(cast<Instruction>(U)->getParent());
      });
    });
  });
}

static unsigned narrowestBits(const Loop &L) {
  unsigned Least = 0;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      if (!getLoadStorePointerOperand(&I))
        continue;
      const unsigned Bits = getLoadStoreType(const_cast<Instruction *>(&I))
                                ->getScalarSizeInBits();
      if (Bits != 0 && (Least == 0 || Bits < Least))
        Least = Bits;
    }
  return Least;
}

/// \p Out is a struct with File, Line and Column.
template <typename PlaceT> static void fillPlace(const Loop &L, PlaceT &Out) {
  const DebugLoc Start = L.getStartLoc();
  if (!Start || Start.getLine() == 0)
    return;
  const DIScope *Scope = cast<DIScope>(Start.getScope());
  SmallString<128> Path(Scope->getFilename());
  if (!sys::path::is_absolute(Path) && !Scope->getDirectory().empty()) {
    SmallString<128> Full(Scope->getDirectory());
    sys::path::append(Full, Path);
    Path = Full;
  }
  Out.File = Path.str().str();
  Out.Line = Start.getLine();
  Out.Column = Start.getCol();
}

static std::set<std::pair<std::string, unsigned>> placesOf(const Loop &L) {
  std::set<std::pair<std::string, unsigned>> Places;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      for (const DILocation *At = I.getDebugLoc(); At; At = At->getInlinedAt())
        if (At->getLine() != 0)
          Places.emplace(sys::path::filename(At->getFilename()).str(),
                         At->getLine());
  return Places;
}

/// What a profile of branches says of \p L. Branches that the source calls
/// likely have weights, too, but a function that was not watched has no count.
static void fillSeen(Loop &L, bool WasWatched, MetadataLoop &Out) {
  if (!WasWatched && !findNode(L, "llvm.loop.estimated_trip_count"))
    return;
  if (const std::optional<unsigned> Mean = getLoopEstimatedTripCount(&L);
      Mean && *Mean != 0)
    Out.Seen = TripRange::around(*Mean);
}

/// Whether \p V, or what it is computed from in \p Outer without a new trip, is
/// one of \p Wanted.
static bool comesFrom(Value *V, const Loop &Outer,
                      function_ref<bool(const Instruction &)> Wanted) {
  SmallPtrSet<const Instruction *, 16> Seen;
  SmallVector<Instruction *, 8> Open;
  auto Add = [&](Value *From) {
    auto *I = dyn_cast<Instruction>(From);
    if (I && Outer.contains(I) && Seen.insert(I).second)
      Open.push_back(I);
  };
  Add(V);
  while (!Open.empty()) {
    Instruction *I = Open.pop_back_val();
    if (Wanted(*I))
      return true;
    // What the trip before has left is another question.
    if (!isa<PHINode>(I) || I->getParent() != Outer.getHeader())
      for_each(I->operand_values(), Add);
  }
  return false;
}

/// Whether what \p L computes in one visit, but for where it has got to, goes
/// into the next one through \p Outer. What memory keeps is not followed.
static bool visitsWait(const Loop &L, const Loop &Outer, ScalarEvolution &SE) {
  const BasicBlock *Latch = Outer.getLoopLatch();
  if (!Latch)
    return true;
  auto IsComputed = [&](const Instruction &I) {
    return L.contains(&I) &&
           !(SE.isSCEVable(I.getType()) &&
             isa<SCEVAddRecExpr>(SE.getSCEV(const_cast<Instruction *>(&I))));
  };
  auto IsHandedOn = [&](const Instruction &I) {
    const auto *P = dyn_cast<PHINode>(&I);
    return P && P->getParent() == Outer.getHeader() &&
           comesFrom(P->getIncomingValueForBlock(Latch), Outer, IsComputed);
  };
  return any_of(L.blocks(), [&](BasicBlock *BB) {
    return any_of(*BB, [&](Instruction &I) {
      return any_of(I.operand_values(), [&](Value *V) {
        const auto *From = dyn_cast<Instruction>(V);
        return From && !L.contains(From) && comesFrom(V, Outer, IsHandedOn);
      });
    });
  });
}

static std::optional<LoopAround> aroundOf(const Loop &L, ScalarEvolution &SE) {
  const Loop *Outer = L.getParentLoop();
  if (!Outer)
    return std::nullopt;
  LoopAround Out;
  fillPlace(*Outer, Out.Place);
  Out.HasUserHint = !findUserHint(*Outer).empty();
  if (const unsigned Exact = SE.getSmallConstantTripCount(Outer))
    Out.TripCount = Exact;
  Out.VisitsWait = visitsWait(L, *Outer, SE);
  return Out;
}

namespace {
/// Tells of loops why next to no time is spent in them.
class ColdLoops {
public:
  ColdLoops(Function &F, LoopAnalyses &A, bool HasRun)
      : F(F), A(A), PSI(*F.getParent()),
        Guesses(!HasRun && !F.hasProfileData()) {
    const bool Asks = F.hasProfileData() && PSI.hasProfileSummary();
    if (A.LI.empty() || (!Guesses && !Asks))
      return;
    BPI.emplace(F, A.LI, &A.TLI, &A.DT, nullptr);
    if (Asks)
      BFI.emplace(F, *BPI, A.LI);
  }

  /// Empty if nothing says so.
  StringRef whyCold(const Loop &L) {
    if (BFI && PSI.isColdBlock(L.getHeader(), &*BFI))
      return "the profile says that it is cold";
    if (!Guesses)
      return "";
    if (F.hasFnAttribute(Attribute::Cold))
      return "its function is marked cold";
    return isSeldomReached(L) ? "the source says that it is seldom reached"
                              : "";
  }

private:
  bool isSeldomReached(const Loop &L) const;

  Function &F;
  LoopAnalyses &A;
  ProfileSummaryInfo PSI;
  std::optional<BranchProbabilityInfo> BPI;
  std::optional<BlockFrequencyInfo> BFI;
  bool Guesses; ///< There is no profile.
};
} // namespace

/// Whether control gets to \p L by a branch only that the source marks as
/// unlikely, or behind which the program ends. How seldom a block is executed
/// says less: it follows from the number of conditions on the way as well, each
/// of which counts as one half. A branch that ends a loop is taken once.
bool ColdLoops::isSeldomReached(const Loop &L) const {
  // clang takes __builtin_expect for 1 in 2,001.
  const BranchProbability Seldom(1, 1000);
  for (const auto *Node = A.DT.getNode(L.getHeader()); Node->getIDom();
       Node = Node->getIDom()) {
    const BasicBlock *To = Node->getBlock();
    const BasicBlock *From = Node->getIDom()->getBlock();
    const Loop *Around = A.LI.getLoopFor(From);
    if ((!Around || Around->contains(To)) &&
        is_contained(successors(From), To) &&
        A.DT.dominates(BasicBlockEdge(From, To), To) &&
        BPI->getEdgeProbability(From, To) < Seldom)
      return true;
  }
  return false;
}

std::vector<MetadataLoop> kernelbounds::findSourceLoops(Function &F,
                                                        const TargetMachine &TM,
                                                        bool HasRun) {
  LoopAnalyses A(F, TM);
  std::vector<MetadataLoop> Out;
  const bool WasWatched = F.hasProfileData();
  ColdLoops Cold(F, A, HasRun);
  forEachInnermost(A.LI, [&](Loop &L) {
    MetadataLoop &To = Out.emplace_back();
    fillPlace(L, To);
    To.Places = placesOf(L);
    To.WhyCold = Cold.whyCold(L);
    To.UserHint = findUserHint(L);
    if (unsigned Exact = A.SE.getSmallConstantTripCount(&L))
      To.TripCount = Exact;
    else
      fillSeen(L, WasWatched, To);
    To.Steps = findAccessSteps(L, A.SE);
    To.NarrowestBits = narrowestBits(L);
    To.NeedsOrder = needsOrder(L);
    To.HasResult = hasResult(L);
    To.Around = aroundOf(L, A.SE);
  });
  return Out;
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

/// The name of a loop, of \p Nodes, of which the first one stands for the name
/// itself.
static MDNode *makeLoopID(LLVMContext &C, ArrayRef<Metadata *> Nodes) {
  MDNode *ID = MDNode::getDistinct(C, Nodes);
  ID->replaceOperandWith(0, ID);
  return ID;
}

static void nameLoop(Loop &L, ArrayRef<Metadata *> Nodes) {
  L.setLoopID(makeLoopID(L.getHeader()->getContext(), Nodes));
}

/// Adds the nodes \p More to the name of \p L, which is made if it has none.
static void addToLoop(Loop &L, ArrayRef<Metadata *> More) {
  SmallVector<Metadata *, 8> Nodes = {nullptr};
  if (MDNode *Old = L.getLoopID())
    append_range(Nodes, drop_begin(Old->operands()));
  append_range(Nodes, More);
  nameLoop(L, Nodes);
}

/// The same with one node, which also goes to what loop passes will make of
/// \p L.
static void addToLoopAndFollowers(Loop &L, MDNode *More) {
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 8> Nodes = {nullptr};
  for (const MDOperand &Op : drop_begin(L.getLoopID()->operands())) {
    Nodes.push_back(Op);
    if (!nameOf(Op).contains(".followup_"))
      continue;
    SmallVector<Metadata *, 8> Then(cast<MDNode>(Op)->operands());
    Then.push_back(More);
    Nodes.back() = MDNode::get(C, Then);
  }
  Nodes.push_back(More);
  nameLoop(L, Nodes);
}

static MDNode *namedNumber(LLVMContext &C, StringRef Name, unsigned N,
                           bool IsFlag = false) {
  Type *T = IsFlag ? Type::getInt1Ty(C) : Type::getInt32Ty(C);
  return MDNode::get(C, {MDString::get(C, Name),
                         ConstantAsMetadata::get(ConstantInt::get(T, N))});
}

/// Whether \p Op is what setLoopNumber() adds.
static bool isNumbering(const MDOperand &Op) {
  if (nameOf(Op) == NumberName)
    return true;
  return nameOf(Op) == UnrollRest &&
         any_of(drop_begin(cast<MDNode>(Op)->operands()),
                [](const MDOperand &In) { return nameOf(In) == NumberName; });
}

void kernelbounds::setLoopNumber(Loop &L, unsigned Number) {
  LLVMContext &C = L.getHeader()->getContext();
  if (loopNumberOf(L)) {
    SmallVector<Metadata *, 8> Others = {nullptr};
    for (const MDOperand &Op : drop_begin(L.getLoopID()->operands()))
      if (!isNumbering(Op))
        Others.push_back(Op);
    nameLoop(L, Others);
  }
  MDNode *Name = namedNumber(C, NumberName, Number);
  // What the unroller leaves over gets no metadata of the loop otherwise. The
  // other entry is the one that it sets on its own.
  addToLoop(
      L,
      {Name,
       MDNode::get(
           C, {MDString::get(C, UnrollRest), Name,
               MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"))})});
}

static std::optional<unsigned> findNumber(const Loop &L, StringRef Name) {
  const MDNode *Node = findNode(L, Name);
  if (!Node)
    return std::nullopt;
  return mdconst::extract<ConstantInt>(Node->getOperand(1))->getZExtValue();
}

std::optional<unsigned> kernelbounds::loopNumberOf(const Loop &L) {
  return findNumber(L, NumberName);
}

LoopMarks kernelbounds::marksOf(const Loop &L) {
  return {findNumber(L, SourceTripsName).value_or(0),
          findNumber(L, MostTripsName).value_or(0),
          findNumber(L, PieceName).value_or(0),
          findNumber(L, JammedName).value_or(1),
          findNode(L, ForOverlapName) != nullptr};
}

void kernelbounds::markJammed(Loop &L, unsigned Visits) {
  if (loopNumberOf(L))
    addToLoopAndFollowers(
        L, namedNumber(L.getHeader()->getContext(), JammedName, Visits));
}

void kernelbounds::nameForOverlap(Loop &L, MDNode *AsItWas) {
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 8> Nodes = {nullptr};
  if (AsItWas)
    append_range(Nodes, drop_begin(AsItWas->operands()));
  nameLoop(L, Nodes);
  addToLoopAndFollowers(L, MDNode::get(C, MDString::get(C, ForOverlapName)));
}

static void forgetNumber(Loop &L) {
  SmallVector<Metadata *, 8> Nodes = {nullptr};
  for (const MDOperand &Op : drop_begin(L.getLoopID()->operands()))
    if (nameOf(Op) != NumberName && nameOf(Op) != UnrollRest)
      Nodes.push_back(Op);
  nameLoop(L, Nodes);
}

std::set<const BasicBlock *> kernelbounds::findNumberedLoops(Function &F) {
  std::set<const BasicBlock *> Out;
  forEachInnermostLoop(F, [&](Loop &L) {
    if (loopNumberOf(L))
      Out.insert(L.getHeader());
  });
  return Out;
}

void kernelbounds::forgetOtherLoops(Function &F,
                                    const std::set<const BasicBlock *> &Known) {
  forEachInnermostLoop(F, [&](Loop &L) {
    if (loopNumberOf(L) && Known.count(L.getHeader()) == 0)
      forgetNumber(L);
  });
}

void kernelbounds::markPieces(Function &F) {
  std::map<std::pair<unsigned, unsigned>, std::vector<Loop *>> Pieces;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  forEachInnermost(LI, [&](Loop &L) {
    const std::optional<unsigned> Number = loopNumberOf(L);
    if (!Number)
      return;
    if (findNode(L, DistributeName))
      Pieces[{*Number, marksOf(L).Jammed}].push_back(&L);
    else if (findNode(L, "llvm.loop.isdistributed"))
      forgetNumber(L);
  });
  for (const auto &[Which, Loops] : Pieces)
    for (auto [I, L] : enumerate(Loops))
      addToLoopAndFollowers(*L, namedNumber(F.getContext(), PieceName, I));
}

static bool hasVectors(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(
        *BB, [](const Instruction &I) { return I.getType()->isVectorTy(); });
  });
}

/// \p Step if it is known, with scalable vectors of \p VScale times their least
/// number of elements; else 0.
static uint64_t stepOf(const SCEV *Step, unsigned VScale) {
  if (auto *C = dyn_cast<SCEVConstant>(Step))
    return C->getAPInt().abs().getLimitedValue();
  if (isa<SCEVVScale>(Step))
    return VScale;
  auto *Product = dyn_cast<SCEVMulExpr>(Step);
  if (!Product || Product->getNumOperands() != 2 ||
      !isa<SCEVVScale>(Product->getOperand(1)))
    return 0;
  return stepOf(Product->getOperand(0), VScale) * VScale;
}

/// The greatest step of an integer of \p L, which is that of the vectorizer's
/// index: what the unroller counts by beside it is smaller.
static uint64_t findIndexStep(const Loop &L, ScalarEvolution &SE,
                              unsigned VScale) {
  uint64_t Most = 0;
  for (PHINode &P : L.getHeader()->phis()) {
    if (!P.getType()->isIntegerTy())
      continue;
    auto *Rec = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&P));
    if (!Rec || Rec->getLoop() != &L)
      continue;
    Most = std::max(Most, stepOf(Rec->getStepRecurrence(SE), VScale));
  }
  return Most;
}

void kernelbounds::markLoops(Function &F, const TargetMachine &TM) {
  constexpr uint64_t MostSourceTrips = 4096;
  LLVMContext &C = F.getContext();
  LoopAnalyses A(F, TM);
  // Scalable vectors are as long as on the core that the code is tuned for.
  const unsigned VScale =
      TM.getTargetTransformInfo(F).getVScaleForTuning().value_or(0);
  forEachInnermost(A.LI, [&](Loop &L) {
    if (!loopNumberOf(L))
      return;
    if (const unsigned Most = A.SE.getSmallConstantMaxTripCount(&L))
      addToLoop(L, {namedNumber(C, MostTripsName, Most)});
    if (!findNode(L, VectorizedName) || !hasVectors(L))
      return;
    const uint64_t Step = findIndexStep(L, A.SE, VScale);
    if (Step != 0 && Step <= MostSourceTrips)
      addToLoop(L, {namedNumber(C, SourceTripsName, Step)});
  });
}

/// The hint for the unroller; null if there is none.
static MDNode *unrollNode(LLVMContext &C, unsigned Unroll) {
  if (Unroll == 0)
    return nullptr;
  return Unroll == 1
             ? MDNode::get(C, MDString::get(C, "llvm.loop.unroll.disable"))
             : namedNumber(C, "llvm.loop.unroll.count", Unroll);
}

/// What the loops become that the vectorizer makes of \p L: what it is, and
/// \p Unroll.
static MDNode *followUp(const Loop &L, MDNode *Unroll) {
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 8> Nodes = {
      MDString::get(C, "llvm.loop.vectorize.followup_all")};
  if (MDNode *Old = L.getLoopID())
    append_range(Nodes, drop_begin(Old->operands()));
  Nodes.push_back(MDNode::get(C, MDString::get(C, VectorizedName)));
  Nodes.push_back(Unroll);
  return MDNode::get(C, Nodes);
}

/// Asks for \p Visits of \p L together, at the loop around it. If it has a
/// number, what comes of it gets a mark.
static void setJam(Loop &L, unsigned Visits) {
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 2> More = {
      namedNumber(C, "llvm.loop.unroll_and_jam.count", Visits)};
  if (loopNumberOf(L)) {
    SmallVector<Metadata *, 8> Inner = {
        MDString::get(C, "llvm.loop.unroll_and_jam.followup_inner")};
    append_range(Inner, drop_begin(L.getLoopID()->operands()));
    Inner.push_back(namedNumber(C, JammedName, Visits));
    More.push_back(MDNode::get(C, Inner));
  }
  addToLoop(*L.getParentLoop(), More);
}

void kernelbounds::setHints(Loop &L, const LoopHints &H) {
  LLVMContext &C = L.getHeader()->getContext();
  SmallVector<Metadata *, 6> More;
  const bool AsksForVectors = H.Width > 1 || H.Predicate;
  // What clang makes of the pragmas that H stands for.
  if (H.Distribute)
    More.push_back(namedNumber(C, DistributeName, 1, true));
  if (H.Predicate)
    More.push_back(
        namedNumber(C, "llvm.loop.vectorize.predicate.enable", 1, true));
  if (H.Width != 0)
    More.push_back(namedNumber(C, "llvm.loop.vectorize.width", H.Width));
  if (H.Width > 1 || (H.Width == 1 && H.Interleave > 1))
    More.push_back(
        namedNumber(C, "llvm.loop.vectorize.scalable.enable", 0, true));
  if (H.Interleave != 0)
    More.push_back(namedNumber(C, "llvm.loop.interleave.count", H.Interleave));
  if (AsksForVectors)
    More.push_back(namedNumber(C, "llvm.loop.vectorize.enable", 1, true));
  if (MDNode *Unroll = unrollNode(C, H.Unroll))
    More.push_back(AsksForVectors ? followUp(L, Unroll) : Unroll);
  if (!More.empty())
    addToLoop(L, More);
  if (!H.outerPragma().empty() && L.getParentLoop())
    setJam(L, H.Jam);
}

void kernelbounds::forgetHints(Function &F) {
  DenseMap<const MDNode *, MDNode *> Known; // A loop may have several latches.
  for (BasicBlock &BB : F) {
    Instruction *End = BB.getTerminator();
    const MDNode *ID = End->getMetadata(LLVMContext::MD_loop);
    if (!ID)
      continue;
    MDNode *&New = Known[ID];
    if (!New) {
      SmallVector<Metadata *, 8> Nodes = {nullptr};
      for (const MDOperand &Op : drop_begin(ID->operands()))
        if (!isHint(nameOf(Op)) || nameOf(Op) == VectorizedName)
          Nodes.push_back(Op);
      New = makeLoopID(F.getContext(), Nodes);
    }
    End->setMetadata(LLVMContext::MD_loop, New);
  }
}
