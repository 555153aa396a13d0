//===- ValueOrigins.h - What the figures of a loop rest on ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lists the values that an Analysis used: micro-ops and latency of each
/// instruction, rules for its memory operands, store forwarding, widths. Each
/// says where it comes from, and whether the limiting bound is made of it.
///
/// Example: a loop of one chain `vaddsd` (4 cycles, from the manual) and a
/// counter: the counter's values are listed, but the limit rests on the manual
/// alone, by 4 of its 4 cycles.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_VALUEORIGINS_H
#define KERNEL_BOUNDS_BOUNDS_VALUEORIGINS_H

#include "kernel-bounds/Bounds/Analysis.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct ValueOrigin {
  enum class Kind : uint8_t {
    Model,     ///< A model file; From says which line and source.
    LLVM,      ///< LLVM's scheduling model of this core.
    Borrowed,  ///< LLVM's scheduling model of another core.
    Generic,   ///< No model says it: a rule for all cores.
    NotModeled ///< Nothing is known; it counts as nothing.
  } What = Kind::Generic;
  Provenance From; ///< Of Model.

  /// The source's name in the model file; "LLVM", "borrowed", "generic", "not
  /// modelled".
  llvm::StringRef name() const;
  /// Stable word: "model", "llvm", "borrowed", "generic", "not-modeled".
  llvm::StringRef kindName() const;
  /// Nobody looked it up or measured it for this core: LLVM's, also as a model
  /// file restates it, assumed, or not known.
  bool isWeak() const;
};

/// What a value says.
enum class ValueRole : uint8_t {
  Uops, ///< Micro-ops and their ports.
  Latency,
  Load,      ///< Latency and micro-ops of a memory operand.
  Store,     ///< The same.
  WriteBack, ///< Of an updated address.
  Atomic,    ///< What an atomic update takes besides.
  Crossing,  ///< What an access across cache lines takes besides.
  Forwarding,
  MicroFusion,
  Pipeline ///< A width or size of the core.
};

struct UsedValue {
  static constexpr uint32_t WholeLoop = ~0u;

  ValueRole Role;
  uint32_t Inst; ///< WholeLoop for those of no instruction in particular.
  ValueOrigin Origin;
  PipelineParam Param = {}; ///< Of Pipeline.
  bool InLimit = false;     ///< Part of the evidence of the limiting bound.
  /// What of the limit it makes: cycles of a chain, port cycles or issue slots.
  int64_t Weight = 0;

  /// "micro-ops", "latency", "load", … or the name of a pipeline parameter.
  llvm::StringRef roleName() const;
};

/// Values of one origin, by name, added up.
struct OriginTotal {
  ValueOrigin Origin;
  unsigned Count = 0, CountInLimit = 0;
  int64_t Weight = 0; ///< In the limit.
};

struct ValueOriginsOptions {
  /// The prediction is the simulator's: sizes of buffers count.
  bool IsSimulated = false;
  /// It is above the bounds, so that buffers are part of the limit.
  bool ExceedsBounds = false;
};

/// In the order of the instructions, those of the whole loop last. O(values).
std::vector<UsedValue> collectValues(const Analysis &A,
                                     const ValueOriginsOptions &Options = {});

/// By origin: those with most weight in the limit first, then by count.
std::vector<OriginTotal> totalByOrigin(llvm::ArrayRef<UsedValue> Values);

/// Names of the origins in the limit, with shares if there are several:
/// "manual", "manual (75 %), assumed (25 %)"; empty if there is no limit.
std::string describeLimitOrigins(llvm::ArrayRef<OriginTotal> Totals);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_VALUEORIGINS_H
