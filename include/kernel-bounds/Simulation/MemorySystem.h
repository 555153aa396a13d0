//===- MemorySystem.h - Time that memory accesses take ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Caches, buffers of address translations and prefetchers of a core, with
/// their latencies, bandwidths and miss buffers.
///
/// Accesses come in the order of the program, each with the cycle in which it
/// runs, so that those cycles need not ascend. What a cache holds follows the
/// order of the program; when data come follows the cycles.
///
/// Example: of a first level of 4 cycles and a second of 14, a load that misses
/// the first and hits the second is 10 cycles late; another load of the same
/// line, two cycles later, is 8 cycles late.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_SIMULATION_MEMORYSYSTEM_H
#define KERNEL_BOUNDS_SIMULATION_MEMORYSYSTEM_H

#include "kernel-bounds/Simulation/CacheContents.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <cstdint>
#include <vector>

namespace kernelbounds {

/// What of the caches is taken to be better than it is.
struct MemoryOptions {
  static constexpr unsigned AllLevels = ~0u;
  /// So many levels miss; the one below them has everything. 0: the first level
  /// has everything. With AllLevels, memory has it.
  unsigned LevelsThatMiss = AllLevels;
  bool PerfectTlb = false;
  bool Prefetch = true;
  bool UnlimitedBandwidth = false;
  static constexpr unsigned NoLevel = ~0u;
  /// Levels as MemoryAnswer counts them: the way from this one to the one above
  /// takes half as long, carries twice as much, or has twice as many miss
  /// buffers.
  unsigned FastLevel = NoLevel, WideLevel = NoLevel, RoomyLevel = NoLevel;
  uint64_t PageBytes = 4096;
};

/// What an access takes. Levels count from 0, the first; memory comes behind
/// the last.
struct MemoryAnswer {
  int64_t Delay = 0;  ///< Cycles later than a hit of the first level.
  unsigned Level = 0; ///< The farthest that its data had to come from.
  unsigned Tlb = 0;   ///< The TLB that has the page; behind the last: a walk.
};

/// A connection that carries one line at a time, in any order of requests.
class LineChannel {
public:
  /// A line takes \p Num / \p Den cycles.
  LineChannel(uint64_t Num, uint64_t Den) : Num(Num), Den(Den) {}
  /// Takes the first free slot that begins in cycle \p T or later. \returns its
  /// cycle.
  int64_t take(int64_t T);

private:
  int64_t findFree(int64_t Slot);

  int64_t Num, Den;
  /// By slot that is taken: a later slot, before which none is free.
  llvm::DenseMap<int64_t, int64_t> Next;
};

/// Buffers that are held until a line has come. Requests come in the order of
/// the program and not of time: a store, which is written long after it was
/// executed, leaves the buffers to loads behind it until then.
class MissBuffers {
public:
  /// \p Num: 0 is any number.
  explicit MissBuffers(unsigned Num);
  /// When one is free, not before \p T.
  int64_t whenFree(int64_t T) const;
  /// Holds one from cycle \p From, which whenFree() gave, until \p Until.
  void take(int64_t From, int64_t Until);

private:
  unsigned Num;
  /// How many are held, by cycle modulo the size: of the cycles before End;
  /// those longer ago are forgotten.
  std::vector<uint16_t> Held;
  int64_t End = 0;
};

class MemorySystem {
public:
  explicit MemorySystem(const CacheTables &Tables,
                        const MemoryOptions &Options = {});

  /// Instruction \p Inst loads \p Bytes from \p Address in cycle \p T.
  /// O(levels * ways).
  MemoryAnswer load(uint64_t Inst, uint64_t Address, unsigned Bytes, int64_t T);
  /// The same for a store that may be written from cycle \p T on.
  MemoryAnswer store(uint64_t Inst, uint64_t Address, unsigned Bytes,
                     int64_t T);
  /// The same for a store around the caches, which lose its lines. Bytes of one
  /// line are gathered, and go to memory when another line takes their place.
  MemoryAnswer storeAround(uint64_t Address, unsigned Bytes, int64_t T);
  /// An access long before cycle 0: only what it leaves in the caches counts.
  void touch(uint64_t Address, bool IsStore);
  /// From now on, \p New holds. Nothing is on its way then.
  void setOptions(const MemoryOptions &New);

