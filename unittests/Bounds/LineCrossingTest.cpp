//===- LineCrossingTest.cpp - What crossing a cache line takes ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LineCrossing.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Bounds/PortLimits.h"
#include <array>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

Analysis analyze(ToyTester &T, StringRef Text,
                 const AnalysisOptions &Options = {}) {
  return analyzeKernel(T.Semantics.kernel(Text), T.model(), T.numUnits(),
                       Options);
}

TEST(LineCrossing, Table) {
  struct Row {
    const char *Name, *Asm;
    CyclesPerIter Ports;
    bool IsByLines;
  } Rows[] = {
      {"three points: 3 loads, one line more a trip",
       "vmovups -4(%rsi), %ymm0\n vmovups (%rsi), %ymm1\n"
       "vmovups 4(%rsi), %ymm2\n addq $32, %rsi",
       {4, 2},
       true},
      {"all aligned",
       "vmovups -32(%rsi), %ymm0\n vmovups (%rsi), %ymm1\n"
       "vmovups 32(%rsi), %ymm2\n addq $32, %rsi",
       {3, 2},
       false},
      {"two arrays",
       "vmovups -4(%rsi), %ymm0\n vmovups (%rdi), %ymm1\n"
       "vmovups 4(%rbx), %ymm2\n addq $32, %rsi\n addq $32, %rdi\n"
       "addq $32, %rbx",
       {3, 2},
       false},
      // Addresses of stores do not wait for the second line: 2 loads and 2
      // addresses on p2 p3, 2 loads and half a line.
      {"store addresses go on",
       "vmovups -4(%rsi,%rcx), %ymm0\n vmovups (%rsi,%rcx), %ymm1\n"
       "vmovups %ymm0, (%rdi,%rcx)\n vmovups %ymm1, 8192(%rdi,%rcx)\n"
       "addq $32, %rcx",
       {4, 2},
       false},
      {"stores: 2, and one line in two trips",
       "vmovups %ymm0, -4(%rsi)\n vmovups %ymm1, (%rsi)\n addq $32, %rsi",
       {5, 2},
       true},
      {"loads and stores each at their best place",
       "vmovups -4(%rsi), %ymm0\n vmovups %ymm1, (%rsi)\n addq $32, %rsi",
       {1},
       false},
      {"a load of what is stored takes its port once",
       "vmovups %ymm3, (%rsi)\n vmovups (%rsi), %ymm0\n"
       "vmovups 8256(%rsi), %ymm1\n vmovaps 8196(%rsi), %ymm2\n"
       "addq $32, %rsi",
       {7, 4},
       true},
  };
  ToyTester T("cascadelake");
  for (const Row &R : Rows) {
    Analysis A = analyze(T, R.Asm);
    EXPECT_EQ(A.cycles(Limit::Ports), R.Ports) << R.Name;
    EXPECT_EQ(portWitness(A).IsByLines, R.IsByLines) << R.Name;
  }
}

constexpr const char *ThreePoints =
    "vmovups -4(%rsi), %ymm0\n vaddps (%rsi), %ymm0, %ymm0\n"
    "vaddps 4(%rsi), %ymm0, %ymm0\n addq $32, %rsi";

TEST(LineCrossing, Witness) {
  ToyTester T("cascadelake");
  Analysis A = analyze(T, ThreePoints);
  ASSERT_TRUE(portWitness(A).IsByLines);
  EXPECT_EQ(portWitness(A).Ports, T.ports({"p2", "p3"}));
  EXPECT_EQ(portWitness(A).Insts, std::vector<uint32_t>({0, 1, 2}));
  int64_t Cycles = 0;
  for (uint32_t I : portWitness(A).Insts)
    for (const MappedUop &U : A.Mapped.uops(A.Mapped.Insts[I]))
      if (portWitness(A).counts(U))
        Cycles += portWitness(A).cyclesOf64(U);
  EXPECT_EQ(CyclesPerIter(Cycles, 64) / 2, A.cycles(Limit::Ports));
}

