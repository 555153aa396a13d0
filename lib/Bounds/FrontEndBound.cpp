//===- FrontEndBound.cpp - How fast code becomes micro-ops ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The micro-op cache holds code by windows (32 bytes on Skylake). A cycle
/// delivers the micro-ops of one window; only a window of very few micro-ops
/// may come together with a neighbour. A window is not in the cache, and
/// decoded in every trip (LegacyDecode.cpp), if
///   - a jump in it crosses or ends on a boundary of 32 bytes, a macro-fused
///     pair counting as one (Skylake family with the microcode against the JCC
///     erratum), or
///   - its micro-ops need more lines than it may have, or
///   - the loop needs more lines than there are.
/// Where the model gives a rate, a cycle delivers so many lines instead of one
/// window; AMD's lines hold up to 8 instructions that end in the same window of
/// 64 bytes.
/// Cache and decoders take turns, so that their cycles add up. Besides, each
/// fetch group of the cache (64 bytes) takes a cycle.
///
/// A loop of at most LoopBuffer micro-ops runs from a buffer behind the cache,
/// and nothing is known against it.
///
/// Lower bound: windows of at most Merge micro-ops are taken to cost nothing,
/// decoding is bounded from below, switching costs nothing, and of all
/// placements that the alignment leaves open the best one counts.
///
/// Sources: AMD, Software Optimization Guide for Family 17h, on the op cache;
/// Intel, "Mitigations for Jump Conditional Code Erratum", 2019; Intel
/// optimization manual, section on the decoded instruction cache. That a cycle
/// delivers one window, the windows of few micro-ops, the fetch groups and the
/// sum were measured by this project on a Cascade Lake with bench/model_check.
///
/// Of several trips in a row each counts on its own.
///
/// O(I) for each of at most 64 placements.
/// Tested by unittests/Bounds/FrontEndBoundTest.cpp,
/// test/models/skylake-avx512/front-end*.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "LegacyDecode.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <numeric>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The placements tried: addresses differ modulo this many bytes.
constexpr unsigned Period = 64;

/// A run of instructions that start in one window.
struct WindowRun {
  uint64_t Uops = 0;
  uint64_t Insts = 0; ///< A fused pair is one.
  bool IsLegacy = false;
  bool IsEvicted = false; ///< Legacy, or another one in its place.
};

/// Cuts the code, moved by one offset, into windows, one after the other.
class Placement {
public:
  Placement(ArrayRef<CodeInst> Code, uint64_t Offset, const FrontEndParams &P)
      : Code(Code), Offset(Offset), P(P) {}

  FrontEndBound compute();

private:
  void cutWindows();
  void findJumps();
  void evictWindows();
  CyclesPerIter decodeWindows();
  unsigned linesOf(const WindowRun &W) const {
    if (P.LineInsts != 0)
      return (W.Insts + P.LineInsts - 1) / P.LineInsts;
    return P.Line == 0 ? 0 : (W.Uops + P.Line - 1) / P.Line;
  }
  /// The byte of instruction \p I, or of its fused pair, that decides about the
  /// window.
  uint64_t placeOf(size_t I) const {
    const CodeInst &Last =
        Code[Code[I].JoinsNext && I + 1 < Code.size() ? I + 1 : I];
    return Offset +
           (P.LineInsts == 0 ? Code[I].Address : Last.Address + Last.Size - 1);
  }

  ArrayRef<CodeInst> Code;
  uint64_t Offset;
  const FrontEndParams &P;
  SmallVector<WindowRun, 16> Windows;
  SmallVector<uint32_t, 64> WindowOf; ///< By instruction.
  FrontEndBound B;
};

} // namespace

void Placement::cutWindows() {
  uint64_t Window = UINT64_MAX, Fetch = UINT64_MAX;
  bool IsJoined = false; // To the instruction before.
  for (auto [Idx, I] : enumerate(Code)) {
    const uint64_t Address = I.Address + Offset;
    // The second half of a fused pair lives where the first half does.
    if (!IsJoined || Windows.empty()) {
      const uint64_t Place = placeOf(Idx) / P.Window;
      if (Place != Window)
        Windows.emplace_back();
      Window = Place;
      ++Windows.back().Insts;
      if (P.Fetch != 0 && Address / P.Fetch != Fetch) {
        Fetch = Address / P.Fetch;
        ++B.NumFetches;
      }
    }
    WindowOf.push_back(Windows.size() - 1);
    Windows.back().Uops += I.Uops;
    IsJoined = I.JoinsNext;
  }
}

/// Marks the windows of jumps over a boundary. A pair counts from its start.
void Placement::findJumps() {
  if (P.JumpBoundary == 0)
    return;
  for (size_t I = 0; I < Code.size(); ++I) {
    if (!Code[I].IsBranch)
      continue;
    const size_t First = I != 0 && Code[I - 1].JoinsNext ? I - 1 : I;
    const uint64_t Start = Code[First].Address + Offset;
    const uint64_t End = Code[I].Address + Code[I].Size + Offset;
    if (Start / P.JumpBoundary == End / P.JumpBoundary)
      continue;
    Windows[WindowOf[First]].IsLegacy = true;
    B.Jumps.push_back(I);
  }
}

