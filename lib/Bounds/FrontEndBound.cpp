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
/// is delivered in the same cycle as its neighbour. A window is not in the
/// cache, and decoded in every trip (LegacyDecode.cpp), if
///   - a jump in it crosses or ends on a boundary of 32 bytes, a macro-fused
///     pair counting as one (Skylake family with the microcode against the JCC
///     erratum), or
///   - its micro-ops need more lines than it may have, or
///   - the loop needs more lines than there are.
/// Where the model gives a rate, a cycle delivers so many lines instead of one
/// window; AMD's lines hold up to 8 instructions that end in the same window of
/// 64 bytes. Where it gives the cycles between lookups, windows are looked up
/// one after the other (CacheLookups.cpp).
/// Besides, each fetch group of the cache (64 bytes) takes a cycle. Where the
/// model says of how many windows the micro-ops of a cycle are, the renamer may
/// take longer than the cache (RenameGroups.cpp).
///
/// Cache and decoders take turns. Where the model gives the cycles of a switch
/// from one to the other (Skylake), the decoders go on to the next jump that is
/// taken, and begin where the fetch group of the first window that is not in
/// the cache begins. What the cache then delivers before them takes, window by
/// window, a cycle for each Width micro-ops, but only the last window of such a
/// stretch is never delivered together with the one before. The sum of cache,
/// decoders and switches is a bound, and so is predecoding with the switches:
/// the predecoder does not wait for all that the cache delivers. Other models
/// have the sum of cache and decoders, without switches, window by window.
///
/// Example: 7 micro-ops in a cached window, then 6 instructions that are
/// decoded in three blocks: 2 + 2 + 1 cycles, or 3 + 1, so 5.
///
/// Loops of nops on a Cascade Lake, at random places, measured in cycles a trip
/// to 0.3: of 4,635 whose jump back crosses a boundary 4,621 take just the
/// bound (or that of the issue width), 7 more and 7 less; with a jump over a
/// boundary in the middle, 792 of 912, and 120 more; with a window of too many
/// micro-ops, 505 of 506; of two stretches, 1,451 of 1,465.
///
/// Short loops run from a buffer behind the cache (LoopBuffer.cpp).
///
/// A loop that is one window is delivered Width micro-ops a cycle, and what is
/// left in a cycle of its own: the next trip begins in the next one. Loops of 7
/// micro-ops take 2.0 cycles on a Cascade Lake, wherever they stand in a window
/// and whatever they do, where four a cycle would take 1.75; in two windows, 1
/// and 6 or 2 and 5, they take 1.75. On Zen 3 any number of windows is
/// delivered so, eight instructions a cycle.
///
/// Where lines are of micro-ops and a cycle delivers so many of them (Ice
/// Lake), some that hold few come along with others: the bound leaves out all
/// of these, and FrontEndBound::Expected those that SmallLines.cpp says.
///
/// Lower bound: windows of at most Merge micro-ops are taken to cost nothing,
/// decoding is bounded from below, and of all placements that the alignment
/// leaves open the best one counts.
///
/// Sources: AMD, Software Optimization Guide for Family 17h, on the op cache;
/// Intel, "Mitigations for Jump Conditional Code Erratum", 2019; Intel
/// optimization manual, section on the decoded instruction cache. That a cycle
/// delivers one window, the windows of few micro-ops, the fetch groups and the
/// sum were measured by this project on a Cascade Lake.
///
/// Of several trips in a row each counts on its own.
///
/// O(I) for each of at most 64 placements.
/// Tested by unittests/Bounds/FrontEndBoundTest.cpp,
/// test/models/skylake-avx512/front-end*.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "CacheLine.h"
#include "CacheLookups.h"
#include "LegacyDecode.h"
#include "LoopBuffer.h"
#include "RenameGroups.h"
#include "SmallLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
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
  unsigned Empty = 0; ///< Places of lines that constants take.
  uint64_t Place = 0;
  bool StartsRun = false; ///< A jump leads here.
  bool IsLegacy = false;
  bool IsEvicted = false; ///< Legacy, or another one in its place.
};

