//===- MemoryDependenceTest.cpp - Dependences through memory --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Graph/RandomAddress.h"
#include "MemoryTester.h"
#include "TestSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"
#include <set>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

struct MemoryDependenceTest : testing::Test {
  MemoryTester X86{"x86_64-linux-gnu"};
  MemoryTester Arm{"aarch64-linux-gnu"};
};

std::string assembly(ArrayRef<Access> Body, ArrayRef<int64_t> Steps) {
  static constexpr const char *Pointers[] = {"%rdi", "%rsi"};
  auto Name = [](unsigned Width) {
    return Width == 1   ? "movb %cl, "
           : Width == 4 ? "movl %ecx, "
           : Width == 8 ? "movq %rcx, "
                        : "movups %xmm0, ";
  };
  std::string Text;
  for (const Access &A : Body) {
    std::string Place =
        std::to_string(A.Offset) + "(" + Pointers[A.Pointer] + ")";
    std::string Line = Name(A.Width) + Place;
    if (!A.IsStore) {
      std::string Full = Name(A.Width);
      size_t Space = Full.find(' '), Comma = Full.find(',');
      Line = Full.substr(0, Space + 1) + Place + ", " +
             Full.substr(Space + 1, Comma - Space - 1);
    }
    Text += Line + "\n";
  }
  for (unsigned P = 0; P < Steps.size(); ++P)
    if (Steps[P] != 0)
      Text += "leaq " + std::to_string(Steps[P]) + "(" + Pointers[P] + "), " +
              Pointers[P] + "\n";
  return Text;
}

TEST_F(MemoryDependenceTest, AgreesWithAnInterpreterOnRandomBodies) {
  X86.O.AssumeDistinct = true;
  Random R(7);
  for (unsigned Round = 0; Round < 1500; ++Round) {
    static constexpr int64_t AllSteps[] = {0, 1, 4, 8, 8, 16, 24, -8, -4, 40};
    static constexpr unsigned Widths[] = {1, 4, 8, 16};
    int64_t Steps[2] = {AllSteps[R.below(10)], AllSteps[R.below(10)]};
    std::vector<Access> Body;
    for (uint64_t N = 1 + R.below(8); N > 0; --N)
      Body.push_back({unsigned(R.below(2)), R.between(-60, 60),
                      Widths[R.below(4)], R.below(2) == 0});
    std::string Text = assembly(Body, Steps);
    EXPECT_EQ(X86.must(Text), interpret(Body, Steps, 150)) << Text;
  }
}

// Wherever the two arrays lie, a must holds.
TEST_F(MemoryDependenceTest, MustHoldsHoweverPointersAlias) {
  Random R(23);
  unsigned NumMust = 0, NumDemoted = 0;
  for (unsigned Round = 0; Round < 600; ++Round) {
    int64_t Step = R.between(-3, 3) * 8, Steps[2] = {Step, Step};
    std::vector<Access> Body;
    for (uint64_t N = 2 + R.below(6); N > 0; --N)
      Body.push_back(
          {unsigned(R.below(2)), R.between(-3, 3) * 8, 8, R.below(2) == 0});
    std::string Text = assembly(Body, Steps);
    X86.O.AssumeDistinct = false;
    std::set<Pair> Must = X86.must(Text);
    X86.O.AssumeDistinct = true;
    std::set<Pair> Distinct = X86.must(Text);
    NumMust += Must.size();
    NumDemoted += Distinct.size() - Must.size();
    for (int64_t Apart = -96; Apart <= 96; Apart += 8)
      for (const Pair &P : Must)
        ASSERT_TRUE(interpret(Body, Steps, 60, Apart).count(P))
            << Text << "arrays " << Apart << " bytes apart";
  }
  EXPECT_GT(NumMust, 100u);
  EXPECT_GT(NumDemoted, 100u);
}

