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
/// level of the loop. Blocks are summed up as if each was executed, but for
/// those that belong to a part which has no trip for few iterations, or to a
/// copy for data that overlap. Blocks after a part of a loop that has a result
/// count with the latency of theirs, which is the end of a reduction; in a loop
/// around whose visits do not wait for each other, that overlaps the next
/// visit, as do the last trips. Tested by test/Tuning.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "FunctionAnalyzer.h"
#include "IRAnalyses.h"
#include "kernel-bounds/Tuning/FewTrips.h"
#include "kernel-bounds/Tuning/RunsOnce.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/Support/MathExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// With more blocks beside loops, what runs once is not looked at.
constexpr size_t MostBlocksOnce = 1024;

static thread_local Trial *CurrentOne = nullptr;

Trial *Trial::current() { return CurrentOne; }
CurrentTrial::CurrentTrial(Trial &T) { CurrentOne = &T; }
CurrentTrial::~CurrentTrial() { CurrentOne = nullptr; }

using BlockSet = SmallPtrSet<const MachineBasicBlock *, 16>;

/// A machine loop, and of which loop of LLVM IR it is a part.
struct kernelbounds::TrialPart {
  unsigned Number;
  const MachineBasicBlock *Header;
  LoopPart Part;
  LoopMarks Marks;
  unsigned Spills, Registers;
  std::string Problem; ///< Empty if the figures are good.
  /// On the simulated core, if it was asked for.
  const LoopSimulation *Simulation;
  CyclesPerIter Busy;  ///< Of Part.Cycles, what all ports and issue need.
  BlockSet After = {}; ///< What may be executed after it.
  /// Of what combines the results of its trips, where visits overlap: cycles
  /// until it is done.
  CyclesPerIter EndLatency = {};
};

namespace {
/// Which loop of the source a part comes from.
struct PartOrigin {
  unsigned Number = 0;
  unsigned SourceTrips = 0; ///< In one of its trips; 0: not known.
  LoopMarks Marks;
};
} // namespace

static std::optional<PartOrigin> findOrigin(const Trial &T, IRAnalyses &IR,
                                            const MachineBasicBlock &Header) {
  const BasicBlock *BB = Header.getBasicBlock();
  const llvm::Loop *L = BB ? IR.get().LI.getLoopFor(BB) : nullptr;
  if (!L)
    return std::nullopt;
  const std::optional<unsigned> Number = loopNumberOf(*L);
  if (!Number || *Number >= T.Source.size())
    return std::nullopt;
  const LoopMarks Marks = marksOf(*L);
  unsigned Trips = tripsIn(findAccessSteps(*L, IR.get().SE),
                           T.Source[*Number].Steps, Marks.SourceTrips);
  if (Trips == 0)
    Trips = Marks.SourceTrips;
  return PartOrigin{*Number, Trips, Marks};
}