/// An instruction with those that are fused to it: they live in its window.
struct Unit {
  uint64_t Start; ///< Its first byte.
  uint64_t Place; ///< The byte that decides about the window.
  uint64_t End;   ///< Its last byte.
  uint32_t Uops;
  uint32_t EndJump; ///< Jumps of this and all units before.
  bool StartsRun;   ///< Does not stand behind the one before.
  unsigned Constants;
};

/// A jump; a fused pair begins with its first half.
struct Jump {
  uint64_t Start, End;
  uint32_t Inst;
};

/// Cuts the code into windows, moved by one offset after the other.
class Placements {
public:
  Placements(ArrayRef<CodeInst> Code, const FrontEndParams &P);

  /// The best of the offsets that are multiples of \p Align, or the first
  /// that is at most \p Enough.
  FrontEndBound findBest(unsigned Align, const CyclesPerIter &Enough);
  /// Cycles that the renamer takes where the code stands, by IssueWindows.
  CyclesPerIter countRenameCycles() const {
    return renameCycles(findVisits(/*Offset=*/0));
  }

private:
  /// What decides at one offset.
  struct Counts {
    unsigned Windows = 0, LegacyWindows = 0, Lines = 0, Fetches = 0;
    unsigned SmallLines = 0; ///< Of Lines, of at most Merge micro-ops.
    unsigned Uops = 0;    ///< Where Width counts and they are more than that.
    unsigned Empty = 0;   ///< FrontEndBound::NumEmpty.
    unsigned Lookups = 0; ///< Cycles.
    unsigned Switches = 0, Delivery = 0; ///< Cycles; see FrontEndBound.
    CyclesPerIter Renaming;
    DecodeCost Decoding;
    CyclesPerIter Value, Expected;
  };

  struct Visits {
    SmallVector<RenamedRun, 64> Runs;
    unsigned NumWindows = 0;
  };

  Counts count(uint64_t Offset);
  Visits findVisits(uint64_t Offset) const;
  CyclesPerIter renameCycles(const Visits &V) const;
  unsigned cutWindows(uint64_t Offset);
  bool evictWindows();
  void extendDecoding();
  unsigned countSwitches() const;
  unsigned countLookupCycles(uint64_t Offset, unsigned &Lines) const;
  int64_t countDeliveryCycles() const;
  DecodeCost decodeWindows(uint64_t Offset, bool CountsEnds);
  void nameDecoded(FrontEndBound &B) const;
  bool crosses(const Jump &J, uint64_t Offset) const {
    return ((J.Start + Offset) ^ (J.End + Offset)) >> JumpShift != 0;
  }
  unsigned linesOf(const WindowRun &W) const {
    if (P.LineInsts != 0)
      return (W.Insts + W.Empty + P.LineInsts - 1) / P.LineInsts;
    return P.Line == 0 ? 0 : (W.Uops + P.Line - 1) / P.Line;
  }
  bool endsInSmallLine(const WindowRun &W) const {
    return P.LineInsts == 0 && P.Line != 0 && W.Uops % P.Line != 0 &&
           W.Uops % P.Line <= P.Merge;
  }
  /// Those that share a cycle, of the windows looked at last.
  CyclesPerIter mergedLines(const Counts &C) const {
    TripLines T = {
        C.Windows, C.Lines, C.SmallLines, endsInSmallLine(Windows.back()),
        0,         P.Line};
    for (const WindowRun &W : Windows)
      T.Uops += W.Uops;
    return expectedMergedLines(T);
  }
  unsigned uopsOf(const CodeInst &I) const {
    return I.IsUopsUncertain ? std::min(I.Uops, 1u) : I.Uops;
  }

