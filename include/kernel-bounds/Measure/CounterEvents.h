//===- CounterEvents.h - Which events count ports ---------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The raw events of perf_event that count micro-ops by port, by core. Pure
/// tables: nothing here asks the system.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_COUNTEREVENTS_H
#define KERNEL_BOUNDS_MEASURE_COUNTEREVENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace kernelbounds {

struct CounterEvent {
  llvm::StringLiteral Name;
  uint8_t Event, UnitMask;
  /// The ports as the model file of the core names them, with blanks between;
  /// empty of the event that counts what is issued.
  llvm::StringLiteral Ports;

  /// What perf_event_open() takes as `config`.
  uint64_t config() const { return Event | uint64_t(UnitMask) << 8; }
};

/// Those of one core.
struct CounterEvents {
  llvm::StringLiteral Core;             ///< "Skylake".
  llvm::ArrayRef<CounterEvent> Ports;   ///< No port is counted twice.
  const CounterEvent *Issued = nullptr; ///< Fused micro-ops at rename.
};

/// A processor as CPUID, or the system, names it.
struct ProcessorId {
  llvm::StringRef Vendor; ///< "GenuineIntel"; empty: not of x86.
  unsigned Family = 0, Model = 0;
};

/// Fails, with the reason as one clause, for a core that has no such events or
/// of which they are not known.
llvm::Expected<const CounterEvents *> findCounterEvents(const ProcessorId &P);

/// What it means that perf_event_open() fails with \p Errno where
/// kernel.perf_event_paranoid is \p Paranoid ("" if there is no such setting):
/// one clause.
std::string explainCounterFault(int Errno, llvm::StringRef Paranoid);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_COUNTEREVENTS_H
