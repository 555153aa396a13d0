//===- HintSearch.cpp - Which candidates to compile next ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The starts are those that bring most of what is to be had, over all loops:
/// docs/evidence/tuning.md. Where none of them gains, nothing else does as a
/// rule, and the search ends.
///
/// Else it is a coordinate descent, one field after the other. Of n values for
/// each of m fields it compiles about m n candidates for each turn instead of
/// n^m in all; two turns are usual, of which the second one finds most
/// candidates known. The result is the best of its row in each field, which for
/// fields that do not influence each other is the best of all.
/// Tested by unittests/Tuning/HintSearchTest.cpp, against all candidates.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/HintSearch.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

/// Whether \p H is another way to compile a loop than without one of its
/// transforms, and possible.
bool HintSearch::isSensible(const LoopHints &H) const {
  if (H.Transforms.has(LoopTransform::SplitReductions) && H.Unroll <= 1)
    return false;
  if (!(H.Transforms & Space.AfterCheck).empty() &&
      !H.Transforms.has(LoopTransform::CheckOverlap))
    return false;
  // Copies of a trip with masks would leave trips over again.
  if (H.Predicate && (H.Width == 1 || H.Unroll > 1))
    return false;
  return H.Transforms.has(LoopTransform::UnrollAndJam)
             ? H.Jam > 1
             : H.Jam == 0 || Space.JamsByPragma;
}

/// Starts with iterations of the loop around done together.
void HintSearch::addJams() {
  LoopHints H;
  H.Jam = std::min(4U, Space.MaxJam);
  if (H.Jam <= 1)
    return;
  add(H);
  if (!Space.Transforms.has(LoopTransform::UnrollAndJam))
    return;
  H.Transforms = LoopTransform::UnrollAndJam;
  add(H);
  // Side by side in one iteration, they may become a vector as they are.
  H.Width = 1;
  add(H);
}

HintSearch::HintSearch(HintSpace Space) : Space(Space) {
  add({});
  if (Space.MaxWidth == 0) {
    for (const unsigned Unroll : {Space.MaxUnroll, 1U, 2U})
      add({0, 0, std::min(Unroll, Space.MaxUnroll)});
    return;
  }
  auto Interleave = [&](unsigned Count) {
    return std::min(Count, Space.MaxInterleave);
  };
  if (Space.CanDistribute)
    add({0, 0, 0, {}, 0, /*Distribute=*/true});
  if (Space.CanPredicate)
    add({0, 0, 0, {}, 0, /*Distribute=*/false, /*Predicate=*/true});
  add({0, 0, 1});
  add({1, 0, Space.MaxUnroll});
  if (Space.MaxWidth > 2)
    add({std::max(2U, Space.MaxWidth / 4), 1, 0});
  add({0, 0, Space.MaxUnroll});
  add({0, Interleave(8), 0});
  add({0, 0, std::min(2U, Space.MaxUnroll)});
  // Scalar iterations side by side become vectors of another kind, by the pass
  // that looks for them in straight code.
  add({1, Interleave(8), 0});
  add({0, Interleave(2), 0});
  add({1, 0, 0});
  addJams();
  for (unsigned I = 0; I < NumLoopTransforms; ++I)
    if (const auto T = static_cast<LoopTransform>(I); Space.Transforms.has(T)) {
      LoopTransforms Set = T;
      if (Space.AfterCheck.has(T))
        Set.add(LoopTransform::CheckOverlap);
      add({0, 0, 0, Set});
      add({1, 1, std::min(4U, Space.MaxUnroll), Set});
    }
  if (Space.Transforms.size() > 1)
    add({1, 1, std::min(4U, Space.MaxUnroll), Space.Transforms});
}

void HintSearch::add(LoopHints H) {
  if (isSensible(H) && Known.insert({H, true}).second)
    Queue.push_back(H);
}

void HintSearch::addWith(LoopHints H, unsigned LoopHints::*Field,
                         unsigned Value) {
  H.*Field = Value;
  add(H);
}

void HintSearch::addWith(LoopHints H, bool LoopHints::*Field, bool Value) {
  H.*Field = Value;
  add(H);
}

/// Adds \p H without \p Field, and with powers of two of it up to \p Most.
void HintSearch::addUpTo(const LoopHints &H, unsigned LoopHints::*Field,
                         unsigned Most) {
  addWith(H, Field, 0);
  for (unsigned V = 1; V <= Most; V *= 2)
    addWith(H, Field, V);
}

/// Adds what differs from \p H in one of those that have few values.
void HintSearch::addFlags(const LoopHints &H) {
  addWith(H, &LoopHints::Distribute, false);
  addWith(H, &LoopHints::Predicate, !H.Predicate && Space.CanPredicate);
  if (H.Jam != 0)
    for (unsigned J = 2; J <= Space.MaxJam; J *= 2)
      addWith(H, &LoopHints::Jam, J);
  for (unsigned I = 0; I < NumLoopTransforms; ++I)
    if (const auto T = static_cast<LoopTransform>(I); Space.Transforms.has(T)) {
      LoopHints Other = H;
      Other.Transforms.toggle(T);
      add(Other);
    }
}

