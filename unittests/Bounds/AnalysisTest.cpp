//===- AnalysisTest.cpp - Every bound of one loop -------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/Analysis.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Bounds/PortLimits.h"
#include "kernel-bounds/Bounds/WidthBounds.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

Analysis analyze(ToyTester &T, StringRef Text, const AnalysisOptions &O = {}) {
  return analyzeKernel(T.Semantics.kernel(Text), T.model(), T.numUnits(), O);
}

struct Row {
  const char *Name, *Asm;
  CyclesPerIter TP, LCD;
  int64_t CP;
  CyclesPerIter Prediction;
  Limit LimitedBy;
};

const Row Rows[] = {
    {"empty", "", 0, 0, 0, 0, Limit::None},
    {"nothing modelled", "cpuid", 0, 0, 0, 0, Limit::None},
    // 2 micro-ops on p0 p1.
    {"ports", "vaddpd %xmm0, %xmm1, %xmm2\n vaddpd %xmm0, %xmm1, %xmm3", 1, 0,
     4, 1, Limit::Ports},
    {"unit", "vdivpd %xmm0, %xmm1, %xmm2", 8, 0, 13, 8, Limit::Unit},
    // 9 eliminated moves over a width of 8.
    {"issue",
     "movq %rax, %rbx\n movq %rax, %rbx\n movq %rax, %rbx\n movq %rax, %rbx\n"
     "movq %rax, %rbx\n movq %rax, %rbx\n movq %rax, %rbx\n movq %rax, %rbx\n"
     "movq %rax, %rbx",
     {9, 8},
     0,
     0,
     {9, 8},
     Limit::Issue},
    {"latency", "vaddpd %xmm0, %xmm1, %xmm1", {1, 2}, 4, 4, 4, Limit::Latency},
    // Ports come before latency when both are 1.
    {"tie", "addq %rcx, %rax\n addq %rcx, %rbx", 1, 1, 1, 1, Limit::Ports},
    // 3 cycles over two iterations.
    {"distance",
     "movq %rax, %rcx\n movq %rbx, %rax\n imulq %rdx, %rcx\n movq %rcx, %rbx",
     1,
     {3, 2},
     3,
     {3, 2},
     Limit::Latency},
};

TEST(Analysis, Table) {
  ToyTester T;
  for (const Row &R : Rows) {
    Analysis A = analyze(T, R.Asm);
    EXPECT_EQ(A.TP, R.TP) << R.Name;
    EXPECT_EQ(A.LCD.Ratio, R.LCD) << R.Name;
    EXPECT_EQ(A.CP.Latency, R.CP) << R.Name;
    EXPECT_EQ(A.Prediction, R.Prediction) << R.Name;
    EXPECT_EQ(limitName(A.LimitedBy), limitName(R.LimitedBy)) << R.Name;
    EXPECT_LE(A.Prediction, A.Upper) << R.Name;
  }
}

TEST(Analysis, Witnesses) {
  ToyTester T;
  Analysis A =
      analyze(T, "vorpd %xmm0, %xmm1, %xmm2\n vmulpd %xmm0, %xmm1, %xmm3\n"
                 "vorpd %xmm0, %xmm1, %xmm4");
  EXPECT_EQ(A.cycles(Limit::Ports), CyclesPerIter(2));
  EXPECT_EQ(portWitness(A).Ports, T.ports({"p0"}));
  EXPECT_EQ(portWitness(A).Insts, (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(issueWitness(A).Slots, 3u);
  EXPECT_EQ(issueWitness(A).Width, 8u);
}

/// What the instructions put on a port is the port's load.
TEST(Analysis, SharesAddUp) {
  const char *Text =
      "vaddpd %xmm0, %xmm1, %xmm2\n vsubpd (%rax), %xmm1, %xmm3\n"
      "vmulpd %xmm0, %xmm1, %xmm4\n vdivpd %xmm0, %xmm1, %xmm5\n"
      "vmovupd %xmm5, (%rbx)";
  ToyTester T;
  for (PortAssignment Mode :
       {PortAssignment::Optimal, PortAssignment::Uniform}) {
    Analysis A = analyze(T, Text, {Mode, false});
    for (unsigned P = 0; P < A.PortLoads.size(); ++P) {
      CyclesPerIter Sum;
      for (uint32_t I = 0; I < A.kernel().Insts.size(); ++I)
        Sum += A.portShare(I, P);
      EXPECT_EQ(Sum, A.PortLoads[P]) << A.model().ports()[P].Name;
    }
  }
}

/// What the instructions add to LCD and CP is their latency.
TEST(Analysis, LatenciesAddUp) {
  ToyTester T;
  Analysis A = analyze(T, "vmovupd (%rax), %xmm1\n vmulpd %xmm1, %xmm2, %xmm3\n"
                          "vaddpd %xmm3, %xmm4, %xmm4\n vmovupd %xmm4, (%rbx)");
  EXPECT_EQ(A.latencyOnLCD(), (std::vector<int64_t>{0, 0, 4, 0}));
  EXPECT_EQ(A.latencyOnCP(), (std::vector<int64_t>{5, 4, 4, 1}));
  EXPECT_EQ(A.CP.Latency, 14);
}

/// k copies of a body take k times as long; an instruction more, never less.
TEST(Analysis, Laws) {
  ToyTester T;
  for (const Row &R : Rows) {
    std::string Once = R.Asm, Thrice = Once + "\n" + Once + "\n" + Once;
    Analysis A = analyze(T, Once);
    CyclesPerIter TP = A.TP, LCD = A.LCD.Ratio;
    Analysis B = analyze(T, Thrice);
    EXPECT_EQ(B.TP, TP * 3) << R.Name;
    EXPECT_EQ(B.LCD.Ratio, LCD * 3) << R.Name;
    Analysis C = analyze(T, Once + "\nvorpd %xmm0, %xmm1, %xmm15");
    EXPECT_GE(C.TP, TP) << R.Name;
    EXPECT_GE(C.LCD.Ratio, LCD) << R.Name;
  }
}

TEST(Analysis, CompatSpreadsEvenlyAndIgnoresIssue) {
  ToyTester T;
  AnalysisOptions Options;
  Options.CompatOsaca2019 = true;
  Analysis A = analyze(
      T, "vaddpd %xmm0, %xmm1, %xmm2\n vorpd %xmm0, %xmm1, %xmm3", Options);
  EXPECT_EQ(A.Options.Assignment, PortAssignment::Uniform);
  EXPECT_EQ(A.TP, CyclesPerIter(3, 2)); // p0: 1/2 + 1.
  EXPECT_TRUE(A.cycles(Limit::Issue).isZero());
}

TEST(Analysis, Counts) {
  ToyTester T;
  Analysis A = analyze(T, "vaddpd %xmm0, %xmm1, %xmm2\n cpuid");
  EXPECT_EQ(A.NumFromModel, 1u);
  EXPECT_EQ(A.NumFromLLVM, 0u);
  EXPECT_EQ(A.Mapped.NumNotModeled, 1u);
}

} // namespace
