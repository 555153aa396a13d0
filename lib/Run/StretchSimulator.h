//===- StretchSimulator.h - A recorded stretch on the core ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a recorded stretch takes on a core, as it is or with something better:
/// the instructions one after the other, with their branches as the predictor
/// has them and with caches that hold what was likely touched before. Private
/// to lib/Run.
///
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_STRETCHSIMULATOR_H
#define KERNEL_BOUNDS_LIB_RUN_STRETCHSIMULATOR_H

#include "AliasedLoads.h"
#include "BankedLoads.h"
#include "CycleStack.h"
#include "TraceAdvice.h"
#include "TraceKernel.h"
#include "WarmUp.h"
#include "kernel-bounds/Simulation/OnePass.h"
#include <mutex>

namespace kernelbounds {

/// A stretch, ready for simulation.
struct StretchCode {
  const TraceStretch *S;
  Kernel Insts;
  StretchAccesses Accesses;
  SimProgram Program, WithoutForwarding, WithoutDependences;
  SimProgram WithWholeForwarding; ///< Empty if all is whole already.
  CoreSizes Sizes;
  // By the position in the path.
  std::vector<uint16_t> Refetch;
  std::vector<bool> IsForwarded;
  /// Of a load: the youngest store in the stretch that wrote of its bytes, and
  /// 1; 0: there is none.
  std::vector<uint32_t> Source;
  std::vector<uint32_t> NewLines;
  AliasedLoads Aliased;              ///< Empty if the model has no rule.
  BankedLoads Banked;                ///< Empty if the model has no banks.
  std::vector<AccessRecord> Records; ///< Empty without caches.
  std::vector<int64_t> Retired;      ///< On the core as it is.
};

/// The caches before a stretch.
struct WarmCaches {
  MemorySystem Memory;
  std::vector<PastTouch> Last; ///< Of runUp().
  double CyclesPerTouch;
  size_t Window;
};

/// One simulation of a stretch.
struct StretchRun {
  const SimProgram &Program;
  const StackStep &Step;
  llvm::ArrayRef<uint16_t> Refetch;
  const WarmCaches *Warm; ///< Null without caches.
  std::vector<AccessRecord> *Records = nullptr;
  const RunChange *Change = nullptr; ///< Of Prefetch.
};

/// All but prepare() only reads, and prepare() locks: several threads may use
/// one simulator.
class StretchSimulator {
public:
  /// \p Caches: null if all data are in the first level.
  StretchSimulator(const RunTrace &T, const TraceCode &Code, PortModel &Model,
                   const CacheTables *Caches);

  /// Gives stretch \p Number what it takes to simulate it, but for
  /// StretchCode::Records. \p FrontEnd: by loop, cycles of the front end for a
  /// fused micro-op; 0: no limit. \p Mispredicted: by the position in the path.
  void prepare(size_t Number, llvm::ArrayRef<double> FrontEnd,
               const std::vector<bool> &Mispredicted, StretchCode &C);
  /// The caches as they are before the stretch of \p C; none without caches.
  std::optional<WarmCaches> warm(const WarmUp &Before, const StretchCode &C,
                                 const MemoryOptions &Options) const;
  /// \returns the cycles in which the instructions retire.
  std::vector<int64_t> run(const StretchCode &C, const StretchRun &R) const;

  const CoreSizes &core() const { return Core; }

  /// Finds the aliased and banked loads of \p C by its accesses, which may have
  /// moved since prepare().
  void findMeetings(StretchCode &C) const;

private:
  int mainLoop(const TraceStretch &S) const;
  void makePrograms(StretchCode &C, const MappedKernel &Mapped,
                    llvm::ArrayRef<double> FrontEnd) const;

  const RunTrace &T;
  const TraceCode &Code;
  PortModel &Model;
  const CacheTables *Caches;
  const CoreSizes Core;
  const unsigned Penalty; ///< Cycles of a misprediction, from its execution on.
  std::mutex Mapping;     ///< The model looks instructions up once.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_STRETCHSIMULATOR_H
