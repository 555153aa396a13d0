//===- TraceKernel.h - A stretch as straight code ------------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions of a stretch, one after the other, as a kernel of one trip,
/// with the dependences through memory that its addresses show. Private to
/// lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_TRACEKERNEL_H
#define KERNEL_BOUNDS_LIB_RUN_TRACEKERNEL_H

#include "BranchPredictor.h"
#include "TraceDecoder.h"
#include "kernel-bounds/Graph/MemoryDependence.h"
#include "kernel-bounds/Run/RunTrace.h"
#include "llvm/MC/MCInstPrinter.h"

namespace kernelbounds {

/// The instructions of a trace, decoded.
class TraceCode {
public:
  static llvm::Expected<std::unique_ptr<TraceCode>> create(const RunTrace &T);

  /// All instructions of the trace; no path.
  const Kernel &instructions() const { return All; }
  TargetSemantics &semantics() const { return Decoder->semantics(); }
  /// Assembly of instruction \p Inst of the trace.
  std::string textOf(uint32_t Inst) const;
  /// By instruction: whether it is a call.
  std::vector<bool> calls() const;
  /// By instruction; Direct for what is no branch.
  std::vector<BranchKind> branchKinds() const;

  /// The path of \p S as a kernel: a branch is taken if it was.
  Kernel kernelOf(const TraceStretch &S) const;

private:
  TraceCode(const RunTrace &T) : T(T) {}

  const RunTrace &T;
  std::unique_ptr<TraceDecoder> Decoder;
  std::unique_ptr<llvm::MCInstPrinter> Printer;
  std::vector<ListedInst> Listed;
  Kernel All;
};

/// Loads of \p K, the kernel of a stretch with the accesses \p Addresses, that
/// get bytes from a store at most \p Window instructions before them. A load
/// has at most one: that from the youngest store. O(bytes accessed).
std::vector<MemoryDependence>
findRecordedDependences(const Kernel &K, llvm::ArrayRef<uint64_t> Addresses,
                        unsigned Window);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_TRACEKERNEL_H
