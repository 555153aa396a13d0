//===- Trial.cpp - What one compilation of a function gives ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine loops that come from one loop of LLVM IR, with what lies between
/// them, become its shape. Metadata that all copies keep tell where they come
/// from, and their steps through memory, or else the index of the vectorizer,
/// how many of its trips each does at once.
///
/// What runs once is counted as follows. A block belongs to the loop of which
/// it is dominated by all parts' common dominator; the innermost one, if there
/// are several. Of a function with one loop that is all of its code at the
/// level of the loop. Blocks are summed up as if each was executed, and the
/// blocks into which the widest part leaves with the latency of their results,
/// which is the end of a reduction.
/// Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "FunctionAnalyzer.h"
#include "IRAnalyses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"

using namespace kernelbounds;
using namespace llvm;

/// With more blocks beside loops, what runs once is not looked at.
constexpr size_t MostBlocksOnce = 128;

static thread_local Trial *CurrentOne = nullptr;

Trial *Trial::current() { return CurrentOne; }
CurrentTrial::CurrentTrial(Trial &T) { CurrentOne = &T; }
CurrentTrial::~CurrentTrial() { CurrentOne = nullptr; }

/// A machine loop, and of which loop of LLVM IR it is a part.
struct kernelbounds::TrialPart {
  unsigned Number;
  const MachineBasicBlock *Header;
  LoopPart Part;
  unsigned Spills;
  std::string Problem; ///< Empty if the figures are good.
};

static std::optional<std::pair<unsigned, unsigned>>
findNumberAndTrips(const Trial &T, IRAnalyses &IR,
                   const MachineBasicBlock &Header) {
  const BasicBlock *BB = Header.getBasicBlock();
  const llvm::Loop *L = BB ? IR.get().LI.getLoopFor(BB) : nullptr;
  if (!L)
    return std::nullopt;
  const std::optional<unsigned> Number = loopNumberOf(*L);
  if (!Number || *Number >= T.Source.size())
    return std::nullopt;
  unsigned Trips =
      tripsIn(findAccessSteps(*L, IR.get().SE), T.Source[*Number].Steps);
  if (Trips == 0)
    Trips = markedTripsOf(*L);
  return std::pair(*Number, Trips);
}

bool kernelbounds::mattersTo(const Trial &T, IRAnalyses &IR,
                             const AnalyzedLoop &L) {
  const auto Found = findNumberAndTrips(T, IR, *L.Header);
  return Found && Found->second != 0 && T.Matters(Found->first);
}

static std::string problemOf(const AnalyzedLoop &L, unsigned Trips) {
  const Analysis &A = L.Result.Bounds;
  if (Trips == 0)
    return "no access tells how many iterations a trip of the compiled loop "
           "does";
  if (!A.kernel().Calls.empty())
    return "it calls functions";
  if (!L.NotLowered.empty() || !A.Mapped.isComplete())
    return "the model does not know all of its instructions";
  if (L.NumOtherBlocks != 0)
    return "data decide which way its iterations go";
  if (L.Result.Simulation && L.Result.Simulation->isHeldByData())
    return "data decide which of its accesses meet";
  return "";
}

static unsigned countSpills(const AnalyzedLoop &L) {
  const Kernel &K = *L.Result.Body;
  unsigned Sum = 0;
  for (auto [I, From] : zip_equal(K.Insts, L.Source))
    for (const MemRef &M : ArrayRef(K.Mems).slice(I.FirstMem, I.NumMems))
      Sum += isSpill(*From, M);
  return Sum;
}

static std::vector<TrialPart> findParts(ArrayRef<AnalyzedLoop> Loops,
                                        const Trial &T, IRAnalyses &IR) {
  std::vector<TrialPart> Out;
  for (const AnalyzedLoop &L : Loops) {
    const auto Found = findNumberAndTrips(T, IR, *L.Header);
    if (!Found)
      continue;
    Out.push_back(
        {Found->first,
         L.Header,
         {Found->second, L.Result.prediction(), L.Result.Bounds.Prediction},
         countSpills(L),
         problemOf(L, Found->second)});
  }
  return Out;
}

/// The parts of loop \p Number of \p Parts in the form of LoopShape. Of two
/// that do as much in a trip it is not known which one runs: the slower one
/// counts.
static TrialLoop trialLoopOf(ArrayRef<TrialPart> Parts, unsigned Number) {
  TrialLoop Out;
  unsigned Widest = 0;
  std::vector<LoopPart> &Shape = Out.Shape.Parts;
  for (const TrialPart &P : Parts) {
    if (P.Number != Number)
      continue;
    if (!P.Problem.empty() && Out.Problem.empty())
      Out.Problem = P.Problem;
    if (P.Part.SourceIterations > Widest) {
      Widest = P.Part.SourceIterations;
      Out.Spills = P.Spills;
    }
    auto Same = find_if(Shape, [&](const LoopPart &Q) {
      return Q.SourceIterations == P.Part.SourceIterations;
    });
    if (Same == Shape.end())
      Shape.push_back(P.Part);
    else if (Same->Cycles < P.Part.Cycles)
      *Same = P.Part;
  }
  llvm::sort(Shape, [](const LoopPart &A, const LoopPart &B) {
    return A.SourceIterations > B.SourceIterations;
  });
  if (Shape.empty())
    Out.Problem = "nothing is left of it as a loop";
  return Out;
}

//===----------------------------------------------------------------------===//
// What runs once
//===----------------------------------------------------------------------===//