  ArrayRef<CodeInst> Code;
  const FrontEndParams &P;
  unsigned WindowShift, JumpShift = 0, BlockShift = 0, FetchShift = 0;
  SmallVector<Unit, 64> Units;
  SmallVector<Jump, 4> Jumps; ///< None if there is no JumpBoundary.
  /// Bit o: at offset o something stands in another window, fetch group or, in
  /// the second, decode block than at o - 1.
  uint64_t CutChanges = 1, BlockChanges = 0;
  // At the offset looked at last.
  SmallVector<WindowRun, 16> Windows;
  SmallVector<uint32_t, 64> WindowOf;   ///< By unit.
  SmallVector<DecodedInst, 64> Decoded; ///< Scratch.
};

} // namespace

/// The offsets at which \p Byte comes to stand on a multiple of
/// 1 << \p Shift.
static uint64_t offsetsOnto(uint64_t Byte, unsigned Shift) {
  const uint64_t First = -Byte & ((uint64_t(1) << Shift) - 1);
  if (First >= Period)
    return 0;
  uint64_t Offsets = uint64_t(1) << First;
  for (unsigned Step = 1u << std::min(Shift, 6u); Step < Period; Step *= 2)
    Offsets |= Offsets << Step;
  return Offsets;
}

Placements::Placements(ArrayRef<CodeInst> Code, const FrontEndParams &P)
    : Code(Code), P(P), WindowShift(Log2_32(P.Window)) {
  if (P.JumpBoundary != 0)
    JumpShift = Log2_32(P.JumpBoundary);
  if (P.DecodeBlock != 0)
    BlockShift = Log2_32(P.DecodeBlock);
  if (P.Fetch != 0)
    FetchShift = Log2_32(P.Fetch);
  Units.reserve(Code.size());
  for (size_t I = 0; I < Code.size(); ++I) {
    const CodeInst &This = Code[I];
    const bool IsJoined = I != 0 && Code[I - 1].JoinsNext;
    if (IsJoined) {
      Units.back().Uops += This.Uops;
      Units.back().Constants += This.NumConstants;
    } else {
      const CodeInst &Last =
          This.JoinsNext && I + 1 < Code.size() ? Code[I + 1] : This;
      Units.push_back(
          {This.Address,
           P.LineInsts == 0 || P.Lookup != 0 || P.readsAllWindows()
               ? This.Address
               : Last.Address + Last.Size - 1,
           Last.Address + Last.Size - 1, This.Uops, 0,
           I == 0 || Code[I - 1].Address + Code[I - 1].Size != This.Address,
           This.NumConstants});
    }
    if (This.IsBranch && P.JumpBoundary != 0)
      Jumps.push_back({Code[IsJoined ? I - 1 : I].Address,
                       This.Address + This.Size, uint32_t(I)});
    Units.back().EndJump = Jumps.size();
  }
  for (const Unit &U : Units) {
    CutChanges |= offsetsOnto(U.Place, WindowShift);
    if (P.Lookup != 0 || P.readsAllWindows())
      CutChanges |= offsetsOnto(U.End, WindowShift);
    if (P.Fetch != 0)
      CutChanges |= offsetsOnto(U.Start, FetchShift);
  }
  if (P.DecodeBlock != 0)
    for (const CodeInst &I : Code)
      BlockChanges |= offsetsOnto(I.Address, BlockShift) |
                      offsetsOnto(I.Address + I.OpcodeOffset, BlockShift) |
                      offsetsOnto(I.Address + I.Size - 1, BlockShift);
  for (const Jump &J : Jumps)
    CutChanges |=
        offsetsOnto(J.Start, JumpShift) | offsetsOnto(J.End, JumpShift);
}

