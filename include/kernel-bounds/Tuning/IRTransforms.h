//===- IRTransforms.h - Loops of LLVM IR, rewritten -------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The changes that LoopTransform names, made in LLVM IR before the compiler's
/// own loop passes.
///
/// The first two make a value wait in registers for a number of iterations, as
/// a row of phis of which each takes the value of the next one. When the loop
/// is unrolled by that number, no value moves.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_TUNING_IRTRANSFORMS_H
#define KERNEL_BOUNDS_TUNING_IRTRANSFORMS_H

namespace llvm {
class AAResults;
class AssumptionCache;
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class ScalarEvolution;
class TargetLibraryInfo;
class TargetTransformInfo;
class Value;
template <typename T> class ArrayRef;
} // namespace llvm

namespace kernelbounds {

/// What is known of the function of a loop. Kept up to date.
struct IRKnowledge {
  llvm::DominatorTree &DT;
  llvm::LoopInfo &LI;
  llvm::ScalarEvolution &SE;
  llvm::AAResults &AA;
  llvm::AssumptionCache &AC;
  const llvm::TargetTransformInfo &TTI;
  const llvm::TargetLibraryInfo &TLI;
};

/// Makes values that an iteration of the innermost loop \p L loads or stores
/// stay in registers until a later one, where they are loaded.
///
/// Example: in `a[i + 2] = a[i] + 1`, what iteration i loads iteration i - 2
/// has stored. Two elements are loaded before the loop, and none in it.
///
/// A load goes if, in every iteration, both it and the access that had the
/// value are executed, scalar evolution proves that the address is the same,
/// and no other store may write there between them. Before the loop only
/// elements are loaded that the loop would have loaded.
/// \pre \p L is in the form of LoopSimplify.
/// \returns whether there was anything to do.
bool keepValues(llvm::Loop &L, const IRKnowledge &Known);

/// Splits the reductions of the innermost loop \p L into \p Chains each, which
/// iterations take in turn. They are combined behind the loop.
///
/// Example: of `s *= x[i]` with two chains, one has the product of the elements
/// with an even index, and one that of the others.
///
/// Reductions of integers are split, and those of floating point that may be
/// done in another order.
/// \pre \p L is in the form of LoopSimplify and LCSSA; Chains >= 2.
/// \returns whether there was anything to do.
bool splitReductions(llvm::Loop &L, unsigned Chains, const IRKnowledge &Known);

/// Replaces divisions in the innermost loop \p L, and remainders, of integers
/// of up to 32 bits by a divisor that does not change in it, and of 64 bits
/// where registers have as many. The reciprocal is computed before the loop.
///
/// Example: with u = 2^64 / m, rounded up, `x[i] / m` is `(x[i] * u) >> 64`.
/// \pre \p L is in the form of LoopSimplify.
/// \returns whether there was anything to do.
bool invertDivisors(llvm::Loop &L, const IRKnowledge &Known);

/// Does \p Count iterations of the loop around the innermost loop \p L
/// together: one trip of \p L then does a trip of each.
///
/// Example: of a product of matrices, four elements are summed up at a time,
/// with a fourth of the loads of what they have in common.
/// \pre The loop around is in the form of LoopSimplify and LCSSA.
/// \returns whether there was anything to do.
bool unrollAndJam(llvm::Loop &L, unsigned Count, const IRKnowledge &Known);

/// Copies the innermost loop \p L, and compares before both of them whether
/// what it stores may be where it loads or stores something else. \p L is
/// executed where that cannot be, which its accesses say from now on; the copy
/// is executed otherwise.
///
/// Example: in `*s += a[i]`, the sum is at none of the places of `a`. Then it
/// need not be stored before the next element is loaded.
///
/// Of accesses whose bounds are not known before the loop, nothing is said.
/// Scalar evolution knows nothing of the copy.
/// \pre \p L is in the form of LoopSimplify and LCSSA.
/// \returns the copy, or null if there was nothing to do.
llvm::Loop *checkOverlap(llvm::Loop &L, const IRKnowledge &Known);

/// Whether these would do anything. Change nothing.
bool canKeepValues(const llvm::Loop &L, const IRKnowledge &Known);
bool canSplitReductions(const llvm::Loop &L, const IRKnowledge &Known);
bool canInvertDivisors(const llvm::Loop &L, const IRKnowledge &Known);
bool canUnrollAndJam(const llvm::Loop &L, const IRKnowledge &Known);
bool canCheckOverlap(const llvm::Loop &L, const IRKnowledge &Known);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_TUNING_IRTRANSFORMS_H
