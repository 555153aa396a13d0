//===- WarmUp.h - What was accessed before a stretch ------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A recorded stretch is short: what is in the caches when it begins must come
/// from somewhere. It is extrapolated from the recorded accesses themselves.
///
/// Each memory operand of an instruction is a stream of addresses. In the
/// stretch, a stream goes on in equal steps for so many executions (a segment),
/// and then begins anew at some distance from where it began before. Over all
/// stretches, which lie evenly over the run, the stream keeps to a range of
/// addresses. So its past is taken to be: the same segments at the same
/// distances, in the same range, around and around.
///
/// Example: an operand goes through an array in steps of 8 bytes, and each of
/// sixteen stretches meets it elsewhere between 1 MiB and 9 MiB. Before the
/// stretch that begins at 3 MiB it has gone from 3 MiB on to the end, and then
/// from the start to 3 MiB: a cache of 2 MiB holds what lies right before that,
/// and nothing of what comes next.
///
/// The reasons for this way, and for no other, are in
/// docs/reference/caches.md. Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_WARMUP_H
#define KERNEL_BOUNDS_LIB_RUN_WARMUP_H

#include "StretchMemory.h"
#include <map>

namespace kernelbounds {

/// Addresses of one memory operand, over all stretches.
struct AddressRange {
  uint64_t Begin = UINT64_MAX, End = 0; ///< Of the accessed bytes.
  unsigned NumStretches = 0;
  uint64_t Longest = 0; ///< Bytes between the farthest of one stretch.

  uint64_t size() const { return End - Begin; }
  /// As long as the whole range is likely to be: those who see N random places
  /// of it see N - 1 of N + 1 parts.
  AddressRange likely() const;
};

/// A memory operand: an instruction of the trace, and the number of the access.
using OperandId = std::pair<uint32_t, uint16_t>;

/// Places that an operand comes to, in units of 64 bytes: those that were seen,
/// and how many there are likely to be.
struct PlacePool {
  static constexpr unsigned UnitBytes = 64;
  std::vector<uint64_t> Seen; ///< Their numbers, ascending.
  uint64_t NumLikely = 0;     ///< Seen.size() or more.
  /// Whether the operand goes through its places again and again. One that goes
  /// through them once is seen farther and farther on, and nowhere twice.
  bool ComesBack = false;

  /// \p Samples has the units of each stretch, each unit once; a unit that one
  /// stretch came to after another one tells how many there are (Schnabel's
  /// estimate of a population by recaptures, and what its error allows on top).
  /// The stretches are in the order of time. \p Most: units of the whole range.
  static PlacePool estimate(llvm::ArrayRef<std::vector<uint64_t>> Samples,
                            uint64_t Most);
};

/// How one operand walks in one stretch.
struct StreamShape {
  enum { Fixed, Walk, Segments, Random } Kind = Fixed;
  uint64_t First = 0;  ///< Its first address in the stretch.
  int64_t Step = 0;    ///< Bytes, within a segment.
  uint64_t Length = 0; ///< Of Segments: executions of one.
  int64_t Outer = 0;   ///< Of Segments: bytes from start to start.
  uint64_t Done = 0;   ///< Of Segments: executions of the one that First is
                       ///< in, before First.
  size_t NumRuns = 0;  ///< In the stretch.
  uint32_t Inst = 0;   ///< Into RunTrace::Insts.
  bool IsStore = false;
};
/// \p Addresses: of the operand, in the order of the stretch; not empty.
StreamShape findShape(llvm::ArrayRef<uint64_t> Addresses);
/// Makes \p Walk, which is shorter than a segment, a part of segments like \p
/// Known, which another stretch has of the same operand. \returns false, and
/// changes nothing, if it is no part of such segments.
bool continueAs(StreamShape &Walk, const StreamShape &Known);

/// The walks of an operand, one in each stretch, that never jump.
struct LongWalks {
  int64_t Step = 0; ///< Of all of them; 0: they differ.
  unsigned Bytes = 0;
  std::vector<uint64_t> Places; ///< Each once: of the addresses, modulo Step.

  void add(const StreamShape &Walk, unsigned AccessBytes);
  /// Whether they are columns of one matrix: steps that are longer than a line
  /// lead to different places.
  bool areColumns() const { return Step != 0 && Places.size() > 1; }
};
/// Makes \p Walk a column of \p Columns: through all of \p Range, and one
/// access behind the column before it. \returns false, and changes nothing, if
/// it is none.
bool continueAsColumn(StreamShape &Walk, const LongWalks &Columns,
                      const AddressRange &Range);

/// The past of one stream: each call of next() gives the address before the one
/// that the last call gave.
class PastStream {
public:
  /// \p Pool: of a stream without an order; null or empty: any place of \p
  /// Range.
  PastStream(const StreamShape &Shape, const AddressRange &Range,
             const PlacePool *Pool = nullptr);
  uint64_t next();
  const StreamShape &shape() const { return Shape; }

private:
  uint64_t wrap(uint64_t Address) const;
  uint64_t anyPlace(uint64_t Number) const;

  StreamShape Shape;
  AddressRange Range;
  const PlacePool *Pool;
  uint64_t Address;  ///< Of Walk: that of the last call.
  uint64_t Start;    ///< Of Segments: of the present one.
  uint64_t Position; ///< Of Segments: executions before it.
  uint64_t State;    ///< Of Random.
};

/// A line that was touched before a stretch.
struct PastTouch {
  uint64_t Line;
  uint32_t Inst; ///< Into RunTrace::Insts.
  bool IsStore;
};

/// Touches right before a stretch that are timed, so that prefetchers are at
/// work and lines under way when it begins.
constexpr size_t RunUpTouches = 1024;
/// Makes the touches \p Last in \p M, \p Cycles apart or as fast as lines come,
/// of which a core waits for \p Window at once. \returns the cycle behind the
/// last.
int64_t runUp(MemorySystem &M, llvm::ArrayRef<PastTouch> Last,
              unsigned LineBytes, double Cycles, size_t Window);

class WarmUp {
public:
  /// \p All has the accesses of each stretch.
  explicit WarmUp(llvm::ArrayRef<StretchAccesses> All);
  /// What was likely touched before stretch \p S, at most about \p MostLines
  /// lines; the last touch last. Accesses of one operand in a row on one line
  /// are one touch. But for the last RunUpTouches, a line is touched once, and
  /// as a store if any of its touches was one.
  std::vector<PastTouch> past(const StretchAccesses &S, unsigned LineBytes,
                              uint64_t MostLines) const;

private:
  bool isShared(llvm::ArrayRef<uint64_t> Addresses) const;
  void forEachInPools(const StretchAccesses &S,
                      llvm::function_ref<bool(uint64_t)> Touch) const;

  std::map<OperandId, AddressRange> Ranges;
  std::map<OperandId, PlacePool> Pools;
  /// Shapes of stretches with a jump, the shortest segments first.
  std::map<OperandId, std::vector<StreamShape>> Segmented;
  std::map<OperandId, LongWalks> Walks; ///< Of the others.
  /// Units of 64 bytes that several stretches have touched, ascending.
  std::vector<uint64_t> Shared;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_WARMUP_H
