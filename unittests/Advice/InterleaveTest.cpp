//===- InterleaveTest.cpp - Several iterations side by side ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interleave.h"
#include "../Simulation/LoopOnCore.h"
#include "llvm/ADT/Hashing.h"
#include <algorithm>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

struct Loop : LoopOnCore {
  Loop(ToyTester &T, StringRef Text)
      : LoopOnCore(T, Text), Change(A, T.Semantics.semantics(), P) {}
  Interleaving Change;
};

//===----------------------------------------------------------------------===//
// The oracle: both loops compute the same values
//===----------------------------------------------------------------------===//

/// Opcodes that Loop::Control and nothing else has.
bool isControl(const ToyTester &T, unsigned Opcode) {
  ToyTester &Tester = const_cast<ToyTester &>(T);
  StringRef Name = Tester.model().instrInfo().getName(Opcode);
  return Name == "ADD64ri8" || Name == "DEC64r" || Name == "JCC_1" ||
         Name == "JCC_4";
}

/// Every value but those of control that \p Trips iterations of \p P make, as a
/// number made of those that it waits for; sorted. What was before is 0.
std::vector<uint64_t> run(const ToyTester &T, const SimProgram &P,
                          unsigned Trips) {
  std::vector<std::vector<uint64_t>> Values(
      Trips, std::vector<uint64_t>(P.Nodes.size()));
  std::vector<uint64_t> Out;
  for (unsigned Trip = 0; Trip < Trips; ++Trip)
    for (const SimInst &I : P.Insts) {
      std::vector<uint64_t> Gates;
      auto Add = [&](std::vector<uint64_t> &Into, uint32_t First,
                     uint32_t End) {
        for (uint32_t Idx = First; Idx < End; ++Idx) {
          const SimInput &In = P.Inputs[Idx];
          if (isControl(T, P.Nodes[In.From].Opcode))
            continue;
          // Must have been made.
          EXPECT_TRUE(In.Distance != 0 || In.From < I.Nodes[NumUopGroups]);
          const uint64_t Value =
              In.Distance > Trip ? 0 : Values[Trip - In.Distance][In.From];
          Into.push_back(hash_combine(Value, In.Latency));
        }
      };
      Add(Gates, I.Gates[0], I.Gates[NumUopGroups]);
      for (uint32_t N = I.Nodes[0]; N < I.Nodes[NumUopGroups]; ++N) {
        const SimNode &Node = P.Nodes[N];
        std::vector<uint64_t> Inputs = Gates;
        Add(Inputs, Node.FirstInput, Node.FirstInput + Node.NumInputs);
        Values[Trip][N] =
            hash_combine(Node.Opcode, unsigned(Node.Part),
                         hash_combine_range(Inputs.begin(), Inputs.end()));
        if (!isControl(T, Node.Opcode))
          Out.push_back(Values[Trip][N]);
      }
    }
  llvm::sort(Out);
  return Out;
}

TEST(Interleave, ComputesTheSame) {
  ToyTester T;
  test::Random R(22);
  unsigned NumTried = 0;
  for (unsigned N = 0; N < 300; ++N) {
    const std::string Body = randomBody(R);
    Loop L(T, Body);
    for (unsigned Copies = 2; Copies <= L.Change.mostCopies(); ++Copies) {
      const SimProgram P = L.Change.program(Copies);
      EXPECT_EQ(run(T, P, 4), run(T, L.P, 4 * Copies))
          << Copies << " copies of\n"
          << Body;
      ++NumTried;
    }
  }
  EXPECT_GT(NumTried, 100u);
}

//===----------------------------------------------------------------------===//
// What must not be interleaved
//===----------------------------------------------------------------------===//

TEST(Interleave, MostCopies) {
  struct Row {
    const char *Name, *Body;
    unsigned Most;
    bool IfApart = false;
  };
  const Row Rows[] = {
      {"nothing shared", "vmovupd (%rax), %xmm0\n vaddpd %xmm0, %xmm1, %xmm0",
       8},
      {"sum", "vmovupd (%rax), %xmm0\n vaddpd %xmm0, %xmm1, %xmm1", 8},
      {"read before it is written",
       "vaddpd %xmm2, %xmm1, %xmm0\n vmovupd (%rax), %xmm2", 1},
      // Two bodies are in order, and with them all that are two apart.
      {"stored last, loaded first, two apart",
       "vmovupd (%rax), %xmm0\n vaddpd %xmm0, %xmm1, %xmm2\n"
       "vmovupd %xmm2, 32(%rax)",
       2},
      {"the same, one apart",
       "vmovupd (%rax), %xmm0\n vaddpd %xmm0, %xmm1, %xmm2\n"
       "vmovupd %xmm2, 16(%rax)",
       1},
      // The load of 16(%rax) must come before the store of the next.
      {"stored first, loaded last before",
       "vmovupd %xmm1, (%rax)\n vmovupd 16(%rax), %xmm0", 1},
      {"stored and loaded in order",
       "vmovupd %xmm1, 16(%rax)\n vmovupd (%rax), %xmm0", 8},
      {"other arrays", "vmovupd (%rax), %xmm0\n vmovupd %xmm0, (%rbx,%rax)", 8,
       true},
      // xmm1 for all, 5 at once in each of the others: 15 / 5.
      {"registers",
       "vmovupd (%rax), %xmm2\n vmovupd 16(%rax), %xmm3\n"
       "vmovupd 32(%rax), %xmm4\n vmovupd 48(%rax), %xmm5\n"
       "vmovupd 64(%rax), %xmm6\n"
       "vaddpd %xmm1, %xmm2, %xmm2\n vaddpd %xmm3, %xmm2, %xmm2\n"
       "vaddpd %xmm4, %xmm2, %xmm2\n vaddpd %xmm5, %xmm2, %xmm2\n"
       "vaddpd %xmm6, %xmm2, %xmm2",
       3},
      {"calls", "call g", 1},
      {"carries", "adcq %rbx, %rcx", 1},
  };
  ToyTester T;
  for (const Row &R : Rows) {
    Loop L(T, R.Body);
    EXPECT_EQ(L.Change.mostCopies(), R.Most) << R.Name;
    if (R.Most > 1)
      EXPECT_EQ(L.Change.isIfApart(), R.IfApart) << R.Name;
  }
}

//===----------------------------------------------------------------------===//
// As advice
//===----------------------------------------------------------------------===//

TEST(Interleave, AdviceIsSimulated) {
  ToyTester T;
  Loop L(T, chainBody());
  CoreSizes M = coreSizesOf(L.A);
  M.ReorderBuffer = 18;
  const SimulationResult Now = simulate(L.P, M, {});
  Baseline Today(L.A, T.numUnits());
  Today.Now = Now.Cycles;
  Today.Program = &L.P;
  const Opportunity O = findInterleaving(Today, T.Semantics.semantics(), M);
  ASSERT_EQ(O.What, Opportunity::Kind::Interleave);
  EXPECT_EQ(O.From, Now.Cycles);
  EXPECT_EQ(O.To,
            simulate(L.Change.program(O.Count), L.Change.core(M, O.Count), {})
                    .Cycles /
                O.Count);
  EXPECT_GE(O.To, L.A.Prediction);
}

} // namespace
