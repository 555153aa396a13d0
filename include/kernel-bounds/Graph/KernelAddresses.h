//===- KernelAddresses.h - Addresses of a loop, once -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The addresses of a loop's memory operands as they follow from its
/// instructions. Several questions need them; they are evaluated once.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_GRAPH_KERNELADDRESSES_H
#define KERNEL_BOUNDS_GRAPH_KERNELADDRESSES_H

#include "kernel-bounds/Kernel/Kernel.h"
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class MCInstrInfo;
} // namespace llvm

namespace kernelbounds {

struct AffineAddress;
struct EvaluatedAddresses;

class KernelAddresses {
public:
  /// Refers to \p K and \p MII. \p NumUnits is TargetSemantics::numUnits().
  KernelAddresses(const Kernel &K, const llvm::MCInstrInfo &MII,
                  unsigned NumUnits);
  ~KernelAddresses();

  const Kernel &kernel() const { return K; }
  const llvm::MCInstrInfo &instrInfo() const { return MII; }
  unsigned numUnits() const { return NumUnits; }
  /// Bytes from where operand \p From of Kernel::Mems lies in a trip to where
  /// \p To lies \p Trips trips later; none if that is not known, or not the
  /// same for every trip. Within a trip that is often known of addresses that
  /// jump from trip to trip, too. O(terms of the addresses).
  std::optional<int64_t> distance(uint32_t From, uint32_t To,
                                  unsigned Trips = 0);
  /// The two count from different pointers, or move at different speeds, if no
  /// store writes what an access through a pointer of another origin reads.
  bool haveDifferentOrigins(uint32_t From, uint32_t To);
  /// What the loop loads decides where at least one of the two lies, as the
  /// index of a histogram does.
  bool areDecidedByData(uint32_t From, uint32_t To);

  /// Evaluates them when first asked; near-linear in the loop's size.
  EvaluatedAddresses &get();
  /// The same, with the code before the loop decoded as far as runs on random
  /// inputs need it.
  EvaluatedAddresses &forRuns();
  /// By Kernel::Mems, the addresses if no store writes what an access through
  /// a pointer of another origin reads: a pointer that the loop loads in every
  /// trip is then known where nothing else is stored in its place. Evaluates
  /// them when first asked.
  const std::vector<AffineAddress> &expected();

private:
  const Kernel &K;
  const llvm::MCInstrInfo &MII;
  unsigned NumUnits;
  std::unique_ptr<EvaluatedAddresses> Evaluated;
  std::unique_ptr<std::vector<AffineAddress>> Expected;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_GRAPH_KERNELADDRESSES_H
