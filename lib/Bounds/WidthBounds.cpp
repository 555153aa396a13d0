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
/// Zen 5 renames 8 slots a cycle, of which 6 may name vector registers:
/// eliminated moves, loads and stores are among them. A trip that comes of one
/// lookup of the micro-op cache (at most 12 slots) and has more than 6 of them
/// takes 2 cycles, unless they alone take longer than all slots: 2 nops and 7
/// moves take 2.00 cycles with the loop's branch, 1 nop and 7 moves 1.17, and 2
/// nops and 6 moves 1.13. Measured by this project: 699 loops of nops and moves
/// agree with the larger of this and the front end to 1.3 %.
///
/// O(instructions). Tested by unittests/Bounds/AnalysisTest.cpp and
/// test/Bounds/issue-width.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/WidthBounds.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"

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

/// Whether instruction \p I names a register of vectors or floating point.
static bool namesVector(const Kernel &K, const KernelInst &I) {
  const TargetSemantics &T = targetOf(K);
  auto IsVector = [&](const auto &Operand) {
    return Operand.Reg != 0 && Operand.NumUnits != 0 &&
           T.registerFile(K.units(Operand).front()) == 1;
  };
  return any_of(K.reads(I), IsVector) || any_of(K.writes(I), IsVector);
}

static unsigned countVectors(const Analysis &A) {
  unsigned N = 0;
  for (auto [I, M] : zip_equal(A.kernel().Insts, A.Mapped.Insts))
    if (M.IssueSlots != 0 && namesVector(A.kernel(), I))
      N += M.IssueSlots;
  return N;
}

static void raise(Bound &B, WidthWitness &W, const CyclesPerIter &To,
                  WidthWitness::Kind By) {
  if (!(B.Cycles < To))
    return;
  B.Cycles = To;
  W.By = By;
}

static void addVectors(const Analysis &A, WidthWitness &W, Bound &B) {
  auto Get = [&](PipelineParam P) { return A.model().pipeline(P).Value; };
  using Kind = WidthWitness::Kind;
  W.VectorWidth = Get(PipelineParam::IssueVectors);
  if (W.VectorWidth == 0)
    return;
  W.Vectors = countVectors(A);
  raise(B, W, CyclesPerIter(W.Vectors, W.VectorWidth), Kind::Vectors);
  if (W.Vectors > W.VectorWidth && W.By != Kind::Vectors &&
      Get(PipelineParam::UopCacheLookup) != 0 && !A.kernel().IsUnrolled &&
      A.kernel().LaterTrips.empty() &&
      W.Slots <=
          Get(PipelineParam::UopCacheInsts) * Get(PipelineParam::UopCacheRate))
    raise(B, W, CyclesPerIter(2), Kind::VectorsOfLookup);
}

static Bound computeIssue(const BoundContext &C) {
  const Analysis &A = C.A;
  auto W = countSlots(A, PipelineParam::IssueWidth);
  Bound B{Limit::Issue, bySlots(A, *W), W};
  if (W->Width == 0 || A.Options.CompatOsaca2019)
    return B;
  if (const unsigned Width =
          A.model().pipeline(PipelineParam::IssueInsts).Value) {
    W->InstWidth = Width;
    for (const MappedInst &M : A.Mapped.Insts)
      W->Insts += M.IssueSlots != 0 && !M.is(MF_FusedWithNext);
    raise(B, *W, CyclesPerIter(W->Insts, Width), WidthWitness::Kind::Insts);
  }
  addVectors(A, *W, B);
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
  switch (W.By) {
  case WidthWitness::Kind::Slots:
    return "issue width " + std::to_string(W.Width);
  case WidthWitness::Kind::Insts:
    return std::to_string(W.InstWidth) + " instructions/cy";
  case WidthWitness::Kind::Vectors:
  case WidthWitness::Kind::VectorsOfLookup:
    return std::to_string(W.VectorWidth) + " vector micro-ops/cy";
  }
  return "";
}

static std::string nameRetire(const Analysis &A, const Bottleneck &) {
  return "retirement width " + std::to_string(retireWitness(A).Width);
}

/// \p Slot: what a slot is called.
static std::string widthText(const WidthWitness &W, StringRef Slot) {
  auto Of = [](unsigned N, StringRef What, unsigned Width) {
    return counted(N, What) + " / " + std::to_string(Width);
  };
  switch (W.By) {
  case WidthWitness::Kind::Slots:
    return Of(W.Slots, Slot, W.Width);
  case WidthWitness::Kind::Insts:
    return Of(W.Insts, "instruction", W.InstWidth);
  case WidthWitness::Kind::Vectors:
    return Of(W.Vectors, "vector micro-op", W.VectorWidth);
  case WidthWitness::Kind::VectorsOfLookup:
    return counted(W.Vectors, "vector micro-op") + ", more than " +
           std::to_string(W.VectorWidth) + ", in " + counted(W.Slots, "slot") +
           " of one lookup";
  }
  return "";
}

static std::string briefWidth(const Analysis &, const Bound &B, unsigned) {
  return widthText(B.witness<WidthWitness>(), "micro-op");
}

static Fact::Number ifKnown(unsigned N) {
  return N ? Fact::Number(N) : std::nullopt;
}

static Evidence explainIssue(const Analysis &A, const Bound &B) {
  const auto &W = B.witness<WidthWitness>();
  Evidence E;
  E.IsShown = W.Width != 0 && !A.Options.CompatOsaca2019;
  E.Text = widthText(W, "issue slot");
  E.Facts = {{"issue_slots", Fact::Number(W.Slots)},
             {"issue_width", ifKnown(W.Width)},
             {"instruction_width", ifKnown(W.InstWidth)},
             {"renamed_instructions", Fact::Number(W.Insts)},
             {"vector_width", ifKnown(W.VectorWidth)},
             {"vector_slots", Fact::Number(W.Vectors)}};
  return E;
}

/// Shown where it says more than the issue width.
static Evidence explainRetire(const Analysis &A, const Bound &B) {
  const auto &W = B.witness<WidthWitness>();
  Evidence E;
  E.IsShown = issueWitness(A).Width != 0 && B.Cycles > A.cycles(Limit::Issue);
  E.Text = widthText(W, "issue slot");
  E.Facts = {{"retire_width", ifKnown(W.Width)}};
  return E;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

static ArrayRef<PipelineParam> issueParams(const Bound &B) {
  static constexpr PipelineParam Slots[] = {PipelineParam::IssueWidth},
                                 Insts[] = {PipelineParam::IssueInsts},
                                 Vectors[] = {PipelineParam::IssueVectors},
                                 OfLookup[] = {PipelineParam::IssueVectors,
                                               PipelineParam::UopCacheInsts,
                                               PipelineParam::UopCacheRate};
  switch (B.witness<WidthWitness>().By) {
  case WidthWitness::Kind::Slots:
    return Slots;
  case WidthWitness::Kind::Insts:
    return Insts;
  case WidthWitness::Kind::Vectors:
    return Vectors;
  case WidthWitness::Kind::VectorsOfLookup:
    return OfLookup;
  }
  return {};
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
  return B.witness<WidthWitness>().By == WidthWitness::Kind::Slots
             ? CyclesPerIter()
             : B.Cycles;
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
