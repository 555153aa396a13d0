//===- SourceAssertionsTest.cpp - Assertions in comments ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Comments that are understood, those that are not, and what they are held
/// against.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Project/SourceAssertions.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

std::string faultOf(llvm::StringRef Text) {
  auto All = parseAssertions(linesOf(Text));
  return All ? "" : toString(All.takeError());
}

SourceAssertion parsed(llvm::StringRef Text) {
  auto All = llvm::cantFail(parseAssertions(linesOf(Text)));
  return All.empty() ? SourceAssertion() : All.front();
}

TEST(SourceAssertions, Claims) {
  const SourceAssertion A =
      parsed("x;\n// kernel-bounds: <= 4.25 cy/it on znver4\n\n"
             "#pragma omp simd\n  for (;;)\n");
  EXPECT_EQ(A.Line, 2u);
  EXPECT_EQ(A.HeadLine, 5u);
  EXPECT_EQ(A.Most, CyclesPerIter(17, 4));
  EXPECT_EQ(A.Cpu, "znver4");
  EXPECT_EQ(A.str(), "<= 4.25 cy/it");
  const SourceAssertion B =
      parsed("for (;;) /* kernel-bounds: < 1 cy/element*/");
  EXPECT_EQ(B.HeadLine, 1u);
  EXPECT_TRUE(B.IsStrict && B.IsPerElement);
  EXPECT_EQ(B.Cpu, "");
  EXPECT_EQ(parsed("! kernel-bounds: <= 2 cy/it\ndo i = 1, n").HeadLine, 2u);
}

TEST(SourceAssertions, OtherTextIsNone) {
  EXPECT_EQ(parsed("puts(\"kernel-bounds: <= 4 cy/it\");").Line, 0u);
  EXPECT_EQ(parsed("// see kernel-bounds: the manual").Line, 0u);
  EXPECT_EQ(parsed("").Line, 0u);
}

TEST(SourceAssertions, Faults) {
  for (const char *Claim :
       {"", "4 cy/it", "<= cy/it", "<= four cy/it", "<= 4 cycles",
        "<= 4 cy/it at znver4", "<= 4 cy/it on", "<= 4.x cy/it", "<= -1 cy/it",
        "<= 1e9 cy/it", "<= 99999999 cy/it"})
    EXPECT_EQ(
        faultOf("\n// kernel-bounds: " + std::string(Claim)).substr(0, 11),
        "2: expected")
        << Claim;
}

LoopRecord loop(CyclesPerIter Cycles, unsigned Elements, std::string Function) {
  LoopRecord L;
  L.Prediction = Cycles;
  L.ElementsPerTrip = Elements;
  L.Function = L.Demangled = std::move(Function);
  L.Cpu = "toy";
  return L;
}

TEST(SourceAssertions, HeldAgainstLoops) {
  const LoopRecord Body = loop(8, 16, "f"), Rest = loop(20, 1, "f"),
                   Copy = loop(9, 16, "g");
  const SourceLoop One = {5, "", {&Body, &Rest}};
  SourceAssertion A = parsed("// kernel-bounds: <= 8 cy/it");
  A.HeadLine = 5;
  EXPECT_TRUE(checkAssertion(A, One).IsMet); // The rest does not count.
  EXPECT_EQ(checkAssertion(A, One).Text, "f: 8.00 cy/it on toy");
  A.IsStrict = true;
  EXPECT_FALSE(checkAssertion(A, One).IsMet);
  A.IsPerElement = true;
  A.Most = CyclesPerIter(51, 100);
  EXPECT_TRUE(checkAssertion(A, One).IsMet);
  EXPECT_EQ(checkAssertion(A, One).Text,
            "f: 8.00 cy/it, 0.50 cy/element on toy");
  // The copy in another function counts, too.
  EXPECT_EQ(checkAssertion(A, SourceLoop{5, "", {&Body, &Copy}}).Text,
            "g: 9.00 cy/it, 0.56 cy/element on toy");
}

TEST(SourceAssertions, WhatIsNotKnownIsNotMet) {
  LoopRecord L = loop(1, 0, "f");
  const SourceLoop One = {5, "", {&L}};
  SourceAssertion A = parsed("// kernel-bounds: <= 8 cy/element");
  A.HeadLine = 5;
  EXPECT_FALSE(checkAssertion(A, One).IsMet);
  A.IsPerElement = false;
  EXPECT_TRUE(checkAssertion(A, One).IsMet);
  L.Gaps = "calls g";
  EXPECT_FALSE(checkAssertion(A, One).IsMet);
  EXPECT_FALSE(checkAssertion(A, {}).IsMet);
  EXPECT_EQ(checkAssertion(A, {}).Text,
            "no innermost loop of the compiled program begins in line 5");
}

} // namespace
