//===- StretchMemory.h - Memory accesses of a stretch -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The accesses of a stretch by position, and how long they take in a memory
/// system. Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_STRETCHMEMORY_H
#define KERNEL_BOUNDS_LIB_RUN_STRETCHMEMORY_H

#include "kernel-bounds/Kernel/Kernel.h"
#include "kernel-bounds/Run/RunTrace.h"
#include "kernel-bounds/Simulation/MemorySystem.h"
#include "kernel-bounds/Simulation/OnePass.h"

namespace kernelbounds {

struct StretchAccess {
  uint64_t Address;
  uint32_t Inst;   ///< Into RunTrace::Insts.
  uint16_t Number; ///< Of the access, among the recorded ones of Inst.
  uint16_t Bytes;
  bool IsLoad, IsStore;
  bool IsNonTemporal = false; ///< It goes around the caches.
};

/// The recorded accesses along a path.
struct StretchAccesses {
  std::vector<StretchAccess> All;
  std::vector<uint32_t> First; ///< Into All, by position; and their number.

  llvm::ArrayRef<StretchAccess> at(size_t Position) const {
    return llvm::ArrayRef(All).slice(First[Position],
                                     First[Position + 1] - First[Position]);
  }
};

/// \p K is the kernel of \p S. O(accesses).
StretchAccesses findAccesses(const TraceStretch &S, const Kernel &K);

/// What the accesses of one instruction took.
struct AccessRecord {
  uint32_t Delay = 0; ///< Cycles of its loads, later than in the first level.
  uint8_t Level = 0;  ///< See MemoryAnswer.
  uint8_t Tlb = 0;    ///< See MemoryAnswer.
};

/// Times the accesses of one stretch; for one simulation of it.
class StretchMemory final : public AccessTimer {
public:
  /// Loads at positions of which \p IsForwarded holds get their bytes from a
  /// store in flight. \p Answers, if not null, gets a record by position. The
  /// stretch begins in cycle \p Begin of \p Memory.
  StretchMemory(const StretchAccesses &Accesses, MemorySystem &Memory,
                const std::vector<bool> &IsForwarded,
                std::vector<AccessRecord> *Answers, int64_t Begin)
      : Accesses(Accesses), Memory(Memory), IsForwarded(IsForwarded),
        Answers(Answers), Begin(Begin) {}
  int64_t load(uint32_t Position, int64_t T) override;
  int64_t store(uint32_t Position, int64_t T) override;

private:
  void note(uint32_t Position, const MemoryAnswer &A, int64_t Delay);

  const StretchAccesses &Accesses;
  MemorySystem &Memory;
  const std::vector<bool> &IsForwarded;
  std::vector<AccessRecord> *Answers;
  int64_t Begin;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_STRETCHMEMORY_H
