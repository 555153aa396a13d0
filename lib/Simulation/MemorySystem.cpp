//===- MemorySystem.cpp - Time that memory accesses take ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A request goes down level by level until one has the line; each level on the
/// way holds a miss buffer until the line is back, and gets the line unless it
/// holds only what the level above drops. Each connection carries one line at a
/// time. A line that is on its way is in the cache, with the cycle of its
/// arrival.
///
/// What leaves a level goes down if it was written, or if the level below holds
/// what is dropped. It takes bandwidth, and nothing waits for it.
///
/// Prefetchers watch the requests that reach their level, take miss buffers of
/// that level, and give way if none is free.
///
/// Tested by unittests/Simulation/MemorySystemTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/MemorySystem.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdlib>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Connections and buffers
//===----------------------------------------------------------------------===//

/// The first free slot from \p Slot on. Slots on the way then know it, too.
int64_t LineChannel::findFree(int64_t Slot) {
  int64_t Free = Slot;
  for (auto It = Next.find(Free); It != Next.end(); It = Next.find(Free))
    Free = It->second;
  while (Slot != Free) {
    int64_t &Known = Next.find(Slot)->second;
    Slot = std::exchange(Known, Free);
  }
  return Free;
}

int64_t LineChannel::take(int64_t T) {
  const int64_t First = divideCeil(std::max<int64_t>(T, 0) * Den, Num);
  const int64_t Slot = findFree(First);
  Next[Slot] = Slot + 1;
  return std::max<int64_t>(T, divideCeil(Slot * Num, Den));
}

/// Cycles that MissBuffers look back: more than stores wait to be written.
static constexpr int64_t CyclesKept = 1 << 15;

MissBuffers::MissBuffers(unsigned Num)
    : Num(Num), Held(Num == 0 ? 0 : CyclesKept) {}

int64_t MissBuffers::whenFree(int64_t T) const {
  if (Num == 0 || T < End - CyclesKept)
    return T;
  while (T < End && Held[T & (CyclesKept - 1)] >= Num)
    ++T;
  return T;
}

void MissBuffers::take(int64_t From, int64_t Until) {
  if (Num == 0)
    return;
  From = std::max<int64_t>(From, 0);
  Until = std::min(Until, From + CyclesKept);
  if (Until - End >= CyclesKept) {
    llvm::fill(Held, 0);
    End = Until;
  }
  for (; End < Until; ++End)
    Held[End & (CyclesKept - 1)] = 0;
  for (int64_t T = std::max(From, End - CyclesKept); T < Until; ++T)
    ++Held[T & (CyclesKept - 1)];
}

MemorySystem::MemorySystem(const CacheTables &Tables,
                           const MemoryOptions &Options)
    : Tables(Tables), LineBytes(Tables.lineBytes()), Memory(1, 1),
      MemoryDown(1, 1), Walkers(Tables.PageWalk.Walkers) {
  // setOptions() makes the connections.
  const LineChannel None(1, 1);
  for (const CacheLevelSpec &L : Tables.Levels)
    Levels.push_back({CacheContents(L.Sets, L.Ways, L.Replacement),
                      MissBuffers(L.MissBuffers), None, None,
                      L.WriteBandwidth == 0});
  for (const TlbSpec &T : Tables.Tlbs)
    Tlbs.emplace_back(T.Sets, T.Ways, ReplacementSpec());
  for (const PrefetcherSpec &P : Tables.Prefetchers)
    Followers.push_back({std::vector<Follower>(P.Entries)});
  setOptions(Options);
}

