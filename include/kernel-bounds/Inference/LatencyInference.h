//===- LatencyInference.h - Latencies from chains ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the latency from each source operand to each destination operand, from
/// the times of chains that are closed.
///
/// Example: a link from a general register to a vector register cannot be
/// chained with itself. It is closed by a link back, and the chain takes the
/// sum of both. If the latency of neither is known, time tells the sum alone,
/// and the result is a range for each.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_INFERENCE_LATENCYINFERENCE_H
#define KERNEL_BOUNDS_INFERENCE_LATENCYINFERENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace kernelbounds {

/// One (source operand, destination operand) pair of an instruction form.
struct LatencyLink {
  /// Kinds of storage: register file, flags, memory. Links are chained where
  /// the kinds agree.
  unsigned SourceKind = 0, DestKind = 0;
  std::optional<unsigned> KnownLatency; ///< In cycles.
};

/// The machine, for chains.
class ChainRunner {
public:
  virtual ~ChainRunner() = default;
  /// Returns the cycles of one turn of an endless chain of \p Links, indices
  /// into the list of links. Each link ends at the kind at which the next one
  /// begins, and the last at that of the first. The value may carry noise.
  virtual llvm::Expected<double>
  cyclesPerTurn(llvm::ArrayRef<unsigned> Links) = 0;
};

/// Latencies of one link that are consistent with all chains, in cycles.
struct InferredLatency {
  /// Least and Most are equal if the times determine the latency.
  unsigned Least = 0, Most = 0;
  /// False if no chain through the link can be closed or run. Then Least and
  /// Most say nothing.
  bool IsMeasured = false;
  /// False if the time of the chain is not near a whole number of cycles, or
  /// contradicts another chain or a known latency.
  bool IsConsistent = true;
  bool isExact() const { return IsMeasured && IsConsistent && Least == Most; }
};

struct LatencyInferenceOptions {
  unsigned RunsPerChain = 9;
  unsigned MaxRunsPerChain = 101; ///< If the noise needs more.
  /// The least latency that a link can have; eliminated moves have 0.
  unsigned LeastLatency = 0;
};

struct InferredLatencies {
  std::vector<InferredLatency> Links;
  unsigned NumChains = 0, NumRuns = 0;
};

/// Measures one chain for each link whose latency is not known, and a few more
/// that check the result.
InferredLatencies inferLatencies(llvm::ArrayRef<LatencyLink> Links,
                                 ChainRunner &Runner,
                                 const LatencyInferenceOptions &Options = {});

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_INFERENCE_LATENCYINFERENCE_H
