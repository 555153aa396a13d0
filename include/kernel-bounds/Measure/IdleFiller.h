//===- IdleFiller.h - Keeps another core awake ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// While all other processors of a virtual machine are idle, some loops take
/// 9 % more cycles for seconds at a time, and then no more, on the machine that
/// docs/evidence/accuracy.md describes; with one other processor busy they do
/// not. So a process of the lowest priority is kept running on another one.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_IDLEFILLER_H
#define KERNEL_BOUNDS_MEASURE_IDLEFILLER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kernelbounds {

/// A processor, and the list of all processors of its core as the system
/// writes it ("0-1"): the same text for each of them. Empty if unknown.
struct CoreOfProcessor {
  int Cpu;
  llvm::StringRef Siblings;
};

/// The first of \p Processors whose core is not that of \p Measured; -1 if
/// there is none. A core that is not known counts as shared.
int findOtherCore(llvm::ArrayRef<CoreOfProcessor> Processors, int Measured);

/// A process that uses what is left of a processor on another core than the
/// one that measures. It ends with this object, or with its parent.
class IdleFiller {
public:
  /// Does nothing where there is no other core that this process may use.
  explicit IdleFiller(int MeasuringCpu);
  IdleFiller(const IdleFiller &) = delete;
  IdleFiller &operator=(const IdleFiller &) = delete;
  ~IdleFiller();

  /// Where it runs; -1 if it does not.
  int cpu() const { return Cpu; }

private:
  int Cpu = -1;
  [[maybe_unused]] int Pid = -1;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_IDLEFILLER_H
