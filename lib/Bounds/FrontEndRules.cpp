//===- FrontEndRules.cpp - The front end among the bounds -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What FrontEndBound.h computes, as a row of the table of bounds.
/// Tested by test/Bounds/front-end-region.s and test/models.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"

using namespace kernelbounds;
using namespace llvm;

static Bound computeFrontEnd(const BoundContext &C) {
  auto W = std::make_shared<FrontEndWitness>();
  static_cast<FrontEndBound &>(*W) =
      computeFrontEndBound(C.A.Mapped, C.Unnoticed);
  return {Limit::FrontEnd, W->Value, W};
}

static std::string nameFrontEnd(const Analysis &, const Bottleneck &) {
  return "the front end";
}

static std::string briefFrontEnd(const Analysis &, const Bound &B, unsigned) {
  const auto &W = B.witness<FrontEndWitness>();
  if (W.NumBufferUops != 0)
    return std::to_string(W.NumBufferUops) + " micro-ops of the loop buffer";
  return std::to_string(W.NumWindows) + " windows of code, " +
         std::to_string(W.NumLegacyWindows) + " decoded anew";
}

//===----------------------------------------------------------------------===//
// Evidence
//===----------------------------------------------------------------------===//

/// The decoders, and not the blocks that they are handed, are what is slow.
static bool waitsForDecoders(const FrontEndBound &B) {
  return B.DecoderCycles + int64_t(B.DeliveryCycles) > B.PredecodeCycles;
}

static std::string textOf(const Analysis &A, const FrontEndBound &B) {
  auto Width = [&](PipelineParam P) {
    return std::to_string(A.model().pipeline(P).Value) + " a cycle";
  };
  if (B.NumBufferUops != 0)
    return std::to_string(B.NumBufferUops) +
           " micro-ops from the loop buffer, " +
           Width(PipelineParam::LoopBufferWidth) +
           ", and each trip begins a new one" +
           (B.Jumps.empty() ? ""
                            : "; two cycles for a trip this short whose end "
                              "lies across a line of 64 bytes");
  std::string T = counted(B.NumWindows, "window") + " of code";
  if (B.NumCopies != 1)
    T += " in " + std::to_string(B.NumCopies) + " copies of it";
  if (B.NumLines != 0)
    T += " in " + counted(B.NumLines, "line") + " of the micro-op cache";
  if (B.Expected > B.Value)
    T += ", " + B.Expected.str() + " cy/it expected";
  if (B.LookupCycles != 0)
    T += ", looked up in " + counted(B.LookupCycles, "cycle");
  if (B.LookupCycles != 0 && B.Value > int64_t(B.LookupCycles))
    T +=
        ", " +
        counted(A.model().pipeline(PipelineParam::UopCacheRate).Value, "line") +
        " a cycle";
  if (B.RenameCycles != CyclesPerIter() && B.RenameCycles >= B.Value)
    T += ", of which each cycle renames micro-ops of at most " +
         std::to_string(A.model().pipeline(PipelineParam::IssueWindows).Value);
  else if (B.NumUops != 0)
    T += ", " + std::to_string(B.NumUops) + " micro-ops" +
         (B.NumEmpty == 0 ? ""
                          : " and " + counted(B.NumEmpty, "place") +
                                " taken by constants") +
         ", " + Width(PipelineParam::UopCacheWidth);
  if (B.NumLegacyWindows != 0)
    T += ", " + std::to_string(B.NumLegacyWindows) +
         " of them decoded anew in " + counted(B.NumBlocks, "block");
  const bool Waits = waitsForDecoders(B);
  if (!Waits && (B.PredecodeCycles > B.NumBlocks || B.SwitchCycles != 0))
    T += ", " + counted(B.PredecodeCycles, "cycle");
  if (Waits && B.DeliveryCycles != 0)
    T += ", cache " + counted(B.DeliveryCycles, "cycle");
  if (Waits)
    T += ", decoders " + B.DecoderCycles.str() + " cycles";
  if (B.SwitchCycles != 0)
    T += ", switch " + counted(B.SwitchCycles, "cycle");
  return T + (B.IsAlignmentKnown ? ""
                                 : "; alignment not known, the best one taken");
}

/// What makes decoding slower than its blocks, a few of each.
static void note(Evidence &E, ArrayRef<uint32_t> Insts, StringRef Why) {
  constexpr size_t Most = 4;
  for (uint32_t I : Insts.take_front(Most))
    E.Notes.push_back({I, Why.str()});
  if (Insts.size() > Most)
    E.Notes.push_back(
        {std::nullopt, "and " + std::to_string(Insts.size() - Most) + " more"});
}

