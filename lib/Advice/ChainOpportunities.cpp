//===- ChainOpportunities.cpp - Several chains instead of one -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A chain that may be split (Reductions.h) becomes several. With n of them the
/// distance around the cycle is n times as long; ceil(LCD/TP) is the smallest n
/// that brings it down to TP. Other such chains of the loop are split, too, and
/// counters count once for all chains. Each new chain takes a register.
///
/// Example: `acc = fma(a[i], b[i], acc)`, 4 cycles, TP 1: four accumulators
/// give 1 cycle per iteration instead of 4.
///
/// Where the loop is simulated, or TP leaves nothing to gain, the loop is
/// unrolled by n besides: `x ^= a[i]` takes a cycle for its chain and another
/// for its branch, and only both changes together make it faster.
///
/// A linear recurrence with shifts and additions (h * 31) has a multiplication
/// in their place then, as the power of its factor is no such sum.
///
/// Tested by unittests/Advice/OpportunitiesTest.cpp,
/// test/Bounds/opportunity-chains*.s and opportunity-recurrences*.s.
//
//===----------------------------------------------------------------------===//

#include "LoopChange.h"
#include "Opportunities.h"
#include "Reductions.h"
#include "RegisterPressure.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

bool kernelbounds::countsOnly(const Analysis &A, const CriticalCycle &Cycle,
                              const std::vector<bool> &IsControl) {
  return all_of(Cycle.Edges, [&](uint32_t E) {
    const DependencyGraph::Node &To = A.Graph.nodes()[A.Graph.edges()[E].To];
    return IsControl[To.Inst] || To.Part == NodePart::WriteBack;
  });
}

/// The dependences of \p G with those of \p Edges that are carried from
/// iteration to iteration carried over \p Chains times as many.
static DependencyGraph splitEdges(const DependencyGraph &G,
                                  ArrayRef<uint32_t> Edges, unsigned Chains) {
  DependencyGraph Out;
  for (const DependencyGraph::Node &N : G.nodes())
    Out.addNode(N);
  for (auto [I, Edge] : enumerate(G.edges())) {
    DependencyGraph::Edge E = Edge;
    if (E.Distance != 0 && is_contained(Edges, I))
      E.Distance *= Chains;
    Out.addEdge(E);
  }
  return Out;
}

namespace {
/// The chains of a loop that may be split, those that limit it first.
class Chains {
public:
  explicit Chains(const Baseline &Today);
  bool isEmpty() const { return All.empty(); }
  /// As many accumulators, at most, as there are registers for.
  unsigned most() const;
  /// What the loop takes with \p Count of each, by bounds with dependences up
  /// to class \p Class; no other change.
  CyclesPerIter split(unsigned Count, DependenceClass Class) const;
  /// The same unrolled by \p Count, evaluated as any change.
  /// And what it takes at least.
  std::pair<CyclesPerIter, CyclesPerIter>
  splitAndUnrolled(unsigned Count, const CyclesPerIter &Enough) const;
  Opportunity opportunity() const;

private:
  void multiply(LoopChange &Change, const SplittableChain &C,
                unsigned Copies) const;

  const Baseline &Today;
  const Analysis &A;
  const std::vector<bool> &IsControl;
  SmallVector<SplittableChain, 2> All;
  SmallVector<uint32_t, 8> Counters; ///< Edges that only count.
};
} // namespace

Chains::Chains(const Baseline &Today)
    : Today(Today), A(Today.A), IsControl(Today.control()) {
  constexpr unsigned MostCycles = 64; // Chains beyond are left as they are.
  constexpr unsigned Far = 64;        // Iterations.
  const CyclesPerIter Floor = boundOfRest(A, IsControl);
  DependencyGraph G = splitEdges(A.Graph, {}, 1);
  CriticalCycle Next = A.LCD;
  for (unsigned N = 0; N < MostCycles && Next.Ratio > Floor; ++N) {
    ArrayRef<uint32_t> Edges = Next.Edges;
    if (countsOnly(A, Next, IsControl)) {
      append_range(Counters, Edges);
    } else {
      SplittableChain C = findSplittable(A, Next);
      if (C.Kind == ChainKind::None)
        break;
      All.push_back(std::move(C));
      Edges = All.back().Edges;
    }
    DependencyGraph Split = splitEdges(G, Edges, Far);
    CriticalCycle After = findMaxCycleRatio(Split, DependenceClass::Expected);
    if (After.Edges == Next.Edges)
      break;
    G = std::move(Split);
    Next = std::move(After);
  }
}

unsigned Chains::most() const {
  const Kernel &K = A.kernel();
  const RegisterPressure Pressure(A, Today.NumUnits, IsControl);
  SmallVector<std::pair<unsigned, unsigned>, 4> Files; // And how many chains.
  unsigned Most = RegisterPressure::Unlimited;
  for (const SplittableChain &C : All) {
    SmallVector<std::pair<uint32_t, uint32_t>, 4> Values;
    for (uint32_t E : C.Edges) {
      const DependencyGraph::Node &From =
          A.Graph.nodes()[A.Graph.edges()[E].From];
      if (is_contained(Values, std::pair(From.Inst, uint32_t(From.Write))))
        continue;
      Values.push_back({From.Inst, From.Write});
      const RegWrite &W = K.Writes[K.Insts[From.Inst].FirstWrite + From.Write];
      const unsigned Left = Pressure.left(W);
      if (Left == RegisterPressure::Unlimited)
        continue;
      const unsigned File = Pressure.file(W);
      auto It = find_if(Files, [&](auto &F) { return F.first == File; });
      if (It == Files.end())
        It = Files.insert(Files.end(), {File, 0});
      ++It->second;
      Most = std::min(Most, 1 + Left / It->second);
    }
  }
  return Most;
}