/// Takes out windows that do not fit, those first that free most lines: then
/// the fewest are decoded.
void Placement::evictWindows() {
  uint64_t Lines = 0;
  for (WindowRun &W : Windows) {
    if (P.Ways != 0 && linesOf(W) > P.Ways)
      W.IsLegacy = true;
    Lines += W.IsLegacy ? 0 : linesOf(W);
  }
  if (P.Lines == 0 || Lines <= P.Lines)
    return;
  for (unsigned Wanted = std::max(1u, P.Ways); Wanted != 0; --Wanted)
    for (WindowRun &W : Windows) {
      if (Lines <= P.Lines)
        return;
      if (W.IsLegacy || linesOf(W) != Wanted)
        continue;
      W.IsLegacy = W.IsEvicted = true;
      Lines -= Wanted;
    }
}

/// What stands in windows that the cache does not serve goes through the
/// decoders in every trip.
CyclesPerIter Placement::decodeWindows() {
  SmallVector<DecodedInst, 64> Insts;
  uint32_t Last = UINT32_MAX - 1; // Window of the instruction decoded last.
  for (auto [Idx, I] : enumerate(Code)) {
    const uint32_t W = WindowOf[Idx];
    if (!Windows[W].IsLegacy)
      continue;
    const bool IsNext = Last == W || Last + 1 == W;
    const unsigned Uops = I.IsUopsUncertain ? std::min(I.Uops, 1u) : I.Uops;
    Insts.push_back({I.Address + Offset, I.Size, Uops, I.JoinsNext,
                     I.IsLengthChanging, !IsNext, Windows[W].IsEvicted});
    Last = W;
    if (Windows[W].IsEvicted)
      continue;
    if (I.IsLengthChanging && P.LengthStall != 0)
      B.LengthChanging.push_back(Idx);
    if (P.Decoders != 0 && P.SimpleDecoder != 0 && Uops > P.SimpleDecoder)
      B.Complex.push_back(Idx);
  }
  const bool IsWholeLoop = B.NumLegacyWindows == Windows.size();
  // The first run goes on where the last trip ended.
  if (Windows.front().IsLegacy && Windows.back().IsLegacy)
    Insts.front().StartsRun = false;
  const DecodeCost C = computeDecodeCost(Insts, IsWholeLoop, P);
  B.NumBlocks = C.NumBlocks;
  B.PredecodeCycles = C.PredecodeCycles;
  B.DecoderCycles = C.DecoderCycles;
  return std::max(C.DecoderCycles, CyclesPerIter(C.PredecodeCycles));
}

FrontEndBound Placement::compute() {
  cutWindows();
  findJumps();
  evictWindows();
  B.Offset = (Code.front().Address + Offset) % Period;
  B.NumWindows = Windows.size();
  CyclesPerIter Cycles;
  for (const WindowRun &W : Windows) {
    if (W.IsLegacy) {
      ++B.NumLegacyWindows;
    } else if (P.Rate != 0) {
      B.NumLines += linesOf(W);
    } else if (W.Uops > P.Merge) {
      Cycles += 1;
    }
  }
  if (P.Rate != 0)
    Cycles += CyclesPerIter(B.NumLines, P.Rate);
  if (B.NumLegacyWindows != 0)
    Cycles += decodeWindows();
  B.Value = std::max(Cycles, CyclesPerIter(B.NumFetches));
  return std::move(B);
}

FrontEndBound kernelbounds::computeFrontEndBound(ArrayRef<CodeInst> Code,
                                                 unsigned Align,
                                                 const FrontEndParams &P) {
  if (Code.empty() || P.Window == 0 || Align == 0)
    return FrontEndBound();
  uint64_t Uops = 0;
  for (const CodeInst &I : Code)
    Uops += I.Uops;
  if (P.LoopBuffer != 0 && Uops <= P.LoopBuffer)
    return FrontEndBound();
  FrontEndBound Best;
  bool IsFirst = true;
  for (unsigned Offset = 0; Offset < Period; Offset += Align) {
    FrontEndBound B = Placement(Code, Offset, P).compute();
    if (IsFirst || B.Value < Best.Value)
      Best = std::move(B);
    IsFirst = false;
  }
  Best.IsAlignmentKnown = Align >= Period;
  return Best;
}

