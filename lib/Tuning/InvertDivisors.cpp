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
/// For N = 64 no core multiplies by 2N bits, and what that paper does for
/// unsigned numbers and a divisor that only the run tells is done: let l be the
/// logarithm of d, rounded up, m = 2^N (2^l - d) / d + 1 of N bits, rounded
/// down, and t the upper N bits of m x; then x / d = (t + (x - t) / 2^min(l,
/// 1)) / 2^max(l - 1, 0). Here d may be 1. As 2^l - d < d, m takes a division
/// of 2N by N bits, which is done before the loop with digits of 32 bits (D.
/// Knuth, The Art of Computer Programming 2, algorithm D for the division of
/// nonnegative integers): not all targets have a function for it.
///
/// Divisions of floating point are left to LLVM's hoisting, which does the same
/// where the source allows reciprocals (-freciprocal-math).
///
/// Time O(instructions of the loop).
/// Tested by test/Tuning/invert-divisors.ll, invert-wide-divisors.ll,
/// divisors.c, transforms-run.test and random-loops.
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

/// Numbers for which reciprocals of N + 1 bits are taken.
constexpr unsigned WideBits = 64;

namespace {
/// What is known of a divisor before the loop.
struct Reciprocal {
  Value *Divisor; ///< No other value in another use.
  /// c, of 2N bits in a type of 4N; of WideBits, m in a type of 2N.
  Value *Factor;
  Value *IsOne; ///< All bits, or none, in a type of 4N; not of WideBits.
  Value *Sign;  ///< -1 if the divisor is negative, or 0; null: unsigned.
  Value *FirstShift, *SecondShift; ///< Of WideBits: 1 or 0, l - 1 or 0.
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
  const DataLayout &Data = L.getHeader()->getDataLayout();
  auto CanInvert = [&](const Type *T) {
    return T->isIntegerTy() &&
           (T->getIntegerBitWidth() <= MostBits ||
            (T->isIntegerTy(WideBits) && Data.isLegalInteger(WideBits)));
  };
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Division = dyn_cast<BinaryOperator>(&I);
      if (Division && Division->isIntDivRem() &&
          CanInvert(Division->getType()) &&
          !isa<Constant>(Division->getOperand(1)) &&
          L.isLoopInvariant(Division->getOperand(1)))
        Out.push_back(Division);
    }
  return Out;
}

/// 2N: a number of type \p T is taken to have so many bits as half of that. N
/// of WideBits.
static unsigned reciprocalBits(const Type *T) {
  return T->getIntegerBitWidth() <= 16 ? 32 : 64;
}

/// The next 32 bits of the quotient of \p Rest < \p By, behind which 32 bits of
/// 0 follow. The upper bit of \p By is set. \p Rest becomes what is left.
static Value *addDigit(IRBuilder<> &B, Value *&Rest, Value *By) {
  Value *Upper = B.CreateLShr(By, 32);
  Value *Lower = B.CreateAnd(By, 0xffffffff);
  Value *Digit = B.CreateUDiv(Rest, Upper);
  Value *Over = B.CreateSub(Rest, B.CreateMul(Digit, Upper));
  Value *Base = B.getInt64(uint64_t(1) << 32);
  // It is too large by two at most.
  for (int Step = 0; Step < 2; ++Step) {
    Value *IsTooLarge =
        B.CreateAnd(B.CreateICmpULT(Over, Base),
                    B.CreateOr(B.CreateICmpUGE(Digit, Base),
                               B.CreateICmpUGT(B.CreateMul(Digit, Lower),
                                               B.CreateShl(Over, 32))));
    Digit = B.CreateSub(Digit, B.CreateZExt(IsTooLarge, Digit->getType()));
    Over = B.CreateAdd(Over, B.CreateSelect(IsTooLarge, Upper, B.getInt64(0)));
  }
  Rest = B.CreateSub(B.CreateShl(Rest, 32), B.CreateMul(Digit, By));
  return Digit;
}

/// Fills in what division by \p Size takes, which has WideBits.
static void invertWide(IRBuilder<> &B, Value *Size, Reciprocal &Out) {
  auto LeadingZeros = [&](Value *V) {
    return B.CreateBinaryIntrinsic(Intrinsic::ctlz, V, B.getFalse());
  };
  Value *Zero = B.getInt64(0), *One = B.getInt64(1);
  Value *Log =
      B.CreateSub(B.getInt64(WideBits), LeadingZeros(B.CreateSub(Size, One)));
  Value *HasLog = B.CreateICmpNE(Log, Zero);
  Out.FirstShift = B.CreateZExt(HasLog, Log->getType(), "first.shift");
  Out.SecondShift = B.CreateSub(Log, Out.FirstShift, "second.shift");
  // 2^l modulo 2^64, without a shift by 64.
  Value *Power = B.CreateShl(B.CreateShl(One, Out.SecondShift), Out.FirstShift);
  Value *Shift = LeadingZeros(Size);
  Value *By = B.CreateShl(Size, Shift);
  Value *Rest = B.CreateShl(B.CreateSub(Power, Size), Shift);
  Value *Upper = addDigit(B, Rest, By);
  Value *Lower = addDigit(B, Rest, By);
  Value *Quotient = B.CreateAdd(B.CreateShl(Upper, 32), Lower);
  Out.Factor = B.CreateZExt(B.CreateAdd(Quotient, One),
                            B.getIntNTy(2 * WideBits), "reciprocal");
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
  if (Division.getType()->isIntegerTy(WideBits)) {
    invertWide(B, Size, Out);
    return Out;
  }
  Value *Factor =
      B.CreateAdd(B.CreateUDiv(ConstantInt::getAllOnesValue(Half), Size), One);
  Out.Factor = B.CreateZExt(Factor, Wide, "reciprocal");
  Out.IsOne = B.CreateSExt(B.CreateICmpEQ(Size, One), Wide, "is.one");
  return Out;
}

/// \p Size divided by the absolute value of the divisor of \p By, in type \p T.
static Value *divide(IRBuilder<> &B, Value *Size, const Reciprocal &By,
                     Type *T) {
  Type *Wide = By.Factor->getType();
  Value *WideSize = B.CreateZExt(Size, Wide);
  Value *Product = B.CreateLShr(B.CreateMul(WideSize, By.Factor, "product"),
                                Wide->getIntegerBitWidth() / 2);
  if (By.IsOne)
    return B.CreateTrunc(B.CreateOr(Product, B.CreateAnd(WideSize, By.IsOne)),
                         T, "quotient");
  Value *Upper = B.CreateTrunc(Product, T);
  Value *Rest = B.CreateLShr(B.CreateSub(Size, Upper), By.FirstShift);
  return B.CreateLShr(B.CreateAdd(Upper, Rest), By.SecondShift, "quotient");
}

/// The quotient or remainder of \p Division by \p By.
static Value *multiply(BinaryOperator &Division, const Reciprocal &By) {
  IRBuilder<> B(&Division);
  Type *T = Division.getType();
  // An undefined value could be another one at each use.
  Value *X = B.CreateFreeze(Division.getOperand(0), "dividend");
  Value *Sign = nullptr;
  Value *Size = X;
  if (By.Sign) {
    Value *SignOfX = B.CreateAShr(X, T->getIntegerBitWidth() - 1);
    Size = B.CreateSub(B.CreateXor(X, SignOfX), SignOfX);
    Sign = B.CreateXor(SignOfX, By.Sign);
  }
  Value *Quotient = divide(B, Size, By, T);
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
