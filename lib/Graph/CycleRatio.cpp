//===- CycleRatio.cpp - The loop-carried dependency bound -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The cycle of dependences with the largest latency per iteration crossed.
///
/// Idea: guess the ratio R = P/Q of the best cycle known so far (0 at first, so
/// only positive ratios count) and give every edge the weight Latency - R *
/// Distance. A better cycle exists if and only if one has a positive weight. To
/// find one, each node holds a potential and a policy: the out-edge that gave
/// it its potential. Repeat on each strongly connected component:
///
///   1. improve: a node takes the out-edge with the largest potential of the
///      target plus weight, if that raises its own. Nodes that grew pass it on
///      to their sources: first over the edges that lead backward, then over
///      those that lead forward, from the last node to the first, so one sweep
///      settles all edges of Distance 0. If no node grew, no cycle has a
///      positive weight: R is the answer.
///   2. evaluate, whenever the sweeps have tried as many edges as there are
///      nodes: the policies make a graph with one out-edge a node. Any of its
///      cycles with a ratio above R becomes the new witness and R. Then
///      potentials are recomputed along the policies in O(V), which carries a
///      change over any number of iterations of the loop at once.
///
/// Example: edges 0->1 {Latency 4, Distance 0}, 1->0 {1, 1} and 1->1 {3, 1}.
/// The edge from 1 to itself gives R = 3. Then 0->1 weighs 4 and 1->0 weighs
/// 1 - 3 = -2; the sweep makes node 1 prefer 0 (4 - 2 > 0), the policies close
/// the cycle 0, 1 and R becomes (4 + 1) / 1 = 5. Nothing improves on that.
///
/// Exact: R is a fraction, potentials are integers in units of 1/Q cycle.
/// A weight is below 2^83 for V < 2^18 nodes, and potentials stay within
/// 2 (V + E) weights, far below 2^127. It ends, even if there are ties: while R
/// stays the same potentials only grow, and a policy cycle of edges all chosen
/// under that R has a ratio above R. Without one, potentials are those of
/// simple paths, so R grows or nothing changes after at most V + 1 sweeps. R
/// takes only ratios of simple cycles.
///
/// Cost: O(V + E) for a sweep over all nodes, and V sweeps for each R at worst.
/// In some 35 adversarial shapes of 100,000 nodes (chains with 100,000 back
/// edges, layers, grids, rings in random order, waves that move one edge a
/// sweep) fewer than 10 (V + E) edges were tried. Space O(V + E).
///
/// Source: Howard's algorithm as given by A. Dasdan, "Experimental analysis of
/// the fastest optimum cycle ratio and mean algorithms", ACM TODAES 9(4), 2004,
/// doi:10.1145/1027084.1027085. We differ in using fractions instead of a
/// tolerance, in visiting only nodes that grew, in reverse program order, and
/// in starting without policies.
/// Tested by unittests/Graph/CycleRatioTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Components.h"
#include "OutEdges.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <bit>

using namespace kernelbounds;
using llvm::ArrayRef;

namespace {

using Edge = DependencyGraph::Edge;

constexpr uint32_t None = ~uint32_t(0);

//===----------------------------------------------------------------------===//
// The best cycle so far
//===----------------------------------------------------------------------===//

/// Keeps the best of the cycles offered to it; see CriticalCycle.
class Incumbent {
  CriticalCycle Best;

public:
  /// Returns whether the ratio grew. Equal ratios go to the cycle with fewer
  /// edges, else to the first. \p NumEdges is the size of the cycle whose
  /// edges \p List writes.
  template <typename Fn>
  bool offer(int64_t Latency, int64_t Distance, size_t NumEdges, Fn List) {
    CyclesPerIter Ratio(Latency, Distance);
    bool Grew = Best.Ratio < Ratio;
    bool Shorter = Best.Ratio == Ratio && NumEdges < Best.Edges.size();
    if (!Grew && !Shorter)
      return false;
    Best.Ratio = Ratio;
    Best.Latency = Latency;
    Best.Distance = Distance;
    Best.Edges.clear();
    List(Best.Edges);
    return Grew;
  }

  CyclesPerIter ratio() const { return Best.Ratio; }