/// Sets Windows, those with a jump over a boundary marked, and returns the
/// number of fetch groups.
unsigned Placements::cutWindows(uint64_t Offset) {
  unsigned NumFetches = 0;
  uint64_t Window = UINT64_MAX, Fetch = UINT64_MAX;
  size_t NextJump = 0;
  CacheLine Line(P.LineInsts, P.LineConstants);
  Windows.clear();
  WindowOf.clear();
  for (const Unit &U : Units) {
    if (const uint64_t Place = (U.Place + Offset) >> WindowShift;
        Place != Window || (U.StartsRun && (P.Switch != 0 || P.Lookup != 0 ||
                                            P.readsAllWindows()))) {
      Windows.emplace_back();
      Windows.back().Place = Window = Place;
      Windows.back().StartsRun = U.StartsRun;
    }
    WindowRun &W = Windows.back();
    WindowOf.push_back(Windows.size() - 1);
    W.Uops += U.Uops;
    if (P.LineInsts != 0 && P.LineConstants != 0)
      W.Empty += Line.add(U.Constants, /*BeginsWindow=*/W.Insts == 0);
    ++W.Insts;
    if (P.Fetch != 0 && (U.Start + Offset) >> FetchShift != Fetch) {
      Fetch = (U.Start + Offset) >> FetchShift;
      ++NumFetches;
    }
    for (; NextJump != U.EndJump; ++NextJump)
      W.IsLegacy |= crosses(Jumps[NextJump], Offset);
  }
  return NumFetches;
}

/// Takes out windows that do not fit, those first that free most lines: then
/// the fewest are decoded. \returns whether the loop needs more than there are.
bool Placements::evictWindows() {
  uint64_t Lines = 0;
  for (WindowRun &W : Windows) {
    if (P.Ways != 0 && linesOf(W) > P.Ways)
      W.IsLegacy = true;
    Lines += W.IsLegacy ? 0 : linesOf(W);
  }
  if (P.Lines == 0 || Lines <= P.Lines)
    return false;
  for (unsigned Wanted = std::max(1u, P.Ways); Wanted != 0; --Wanted)
    for (WindowRun &W : Windows) {
      if (Lines <= P.Lines)
        return true;
      if (W.IsLegacy || linesOf(W) != Wanted)
        continue;
      W.IsLegacy = W.IsEvicted = true;
      Lines -= Wanted;
    }
  return true;
}

/// From the fetch group of a window that is not in the cache to the next taken
/// jump everything is decoded.
void Placements::extendDecoding() {
  const unsigned ToGroup = P.Fetch == 0 ? 0 : FetchShift - WindowShift;
  for (size_t I = 0; I < Windows.size(); ++I) {
    if (I != 0 && !Windows[I].StartsRun && Windows[I - 1].IsLegacy)
      Windows[I].IsLegacy = true;
    if (!Windows[I].IsLegacy)
      continue;
    for (size_t J = I;
         J != 0 && !Windows[J].StartsRun &&
         Windows[J - 1].Place >> ToGroup == Windows[I].Place >> ToGroup;
         --J)
      Windows[J - 1].IsLegacy = true;
  }
}

/// Times that the decoders take over from the cache.
unsigned Placements::countSwitches() const {
  unsigned N = Windows.front().IsLegacy && !Windows.back().IsLegacy;
  for (size_t I = 1; I < Windows.size(); ++I)
    N += Windows[I].IsLegacy && !Windows[I - 1].IsLegacy;
  return N;
}

/// Cycles of the lookups; a line begins with each run, and behind a full one.
/// Sets \p Lines to how many there are.
unsigned Placements::countLookupCycles(uint64_t Offset, unsigned &Lines) const {
  SmallVector<LookedUpWindow, 16> Cut(Windows.size());
  unsigned InLine = 0;
  for (auto [I, U] : enumerate(Units)) {
    LookedUpWindow &W = Cut[WindowOf[I]];
    if (U.StartsRun) {
      W.StartsRun = true;
      InLine = 0;
    }
    W.Lines += InLine == 0;
    InLine = (InLine + 1) % P.LineInsts;
    const bool EndsRun = I + 1 == Units.size() || Units[I + 1].StartsRun;
    W.HasTail |= EndsRun && (U.End + Offset) >> WindowShift !=
                                (U.Place + Offset) >> WindowShift;
  }
  Lines = 0;
  for (const LookedUpWindow &W : Cut)
    Lines += W.Lines;
  return computeLookupCycles(Cut, P.Rate, P.Lookup);
}

