//===- StoreBound.cpp - Lower bound from lines that stores go to ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stores become visible in program order. A run of n stores into one line
/// takes n / PerLine cycles, rounded up, where the stores before and behind it
/// go to other lines; without any change of line there is nothing to round.
/// Two stores of unknown distance may share a line: they do for the bound. For
/// what is expected they do not, if they have different origins, or if loaded
/// data decide where one of them goes.
///
/// Measured by this project on a core of the Golden Cove family (cycles of a
/// trip, letters are lines): AA 1, AB 2, ABAB 4, AABB 2, ABBA 2, AAB 2, AAAB 3,
/// ABCDEF 6; and on Zen 4: two integer stores a cycle only into one line. Of 8
/// stores of 32 bytes in a row, Golden Cove takes 4 cycles if none crosses a
/// line, 12 if every second does, 16 if all do.
///
/// On Zen 4 stores go in pairs only while loads that stores forward to are
/// rare: with n stores into one line and f loads of them, a trip takes n/2
/// cycles up to one load in two of these cycles, and n beyond (n = 8: f = 2
/// takes 4 cycles, f = 3 takes 8). How wide the load is, whether it is renamed,
/// and which of the stores it reads make no difference. Loads of instructions
/// that store what they load (`add %rax, (%rdi)`) hardly count: 2, 3 and 4 of
/// these take 1.6, 2.3 and 2.9 cycles.
///
/// Zen 3 writes words of four bytes. A store into a part of one keeps the next
/// such store out of the word for 5 cycles, if one to another line stands
/// between: with 8 bytes into one line, and 1 byte into another, a trip takes
/// 5.0 cycles at a place that stays, and 4.25 where it moves by one byte.
///
/// O(stores). Tested by unittests/Bounds/StoreBoundTest.cpp,
/// test/Bounds/store-lines.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/StoreBound.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Graph/KernelAddresses.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <memory>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// The bound
//===----------------------------------------------------------------------===//

CyclesPerIter kernelbounds::computeStoreBound(ArrayRef<bool> ChangesLine,
                                              unsigned PerLine) {
  const size_t Num = ChangesLine.size();
  if (PerLine == 0 || Num == 0)
    return {};
  const size_t Last = std::find(ChangesLine.begin(), ChangesLine.end(), true) -
                      ChangesLine.begin();
  if (Last == Num)
    return CyclesPerIter(Num, PerLine);
  // From behind a change to that change again, around the loop.
  int64_t Cycles = 0;
  size_t Run = 0;
  for (size_t I = 1; I <= Num; ++I) {
    ++Run;
    if (!ChangesLine[(Last + I) % Num])
      continue;
    Cycles += divideCeil(Run, PerLine);
    Run = 0;
  }
  return Cycles;
}

CyclesPerIter
kernelbounds::computeCrossingStores(ArrayRef<bool> ChangesLine,
                                    ArrayRef<uint64_t> CrossingTrips,
                                    unsigned PerLine, unsigned CommitCycles) {
  const size_t Num = ChangesLine.size();
  if (PerLine == 0 || Num == 0)
    return {};
  // All trips in a row. A store that crosses stands between changes of line.
  const auto Changes = std::make_unique<bool[]>(Num * LinePeriod);
  int64_t NumCrossing = 0;
  for (size_t Trip = 0, At = 0; Trip < LinePeriod; ++Trip)
    for (size_t I = 0; I < Num; ++I, ++At) {
      Changes[At] |= ChangesLine[I];
      if ((CrossingTrips[I] >> Trip & 1) == 0)
        continue;
      ++NumCrossing;
      Changes[At] = true;
      Changes[(At + Num * LinePeriod - 1) % (Num * LinePeriod)] = true;
    }
  const CyclesPerIter Runs =
      computeStoreBound(ArrayRef(Changes.get(), Num * LinePeriod), PerLine);
  return (Runs + NumCrossing * (int64_t(CommitCycles) - 1)) / LinePeriod;
}

namespace {
/// How two stores in a row lie.
enum class Lines : uint8_t { MayBeOne, Different, ExpectedDifferent };

struct Store {
  uint32_t Inst, Mem; ///< Mem: into Kernel::Mems.
};
} // namespace

