//===- BankedLoads.h - Loads that read from the same bank -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bank conflicts: each way of the first-level cache has banks, of which a
/// cycle reads one line each. Of two loads in one cycle that need another line
/// each from the same bank, the younger one has to start again. On cores with
/// LoadsPerBank, lines and ways do not matter, but how many loads read a bank.
/// Private to lib/Run.
///
/// Which way has a line depends on all that its set has ever held. It is drawn
/// here, by a hash of the line: of two lines in two sets, as many are in the
/// same way as in a core, though not the same ones.
///
/// Example: with 4 banks of 8 bytes, loads of 8 bytes at 0x1000 and at 0x1060
/// meet if both lines are in the same way: bank 0 has bytes 0 to 7 and 32 to 39
/// of a line. Loads at 0x1000 and 0x1020 read the same line, and do not.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_BANKEDLOADS_H
#define KERNEL_BOUNDS_LIB_RUN_BANKEDLOADS_H

#include "StretchMemory.h"
#include "kernel-bounds/Model/PortModel.h"
#include "kernel-bounds/Simulation/LoadBanks.h"
#include <array>

namespace kernelbounds {

/// What the loads of a stretch read from.
class BankedLoads {
public:
  struct Use {
    uint64_t Banks = 0; ///< By bit; none: the load meets no other.
    uint32_t Set = 0, Way = 0;

    /// Of a set, only one line is in a way.
    bool meets(const Use &Other) const {
      return (Banks & Other.Banks) != 0 && Way == Other.Way && Set != Other.Set;
    }
  };

  BankedLoads() = default;
  /// \p First: with banks. Loads across lines, those with several addresses and
  /// those at positions of which \p IsForwarded holds are left out.
  /// O(accesses).
  BankedLoads(const StretchAccesses &Accesses, const CacheLevelSpec &First,
              const std::vector<bool> &IsForwarded);

  /// For cores on which \p LoadsPerBank loads of a cycle may read the same \p
  /// BankBytes bytes of lines. The same are left out. O(accesses).
  BankedLoads(const StretchAccesses &Accesses, unsigned BankBytes,
              unsigned LoadsPerBank, const std::vector<bool> &IsForwarded);

  bool empty() const { return Uses.empty(); }
  /// 0: lines and ways decide.
  unsigned loadsPerBank() const { return LoadsPerBank; }
  const Use &at(size_t Position) const { return Uses[Position]; }

private:
  template <typename UseOf>
  void add(const StretchAccesses &Accesses, unsigned LineBytes,
           const std::vector<bool> &IsForwarded, UseOf Of);

  std::vector<Use> Uses; ///< By position.
  unsigned LoadsPerBank = 0;
};

/// Has loads of one simulation start again that meet older ones. All else is as
/// \p Below says; null: all data are in the first level.
class BankTimer final : public AccessTimer {
public:
  BankTimer(const BankedLoads &Loads, AccessTimer *Below);
  int64_t load(uint32_t Position, int64_t T) override {
    return Below ? Below->load(Position, T) : 0;
  }
  int64_t store(uint32_t Position, int64_t T) override {
    return Below ? Below->store(Position, T) : T;
  }
  bool hasBanks() const override { return true; }
  bool startsAgain(uint32_t Position, int64_t T) override;

private:
  /// The loads of a cycle that were noted, the first few of them.
  struct Reads {
    int64_t Cycle = -1;
    unsigned Num = 0;
    std::array<uint32_t, 4> Positions;
  };
  const BankedLoads &Loads;
  AccessTimer *Below;
  /// By cycle modulo the size; older cycles are forgotten. Empty with Few.
  std::vector<Reads> ByCycle;
  LoadBanks Few; ///< With loadsPerBank().
};

/// Loads on a core of \p Model, with the caches \p Caches, may meet in banks.
bool hasBanks(const PortModel &Model, const CacheTables *Caches);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_BANKEDLOADS_H
