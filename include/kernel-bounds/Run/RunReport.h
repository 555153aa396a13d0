//===- RunReport.h - What a run did, in several formats ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loops of a run by their share of time, each beside its prediction.
/// unittests/Run/RunReportTest.cpp holds a whole report.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_RUN_RUNREPORT_H
#define KERNEL_BOUNDS_RUN_RUNREPORT_H

#include "kernel-bounds/Kernel/LoopFingerprint.h"
#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Run/HotCode.h"
#include "kernel-bounds/Run/ProgramRun.h"
#include "kernel-bounds/Run/TraceSimulation.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// What analysis says of a loop without knowing the run.
struct LoopFigures {
  CyclesPerIter Prediction;
  std::string Verdict; ///< "limited by latency".
  std::string Next;    ///< What would help; may be empty.
  unsigned NumNotModeled = 0, NumOtherBlocks = 0;
  bool NextIfApart = false; ///< Next needs that pointers do not meet.
};

/// One line of the ranking.
struct RunRow {
  const HotSpot *Spot = nullptr;
  std::string SourceFile;  ///< Of a loop; may be empty.
  unsigned SourceLine = 0; ///< 0: not known.
  std::optional<LoopFingerprint>
      Fingerprint; ///< Of a loop of which all code is known.
  std::optional<LoopFigures> Figures;
  const LoopRunFigures *Ran = nullptr; ///< As it was recorded, if it was.
};

struct RunReport {
  std::string Generator;            ///< "kernel-opt 0.1.0".
  std::string Cpu;                  ///< Of the predictions.
  std::vector<std::string> Command; ///< Empty where a process was attached to.
  unsigned Attached = 0;            ///< That process.
  std::string TraceFile;            ///< Replayed; else empty.
  std::string PerfFile;             ///< That Run was read from; else empty.
  std::vector<std::string> Levels;  ///< As TraceFigures, and the next.
  std::string CacheSource;
  const RunTrace *Trace = nullptr; ///< Recorded or replayed; may be null.
  const ProgramRun *Run = nullptr; ///< Null where a trace is replayed.
  const HotCode *Code = nullptr;
  std::vector<RunRow> Rows; ///< The first of HotCode::Spots.
};

void printRunText(llvm::raw_ostream &OS, const RunReport &R);
/// A page that needs no other file.
void printRunHtml(llvm::raw_ostream &OS, const RunReport &R);
/// docs/reference/json.md describes the keys.
void printRunJson(llvm::raw_ostream &OS, const RunReport &R);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_RUN_RUNREPORT_H
