//===- Evidence.h - A bound's witness, ready to be shown --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The form in which every bound hands its witness to the reports: a phrase,
/// the instructions that belong to it, and facts by name. Reports print these
/// without knowing the kind.
///
/// Example: "4 micro-ops of 4 instructions on p0 p1: 4/2", with the facts
/// ports = [p0, p1], instructions = 4, micro_ops = 4, port_cycles = 4.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_BOUNDS_EVIDENCE_H
#define KERNEL_BOUNDS_BOUNDS_EVIDENCE_H

#include "kernel-bounds/Model/Cycles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace kernelbounds {

/// One named fact; keys are stable, and documented in docs/reference/json.md.
struct Fact {
  /// No value is null in JSON.
  using Number = std::optional<int64_t>;
  using Insts = std::vector<uint32_t>; ///< Indices into the kernel.
  using Names = std::vector<std::string>;
  /// Shown as a number, with a fraction only where it has one.
  struct Decimal {
    CyclesPerIter Value;
  };
  llvm::StringLiteral Key;
  std::variant<Number, bool, CyclesPerIter, Decimal, Insts, Names> Value;
};

/// An instruction and why it belongs to the evidence; without an instruction, a
/// remark about the list.
struct InstNote {
  std::optional<uint32_t> Inst;
  std::string Why;
};

struct Evidence {
  /// Shown in reports for people: false where it says nothing that the other
  /// bounds do not.
  bool IsShown = true;
  std::string Text;
  std::vector<InstNote> Notes;
  std::vector<Fact> Facts;
};

/// "1 cycle", "3 cycles".
std::string counted(uint64_t N, llvm::StringRef What);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_BOUNDS_EVIDENCE_H