  /// Hands out the cycle, starting at its lowest node.
  CriticalCycle take(const DependencyGraph &G) {
    auto First = std::min_element(
        Best.Edges.begin(), Best.Edges.end(), [&](uint32_t A, uint32_t B) {
          return G.edges()[A].From < G.edges()[B].From;
        });
    std::rotate(Best.Edges.begin(), First, Best.Edges.end());
    return std::move(Best);
  }
};

//===----------------------------------------------------------------------===//
// Policy iteration on one component
//===----------------------------------------------------------------------===//

/// A set of local nodes, as bits.
class NodeSet {
  std::vector<uint64_t> Words;
  size_t Size; ///< Nodes there are.

public:
  explicit NodeSet(size_t Size) : Words(Size / 64 + 1, 0), Size(Size) {}

  void insert(uint32_t Node) { Words[Node / 64] |= uint64_t(1) << Node % 64; }

  void fill() {
    std::fill(Words.begin(), Words.end(), ~uint64_t(0));
    Words.back() = (uint64_t(1) << Size % 64) - 1;
  }

  /// Removes the nodes from the last to the first and calls \p Do for each.
  /// Nodes that Do inserts are visited too if they are lower, else they stay.
  /// Returns whether there was any.
  template <typename Fn> bool drainDown(Fn Do) {
    bool Any = false;
    for (auto Word = static_cast<uint32_t>(Words.size()); Word-- > 0;) {
      uint64_t Below = ~uint64_t(0); // Nodes not passed yet.
      while (uint64_t Bits = Words[Word] & Below) {
        int Bit = 63 - std::countl_zero(Bits);
        Below = (uint64_t(1) << Bit) - 1;
        Words[Word] ^= uint64_t(1) << Bit;
        Do(Word * 64 + static_cast<uint32_t>(Bit));
        Any = true;
      }
    }
    return Any;
  }
};

/// Raises an incumbent to the best cycle of one strongly connected component.
class PolicyIteration {
  /// A potential or weight, in 1/Q cycles.
  using Value = __int128;

  /// An edge inside the component. Local nodes are indices into \c Members.
  struct Arc {
    uint32_t From, To; ///< Local nodes.
    uint32_t EdgeIdx;
    int32_t Latency;   ///< Cycles.
    uint32_t Distance; ///< Iterations.
  };
  enum class Mark : uint8_t { Unseen, OnPath, Done };

  Incumbent &Best;
  int64_t P = 0, Q = 1;           ///< The ratio in use is P/Q.
  std::vector<uint32_t> ArcBegin; ///< By local node, and one past the last.
  std::vector<Arc> Arcs;          ///< Grouped by To, then in order of From.
  NodeSet GrownForward;         ///< Nodes to pass on over arcs with From < To.
  NodeSet GrownBackward;        ///< Nodes to pass on over arcs with From > To.
  size_t NumTried = 0;          ///< Arcs tried since the last evaluate().
  std::vector<Value> Potential; ///< By local node.
  std::vector<uint32_t> Policy; ///< By local node: index into Arcs, or None.
  std::vector<Mark> Marks;      ///< By local node.
  std::vector<uint32_t> Path;   ///< Local nodes met on the current walk.
  std::vector<uint32_t> Roots;  ///< Local nodes that keep their potentials.
  std::vector<uint32_t>
      Ordered; ///< The others, each after its policy's target.

  Value weight(const Arc &A) const {
    return static_cast<Value>(A.Latency) * Q -
           static_cast<Value>(A.Distance) * P;
  }
  uint32_t next(uint32_t Node) const { return Arcs[Policy[Node]].To; }
  Value alongPolicy(uint32_t Node) const {
    return Potential[next(Node)] + weight(Arcs[Policy[Node]]);
  }

  void collectArcs(const DependencyGraph &G, const OutEdges &Out,
                   ArrayRef<uint32_t> Members, DependenceClass Least,
                   ArrayRef<uint32_t> Local);
  void setPotential(uint32_t Node, Value New);
  bool improve();
  void passForward(uint32_t Node);
  void passBackward(uint32_t Node);
  void tryArc(uint32_t ArcIdx);
  void evaluate();
  bool walk(uint32_t Start);
  bool closeCycle(size_t First);
  bool offerCycle(ArrayRef<uint32_t> Cycle);

public:
  /// \p Local has room for every node of \p G; only the entries of \p Members
  /// are written.
  PolicyIteration(const DependencyGraph &G, const OutEdges &Out,
                  ArrayRef<uint32_t> Members, DependenceClass Least,
                  std::vector<uint32_t> &Local, Incumbent &Best);

