//===- Reductions.cpp - Which chains may be split -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A cycle is a reduction if all its operations are one associative operation
/// and the chain enters each once, through an operand that may be regrouped:
/// either operand of an addition, the minuend of a subtraction, but only the
/// addend of a multiply-add. Horner's rule enters through a factor, or through
/// an operand that is shifted, and `a = a + a + b` twice: none can be split.
/// What saturates on both sides or keeps the upper half of a product is not
/// associative. Nothing else in the loop may read the chain: a prefix sum is no
/// reduction.
///
/// The target tells operations by the names of LLVM's opcodes, of the few
/// instructions of one cycle only.
///
/// Tested by test/Bounds/opportunity-chains.s and
/// test/Bounds/opportunity-chains-aarch64.s.
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"
#include "Opportunities.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// What \p Inst does to a chain that enters through \p R.
static ReductionOp operationOn(const Analysis &A, uint32_t Inst,
                               const RegRead &R) {
  const Kernel &K = A.kernel();
  return targetOf(K).reduction(K, K.Insts[Inst], R);
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

/// Whether all edges are one operation.
static bool isOneOperation(const Analysis &A, const CriticalCycle &Cycle) {
  ReductionOp Op = ReductionOp::None;
  for (uint32_t E : Cycle.Edges) {
    const DependencyGraph::Edge &Edge = A.Graph.edges()[E];
    const uint32_t Inst = A.Graph.nodes()[Edge.To].Inst;
    if (A.Mapped.Insts[Inst].is(MF_Eliminated))
      continue;
    if (Edge.Kind != DependenceKind::Register)
      return false;
    ReductionOp This = operationOn(A, Inst, A.kernel().Reads[Edge.Detail]);
    if (This == ReductionOp::None || (Op != ReductionOp::None && This != Op))
      return false;
    Op = This;
  }
  return Op != ReductionOp::None;
}

bool kernelbounds::isReduction(const Analysis &A, const CriticalCycle &Cycle) {
  if (!isOneOperation(A, Cycle))
    return false;
  const DependencyGraph &G = A.Graph;
  const Kernel &K = A.kernel();
  BitVector IsOn(K.Insts.size());
  for (uint32_t E : Cycle.Edges)
    IsOn.set(G.nodes()[G.edges()[E].To].Inst);
  DenseMap<uint32_t, uint32_t> EntersBy; // By instruction: into Kernel::Reads.
  for (const DependencyGraph::Edge &E : G.edges()) {
    const DependencyGraph::Node &From = G.nodes()[E.From];
    const uint32_t To = G.nodes()[E.To].Inst;
    if (From.Part != NodePart::Result || !IsOn[From.Inst])
      continue;
    if (!IsOn[To])
      return false;
    // What a mask keeps is of the same chain.
    if (E.Kind != DependenceKind::Register ||
        K.Reads[E.Detail].Role == ReadRole::Merge)
      continue;
    if (!EntersBy.try_emplace(To, E.Detail).second && EntersBy[To] != E.Detail)
      return false;
  }
  return true;
}
