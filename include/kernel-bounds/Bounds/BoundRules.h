//===- BoundRules.h - What each kind of bound is ----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table of the kinds of bounds. Analysis, verdict, sensitivity, simulation
/// and reports go through it: none of them knows the kinds.
///
/// To add a kind: a pair of files with its witness and its rules, a row of
/// Bounds.def, a line of CMake, tests and documentation
/// (docs/reference/adding-a-bound.md has an example that a test compiles).
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_BOUNDRULES_H
#define KERNEL_BOUNDS_BOUNDS_BOUNDRULES_H

#include "kernel-bounds/Bounds/Bound.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Bounds/Resource.h"
#include "kernel-bounds/Model/ModelTables.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace kernelbounds {

struct Analysis;
class KernelAddresses;
class PortUnions;

/// What a bound is computed from.
struct BoundContext {
  const Analysis &A;
  /// The largest of the bounds before it in the table.
  CyclesPerIter SoFar;
  /// A bound up to this makes no difference to anybody: a cheaper, smaller
  /// value may be returned.
  CyclesPerIter Unnoticed;
  /// The addresses of the loop; null for a loop that is only imagined, where
  /// bounds that need them are those of the real loop (IsKept).
  KernelAddresses *Addresses = nullptr;
};

/// Some resources of the core, Factor times as fast.
struct Acceleration {
  llvm::ArrayRef<Resource> Faster;
  SpeedFactor Factor;
  const PortUnions &Unions; ///< Of the analysed loop.

  bool has(ResourceKind Kind) const;
  /// Whether the resource that only \p Kind knows is among them.
  bool hasOwn(Limit Kind) const;
  /// All ports that become faster.
  PortSet ports() const;
  CyclesPerIter scale(const CyclesPerIter &C) const {
    return C * Factor.Den / Factor.Num;
  }
};

/// A bound with some resources faster; Ports are those that then force it.
struct FasterBound {
  CyclesPerIter Cycles;
  PortSet Ports;
};

/// How the instructions of a limit's evidence are weighed where the values are
/// named that the figures rest on (ValueOrigins.h).
enum class EvidenceWeight : uint8_t { None, Ports, Slots, Chain };

/// Everything that is known of a kind. Functions are pure; null ones have the
/// default that is named.
struct BoundRules {
  bool IsResource = true; ///< Counts for TP.
  /// Not taken where the bounds before it are enough for the caller.
  bool IsCostly = false;
  /// Needs BoundContext::Addresses. A changed loop keeps the bound, for each of
  /// its copies.
  bool IsKept = false;
  /// Not taken of changed loops, so that on a core that has this bound nothing
  /// can be promised of a change.
  bool ForbidsAdvice = false;
  /// True of nearly every loop: of two equal bounds the other is named.
  bool IsWeakReason = false;
  EvidenceWeight Weight = EvidenceWeight::None;
  /// Parameters of the core that the bound rests on.
  llvm::ArrayRef<PipelineParam> (*Params)(const Bound &B) = nullptr;

  /// The bound of a loop.
  Bound (*Compute)(const BoundContext &C);
  /// As a limit: "issue width 4", "ports p2 p3".
  std::string (*Name)(const Analysis &A, const Bottleneck &B);
  /// The ports that force it; null: none.
  PortSet (*Ports)(const Bound &B) = nullptr;
  /// In one phrase, naming at most \p Opcodes opcodes: "11 micro-ops / 4".
  std::string (*Brief)(const Analysis &A, const Bound &B, unsigned Opcodes);
  /// For reports.
  Evidence (*Explain)(const Analysis &A, const Bound &B);

  /// The resource that \p B, as a limit, asks for more of.
  /// Null: one of its own, which makes no other bound faster.
  Resource (*Wants)(const Bottleneck &B) = nullptr;
  /// With resources faster. Null: Acceleration::scale() if its own is.
  FasterBound (*Faster)(const Analysis &A, const Bound &B,
                        const Acceleration &F) = nullptr;
  /// Cycles of an iteration that the simulator, which does not model this by
  /// itself, has its front end take at least. Null: it does, or 0.
  CyclesPerIter (*SimulatedRate)(const Bound &B) = nullptr;
  /// That rate as a limit, where it may be more than the bound. Null: it never
  /// is.
  std::string (*NameExpected)(const Analysis &A, const Bound &B) = nullptr;
};

/// A row of the table.
struct BoundInfo {
  Limit Kind;
  llvm::StringLiteral Key, Label, JSONKey;
  const BoundRules *Rules;
};

/// All kinds but None, in the order of Bounds.def.
llvm::ArrayRef<BoundInfo> allBounds();
/// \pre \p Kind is not None.
const BoundInfo &boundInfo(Limit Kind);
inline const BoundRules &boundRules(Limit Kind) {
  return *boundInfo(Kind).Rules;
}
/// The label of \p Kind in reports; "no bound" for None.
llvm::StringRef boundLabel(Limit Kind);
/// What the weights of the evidence of \p Kind count; "" if it has none.
llvm::StringRef weightUnit(Limit Kind);

/// The resource that \p B asks for more of.
Resource wantedResource(const Bottleneck &B);
/// \p B with the resources of \p F faster.
FasterBound fasterBound(const Analysis &A, const Bound &B,
                        const Acceleration &F);

#define KB_BOUND(Kind, Key, Label, JSONKey) extern const BoundRules Kind##Rules;
#include "kernel-bounds/Bounds/Bounds.def"

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_BOUNDRULES_H
