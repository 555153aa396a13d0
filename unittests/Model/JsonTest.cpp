//===- JsonTest.cpp - JSON that others wrote ------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/Json.h"
#include "gtest/gtest.h"
#include <string>

using namespace kernelbounds;
using namespace llvm;

static std::string problemOf(const std::string &Text) {
  Expected<json::Value> V = parseJson(Text);
  return V ? "" : toString(V.takeError());
}

static std::string nested(unsigned Depth) {
  return std::string(Depth, '[') + std::string(Depth, ']');
}

TEST(Json, DepthIsLimited) {
  EXPECT_EQ(problemOf(nested(MaxJsonDepth)), "");
  EXPECT_EQ(problemOf(nested(MaxJsonDepth + 1)),
            "[1:256, byte=256]: Lists and objects nested too deep");
  EXPECT_EQ(problemOf("[1,\n" + nested(MaxJsonDepth) + "]"),
            "[2:255, byte=259]: Lists and objects nested too deep");
  EXPECT_NE(problemOf(std::string(1 << 20, '{')), "");
}

TEST(Json, OnlyWhatIsOpenCounts) {
  std::string Many = "[";
  for (unsigned I = 0; I < 2 * MaxJsonDepth; ++I)
    Many += "[],{},";
  EXPECT_EQ(problemOf(Many + "0]"), "");
}

TEST(Json, TextInStringsDoesNotCount) {
  const std::string Brackets(2 * MaxJsonDepth, '[');
  EXPECT_EQ(problemOf("\"" + Brackets + "\""), "");
  EXPECT_EQ(problemOf("\"\\\"" + Brackets + "\\\\\""), "");
}

TEST(Json, OtherFaultsAreThoseOfLLVM) {
  EXPECT_EQ(problemOf("[1"), "[1:2, byte=2]: Expected , or ] after array "
                             "element");
  EXPECT_NE(problemOf("\"\\"), "");
}