TEST_F(MemoryDependenceTest, StoreInBetween) {
  using Pairs = std::set<Pair>;
  // The store to (%rsi) may hit what the next iteration loads.
  EXPECT_EQ(X86.must("movq (%rdi), %rax\nmovq %rax, 8(%rdi)\n"
                     "movq %rbx, (%rsi)\naddq $8, %rdi\naddq $8, %rsi"),
            Pairs());
  // It comes before the store that counts.
  EXPECT_EQ(X86.must("movq (%rdi), %rax\nmovq %rbx, (%rsi)\n"
                     "movq %rax, 8(%rdi)\naddq $8, %rdi\naddq $8, %rsi"),
            (Pairs{{2, 0, 1, 8}}));
  // At another pace it hits now and then only.
  EXPECT_EQ(X86.must("movq (%rdi), %rax\nmovq %rax, 8(%rdi)\n"
                     "movq %rbx, (%rsi)\naddq $8, %rdi\naddq $16, %rsi"),
            (Pairs{{1, 0, 1, 8}}));
  // Compilers' own slots and other globals are not behind pointers.
  EXPECT_EQ(X86.must("addq $1, -8(%rsp)\nmovq %rbx, (%rsi)\naddq $8, %rsi"),
            (Pairs{{0, 0, 1, 8}}));
  EXPECT_EQ(X86.must("addq $1, foo(%rip)\nmovq %rbx, bar(%rip)"),
            (Pairs{{0, 0, 1, 8}}));
  EXPECT_EQ(X86.must("addq $1, foo(%rip)\nmovq %rbx, (%rsi,%rax)\n"
                     "movq (%rdx), %rax"),
            Pairs());
}

TEST_F(MemoryDependenceTest, CodeBeforeTheLoopRelatesPointers) {
  using Pairs = std::set<Pair>;
  const char *Copy = "movq (%rdi), %rcx\nmovq %rcx, (%rax)\n"
                     "addq $8, %rdi\naddq $8, %rax";
  EXPECT_EQ(X86.must(Copy), Pairs());
  X86.BeforeText = "leaq 8(%rdi), %rax";
  EXPECT_EQ(X86.must(Copy), (Pairs{{1, 0, 1, 8}}));
  X86.BeforeText = "movq %rdi, %rax\naddq $24, %rax";
  EXPECT_EQ(X86.must(Copy), (Pairs{{1, 0, 3, 8}}));
  // The relation is gone.
  X86.BeforeText = "leaq 8(%rdi), %rax\nmovq (%rsi), %rdi";
  EXPECT_EQ(X86.must(Copy), Pairs());
  // Two pointers in stack slots.
  X86.BeforeText = "movq %rdi, -8(%rsp)\naddq $16, %rdi\nmovq %rdi, -16(%rsp)";
  EXPECT_EQ(X86.must("movq -8(%rsp), %rax\nmovq (%rax,%rcx,8), %rdx\n"
                     "movq -16(%rsp), %rbx\nmovq %rdx, (%rbx,%rcx,8)\n"
                     "incq %rcx"),
            (Pairs{{3, 1, 2, 8}}));
  // By a stride that is not known: one row behind.
  X86.BeforeText = "leaq (%rdi,%rsi,8), %rax\nshlq $3, %rsi";
  EXPECT_EQ(X86.must("movq (%rdi), %rcx\nmovq %rcx, (%rax)\n"
                     "addq %rsi, %rdi\naddq %rsi, %rax"),
            (Pairs{{1, 0, 1, 8}}));
  // An array of the function itself is not where its arguments point.
  const char *Local = "movq (%rax), %rcx\nmovq %rcx, 8(%rax)\n"
                      "movq %rdx, (%rdi)\naddq $8, %rax\naddq $8, %rdi";
  X86.BeforeText = "subq $136, %rsp\nmovq %rsp, %rax";
  EXPECT_EQ(X86.must(Local), (Pairs{{1, 0, 1, 8}}));
  X86.BeforeText = "subq $136, %rsp\nmovq %rsp, %rax\nmovq (%rsi), %rdi";
  EXPECT_EQ(X86.must(Local), Pairs());
  Arm.BeforeText = "add x1, x0, #16";
  EXPECT_EQ(Arm.must("ldr d0, [x0], #8\nstr d0, [x1], #8"),
            (Pairs{{1, 0, 2, 8}}));
}

