//===- MemoryDependence.h - Dependences through memory ----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which access of a loop body touches the bytes of which other, and how many
/// iterations later.
///
/// Example: `vmovsd %xmm0, 8(%rax); addq $8, %rax` and, at the top of the body,
/// `vmovsd (%rax), %xmm1`: the load reads what the store wrote one iteration
/// earlier, all 8 bytes: {RAW, Must, Distance 1, Overlap 8, Full}.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_GRAPH_MEMORYDEPENDENCE_H
#define KERNEL_BOUNDS_GRAPH_MEMORYDEPENDENCE_H

#include "kernel-bounds/Graph/DependencyGraph.h"
#include "kernel-bounds/Graph/KernelAddresses.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kernelbounds {

class KnownMemory;
class TargetSemantics;

/// Read after write bounds; the others are found on demand.
enum class DependenceOrder : uint8_t { RAW, WAR, WAW };

/// How the store's bytes reach a later load.
enum class Forwarding : uint8_t {
  Full,    ///< The store covers the load.
  Partial, ///< The load is wider than the store or straddles its end.
  Unknown
};

/// What the evidence is.
enum class DependenceEvidence : uint8_t {
  ClosedForm,      ///< Equal symbolic address and step, constant distance.
  Randomized,      ///< Holds for random inputs (staticdeps).
  ScalarEvolution, ///< The compiler's.
  SpillSlot,       ///< Same frame index.
  Assumed          ///< Of a May: nothing separates the two.
};

/// One word each: "RAW"; "must"; "full"; "closed-form".
llvm::StringRef orderName(DependenceOrder O);
llvm::StringRef className(DependenceClass C);
llvm::StringRef forwardName(Forwarding F);
llvm::StringRef evidenceName(DependenceEvidence E);

/// What must be true of two pointers so that accesses through them meet: in any
/// one iteration, \c To points \c Bytes bytes and \c Trips unknown steps
/// beyond \c From.
struct Coincidence {
  static constexpr uint32_t Nothing = ~0u;

  /// Origins of addresses: accesses of the same origin lie apart by what is
  /// known. Nothing: whether the two meet does not follow from where they
  /// begin.
  uint32_t From = Nothing, To = Nothing;
  int64_t Bytes = 0, Trips = 0;
};

/// One pair of accesses. Source comes first in time.
struct MemoryDependence {
  uint32_t SourceInst, DestInst; ///< Into Kernel::Insts.
  uint32_t SourceMem, DestMem;   ///< Into Kernel::Mems.
  DependenceOrder Order;
  DependenceClass Class;
  DependenceEvidence Evidence;
  Forwarding Forward;    ///< For RAW.
  uint32_t Distance;     ///< Iterations from Source to Dest, the smallest.
  uint16_t OverlapBytes; ///< Bytes that Dest has from Source; 0 = not known.
  int32_t Offset;        ///< First byte of Dest minus first byte of Source.
  /// Of an Expected: the instruction of a store that would have to write the
  /// same bytes, or the pointer to them, for the dependence not to hold.
  uint32_t Unless = ~0u;
  Coincidence If; ///< Of a May that is Assumed.

  /// Of an Expected: no store comes between the two, but one of the loop may
  /// write the pointer to the bytes.
  bool restsOnPointer() const { return Unless == SourceInst; }
};

/// Why \p D, which is Expected, might not hold: "line 9 overwrites what line 7
/// loads, or the pointer to it". \p By is a name for the instruction Unless,
/// and \p What one for the bytes that Dest has from Source.
std::string unlessText(const MemoryDependence &D, const llvm::Twine &By,
                       const llvm::Twine &What);

/// A dependence that holds in some iterations only: where an address is a
/// datum, as in a histogram, how often two of the iterations in flight meet
/// follows from how many places there are.
struct DrawnDependence {
  MemoryDependence D; ///< Of class Drawn.
  uint64_t Trips;     ///< Bit k: it holds in iterations k modulo 64.
};

struct MemoryDependenceOptions {
  /// Instructions in flight at most: what is farther apart cannot stall the
  /// loop and is dropped (staticdeps, Theorem 1). 0: keep everything.
  unsigned ReorderBuffer = 512;
  bool FalseDependences = false; ///< Find WAR and WAW, too.
  bool WithMay = true;
  /// Find Expected, too; else they are May, as far as they are listed.
  bool WithExpected = true;
  /// Addresses of which nothing shows that they are equal are different, as
  /// `restrict` says. Else a store between the two ends of a dependence that
  /// may write the same bytes makes it a May.
  bool AssumeDistinct = false;
  /// What is known besides the instructions, or null. It adds Must, takes
  /// away May, and rules out stores in between.
  KnownMemory *Known = nullptr;
  /// May pairs of each order that are kept at most.
  size_t MaxMayPairs = 4096;
  /// Where not null, set to the May pairs beyond these; counting them takes as
  /// long as listing them.
  size_t *NumLeftOut = nullptr;
};

/// Dependences of a kernel from its instructions alone: \p Addresses as affine
/// forms of loop-invariant symbols and the iteration number, exact distances in
/// closed form; randomized evaluation for the rest. What holds if stores
/// through pointers of another origin write elsewhere is Expected. Sorted by
/// (DestInst, SourceInst, Distance). Near-linear in the number of accesses.
std::vector<MemoryDependence>
findMemoryDependences(KernelAddresses &Addresses,
                      const MemoryDependenceOptions &O);

constexpr unsigned NumDraws = 8;

/// Read-after-write dependences that data decide, as 64 iterations on random
/// data have them, in the most usual of \p NumRuns runs: loaded indices are
/// uniform over what their width and masks leave, and pointers of different
/// origin do not overlap. Those in \p Found that must be or are expected, and
/// those over more than 16 iterations, are left out. Example: `table[x[i] & 3]
/// += 1` has the slot of the iteration before in a quarter of all iterations.
/// Sorted by (DestInst, SourceInst, Distance). O(128 iterations of the loop
/// body) for each run, of which the first suffices where it finds nothing.
std::vector<DrawnDependence>
drawDependences(KernelAddresses &Addresses,
                llvm::ArrayRef<MemoryDependence> Found,
                unsigned NumRuns = NumDraws);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_GRAPH_MEMORYDEPENDENCE_H
