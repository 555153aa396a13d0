//===- Lifting.h - From pieces to whole kernels -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What predictors are given, and how their answers for pieces of code become
/// one number for a kernel (CesASMe, equation 1).
///
/// Example: a loop of 64 trips predicted at 2 cycles and a block that ran once
/// predicted at 5: (64 * 2 + 1 * 5) / 64 = 2.08 cycles for each trip.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_LIFTING_H
#define KERNEL_BOUNDS_MEASURE_LIFTING_H

#include "kernel-bounds/Measure/Evaluation.h"
#include "kernel-bounds/Measure/ProcessPool.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// A loop, a stretch of its trips, or a block, as text.
struct PieceToPredict {
  std::string Assembly; ///< AT&T syntax, one instruction a line.
  uint64_t Executions = 0;
  bool IsLoop = false;
  std::string Function;    ///< In which it is.
  unsigned LoopNumber = 0; ///< See CodePiece.
  unsigned NumLoops = 0;
  uint64_t NumTrips = 1; ///< In one execution.
};

/// The pieces of one measured kernel.
struct KernelToPredict {
  std::vector<PieceToPredict> Pieces; ///< The dominating loop first.
  uint64_t Trips = 0;                 ///< Of the dominating loop.
  std::string Object;
  std::vector<std::string> Compile; ///< The command that made Object.
  bool ByClang = false;
};

/// Sum of \p Each weighted by executions, for each trip. A piece that failed
/// makes the whole fail, with its reason.
Prediction liftPredictions(const KernelToPredict &K,
                           llvm::ArrayRef<Prediction> Each);

/// What a predictor has for every kernel, and the processor time it took.
struct PredictorRun {
  std::vector<Prediction> Kernels; ///< Parallel to the kernels.
  double Seconds = 0;
};

/// llvm-mca on each piece: the cycles of 300 iterations less those of 100, by
/// 200, so that filling and draining the pipeline do not count. Several pieces
/// go into one process. Files are made below \p Scratch.
PredictorRun predictWithMca(llvm::ArrayRef<KernelToPredict> Kernels,
                            llvm::StringRef Program, llvm::StringRef Cpu,
                            llvm::StringRef Scratch, ProcessPool &Pool);

/// A command of the user's; `{file}` stands for a file with the assembly of one
/// piece between markers of LLVM-MCA and OSACA, `{cpu}` for the core. The last
/// number that it prints is taken for cycles per iteration.
PredictorRun predictWithCommand(llvm::ArrayRef<KernelToPredict> Kernels,
                                llvm::StringRef CommandLine,
                                llvm::StringRef Cpu, llvm::StringRef Scratch,
                                ProcessPool &Pool);

/// The plugin in the compiler, with what only a compiler knows. Kernels of
/// other compilers than clang are not asked. A kernel whose code differs from
/// that of Object fails. \p Options are those of the plugin.
PredictorRun predictInCompiler(llvm::ArrayRef<KernelToPredict> Kernels,
                               llvm::StringRef Plugin,
                               llvm::ArrayRef<std::string> Options,
                               llvm::StringRef Scratch, ProcessPool &Pool);

/// The last number in \p Text, if there is one.
std::optional<double> findLastNumber(llvm::StringRef Text);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_LIFTING_H