TEST_F(MemoryDependenceTest, ClosedFormAgreesWithRandomInputs) {
  X86.O.AssumeDistinct = true;
  Random R(11);
  for (unsigned Round = 0; Round < 200; ++Round) {
    int64_t Steps[2] = {R.between(-3, 3) * 4, R.between(-3, 3) * 4};
    std::vector<Access> Body;
    for (uint64_t N = 1 + R.below(6); N > 0; --N)
      Body.push_back({unsigned(R.below(2)), R.between(-30, 30),
                      R.below(2) ? 8u : 4u, R.below(2) == 0});
    std::string Text = assembly(Body, Steps);
    std::set<Pair> Closed = X86.must(Text);
    std::set<Pair> Random;
    IntegerCode Code = decodeIntegerCode(X86.K, *X86.T.target().MII);
    ObservedRuns Runs;
    for (const auto &[Key, D] :
         observeDependences(X86.K, Code, IntegerCode(),
                            X86.T.semantics().numUnits(), 100, 2, Runs)) {
      auto InstOf = [&](uint32_t Mem) {
        for (auto [I, Inst] : enumerate(X86.K.Insts))
          if (Inst.NumMems && Inst.FirstMem == Mem)
            return uint32_t(I);
        return ~0u;
      };
      // Early iterations may find fewer bytes written: most decide.
      if (D.Times * 5 >= D.Candidates * 4 && D.Times)
        Random.insert({InstOf(Key.SourceMem), InstOf(Key.DestMem), Key.Distance,
                       unsigned((D.Bytes + D.Times - 1) / D.Times)});
    }
    EXPECT_EQ(Closed, Random) << Text;
  }
}

TEST_F(MemoryDependenceTest, PointersMoveInManyWays) {
  // Pointer moved in the middle, by lea, by a copy, by a register.
  EXPECT_EQ(X86.must("movq (%rax), %rcx\naddq $8, %rax\nmovq %rcx, (%rax)"),
            (std::set<Pair>{{2, 0, 1, 8}}));
  EXPECT_EQ(X86.must("movq (%rdi,%rax,8), %rcx\nincq %rax\n"
                     "movq %rcx, 8(%rdi,%rax,8)"),
            (std::set<Pair>{{2, 0, 2, 8}}));
  EXPECT_EQ(X86.must("movq (%rax), %rcx\naddq %rdx, %rax\nmovq %rcx, (%rax)"),
            (std::set<Pair>{{2, 0, 1, 8}}));
  // A 32-bit counter, extended.
  EXPECT_EQ(X86.must("movslq %eax, %rdx\nmovq (%rdi,%rdx,8), %rcx\n"
                     "addl $1, %eax\nmovslq %eax, %rdx\n"
                     "movq %rcx, (%rdi,%rdx,8)"),
            (std::set<Pair>{{4, 1, 1, 8}}));
  EXPECT_EQ(Arm.must("ldr d0, [x0]\nadd x0, x0, #8\nstr d0, [x0, #8]"),
            (std::set<Pair>{{2, 0, 2, 8}}));
  EXPECT_EQ(Arm.must("ldr x2, [x0, #-8]\nstr x2, [x0], #8"),
            (std::set<Pair>{{1, 0, 1, 8}}));
  EXPECT_EQ(Arm.must("ldr s0, [x1, w2, sxtw #2]\nadd w2, w2, #1\n"
                     "str s0, [x1, w2, sxtw #2]"),
            (std::set<Pair>{{2, 0, 1, 4}}));
}

