//===- TraceDecoder.h - Recorded bytes as instructions -------- -*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes single instructions from their bytes, and makes the instructions of
/// a kernel of them. Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_TRACEDECODER_H
#define KERNEL_BOUNDS_LIB_RUN_TRACEDECODER_H

#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Kernel/Kernel.h"
#include "kernel-bounds/Kernel/Listing.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>

namespace kernelbounds {

class TraceDecoder {
public:
  static llvm::Expected<std::unique_ptr<TraceDecoder>>
  create(const llvm::Triple &TT);

  /// The instruction at the start of \p Bytes, with its prefixes; nothing if
  /// the bytes are none.
  std::optional<ListedInst> decode(llvm::ArrayRef<uint8_t> Bytes,
                                   uint64_t Address) const;
  const TargetContext &target() const { return *Target; }
  TargetSemantics &semantics() { return *Semantics; }

private:
  TraceDecoder() = default;

  std::unique_ptr<TargetContext> Target;
  std::unique_ptr<llvm::MCDisassembler> Decoder;
  std::unique_ptr<TargetSemantics> Semantics;
};

/// Whether the address of \p M is recorded when \p I runs.
inline bool isRecorded(const KernelInst &I, const MemRef &M) {
  return !M.IsGather && !I.is(IF_Prefetch);
}

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_TRACEDECODER_H