/// Of \p To \p Trips trips after \p From.
static Lines linesOf(KernelAddresses &Addresses, Store From, Store To,
                     unsigned Trips) {
  const Kernel &K = Addresses.kernel();
  const MemRef &A = K.Mems[From.Mem], &B = K.Mems[To.Mem];
  if (A.IsGather || B.IsGather || A.IsScalable || B.IsScalable ||
      A.Segment != B.Segment)
    return Lines::MayBeOne;
  std::optional<int64_t> Apart = Addresses.distance(From.Mem, To.Mem, Trips);
  if (!Apart)
    return Addresses.haveDifferentOrigins(From.Mem, To.Mem) ||
                   Addresses.areDecidedByData(From.Mem, To.Mem)
               ? Lines::ExpectedDifferent
               : Lines::MayBeOne;
  const auto First = std::min<__int128>(0, *Apart);
  const auto End = std::max<__int128>(A.Width, __int128(*Apart) + B.Width);
  return End - First > CacheLineBytes ? Lines::Different : Lines::MayBeOne;
}

static std::vector<Store> storesOf(const Kernel &K) {
  std::vector<Store> Stores;
  for (auto [I, Inst] : enumerate(K.Insts))
    for (uint32_t M = Inst.FirstMem; M < Inst.FirstMem + Inst.NumMems; ++M)
      if (K.Mems[M].IsStore)
        Stores.push_back({static_cast<uint32_t>(I), M});
  return Stores;
}

/// Trips in which the store of \p Inst is expected to cross a line.
static uint64_t crossingTrips(const Analysis &A, uint32_t Inst) {
  uint64_t Trips = 0;
  for (const MappedUop &U : A.Mapped.uops(A.Mapped.Insts[Inst]))
    if (U.Kind == UopKind::StoreData)
      Trips |= U.ExpectedCrossingTrips;
  return Trips;
}

/// The cycles that are expected of \p Stores.
static CyclesPerIter expectedCycles(const Analysis &A, ArrayRef<Store> Stores,
                                    ArrayRef<bool> ChangesLine,
                                    unsigned PerLine) {
  const LineCrossingRule *Rule = A.model().lineCrossingRule().second;
  std::vector<uint64_t> Crossing(Stores.size(), 0);
  if (Rule && Rule->CommitCycles != 0)
    for (auto [Trips, S] : zip_equal(Crossing, Stores))
      Trips = crossingTrips(A, S.Inst);
  return any_of(Crossing, [](uint64_t Trips) { return Trips != 0; })
             ? computeCrossingStores(ChangesLine, Crossing, PerLine,
                                     Rule->CommitCycles)
             : computeStoreBound(ChangesLine, PerLine);
}

/// The first cycles after which a store has left for the cache, unless stores
/// are what the loop waits for. Measured on Zen 4: 8 stores and loads of what
/// they stored a trip before, which take 5.3 cycles of the address units, are
/// forwarded; 12, which take 8, are not.
static constexpr int64_t CyclesToCommit = 8;

/// Loads of a trip to which a store is expected to forward, if a trip takes
/// \p Cycles, of which stores alone take \p InStores.
static unsigned countForwarded(const Analysis &A, const CyclesPerIter &Cycles,
                               const CyclesPerIter &InStores) {
  const Kernel &K = A.kernel();
  const auto Num = static_cast<int64_t>(K.Insts.size());
  SmallVector<uint32_t, 8> Loads;
  for (const MemoryDependence &D : A.Memory) {
    if (D.Order != DependenceOrder::RAW || D.Class == DependenceClass::May)
      continue;
    const KernelInst &Dest = K.Insts[D.DestInst];
    const bool Updates =
        any_of(ArrayRef(K.Mems).slice(Dest.FirstMem, Dest.NumMems),
               [](const MemRef &M) { return M.IsStore; });
    const int64_t InstsApart =
        int64_t(D.Distance) * Num + int64_t(D.DestInst) - int64_t(D.SourceInst);
    const bool HasLeft =
        Cycles > InStores && Cycles * InstsApart >= CyclesToCommit * Num;
    if (!Updates && !HasLeft)
      Loads.push_back(D.DestMem);
  }
  sort(Loads);
  return std::unique(Loads.begin(), Loads.end()) - Loads.begin();
}

