//===- LoopTransformsTest.cpp - Tests of sets of transforms ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/LoopTransforms.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

TEST(LoopTransforms, NamesAreReadBack) {
  for (unsigned I = 0; I < NumLoopTransforms; ++I) {
    const LoopTransforms One(static_cast<LoopTransform>(I));
    EXPECT_EQ(LoopTransforms::parse(One.names()), One);
    EXPECT_EQ(One.size(), 1U);
  }
  EXPECT_EQ(LoopTransforms::parse(LoopTransforms::all().names()),
            LoopTransforms::all());
  EXPECT_EQ(LoopTransforms::parse("all"), LoopTransforms::all());
  EXPECT_EQ(LoopTransforms::parse(""), LoopTransforms());
}

TEST(LoopTransforms, UnknownNames) {
  EXPECT_EQ(LoopTransforms::parse("keep-values,none"), std::nullopt);
  EXPECT_EQ(LoopTransforms::parse("keep"), std::nullopt);
}

TEST(LoopTransforms, Sets) {
  LoopTransforms Set = LoopTransform::KeepValues;
  Set.add(LoopTransform::SplitReductions);
  EXPECT_EQ(Set.names(), "keep-values,split-reductions");
  Set.toggle(LoopTransform::KeepValues);
  EXPECT_FALSE(Set.has(LoopTransform::KeepValues));
  EXPECT_EQ(Set.names(), "split-reductions");
  EXPECT_EQ(LoopTransforms::all().size(), NumLoopTransforms);
  EXPECT_EQ(Set & LoopTransform::KeepValues, LoopTransforms());
  EXPECT_EQ((Set & LoopTransforms::all()).text(),
            "splitting reductions into one for each copy");
}
