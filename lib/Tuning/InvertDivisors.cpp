//===- InvertDivisors.cpp - Multiplication instead of division ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compilers divide by a constant through a multiplication by its reciprocal.
/// Here the divisor is known before the loop only, and so is the reciprocal.
///
/// For an unsigned x < 2^N and a divisor 2 <= d < 2^N let c be 2^2N / d,
/// rounded up: c d = 2^2N + e with 0 <= e < d. Then x c / 2^2N = x / d + x e /
/// (2^2N d). As x e < 2^2N, the last term is less than 1 / d, which is the
/// least distance of x / d from the next integer: rounded down, both are the
/// same. c takes 2N bits and is computed as (2^2N - 1) / d + 1. For d = 1 it is
/// 2^2N, or 0 in 2N bits; the quotient is x then, which is put in by a mask.
///
/// Signed numbers are divided by their absolute values, of which -2^(N-1) has
/// N bits as well.
///
/// Source: T. Granlund, P. Montgomery, Division by invariant integers using
/// multiplication (PLDI 1994, doi:10.1145/178243.178249), whose reciprocals
/// have N + 1 bits and need more steps. With 2N bits, which a core multiplies
/// by N bits at once, none of these is needed.
///
/// Time O(instructions of the loop).
/// Tested by test/Tuning/invert-divisors.ll, transforms-run.test and
/// random-loops.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/IRTransforms.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"

using namespace kernelbounds;
using namespace llvm;

/// The widest numbers whose reciprocal fits into 64 bits.
constexpr unsigned MostBits = 32;

namespace {
/// What is known of a divisor before the loop.
struct Reciprocal {
  Value *Divisor; ///< No other value in another use.
  Value *Factor;  ///< c, of 2N bits in a type of 4N.
  Value *IsOne;   ///< All bits, or none, in a type of 4N.
  Value *Sign;    ///< -1 if the divisor is negative, or 0; null: unsigned.
};
} // namespace

static bool isSigned(const BinaryOperator &I) {
  return I.getOpcode() == Instruction::SDiv ||
         I.getOpcode() == Instruction::SRem;
}

static bool isRemainder(const BinaryOperator &I) {
  return I.getOpcode() == Instruction::URem ||
         I.getOpcode() == Instruction::SRem;
}

static SmallVector<BinaryOperator *, 4> findDivisions(const Loop &L) {
  SmallVector<BinaryOperator *, 4> Out;
  if (!L.isInnermost() || !L.isLoopSimplifyForm())
    return Out;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Division = dyn_cast<BinaryOperator>(&I);
      if (Division && Division->isIntDivRem() &&
          Division->getType()->isIntegerTy() &&
          Division->getType()->getIntegerBitWidth() <= MostBits &&
          !isa<Constant>(Division->getOperand(1)) &&
          L.isLoopInvariant(Division->getOperand(1)))
        Out.push_back(Division);
    }
  return Out;
}

/// 2N: a number of type \p T is taken to have so many bits as half of that.
static unsigned reciprocalBits(const Type *T) {
  return T->getIntegerBitWidth() <= 16 ? 32 : 64;
}

/// Computes before \p L what divisions like \p Division need. It may be 0 if
/// none of them is executed: that must not matter.
static Reciprocal invert(const BinaryOperator &Division, const Loop &L) {
  IRBuilder<> B(L.getLoopPreheader()->getTerminator());
  B.SetCurrentDebugLocation(Division.getDebugLoc());
  const unsigned Bits = reciprocalBits(Division.getType());
  Type *Half = B.getIntNTy(Bits), *Wide = B.getIntNTy(2 * Bits);
  Reciprocal Out{};
  Out.Divisor = B.CreateFreeze(Division.getOperand(1), "divisor");
  Value *Size;
  if (isSigned(Division)) {
    Value *Whole = B.CreateSExt(Out.Divisor, Half);
    Value *Sign = B.CreateAShr(Whole, Bits - 1);
    Size = B.CreateSub(B.CreateXor(Whole, Sign), Sign);
    Out.Sign = B.CreateTrunc(Sign, Division.getType());
  } else {
    Size = B.CreateZExt(Out.Divisor, Half);
  }
  Value *One = ConstantInt::get(Half, 1);
  Size = B.CreateSelect(B.CreateICmpEQ(Size, ConstantInt::get(Half, 0)), One,
                        Size);
  Value *Factor =
      B.CreateAdd(B.CreateUDiv(ConstantInt::getAllOnesValue(Half), Size), One);
  Out.Factor = B.CreateZExt(Factor, Wide, "reciprocal");
  Out.IsOne = B.CreateSExt(B.CreateICmpEQ(Size, One), Wide, "is.one");
  return Out;
}

/// The quotient or remainder of \p Division by \p By.
static Value *multiply(BinaryOperator &Division, const Reciprocal &By) {
  IRBuilder<> B(&Division);
  Type *T = Division.getType(), *Wide = By.Factor->getType();
  Value *X = Division.getOperand(0);
  Value *Sign = nullptr;
  Value *Size = X;
  if (By.Sign) {
    Value *SignOfX = B.CreateAShr(X, T->getIntegerBitWidth() - 1);
    Size = B.CreateSub(B.CreateXor(X, SignOfX), SignOfX);
    Sign = B.CreateXor(SignOfX, By.Sign);
  }
  Size = B.CreateZExt(Size, Wide);
  Value *Quotient = B.CreateLShr(B.CreateMul(Size, By.Factor, "product"),
                                 Wide->getIntegerBitWidth() / 2);
  Quotient = B.CreateOr(Quotient, B.CreateAnd(Size, By.IsOne));
  Quotient = B.CreateTrunc(Quotient, T, "quotient");
  if (Sign)
    Quotient = B.CreateSub(B.CreateXor(Quotient, Sign), Sign, "quotient");
  if (!isRemainder(Division))
    return Quotient;
  return B.CreateSub(X, B.CreateMul(Quotient, By.Divisor), "remainder");
}

bool kernelbounds::canInvertDivisors(const Loop &L, const IRKnowledge &) {
  return !findDivisions(L).empty();
}

bool kernelbounds::invertDivisors(Loop &L, const IRKnowledge &Known) {
  // By divisor, with and without sign.
  DenseMap<std::pair<Value *, unsigned>, Reciprocal> Reciprocals;
  const SmallVector<BinaryOperator *, 4> Divisions = findDivisions(L);
  for (BinaryOperator *D : Divisions) {
    const auto [At, IsNew] =
        Reciprocals.try_emplace({D->getOperand(1), isSigned(*D)});
    if (IsNew)
      At->second = invert(*D, L);
    Value *Result = multiply(*D, At->second);
    Known.SE.forgetValue(D);
    D->replaceAllUsesWith(Result);
    D->eraseFromParent();
  }
  return !Divisions.empty();
}