void MemorySystem::setOptions(const MemoryOptions &New) {
  Options = New;
  LinesInPage = Options.PageBytes / LineBytes;
  Bottom = std::min<size_t>(Options.LevelsThatMiss, Levels.size());
  const uint64_t Line = 100 * uint64_t(LineBytes); // In hundredths of bytes.
  auto Factor = [](bool IsMore) { return IsMore ? 2 : 1; };
  for (auto [K, L, Spec] : enumerate(Levels, Tables.Levels)) {
    // Of the first level, the connection is that of the ports.
    const uint64_t Up = Spec.Bandwidth != 0 ? Spec.Bandwidth : Line;
    const uint64_t Down = Spec.WriteBandwidth != 0 ? Spec.WriteBandwidth : Up;
    L.Up = LineChannel(Line, Up * Factor(K == Options.WideLevel));
    L.Down = LineChannel(Line, Down * Factor(K == Options.WideLevel));
    L.Buffers = MissBuffers(Spec.MissBuffers * Factor(K == Options.RoomyLevel));
  }
  Memory = LineChannel(Line, Tables.Memory.Bandwidth *
                                 Factor(Options.WideLevel == Levels.size()));
  if (const uint64_t Down = Tables.Memory.WriteBandwidth)
    MemoryDown =
        LineChannel(Line, Down * Factor(Options.WideLevel == Levels.size()));
}