/// Shown where it says more than the issue width.
static Evidence explainFrontEnd(const Analysis &A, const Bound &Taken) {
  const FrontEndBound &B = Taken.witness<FrontEndWitness>();
  Evidence E;
  E.IsShown = std::max(B.Value, B.Expected) > A.cycles(Limit::Issue);
  E.Text = textOf(A, B);
  for (uint32_t J : B.Jumps)
    E.Notes.push_back({J, B.NumBufferUops != 0
                              ? "lies across a boundary of 64 bytes"
                              : "crosses or ends on a boundary"});
  if (waitsForDecoders(B))
    note(E, B.Complex, "only for the first decoder");
  else if (B.NumLegacyWindows != 0)
    note(E, B.LengthChanging, "length-changing prefix");
  using Number = Fact::Number;
  E.Facts = {{"windows", Number(B.NumWindows)},
             {"decoded_windows", Number(B.NumLegacyWindows)},
             {"decoded_blocks", Number(B.NumBlocks)},
             {"alignment_known", B.IsAlignmentKnown},
             {"boundary_jumps", B.Jumps},
             {"lines", Number(B.NumLines)},
             {"expected", B.Expected},
             {"window_uops", Number(B.NumUops)},
             {"constant_places", Number(B.NumEmpty)},
             {"buffer_uops", Number(B.NumBufferUops)},
             {"lookup_cycles", Number(B.LookupCycles)},
             {"rename_cycles", B.RenameCycles},
             {"predecode_cycles", Number(B.PredecodeCycles)},
             {"decoders", B.DecoderCycles},
             {"delivery_cycles", Number(B.DeliveryCycles)},
             {"switch_cycles", Number(B.SwitchCycles)},
             {"length_changing", B.LengthChanging},
             {"first_decoder", B.Complex}};
  return E;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

static ArrayRef<PipelineParam> paramsOf(const Bound &B) {
  using P = PipelineParam;
  static constexpr P OfBuffer[] = {P::LoopBuffer, P::LoopBufferWidth,
                                   P::LoopBufferCrossing};
  const auto &W = B.witness<FrontEndWitness>();
  if (W.NumBufferUops != 0)
    return ArrayRef(OfBuffer).take_front(W.Jumps.empty() ? 2 : 3);
  constexpr size_t NumOfCache = 14;
  static constexpr P Params[] = {
      P::UopCacheWindow, P::UopCacheLine,   P::UopCacheInsts,
      P::UopCacheRate,   P::UopCacheLookup, P::UopCacheWays,
      P::UopCacheLines,  P::UopCacheFetch,  P::UopCacheMerge,
      P::UopCacheWidth,  P::IssueWindows,   P::UopCacheConstants,
      P::DecodeBlock,    P::JumpBoundary,   P::DecodeWidth,
      P::PredecodeWidth, P::LengthStall,    P::SimpleDecoder};
  const bool Decodes = W.NumLegacyWindows != 0;
  return Decodes ? ArrayRef(Params) : ArrayRef(Params, NumOfCache);
}

static FasterBound fasterFrontEnd(const Analysis &, const Bound &B,
                                  const Acceleration &F) {
  const bool IsFaster =
      F.has(ResourceKind::FrontEnd) || F.hasOwn(Limit::FrontEnd);
  return {IsFaster ? F.scale(B.Cycles) : B.Cycles, {}};
}

static CyclesPerIter frontEndRate(const Bound &B) {
  return std::max(B.Cycles, B.witness<FrontEndWitness>().Expected);
}

static std::string nameExpected(const Analysis &, const Bound &B) {
  return "the front end (" +
         counted(B.witness<FrontEndWitness>().NumLines, "line") +
         " of the micro-op cache, " + frontEndRate(B).str() +
         " cy/it expected)";
}

const BoundRules kernelbounds::FrontEndRules = {.IsCostly = true,
                                                .Params = paramsOf,
                                                .Compute = computeFrontEnd,
                                                .Name = nameFrontEnd,
                                                .Brief = briefFrontEnd,
                                                .Explain = explainFrontEnd,
                                                .Faster = fasterFrontEnd,
                                                .SimulatedRate = frontEndRate,
                                                .NameExpected = nameExpected};