/// Adds what differs from \p H in the field of \p R. A hint that is not needed
/// may also stand in the way: a vector width that is asked for leaves the rest
/// to scalar code.
void HintSearch::addRow(const LoopHints &H, Row R) {
  switch (R) {
  case Row::Interleave:
    return addUpTo(H, &LoopHints::Interleave, Space.MaxInterleave);
  case Row::Width:
    addWith(H, &LoopHints::Width, 0);
    // A vector of one element is scalar code, which needs no vectors to be
    // interleaved.
    for (unsigned W = Space.MaxWidth; W >= 1; W /= 2)
      addWith(H, &LoopHints::Width, W);
    return;
  case Row::Unroll:
    return addUpTo(H, &LoopHints::Unroll, Space.MaxUnroll);
  case Row::Flags:
    return addFlags(H);
  }
}

/// What a trip took with \p H; none if that was not tried, or is not known.
std::optional<CyclesPerIter> HintSearch::tripWith(const LoopHints &H) const {
  for (const HintResult &R : Tried)
    if (R.Hints == H && R.Cycles && !R.Shape.Parts.empty())
      return R.Shape.Parts.front().Cycles;
  return std::nullopt;
}

/// Cycles of a trip that is not copied further.
constexpr int64_t LongTrip = 64;

/// Whether a trip with less of \p Field takes long already, and twice as long
/// as with half of that: \p H would make it longer, and its code larger, for
/// next to nothing.
bool HintSearch::isTooLong(const LoopHints &H,
                           unsigned LoopHints::*Field) const {
  LoopHints Less = H, Half = H;
  for (Less.*Field /= 2; Less.*Field > 1; Less.*Field /= 2) {
    Half.*Field = Less.*Field / 2;
    const std::optional<CyclesPerIter> AtLess = tripWith(Less),
                                       AtHalf = tripWith(Half);
    if (AtLess && AtHalf && *AtLess > LongTrip && *AtLess * 2 > *AtHalf * 3)
      return true;
  }
  return false;
}

/// Whether half of the copies of an iteration that \p H asks for take long by
/// what they take in the default. That is for those of which fewer were not
/// tried.
bool HintSearch::isTooLongByDefault(const LoopHints &H) const {
  if (!(H == LoopHints{0, 0, H.Unroll}) || H.Unroll <= 2 || Tried.empty() ||
      Tried.front().Shape.Parts.empty() || tripWith({0, 0, H.Unroll / 2}))
    return false;
  const LoopPart &P = Tried.front().Shape.Parts.front();
  return P.SourceIterations != 0 &&
         P.Cycles * int64_t(H.Unroll / 2) >
             CyclesPerIter(LongTrip) * int64_t(P.SourceIterations);
}

/// Leaves out what need not be compiled.
void HintSearch::skip() {
  while (Next < Queue.size() &&
         (isTooLong(Queue[Next], &LoopHints::Interleave) ||
          isTooLong(Queue[Next], &LoopHints::Unroll) ||
          isTooLongByDefault(Queue[Next])))
    Queue.erase(Queue.begin() + Next);
}

/// Whether a start gains enough for others like it to be looked for. With one
/// field, those are few.
bool HintSearch::isPromising() const {
  constexpr int64_t LeastGainPercent = 2;
  if (!Best || Space.MaxWidth == 0)
    return Best.has_value();
  return Tried.front().Cycles &&
         Tried[*Best].compared() * (100 + LeastGainPercent) <=
             Tried.front().compared() * 100;
}

std::optional<LoopHints> HintSearch::next() {
  skip();
  for (unsigned I = 0; I < NumRows && Next == Queue.size() && isPromising();
       ++I) {
    const LoopHints At = Tried[*Best].Hints;
    std::optional<LoopHints> &From = TriedFrom[NextRow];
    if (!From || !(*From == At)) {
      From = At;
      addRow(At, static_cast<Row>(NextRow));
      skip();
    }
    NextRow = (NextRow + 1) % NumRows;
  }
  return Next < Queue.size() ? std::optional(Queue[Next]) : std::nullopt;
}

void HintSearch::tell(HintResult R) {
  assert(Next < Queue.size() && Queue[Next] == R.Hints && "not what was asked");
  ++Next;
  if (R.Cycles && (!Best || R.compared() < Tried[*Best].compared()))
    Best = Tried.size();
  Tried.push_back(std::move(R));
}

const HintResult *
HintSearch::choice(function_ref<bool(const HintResult &)> Counts) const {
  if (Tried.empty() || !Tried.front().Cycles)
    return nullptr;
  std::vector<const HintResult *> Counted;
  for (const HintResult &R : Tried)
    if (R.Cycles && (!Counts || Counts(R)))
      Counted.push_back(&R);
  if (Counted.empty())
    return nullptr;
  const CyclesPerIter Limit =
      (*llvm::min_element(
           Counted,
           [](auto *A, auto *B) { return A->compared() < B->compared(); }))
          ->compared() *
      101 / 100;
  const HintResult *Choice = nullptr;
  auto Rank = [](const HintResult &R) {
    return std::tuple(!hasTripsAbove(R.Shape, 2), R.SourceIterations,
                      R.Hints.numAsked());
  };
  for (const HintResult *R : Counted)
    if (R->compared() <= Limit && (!Choice || Rank(*R) < Rank(*Choice)))
      Choice = R;
  return Choice;
}
