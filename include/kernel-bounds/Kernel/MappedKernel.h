//===- MappedKernel.h - A kernel on a port model ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Micro-ops, ports, latencies and fusion for every instruction of a Kernel.
///
/// Example: `vaddsd (%rax), %xmm1, %xmm1` on Skylake-X is two micro-ops, one on
/// p23 and one on p01, in one issue slot; its load takes 5 cycles from rax, its
/// result 4 more, and 4 from xmm1.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_MAPPEDKERNEL_H
#define KERNEL_BOUNDS_KERNEL_MAPPEDKERNEL_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "kernel-bounds/Model/PortModel.h"
#include <bit>
#include <vector>

namespace kernelbounds {

/// One micro-op: holds one port of Ports for Cycles.
struct MappedUop {
  PortSet Ports;
  uint16_t Cycles;
  UopKind Kind;
  /// Cycles that usual operands take beyond Cycles, for the simulator.
  uint16_t ExpectedExtra = 0;
  /// In the trips k modulo 64 of which the bit k is set, its access crosses a
  /// line of the cache. Then others of its kind wait for the port so much
  /// longer.
  uint8_t CrossingCycles = 0;
  bool CrossesPage = false;   ///< And not only a line.
  uint64_t CrossingTrips = 0; ///< At least, wherever the data lie.
  /// If what the address counts from is at the start of a line, as far as that
  /// is not known otherwise.
  uint64_t ExpectedCrossingTrips = 0;
  /// Of a load that competes for banks of the first-level cache: it reads so
  /// many bytes, 0 if it does not compete, in trip k from place PlaceInLine +
  /// k * PlaceStep modulo a line on.
  uint8_t PlaceInLine = 0, PlaceStep = 0, BytesRead = 0;

  /// It reads the cache, or makes what is written there.
  bool reachesCache() const {
    return Kind == UopKind::Load || Kind == UopKind::StoreData;
  }
  /// Cycles in 64 trips for which others of its kind wait.
  int64_t cyclesOf64() const {
    return int64_t(Cycles) * 64 +
           int64_t(CrossingCycles) * std::popcount(CrossingTrips);
  }
};

enum MappedFlag : uint16_t {
  MF_DependencyBreaking = 1 << 0, ///< Results do not wait for the operands.
  MF_Eliminated = 1 << 1,         ///< Done at rename.
  MF_FusedWithNext = 1 << 2,      ///< First of a macro-fused pair.
  /// Neither a model file nor LLVM has data: no micro-op, latency 0. Shown and
  /// counted in every report.
  MF_NotModeled = 1 << 3,
  MF_PureLoad = 1 << 4, ///< The loaded value is the result.
  MF_LatencyFromLLVM = 1 << 5,
  MF_UopsFromLLVM = 1 << 6,
  /// Results wait for the registers that they overwrite, for nothing.
  MF_FalseDependence = 1 << 7,
  /// An atomic update, of which the model knows the micro-ops only: not how
  /// long it keeps others from memory.
  MF_AtomicNotModeled = 1 << 8,
  /// It has the cycles in which it is renamed for itself.
  MF_Microcoded = 1 << 9,
};

struct MappedInst {
  uint32_t FirstUop = 0; ///< Into MappedKernel::Uops.
  uint16_t NumUops = 0;
  uint16_t Flags = 0;      ///< Of MappedFlag.
  uint8_t IssueSlots = 0;  ///< Fused micro-ops at rename.
  uint8_t CacheUops = 0;   ///< Fused micro-ops before un-lamination.
  int16_t LoadLatency = 0; ///< Cycles, address to loaded value.
  /// Cycles from the datum (register, or loaded value of a read-modify-write)
  /// to the executed store.
  int16_t StoreLatency = 0;
  /// Cycles of its results' latencies that usual operands take and others do
  /// not: part of MappedKernel::WriteLatency, and not proved.
  uint16_t ExpectedExtra = 0;
  /// The opcode by which rules of macro-fusion and of bypasses know it; LLVM
  /// has 16 bits for opcodes, too.
  uint16_t PairOpcode = 0;
  /// For latencies that depend on the producer (LLVM's read-advance entries).
  const BaseSchedule *Schedule = nullptr;
  Provenance UopsFrom, LatencyFrom;

  bool is(MappedFlag F) const { return Flags & F; }
};

/// Choices that change the mapping.
struct MappingOptions {
  /// Reproduce OSACA's tables of 2019: constants of the model's compat section
  /// for loads and stores, no fusion, no eliminated moves, the closing branch
  /// on no port.
  bool CompatOsaca2019 = false;
  /// Operands are those with which the core is fastest: nothing takes what
  /// usual ones do.
  bool FastestOperands = false;
};

/// A kernel and what a port model says of it. Refers to both.
struct MappedKernel {
  const Kernel *K = nullptr;
  PortModel *Model = nullptr;
  MappingOptions Options;
  std::vector<MappedInst> Insts; ///< Parallel to K->Insts.
  std::vector<MappedUop> Uops;
  /// Cycles from data inputs (or the loaded value) to each of K->Writes, as
  /// expected.
  std::vector<int16_t> WriteLatency;
  /// Cycles by which each of K->Reads may arrive later than the data inputs.
  std::vector<int16_t> ReadAdvance;
  unsigned NumNotModeled = 0; ///< Instructions without data; calls included.
  unsigned NumAtomicNotModeled = 0; ///< Those of MF_AtomicNotModeled.

  /// Whether the figures leave nothing out.
  bool isComplete() const {
    return NumNotModeled == 0 && NumAtomicNotModeled == 0;
  }

  llvm::ArrayRef<MappedUop> uops(const MappedInst &I) const {
    return llvm::ArrayRef(Uops).slice(I.FirstUop, I.NumUops);
  }
  /// The one micro-op of instruction \p Inst that makes a load, or a store;
  /// null if there is none or it is not known which. Of several the first, if
  /// it is on a unit: the unit stands for the way to the cache.
  MappedUop *accessUop(uint32_t Inst, bool IsStore);
};

/// What the model's rules for loads and stores ask of an access.
inline PortModel::AccessShape shapeOf(const MemRef &Mem) {
  const bool IsScaled = Mem.Index != 0 && Mem.Scale > 1;
  const bool HasDisplacement =
      Mem.Displacement != 0 || Mem.Symbol || Mem.HasZeroDisplacement;
  return {Mem.IsVector,
          Mem.Index != 0,
          Mem.IsGather,
          Mem.Width,
          /*IsChase=*/false,
          IsScaled,
          IsScaled || (Mem.Base != 0 && Mem.Index != 0 && HasDisplacement),
          Mem.IsLoad && Mem.IsStore};
}

/// "takes 13 cycles, not 18": of instruction \p Inst, whose latency its
/// operands or other work decide.
std::string fasterOperands(const MappedKernel &M, uint32_t Inst);

/// Maps every instruction of \p K. O(instructions).
MappedKernel mapKernel(const Kernel &K, PortModel &Model,
                       const MappingOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_MAPPEDKERNEL_H
