//===- LoopEncoder.h - The code of timed loops ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The same for hosts and for emulators: a body, the counter, and the branch
/// back. Private to lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_LOOPENCODER_H
#define KERNEL_BOUNDS_LIB_MEASURE_LOOPENCODER_H

#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Measure/FormTarget.h"
#include "llvm/MC/MCCodeEmitter.h"
#include <memory>

namespace kernelbounds {

class LoopEncoder {
public:
  /// Both outlive it.
  LoopEncoder(TargetContext &Target, const FormTarget &Forms);

  /// Whether LLVM encodes instructions of the target.
  bool isOpen() const { return Emitter != nullptr; }
  void append(const llvm::MCInst &I, llvm::SmallVectorImpl<char> &Code);
  /// A loop with \p Body, whose branches go to the next instruction. Behind it
  /// the counter is 0. Addresses that count from the program counter are those
  /// of memory that begins \p ToMemory bytes behind the first byte of \p Code.
  void appendLoop(llvm::ArrayRef<llvm::MCInst> Body,
                  llvm::SmallVectorImpl<char> &Code, int64_t ToMemory = 0);

private:
  TargetContext &Target;
  const FormTarget &Forms;
  std::unique_ptr<llvm::MCCodeEmitter> Emitter;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_LOOPENCODER_H
