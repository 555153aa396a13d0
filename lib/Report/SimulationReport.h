//===- SimulationReport.h - What reports say of a simulation ----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sections of the text, and members of the JSON, about the simulated core and
/// about sensitivity. Private to lib/Report.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_REPORT_SIMULATIONREPORT_H
#define KERNEL_BOUNDS_LIB_REPORT_SIMULATIONREPORT_H

#include "LoopReport.h"
#include "kernel-bounds/Advice/LoopLimit.h"

namespace llvm::json {
class OStream;
} // namespace llvm::json

namespace kernelbounds {

/// "ports p2 p3 (loads)".
std::string resourceText(const Resource &R, const Analysis &A);
/// "limited by ports p2 p3 (loads): if 2x as fast, the loop is 1.89x as fast".
std::string sensitivityVerdict(const Sensitivity &S, const Analysis &A);
/// "12.00 cy/it, limited by latency": what the loop takes, and why.
std::string headlineText(const LoopReport &R);
/// "4.00 cy/it", with cycles per source iteration where these are known.
std::string cyclesText(const LoopReport &R, const CyclesPerIter &C);
/// "at least: 2.00 cy/it, if line 9 overwrites ..." and "at most: ...", where
/// these are other numbers than the prediction.
std::vector<std::string> otherCases(const LoopReport &R);
/// "unrolling by 2": the change that helps most; empty if none is known.
std::string nextStep(const LoopReport &R);
/// "exact: 7 cycles every 2 iterations", or of what it is the mean.
std::string simulationBasis(const SimulationResult &R);
/// "compute on p0", "load on p2"; "eliminated" without a port.
std::string uopText(const UopEvent &E, const Analysis &A);

/// Accesses across lines of the cache that the simulation counts, a trip.
CyclesPerIter expectedCrossings(const Analysis &A);

/// The dependences of Analysis::Drawn from one instruction to another.
struct DrawnPair {
  uint32_t Source, Dest;      ///< Into Kernel::Insts.
  uint64_t Trips;             ///< Bit k: one holds in iterations k modulo 64.
  uint32_t Nearest, Farthest; ///< Iterations between the two.
};
/// In the order of the loads.
std::vector<DrawnPair> drawnPairs(const Analysis &A);

void writeSimulation(llvm::raw_ostream &OS, const LoopReport &R);
void writeSensitivity(llvm::raw_ostream &OS, const LoopReport &R);
void writeWaits(llvm::raw_ostream &OS, const LoopReport &R);
void writeTimeline(llvm::raw_ostream &OS, const LoopReport &R);

/// Members "cycles" and "exact" of an open object.
void writeCyclesJSON(llvm::json::OStream &J, const CyclesPerIter &C);
/// Members "simulation" and "sensitivity" of an open object; null if not asked
/// for.
void writeSimulationJSON(llvm::json::OStream &J, const LoopReport &R);
void writeSensitivityJSON(llvm::json::OStream &J, const LoopReport &R);
/// Member "waits" of an instruction.
void writeWaitsJSON(llvm::json::OStream &J, const LoopReport &R, uint32_t Inst);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_REPORT_SIMULATIONREPORT_H