  void run() {
    P = Best.ratio().numerator();
    Q = Best.ratio().denominator();
    GrownForward.fill();
    GrownBackward.fill();
    while (improve())
      if (NumTried >= Policy.size())
        evaluate();
  }
};

PolicyIteration::PolicyIteration(const DependencyGraph &G, const OutEdges &Out,
                                 ArrayRef<uint32_t> Members,
                                 DependenceClass Least,
                                 std::vector<uint32_t> &Local, Incumbent &Best)
    : Best(Best), GrownForward(Members.size()), GrownBackward(Members.size()),
      Potential(Members.size(), 0), Policy(Members.size(), None),
      Marks(Members.size()) {
  for (uint32_t I = 0; I != Members.size(); ++I)
    Local[Members[I]] = I;
  collectArcs(G, Out, Members, Least, Local);
}

/// Fills Arcs and ArcBegin.
void PolicyIteration::collectArcs(const DependencyGraph &G, const OutEdges &Out,
                                  ArrayRef<uint32_t> Members,
                                  DependenceClass Least,
                                  ArrayRef<uint32_t> Local) {
  auto ForEachArc = [&](auto Do) {
    for (uint32_t From = 0; From != Members.size(); ++From)
      for (uint32_t I : Out.of(Members[From])) {
        const Edge &E = G.edges()[I];
        uint32_t To = Local[E.To]; // Anything if E.To is not a member.
        if (E.To != E.From && To < Members.size() && Members[To] == E.To)
          Do(Arc{From, To, I, E.latency(Least), E.Distance});
      }
  };
  ArcBegin.assign(Members.size() + 2, 0);
  ForEachArc([&](const Arc &A) { ++ArcBegin[A.To + 2]; });
  for (size_t I = 2; I < ArcBegin.size(); ++I)
    ArcBegin[I] += ArcBegin[I - 1];
  Arcs.resize(ArcBegin.back());
  ForEachArc([&](const Arc &A) { Arcs[ArcBegin[A.To + 1]++] = A; });
}

void PolicyIteration::setPotential(uint32_t Node, Value New) {
  if (Potential[Node] == New)
    return;
  Potential[Node] = New;
  GrownForward.insert(Node);
  GrownBackward.insert(Node);
}

/// One sweep over the nodes that grew; returns whether there was any.
bool PolicyIteration::improve() {
  bool Any = GrownBackward.drainDown([&](uint32_t N) { passBackward(N); });
  Any |= GrownForward.drainDown([&](uint32_t N) { passForward(N); });
  return Any;
}

void PolicyIteration::passForward(uint32_t Node) {
  uint32_t I = ArcBegin[Node];
  for (; I != ArcBegin[Node + 1] && Arcs[I].From < Node; ++I)
    tryArc(I);
}

void PolicyIteration::passBackward(uint32_t Node) {
  uint32_t I = ArcBegin[Node + 1];
  for (; I != ArcBegin[Node] && Arcs[I - 1].From > Node; --I)
    tryArc(I - 1);
}

/// Makes the arc its source's policy if that raises the source's potential.
void PolicyIteration::tryArc(uint32_t ArcIdx) {
  const Arc &A = Arcs[ArcIdx];
  ++NumTried;
  Value Candidate = Potential[A.To] + weight(A);
  if (Candidate <= Potential[A.From])
    return;
  Policy[A.From] = ArcIdx;
  setPotential(A.From, Candidate);
}

/// Takes up better cycles among the policies and recomputes the potentials.
void PolicyIteration::evaluate() {
  std::fill(Marks.begin(), Marks.end(), Mark::Unseen);
  Roots.clear();
  Ordered.clear();
  bool Grew = false;
  for (uint32_t Node = 0; Node != Policy.size(); ++Node)
    if (Marks[Node] == Mark::Unseen)
      Grew |= walk(Node);
  if (Grew) {
    P = Best.ratio().numerator();
    Q = Best.ratio().denominator();
    for (uint32_t Root : Roots)
      Potential[Root] = 0; // Any start will do; the old unit was another.
    GrownForward.fill();
    GrownBackward.fill();
  }
  for (uint32_t Node : Ordered)
    setPotential(Node, alongPolicy(Node));
  NumTried = 0;
}

/// Follows the policies from \p Start as far as they are new; adds the nodes
/// met to Roots and Ordered. Returns whether the best ratio grew.
bool PolicyIteration::walk(uint32_t Start) {
  Path.clear();
  uint32_t Node = Start;
  for (; Marks[Node] == Mark::Unseen && Policy[Node] != None;
       Node = next(Node)) {
    Marks[Node] = Mark::OnPath;
    Path.push_back(Node);
  }
  bool Grew = false;
  size_t Tail = Path.size(); // Nodes of Path before a cycle.
  if (Marks[Node] == Mark::OnPath) {
    while (Path[--Tail] != Node)
      ;
    Grew = closeCycle(Tail);
  } else if (Marks[Node] == Mark::Unseen) {
    Marks[Node] = Mark::Done;
    Roots.push_back(Node);
  }
  while (Tail-- > 0)
    Ordered.push_back(Path[Tail]);
  for (uint32_t Met : Path)
    Marks[Met] = Mark::Done;
  return Grew;
}

/// Handles the cycle Path[First..]. Its root is the node that would lose most
/// by following its policy: for an unchanged ratio no potential falls then.
bool PolicyIteration::closeCycle(size_t First) {
  ArrayRef<uint32_t> Cycle = ArrayRef(Path).drop_front(First);
  size_t Root = 0;
  Value LargestLoss = Potential[Cycle[0]] - alongPolicy(Cycle[0]);
  for (size_t I = 1; I != Cycle.size(); ++I) {
    Value Loss = Potential[Cycle[I]] - alongPolicy(Cycle[I]);
    if (Loss > LargestLoss) {
      LargestLoss = Loss;
      Root = I;
    }
  }
  Roots.push_back(Cycle[Root]);
  for (size_t I = 1; I != Cycle.size(); ++I)
    Ordered.push_back(Cycle[(Root + Cycle.size() - I) % Cycle.size()]);
  return offerCycle(Cycle);
}

bool PolicyIteration::offerCycle(ArrayRef<uint32_t> Cycle) {
  int64_t Latency = 0, Distance = 0;
  for (uint32_t Node : Cycle) {
    Latency += Arcs[Policy[Node]].Latency;
    Distance += Arcs[Policy[Node]].Distance;
  }
  return Best.offer(Latency, Distance, Cycle.size(),
                    [&](std::vector<uint32_t> &Edges) {
                      for (uint32_t Node : Cycle)
                        Edges.push_back(Arcs[Policy[Node]].EdgeIdx);
                    });
}

} // namespace

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