/// Of the words that the cache of such a core writes as a whole.
static constexpr int64_t WordBytes = 4;

namespace {
/// The next store into a part of a word of which this one writes a part.
struct NextPart {
  size_t Store = 0;
  CyclesPerIter Wait; ///< Beyond a cycle for each store up to there.
};
} // namespace

/// Where two parts are apart by less than a word, that share of them is in
/// different words. O(Merge).
static std::optional<NextPart> nextPart(KernelAddresses &Addresses,
                                        ArrayRef<Store> Stores, size_t From,
                                        ArrayRef<bool> ChangesLine,
                                        unsigned Merge) {
  const Kernel &K = Addresses.kernel();
  const auto IsPart = [&](size_t I) {
    return K.Mems[Stores[I].Mem].Width < WordBytes;
  };
  if (!IsPart(From))
    return std::nullopt;
  bool IsOneWrite = true;
  for (size_t Gap = 1; Gap < Merge; ++Gap) {
    const size_t To = (From + Gap) % Stores.size();
    IsOneWrite &= !ChangesLine[(From + Gap - 1) % Stores.size()];
    if (!IsPart(To))
      continue;
    const std::optional<int64_t> Apart = Addresses.distance(
        Stores[From].Mem, Stores[To].Mem, (From + Gap) / Stores.size());
    if (!Apart || *Apart <= -WordBytes || *Apart >= WordBytes)
      continue;
    NextPart Next{To, {}};
    if (!IsOneWrite)
      Next.Wait = CyclesPerIter(
          int64_t(Merge - Gap) * (WordBytes - std::abs(*Apart)), WordBytes);
    return Next;
  }
  return std::nullopt;
}

/// Cycles that stores of a trip wait since words are written in parts. Stores
/// into one word wait one after the other, those into several at the same time.
/// O(stores * Merge).
static CyclesPerIter waitsForWords(KernelAddresses &Addresses,
                                   ArrayRef<Store> Stores,
                                   ArrayRef<bool> ChangesLine, unsigned Merge) {
  std::vector<std::optional<NextPart>> Next(Stores.size());
  std::vector<bool> IsBehind(Stores.size()), IsDone(Stores.size());
  for (size_t I = 0; I < Stores.size(); ++I)
    if ((Next[I] = nextPart(Addresses, Stores, I, ChangesLine, Merge)))
      IsBehind[Next[I]->Store] = true;
  CyclesPerIter Most;
  const auto Follow = [&](size_t First) {
    CyclesPerIter Sum;
    for (size_t I = First; Next[I] && !IsDone[I]; I = Next[I]->Store) {
      IsDone[I] = true;
      Sum += Next[I]->Wait;
    }
    Most = std::max(Most, Sum);
  };
  for (size_t I = 0; I < Stores.size(); ++I)
    if (!IsBehind[I])
      Follow(I);
  for (size_t I = 0; I < Stores.size(); ++I)
    Follow(I); // What is left goes around the loop.
  return Most;
}

/// Cycles that stores into parts of words take besides their first one, since
/// loads decide where they go. Those are never known to be in one word.
static CyclesPerIter extraOfParts(KernelAddresses &Addresses,
                                  ArrayRef<Store> Stores, unsigned Cycles) {
  return CyclesPerIter(
      int64_t(Cycles - 1) * count_if(Stores, [&](const Store &S) {
        return Addresses.kernel().Mems[S.Mem].Width < WordBytes &&
               Addresses.areDecidedByData(S.Mem, S.Mem);
      }));
}