/// The windows that a trip reads, one after the other, those in which only the
/// end of an instruction is among them.
Placements::Visits Placements::findVisits(uint64_t Offset) const {
  Visits V;
  uint64_t Place = (Units.front().Start + Offset) >> WindowShift;
  unsigned Window = 0;
  for (const Unit &U : Units) {
    const uint64_t First = (U.Start + Offset) >> WindowShift,
                   Last = (U.End + Offset) >> WindowShift;
    if (&U != Units.begin() && (First != Place || U.StartsRun))
      ++Window;
    const unsigned LastWindow = Window + (Last - First);
    if (!V.Runs.empty() && V.Runs.back().FirstWindow == Window &&
        V.Runs.back().LastWindow == LastWindow)
      V.Runs.back().Uops += U.Uops;
    else
      V.Runs.push_back({U.Uops, Window, LastWindow});
    // What stands behind it is in the window that it ends in.
    Window = LastWindow;
    Place = Last;
  }
  V.NumWindows = Window + 1;
  return V;
}

CyclesPerIter Placements::renameCycles(const Visits &V) const {
  return computeRenameCycles(V.Runs, V.NumWindows, P.IssueWidth,
                             P.IssueWindows);
}

/// Cycles in which the cache delivers what stands before the decoders' part,
/// if there is such a part: Width micro-ops at most, and the last window of
/// each stretch apart.
int64_t Placements::countDeliveryCycles() const {
  const size_t N = Windows.size();
  size_t First = 0; // Behind a decoded window, so that stretches are whole.
  while (First != N && !Windows[First].IsLegacy)
    ++First;
  if (P.Width == 0 || First == N)
    return 0;
  int64_t Cycles = 0;
  uint64_t Uops = 0;
  for (size_t K = 1; K <= N; ++K) {
    const WindowRun &W = Windows[(First + K) % N];
    if (W.IsLegacy)
      continue;
    if (Windows[(First + K + 1) % N].IsLegacy) {
      Cycles += divideCeil(Uops, P.Width) + divideCeil(W.Uops, P.Width);
      Uops = 0;
    } else {
      Uops += W.Uops;
    }
  }
  return Cycles;
}

/// What stands in windows that the cache does not serve goes through the
/// decoders in every trip.
DecodeCost Placements::decodeWindows(uint64_t Offset, bool CountsEnds) {
  Decoded.clear();
  uint32_t Last = UINT32_MAX - 1; // Window of the instruction decoded last.
  size_t NextUnit = 0;
  for (size_t I = 0; I < Code.size(); ++I) {
    if (I == 0 || !Code[I - 1].JoinsNext)
      ++NextUnit;
    const uint32_t W = WindowOf[NextUnit - 1];
    if (!Windows[W].IsLegacy)
      continue;
    const bool IsNext = Last == W || (Last + 1 == W && !Windows[W].StartsRun);
    Decoded.push_back({Code[I].Address + Offset, Code[I].Size, uopsOf(Code[I]),
                       Code[I].JoinsNext, Code[I].IsLengthChanging, !IsNext,
                       Windows[W].IsEvicted,
                       Code[I].Address + Offset + Code[I].OpcodeOffset});
    Last = W;
  }
  return computeDecodeCost(Decoded, CountsEnds, P);
}

/// Names what makes decoding slow at the offset looked at last.
void Placements::nameDecoded(FrontEndBound &B) const {
  size_t NextUnit = 0;
  for (size_t I = 0; I < Code.size(); ++I) {
    if (I == 0 || !Code[I - 1].JoinsNext)
      ++NextUnit;
    const WindowRun &W = Windows[WindowOf[NextUnit - 1]];
    if (!W.IsLegacy || W.IsEvicted)
      continue;
    if (Code[I].IsLengthChanging && P.LengthStall != 0)
      B.LengthChanging.push_back(I);
    if (P.Decoders != 0 && P.SimpleDecoder != 0 &&
        uopsOf(Code[I]) > P.SimpleDecoder)
      B.Complex.push_back(I);
  }
}

