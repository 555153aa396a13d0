//===- WidthBounds.cpp - Bounds by the width of a stage -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some cores rename fewer instructions a cycle than macro-ops: five or six on
/// AMD's first Zen (Agner Fog, The microarchitecture of Intel, AMD and VIA
/// CPUs).
///
/// O(instructions). Tested by unittests/Bounds/AnalysisTest.cpp and
/// test/Bounds/issue-width.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/WidthBounds.h"
#include "kernel-bounds/Bounds/BoundRules.h"

using namespace kernelbounds;
using namespace llvm;

static std::shared_ptr<WidthWitness> countSlots(const Analysis &A,
                                                PipelineParam Width) {
  auto W = std::make_shared<WidthWitness>();
  W->Width = A.model().pipeline(Width).Value;
  for (const MappedInst &M : A.Mapped.Insts)
    W->Slots += M.IssueSlots;
  return W;
}

static CyclesPerIter bySlots(const Analysis &A, const WidthWitness &W) {
  if (W.Width == 0 || A.Options.CompatOsaca2019)
    return {};
  return CyclesPerIter(W.Slots, W.Width);
}

static Bound computeIssue(const BoundContext &C) {
  const Analysis &A = C.A;
  auto W = countSlots(A, PipelineParam::IssueWidth);
  Bound B{Limit::Issue, bySlots(A, *W), W};
  const unsigned InstWidth =
      A.model().pipeline(PipelineParam::IssueInsts).Value;
  if (InstWidth == 0 || W->Width == 0 || A.Options.CompatOsaca2019)
    return B;
  W->InstWidth = InstWidth;
  for (const MappedInst &M : A.Mapped.Insts)
    W->Insts += M.IssueSlots != 0 && !M.is(MF_FusedWithNext);
  B.Cycles = std::max(B.Cycles, CyclesPerIter(W->Insts, InstWidth));
  return B;
}

static Bound computeRetire(const BoundContext &C) {
  auto W = countSlots(C.A, PipelineParam::RetireWidth);
  return {Limit::Retire, bySlots(C.A, *W), W};
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string nameIssue(const Analysis &A, const Bottleneck &) {
  const WidthWitness &W = issueWitness(A);
  return W.isByInsts() ? std::to_string(W.InstWidth) + " instructions/cy"
                       : "issue width " + std::to_string(W.Width);
}

static std::string nameRetire(const Analysis &A, const Bottleneck &) {
  return "retirement width " + std::to_string(retireWitness(A).Width);
}

static std::string briefWidth(const Analysis &, const Bound &B, unsigned) {
  const auto &W = B.witness<WidthWitness>();
  return W.isByInsts()
             ? counted(W.Insts, "instruction") + " / " +
                   std::to_string(W.InstWidth)
             : counted(W.Slots, "micro-op") + " / " + std::to_string(W.Width);
}

static std::string widthText(const WidthWitness &W) {
  return W.isByInsts()
             ? counted(W.Insts, "instruction") + " / " +
                   std::to_string(W.InstWidth)
             : counted(W.Slots, "issue slot") + " / " + std::to_string(W.Width);
}

static Fact::Number ifKnown(unsigned N) {
  return N ? Fact::Number(N) : std::nullopt;
}

static Evidence explainIssue(const Analysis &A, const Bound &B) {
  const auto &W = B.witness<WidthWitness>();
  Evidence E;
  E.IsShown = W.Width != 0 && !A.Options.CompatOsaca2019;
  E.Text = widthText(W);
  E.Facts = {{"issue_slots", Fact::Number(W.Slots)},
             {"issue_width", ifKnown(W.Width)},
             {"instruction_width", ifKnown(W.InstWidth)},
             {"renamed_instructions", Fact::Number(W.Insts)}};
  return E;
}

/// Shown where it says more than the issue width.
static Evidence explainRetire(const Analysis &A, const Bound &B) {
  const auto &W = B.witness<WidthWitness>();
  Evidence E;
  E.IsShown = issueWitness(A).Width != 0 && B.Cycles > A.cycles(Limit::Issue);
  E.Text = widthText(W);
  E.Facts = {{"retire_width", ifKnown(W.Width)}};
  return E;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

static ArrayRef<PipelineParam> issueParams(const Bound &B) {
  static constexpr PipelineParam Slots[] = {PipelineParam::IssueWidth},
                                 Insts[] = {PipelineParam::IssueInsts};
  return B.witness<WidthWitness>().isByInsts() ? ArrayRef(Insts)
                                               : ArrayRef(Slots);
}

static ArrayRef<PipelineParam> retireParams(const Bound &) {
  static constexpr PipelineParam Width[] = {PipelineParam::RetireWidth};
  return Width;
}

static Resource wantIssue(const Bottleneck &) {
  return {ResourceKind::IssueWidth};
}

static Resource wantRetire(const Bottleneck &) {
  return {ResourceKind::RetireWidth};
}

static FasterBound fasterIssue(const Analysis &, const Bound &B,
                               const Acceleration &F) {
  return {F.has(ResourceKind::IssueWidth) ? F.scale(B.Cycles) : B.Cycles, {}};
}

/// A core that renames more also retires more.
static FasterBound fasterRetire(const Analysis &, const Bound &B,
                                const Acceleration &F) {
  const bool IsFaster =
      F.has(ResourceKind::RetireWidth) || F.has(ResourceKind::IssueWidth);
  return {IsFaster ? F.scale(B.Cycles) : B.Cycles, {}};
}

/// The simulated core renames slots.
static CyclesPerIter issueRate(const Bound &B) {
  return B.witness<WidthWitness>().isByInsts() ? B.Cycles : CyclesPerIter();
}

const BoundRules kernelbounds::IssueRules = {.Weight = EvidenceWeight::Slots,
                                             .Params = issueParams,
                                             .Compute = computeIssue,
                                             .Name = nameIssue,
                                             .Brief = briefWidth,
                                             .Explain = explainIssue,
                                             .Wants = wantIssue,
                                             .Faster = fasterIssue,
                                             .SimulatedRate = issueRate};

const BoundRules kernelbounds::RetireRules = {.Weight = EvidenceWeight::Slots,
                                              .Params = retireParams,
                                              .Compute = computeRetire,
                                              .Name = nameRetire,
                                              .Brief = briefWidth,
                                              .Explain = explainRetire,
                                              .Wants = wantRetire,
                                              .Faster = fasterRetire};