TEST_F(MemoryDependenceTest, SpilledCountersAndReadModifyWrite) {
  EXPECT_EQ(X86.must("addq $1, (%rax)"), (std::set<Pair>{{0, 0, 1, 8}}));
  EXPECT_EQ(X86.must("pushq %rax\naddq $1, (%rsp)\npopq %rax"),
            (std::set<Pair>{{0, 1, 0, 8}, {1, 2, 0, 8}}));
  // a[i + 1] = a[i] with i in memory.
  std::set<Pair> Spilled = X86.must(
      "movslq -4(%rbp), %rax\nmovsd (%rdi,%rax,8), %xmm0\naddl $1, -4(%rbp)\n"
      "movslq -4(%rbp), %rax\nmovsd %xmm0, (%rdi,%rax,8)");
  EXPECT_TRUE(Spilled.count({4, 1, 1, 8}));
}

TEST_F(MemoryDependenceTest, RegistersOfAPairAreAccessesOfTheirOwn) {
  auto Deps = Arm.find("stp x1, x2, [x0]\nldr x3, [x0, #8]");
  ASSERT_EQ(Deps.size(), 1u);
  EXPECT_EQ(Deps[0].Forward, Forwarding::Full);
  EXPECT_EQ(Deps[0].OverlapBytes, 8u);
  EXPECT_EQ(Deps[0].Offset, 0);
  // A load of a pair that two stores wrote: each register has all of one.
  Deps = Arm.find("str x1, [x0]\nstr x2, [x0, #8]\nldp x3, x4, [x0]");
  ASSERT_EQ(Deps.size(), 2u);
  for (const MemoryDependence &D : Deps) {
    EXPECT_EQ(D.Forward, Forwarding::Full);
    EXPECT_EQ(D.OverlapBytes, 8u);
  }
  // Pair to pair is one dependence; a load across both halves is partial.
  EXPECT_EQ(Arm.must("stp q0, q1, [x0]\nldp q2, q3, [x0]"),
            (std::set<Pair>{{0, 1, 0, 32}}));
  Deps = Arm.find("stp w1, w2, [x0]\nldr x3, [x0]");
  ASSERT_FALSE(Deps.empty());
  EXPECT_EQ(Deps[0].Forward, Forwarding::Partial);
}

TEST_F(MemoryDependenceTest, StepsOfVectorLength) {
  MemoryTester SVE{"aarch64-linux-gnu", "+sve"};
  using Pairs = std::set<Pair>;
  // One vector on: by an index, by a pointer, by a displacement of vectors.
  EXPECT_EQ(SVE.must("ld1w {z0.s}, p0/z, [x0, x1, lsl #2]\nincw x1\n"
                     "st1w {z0.s}, p0, [x0, x1, lsl #2]"),
            (Pairs{{2, 0, 1, 16}}));
  EXPECT_EQ(SVE.must("ld1d {z0.d}, p0/z, [x0]\naddvl x0, x0, #1\n"
                     "st1d {z0.d}, p0, [x0]"),
            (Pairs{{2, 0, 1, 16}}));
  EXPECT_EQ(SVE.must("ld1d {z0.d}, p0/z, [x0]\n"
                     "st1d {z0.d}, p0, [x0, #2, mul vl]\nincb x0"),
            (Pairs{{1, 0, 2, 16}}));
  // Half a vector is no constant, but as good as one.
  EXPECT_EQ(SVE.must("ld1d {z0.d}, p0/z, [x0]\n"
                     "st1d {z0.d}, p0, [x0, #1, mul vl]\ninch x0"),
            (Pairs{{1, 0, 2, 16}}));
  // Two counts that are the same number.
  EXPECT_EQ(SVE.must("cntd x3\nld1d {z0.d}, p0/z, [x0, x1, lsl #3]\n"
                     "add x1, x1, x3\nst1d {z0.d}, p0, [x0, x1, lsl #3]"),
            (Pairs{{3, 1, 1, 16}}));
  // A count of its own: the pattern is not all.
  EXPECT_EQ(SVE.must("ld1w {z0.s}, p0/z, [x0, x1, lsl #2]\nincw x1, vl4\n"
                     "st1w {z0.s}, p0, [x0, x1, lsl #2]"),
            Pairs());
}