namespace {
/// The parts of one loop of LLVM IR.
struct PartGroup {
  unsigned Number = 0;
  const MachineBasicBlock *Dominator = nullptr; ///< Of all parts.
  const MachineLoop *Around = nullptr;
  const MachineBasicBlock *Widest = nullptr; ///< Header of the widest part.
  unsigned MostTrips = 0;
};
} // namespace

static std::vector<PartGroup> groupParts(ArrayRef<TrialPart> Parts,
                                         MachineDominatorTree &MDT,
                                         const MachineLoopInfo &MLI) {
  std::vector<PartGroup> Out;
  for (const TrialPart &P : Parts) {
    auto At =
        find_if(Out, [&](const PartGroup &G) { return G.Number == P.Number; });
    if (At == Out.end()) {
      Out.push_back({P.Number, P.Header});
      At = std::prev(Out.end());
    }
    At->Dominator = MDT.findNearestCommonDominator(
        const_cast<MachineBasicBlock *>(At->Dominator),
        const_cast<MachineBasicBlock *>(P.Header));
    if (P.Part.SourceIterations >= At->MostTrips) {
      At->MostTrips = P.Part.SourceIterations;
      At->Widest = P.Header;
      const MachineLoop *L = MLI.getLoopFor(P.Header);
      At->Around = L ? L->getParentLoop() : nullptr;
    }
  }
  return Out;
}

/// The group to which a block that is in no part belongs, or null.
static const PartGroup *ownerOf(const MachineBasicBlock &MBB,
                                ArrayRef<PartGroup> Groups,
                                const MachineDominatorTree &MDT,
                                const MachineLoopInfo &MLI) {
  const PartGroup *Owner = nullptr;
  for (const PartGroup &G : Groups)
    if (G.Around == MLI.getLoopFor(&MBB) &&
        (MDT.dominates(G.Dominator, &MBB) || Groups.size() == 1) &&
        (!Owner || MDT.dominates(Owner->Dominator, G.Dominator)))
      Owner = &G;
  return Owner;
}

/// Whether the widest part of \p G leaves into \p MBB.
static bool isEndOf(const PartGroup &G, const MachineBasicBlock &MBB,
                    const MachineLoopInfo &MLI) {
  const MachineLoop *Widest = MLI.getLoopFor(G.Widest);
  return Widest && any_of(MBB.predecessors(), [&](const auto *From) {
           return Widest->contains(From);
         });
}

CyclesPerIter FunctionAnalyzer::analyzeBlock(Core &Model,
                                             const MachineListing &L,
                                             unsigned Block, bool IsEnd) {
  const ListedFunction &F = L.Code.Functions.front();
  if (F.Blocks[Block].First == F.Blocks[Block].End)
    return {};
  LoopBody Body;
  Body.Header = Block;
  Body.Blocks = Body.Path = {Block};
  LoopOptions O;
  O.Advice = false;
  O.Bounds.PerPort = O.Bounds.ExactFrontEnd = O.Bounds.Memory = false;
  const LoopResult R =
      analyzeLoop({L.Code, F, Body, *Semantics}, *Model.Model, O);
  CyclesPerIter Busy;
  for (const Bound &B : R.Bounds.Bounds)
    if (B.Kind == Limit::Ports || B.Kind == Limit::Issue)
      Busy = std::max(Busy, B.Cycles);
  return IsEnd ? std::max(Busy, CyclesPerIter(R.Bounds.CP.Latency)) : Busy;
}

void FunctionAnalyzer::addWhatRunsOnce(MachineFunction &MF, Core &Model,
                                       ArrayRef<TrialPart> Parts, Trial &T) {
  MachineDominatorTree MDT(MF);
  MachineLoopInfo MLI;
  MLI.calculate(MDT);
  const std::vector<PartGroup> Groups = groupParts(Parts, MDT, MLI);
  MachineListing L = listControlFlow(MF, /*AsAssembly=*/false);
  SmallVector<unsigned> Once;
  SmallVector<const PartGroup *> Owners;
  for (auto [I, MBB] : enumerate(L.Blocks))
    if (const PartGroup *G = ownerOf(*MBB, Groups, MDT, MLI)) {
      Once.push_back(I);
      Owners.push_back(G);
    }
  if (Once.size() > MostBlocksOnce)
    return;
  lowerBlocks(L, Once, Lowering);
  for (auto [Block, G] : zip_equal(Once, Owners))
    T.Loops[G->Number].Shape.Once +=
        analyzeBlock(Model, L, Block, isEndOf(*G, *L.Blocks[Block], MLI));
}

void FunctionAnalyzer::judge(MachineFunction &MF, Trial &T) {
  if (!makeSemantics(MF)) {
    T.Problem = "nothing is known of the target";
    return;
  }
  Core &Model = coreFor(MF);
  T.Problem = Options.Problem.empty() ? Model.Problem : Options.Problem;
  if (!Model.Model)
    return;
  T.Cpu = Model.Model->cpu().str();
  T.BorrowedFrom = Model.Model->borrowedFrom().str();
  Trying = &T;
  Wanted = {};
  IRAnalyses IR(MF, Rules);
  const std::vector<TrialPart> Parts =
      findParts(analyzeLoops(IR, Model), T, IR);
  for (auto [Number, L] : enumerate(T.Loops))
    L = trialLoopOf(Parts, Number);
  addWhatRunsOnce(MF, Model, Parts, T);
  Trying = nullptr;
}
