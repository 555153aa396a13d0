//===- AffineAddressTest.cpp - Addresses as affine forms ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Graph/AffineAddress.h"
#include "../Kernel/SemanticsTester.h"
#include "TestSupport.h"
#include "kernel-bounds/Kernel/AddressSlice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

AffineForm form(uint64_t Constant,
                std::initializer_list<std::pair<SymbolId, uint64_t>> Terms) {
  AffineForm F = AffineForm::constant(Constant);
  for (auto [S, C] : Terms)
    F.add(AffineForm::symbol(S), C);
  return F;
}

TEST(AffineForm, TermsAreSortedAndNeverZero) {
  AffineForm F = form(3, {{7, 2}, {1, 1}});
  F.add(form(-1, {{4, 1}, {1, 1}}), -1);
  EXPECT_EQ(F, form(4, {{4, uint64_t(-1)}, {7, 2}}));
  ASSERT_EQ(F.Terms.size(), 2u);
  EXPECT_EQ(F.Terms[0].first, 4u);
  EXPECT_EQ(F.coefficient(1), 0u);
  EXPECT_EQ(F.coefficient(7), 2u);
  F.scale(uint64_t(1) << 63); // 2 << 63 is 0 modulo 2^64.
  EXPECT_EQ(F, form(0, {{4, uint64_t(1) << 63}}));
  F.scale(2);
  EXPECT_TRUE(F.isZero());
}

/// What the form is for given values of the symbols.
uint64_t valueOf(const AffineForm &F, ArrayRef<uint64_t> Symbols) {
  uint64_t V = F.Constant;
  for (auto [S, C] : F.Terms)
    V += C * Symbols[S];
  return V;
}

TEST(AffineForm, SumsAndProductsAreThoseOfValues) {
  std::mt19937_64 Random(7);
  for (unsigned Round = 0; Round < 200; ++Round) {
    AffineForm A, B;
    std::vector<uint64_t> Symbols;
    for (SymbolId S = 0; S < 6; ++S) {
      Symbols.push_back(Random());
      A.add(AffineForm::symbol(S), Random() % 3);
      B.add(AffineForm::symbol(S), Random() % 3 - 1);
    }
    A.Constant = Random();
    B.Constant = Random();
    uint64_t By = Random() % 5 - 2;
    AffineForm Sum = A;
    Sum.add(B, By);
    EXPECT_EQ(valueOf(Sum, Symbols),
              valueOf(A, Symbols) + By * valueOf(B, Symbols));
    Sum.scale(By);
    EXPECT_EQ(valueOf(Sum, Symbols),
              By * (valueOf(A, Symbols) + By * valueOf(B, Symbols)));
    EXPECT_TRUE(is_sorted(Sum.Terms));
    EXPECT_TRUE(none_of(Sum.Terms, [](auto T) { return T.second == 0; }));
  }
}

//===----------------------------------------------------------------------===//
// Addresses of a body
//===----------------------------------------------------------------------===//

/// Symbols have letters, in the order in which they come.
class Printer {
public:
  std::string print(const AffineForm &F) {
    std::string Out;
    for (auto [S, C] : F.Terms) {
      char Letter = 'a' + Letters.try_emplace(S, Letters.size()).first->second;
      Out += (Out.empty() ? "" : "+") +
             (C == 1 ? "" : std::to_string(int64_t(C)) + "*") + Letter;
    }
    int64_t Constant = F.Constant;
    if (Out.empty() || Constant != 0)
      Out +=
          (Out.empty() || Constant < 0 ? "" : "+") + std::to_string(Constant);
    return Out;
  }
  std::string print(const AffineAddress &A) {
    if (A.IsUnknown)
      return "unknown";
    std::string Out = print(A.Base);
    if (!A.IsAffine)
      return Out + (A.IsArithmetic ? " arithmetic" : " any");
    if (!A.Step.isZero())
      Out += " by " + print(A.Step);
    static constexpr StringLiteral Regions[] = {"", " stack", " slot",
                                                " global"};
    return Out + Regions[unsigned(A.Region)].str() +
           (A.IsOwnFrame ? " own" : "") + (A.IsFromCaller ? " given" : "");
  }

private:
  std::map<SymbolId, unsigned> Letters;
};