CriticalCycle
kernelbounds::findMaxCycleRatio(const DependencyGraph &G, DependenceClass Least,
                                const llvm::BitVector *IsLeftOut) {
  auto IsUsed = [&](const Edge &E) {
    return E.Class <= Least &&
           !(IsLeftOut && IsLeftOut->test(&E - G.edges().data()));
  };
  // Edges from a node to itself are cycles already: a good first guess.
  Incumbent Best;
  llvm::BitVector IsLeft(G.nodes().size()), IsReached(G.nodes().size());
  for (uint32_t I = 0; I != G.edges().size(); ++I) {
    const Edge &E = G.edges()[I];
    if (!IsUsed(E))
      continue;
    if (E.From == E.To) {
      Best.offer(E.latency(Least), E.Distance, 1,
                 [=](std::vector<uint32_t> &Edges) { Edges.push_back(I); });
      continue;
    }
    IsLeft.set(E.From);
    IsReached.set(E.To);
  }
  // Any other cycle has an edge to a later iteration, and goes on at its ends.
  // Of most loops only the counter goes on, and nothing leads to it.
  if (llvm::none_of(G.edges(), [&](const Edge &E) {
        return E.Distance > 0 && E.From != E.To && IsReached[E.From] &&
               IsLeft[E.To] && IsUsed(E);
      }))
    return Best.take(G);
  OutEdges Out(G, IsUsed);
  std::vector<uint32_t> Local(G.nodes().size(), 0);
  for (const std::vector<uint32_t> &Members : findComponents(G, Out))
    PolicyIteration(G, Out, Members, Least, Local, Best).run();
  return Best.take(G);
}