  unsigned numLevels() const { return Tables.Levels.size(); }

private:
  using Line = CacheContents::Line;

  struct Level {
    CacheContents Contents;
    MissBuffers Buffers;
    LineChannel Up, Down; ///< To the level above, and from there.
    bool SharesChannel;   ///< What goes down takes Up.

    LineChannel &down() { return SharesChannel ? Up : Down; }
  };
  /// What a prefetcher knows of a page, or of an instruction.
  struct Follower {
    uint64_t Key = ~uint64_t(0), Last = 0;
    int64_t Step = 0;  ///< Direction, or bytes.
    uint64_t Next = 0; ///< Of streams: the line to be fetched next.
    uint64_t Seen = 0; ///< Of streams: lines of the page of Last, by bit; those
                       ///< of longer pages share bits.
    unsigned Confidence = 0;
    unsigned NumBehind = 0; ///< Of streams: requests in a row against it.
    unsigned Pages = 0;     ///< Of streams: pages gone through, one by one.
    uint64_t Used = 0;      ///< Clock of its last use.
  };
  /// All that a prefetcher knows.
  struct FollowerTable {
    std::vector<Follower> Known;
    unsigned Points = 0; ///< Towards PrefetcherSpec::Patience.
  };
  /// What a request has found at a level.
  enum class Lookup : uint8_t {
    Miss,
    Hit,
    Ahead ///< A line that a prefetcher of this level has brought for it.
  };

  MemoryAnswer access(uint64_t Inst, uint64_t Address, unsigned Bytes,
                      int64_t T, bool IsStore);
  int64_t translate(uint64_t Address, int64_t T, unsigned &Tlb);
  int64_t accessLine(uint64_t Number, int64_t T, bool IsStore, unsigned &From,
                     Lookup &Result);
  /// Data on their way up.
  struct Fetched {
    int64_t Arrival;
    unsigned From;
    bool IsDirty; ///< The level below has given it away.
  };
  Fetched fetch(unsigned K, uint64_t Number, int64_t T);
  Fetched fetchFromBottom(int64_t T);
  void fill(unsigned K, uint64_t Number, const Fetched &F);
  void writeBack(unsigned K, const Line &Gone, int64_t T);
  int64_t gather(uint64_t Number, int64_t T);
  void carry(LineChannel &C, int64_t &T);
  static Lookup lookUp(Line *Found);
  void watch(unsigned K, uint64_t Inst, uint64_t Address, int64_t T,
             Lookup Result);
  bool prefetch(unsigned K, uint64_t Number, int64_t T);
  void judge(const PrefetcherSpec &P, FollowerTable &Table, Lookup Result);
  void followStream(const PrefetcherSpec &P, std::vector<Follower> &Known,
                    uint64_t Number, int64_t T);
  void followStride(const PrefetcherSpec &P, std::vector<Follower> &Known,
                    uint64_t Inst, uint64_t Address, int64_t T);
  Follower *findStream(const PrefetcherSpec &P, std::vector<Follower> &Known,
                       uint64_t Number);
  Follower &replaceOldest(std::vector<Follower> &Known);
  bool isInPage(uint64_t Number, uint64_t Other) const {
    return Number / LinesInPage == Other / LinesInPage;
  }
  int64_t latency(unsigned K) const {
    return K < Levels.size() ? Tables.Levels[K].Latency : Tables.Memory.Latency;
  }
  /// Cycles from level \p K to the one above.
  int64_t wayUp(unsigned K) const {
    const int64_t Way = latency(K) - latency(K - 1);
    return K == Options.FastLevel ? Way / 2 : Way;
  }

  CacheTables Tables;
  MemoryOptions Options;
  unsigned LineBytes;
  uint64_t LinesInPage;
  unsigned Bottom; ///< The level that has everything.
  std::vector<Level> Levels;
  LineChannel Memory, MemoryDown;
  /// Lines that are being gathered, the one that was begun last first; 0: none,
  /// else the number and one.
  std::array<uint64_t, 4> Gathered = {};
  std::vector<CacheContents> Tlbs;
  MissBuffers Walkers;
  std::vector<FollowerTable> Followers; ///< By prefetcher.
  uint64_t Clock = 0;                   ///< Of followers.
  bool IsWarming = false;               ///< Times do not count.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_SIMULATION_MEMORYSYSTEM_H