struct Row {
  const char *Name;
  const char *Before; ///< Lines of it that begin with ? may run.
  const char *Body;
  const char *Want; ///< One address for each access.
};

/// The addresses of \p R, joined by "; ".
std::string addressesOf(StringRef Triple, const Row &R) {
  SemanticsTester T(Triple, ""), BeforeT(Triple, "");
  Kernel K = T.kernel(R.Body);
  T.semantics().nameStack(K);
  const MCInstrInfo &MII = *T.target().MII;
  IntegerCode Before;
  if (*R.Before) {
    SmallVector<StringRef> Lines;
    StringRef(R.Before).split(Lines, '\n');
    std::string Text;
    for (StringRef Line : Lines)
      Text += Line.ltrim('?').str() + "\n";
    auto B = std::make_shared<Kernel>(BeforeT.kernel(Text));
    BeforeT.semantics().nameStack(*B);
    B->StartsFunction = true;
    for (auto [I, Line] : enumerate(Lines))
      if (Line.starts_with("?"))
        B->Insts[I].Flags |= IF_MayRun;
    K.Before = B;
    Before = decodeIntegerCode(*B, MII);
  }
  unsigned NumUnits = T.semantics().numUnits();
  auto Print = [](const std::vector<AffineAddress> &Addresses) {
    Printer P;
    std::vector<std::string> Out;
    for (const AffineAddress &A : Addresses)
      Out.push_back(P.print(A));
    return join(Out, "; ");
  };
  bool MayDiffer = true;
  std::string Out =
      Print(*evaluateAddresses(K, decodeIntegerCode(K, MII), Before, NumUnits,
                               /*AssumeDistinct=*/false, &MayDiffer));
  // Where it is said to make no difference that pointers never meet.
  if (!MayDiffer)
    EXPECT_EQ(Print(*evaluateAddresses(K, decodeIntegerCode(K, MII), Before,
                                       NumUnits, /*AssumeDistinct=*/true)),
              Out);
  // The slice must leave out nothing that matters.
  for (bool WithMemory : {false, true}) {
    AddressSlice Slice = sliceForAddresses(K, NumUnits, WithMemory);
    auto Sliced = evaluateAddresses(K, decodeBody(K, MII, Slice),
                                    decodeBefore(K, MII, Slice), NumUnits);
    EXPECT_TRUE(Sliced || !WithMemory);
    if (Sliced)
      EXPECT_EQ(Print(*Sliced), Out);
  }
  return Out;
}

