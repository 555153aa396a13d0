//===- MoveRowsTest.cpp - Moves that stand in a row -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The toy core eliminates moves of 64 bits between registers.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/MoveRows.h"
#include "ToyTester.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// The instructions of \p Text that execute all the same, in order, where all
/// moves could be eliminated: "2 4".
std::string executed(StringRef Text, unsigned InRow) {
  ToyTester T;
  const Kernel &K = T.Semantics.kernel(Text);
  BitVector Eliminated(K.Insts.size());
  for (auto [N, I] : enumerate(K.Insts))
    if (I.is(IF_RegMove))
      Eliminated.set(N);
  std::string Found;
  const BitVector Executed = findExecutedMoves(K, Eliminated, InRow);
  for (unsigned N : Executed.set_bits())
    Found += (Found.empty() ? "" : " ") + std::to_string(N);
  return Found;
}

TEST(MoveRows, Table) {
  const char *Four = "imulq %rax, %rax\nmovq %rax, %rbx\nmovq %rbx, %rcx\n"
                     "movq %rcx, %rdx\nmovq %rdx, %rax\n";
  struct {
    const char *Name, *Text;
    unsigned InRow;
    const char *Want;
  } Rows[] = {
      {"shorter than the limit", Four, 4, ""},
      {"the last one", Four, 3, "4"},
      {"a row begins anew", Four, 1, "2 4"},
      {"in the middle", Four, 2, "3"},
      {"copies of one value are no row",
       "imulq %rax, %rax\nmovq %rax, %rbx\nmovq %rax, %rcx\nmovq %rax, %rdx\n",
       1, ""},
      {"what is not moved ends it",
       "imulq %rax, %rax\nmovq %rax, %rbx\naddq $1, %rbx\nmovq %rbx, %rax\n", 1,
       ""},
      {"from trip to trip", "movq %rbx, %rcx\nmovq %rax, %rbx\naddq $1, %rax\n",
       1, "0"},
      // Of three, every second one executes: not the same ones in each trip.
      {"a ring that does not fit",
       "movq %rax, %rbx\nmovq %rbx, %rcx\nmovq %rcx, %rax\n", 1, ""},
      {"a ring that fits", "movq %rax, %rbx\nmovq %rbx, %rax\n", 1, "1"},
      {"vectors",
       "vmulpd %ymm0, %ymm0, %ymm0\nvmovapd %ymm0, %ymm1\n"
       "vmovapd %ymm1, %ymm0\n",
       1, "2"},
      {"views of a register",
       "imulq %rax, %rax\nmovl %eax, %ebx\n"
       "movq %rbx, %rax\n",
       1, "2"},
      {"no move", "addq $1, %rax\n", 1, ""},
  };
  for (const auto &R : Rows)
    EXPECT_EQ(executed(R.Text, R.InRow), R.Want) << R.Name;
}

// A longer row never executes more of them.
TEST(MoveRows, ALargerLimitExecutesFewer) {
  std::string Text = "imulq %rax, %rax\n";
  const StringRef Ring[] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi"};
  for (unsigned N = 0; N < 18; ++N)
    Text += ("movq %" + Ring[N % 6] + ", %" + Ring[(N + 1) % 6] + "\n").str();
  size_t Before = Text.size();
  for (unsigned InRow = 1; InRow < 20; ++InRow) {
    const size_t Num = StringRef(executed(Text, InRow)).count(' ');
    EXPECT_LE(Num, Before) << InRow;
    Before = Num;
  }
  EXPECT_EQ(executed(Text, 17), "18");
  EXPECT_EQ(executed(Text, 18), "");
}

} // namespace
