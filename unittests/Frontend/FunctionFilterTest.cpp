//===- FunctionFilterTest.cpp - Tests for Frontend/FunctionFilter.cpp -----===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/FunctionFilter.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The chosen ones of four symbols, as a string of 0 and 1.
std::string chosenBy(StringRef Text) {
  std::string Result;
  for (bool Is : FunctionFilter(Text).choose(
           {"add", "address", "_ZN2ns3addEii", "_ZN2ns3addEd"}))
    Result += Is ? '1' : '0';
  return Result;
}

TEST(FunctionFilter, Choose) {
  EXPECT_EQ(chosenBy("add"), "1000") << "a plain name is no part of another";
  EXPECT_EQ(chosenBy("ns::add"), "0011") << "all overloads";
  EXPECT_EQ(chosenBy("ns::add(double)"), "0001") << "parentheses are no group";
  EXPECT_EQ(chosenBy("_ZN2ns3addEii"), "0010");
  EXPECT_EQ(chosenBy("add.*"), "1100");
  EXPECT_EQ(chosenBy("ns::.*"), "0011");
  EXPECT_EQ(chosenBy("address|nothing"), "0100");
  EXPECT_EQ(chosenBy("dd"), "0000");
  EXPECT_EQ(chosenBy("(add"), "0000");
}

TEST(FunctionFilter, NotAnExpression) {
  EXPECT_EQ(FunctionFilter("add").expressionError(), "");
  EXPECT_NE(FunctionFilter("(add").expressionError(), "");
  EXPECT_NE(FunctionFilter("a)|(b").expressionError(), "")
      << "not completed by the anchors around it";
  // A name is one, whatever it is as an expression.
  EXPECT_TRUE(FunctionFilter("operator[](int)").isNameOf("_Zixi") ||
              FunctionFilter("v::operator[](int)").isNameOf("_ZN1vixEi"));
}

} // namespace