/// Cycles of a trip in which the cache takes stores into parts of words, up to
/// \p PerLine at a time that have no \p ChangesLine between them.
static CyclesPerIter cyclesOfParts(const Kernel &K, ArrayRef<Store> Stores,
                                   ArrayRef<bool> ChangesLine,
                                   unsigned PerLine) {
  // As many trips as may be needed for groups that begin in one and end in
  // another.
  int64_t Cycles = 0;
  unsigned InGroup = 0;
  bool HasPart = false;
  for (unsigned Trip = 0; Trip < PerLine; ++Trip)
    for (size_t I = 0; I < Stores.size(); ++I) {
      HasPart |= K.Mems[Stores[I].Mem].Width < WordBytes;
      if (++InGroup < PerLine && !ChangesLine[I])
        continue;
      Cycles += HasPart;
      InGroup = 0;
      HasPart = false;
    }
  return CyclesPerIter(Cycles + HasPart, PerLine);
}

namespace {
/// Cycles in which the loads of a trip start, as many in each as can.
struct LoadCycles {
  CyclesPerIter Ports, Units;
  unsigned NumUnits = 0; ///< That loads share beside ports; 0: none.
};
} // namespace

static LoadCycles cyclesOfLoads(const MappedKernel &M) {
  LoadCycles Sum;
  for (const MappedUop &U : M.Uops) {
    if (U.Kind != UopKind::Load || U.Ports.empty())
      continue;
    const CyclesPerIter Cycles(U.Cycles, U.Ports.size());
    if (U.Ports.isSubsetOf(M.Model->issuePorts())) {
      Sum.Ports += Cycles;
      continue;
    }
    Sum.Units += Cycles;
    Sum.NumUnits = std::max(Sum.NumUnits, U.Ports.size());
  }
  return Sum;
}

/// What stores into parts of words and loads take together: the cache reads a
/// word before it writes a part of it. Stores that come two in three and a half
/// cycles, or closer, can be taken together. Measured on Zen 3: one store of a
/// byte and six loads take 3.0 cycles, of eight bytes 2.5; with vector loads,
/// which share two units, 3.8 and 3.0; two loads and a store of a byte 1.2.
static CyclesPerIter besideLoads(const BoundContext &C, ArrayRef<Store> Stores,
                                 ArrayRef<bool> ChangesLine, unsigned PerLine) {
  const auto Num = static_cast<int64_t>(Stores.size());
  const CyclesPerIter SoFar = std::max(C.SoFar, C.A.LCD.Ratio);
  const bool AreClose = SoFar * 4 <= CyclesPerIter(7 * Num);
  const CyclesPerIter Parts =
      cyclesOfParts(C.A.kernel(), Stores, ChangesLine, AreClose ? PerLine : 1);
  if (Parts == CyclesPerIter())
    return Parts;
  const LoadCycles Loads = cyclesOfLoads(C.A.Mapped);
  return std::max(Parts + Loads.Ports,
                  Loads.NumUnits == 0 ? CyclesPerIter()
                                      : Loads.Units + Parts / Loads.NumUnits);
}