Placements::Counts Placements::count(uint64_t Offset) {
  Counts C;
  C.Fetches = cutWindows(Offset);
  C.Windows = Windows.size();
  const bool IsTooLarge = evictWindows();
  const bool Switches = P.Switch != 0 && !IsTooLarge;
  if (Switches)
    extendDecoding();
  unsigned Cycles = 0;
  for (const WindowRun &W : Windows) {
    if (W.IsLegacy)
      ++C.LegacyWindows;
    else if (P.Rate != 0) {
      C.Lines += linesOf(W);
      C.SmallLines += endsInSmallLine(W);
    } else if (W.Uops > P.Merge)
      ++Cycles;
  }
  Visits Visited;
  if (C.LegacyWindows == 0 && (P.readsAllWindows() || P.IssueWindows != 0))
    Visited = findVisits(Offset);
  if (P.readsAllWindows() && C.LegacyWindows == 0) {
    C.Windows = Visited.NumWindows;
    C.Value = CyclesPerIter(C.Windows);
  } else if (P.Lookup != 0 && C.LegacyWindows == 0) {
    C.Lookups = countLookupCycles(Offset, C.Lines);
    C.Value = CyclesPerIter(C.Lookups);
    // Runs share cycles as far as their lines come that fast.
    if (any_of(drop_begin(Windows),
               [](const WindowRun &W) { return W.StartsRun; }))
      C.Value = std::max(C.Value, CyclesPerIter(C.Lines, P.Rate));
  } else {
    C.Value = P.Rate != 0 ? CyclesPerIter(C.Lines - C.SmallLines, P.Rate)
                          : CyclesPerIter(Cycles);
  }
  if (C.LegacyWindows != 0) {
    C.Decoding =
        decodeWindows(Offset, Switches || C.LegacyWindows == C.Windows);
    if (Switches) {
      C.Switches = countSwitches() * P.Switch;
      C.Delivery = std::max<unsigned>(Cycles, countDeliveryCycles());
      C.Value = std::max(C.Decoding.PredecodeCycles,
                         C.Delivery + C.Decoding.DecoderCycles) +
                C.Switches;
    } else {
      C.Value += C.Decoding.cycles();
    }
  }
  C.Expected = C.Value;
  if (C.SmallLines != 0)
    C.Expected +=
        (CyclesPerIter(C.SmallLines) - mergedLines(C)) / int64_t(P.Rate);
  C.Value = std::max(C.Value, CyclesPerIter(C.Fetches));
  if (C.LegacyWindows != 0)
    return C;
  if (P.Width != 0 && (C.Windows == 1 || P.IssueWindows != 0)) {
    unsigned Uops = 0;
    for (const WindowRun &W : Windows) {
      Uops += W.Uops;
      C.Empty += W.Empty;
    }
    if (Uops + C.Empty > P.Width)
      C.Uops = Uops;
    C.Value =
        std::max(C.Value, CyclesPerIter(divideCeil(Uops + C.Empty, P.Width)));
  }
  if (P.IssueWindows != 0 && P.IssueWidth != 0) {
    C.Renaming = renameCycles(Visited);
    C.Value = std::max(C.Value, C.Renaming);
  }
  return C;
}

