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
                                  const char *Triple = "x86_64-linux-gnu",
                                  const char *Before = "") {
  MemoryTester M(Triple);
  M.BeforeText = Before;
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

// A table of bytes: which one is written follows from what was read of it, by
// stores of a byte or two, and by arithmetic of eight bits, of whose results
// nothing is known but their range.
TEST(DrawnDependence, IndexFromTheTable) {
  const char *Head = "addl $1, %r8d\n andl $15, %r8d\n"
                     "movzbl (%rdi,%r8), %eax\n";
  for (const char *Rest :
       {"addl %eax, %r9d\n andl $15, %r9d\n movb %al, (%rdi,%r9)",
        "addl %eax, %r9d\n andl $15, %r9d\n movb $7, (%rdi,%r9)",
        "addl %eax, %r9d\n andl $14, %r9d\n movw %ax, (%rdi,%r9)",
        "addb %al, %r9b\n movzbl %r9b, %r9d\n andl $15, %r9d\n"
        "movb %al, (%rdi,%r9)"}) {
    // Of 16 places, one of the 16 stores before has the same in 63 % of the
    // iterations, if all are equally likely.
    const auto Drawn = draw((std::string(Head) + Rest).c_str());
    EXPECT_GE(timesWithin(Drawn, 16), 20) << Rest;
  }
  // The high byte of the register is written, and what it is is not known.
  EXPECT_GE(
      timesWithin(draw((std::string(Head) + "addl %eax, %ebx\n andl $15, %ebx\n"
                                            "movb %ah, (%rdi,%rbx)")
                           .c_str()),
                  16),
      20);
}

// What a store of 8 or 16 bits has written is known: the same counter each
// time.
TEST(DrawnDependence, NarrowStoresHaveValues) {
  for (const char *Index :
       {"movb $5, (%rdi)\n movzbl (%rdi), %eax\n",
        "movw $500, (%rdi)\n movzwl (%rdi), %eax\n",
        "movl $7, %ecx\n movb %cl, (%rdi)\n movzbl (%rdi), %eax\n"}) {
    const std::string Loop = std::string(Index) + "addl $1, 64(%rdi,%rax,4)";
    MemoryTester M("x86_64-linux-gnu");
    const auto IsSameCounter = [&](const MemoryDependence &D) {
      return D.SourceInst == D.DestInst && D.Distance == 1 &&
             D.Order == DependenceOrder::RAW &&
             D.Class == DependenceClass::Must;
    };
    EXPECT_TRUE(llvm::any_of(M.find(Loop.c_str()), IsSameCounter)) << Index;
  }
}

// What is written runs on from one array that linked code names, by up to 255
// bytes in an iteration, and would come into the next one.
TEST(DrawnDependence, ObjectsEndSomewhere) {
  const char *Loop = "movzbl (%rsi), %eax\n addq $1, %rsi\n"
                     "movq %rdx, (%rdi)\n addq %rax, %rdi";
  for (const char *Before :
       {"movl $0x404080, %edi\n movl $0x406480, %esi",
        "movq $0x404080, %rdi\n leaq 0x2400(%rdi), %rsi"}) {
    const bool IsOneObject = llvm::StringRef(Before).contains("leaq");
    EXPECT_EQ(draw(Loop, "x86_64-linux-gnu", Before).empty(), !IsOneObject)
        << Before;
  }
}

// The same with an index that advances, which a mask keeps in its array.
TEST(DrawnDependence, IndicesRunOn) {
  const char *Before = "movl $0x404080, %edi\n movl $0x404100, %esi\n"
                       "xorl %ecx, %ecx\n xorl %edx, %edx";
  const std::string Loop = "movzbl (%rsi,%rdx), %eax\n addq $1, %rdx\n"
                           "andl $15, %edx\n andl $7, %eax\n"
                           "movq %r8, (%rdi,%rcx)\n addq %rax, %rcx";
  EXPECT_TRUE(draw(Loop.c_str(), "x86_64-linux-gnu", Before).empty());
  EXPECT_FALSE(
      draw((Loop + "\n andl $255, %ecx").c_str(), "x86_64-linux-gnu", Before)
          .empty());
}

// What data place in one object does not come into another one that the code
// names far from it; what it names nearby may be a part of the first.
TEST(DrawnDependence, DataStayInTheirObject) {
  const char *Loop = "movzbl (%rsi,%rdx), %eax\n addq $1, %rdx\n"
                     "movl (%rdi,%rax,4), %ecx\n movl %ecx, 16(%r8,%rax,4)";
  auto Draw = [&](const char *To) {
    return draw(Loop, "x86_64-linux-gnu",
                ("movl $0x404080, %edi\n movl $0x408000, %esi\n movl $" +
                 std::string(To) + ", %r8d\n xorl %edx, %edx")
                    .c_str());
  };
  EXPECT_TRUE(Draw("0x404180").empty());
  EXPECT_FALSE(Draw("0x404090").empty());
}

// What a comparison says is a bit: of two places, the iteration before had the
// same in half of the cases.
TEST(DrawnDependence, ComparisonsAreBits) {
  for (const char *Index : {"setb %al\n movzbl %al, %eax\n",
                            "xorl %eax, %eax\n cmpl %edx, (%rsi)\n"
                            "adcl $0, %eax\n",
                            "sbbl %eax, %eax\n"}) {
    const std::string Loop = std::string("cmpl %edx, (%rsi)\n") + Index +
                             "addl $1, (%rdi,%rax,4)\n addq $4, %rsi";
    EXPECT_NEAR(timesWithin(draw(Loop.c_str()), 1), 32, 16) << Index;
  }
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