/// Options and cores that do not know of lines.
TEST(LineCrossing, Unknown) {
  ToyTester Cascade("cascadelake"), Zen("znver2");
  AnalysisOptions NoMemory, Uniform, Compat;
  NoMemory.Memory = false;
  Uniform.Assignment = PortAssignment::Uniform;
  Compat.CompatOsaca2019 = true;
  for (const AnalysisOptions &O : {NoMemory, Uniform, Compat})
    EXPECT_TRUE(analyze(Cascade, ThreePoints, O).LineGroups.empty());
  EXPECT_TRUE(analyze(Zen, ThreePoints).LineGroups.empty());
}

//===----------------------------------------------------------------------===//
// Against every place of the data
//===----------------------------------------------------------------------===//

struct RandomAccess {
  unsigned Base; ///< rsi or rdi.
  int Offset;
  unsigned Width;
  bool IsStore;
};

std::string textOf(const RandomAccess &A) {
  const char Kind = A.Width == 16 ? 'x' : A.Width == 32 ? 'y' : 'z';
  std::string Memory =
      std::to_string(A.Offset) + (A.Base == 0 ? "(%rsi)" : "(%rdi)");
  std::string Register = std::string("%") + Kind + "mm0";
  return A.IsStore ? "vmovups " + Register + ", " + Memory + "\n"
                   : "vmovups " + Memory + ", " + Register + "\n";
}

/// Loads and stores, and lines that they cross, in 64 trips with the bases at
/// \p Places: cycles of the ports at least.
int64_t cyclesAt(ArrayRef<RandomAccess> Accesses, ArrayRef<unsigned> Steps,
                 std::array<unsigned, 2> Places) {
  int64_t Loads = 0, Stores = 0;
  for (const RandomAccess &A : Accesses)
    for (unsigned Trip = 0; Trip < 64; ++Trip) {
      const unsigned At =
          4096 + Places[A.Base] + Trip * Steps[A.Base] + A.Offset;
      (A.IsStore ? Stores : Loads) += 1 + (At % 64 + A.Width > 64);
    }
  return std::max(Loads, 2 * Stores); // In half cycles.
}

/// No place of the data takes less than the bound, and where there are only
/// loads one takes just that.
TEST(LineCrossing, NeverAboveTheBestPlace) {
  Random R(4711);
  ToyTester T("cascadelake");
  unsigned NumByLines = 0;
  for (unsigned Run = 0; Run < 150; ++Run) {
    const bool HasStores = R.oneIn(2);
    const unsigned Steps[] = {unsigned(R.between(1, 16)) * 8,
                              unsigned(R.between(1, 4)) * 16};
    std::vector<RandomAccess> Accesses(R.between(1, 6));
    std::string Text;
    for (RandomAccess &A : Accesses) {
      A = {unsigned(R.below(2)), int(4 * R.between(-8, 8)), 16u << R.below(3),
           HasStores && R.oneIn(3)};
      // What is stored is far from what is loaded.
      A.Offset += A.IsStore ? 1 << 20 : 0;
      Text += textOf(A);
    }
    Text += "addq $" + std::to_string(Steps[0]) + ", %rsi\n";
    Text += "addq $" + std::to_string(Steps[1]) + ", %rdi\n";
    Analysis A = analyze(T, Text);
    int64_t Least = INT64_MAX;
    for (unsigned First = 0; First < 64; First += 4)
      for (unsigned Second = 0; Second < 64; Second += 4)
        Least = std::min(Least, cyclesAt(Accesses, Steps, {First, Second}));
    CyclesPerIter Found;
    for (const UopGroup &G : A.LineGroups)
      Found = std::max(Found, CyclesPerIter(G.Cycles, 64) /
                                  static_cast<int64_t>(G.Ports.size()));
    EXPECT_LE(Found, CyclesPerIter(Least, 128)) << Text;
    if (!HasStores && !A.LineGroups.empty())
      EXPECT_EQ(Found, CyclesPerIter(Least, 128)) << Text;
    NumByLines += portWitness(A).IsByLines;
  }
  EXPECT_GT(NumByLines, 30u);
}

} // namespace
