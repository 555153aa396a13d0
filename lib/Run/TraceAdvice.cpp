//===- TraceAdvice.cpp - Changes that a run suggests ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Run/TraceAdviceTest.cpp and test/Run/advice.test.
//
//===----------------------------------------------------------------------===//

#include "TraceAdvice.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace kernelbounds;
using namespace llvm;

static constexpr uint64_t LineBytes = 64;
/// Loads that are later than this on average are worth a prefetch.
static constexpr double LateCycles = 2;
static constexpr size_t MostPrefetches = 2;
/// Mispredicted so often, a branch is worth a change.
static constexpr double OftenWrong = 0.05;
/// Bytes from a branch to its target, if a few moves could take its place.
static constexpr uint64_t ShortSkip = 32;

StringRef kernelbounds::adviceName(AdviceKind K) {
  switch (K) {
  case AdviceKind::HugePages:
    return "huge-pages";
  case AdviceKind::Prefetch:
    return "prefetch";
  case AdviceKind::Contiguous:
    return "contiguous-data";
  case AdviceKind::LoopOrder:
    return "loop-order";
  case AdviceKind::ConditionalMove:
    return "conditional-move";
  case AdviceKind::MatchWidths:
    return "match-widths";
  case AdviceKind::MoveApart:
    return "move-apart";
  case AdviceKind::LongerVisits:
    return "longer-visits";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// What is worth a simulation
//===----------------------------------------------------------------------===//

static double shareOf(const LoopRunFigures &F, StringRef Name) {
  for (const CycleShare &S : F.Stack)
    if (S.Name == Name)
      return S.Cycles;
  return 0;
}

/// Three distances about that at which memory is just in time.
static void addPrefetches(const LoopEvidence &E, std::vector<RunChange> &Out) {
  size_t Num = 0;
  for (const RunAccesses &A : E.F.Accesses) {
    if (A.IsStore || double(A.Delay) < LateCycles * double(A.NumRuns))
      continue;
    // What is called in another module is not the loop's to change.
    if (!A.Module.empty() || E.Chased.contains(A.Inst) ||
        Num++ == MostPrefetches)
      continue;
    const double Late = double(A.Delay) / double(A.NumRuns);
    const double Without = std::max(1.0, E.F.Cycles - Late);
    const double Trips = std::clamp(400 / Without, 2.0, 512.0);
    const auto Middle = 1u << static_cast<unsigned>(std::log2(Trips));
    for (unsigned Distance : {Middle / 2, Middle, 2 * Middle})
      Out.push_back({AdviceKind::Prefetch, A.Inst, Distance, {}});
  }
}

namespace {
/// Edges that may be relied on, by the node that they leave.
class Followers {
public:
  explicit Followers(const DependencyGraph &G) : Of(G.nodes().size()) {
    for (const DependencyGraph::Edge &E : G.edges())
      if (!E.isMay())
        Of[E.From].push_back(E.To);
  }
  /// What follows from \p Node, in this trip or a later one.
  std::vector<bool> from(uint32_t Node) const {
    std::vector<bool> Seen(Of.size());
    SmallVector<uint32_t> Open{Node};
    while (!Open.empty())
      for (const uint32_t To : Of[Open.pop_back_val()])
        if (!Seen[To]) {
          Seen[To] = true;
          Open.push_back(To);
        }
    return Seen;
  }

private:
  std::vector<std::vector<uint32_t>> Of;
};
} // namespace

std::vector<uint32_t> kernelbounds::findChased(const Analysis &A) {
  const ArrayRef<DependencyGraph::Node> Nodes = A.Graph.nodes();
  const Followers Graph(A.Graph);
  std::vector<bool> Follows(Nodes.size());
  for (auto [N, Node] : enumerate(Nodes)) {
    if (Node.Part != NodePart::Load || Follows[N])
      continue;
    const std::vector<bool> Then = Graph.from(N);
    if (Then[N])
      for (size_t I = 0; I < Then.size(); ++I)
        Follows[I] = Follows[I] || Then[I];
  }
  std::vector<uint32_t> Insts;
  for (auto [N, Node] : enumerate(Nodes))
    if (Follows[N] && Node.Part == NodePart::Load)
      Insts.push_back(Node.Inst);
  return Insts;
}

/// The shape of the accesses with most executions in one stretch.
static std::map<OperandId, std::pair<StreamShape, unsigned>>
shapesOf(const LoopEvidence &E) {
  std::map<OperandId, std::pair<StreamShape, unsigned>> Shapes;
  for (const StretchAccesses &S : E.Accesses) {
    std::map<OperandId, std::vector<uint64_t>> ByOperand;
    std::map<OperandId, unsigned> Widths;
    for (const StretchAccess &A : S.All) {
      const TraceInst &I = E.T.Insts[A.Inst];
      if (I.Module != E.L.Module || !E.L.contains(I.Address))
        continue;
      ByOperand[{A.Inst, A.Number}].push_back(A.Address);
      Widths[{A.Inst, A.Number}] = A.Bytes;
    }
    for (const auto &[Id, Addresses] : ByOperand) {
      auto &Best = Shapes[Id];
      if (Addresses.size() > Best.first.NumRuns)
        Best = {findShape(Addresses), Widths[Id]};
    }
  }
  return Shapes;
}

/// Operands that go through memory in steps beyond a line, of which the next
/// pass begins right beside the last one, are loops in the wrong order. Others
/// with gaps are data of which only parts are used.
static void addLayouts(const LoopEvidence &E, std::vector<RunChange> &Out) {
  RunChange Gaps{AdviceKind::Contiguous}, Order{AdviceKind::LoopOrder};
  for (const auto &[Id, S] : shapesOf(E)) {
    const StreamShape &Shape = S.first;
    const auto Step = static_cast<uint64_t>(std::llabs(Shape.Step));
    if (Shape.Kind == StreamShape::Fixed || Shape.Kind == StreamShape::Random ||
        Step < 2 * uint64_t(S.second))
      continue;
    const bool IsBeside =
        Shape.Kind == StreamShape::Segments && Shape.Outer != 0 &&
        static_cast<uint64_t>(std::llabs(Shape.Outer)) <= LineBytes;
    if (IsBeside && Step >= LineBytes)
      Order.Operands.push_back(Id);
    else if (Shape.Kind == StreamShape::Walk)
      Gaps.Operands.push_back(Id);
  }
  for (RunChange &C : {std::ref(Gaps), std::ref(Order)})
    if (!C.Operands.empty()) {
      C.Inst = C.Operands.front().first;
      Out.push_back(C);
    }
}

/// Branches between parts of the loop that lie close together.
static void addBranches(const LoopEvidence &E, std::vector<RunChange> &Out) {
  for (const RunBranch &B : E.F.Branches) {
    if (!B.Module.empty() ||
        double(B.NumMispredicted) < OftenWrong * double(B.NumRuns))
      continue;
    const uint64_t Skipped =
        B.Target > B.Address ? B.Target - B.Address : B.Address - B.Target;
    // What leads to the header or out of the loop is a question of trips.
    if (Skipped <= ShortSkip && E.L.contains(B.Target) &&
        B.Target != E.L.Header)
      Out.push_back({AdviceKind::ConditionalMove, B.Inst});
  }
}

std::vector<RunChange> kernelbounds::findChanges(const LoopEvidence &E) {
  std::vector<RunChange> Out;
  if (E.F.NumCounted == 0)
    return Out;
  if (E.PageBytes <= 4096 && shareOf(E.F, "TLB") * 30 > E.F.Cycles)
    Out.push_back({AdviceKind::HugePages});
  const bool WaitsForCaches = any_of(E.F.Stack, [&](const CycleShare &S) {
    return S.Cycles * 30 > E.F.Cycles &&
           (StringRef(S.Name).starts_with("L") || S.Name == "memory" ||
            S.Name == "TLB");
  });
  if (WaitsForCaches) {
    addPrefetches(E, Out);
    addLayouts(E, Out);
  }
  addBranches(E, Out);
  if (shareOf(E.F, "4-KiB aliasing") * 30 > E.F.Cycles)
    Out.push_back({AdviceKind::MoveApart});
  if (E.HasPartialForwarding)
    Out.push_back({AdviceKind::MatchWidths});
  return Out;
}

//===----------------------------------------------------------------------===//
// Changed accesses
//===----------------------------------------------------------------------===//

namespace {

/// Where an operand's data begin, and its steps over all stretches.
struct OldLayout {
  uint64_t Begin = UINT64_MAX;
  int64_t Step = 0;
  uint64_t Width = 1;
};

} // namespace

std::vector<StretchAccesses>
kernelbounds::changedAccesses(ArrayRef<StretchAccesses> All,
                              const RunChange &C) {
  std::map<OperandId, OldLayout> Layouts;
  std::map<OperandId, uint64_t> Last;
  for (const StretchAccesses &S : All) {
    Last.clear();
    for (const StretchAccess &A : S.All) {
      const OperandId Id{A.Inst, A.Number};
      if (!is_contained(C.Operands, Id))
        continue;
      OldLayout &L = Layouts[Id];
      L.Begin = std::min(L.Begin, A.Address);
      L.Width = std::max<uint64_t>(1, A.Bytes);
      if (auto It = Last.find(Id); It != Last.end() && L.Step == 0)
        L.Step = std::llabs(static_cast<int64_t>(A.Address - It->second));
      Last[Id] = A.Address;
    }
  }
  std::vector<StretchAccesses> Out(All.begin(), All.end());
  for (StretchAccesses &S : Out) {
    // By operand: its first address in the stretch, and how often it ran.
    std::map<OperandId, std::pair<uint64_t, uint64_t>> Seen;
    for (StretchAccess &A : S.All) {
      const OperandId Id{A.Inst, A.Number};
      const auto It = Layouts.find(Id);
      if (It == Layouts.end() || It->second.Step == 0)
        continue;
      const OldLayout &L = It->second;
      auto &[First, Runs] = Seen.try_emplace(Id, A.Address, 0).first->second;
      A.Address = C.Kind == AdviceKind::LoopOrder
                      ? First + Runs * L.Width
                      : L.Begin + (A.Address - L.Begin) /
                                      static_cast<uint64_t>(L.Step) * L.Width;
      ++Runs;
    }
  }
  return Out;
}

PrefetchingMemory::PrefetchingMemory(AccessTimer &Below, MemorySystem &Memory,
                                     const StretchAccesses &Accesses,
                                     ArrayRef<uint32_t> Path,
                                     const RunChange &C, int64_t Begin)
    : Below(Below), Memory(Memory), Begin(Begin) {
  std::vector<uint32_t> Positions;
  for (auto [At, Inst] : enumerate(Path))
    if (Inst == C.Inst)
      Positions.push_back(static_cast<uint32_t>(At));
  for (size_t N = 0; N + C.Distance < Positions.size(); ++N)
    for (const StretchAccess &A : Accesses.at(Positions[N + C.Distance]))
      if (A.IsLoad)
        Targets[Positions[N]] = A.Address;
}

int64_t PrefetchingMemory::load(uint32_t Position, int64_t T) {
  if (auto It = Targets.find(Position); It != Targets.end())
    // An instruction of its own, of which nothing follows.
    Memory.load(~uint64_t(1), It->second, 1, Begin + T);
  return Below.load(Position, T);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string placesOf(const RunTrace &T, ArrayRef<OperandId> Operands) {
  std::vector<std::string> Places;
  for (const OperandId &Id : Operands) {
    std::string Place =
        "0x" + utohexstr(T.Insts[Id.first].Address, /*LowerCase=*/true);
    if (!is_contained(Places, Place))
      Places.push_back(std::move(Place));
  }
  return join(Places, ", ");
}

static std::string textOf(const RunTrace &T, const RunChange &C) {
  const std::string Place =
      "0x" + utohexstr(T.Insts[C.Inst].Address, /*LowerCase=*/true);
  switch (C.Kind) {
  case AdviceKind::HugePages:
    return "pages of 2 MiB";
  case AdviceKind::Prefetch:
    return "to prefetch what the load at " + Place + " needs " +
           std::to_string(C.Distance) + " trips later";
  case AdviceKind::Contiguous:
    return "to store without gaps what is accessed at " +
           placesOf(T, C.Operands);
  case AdviceKind::LoopOrder:
    return "to go along the lines of what is accessed at " +
           placesOf(T, C.Operands) + ", which is another order of the loops";
  case AdviceKind::ConditionalMove:
    return "a conditional move in place of the branch at " + Place;
  case AdviceKind::MatchWidths:
    return "to load with the width and at the place of the stores";
  case AdviceKind::MoveApart:
    return "to move what is loaded and what is stored away from distances of "
           "multiples of 4 KiB";
  case AdviceKind::LongerVisits:
    return "visits with many more trips";
  }
  return "";
}

std::vector<RunAdvice> kernelbounds::bestAdvice(const RunTrace &T,
                                                const LoopRunFigures &F,
                                                ArrayRef<RunChange> Changes,
                                                ArrayRef<double> Cycles) {
  std::vector<RunAdvice> Out;
  auto Add = [&](const RunChange &C, double Before, double After) {
    if (Before - After <= Before / 30)
      return;
    RunAdvice A{C.Kind, textOf(T, C), Before, After};
    // The best prefetch alone: what two of them give together is not known.
    for (RunAdvice &Known : Out)
      if (Known.Kind == C.Kind && C.Kind == AdviceKind::Prefetch) {
        if (After < Known.To)
          Known = std::move(A);
        return;
      }
    Out.push_back(std::move(A));
  };
  for (auto [C, To] : zip_equal(Changes, Cycles))
    Add(C, F.Cycles, To);
  // What lies between short visits is known without a simulation.
  if (F.NumWholeVisits != 0 && F.MedianTrips <= 16)
    Add({AdviceKind::LongerVisits}, F.CyclesAround, F.Cycles);
  llvm::sort(Out, [](const RunAdvice &A, const RunAdvice &B) {
    const double GainA = A.From - A.To, GainB = B.From - B.To;
    return GainA != GainB ? GainA > GainB : A.Text < B.Text;
  });
  return Out;
}
