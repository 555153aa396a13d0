//===- PromiseTest.cpp - What advice promises at most ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// No advice promises a loop that is faster than the proved bounds of the
/// changed loop allow. The oracle writes the changed loop as assembly, with the
/// registers that there are, and analyses it as any other.
///
//===----------------------------------------------------------------------===//

#include "../Simulation/LoopOnCore.h"
#include "Interleave.h"
#include "Opportunities.h"
#include "kernel-bounds/Simulation/CoreSizes.h"
#include "llvm/ADT/StringExtras.h"
#include <regex>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

constexpr unsigned Step = 16;    // Bytes of an iteration.
constexpr unsigned FirstSum = 4; // Of the registers that sum up.
constexpr unsigned NumXmm = 16;  // On the cores of this test.

/// Loads, products and stores through registers below FirstSum, of which the
/// first does not change, and up to three sums.
std::string body(Random &R) {
  std::string Text;
  const auto Temp = [&] {
    return "%xmm" + std::to_string(1 + R.below(FirstSum - 1));
  };
  const auto Memory = [&] {
    return std::to_string(Step * R.below(3)) + "(%rax)";
  };
  const unsigned NumSums = R.below(4);
  for (unsigned I = 0, Size = 1 + R.below(4); I < Size; ++I)
    switch (R.below(4)) {
    case 0:
      Text += "vmovupd " + Memory() + ", " + Temp() + "\n";
      break;
    case 1:
      Text += "vmovupd " + Temp() + ", " + Memory() + "\n";
      break;
    default:
      Text += "vmulpd " + Memory() + ", %xmm0, " + Temp() + "\n";
    }
  for (unsigned Sum = 0; Sum < NumSums; ++Sum) {
    const std::string Reg = "%xmm" + std::to_string(FirstSum + Sum);
    Text += "vaddpd " + (R.below(2) ? Memory() : Temp()) + ", " + Reg + ", " +
            Reg + "\n";
  }
  return Text;
}

/// \p Body of iteration \p Copy of a trip, with sums of its own if \p Splits;
/// nothing if there is no register for them.
std::optional<std::string> copyOf(const std::string &Body, unsigned Copy,
                                  bool Splits) {
  static const std::regex Place("(\\d+)\\(%rax\\)|%xmm(\\d+)");
  const unsigned NumSums = StringRef(Body).count("vaddpd");
  std::string Out;
  size_t From = 0;
  for (std::sregex_iterator It(Body.begin(), Body.end(), Place), End; It != End;
       ++It) {
    const std::smatch &M = *It;
    Out += Body.substr(From, M.position() - From);
    From = M.position() + M.length();
    unsigned Reg = M[2].matched ? std::stoul(M[2]) : 0;
    if (Reg >= FirstSum && Splits)
      Reg += Copy * NumSums;
    if (Reg >= NumXmm)
      return std::nullopt;
    Out += M[2].matched
               ? "%xmm" + std::to_string(Reg)
               : std::to_string(std::stoul(M[1]) + Copy * Step) + "(%rax)";
  }
  return Out + Body.substr(From);
}

/// The loop as \p O says, without its control.
std::optional<std::string> written(const std::string &Body,
                                   const Opportunity &O) {
  std::string Out;
  for (unsigned Copy = 0; Copy < O.Count; ++Copy) {
    auto C = copyOf(Body, Copy, O.What != Opportunity::Kind::Unroll);
    if (!C)
      return std::nullopt;
    Out += *C;
  }
  return Out;
}

struct Tried {
  unsigned Written = 0, Other = 0;
};

/// What is advised for \p Body on \p T, as LoopAnalysis.cpp asks for it.
Opportunity advise(ToyTester &T, const LoopOnCore &L, bool Simulates) {
  KernelAddresses Addresses(L.A.kernel(), T.model().instrInfo(), T.numUnits());
  Baseline Today(L.A, T.numUnits());
  if (Simulates) {
    const CoreSizes Core = coreSizesOf(L.A);
    Today.Now = simulate(L.P, Core, {}).Cycles;
    Today.Program = &L.P;
    Today.Budget = SimulationOptions().Budget;
    Opportunity O = findInterleaving(Today, T.Semantics.semantics(), Core);
    if (O.What != Opportunity::Kind::None)
      return O;
  }
  return findOpportunity(Today, Addresses);
}

void checkPromise(ToyTester &T, const std::string &Body, bool Simulates,
                  Tried &Count) {
  Opportunity O;
  {
    const LoopOnCore L(T, Body);
    O = advise(T, L, Simulates);
  }
  if (O.What == Opportunity::Kind::None)
    return;
  EXPECT_GT(O.AtLeast, CyclesPerIter())
      << opportunityName(O.What).str() << Body;
  EXPECT_GE(O.To, O.AtLeast) << opportunityName(O.What).str() << Body;
  EXPECT_LT(O.To, O.From) << opportunityName(O.What).str() << Body;
  if (O.What != Opportunity::Kind::Unroll &&
      O.What != Opportunity::Kind::IndependentChains) {
    ++Count.Other;
    return;
  }
  ++Count.Written;
  const std::optional<std::string> Text = written(Body, O);
  ASSERT_TRUE(Text) << "no registers for " << O.Count << " times\n" << Body;
  const LoopOnCore Changed(T, *Text);
  EXPECT_LE(Changed.A.atLeast(), O.To * O.Count)
      << opportunityName(O.What).str() << " by " << O.Count << " of\n"
      << Body;
}

TEST(Promise, NotBelowTheBoundsOfTheChangedLoop) {
  for (StringRef Cpu : {"", "haswell", "znver3"}) {
    ToyTester T(Cpu);
    Random R(7);
    Tried Count;
    for (unsigned N = 0; N < 200; ++N)
      checkPromise(T, body(R), N % 2 != 0, Count);
    EXPECT_GT(Count.Written, 20u) << Cpu.str();
    EXPECT_GT(Count.Other, 5u) << Cpu.str();
  }
}

TEST(Promise, IsRaisedToTheBounds) {
  ToyTester T;
  const LoopOnCore L(T, "vaddpd %xmm0, %xmm1, %xmm1");
  const Baseline Today(L.A, T.numUnits());
  Opportunity O;
  O.What = Opportunity::Kind::Unroll;
  O.From = 4;
  O.To = 1;
  O.AtLeast = 2;
  EXPECT_EQ(Today.worthwhile(O).To, CyclesPerIter(2));
  O.AtLeast = 4; // Nothing is left of the gain.
  EXPECT_EQ(Today.worthwhile(O).What, Opportunity::Kind::None);
}

} // namespace