TEST(AffineAddress, X86) {
  const Row Rows[] = {
      {"a pointer that stays", "", "movl (%rdi), %eax", "a"},
      {"an induction, before and after it moves", "",
       "movl (%rdi), %eax\naddq $4, %rdi\nmovl (%rdi), %ecx",
       "a by 4; a+4 by 4"},
      {"base, index and displacement", "",
       "movl 12(%rdi,%rcx,8), %eax\ndecq %rcx", "a+8*b+12 by -8"},
      {"a step in a register", "", "movl (%rdi), %eax\naddq %rsi, %rdi",
       "a by b"},
      {"one register lags behind the other", "",
       "movl (%rsi), %eax\nmovq %rdi, %rsi\naddq $8, %rdi", "a-8 by 8"},
      {"an index in memory that nothing writes", "",
       "movslq (%rdi), %rax\nmovl (%rdx,%rax,4), %ecx", "a; b+4*c"},
      {"the index is computed, not affine", "",
       "movq %rcx, %rax\nandl $7, %eax\nmovl (%rdi,%rax,4), %edx\nincq %rcx",
       "4*a+b arithmetic"},
      {"32-bit indices do not wrap", "",
       "movslq %ecx, %rax\nmovl (%rdi,%rax,4), %edx\nincl %ecx", "a+4*b by 4"},
      {"a pointer that is reloaded from its slot", "",
       "movq -8(%rsp), %rax\nmovl (%rax,%rcx,4), %edx\nmovl %edx, (%rdi)\n"
       "incq %rcx",
       "a-8 slot; b+4*c by 4; d"},
      {"a counter in a slot", "",
       "movq -8(%rsp), %rax\nmovl (%rdi,%rax,4), %edx\nincq %rax\n"
       "movq %rax, -8(%rsp)",
       "a-8 slot; b+4*c by 4; a-8 slot"},
      {"a pointer in memory that a store may have written", "",
       "movq (%rsi), %rax\nmovl (%rax), %edx\nmovl %edx, (%rdi)",
       "a; b any; c"},
      {"globals", "", "movl x(%rip), %eax\nmovl %eax, y+4(,%rcx,4)\nincq %rcx",
       "a global; b+4*c+4 by 4 global"},
      {"an absolute address", "", "movl 4096, %eax", "4096 global"},
      {"a gather", "", "vpgatherdd %ymm2, (%rdi,%ymm1,4), %ymm0", "unknown"},
      // Code before the loop.
      {"one base for two registers", "leaq 8(%rdi), %rax",
       "movl (%rdi), %ecx\nmovl %ecx, (%rax)", "a given; a+8 given"},
      {"own frame and given pointers", "subq $64, %rsp",
       "movl 8(%rsp), %ecx\nmovl %ecx, (%rdi)", "a-56 slot own; b given"},
      {"what may run changes a register", "leaq 8(%rdi), %rax\n?addq $8, %rax",
       "movl (%rdi), %ecx\nmovl %ecx, (%rax)", "a given; b"},
      {"what may run leaves a register alone",
       "leaq 8(%rdi), %rax\n?movq %rax, %rcx",
       "movl (%rdi), %ecx\nmovl %ecx, (%rax)", "a given; a+8 given"},
      {"what may run comes in any order",
       "?movq %rax, %rdx\n?addq $8, %rax\nleaq 8(%rax), %rsi",
       "movl (%rax), %ecx\nmovl (%rsi), %ecx\nmovl (%rdx), %ecx", "a; a+8; b"},
      {"what may run overwrites a slot",
       "movq %rdi, -8(%rsp)\n?movq %rcx, -8(%rsp)\nmovq -8(%rsp), %rax",
       "movl (%rdi), %ecx\nmovl (%rax), %ecx", "a given; b"},
      {"what may run stores elsewhere",
       "movq %rdi, -8(%rsp)\n?movq %rcx, (%rdx)\nmovq -8(%rsp), %rax",
       "movl (%rdi), %ecx\nmovl (%rax), %ecx", "a given; a given"},
      {"what may run stores where a pointer is",
       "movq %rdi, (%rsi)\n?movq %rcx, (%rdx)\nmovq (%rsi), %rax",
       "movl (%rdi), %ecx\nmovl (%rax), %ecx", "a given; b"},
  };
  for (const Row &R : Rows)
    EXPECT_EQ(addressesOf("x86_64-linux-gnu", R), R.Want) << R.Name;
}

TEST(AffineAddress, AArch64) {
  const Row Rows[] = {
      {"post-index", "", "ldr w1, [x0], #4\nldr w2, [x0]", "a by 4; a+4 by 4"},
      {"pre-index", "", "ldr w1, [x0, #4]!", "a+4 by 4"},
      {"shifted index", "", "ldr x1, [x0, x2, lsl #3]\nadd x2, x2, #1",
       "a+8*b by 8"},
      {"extended index", "", "ldr w1, [x0, w2, sxtw #2]\nadd w2, w2, #1",
       "a+4*b by 4"},
      {"one base for two registers", "add x1, x0, #16",
       "ldr w2, [x0]\nstr w2, [x1]", "a given; a+16 given"},
      {"a page in assembly is some value", "",
       "adrp x1, x\nldr w2, [x1, :lo12:x]", "a+b global"},
  };
  for (const Row &R : Rows)
    EXPECT_EQ(addressesOf("aarch64-linux-gnu", R), R.Want) << R.Name;
}

} // namespace