FrontEndBound Placements::findBest(unsigned Align,
                                   const CyclesPerIter &Enough) {
  Counts Last, Best;
  uint64_t BestOffset = 0;
  uint64_t Changes = 0; // Since the offset of Last.
  for (unsigned Offset = 0; Offset < Period; Offset += Align) {
    // Decode blocks matter where something is decoded.
    const uint64_t Matters =
        CutChanges | (Last.LegacyWindows != 0 ? BlockChanges : 0);
    const uint64_t UpToHere = ~uint64_t(0) >> (Period - 1 - Offset);
    if ((Matters & UpToHere & ~Changes) == 0)
      continue;
    Changes = UpToHere;
    Last = count(Offset);
    if (Offset == 0 || Last.Value < Best.Value) {
      Best = Last;
      BestOffset = Offset;
    }
    if (Best.Value <= Enough)
      break;
  }
  FrontEndBound B;
  B.Value = Best.Value;
  B.Expected = std::max(Best.Value, Best.Expected);
  B.Offset = (Units.front().Start + BestOffset) % Period;
  B.NumWindows = Best.Windows;
  B.NumLegacyWindows = Best.LegacyWindows;
  B.NumBlocks = Best.Decoding.NumBlocks;
  B.PredecodeCycles = Best.Decoding.PredecodeCycles;
  B.DecoderCycles = Best.Decoding.DecoderCycles;
  B.NumLines = Best.Lines;
  B.NumFetches = Best.Fetches;
  B.NumUops = Best.Uops;
  B.NumEmpty = Best.Empty;
  B.RenameCycles = Best.Renaming;
  B.LookupCycles = Best.Lookups;
  B.DeliveryCycles = Best.Delivery;
  B.SwitchCycles = Best.Switches;
  for (const Jump &J : Jumps)
    if (crosses(J, BestOffset))
      B.Jumps.push_back(J.Inst);
  if (Best.LegacyWindows != 0) {
    count(BestOffset);
    nameDecoded(B);
  }
  return B;
}