void MemorySystem::carry(LineChannel &C, int64_t &T) {
  if (!IsWarming && !Options.UnlimitedBandwidth)
    T = C.take(T);
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

MemorySystem::Fetched MemorySystem::fetchFromBottom(int64_t T) {
  carry(Bottom == Levels.size() ? Memory : Levels[Bottom].Up, T);
  return {T, Bottom, false};
}

/// What a request sees that finds \p Found, and from then on no other one.
MemorySystem::Lookup MemorySystem::lookUp(Line *Found) {
  if (!Found)
    return Lookup::Miss;
  return std::exchange(Found->IsAhead, false) ? Lookup::Ahead : Lookup::Hit;
}

/// A request for line \p Number has left the level above \p K in cycle \p T.
MemorySystem::Fetched MemorySystem::fetch(unsigned K, uint64_t Number,
                                          int64_t T) {
  T += wayUp(K);
  if (K == Bottom)
    return fetchFromBottom(T);
  Level &Here = Levels[K];
  Fetched F{T, K, false};
  const bool IsVictim = Tables.Levels[K].IsVictim;
  Line *Found = Here.Contents.find(Number);
  const Lookup Result = lookUp(Found);
  if (Found) {
    Here.Contents.touch(Found);
    if (Found->Arrival > T) {
      F.Arrival = Found->Arrival;
      F.From = Found->From;
    }
    if (IsVictim) {
      F.IsDirty = Found->IsDirty;
      Here.Contents.remove(Found);
    }
    carry(Here.Up, F.Arrival);
  } else {
    const int64_t Start = IsWarming ? T : Here.Buffers.whenFree(T);
    F = fetch(K + 1, Number, Start);
    if (!IsWarming)
      Here.Buffers.take(Start, F.Arrival);
    if (!IsVictim) {
      fill(K, Number, F);
      F.IsDirty = false;
      carry(Here.Up, F.Arrival);
    }
  }
  watch(K, 0, Number * LineBytes, T, Result);
  return F;
}

void MemorySystem::fill(unsigned K, uint64_t Number, const Fetched &F) {
  Line Gone;
  Line *L = Levels[K].Contents.insert(Number, Gone);
  L->Arrival = IsWarming ? INT64_MIN : F.Arrival;
  L->From = static_cast<uint8_t>(F.From);
  L->IsDirty = F.IsDirty;
  if (!Gone.isEmpty())
    writeBack(K + 1, Gone, F.Arrival);
}

/// \p Gone has left the level above \p K.
void MemorySystem::writeBack(unsigned K, const Line &Gone, int64_t T) {
  const bool IsKept = K < Bottom && Tables.Levels[K].IsVictim;
  if (!Gone.IsDirty && !IsKept)
    return;
  if (K == Levels.size())
    return carry(Tables.Memory.WriteBandwidth != 0 ? MemoryDown : Memory, T);
  carry(Levels[K].down(), T);
  if (K >= Bottom)
    return;
  if (Line *L = Levels[K].Contents.find(Gone.number())) {
    L->IsDirty |= Gone.IsDirty;
    return;
  }
  fill(K, Gone.number(), {T, K, Gone.IsDirty});
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// \returns when the line is in the first level.
int64_t MemorySystem::accessLine(uint64_t Number, int64_t T, bool IsStore,
                                 unsigned &From, Lookup &Result) {
  From = 0;
  if (Bottom == 0)
    return T;
  const CacheLevelSpec &Spec = Tables.Levels.front();
  Level &First = Levels.front();
  Line *Found = First.Contents.find(Number);
  Result = lookUp(Found);
  if (IsStore && (Spec.IsWriteThrough || (!Found && Spec.NoWriteAllocate))) {
    Line Written;
    Written.Tag = Number + 1;
    Written.IsDirty = true;
    writeBack(1, Written, T);
    if (!Found && Spec.NoWriteAllocate)
      return T;
  }
  if (Found) {
    First.Contents.touch(Found);
    Found->IsDirty |= IsStore && !Spec.IsWriteThrough;
    if (Found->Arrival > T)
      From = Found->From;
    return std::max(T, Found->Arrival);
  }
  const int64_t Start = IsWarming ? T : First.Buffers.whenFree(T);
  Fetched F = fetch(1, Number, Start);
  if (!IsWarming)
    First.Buffers.take(Start, F.Arrival);
  From = F.From;
  F.IsDirty |= IsStore && !Spec.IsWriteThrough;
  fill(0, Number, F);
  return F.Arrival;
}

/// \returns when the address of the page is known.
int64_t MemorySystem::translate(uint64_t Address, int64_t T, unsigned &Tlb) {
  Tlb = 0;
  if (Options.PerfectTlb || Tlbs.empty())
    return T;
  const uint64_t Page = Address / Options.PageBytes;
  int64_t Known = T;
  for (; Tlb < Tlbs.size(); ++Tlb)
    if (Line *L = Tlbs[Tlb].find(Page)) {
      Tlbs[Tlb].touch(L);
      Known = std::max(T + Tables.Tlbs[Tlb].Latency, L->Arrival);
      break;
    }
  if (Tlb == Tlbs.size() && !IsWarming) {
    const int64_t Start = Walkers.whenFree(T + Tables.Tlbs.back().Latency);
    Known = Start + Tables.PageWalk.Latency;
    Walkers.take(Start, Known);
  }
  for (unsigned I = 0; I < Tlb; ++I) {
    Line Gone;
    Tlbs[I].insert(Page, Gone)->Arrival = IsWarming ? INT64_MIN : Known;
  }
  return Known;
}

MemoryAnswer MemorySystem::access(uint64_t Inst, uint64_t Address,
                                  unsigned Bytes, int64_t T, bool IsStore) {
  MemoryAnswer A;
  const uint64_t Last = (Address + std::max(Bytes, 1u) - 1) / LineBytes;
  // A store is translated long before it is written.
  const int64_t Translated = translate(Address, T, A.Tlb);
  const int64_t Begin = IsStore ? T : Translated;
  int64_t End = Begin;
  Lookup Result = Lookup::Hit;
  for (uint64_t N = Address / LineBytes; N <= Last; ++N) {
    unsigned From;
    Lookup OfLine = Lookup::Hit;
    End = std::max(End, accessLine(N, Begin, IsStore, From, OfLine));
    A.Level = std::max(A.Level, From);
    if (Result != Lookup::Miss && OfLine != Lookup::Hit)
      Result = OfLine;
  }
  A.Delay = End - T;
  watch(0, Inst, Address, Begin, Result);
  return A;
}

MemoryAnswer MemorySystem::load(uint64_t Inst, uint64_t Address, unsigned Bytes,
                                int64_t T) {
  return access(Inst, Address, Bytes, T, /*IsStore=*/false);
}

MemoryAnswer MemorySystem::store(uint64_t Inst, uint64_t Address,
                                 unsigned Bytes, int64_t T) {
  return access(Inst, Address, Bytes, T, /*IsStore=*/true);
}

/// Line \p Number is written around the caches. \returns when there is a place
/// for its bytes.
int64_t MemorySystem::gather(uint64_t Number, int64_t T) {
  if (is_contained(Gathered, Number + 1))
    return T;
  for (Level &L : Levels)
    if (Line *Found = L.Contents.find(Number))
      L.Contents.remove(Found);
  std::rotate(Gathered.begin(), Gathered.end() - 1, Gathered.end());
  if (std::exchange(Gathered.front(), Number + 1) == 0)
    return T;
  // The oldest one goes, and has its buffer until it is on the way.
  MissBuffers &Buffers = Levels.front().Buffers;
  const int64_t Start = Buffers.whenFree(T);
  int64_t Sent = Start;
  carry(Tables.Memory.WriteBandwidth != 0 ? MemoryDown : Memory, Sent);
  Buffers.take(Start, Sent);
  return Start;
}

MemoryAnswer MemorySystem::storeAround(uint64_t Address, unsigned Bytes,
                                       int64_t T) {
  MemoryAnswer A;
  translate(Address, T, A.Tlb);
  // Where some level has everything, it has this.
  if (Bottom < Levels.size())
    return A;
  const uint64_t Last = (Address + std::max(Bytes, 1u) - 1) / LineBytes;
  for (uint64_t N = Address / LineBytes; N <= Last; ++N)
    A.Delay = std::max(A.Delay, gather(N, T) - T);
  return A;
}

void MemorySystem::touch(uint64_t Address, bool IsStore) {
  IsWarming = true;
  access(0, Address, 1, 0, IsStore);
  IsWarming = false;
}

//===----------------------------------------------------------------------===//
// Prefetchers
//===----------------------------------------------------------------------===//

/// \returns false if all miss buffers are taken.
bool MemorySystem::prefetch(unsigned K, uint64_t Number, int64_t T) {
  Level &Here = Levels[K];
  if (Here.Contents.find(Number))
    return true;
  if (Here.Buffers.whenFree(T) > T)
    return false;
  const Fetched F = fetch(K + 1, Number, T);
  Here.Buffers.take(T, F.Arrival);
  // What the levels below fetched for themselves may have brought it.
  if (!Here.Contents.find(Number))
    fill(K, Number, F);
  Here.Contents.find(Number)->IsAhead = true;
  return true;
}

/// A request for \p Address has come to level \p K.
void MemorySystem::watch(unsigned K, uint64_t Inst, uint64_t Address, int64_t T,
                         Lookup Result) {
  if (IsWarming || !Options.Prefetch || K >= Bottom)
    return;
  const uint64_t Number = Address / LineBytes;
  const bool IsMiss = Result == Lookup::Miss;
  for (auto [P, Table] : zip_equal(Tables.Prefetchers, Followers)) {
    if (P.Level != K)
      continue;
    judge(P, Table, Result);
    switch (P.Kind) {
    case PrefetchKind::NextLine:
      if (IsMiss && (P.CrossesPages || isInPage(Number, Number + 1)))
        prefetch(K, Number + 1, T);
      break;
    case PrefetchKind::Adjacent:
      if (IsMiss)
        prefetch(K, Number ^ 1, T);
      break;
    case PrefetchKind::Stream:
      followStream(P, Table.Known, Number, T);
      break;
    case PrefetchKind::Stride:
      followStride(P, Table.Known, Inst, Address, T);
      break;
    }
  }
}

/// Counts what requests find. When too many have found other lines than those
/// brought for them, streams begin anew where they are.
void MemorySystem::judge(const PrefetcherSpec &P, FollowerTable &Table,
                         Lookup Result) {
  if (P.Patience == 0)
    return;
  if (Result != Lookup::Ahead)
    Table.Points += 2;
  else if (Table.Points != 0)
    --Table.Points;
  if (Table.Points < P.Patience)
    return;
  Table.Points = 0;
  for (Follower &F : Table.Known) {
    F.Pages = 0;
    F.Next = F.Last + F.Step;
  }
}

MemorySystem::Follower &
MemorySystem::replaceOldest(std::vector<Follower> &Known) {
  Follower &F = *std::min_element(
      Known.begin(), Known.end(),
      [](const Follower &A, const Follower &B) { return A.Used < B.Used; });
  F = Follower();
  return F;
}

/// The stream that line \p Number goes on with: that of its page, or one that
/// has come near to it from another page.
MemorySystem::Follower *MemorySystem::findStream(const PrefetcherSpec &P,
                                                 std::vector<Follower> &Known,
                                                 uint64_t Number) {
  for (Follower &F : Known)
    if (F.Used != 0 && isInPage(F.Last, Number))
      return &F;
  if (P.CrossesPages)
    for (Follower &F : Known)
      if (F.Used != 0 && F.Confidence != 0 &&
          std::llabs(static_cast<int64_t>(Number - F.Last)) <= P.Distance)
        return &F;
  return nullptr;
}

/// So many requests in a row that go the other way turn a stream around. Fewer
/// are lines that prefetchers above have left out.
static constexpr unsigned MostBehind = 8;

void MemorySystem::followStream(const PrefetcherSpec &P,
                                std::vector<Follower> &Known, uint64_t Number,
                                int64_t T) {
  Follower *F = findStream(P, Known, Number);
  if (!F) {
    F = &replaceOldest(Known);
    F->Last = Number;
  }
  F->Used = ++Clock;
  if (F->Last == Number)
    return;
  const int64_t Step = Number > F->Last ? 1 : -1;
  auto Bit = [](uint64_t Line) { return uint64_t(1) << Line % 64; };
  if (F->Confidence != 0 && Step != F->Step && ++F->NumBehind < MostBehind) {
    F->Seen |= isInPage(F->Last, Number) ? Bit(Number) : 0;
    return;
  }
  if (F->NumBehind == MostBehind)
    F->Confidence = 0;
  F->NumBehind = 0;
  if (!isInPage(F->Last, Number)) {
    F->Seen = 0;
    ++F->Pages;
  }
  // Lines one beside the other make a stream, in whatever order they come;
  // steps of several lines do not.
  const bool HasNeighbour =
      Number - Step == F->Last ||
      (isInPage(Number, Number - Step) && (F->Seen & Bit(Number - Step)) != 0);
  F->Seen |= Bit(Number) | (isInPage(F->Last, Number) ? Bit(F->Last) : 0);
  if (!HasNeighbour) {
    F->Last = Number;
    return;
  }
  F->Confidence = Step == F->Step ? F->Confidence + 1 : 0;
  const bool IsBehind = static_cast<int64_t>(F->Next - Number) * Step <= 0;
  if (F->Confidence == 0 || IsBehind)
    F->Next = Number + Step;
  F->Step = Step;
  F->Last = Number;
  if (F->Confidence == 0)
    F->Pages = 0;
  if (F->Confidence == 0 || F->Pages < P.AfterPages)
    return;
  const int64_t End = static_cast<int64_t>(Number) + Step * P.Distance;
  uint64_t Next = F->Next;
  for (unsigned N = 0; N < P.Degree; ++N, Next += Step)
    if ((End - static_cast<int64_t>(Next)) * Step < 0 ||
        !(P.CrossesPages || isInPage(Next, Number)) ||
        !prefetch(P.Level, Next, T))
      break;
  F->Next = Next;
}

void MemorySystem::followStride(const PrefetcherSpec &P,
                                std::vector<Follower> &Known, uint64_t Inst,
                                uint64_t Address, int64_t T) {
  auto It = find_if(Known, [&](const Follower &F) { return F.Key == Inst; });
  Follower &F = It != Known.end() ? *It : replaceOldest(Known);
  const auto Step = static_cast<int64_t>(Address - F.Last);
  const bool IsNew = F.Key != Inst;
  F.Key = Inst;
  F.Used = ++Clock;
  F.Last = Address;
  if (!IsNew && Step == F.Step && Step != 0)
    F.Confidence = std::min(F.Confidence + 1, 3u);
  else
    F.Confidence = 0;
  F.Step = IsNew ? 0 : Step;
  if (F.Confidence < 2)
    return;
  // Steps within a line lead to the next ones.
  const int64_t Line = LineBytes;
  const int64_t Long = std::llabs(Step) >= Line ? Step
                       : Step > 0               ? Line
                                                : -Line;
  for (unsigned N = 0; N < P.Degree; ++N) {
    const uint64_t To = (Address + Long * (P.Distance - N)) / LineBytes;
    if (P.CrossesPages || isInPage(To, Address / LineBytes))
      prefetch(P.Level, To, T);
  }
}
