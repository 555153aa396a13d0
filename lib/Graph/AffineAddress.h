//===- AffineAddress.h - Addresses as affine forms --------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The address of every access of a loop body as Base + k * Step, where k
/// counts iterations and Base and Step are sums of symbols with coefficients:
/// values of registers at the start, addresses of globals, contents of memory
/// that the loop leaves alone.
///
/// Example: `movq -8(%rsp), %rax; movsd (%rax,%rcx,8), %xmm0; incq %rcx` loads
/// from M + 8*rcx + k*8, M being what the loop finds at rsp-8.
///
/// What registers hold at the start follows, where it is known, from the
/// straight code before the loop: after `leaq 8(%rdi), %rax` accesses through
/// rdi and rax have one symbol.
///
/// Arithmetic is modulo 2^64. Of 32-bit arithmetic it is assumed that it does
/// not wrap: ext32(x + c) is ext32(x) + c.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_GRAPH_AFFINEADDRESS_H
#define KERNEL_BOUNDS_LIB_GRAPH_AFFINEADDRESS_H

#include "IntegerCode.h"
#include "RandomAddress.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace kernelbounds {

using SymbolId = uint32_t;

/// A sum of symbols with coefficients, and a constant, modulo 2^64.
struct AffineForm {
  /// Ascending by symbol, no coefficient is 0.
  llvm::SmallVector<std::pair<SymbolId, uint64_t>, 3> Terms;
  uint64_t Constant = 0;

  static AffineForm constant(uint64_t C) {
    AffineForm F;
    F.Constant = C;
    return F;
  }
  static AffineForm symbol(SymbolId S) {
    AffineForm F;
    F.Terms.push_back({S, 1});
    return F;
  }
  bool isConstant() const { return Terms.empty(); }
  bool isZero() const { return Terms.empty() && Constant == 0; }
  uint64_t coefficient(SymbolId S) const;
  void scale(uint64_t By);
  /// Adds \p Other * \p By.
  void add(const AffineForm &Other, uint64_t By = 1);

  bool operator==(const AffineForm &O) const {
    return Constant == O.Constant && Terms == O.Terms;
  }
  bool operator<(const AffineForm &O) const;
};

/// In what an address lies, as far as it shows.
enum class MemoryRegion : uint8_t {
  Other,     ///< Behind a pointer.
  Stack,     ///< Counted from the stack or frame pointer, with an index.
  StackSlot, ///< At a fixed distance from the stack or frame pointer.
  Global     ///< A symbol or a constant address.
};

struct AffineAddress {
  /// In iteration k the address is Base + k * Step if IsAffine; else it is Base
  /// in one iteration, whose symbols have other values in the next.
  AffineForm Base, Step;
  bool IsAffine = false;
  /// Base says nothing: two accesses of the same Base may differ.
  bool IsUnknown = false;
  /// Where not IsAffine: what of Base does not change. The rest, if
  /// IsArithmetic, follows from inductions alone, so that runs on random inputs
  /// show how it relates to other addresses of the same Invariant.
  AffineForm Invariant;
  bool IsArithmetic = true;
  /// In the frame that the function has made since it was called, or computed
  /// from what it was given then only: the two cannot meet.
  bool IsOwnFrame = false, IsFromCaller = false;
  MemoryRegion Region = MemoryRegion::Other;
  SymbolId Global = ~0u; ///< The symbol of a Global; ~0u = a constant address.
};

/// Addresses of K.Mems, in that order. \p Before is the code of K.Before, or
/// empty. Near-linear.
/// With \p AssumeDistinct, what is stored through a pointer is taken to be
/// found again whatever is stored through others. Clears \p MayDiffer, if it
/// is given, where that makes no difference.
/// \returns nothing if \p Before lacks stores (IntegerCode::HasStores), and
/// what they leave in memory matters.
std::optional<std::vector<AffineAddress>>
evaluateAddresses(const Kernel &K, const IntegerCode &Code,
                  const IntegerCode &Before, unsigned NumUnits,
                  bool AssumeDistinct = false, bool *MayDiffer = nullptr);

/// What KernelAddresses keeps: the addresses, and the code decoded as far as
/// they need it.
struct EvaluatedAddresses {
  IntegerCode Code, Before;
  std::vector<AffineAddress> Addresses; ///< Of Kernel::Mems.
  /// An address follows from what the loop loads, so that stores matter.
  bool NeedsMemory = false;
  /// Addresses may be others if pointers of different origin never meet.
  bool MayDiffer = true;
  ObservedRuns Runs; ///< Of Code after Before.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_GRAPH_AFFINEADDRESS_H
