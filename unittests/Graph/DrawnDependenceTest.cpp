//===- DrawnDependenceTest.cpp - Dependences that data decide -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryTester.h"
#include "gtest/gtest.h"
#include <bit>
#include <cmath>

using namespace kernelbounds;
using namespace kernelbounds::test;

namespace {

std::vector<DrawnDependence> draw(const char *Text,
                                  const char *Triple = "x86_64-linux-gnu") {
  MemoryTester M(Triple);
  std::vector<MemoryDependence> Found = M.find(Text);
  KernelAddresses Addresses(M.K, *M.T.target().MII, M.T.semantics().numUnits());
  return drawDependences(Addresses, Found);
}

/// Iterations in which the load has its datum from an iteration that is at most
/// \p Most before, of 64.
int timesWithin(const std::vector<DrawnDependence> &Drawn, uint32_t Most) {
  uint64_t Trips = 0;
  for (const DrawnDependence &D : Drawn)
    Trips |= D.D.Distance <= Most ? D.Trips : 0;
  return std::popcount(Trips);
}

/// One of \p Slots places, taken from the low bits of a loaded index.
std::string histogram(const char *Index) {
  return std::string("movl (%rsi), %ecx\n addq $4, %rsi\n") + Index +
         "\n addl $1, (%rdi,%rcx,4)";
}

// Of n places, one of the d iterations before has the same with probability
// 1 - (1 - 1/n)^d. 64 iterations are far from that by 4 sigma at most.
TEST(DrawnDependence, AsOftenAsPlacesAreEqual) {
  const struct {
    const char *Index;
    double Places;
  } Rows[] = {{"andl $1, %ecx", 2},
              {"andl $3, %ecx", 4},
              {"andl $15, %ecx", 16},
              {"shrl $29, %ecx", 8},
              {"movzbl %cl, %ecx", 256}};
  for (auto [Index, Places] : Rows) {
    const auto Drawn = draw(histogram(Index).c_str());
    for (uint32_t Most : {1u, 4u, 16u}) {
      double None = 1;
      for (uint32_t I = 0; I < Most; ++I)
        None *= 1 - 1 / Places;
      const double Mean = 64 * (1 - None);
      EXPECT_NEAR(timesWithin(Drawn, Most), Mean,
                  4 * std::sqrt(Mean * None) + 1)
          << Index << ", " << Most;
    }
  }
}

TEST(DrawnDependence, OneStoreEachTime) {
  uint64_t Seen = 0;
  for (const DrawnDependence &D : draw(histogram("andl $3, %ecx").c_str())) {
    EXPECT_EQ(D.D.Class, DependenceClass::Drawn);
    EXPECT_EQ(D.D.SourceInst, 3u);
    EXPECT_EQ(D.D.DestInst, 3u);
    EXPECT_EQ(D.D.Forward, Forwarding::Full);
    EXPECT_EQ(D.D.OverlapBytes, 4u);
    EXPECT_GE(D.D.Distance, 1u);
    EXPECT_LE(D.D.Distance, 16u);
    EXPECT_EQ(Seen & D.Trips, 0u) << "the nearest alone";
    Seen |= D.Trips;
  }
  EXPECT_NE(Seen, 0u);
}

TEST(DrawnDependence, PartOfALoad) {
  const auto Drawn = draw("movl (%rsi), %ecx\n addq $4, %rsi\n"
                          "andl $1, %ecx\n movb %dl, (%rdi,%rcx,8)\n"
                          "movq (%rdi), %rax");
  ASSERT_FALSE(Drawn.empty());
  EXPECT_EQ(Drawn.front().D.Forward, Forwarding::Partial);
  EXPECT_EQ(Drawn.front().D.Distance, 0u);
}

TEST(DrawnDependence, NothingWithoutData) {
  for (const char *Text :
       {// All of 32 bits: two of them never meet.
        "movl (%rsi), %ecx\n addq $4, %rsi\n addl $1, (%rdi,%rcx,4)",
        // Found already: the same place in all iterations, the place before.
        "addl $1, (%rdi)",
        "movl (%rdi), %eax\n movl %eax, 4(%rdi)\n addq $4, %rdi",
        // Places of other origin.
        "movzbl (%rsi), %ecx\n addq $1, %rsi\n movl (%rdi,%rcx,4), %eax\n "
        "movl %eax, (%rdx,%rcx,4)",
        // Nothing is stored.
        "movzbl (%rsi), %ecx\n addq $1, %rsi\n addl (%rdi,%rcx,4), %eax"})
    EXPECT_TRUE(draw(Text).empty()) << Text;
}

TEST(DrawnDependence, OtherTargets) {
  const auto Drawn = draw("ldr w1, [x0], #4\n and x1, x1, #3\n"
                          "ldr x3, [x2, x1, lsl #3]\n add x3, x3, #1\n"
                          "str x3, [x2, x1, lsl #3]",
                          "aarch64-linux-gnu");
  EXPECT_NEAR(timesWithin(Drawn, 1), 16, 14);
  EXPECT_GT(timesWithin(Drawn, 16), 55);
}

} // namespace
