//===- LoadReuseTest.cpp - Loads of bytes that were loaded before ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/LoadReuse.h"
#include "../Kernel/ToyTester.h"
#include <map>
#include <random>

using namespace kernelbounds;
using namespace llvm;

namespace {

std::vector<LoadReuse> find(ToyTester &T, Kernel K) {
  T.Semantics.semantics().nameStack(K);
  const MCInstrInfo &MII = *T.Semantics.target().MII;
  KernelAddresses Addresses(K, MII, T.numUnits());
  return findLoadReuse(Addresses, findMemoryDependences(Addresses, {}), {});
}

TEST(LoadReuse, Table) {
  struct Row {
    const char *Name, *Asm;
    size_t Count;
    uint32_t Distance; ///< Of the first.
    bool IsInvariant;
  } Rows[] = {
      {"none", "movq (%rsi), %rax\n addq $8, %rsi", 0, 0, false},
      {"next", "movq (%rsi), %rax\n movq 8(%rsi), %rcx\n addq $8, %rsi", 1, 1,
       false},
      {"downwards", "movq (%rsi), %rax\n movq 8(%rsi), %rcx\n subq $8, %rsi", 1,
       1, false},
      {"update in between",
       "movq (%rsi), %rax\n addq $8, %rsi\n movq (%rsi), %rcx", 1, 1, false},
      {"twice", "movq (%rsi), %rax\n movq (%rsi), %rcx\n addq $8, %rsi", 1, 0,
       false},
      {"too far", "movq (%rsi), %rax\n movq 40(%rsi), %rcx\n addq $8, %rsi", 0,
       0, false},
      {"other width", "movq (%rsi), %rax\n movl 8(%rsi), %ecx\n addq $8, %rsi",
       0, 0, false},
      {"other register",
       "movq (%rsi), %rax\n movsd 8(%rsi), %xmm0\n "
       "addq $8, %rsi",
       0, 0, false},
      {"invariant", "movq (%rsi), %rax", 1, 0, true},
      {"slot", "movq 8(%rsp), %rax", 0, 0, false},
      {"stored elsewhere", "movq (%rsi), %rax\n movq %rax, (%rdi)", 0, 0,
       false},
      {"stored here", "movq (%rsi), %rax\n incq %rax\n movq %rax, (%rsi)", 0, 0,
       false},
      {"call", "movq (%rsi), %rax\n call f", 0, 0, false},
  };
  ToyTester T;
  for (const Row &R : Rows) {
    std::vector<LoadReuse> Found = find(T, T.Semantics.kernel(R.Asm));
    ASSERT_EQ(Found.size(), R.Count) << R.Name;
    if (R.Count == 0)
      continue;
    EXPECT_EQ(Found.front().Distance, R.Distance) << R.Name;
    EXPECT_EQ(Found.front().IsInvariant, R.IsInvariant) << R.Name;
  }
}

/// An access in the order of execution.
struct Event {
  uint32_t Inst;
  int64_t Address;
  bool IsStore;
};

/// The smallest distance at which some load read the same and no store wrote a
/// byte of it since, by running the loop; -1 if there is none.
int nearest(const std::vector<Event> &Run, size_t Of, size_t PerIteration) {
  for (size_t E = Of; E-- > 0;) {
    const Event &Before = Run[E], &Here = Run[Of];
    const int Distance = int(Of / PerIteration) - int(E / PerIteration);
    if (Distance > 4)
      return -1;
    if (Before.IsStore && std::abs(Before.Address - Here.Address) < 8)
      return -1;
    if (!Before.IsStore && Before.Address == Here.Address)
      return Distance;
  }
  return -1;
}

TEST(LoadReuse, AgreesWithARun) {
  std::mt19937 Random(20);
  ToyTester T;
  for (unsigned N = 0; N < 300; ++N) {
    const unsigned Size = 1 + Random() % 6, Update = Random() % (Size + 1);
    const int Step = Random() % 2 ? 8 : -16;
    std::string Text;
    std::vector<Event> Body; // Addresses relative to the first iteration's.
    for (unsigned I = 0; I <= Size; ++I) {
      if (I == Update) {
        Text += "addq $" + std::to_string(Step) + ", %rsi\n";
        continue;
      }
      const int Offset = 4 * (int(Random() % 13) - 6);
      const bool IsStore = Random() % 4 == 0;
      const std::string At = std::to_string(Offset) + "(%rsi)";
      Text += IsStore ? "movq %rcx, " + At + "\n" : "movq " + At + ", %rax\n";
      Body.push_back({I, Offset + (I > Update ? Step : 0), IsStore});
    }
    std::vector<Event> Run;
    constexpr int Iterations = 12;
    for (int K = 0; K < Iterations; ++K)
      for (Event E : Body) {
        E.Address += K * Step;
        Run.push_back(E);
      }
    std::map<uint32_t, int> Got;
    for (const LoadReuse &R : find(T, T.Semantics.kernel(Text)))
      Got[R.Inst] = int(R.Distance);
    for (size_t I = 0; I < Body.size(); ++I) {
      if (Body[I].IsStore)
        continue;
      const int Want =
          nearest(Run, (Iterations - 1) * Body.size() + I, Body.size());
      const int Have = Got.count(Body[I].Inst) ? Got[Body[I].Inst] : -1;
      EXPECT_EQ(Have, Want) << "load " << Body[I].Inst << " of\n" << Text;
    }
  }
}

} // namespace
