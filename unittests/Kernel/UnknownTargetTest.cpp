//===- UnknownTargetTest.cpp - Tests for TargetSemantics.cpp --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/MC/MCInst.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

// Of a kernel without a target nothing is known: no opcode number is taken for
// one of x86 or of any other target.
TEST(UnknownTarget, KnowsNothing) {
  const Kernel K;
  const TargetSemantics &T = targetOf(K);
  KernelInst I;
  const RegRead R{};
  IntOp Op;
  for (unsigned Opcode = 0; Opcode < 30000; Opcode += 7) {
    I.Opcode = Opcode;
    EXPECT_EQ(T.recipe(Opcode).Kind, IntRecipe::None);
    for (OpcodeTrait Trait :
         {OT_Addition, OT_Division, OT_LoopTest, OT_VectorAccess})
      EXPECT_FALSE(T.has(Trait, Opcode));
    EXPECT_EQ(T.reduction(K, I, R), ReductionOp::None);
    EXPECT_EQ(T.modelOpcode(I), Opcode);
    EXPECT_EQ(T.widerForm(Opcode).Opcode, 0u);
    EXPECT_EQ(T.scalableForm(Opcode).Opcode, 0u);
    EXPECT_EQ(T.divisionForms(Opcode).Multiply, 0u);
    EXPECT_EQ(T.integerReciprocal(Opcode, 1).Multiply, 0u);
  }
  EXPECT_EQ(T.conditionCode(I), ~0u);
  EXPECT_FALSE(T.isScaled(I, R));
  EXPECT_FALSE(T.holds(EntryCondition::LeaSimple, I));
  EXPECT_FALSE(T.stepOf(I, 1));
  EXPECT_FALSE(T.fillSpecial(IntOperands(K, I), {}, Op));
  EXPECT_EQ(T.plainAccess({}, false), 0u);
  EXPECT_EQ(T.scalableSet(), nullptr);
  EXPECT_TRUE(T.registerFiles().empty());
}

TEST(UnknownTarget, CodeIsPlain) {
  const TargetCode &C = targetOf(Kernel()).code();
  EXPECT_EQ(C.fixedSize(), 0u);
  EXPECT_EQ(C.codeUnit(), 1u);
  EXPECT_EQ(C.opcodeOffset({}), UnknownOpcode);
  EXPECT_FALSE(C.countsFromEnd());
  EXPECT_FALSE(C.hasTwoSyntaxes());
  EXPECT_TRUE(C.markerBytes().empty());
  EXPECT_EQ(C.classifyWord("rax", true), RegisterWord::None);
  EXPECT_EQ(C.emissionOf("FMOVD0"), PseudoEmission::Never);
  EXPECT_FALSE(C.emissionMakesSymbols(llvm::Triple("arm64-apple-macosx")));
}