bool kernelbounds::mattersTo(const Trial &T, IRAnalyses &IR,
                             const AnalyzedLoop &L) {
  const std::optional<PartOrigin> From = findOrigin(T, IR, *L.Header);
  return From && From->SourceTrips != 0 && !From->Marks.IsForOverlap &&
         T.Matters(From->Number);
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

/// Registers that the instructions of \p L read and write, without flags.
static unsigned countRegisters(const AnalyzedLoop &L) {
  const Kernel &K = *L.Result.Body;
  DenseSet<RegUnit> Used;
  auto Add = [&](const auto &Operands) {
    for (const auto &Op : Operands)
      if (Op.Reg != 0)
        Used.insert_range(K.units(Op));
  };
  for (const KernelInst &I : K.Insts) {
    Add(K.reads(I));
    Add(K.writes(I));
  }
  return Used.size();
}

/// Visits that are left over to loops which do them one by one, beside one that
/// does \p Jammed of them together.
static VisitShare restOf(unsigned Jammed, const MetadataLoop &Source) {
  // How many there are is not known as a rule; fewer have a larger rest.
  constexpr int64_t FewVisits = 64;
  if (!Source.Around || !Source.Around->TripCount)
    return {Jammed - 1, 2 * FewVisits};
  const uint64_t Visits = *Source.Around->TripCount;
  return {static_cast<int64_t>(Visits % Jammed), static_cast<int64_t>(Visits)};
}

/// Fills in to which piece of its loop each of \p Parts belongs, and how often
/// that is visited. The pieces that are jammed come first.
static void setVisits(MutableArrayRef<TrialPart> Parts,
                      ArrayRef<MetadataLoop> Source) {
  for (TrialPart &P : Parts) {
    unsigned Jammed = 1;
    for (const TrialPart &Q : Parts)
      if (Q.Number == P.Number)
        Jammed = std::max(Jammed, Q.Marks.Jammed);
    P.Part.Piece = P.Marks.Piece;
    if (Jammed == 1)
      continue;
    const VisitShare Rest = restOf(Jammed, Source[P.Number]);
    const bool IsJammed = P.Marks.Jammed != 1;
    P.Part.Piece = 2 * P.Marks.Piece + !IsJammed;
    P.Part.Visits =
        IsJammed ? VisitShare{Rest.Den - Rest.Num, Rest.Den * Jammed} : Rest;
  }
}

static std::vector<TrialPart> findParts(ArrayRef<AnalyzedLoop> Loops,
                                        const Trial &T, IRAnalyses &IR) {
  std::vector<TrialPart> Out;
  for (const AnalyzedLoop &L : Loops) {
    const std::optional<PartOrigin> From = findOrigin(T, IR, *L.Header);
    if (!From)
      continue;
    Out.push_back(
        {From->Number,
         L.Header,
         {From->SourceTrips, L.Result.prediction(), L.Result.Bounds.Prediction},
         From->Marks,
         countSpills(L),
         countRegisters(L),
         problemOf(L, From->SourceTrips),
         L.Result.isSimulated() ? &*L.Result.Simulation : nullptr,
         L.Result.Bounds.TP});
  }
  setVisits(Out, T.Source);
  return Out;
}

/// The blocks that can be executed after \p Part without a new trip of the loop
/// around it.
static BlockSet findBlocksAfter(const TrialPart &Part,
                                const MachineLoopInfo &MLI) {
  BlockSet Seen;
  const MachineLoop *L = MLI.getLoopFor(Part.Header);
  if (!L)
    return Seen;
  const MachineLoop *Around = L->getParentLoop();
  SmallVector<MachineBasicBlock *> Open;
  L->getExitBlocks(Open);
  while (!Open.empty()) {
    const MachineBasicBlock *MBB = Open.pop_back_val();
    const bool IsInside =
        !Around || (Around->contains(MBB) && MBB != Around->getHeader());
    if (IsInside && Seen.insert(MBB).second)
      append_range(Open, MBB->successors());
  }
  return Seen;
}

/// Whether \p First, when it is done, leaves less over than a trip of \p P
/// does, so that \p P runs only where a check before \p First fails. The scalar
/// loop behind one of vectors, or of interleaved iterations, may be unrolled.
static bool leavesTooLittle(const TrialPart &First, const TrialPart &P) {
  const uint64_t Trips = First.Part.SourceIterations;
  const uint64_t Most = First.Marks.MostTrips;
  if (&First == &P || First.Number != P.Number ||
      First.Part.Piece != P.Part.Piece || Trips == 0 ||
      Trips > P.Part.SourceIterations)
    return false;
  if (Most != 0 && Most * Trips < P.Part.SourceIterations)
    return false; // It does what an unrolled loop leaves over, before that.
  return First.After.contains(P.Header) && !P.After.contains(First.Header);
}

/// Whether \p P does in place of \p First what that does, if a check says so:
/// neither of them comes after the other one. A loop of vectors with masks
/// leaves nothing over.
static bool isInPlaceOf(const TrialPart &First, const TrialPart &P) {
  return First.Number == P.Number && First.Part.Piece == P.Part.Piece &&
         First.Part.SourceIterations > P.Part.SourceIterations &&
         P.Part.SourceIterations != 0 && !First.After.contains(P.Header) &&
         !P.After.contains(First.Header);
}

/// Moves those of \p Parts behind the others that run only where a check fails.
/// \returns how many others there are.
static size_t putFallbacksLast(MutableArrayRef<TrialPart> Parts,
                               const MachineLoopInfo &MLI) {
  for (TrialPart &P : Parts)
    P.After = findBlocksAfter(P, MLI);
  std::vector<TrialPart> Others, Fallbacks;
  for (const TrialPart &P : Parts) {
    const bool IsFallback =
        P.Marks.IsForOverlap || any_of(Parts, [&](const TrialPart &First) {
          return !First.Marks.IsForOverlap &&
                 (leavesTooLittle(First, P) || isInPlaceOf(First, P));
        });
    (IsFallback ? Fallbacks : Others).push_back(P);
  }
  copy(Fallbacks, copy(Others, Parts.begin()));
  return Others.size();
}

/// The parts of loop \p Number of \p Parts in the form of LoopShape.
static TrialLoop trialLoopOf(ArrayRef<TrialPart> Parts, unsigned Number) {
  TrialLoop Out;
  unsigned Widest = 0;
  for (const TrialPart &P : Parts) {
    if (P.Number != Number)
      continue;
    if (!P.Problem.empty() && Out.Problem.empty())
      Out.Problem = P.Problem;
    if (P.Part.SourceIterations > Widest) {
      Widest = P.Part.SourceIterations;
      Out.Spills = P.Spills;
      Out.Registers = P.Registers;
    }
    addPart(Out.Shape, P.Part);
  }
  if (Out.Shape.Parts.empty())
    Out.Problem = "nothing is left of it as a loop";
  return Out;
}

//===----------------------------------------------------------------------===//
// What a run found
//===----------------------------------------------------------------------===//

/// Iterations of the source in the visits of a loop that does \p SourceTrips of
/// them in a trip, and leaves what is over to another one.
static std::optional<TripRange> rangeOf(const RecordedLoop::Stretches &Ran,
                                        unsigned SourceTrips) {
  constexpr uint64_t MostTrips = 1 << 24; // Many, and no product overflows.
  // Fewer may be a long visit of which a stretch holds just the end.
  constexpr uint64_t FewestOfParts = 64;
  auto Trips = [&](uint64_t N) { return std::min(N, MostTrips) * SourceTrips; };
  if (!Ran.Visits) {
    const uint64_t Least =
        Trips(Ran.AllTrips) / std::max<uint64_t>(Ran.AllVisits, 1);
    if (Least < FewestOfParts)
      return std::nullopt;
    return TripRange::from(Least);
  }
  const RecordedLoop::VisitLengths &V = *Ran.Visits;
  TripRange Out = {Trips(V.Least), Trips(V.Median) + (SourceTrips - 1) / 2,
                   Trips(V.Most) + SourceTrips - 1, TripRange::Counted};
  return Out.isValid() ? std::optional(Out) : std::nullopt;
}

static void addSeen(ArrayRef<AnalyzedLoop> Loops, ArrayRef<TrialPart> Parts,
                    Trial &T) {
  T.Seen.resize(T.Source.size());
  std::vector<PresentLoop> Present;
  std::vector<const TrialPart *> Whose; // By index into Loops.
  for (const AnalyzedLoop &L : Loops) {
    const auto *At = find_if(
        Parts, [&](const TrialPart &P) { return P.Header == L.Header; });
    Whose.push_back(At == Parts.end() ? nullptr : At);
    Present.push_back({L.Fingerprint, {}});
    if (Whose.back())
      Present.back().Places = T.Source[At->Number].Places;
  }
  for (auto [R, M] :
       zip_equal(T.Recorded, RunProfile::match(T.Recorded, Present))) {
    if (!M.Loop) {
      if (!RunProfile::isOfAnotherFile(R, Present))
        T.NotUsed.push_back(R.text() + ": " +
                            (M.FitsSeveral
                                 ? "several loops fit"
                                 : "no loop of the function is like that now"));
      continue;
    }
    const TrialPart *P = Whose[*M.Loop];
    if (!P)
      continue; // The compiler made it of something else than a loop.
    SeenLoop &To = T.Seen[P->Number];
    To.Share += R.Share;
    const unsigned SourceTrips = P->Part.SourceIterations;
    if (R.Ran && SourceTrips == 0)
      T.NotUsed.push_back(R.text() + ": " + P->Problem);
    if (!R.Ran || SourceTrips <= To.Widest)
      continue;
    if (std::optional<TripRange> Trips = rangeOf(*R.Ran, SourceTrips)) {
      To.Trips = Trips;
      To.Widest = SourceTrips;
    }
  }
}

//===----------------------------------------------------------------------===//
// What runs once
//===----------------------------------------------------------------------===//

namespace {
/// The parts of one loop of LLVM IR that are visited equally often.
struct PartGroup {
  unsigned Number = 0;
  VisitShare Visits;
  const MachineBasicBlock *Dominator = nullptr; ///< Of all parts.
  const MachineLoop *Around = nullptr;
};
} // namespace

static bool isOf(const PartGroup &G, const TrialPart &P) {
  return P.Number == G.Number && P.Part.Visits == G.Visits;
}

/// The check before copies for data that overlap is that of their groups, too.
static std::vector<PartGroup> groupParts(ArrayRef<TrialPart> Parts,
                                         ArrayRef<TrialPart> Fallbacks,
                                         MachineDominatorTree &MDT,
                                         const MachineLoopInfo &MLI) {
  std::vector<PartGroup> Out;
  auto Contain = [&](PartGroup &G, const TrialPart &P) {
    G.Dominator = MDT.findNearestCommonDominator(
        const_cast<MachineBasicBlock *>(G.Dominator),
        const_cast<MachineBasicBlock *>(P.Header));
  };
  for (const TrialPart &P : Parts) {
    auto At = find_if(Out, [&](const PartGroup &G) { return isOf(G, P); });
    if (At == Out.end()) {
      const MachineLoop *L = MLI.getLoopFor(P.Header);
      Out.push_back({P.Number, P.Part.Visits, P.Header,
                     L ? L->getParentLoop() : nullptr});
      At = std::prev(Out.end());
    }
    Contain(*At, P);
  }
  for (const TrialPart &F : Fallbacks)
    for (PartGroup &G : Out)
      if (F.Marks.IsForOverlap && F.Number == G.Number)
        Contain(G, F);
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

/// Whether \p MBB comes after one of \p Parts that belongs to \p G.
static bool isEndOf(const PartGroup &G, ArrayRef<TrialPart> Parts,
                    const MachineBasicBlock &MBB) {
  return any_of(Parts, [&](const TrialPart &P) {
    return isOf(G, P) && P.After.contains(&MBB);
  });
}

/// The one of \p Parts without which \p MBB, a block beside them, is not
/// executed either: control gets from there to its header only, or from its
/// header only to there. Null if there is none.
static TrialPart *onlyWith(MutableArrayRef<TrialPart> Parts,
                           const MachineBasicBlock &MBB,
                           const MachineDominatorTree &MDT) {
  auto FindHeader = [&](const MachineBasicBlock *At) {
    return find_if(Parts, [&](const TrialPart &P) { return P.Header == At; });
  };
  for (const MachineBasicBlock *To = &MBB; To->succ_size() == 1;) {
    const MachineBasicBlock *Next = *To->succ_begin();
    if (TrialPart *P = FindHeader(Next); P != Parts.end())
      return P;
    if (Next == To || !MDT.dominates(To, Next))
      break;
    To = Next;
  }
  TrialPart *Last = nullptr;
  for (TrialPart &P : Parts)
    if (MDT.dominates(P.Header, &MBB) &&
        (!Last || MDT.dominates(Last->Header, P.Header)))
      Last = &P;
  return Last;
}

/// The blocks of which all that they dominate is executed only where data
/// overlap: for \p Fallbacks, in place of \p Parts.
static SmallVector<const MachineBasicBlock *>
findStartsForOverlap(ArrayRef<TrialPart> Parts, ArrayRef<TrialPart> Fallbacks,
                     const MachineDominatorTree &MDT) {
  SmallVector<const MachineBasicBlock *> Out;
  for (const TrialPart &F : Fallbacks) {
    const MachineDomTreeNode *Top = MDT.getNode(F.Header);
    if (!F.Marks.IsForOverlap || !Top)
      continue;
    while (Top->getIDom() && none_of(Parts, [&](const TrialPart &P) {
             return MDT.dominates(Top->getIDom()->getBlock(), P.Header);
           }))
      Top = Top->getIDom();
    Out.push_back(Top->getBlock());
  }
  return Out;
}

/// Whether a visit of \p Source begins while the one before it is at work.
static bool overlaps(const MetadataLoop &Source) {
  return Source.Around && !Source.Around->VisitsWait;
}

/// Fills in what few trips of \p P take in a visit that overlaps others.
static void addFewTrips(TrialPart &P, uint64_t Budget) {
  const auto End = static_cast<unsigned>(
      divideCeil(P.EndLatency.numerator(), P.EndLatency.denominator()));
  // What keeps the ports busy takes as long in overlapped visits.
  const bool IsBusy = P.Part.Cycles * 50 <= P.Busy * 51;
  if (P.Simulation && (!IsBusy || End != 0))
    P.Part.Few = findFewTrips(
        {P.Simulation->Program, P.Simulation->Core, P.Part.Cycles, End},
        Budget);
}

void FunctionAnalyzer::addWhatRunsOnce(MachineFunction &MF, Core &Model,
                                       MachineDominatorTree &MDT,
                                       const MachineLoopInfo &MLI,
                                       MutableArrayRef<TrialPart> AllParts,
                                       size_t Used, Trial &T) {
  const MutableArrayRef<TrialPart> Parts = AllParts.take_front(Used);
  const MutableArrayRef<TrialPart> Fallbacks = AllParts.drop_front(Used);
  const std::vector<PartGroup> Groups = groupParts(Parts, Fallbacks, MDT, MLI);
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
  const auto ForOverlap = findStartsForOverlap(Parts, Fallbacks, MDT);
  for (auto [Block, G] : zip_equal(Once, Owners)) {
    const MachineBasicBlock &MBB = *L.Blocks[Block];
    if (onlyWith(Fallbacks, MBB, MDT) ||
        any_of(ForOverlap, [&](const MachineBasicBlock *Start) {
          return MDT.dominates(Start, &MBB);
        }))
      continue;
    const MetadataLoop &Source = T.Source[G->Number];
    auto CyclesOf = [&](bool IsEnd) {
      return cyclesOfBlock(L.Code, L.Code.Functions.front(), Block, IsEnd,
                           {*Semantics, *Model.Model});
    };
    // Of an end as well: what is behind the loop begins meanwhile.
    const CyclesPerIter Cycles = CyclesOf(/*IsEnd=*/false);
    TrialPart *P = onlyWith(Parts, MBB, MDT);
    if (!P || !isOf(*G, *P))
      T.Loops[G->Number].Shape.Once += Cycles * G->Visits.Num / G->Visits.Den;
    else {
      P->Part.Once += Cycles;
      if (Source.HasResult && isEndOf(*G, Parts, MBB) && overlaps(Source))
        P->EndLatency += CyclesOf(/*IsEnd=*/true);
    }
  }
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
  MachineDominatorTree MDT(MF);
  MachineLoopInfo MLI;
  MLI.calculate(MDT);
  const std::vector<AnalyzedLoop> Loops = analyzeLoops(IR, Model);
  std::vector<TrialPart> AllParts = findParts(Loops, T, IR);
  if (!T.Recorded.empty())
    addSeen(Loops, AllParts, T);
  const size_t Used = putFallbacksLast(AllParts, MLI);
  const MutableArrayRef<TrialPart> Parts =
      MutableArrayRef(AllParts).take_front(Used);
  addWhatRunsOnce(MF, Model, MDT, MLI, AllParts, Used, T);
  for (TrialPart &P : Parts)
    if (overlaps(T.Source[P.Number]))
      addFewTrips(P, Options.SimulateBudget);
  for (auto [Number, L] : enumerate(T.Loops)) {
    const CyclesPerIter Once = L.Shape.Once;
    L = trialLoopOf(Parts, Number);
    L.Shape.Once = Once;
  }
  Trying = nullptr;
}