FrontEndBound
kernelbounds::computeUnrolledFrontEndBound(ArrayRef<CodeInst> Code,
                                           unsigned Align, FrontEndParams P) {
  if (Code.empty())
    return FrontEndBound();
  P.Lines = 0;
  P.LoopBuffer = 0;
  const uint64_t Bytes =
      Code.back().Address + Code.back().Size - Code.front().Address;
  const unsigned NumCopies = Period / std::gcd<uint64_t>(Bytes, Period);
  std::vector<CodeInst> Copies;
  Copies.reserve(Code.size() * NumCopies);
  for (unsigned K = 0; K < NumCopies; ++K)
    for (CodeInst I : Code) {
      I.Address += K * Bytes;
      Copies.push_back(I);
    }
  FrontEndBound B = computeFrontEndBound(Copies, Align, P);
  B.Value = CyclesPerIter(B.Value.numerator(),
                          B.Value.denominator() * int64_t(NumCopies));
  B.NumCopies = NumCopies;
  for (std::vector<uint32_t> *Named :
       {&B.Jumps, &B.LengthChanging, &B.Complex}) {
    for (uint32_t &I : *Named)
      I %= Code.size();
    llvm::sort(*Named);
    Named->erase(llvm::unique(*Named), Named->end());
  }
  return B;
}

FrontEndParams kernelbounds::frontEndParams(const PortModel &Model) {
  auto Get = [&](PipelineParam P) { return Model.pipeline(P).Value; };
  FrontEndParams P;
  P.Window = Get(PipelineParam::UopCacheWindow);
  P.Line = Get(PipelineParam::UopCacheLine);
  P.Ways = Get(PipelineParam::UopCacheWays);
  P.Lines = Get(PipelineParam::UopCacheLines);
  P.Fetch = Get(PipelineParam::UopCacheFetch);
  P.Merge = Get(PipelineParam::UopCacheMerge);
  P.LineInsts = Get(PipelineParam::UopCacheInsts);
  P.Rate = Get(PipelineParam::UopCacheRate);
  P.DecodeBlock = Get(PipelineParam::DecodeBlock);
  P.PredecodeWidth = Get(PipelineParam::PredecodeWidth);
  P.LengthStall = Get(PipelineParam::LengthStall);
  P.Decoders = Get(PipelineParam::DecodeWidth);
  P.SimpleDecoder = Get(PipelineParam::SimpleDecoder);
  P.JumpBoundary = Get(PipelineParam::JumpBoundary);
  P.LoopBuffer = Get(PipelineParam::LoopBuffer);
  return P;
}

bool kernelbounds::usesCodeLayout(const PortModel &Model) {
  return Model.pipeline(PipelineParam::UopCacheWindow).Value != 0;
}

/// Adds the next trip, of instructions from \p First on. Each begins with a
/// jump, and so with a window of its own.
static void addTrip(FrontEndBound &Sum, const FrontEndBound &Trip,
                    uint32_t First) {
  if (First == 0) {
    Sum = Trip;
    return;
  }
  Sum.Value += Trip.Value;
  Sum.NumWindows += Trip.NumWindows;
  Sum.NumLegacyWindows += Trip.NumLegacyWindows;
  Sum.NumBlocks += Trip.NumBlocks;
  Sum.NumFetches += Trip.NumFetches;
  Sum.PredecodeCycles += Trip.PredecodeCycles;
  Sum.DecoderCycles += Trip.DecoderCycles;
  for (uint32_t Jump : Trip.Jumps)
    Sum.Jumps.push_back(First + Jump);
  for (uint32_t Inst : Trip.LengthChanging)
    Sum.LengthChanging.push_back(First + Inst);
  for (uint32_t Inst : Trip.Complex)
    Sum.Complex.push_back(First + Inst);
}

FrontEndBound kernelbounds::computeFrontEndBound(const MappedKernel &M) {
  const Kernel &K = *M.K;
  if (M.Options.CompatOsaca2019 || K.CodeAlign == 0 ||
      !usesCodeLayout(*M.Model))
    return FrontEndBound();
  // A region that does not jump back says nothing of where it stands next.
  if (!K.IsUnrolled &&
      none_of(K.Insts, [](const KernelInst &I) { return I.is(IF_Taken); }))
    return FrontEndBound();
  SmallVector<CodeInst, 64> Code;
  Code.reserve(K.Insts.size());
  for (auto [I, Mapped] : zip_equal(K.Insts, M.Insts)) {
    if (I.Size == 0)
      return FrontEndBound();
    Code.push_back({I.Address, I.Size, Mapped.CacheUops,
                    Mapped.is(MF_FusedWithNext), I.is(IF_Branch),
                    M.Model->isLengthChanging(I.Opcode),
                    Mapped.is(MF_UopsFromLLVM)});
  }
  const FrontEndParams P = frontEndParams(*M.Model);
  if (K.IsUnrolled)
    return computeUnrolledFrontEndBound(Code, K.CodeAlign, P);
  FrontEndBound Sum;
  forEachTrip(K, [&](uint32_t First, uint32_t End) {
    addTrip(Sum,
            computeFrontEndBound(ArrayRef(Code).slice(First, End - First),
                                 K.CodeAlign, P),
            First);
  });
  return Sum;
}