CyclesPerIter Chains::split(unsigned Count, DependenceClass Class) const {
  SmallVector<uint32_t, 16> Edges(Counters.begin(), Counters.end());
  for (const SplittableChain &C : All)
    append_range(Edges, C.Edges);
  return std::max(
      A.TP, findMaxCycleRatio(splitEdges(A.Graph, Edges, Count), Class).Ratio);
}

/// Whether \p C is linear by shifts and sums alone.
static bool isOfSums(const SplittableChain &C) {
  return C.Kind == ChainKind::Linear && !C.HasProduct;
}

/// Puts a multiplication in the place of shifts and sums of \p C.
void Chains::multiply(LoopChange &Change, const SplittableChain &C,
                      unsigned Copies) const {
  const Kernel &K = A.kernel();
  const unsigned Multiply = targetOf(K).constantMultiply();
  if (!isOfSums(C) || Multiply == 0)
    return;
  // The first takes the value of the iteration before.
  for (unsigned Copy = 0; Copy < Copies; ++Copy)
    Change.setOpcode(Copy, C.Insts.front(), Multiply);
  Change.mayLengthenChains();
  // What only has the chain's own values is part of the factor.
  for (uint32_t I : drop_begin(C.Insts)) {
    const KernelInst &Inst = K.Insts[I];
    const bool HasOther = any_of(K.reads(Inst), [&](const RegRead &R) {
      return none_of(A.Graph.edges(), [&](const DependencyGraph::Edge &E) {
        return E.Kind == DependenceKind::Register &&
               E.Detail == uint32_t(&R - K.Reads.data()) &&
               is_contained(C.Insts, A.Graph.nodes()[E.From].Inst);
      });
    });
    if (!HasOther && Inst.NumMems == 0)
      Change.makeFree(I);
  }
}

std::pair<CyclesPerIter, CyclesPerIter>
Chains::splitAndUnrolled(unsigned Count, const CyclesPerIter &Enough) const {
  LoopChange Change(Today, Count);
  for (const SplittableChain &C : All) {
    Change.splitChains(C.Edges, Count);
    multiply(Change, C, Count);
  }
  for (unsigned Copy = 0; Copy + 1 < Count; ++Copy) {
    for (auto [I, Is] : enumerate(IsControl))
      if (Is)
        Change.remove(Copy, I);
    Change.passOn(Copy);
  }
  const CyclesPerIter To = Change.cycles(Enough);
  return {To, Change.atLeast()};
}

/// ceil(\p L / \p R).
static unsigned ceilOfRatio(const CyclesPerIter &L, const CyclesPerIter &R) {
  const __int128 Num = static_cast<__int128>(L.numerator()) * R.denominator();
  const __int128 Den = static_cast<__int128>(L.denominator()) * R.numerator();
  return static_cast<unsigned>((Num + Den - 1) / Den);
}

Opportunity Chains::opportunity() const {
  constexpr size_t MostInsts = 512;
  Opportunity O;
  const unsigned Most = most();
  const bool IsLinear = any_of(All, [](const SplittableChain &C) {
    return C.Kind == ChainKind::Linear;
  });
  const bool IsLonger = any_of(All, isOfSums);
  O.What = IsLinear ? Opportunity::Kind::SplitRecurrence
                    : Opportunity::Kind::IndependentChains;
  O.Reductions = All.size();
  O.Insts.assign(All.front().Insts.begin(), All.front().Insts.end());
  O.From = O.To = Today.Now;
  O.Count = std::min(ceilOfRatio(A.LCD.Ratio, A.TP), Most);
  if (O.Count > 1 && !IsLinear) {
    O.To = split(O.Count, DependenceClass::Expected);
    O.AtLeast = split(O.Count, DependenceClass::Must);
    if (!Today.simulates())
      if (Opportunity Alone = Today.worthwhile(O);
          Alone.What != Opportunity::Kind::None)
        return Alone;
  }
  const bool IsEnough = O.To < Today.notWorthwhile();
  O.To = Today.Now;
  O.AtLeast = CyclesPerIter();
  for (unsigned Count : {2u, 4u, 8u}) {
    if (Count > Most || Count * IsControl.size() > MostInsts)
      break;
    // A chain that takes as long as everything else is in the way of it, as
    // cores do not give each of its instructions a port at once. A product in
    // the place of a sum makes it longer.
    const bool IsTight = O.To < Today.Now &&
                         A.LCD.Ratio / O.Count * 10 > O.To * (IsLonger ? 4 : 9);
    const auto [To, AtLeast] =
        splitAndUnrolled(Count, IsTight ? O.To * 5 / 4 : O.To);
    // More for next to nothing are not worth their code.
    if (IsTight ? To * 5 >= O.To * 6 : To * 21 > O.To * 20) {
      if (O.To < Today.Now)
        break;
      continue;
    }
    O.To = To;
    O.AtLeast = AtLeast;
    O.Count = O.Unroll = Count;
  }
  if (O.To < Today.Now && IsEnough)
    O.Unroll = 0;
  return Today.worthwhile(O);
}

Opportunity kernelbounds::findChainsToSplit(const Baseline &Today) {
  const Chains C(Today);
  return C.isEmpty() ? Opportunity() : C.opportunity();
}
