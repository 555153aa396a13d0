//===- InOrderRules.cpp - Issue in program order as a bound ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts a mapped kernel into computeInOrderBound(), on cores of which LLVM's
/// model has no buffer of micro-ops.
///
/// Tested by test/Bounds/in-order.s.
//
//===----------------------------------------------------------------------===//

#include "InOrderBound.h"
#include "kernel-bounds/Bounds/Analysis.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

namespace {
struct InOrderWitness : Witness {
  std::vector<InOrderStep> Steps;
};
} // namespace

/// As the simulator has it: see CoreSizes::InOrder.
static bool issuesInOrder(const Analysis &A) {
  return A.Mapped.Model->llvmSchedule() && !A.Options.CompatOsaca2019 &&
         A.model().pipeline(PipelineParam::ReorderBuffer).Value == 0;
}

static Bound computeInOrder(const BoundContext &C) {
  const Analysis &A = C.A;
  auto W = std::make_shared<InOrderWitness>();
  if (!issuesInOrder(A))
    return {Limit::InOrder, {}, W};
  std::vector<InOrderInst> Insts;
  for (const MappedInst &M : A.Mapped.Insts) {
    InOrderInst &I = Insts.emplace_back();
    I.Slots = M.IssueSlots;
    for (const MappedUop &U : A.Mapped.uops(M))
      if (!U.Ports.empty())
        I.Uops.push_back({U.Ports, std::max<unsigned>(1, U.Cycles)});
  }
  InOrderBound B = computeInOrderBound(
      A.Graph, Insts, A.model().pipeline(PipelineParam::IssueWidth).Value);
  W->Steps = std::move(B.Witness);
  return {Limit::InOrder, B.Value, W};
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string nameInOrder(const Analysis &, const Bottleneck &) {
  return "issue in order";
}

/// How many instructions wait for an operand, and how many for a port.
static std::string waits(const InOrderWitness &W) {
  auto Count = [&](InOrderReason Reason) {
    return count_if(W.Steps,
                    [&](const InOrderStep &S) { return S.Reason == Reason; });
  };
  return counted(Count(InOrderReason::Operand), "wait") + " for operands, " +
         counted(Count(InOrderReason::Port), "wait") + " for ports";
}

static std::string briefInOrder(const Analysis &, const Bound &B, unsigned) {
  return waits(B.witness<InOrderWitness>());
}

static Evidence explainInOrder(const Analysis &A, const Bound &B) {
  const auto &W = B.witness<InOrderWitness>();
  Evidence E;
  E.IsShown = issuesInOrder(A);
  E.Text = waits(W) + ", in program order";
  for (const InOrderStep &S : W.Steps)
    if (S.Reason == InOrderReason::Operand || S.Reason == InOrderReason::Port)
      E.Notes.push_back({S.To, S.Reason == InOrderReason::Port
                                   ? "waits for a port"
                                   : "waits for an operand"});
  return E;
}

/// The simulated core starts micro-ops in order, but counts slots at rename
/// only.
static CyclesPerIter inOrderRate(const Bound &B) { return B.Cycles; }

const BoundRules kernelbounds::InOrderRules = {.IsResource = false,
                                               .ForbidsAdvice = true,
                                               .Compute = computeInOrder,
                                               .Name = nameInOrder,
                                               .Brief = briefInOrder,
                                               .Explain = explainInOrder,
                                               .SimulatedRate = inOrderRate};
