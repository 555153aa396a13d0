//===- AddressDistanceTest.cpp - How far accesses lie apart ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Graph/KernelAddresses.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

TEST(AddressDistance, Table) {
  struct Row {
    const char *Name, *Asm;
    unsigned Trips;
    std::optional<int64_t> Apart;
    bool Different;
  } Rows[] = {
      {"same trip", "movq (%rdi), %rax\n movq 24(%rdi), %rbx", 0, 24, false},
      {"later trip", "movq (%rdi), %rax\n movq 24(%rdi), %rbx\n addq $8, %rdi",
       2, 40, false},
      {"behind the step",
       "movq (%rdi), %rax\n addq $8, %rdi\n movq (%rdi), %rbx", 0, 8, false},
      {"other pointer", "movq (%rdi), %rax\n movq (%rsi), %rbx", 0, {}, true},
      {"other speed",
       "movq (%rdi), %rax\n movq (%rdi,%rcx), %rbx\n incq %rcx",
       0,
       {},
       true},
      {"loaded anew each trip",
       "movq (%rdi), %rax\n movq (%rsi), %rbx\n movq 8(%rdi), %rdi",
       0,
       {},
       true},
      {"two loaded anew each trip",
       "movq (%rdi), %rax\n movq (%rsi), %rbx\n movq 8(%rdi), %rdi\n"
       "movq 8(%rsi), %rsi",
       0,
       {},
       false},
      {"fields of an object that each trip loads anew",
       "movq (%rdi), %rax\n movq 24(%rdi), %rbx\n movq 8(%rdi), %rdi", 0, 24,
       false},
      {"the same a trip later",
       "movq (%rdi), %rax\n movq 24(%rdi), %rbx\n movq 8(%rdi), %rdi",
       1,
       {},
       false},
      {"behind a step of unknown width",
       "movq (%rdi), %rax\n addq (%rsi), %rdi\n movq (%rdi), %rbx",
       0,
       {},
       true},
  };
  ToyTester T;
  for (const Row &R : Rows) {
    KernelAddresses A(T.Semantics.kernel(R.Asm), T.model().instrInfo(),
                      T.numUnits());
    EXPECT_EQ(A.distance(0, 1, R.Trips), R.Apart) << R.Name;
    EXPECT_EQ(A.haveDifferentOrigins(0, 1), R.Different) << R.Name;
  }
}

} // namespace