TEST_F(MemoryDependenceTest, DifferentSteps) {
  // p by 8, q by 16, q = p + 8: they meet at another distance each time.
  X86.BeforeText = "leaq 8(%rdi), %rsi";
  auto Deps = X86.find("movq (%rdi), %rax\nmovq %rax, (%rsi)\n"
                       "addq $8, %rdi\naddq $16, %rsi");
  ASSERT_EQ(Deps.size(), 1u);
  EXPECT_EQ(Deps[0].Class, DependenceClass::May);
  EXPECT_EQ(Deps[0].Evidence, DependenceEvidence::Randomized);
  EXPECT_EQ(Deps[0].Distance, 1u);
  // Two pointers that take turns: each is the other one's successor.
  X86.BeforeText = "leaq 8(%rdi), %rsi";
  EXPECT_EQ(X86.must("movq (%rdi), %rax\nmovq %rax, (%rsi)\n"
                     "movq %rdi, %rdx\nmovq %rsi, %rdi\n"
                     "leaq 16(%rdx), %rsi"),
            (std::set<Pair>{{1, 0, 1, 8}}));
}

TEST_F(MemoryDependenceTest, FalseDependencesOnDemand) {
  using Key = std::tuple<DependenceOrder, DependenceClass, uint32_t, uint32_t,
                         uint32_t>;
  auto All = [&](StringRef Text) {
    std::set<Key> Out;
    for (const MemoryDependence &D : X86.find(Text))
      if (D.Order != DependenceOrder::RAW)
        Out.insert({D.Order, D.Class, D.SourceInst, D.DestInst, D.Distance});
    return Out;
  };
  const auto WAR = DependenceOrder::WAR, WAW = DependenceOrder::WAW;
  const auto Must = DependenceClass::Must, May = DependenceClass::May;
  const char *Same = "movq 16(%rdi), %rax\nmovq %rax, (%rdi)\n"
                     "movq %rax, 8(%rdi)\naddq $8, %rdi";
  EXPECT_TRUE(All(Same).empty());
  X86.O.FalseDependences = true;
  // Read two iterations before it is written at (%rdi), one before 8(%rdi).
  EXPECT_EQ(All(Same), (std::set<Key>{{WAR, Must, 0, 1, 2},
                                      {WAR, Must, 0, 2, 1},
                                      {WAW, Must, 2, 1, 1}}));
  // Through another pointer.
  EXPECT_EQ(All("movq (%rsi), %rax\nmovq %rax, (%rdi)\nmovq %rax, (%rdx)\n"
                "addq $8, %rdi\naddq $8, %rsi\naddq $8, %rdx"),
            (std::set<Key>{{WAR, May, 0, 1, 0},
                           {WAR, May, 0, 2, 0},
                           {WAW, May, 1, 2, 0},
                           {WAW, May, 2, 1, 1}}));
}

TEST_F(MemoryDependenceTest, OtherBasesMayOverlap) {
  auto Deps = X86.find("movq (%rdi), %rcx\nmovq %rcx, (%rsi)\n"
                       "addq $8, %rdi\naddq $8, %rsi");
  ASSERT_EQ(Deps.size(), 1u);
  EXPECT_EQ(Deps[0].Class, DependenceClass::May);
  EXPECT_EQ(Deps[0].Distance, 1u);
  EXPECT_TRUE(X86.find("movl foo(%rip), %eax\nmovl %eax, bar(%rip)").empty());
  // A histogram: the same bucket again, perhaps.
  Deps = X86.find("movq (%rdi,%rcx,8), %rax\nincl (%rsi,%rax,4)\nincq %rcx");
  EXPECT_TRUE(all_of(Deps, [](const MemoryDependence &D) {
    return D.Class == DependenceClass::May;
  }));
  EXPECT_FALSE(Deps.empty());
}

