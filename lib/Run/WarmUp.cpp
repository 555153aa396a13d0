//===- WarmUp.cpp - What was accessed before a stretch --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The past is made backwards, in parts as long as the stretch, until it has as
/// many lines as may count or brings no new ones; then it is gone through
/// forwards. All but the last touch of a line is left out where no time counts,
/// which leaves a cache that replaces the line of the longest ago as it is.
///
/// Tested by unittests/Run/WarmUpTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "WarmUp.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

using namespace kernelbounds;
using namespace llvm;

/// Executions that the past has at most: enough for a stream that comes to a
/// new line of a cache of 32 MiB in every sixteenth of them.
static constexpr uint64_t MostRuns = uint64_t(1) << 23;

AddressRange AddressRange::likely() const {
  AddressRange R = *this;
  // What one stretch goes through as a whole is known.
  if (NumStretches < 2 || Longest >= size() / 2)
    return R;
  const uint64_t More = size() / (NumStretches - 1);
  R.Begin -= std::min(More, R.Begin);
  R.End = SaturatingAdd(R.End, More);
  return R;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The most frequent of \p Values, the smallest of several, and how often.
template <typename T>
static std::pair<T, size_t> mostFrequent(std::vector<T> Values) {
  llvm::sort(Values);
  std::pair<T, size_t> Best{};
  for (size_t I = 0; I < Values.size();) {
    size_t End = I;
    while (End < Values.size() && Values[End] == Values[I])
      ++End;
    if (End - I > Best.second)
      Best = {Values[I], End - I};
    I = End;
  }
  return Best;
}

/// How long the segments are of which one break is seen, with \p Seen
/// executions on one side of it. A jump against the direction of the steps
/// leads to about where the segment began, as in a loop over the columns of a
/// matrix or over the same vector again; else the segment is as long as what is
/// seen of it.
static uint64_t lengthBefore(int64_t Jump, int64_t Step, uint64_t Seen) {
  if (Step == 0 || (Jump < 0) == (Step < 0))
    return Seen;
  return std::max(Seen,
                  divideNearest(AbsoluteValue(Jump), AbsoluteValue(Step)) + 1);
}

StreamShape kernelbounds::findShape(ArrayRef<uint64_t> Addresses) {
  StreamShape S;
  S.First = Addresses.front();
  S.NumRuns = Addresses.size();
  std::vector<int64_t> Steps;
  for (size_t I = 1; I < Addresses.size(); ++I)
    Steps.push_back(static_cast<int64_t>(Addresses[I] - Addresses[I - 1]));
  if (Steps.empty())
    return S;
  const auto [Step, NumEqual] = mostFrequent(Steps);
  S.Step = Step;
  if (NumEqual == Steps.size()) {
    S.Kind = Step == 0 ? StreamShape::Fixed : StreamShape::Walk;
    return S;
  }
  if (NumEqual * 5 < Steps.size() * 2) {
    S.Kind = StreamShape::Random;
    return S;
  }
  // Where segments begin; the first one may have begun before.
  std::vector<size_t> Starts;
  for (size_t I = 0; I < Steps.size(); ++I)
    if (Steps[I] != Step)
      Starts.push_back(I + 1);
  std::vector<uint64_t> Lengths;
  std::vector<int64_t> Outer;
  for (size_t I = 1; I < Starts.size(); ++I) {
    Lengths.push_back(Starts[I] - Starts[I - 1]);
    Outer.push_back(
        static_cast<int64_t>(Addresses[Starts[I]] - Addresses[Starts[I - 1]]));
  }
  if (Lengths.empty()) {
    const auto Jump =
        static_cast<int64_t>(Addresses[Starts[0]] - Addresses[Starts[0] - 1]);
    const uint64_t Seen =
        std::max(Starts.front(), Addresses.size() - Starts[0]);
    Lengths.push_back(lengthBefore(Jump, Step, Seen));
    Outer.push_back(Jump + Step * static_cast<int64_t>(Lengths[0] - 1));
  }
  const auto [Jump, NumJumps] = mostFrequent(Outer);
  if (NumJumps * 5 < Outer.size() * 2) {
    S.Kind = StreamShape::Random;
    return S;
  }
  S.Kind = StreamShape::Segments;
  S.Length = mostFrequent(std::move(Lengths)).first;
  S.Outer = Jump;
  S.Done = S.Length - std::min<uint64_t>(S.Length, Starts.front());
  return S;
}

bool kernelbounds::continueAs(StreamShape &Walk, const StreamShape &Known) {
  if (Walk.Kind != StreamShape::Walk || Known.Kind != StreamShape::Segments ||
      Walk.Step != Known.Step || Walk.NumRuns > Known.Length)
    return false;
  // The way from the start of a known segment, in the direction of the steps.
  auto Way = static_cast<int64_t>(Walk.First -
                                  (Known.First - Known.Step * Known.Done));
  if (Walk.Step < 0)
    Way = -Way;
  const auto Step = static_cast<int64_t>(AbsoluteValue(Walk.Step));
  const auto Outer = static_cast<int64_t>(AbsoluteValue(Known.Outer));
  int64_t Done;
  if (Outer >= Step) // Of rows: those between do not matter.
    Done = (Way % Outer + Outer) % Outer / Step;
  else // Of columns: they lie between the steps.
    Done = Way < 0 ? -1 : (Way + Step / 2) / Step;
  if (Done < 0 || Done + Walk.NumRuns > Known.Length)
    return false;
  Walk.Kind = StreamShape::Segments;
  Walk.Length = Known.Length;
  Walk.Outer = Known.Outer;
  Walk.Done = Done;
  return true;
}

void LongWalks::add(const StreamShape &Walk, unsigned AccessBytes) {
  const uint64_t Long = AbsoluteValue(Walk.Step);
  if (Walk.Kind != StreamShape::Walk || Long <= PlacePool::UnitBytes)
    return;
  Bytes = std::max(Bytes, AccessBytes);
  if (!Places.empty() && Step != Walk.Step) {
    Step = 0;
    return;
  }
  Step = Walk.Step;
  if (const uint64_t Place = Walk.First % Long; !is_contained(Places, Place))
    Places.push_back(Place);
}

bool kernelbounds::continueAsColumn(StreamShape &Walk, const LongWalks &Columns,
                                    const AddressRange &Range) {
  if (Walk.Kind != StreamShape::Walk || !Columns.areColumns() ||
      Walk.Step != Columns.Step || Walk.First < Range.Begin ||
      Walk.First >= Range.End)
    return false;
  const uint64_t Long = AbsoluteValue(Walk.Step);
  Walk.Kind = StreamShape::Segments;
  Walk.Done =
      (Walk.Step > 0 ? Walk.First - Range.Begin : Range.End - 1 - Walk.First) /
      Long;
  Walk.Length = std::max(Range.size() / Long, Walk.Done + Walk.NumRuns);
  Walk.Outer = Columns.Bytes;
  return true;
}

//===----------------------------------------------------------------------===//
// The past
//===----------------------------------------------------------------------===//

/// Units met again, and steps in both directions from stretch to stretch, that
/// are no chance.
static constexpr unsigned LeastMetAgain = 8, LeastTurns = 2;

PlacePool PlacePool::estimate(ArrayRef<std::vector<uint64_t>> Samples,
                              uint64_t Most) {
  PlacePool P;
  DenseSet<uint64_t> Marked;
  double Met = 0, Again = 0;
  unsigned NumUp = 0, NumDown = 0;
  for (auto [I, S] : enumerate(Samples)) {
    Met += double(S.size()) * double(Marked.size());
    for (const uint64_t Unit : S)
      Again += Marked.contains(Unit);
    Marked.insert_range(S);
    if (I == 0)
      continue;
    NumUp += S.front() > Samples[I - 1].front();
    NumDown += S.front() < Samples[I - 1].front();
  }
  P.ComesBack =
      Again >= LeastMetAgain || (NumUp >= LeastTurns && NumDown >= LeastTurns);
  P.Seen.assign(Marked.begin(), Marked.end());
  llvm::sort(P.Seen);
  // As many as so few recaptures can be of, by twice the standard deviation of
  // their number; if no place was met again, nothing but the range is known.
  const double Likely =
      Again == 0 ? double(Most) : Met / Again * (1 + 2 / std::sqrt(Again));
  P.NumLikely = std::max<uint64_t>(
      P.Seen.size(), static_cast<uint64_t>(std::min(double(Most), Likely)));
  return P;
}

PastStream::PastStream(const StreamShape &Shape, const AddressRange &Range,
                       const PlacePool *Pool)
    : Shape(Shape), Range(Range), Pool(Pool), Address(Shape.First),
      Start(Shape.First - Shape.Step * Shape.Done), Position(Shape.Done),
      State(Shape.First | 1) {}

/// What leaves the range at one end comes in at the other.
uint64_t PastStream::wrap(uint64_t A) const {
  const uint64_t Size = Range.size();
  if (Range.End == 0 || Size == 0 || (A >= Range.Begin && A < Range.End))
    return A;
  return A < Range.Begin ? Range.End - 1 - (Range.Begin - A - 1) % Size
                         : Range.Begin + (A - Range.End) % Size;
}

/// One of the pool, or of the range.
uint64_t PastStream::anyPlace(uint64_t Number) const {
  if (Pool && !Pool->Seen.empty()) {
    Number %= Pool->NumLikely;
    if (Number < Pool->Seen.size())
      return Pool->Seen[Number] * PlacePool::UnitBytes;
    // Where those are that were not seen is not known: side by side.
    Number *= PlacePool::UnitBytes;
  }
  return Range.Begin + Number % std::max<uint64_t>(1, Range.size());
}

uint64_t PastStream::next() {
  switch (Shape.Kind) {
  case StreamShape::Fixed:
    return Address;
  case StreamShape::Walk:
    return Address = wrap(Address - Shape.Step);
  case StreamShape::Segments:
    if (Position == 0) {
      Position = Shape.Length;
      Start = wrap(Start - Shape.Outer);
    }
    --Position;
    return wrap(Start + Shape.Step * Position);
  case StreamShape::Random:
    break;
  }
  // A xorshift generator, so that the same trace always gives the same.
  State ^= State << 13;
  State ^= State >> 7;
  State ^= State << 17;
  return anyPlace(State);
}

/// Of what goes through the caches.
static std::map<OperandId, std::vector<uint64_t>>
addressesByOperand(const StretchAccesses &S) {
  std::map<OperandId, std::vector<uint64_t>> Out;
  for (const StretchAccess &A : S.All)
    if (!A.IsNonTemporal)
      Out[{A.Inst, A.Number}].push_back(A.Address);
  return Out;
}

/// Units that more than one stretch goes through, ascending.
static std::vector<uint64_t> sharedUnits(ArrayRef<StretchAccesses> All) {
  DenseMap<uint64_t, size_t> Last; // The stretch that had it last.
  DenseSet<uint64_t> Shared;
  for (auto [Stretch, S] : enumerate(All))
    for (const StretchAccess &A : S.All) {
      const uint64_t Unit = A.Address / PlacePool::UnitBytes;
      const auto [It, IsNew] = Last.try_emplace(Unit, Stretch);
      if (!A.IsNonTemporal && std::exchange(It->second, Stretch) != Stretch)
        Shared.insert(Unit);
    }
  std::vector<uint64_t> Units(Shared.begin(), Shared.end());
  llvm::sort(Units);
  return Units;
}

WarmUp::WarmUp(ArrayRef<StretchAccesses> All) : Shared(sharedUnits(All)) {
  std::map<OperandId, std::vector<std::vector<uint64_t>>> Samples;
  for (const StretchAccesses &S : All) {
    std::map<OperandId, AddressRange> Own;
    std::map<OperandId, std::vector<uint64_t>> Units;
    std::map<OperandId, unsigned> Bytes;
    for (const StretchAccess &A : S.All)
      Bytes[{A.Inst, A.Number}] = A.Bytes;
    for (const auto &[Id, Addresses] : addressesByOperand(S)) {
      const StreamShape Shape = findShape(Addresses);
      if (Shape.Kind == StreamShape::Segments)
        Segmented[Id].push_back(Shape);
      else
        Walks[Id].add(Shape, Bytes[Id]);
    }
    for (const StretchAccess &A : S.All) {
      AddressRange &R = Own[{A.Inst, A.Number}];
      R.Begin = std::min(R.Begin, A.Address);
      R.End = std::max(
          R.End, SaturatingAdd(A.Address, std::max<uint64_t>(1, A.Bytes)));
      Units[{A.Inst, A.Number}].push_back(A.Address / PlacePool::UnitBytes);
    }
    for (auto &[Id, Sample] : Units) {
      llvm::sort(Sample);
      Sample.erase(llvm::unique(Sample), Sample.end());
      Samples[Id].push_back(std::move(Sample));
    }
    for (const auto &[Id, R] : Own) {
      AddressRange &Sum = Ranges[Id];
      Sum.Begin = std::min(Sum.Begin, R.Begin);
      Sum.End = std::max(Sum.End, R.End);
      Sum.Longest = std::max(Sum.Longest, R.size());
      ++Sum.NumStretches;
    }
  }
  for (auto &[Id, Shapes] : Segmented)
    llvm::sort(Shapes, [](const StreamShape &A, const StreamShape &B) {
      return std::pair(A.Length, A.First) < std::pair(B.Length, B.First);
    });
  for (const auto &[Id, Of] : Samples)
    Pools[Id] = PlacePool::estimate(
        Of, Ranges.at(Id).likely().size() / PlacePool::UnitBytes + 1);
}

namespace {

/// Touches of the past, the last one first. Beyond the last RunUpTouches, only
/// the last touch of a line counts: how long ago it was is what decides whether
/// caches still hold the line when the run-up begins. Lines are kept by groups
/// of 64: those of neighbours share an entry of the table, which is looked up
/// millions of times.
class PastTouches {
public:
  void add(const PastTouch &T) {
    if (Touches.size() < RunUpTouches) {
      InRunUp.insert(T.Line);
      Touches.push_back(T);
      return;
    }
    LineGroup &G = Before[T.Line / LinesInGroup];
    const uint64_t Bit = bitOf(T);
    if (T.IsStore)
      G.Stored |= Bit;
    if (G.Touched & Bit)
      return;
    G.Touched |= Bit;
    Touches.push_back(T);
  }
  /// Those of the run-up and those before it.
  size_t numLines() const {
    return InRunUp.size() + Touches.size() -
           std::min(Touches.size(), RunUpTouches);
  }
  std::vector<PastTouch> take() {
    // What was written before is still to be written back.
    for (PastTouch &T : MutableArrayRef(Touches).drop_front(
             std::min(Touches.size(), RunUpTouches)))
      T.IsStore |= (Before[T.Line / LinesInGroup].Stored & bitOf(T)) != 0;
    return std::move(Touches);
  }

private:
  static constexpr unsigned LinesInGroup = 64;
  struct LineGroup {
    uint64_t Touched = 0, Stored = 0; ///< A bit for each line.
  };
  static uint64_t bitOf(const PastTouch &T) {
    return uint64_t(1) << T.Line % LinesInGroup;
  }

  std::vector<PastTouch> Touches;
  DenseSet<uint64_t> InRunUp;
  DenseMap<uint64_t, LineGroup> Before; ///< By group: before the run-up.
};

} // namespace

/// One part of the past, as long as the stretch: the last touch first, streams
/// in turn. Executions in a row on one line are one touch.
static void addPart(std::vector<PastStream> &Streams, unsigned LineBytes,
                    PastTouches &Out) {
  constexpr unsigned Rounds = 64;
  std::vector<uint64_t> Last(Streams.size(), UINT64_MAX);
  for (uint64_t Round = 0; Round < Rounds; ++Round)
    for (auto [N, P] : enumerate(Streams)) {
      const StreamShape &S = P.shape();
      if (S.Kind == StreamShape::Fixed && Round != 0)
        continue;
      const uint64_t End = S.NumRuns * (Round + 1) / Rounds;
      for (uint64_t I = S.NumRuns * Round / Rounds; I < End; ++I)
        if (const uint64_t Line = P.next() / LineBytes; Line != Last[N]) {
          Out.add({Line, S.Inst, S.IsStore});
          Last[N] = Line;
        }
      if (S.Kind == StreamShape::Fixed)
        Out.add({S.First / LineBytes, S.Inst, S.IsStore});
    }
}

/// Parts without a new line after which there will be none: a stream that
/// comes back to the next column of a matrix meets a new line when all columns
/// of the last one are done.
static uint64_t partsToNewLine(ArrayRef<PastStream> Streams,
                               unsigned LineBytes) {
  uint64_t Most = 1;
  for (const PastStream &P : Streams) {
    const StreamShape &S = P.shape();
    if (S.Kind == StreamShape::Fixed || S.Kind == StreamShape::Random)
      continue;
    const uint64_t Inner = AbsoluteValue(S.Step);
    uint64_t Runs = Inner == 0 ? 1 : divideCeil(LineBytes, Inner);
    if (S.Kind == StreamShape::Segments) {
      const uint64_t Outer = AbsoluteValue(S.Outer);
      Runs = SaturatingMultiply(S.Length,
                                Outer == 0 ? 1 : divideCeil(LineBytes, Outer));
    }
    Most = std::max(Most, divideCeil(Runs, S.NumRuns));
  }
  return Most;
}

/// Whether another stretch has come to most of \p Addresses.
bool WarmUp::isShared(ArrayRef<uint64_t> Addresses) const {
  const auto Num = count_if(Addresses, [&](uint64_t A) {
    return std::binary_search(Shared.begin(), Shared.end(),
                              A / PlacePool::UnitBytes);
  });
  return size_t(Num) * 2 > Addresses.size();
}

/// Calls \p Touch, until it says that it has enough, for the units of operands
/// of \p S that come back. Those that S itself comes to are last, that is the
/// oldest: the operand has been everywhere else since. Units of which only the
/// number is known are taken to lie behind the range.
void WarmUp::forEachInPools(const StretchAccesses &S,
                            function_ref<bool(uint64_t)> Touch) const {
  DenseSet<uint64_t> Own;
  std::set<OperandId> Back;
  for (const StretchAccess &A : S.All) {
    const OperandId Id{A.Inst, A.Number};
    if (A.IsNonTemporal || !Pools.at(Id).ComesBack)
      continue;
    Back.insert(Id);
    Own.insert(A.Address / PlacePool::UnitBytes);
  }
  for (const OperandId Id : Back) {
    const PlacePool &P = Pools.at(Id);
    for (const uint64_t Unit : P.Seen)
      if (!Own.contains(Unit) && !Touch(Unit))
        return;
    const uint64_t Behind = Ranges.at(Id).End / PlacePool::UnitBytes + 1;
    for (uint64_t I = P.Seen.size(); I < P.NumLikely; ++I)
      if (!Touch(Behind + I))
        return;
  }
  for (const StretchAccess &A : S.All)
    if (const uint64_t Unit = A.Address / PlacePool::UnitBytes;
        Own.contains(Unit) && !Touch(Unit))
      return;
}

std::vector<PastTouch> WarmUp::past(const StretchAccesses &S,
                                    unsigned LineBytes,
                                    uint64_t MostLines) const {
  std::map<OperandId, bool> IsStore;
  for (const StretchAccess &A : S.All)
    IsStore[{A.Inst, A.Number}] = A.IsStore;
  std::vector<PastStream> Streams;
  uint64_t Runs = 0;
  for (const auto &[Id, Addresses] : addressesByOperand(S)) {
    StreamShape Shape = findShape(Addresses);
    if (const auto It = Segmented.find(Id); It != Segmented.end())
      (void)llvm::any_of(It->second, [&](const StreamShape &Known) {
        return continueAs(Shape, Known);
      });
    Shape.IsStore = IsStore[Id];
    Shape.Inst = Id.first;
    Runs += Shape.NumRuns;
    AddressRange Range = Ranges.at(Id).likely();
    if (const auto It = Walks.find(Id); It != Walks.end())
      (void)continueAsColumn(Shape, It->second, Range);
    // How far a walk goes that was seen once is not known: it has not come
    // back, unless others come to the same places.
    if (Range.NumStretches == 1 && Shape.Kind == StreamShape::Walk &&
        !isShared(Addresses))
      Range = AddressRange();
    Streams.emplace_back(Shape, Range, &Pools.at(Id));
  }
  PastTouches Touches;
  const uint64_t Patience = partsToNewLine(Streams, LineBytes);
  uint64_t NumIdle = 0; // Parts in a row without a new line.
  for (uint64_t Done = 0; Done <= MostRuns && Runs != 0; Done += Runs) {
    const size_t Before = Touches.numLines();
    addPart(Streams, LineBytes, Touches);
    NumIdle = Touches.numLines() == Before ? NumIdle + 1 : 0;
    if (NumIdle >= Patience || Touches.numLines() >= MostLines)
      break;
  }
  // Before all that: what other stretches have come to, too.
  auto Touch = [&](uint64_t Unit) {
    if (Touches.numLines() >= MostLines)
      return false;
    Touches.add({Unit * PlacePool::UnitBytes / LineBytes, 0, false});
    return true;
  };
  if (all_of(Shared, Touch))
    forEachInPools(S, Touch);
  std::vector<PastTouch> Past = Touches.take();
  std::reverse(Past.begin(), Past.end());
  return Past;
}

int64_t kernelbounds::runUp(MemorySystem &M, ArrayRef<PastTouch> Last,
                            unsigned LineBytes, double Cycles, size_t Window) {
  std::vector<int64_t> Done;
  double T = 0;
  for (const PastTouch &P : Last) {
    if (Done.size() >= Window)
      T = std::max(T, static_cast<double>(Done[Done.size() - Window]));
    const auto Now = static_cast<int64_t>(T);
    const uint64_t Address = P.Line * LineBytes;
    const MemoryAnswer A = P.IsStore ? M.store(P.Inst, Address, 1, Now)
                                     : M.load(P.Inst, Address, 1, Now);
    Done.push_back(Now + A.Delay);
    T += Cycles;
  }
  return static_cast<int64_t>(T) + 1;
}
