//===- AliasedLoads.h - Loads that meet stores in the lower bits -*- C++ -*-==//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// 4-KiB aliasing: a load looks for its bytes among the older stores in flight
/// by the lower bits of their addresses, and may find one of another page.
/// Private to lib/Run.
///
/// Example: a load of 8 bytes at 0x5010 finds the stores of 8 bytes at 0x1010,
/// which begins where it begins in the lower 12 bits, and at 0x200c, which
/// overlaps; not that at 0x3018.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_ALIASEDLOADS_H
#define KERNEL_BOUNDS_LIB_RUN_ALIASEDLOADS_H

#include "StretchMemory.h"
#include "kernel-bounds/Model/ModelTables.h"

namespace kernelbounds {

/// The stores that the loads of a stretch find by mistake.
class AliasedLoads {
public:
  struct Found {
    uint32_t Store; ///< Its position.
    bool IsSure;    ///< It alone makes the load late.
  };

  AliasedLoads() = default;
  /// Of older stores, the last \p NumStores may be in flight. A store that has
  /// all bytes of a load ends the search of that load: the load has it, and it
  /// counts as found only if there is a younger one. O(loads * NumStores).
  AliasedLoads(const StretchAccesses &Accesses, const AliasingRule &Rule,
               unsigned NumStores);

  bool empty() const { return All.empty(); }
  /// By the load at \p Position, the youngest first.
  llvm::ArrayRef<Found> at(size_t Position) const {
    return empty()
               ? llvm::ArrayRef<Found>()
               : llvm::ArrayRef(All).slice(
                     First[Position], First[Position + 1] - First[Position]);
  }

private:
  std::vector<Found> All;
  std::vector<uint32_t> First; ///< By position, into All; and the end.
};

/// Makes the loads of one simulation late that find a store while it is in
/// flight. All else is as \p Below says; null: all data are in the first level.
class AliasingTimer final : public AccessTimer {
public:
  AliasingTimer(const AliasedLoads &Loads, const AliasingRule &Rule,
                size_t NumPositions, AccessTimer *Below)
      : Loads(Loads), Rule(Rule), Below(Below), Left(NumPositions) {}
  int64_t load(uint32_t Position, int64_t T) override;
  int64_t store(uint32_t Position, int64_t T) override;

private:
  const AliasedLoads &Loads;
  const AliasingRule &Rule;
  AccessTimer *Below;
  /// By position: when stores are not found any more.
  std::vector<int64_t> Left;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_ALIASEDLOADS_H