TEST_F(MemoryDependenceTest, MaskedIndexIsSeenOnRandomInputs) {
  // A ring of eight: what is stored is read three iterations later.
  auto Deps = X86.must("leaq -3(%rax), %rcx\nandl $7, %ecx\n"
                       "movq (%rdi,%rcx,8), %rdx\nmovl %eax, %ecx\n"
                       "andl $7, %ecx\nmovq %rdx, (%rdi,%rcx,8)\nincq %rax");
  EXPECT_EQ(Deps, (std::set<Pair>{{5, 2, 3, 8}}));
}

TEST_F(MemoryDependenceTest, LogicalImmediates) {
  // The ring of eight; in the upper half of a byte (rotated); of 32 bits.
  EXPECT_EQ(Arm.must("sub x1, x0, #3\nand x1, x1, #7\n"
                     "ldr x3, [x9, x1, lsl #3]\nand x2, x0, #7\n"
                     "str x3, [x9, x2, lsl #3]\nadd x0, x0, #1"),
            (std::set<Pair>{{4, 2, 3, 8}}));
  EXPECT_EQ(Arm.must("sub x1, x0, #48\nand x1, x1, #0xf0\n"
                     "ldr x3, [x9, x1]\nand x2, x0, #0xf0\n"
                     "str x3, [x9, x2]\nadd x0, x0, #16"),
            (std::set<Pair>{{4, 2, 3, 8}}));
  EXPECT_EQ(Arm.must("sub w1, w0, #3\nand w1, w1, #7\n"
                     "ldr x3, [x9, w1, uxtw #3]\nand w2, w0, #7\n"
                     "str x3, [x9, w2, uxtw #3]\nadd w0, w0, #1"),
            (std::set<Pair>{{4, 2, 3, 8}}));
  // Repeated elements of 16 bits.
  EXPECT_EQ(Arm.must("mov x5, #255\nadd x5, x5, x5, lsl #16\n"
                     "add x5, x5, x5, lsl #32\n"
                     "orr x2, xzr, #0x00ff00ff00ff00ff\n"
                     "str x3, [x9, x2]\nldr x4, [x9, x5]"),
            (std::set<Pair>{{4, 5, 0, 8}}));
  // All but the lowest three bits: rotated beyond the end.
  EXPECT_EQ(Arm.must("mov x5, #3\norr x5, x5, #-8\nstr x3, [x9, x5]\n"
                     "ldr x4, [x9, #-5]"),
            (std::set<Pair>{{2, 3, 0, 8}}));
}

TEST_F(MemoryDependenceTest, FarOnesAreDropped) {
  const char *Far = "movq (%rax), %rcx\nmovq %rcx, 800(%rax)\naddq $8, %rax";
  EXPECT_EQ(X86.must(Far).size(), 1u);
  X86.O.ReorderBuffer = 224;
  EXPECT_TRUE(X86.must(Far).empty());
}

TEST_F(MemoryDependenceTest, TenThousandAccessesInOneLoop) {
  std::string Text;
  for (int I = 0; I < 5000; ++I)
    Text += "movq " + std::to_string(8 * I) + "(%rdi), %rax\nmovq %rax, " +
            std::to_string(8 * I + 8) + "(%rdi)\n";
  Text += "addq $40000, %rdi\n";
  // Each load reads the store before it; the first that of the last iteration.
  EXPECT_EQ(X86.must(Text).size(), 5000u);
}

TEST(MemoryDependence, SaysWhatMightMakeAnExpectedOneUntrue) {
  MemoryDependence D{};
  D.SourceInst = 3;
  D.Class = DependenceClass::Expected;
  D.Unless = 4;
  EXPECT_EQ(unlessText(D, "line 9", "it"),
            "line 9 overwrites it, or the pointer to it");
  D.Unless = 3; // No store but its own: that writes the datum, by definition.
  EXPECT_EQ(unlessText(D, "line 9", "what line 7 loads"),
            "line 9 overwrites the pointer to what line 7 loads");
}

} // namespace