FrontEndBound kernelbounds::computeFrontEndBound(ArrayRef<CodeInst> Code,
                                                 unsigned Align,
                                                 const FrontEndParams &P,
                                                 const CyclesPerIter &Enough) {
  if (Code.empty() || P.Window == 0 || Align == 0)
    return FrontEndBound();
  uint64_t Uops = 0;
  for (const CodeInst &I : Code)
    Uops += I.Uops;
  if (P.LoopBuffer != 0 && Uops <= P.LoopBuffer)
    return fromLoopBuffer(Uops, Align >= Period ? Code : ArrayRef<CodeInst>(),
                          P);
  FrontEndBound Best = Placements(Code, P).findBest(Align, Enough);
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
  P.Width = 0; // No trip begins anew,
  P.IssueWindows = 0;
  P.Switch = 0; // and nothing ends the decoders' turn.
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
  B.Expected = CyclesPerIter(B.Expected.numerator(),
                             B.Expected.denominator() * int64_t(NumCopies));
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

/// Adds the next trip, of instructions from \p First on. Each begins with a
/// jump, and so with a window of its own.
static void addTrip(FrontEndBound &Sum, const FrontEndBound &Trip,
                    uint32_t First) {
  if (First == 0) {
    Sum = Trip;
    return;
  }
  Sum.Value += Trip.Value;
  Sum.Expected += Trip.Expected;
  Sum.NumWindows += Trip.NumWindows;
  Sum.NumLegacyWindows += Trip.NumLegacyWindows;
  Sum.NumBlocks += Trip.NumBlocks;
  Sum.NumFetches += Trip.NumFetches;
  Sum.NumUops += Trip.NumUops;
  Sum.NumEmpty += Trip.NumEmpty;
  Sum.NumBufferUops += Trip.NumBufferUops;
  Sum.LookupCycles += Trip.LookupCycles;
  Sum.PredecodeCycles += Trip.PredecodeCycles;
  Sum.DecoderCycles += Trip.DecoderCycles;
  Sum.DeliveryCycles += Trip.DeliveryCycles;
  Sum.SwitchCycles += Trip.SwitchCycles;
  for (uint32_t Jump : Trip.Jumps)
    Sum.Jumps.push_back(First + Jump);
  for (uint32_t Inst : Trip.LengthChanging)
    Sum.LengthChanging.push_back(First + Inst);
  for (uint32_t Inst : Trip.Complex)
    Sum.Complex.push_back(First + Inst);
}

/// One trip. Where it ends by running into its own start, the code begins at
/// the last jump: what stands before the start is fetched with it.
static FrontEndBound computeTrip(ArrayRef<CodeInst> Code,
                                 ArrayRef<KernelInst> Insts, unsigned Align,
                                 const FrontEndParams &P,
                                 const CyclesPerIter &Enough) {
  size_t First = Code.size();
  while (First != 0 && !Insts[First - 1].is(IF_Taken))
    --First;
  const bool RunsOn =
      Code.back().Address + Code.back().Size == Code.front().Address;
  if (First == 0 || First == Code.size() || !RunsOn)
    return computeFrontEndBound(Code, Align, P, Enough);
  SmallVector<CodeInst, 64> Rotated(Code.drop_front(First));
  Rotated.append(Code.begin(), Code.begin() + First);
  FrontEndBound B = computeFrontEndBound(Rotated, Align, P, Enough);
  for (std::vector<uint32_t> *Named :
       {&B.Jumps, &B.LengthChanging, &B.Complex}) {
    for (uint32_t &I : *Named)
      I = (I + First) % Code.size();
    llvm::sort(*Named);
  }
  return B;
}

/// The bound if every trip comes from the loop buffer: where the code stands
/// then makes no difference, but for the last jump of a short trip.
static std::optional<FrontEndBound> allFromLoopBuffer(const MappedKernel &M,
                                                      const FrontEndParams &P) {
  if (P.LoopBufferWidth == 0 || M.K->IsUnrolled)
    return std::nullopt;
  SmallVector<CodeInst, 0> Code;
  if (P.LoopBufferCrossing != 0 && M.K->CodeAlign >= Period)
    Code = codeOf(M);
  FrontEndBound Sum;
  bool Fits = true;
  forEachTrip(*M.K, [&](uint32_t First, uint32_t End) {
    uint64_t Uops = 0;
    for (const MappedInst &I : ArrayRef(M.Insts).slice(First, End - First))
      Uops += I.CacheUops;
    Fits &= Uops <= P.LoopBuffer;
    const auto OfTrip = Code.empty() ? ArrayRef<CodeInst>()
                                     : ArrayRef(Code).slice(First, End - First);
    addTrip(Sum, fromLoopBuffer(Uops, OfTrip, P), First);
  });
  return Fits ? std::optional(Sum) : std::nullopt;
}

FrontEndBound kernelbounds::computeFrontEndBound(const MappedKernel &M,
                                                 const CyclesPerIter &Enough) {
  const Kernel &K = *M.K;
  if (M.Options.CompatOsaca2019)
    return FrontEndBound();
  // A region that does not jump back says nothing of where it stands next.
  if (!K.IsUnrolled &&
      none_of(K.Insts, [](const KernelInst &I) { return I.is(IF_Taken); }))
    return FrontEndBound();
  const FrontEndParams P = frontEndParams(*M.Model);
  if (auto B = allFromLoopBuffer(M, P))
    return *B;
  if (P.Window == 0)
    return FrontEndBound();
  const SmallVector<CodeInst, 0> Code =
      K.CodeAlign == 0 ? SmallVector<CodeInst, 0>() : codeOf(M);
  if (Code.empty())
    return FrontEndBound();
  if (K.IsUnrolled)
    return computeUnrolledFrontEndBound(Code, K.CodeAlign, P);
  // Of several trips, what is enough for one is not known.
  const CyclesPerIter EnoughForTrip =
      K.LaterTrips.empty() ? Enough : CyclesPerIter();
  FrontEndParams OfTrip = P;
  // What is renamed together may be of two trips.
  if (!K.LaterTrips.empty())
    OfTrip.IssueWidth = 0;
  FrontEndBound Sum;
  forEachTrip(K, [&](uint32_t First, uint32_t End) {
    addTrip(Sum,
            computeTrip(ArrayRef(Code).slice(First, End - First),
                        ArrayRef(K.Insts).slice(First, End - First),
                        K.CodeAlign, OfTrip, EnoughForTrip),
            First);
  });
  if (P.IssueWindows != 0 && P.IssueWidth != OfTrip.IssueWidth &&
      K.CodeAlign >= Period && Sum.NumLegacyWindows == 0) {
    Sum.RenameCycles = Placements(Code, P).countRenameCycles();
    Sum.Value = std::max(Sum.Value, Sum.RenameCycles);
    Sum.Expected = std::max(Sum.Expected, Sum.Value);
  }
  return Sum;
}