static Bound computeStores(const BoundContext &C) {
  Bound B{Limit::Store, {}, nullptr};
  const unsigned PerLine =
      C.A.model().pipeline(PipelineParam::StoresPerLine).Value;
  if (PerLine == 0 || !C.Addresses)
    return B;
  const std::vector<Store> Stores = storesOf(C.A.kernel());
  auto W = std::make_shared<StoreWitness>();
  W->PerLine = PerLine;
  const auto Proved = std::make_unique<bool[]>(Stores.size()),
             Expected = std::make_unique<bool[]>(Stores.size());
  for (size_t I = 0; I < Stores.size(); ++I) {
    const bool IsLast = I + 1 == Stores.size();
    const Lines L =
        linesOf(*C.Addresses, Stores[I], Stores[IsLast ? 0 : I + 1], IsLast);
    Proved[I] = L == Lines::Different;
    Expected[I] = L != Lines::MayBeOne;
    W->Insts.push_back(Stores[I].Inst);
    W->ChangesLine.push_back(Proved[I]);
  }
  // Without a change of line it would only repeat what the ports say.
  if (is_contained(W->ChangesLine, true))
    B.Cycles =
        computeStoreBound(ArrayRef(Proved.get(), Stores.size()), PerLine);
  W->Expected = expectedCycles(
      C.A, Stores, ArrayRef(Expected.get(), Stores.size()), PerLine);
  if (const unsigned Interval =
          C.A.model().pipeline(PipelineParam::ForwardInterval).Value) {
    const CyclesPerIter Cycles =
        std::max({C.SoFar, C.A.LCD.Ratio, W->Expected});
    const unsigned Num = countForwarded(C.A, Cycles, W->Expected);
    const CyclesPerIter OneByOne =
        expectedCycles(C.A, Stores, ArrayRef(Expected.get(), Stores.size()), 1);
    if (CyclesPerIter(int64_t(Num) * Interval) > Cycles &&
        OneByOne > W->Expected) {
      W->NumForwarded = Num;
      W->Expected = OneByOne;
    }
  }
  if (const unsigned Merge =
          C.A.model().pipeline(PipelineParam::WordMerge).Value) {
    W->InWords = waitsForWords(*C.Addresses, Stores,
                               ArrayRef(Expected.get(), Stores.size()), Merge);
    W->Expected += W->InWords;
  }
  if (const unsigned Cycles =
          C.A.model().pipeline(PipelineParam::PartWrite).Value) {
    const ArrayRef<bool> Changes(Expected.get(), Stores.size());
    const CyclesPerIter Before = W->Expected - W->InWords;
    W->Expected += extraOfParts(*C.Addresses, Stores, Cycles);
    W->Expected =
        std::max(W->Expected, besideLoads(C, Stores, Changes, PerLine));
    W->InWords = W->Expected - Before;
  }
  B.Why = std::move(W);
  return B;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static unsigned numChanges(const StoreWitness &W) {
  return llvm::count(W.ChangesLine, true);
}

static std::string nameStores(const Analysis &, const Bottleneck &) {
  return "stores to different lines";
}

static std::string nameExpectedStores(const Analysis &, const Bound &B) {
  const auto &W = B.witness<StoreWitness>();
  if (W.InWords > CyclesPerIter())
    return "stores that write parts of a word of four bytes";
  if (W.NumForwarded == 0)
    return "stores to different lines, as the data are expected to lie";
  return "stores, one a cycle beside " + counted(W.NumForwarded, "load") +
         " that they forward to";
}

static std::string briefStores(const Analysis &, const Bound &B, unsigned) {
  const auto &W = B.witness<StoreWitness>();
  return counted(W.Insts.size(), "store") + ", " +
         counted(numChanges(W), "change") + " of line";
}

/// Shown where it says more than the ports of the stores.
static Evidence explainStores(const Analysis &, const Bound &B) {
  const auto &W = B.witness<StoreWitness>();
  Evidence E;
  const auto Num = static_cast<int64_t>(W.Insts.size());
  E.IsShown = B.Cycles * W.PerLine > CyclesPerIter(Num);
  E.Text = counted(Num, "store") + " in program order, " +
           std::to_string(W.PerLine) + " a cycle into one line of the cache, " +
           counted(numChanges(W), "change") + " of line";
  for (auto [I, Changes] : zip_equal(W.Insts, W.ChangesLine))
    if (Changes)
      E.Notes.push_back({I, "the next store goes to another line"});
  E.Facts = {{"stores", Fact::Number(Num)},
             {"line_changes", Fact::Number(numChanges(W))},
             {"expected", W.Expected},
             {"forwarded_loads", Fact::Number(W.NumForwarded)},
             {"waits_for_words", W.InWords}};
  return E;
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

static ArrayRef<PipelineParam> storeParams(const Bound &) {
  static constexpr PipelineParam Params[] = {
      PipelineParam::StoresPerLine, PipelineParam::ForwardInterval,
      PipelineParam::WordMerge, PipelineParam::PartWrite};
  return Params;
}

static CyclesPerIter storeRate(const Bound &B) {
  return B.witness<StoreWitness>().Expected;
}

const BoundRules kernelbounds::StoreRules = {.IsKept = true,
                                             .Params = storeParams,
                                             .Compute = computeStores,
                                             .Name = nameStores,
                                             .Brief = briefStores,
                                             .Explain = explainStores,
                                             .SimulatedRate = storeRate,
                                             .NameExpected =
                                                 nameExpectedStores};
