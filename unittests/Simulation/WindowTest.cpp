//===- WindowTest.cpp - When a buffer of the core holds a loop back -------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Simulation/Window.h"
#include "../../lib/Advice/Interleave.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include "llvm/ADT/Hashing.h"
#include <algorithm>

using namespace kernelbounds;
using namespace llvm;

namespace {

struct Loop {
  Loop(ToyTester &T, StringRef Text)
      : A(analyzeKernel(T.Semantics.kernel((Text + Control).str()), T.model(),
                        T.numUnits(), {})),
        P(makeSimProgram(A.Mapped, A.Graph)),
        Change(A, T.Semantics.semantics(), P) {}
  static constexpr StringLiteral Control =
      "\n addq $16, %rax\n decq %rdi\n jne .L0";

  Analysis A;
  SimProgram P;
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

std::string randomBody(test::Random &R) {
  std::string Text;
  auto Xmm = [&] { return "%xmm" + std::to_string(R.below(5)); };
  auto Memory = [&] { return std::to_string(16 * R.below(4)) + "(%rax)"; };
  const unsigned Size = 2 + R.below(8);
  for (unsigned I = 0; I < Size; ++I)
    switch (R.below(5)) {
    case 0:
      Text += "vmovupd " + Memory() + ", " + Xmm() + "\n";
      break;
    case 1:
      Text += "vmovupd " + Xmm() + ", " + Memory() + "\n";
      break;
    case 2:
      Text += "vmulpd " + Memory() + ", " + Xmm() + ", " + Xmm() + "\n";
      break;
    default:
      Text += "vaddpd " + Xmm() + ", " + Xmm() + ", " + Xmm() + "\n";
    }
  return Text;
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
// The window
//===----------------------------------------------------------------------===//

/// Nine micro-ops: a load and a chain of eight additions.
std::string chainBody() {
  std::string Text = "vmovupd (%rax), %xmm0\n";
  for (unsigned I = 0; I < 8; ++I)
    Text += "vaddpd %xmm0, %xmm1, %xmm0\n";
  return Text;
}

WindowLimit limitOf(ToyTester &T, const Loop &L, const CoreSizes &M,
                    uint64_t Budget = 0) {
  return findWindowLimit(L.A, T.Semantics.semantics(), L.P, M,
                         simulate(L.P, M, {}), Budget);
}

TEST(Window, NamesTheBufferThatIsFull) {
  ToyTester T;
  Loop L(T, chainBody());
  ASSERT_EQ(L.A.Prediction, CyclesPerIter(9, 2)); // With the counter.
  CoreSizes M = coreSizesOf(L.A);
  M.ReorderBuffer = 1024;
  EXPECT_FALSE(limitOf(T, L, M).isFound());
  for (auto [Kind, Size] : {std::pair(ResourceKind::ReorderBuffer, 18u),
                            {ResourceKind::Scheduler, 16u},
                            {ResourceKind::LoadBuffer, 2u}}) {
    CoreSizes Small = M;
    (Kind == ResourceKind::ReorderBuffer ? Small.ReorderBuffer
     : Kind == ResourceKind::Scheduler   ? Small.Scheduler
                                         : Small.LoadBuffer) = Size;
    WindowLimit W = limitOf(T, L, Small);
    ASSERT_EQ(W.Buffers.size(), 1u) << Size;
    EXPECT_EQ(W.Buffers[0].Kind, Kind);
    EXPECT_LT(W.Larger, W.Now);
    EXPECT_EQ(W.Now, simulate(L.P, Small, {}).Cycles);
    EXPECT_EQ(W.Larger,
              simulate(L.P, Small, {}, W.Buffers, WindowLimit::Factor).Cycles);
  }
}

/// Every question is simulated: all buffers larger, each alone, one after the
/// other left out.
std::vector<Resource> askedOneByOne(const SimProgram &P, const CoreSizes &M,
                                    std::vector<Resource> Set) {
  const CyclesPerIter Now = simulate(P, M, {}).Cycles;
  auto Larger = [&](ArrayRef<Resource> Buffers) {
    return simulate(P, M, {}, Buffers, WindowLimit::Factor).Cycles;
  };
  auto Helps = [&](const CyclesPerIter &C) { return Now * 100 > C * 101; };
  if (!Helps(Larger(Set)))
    return {};
  std::vector<Resource> Best;
  CyclesPerIter Least = Now;
  for (const Resource &R : Set)
    if (const CyclesPerIter C = Larger(R); Helps(C) && C < Least) {
      Best = {R};
      Least = C;
    }
  if (!Best.empty())
    return Best;
  for (size_t I = Set.size(); I-- > 0;) {
    std::vector<Resource> Less = Set;
    Less.erase(Less.begin() + I);
    if (Helps(Larger(Less)))
      Set = Less;
  }
  return Set;
}

TEST(Window, AsIfEveryQuestionWereSimulated) {
  ToyTester T;
  test::Random R(37);
  unsigned NumAlone = 0, NumTogether = 0;
  for (unsigned N = 0; N < 300; ++N) {
    const Loop L(T, randomBody(R) + randomBody(R));
    CoreSizes M = coreSizesOf(L.A);
    M.ReorderBuffer = R.between(8, 40);
    M.Scheduler = R.between(4, 20);
    M.LoadBuffer = R.between(1, 8);
    M.StoreBuffer = R.between(1, 8);
    M.Schedulers = {{PortSet(3), unsigned(R.between(2, 8))}};
    if (R.oneIn(2))
      M.FrontEnd = L.A.Prediction * R.between(80, 99) / 100;
    const WindowLimit W = limitOf(T, L, M);
    if (W.Now * 20 <= L.A.Prediction * 21) {
      EXPECT_FALSE(W.isFound());
      continue;
    }
    EXPECT_EQ(W.Buffers, askedOneByOne(L.P, M,
                                       {{ResourceKind::ReorderBuffer},
                                        {ResourceKind::Scheduler},
                                        {ResourceKind::LoadBuffer},
                                        {ResourceKind::StoreBuffer},
                                        {ResourceKind::Scheduler, PortSet(3)}}))
        << N;
    NumAlone += W.Buffers.size() == 1;
    NumTogether += W.Buffers.size() > 1;
  }
  EXPECT_GT(NumAlone, 50u);
  EXPECT_GT(NumTogether, 5u);
}

TEST(Window, SeveralTogether) {
  ToyTester T;
  Loop L(T, chainBody());
  CoreSizes M = coreSizesOf(L.A);
  // Two bodies fit into either, three into none.
  M.ReorderBuffer = 18;
  M.LoadBuffer = 2;
  WindowLimit W = limitOf(T, L, M);
  ASSERT_TRUE(W.isFound());
  EXPECT_LT(W.Larger, W.Now);
  for (const Resource &R : W.Buffers)
    if (W.Buffers.size() > 1)
      EXPECT_GE(simulate(L.P, M, {}, R, WindowLimit::Factor).Cycles * 101,
                W.Now * 100);
}

TEST(Window, InterleavingIsSimulated) {
  ToyTester T;
  Loop L(T, chainBody());
  CoreSizes M = coreSizesOf(L.A);
  M.ReorderBuffer = 18;
  WindowLimit W = limitOf(T, L, M);
  ASSERT_EQ(W.Next.What, Opportunity::Kind::Interleave);
  EXPECT_EQ(W.Next.From, W.Now);
  EXPECT_EQ(W.Next.To, simulate(L.Change.program(W.Next.Count),
                                L.Change.core(M, W.Next.Count), {})
                               .Cycles /
                           W.Next.Count);
  EXPECT_GE(W.Next.To, L.A.Prediction);
  // Too little to fill even the buffer of today twice: nothing is said.
  EXPECT_FALSE(limitOf(T, L, M, /*Budget=*/20).isFound());
}

} // namespace
