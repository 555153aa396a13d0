//===- Bound.h - One lower bound and what forces it -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A bound is a value: its kind, its cycles and its witness. What a kind is
/// called, how it is computed, explained and accelerated stands in its rules
/// (BoundRules.h).
///
/// Example: four micro-ops on two ports are {Ports, 2, witness: the ports and
/// the instructions}.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_BOUND_H
#define KERNEL_BOUNDS_BOUNDS_BOUND_H

#include "kernel-bounds/Model/Cycles.h"
#include "kernel-bounds/Model/PortSet.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace kernelbounds {

/// What forces the prediction: a kind of bound.
enum class Limit : uint8_t {
  None, ///< An empty loop, or one of which nothing is modelled.
#define KB_BOUND(Kind, Key, Label, JSONKey) Kind,
#include "kernel-bounds/Bounds/Bounds.def"
};

/// Kinds of bounds, without None.
constexpr unsigned NumLimits = 0
#define KB_BOUND(Kind, Key, Label, JSONKey) +1
#include "kernel-bounds/Bounds/Bounds.def"
    ;

/// One word, as in CSV and JSON: "ports", "latency", "none".
llvm::StringRef limitName(Limit L);

/// Why a bound holds; each kind has a witness of its own.
struct Witness {
  virtual ~Witness();
};

/// One lower bound on the cycles of an assembly iteration.
struct Bound {
  Limit Kind = Limit::None;
  CyclesPerIter Cycles; ///< 0: says nothing about this loop.
  /// Of the kind's own type; null where the bound was not taken, or where the
  /// Analysis holds the evidence (Latency).
  std::shared_ptr<const Witness> Why;

  /// \pre \p W is the witness of Kind. An empty one if there is none.
  template <typename W> const W &witness() const {
    static const W Empty;
    return Why ? static_cast<const W &>(*Why) : Empty;
  }
};

/// One of the things that hold a loop back.
struct Bottleneck {
  Limit Kind = Limit::None;
  PortSet Ports; ///< Of kinds that rest on ports.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_BOUND_H
