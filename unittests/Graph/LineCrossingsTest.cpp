//===- LineCrossingsTest.cpp - Accesses that cross a cache line -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/LineCrossings.h"
#include "../Kernel/ToyTester.h"
#include "TestSupport.h"
#include <bit>
#include <map>
#include <set>

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

struct Found {
  LineAccesses Lines;
  std::vector<uint64_t> Trips;
};

Found find(ToyTester &T, StringRef Asm, unsigned CodeAlign = 0) {
  Kernel K = T.Semantics.kernel(Asm);
  K.CodeAlign = CodeAlign;
  T.Semantics.semantics().nameStack(K);
  KernelAddresses Addresses(K, *T.Semantics.target().MII, T.numUnits());
  Found F;
  F.Lines = findLineAccesses(Addresses);
  F.Trips = findLeastCrossings(F.Lines);
  return F;
}

struct CrossingRow {
  const char *Name, *Asm;
  /// Of 64 trips, access by access.
  std::vector<unsigned> Crossings;
  unsigned CodeAlign = 0;
};
const CrossingRow CrossingRowRows[] = {
    {"one may be aligned", "vmovups (%rsi), %ymm0\n addq $32, %rsi", {0}},
    {"three points, one aligned",
     "vmovups -4(%rsi), %ymm0\n vmovups (%rsi), %ymm1\n"
     "vmovups 4(%rsi), %ymm2\n addq $32, %rsi",
     {32, 0, 32}},
    {"another one is aligned",
     "vmovups -4(%rsi), %ymm0\n vmovups (%rsi), %ymm1\n"
     "vmovaps 4(%rsi), %ymm2\n addq $32, %rsi",
     {32, 32, 0}},
    {"16 bytes: half as often",
     "movups -4(%rsi), %xmm0\n movups (%rsi), %xmm1\n addq $16, %rsi",
     {16, 0}},
    {"an operand of SSE is aligned",
     "addps -4(%rsi), %xmm0\n movups (%rsi), %xmm1\n addq $16, %rsi",
     {0, 16}},
    {"of AVX it need not be",
     "vaddps -4(%rsi), %xmm0, %xmm0\n vmovups (%rsi), %xmm1\n"
     "addq $16, %rsi",
     {16, 0}},
    {"a window of 8 floats, one further each time",
     "vmovups (%rsi), %ymm0\n addq $4, %rsi",
     {28}},
    {"downwards",
     "vmovups -4(%rsi), %ymm0\n vmovups (%rsi), %ymm1\n subq $32, %rsi",
     {32, 0}},
    {"bytes never", "movzbl (%rsi), %eax\n incq %rsi", {0}},
    {"words of one array never",
     "movl -4(%rsi), %eax\n movl (%rsi), %ecx\n addq $4, %rsi",
     {0, 0}},
    {"two arrays, of which nothing is known",
     "vmovups -4(%rsi), %ymm0\n vmovups (%rdi), %ymm1\n addq $32, %rsi\n"
     "addq $32, %rdi",
     {0, 0}},
    {"rows that are whole lines",
     "vmovups -4(%rsi), %ymm0\n vmovups 128(%rsi), %ymm1\n addq $32, %rsi",
     {32, 0}},
    {"with an index",
     "vmovups -4(%rsi,%rax,4), %ymm0\n vmovups (%rsi,%rax,4), %ymm1\n"
     "addq $8, %rax",
     {32, 0}},
    {"a store",
     "vmovups %ymm0, 4(%rsi)\n vmovaps %ymm1, (%rsi)\n addq $32, %rsi",
     {32, 0}},
    {"at one place",
     "vmovups -4(%rsi), %ymm0\n vmovups 28(%rsi), %ymm1",
     {0, 0}},
    {"at one place, 64 bytes each",
     "vmovups -4(%rsi), %zmm0\n vmovups 28(%rsi), %zmm1",
     {0, 64}},
    {"a step that is not known",
     "vmovups -4(%rsi), %ymm0\n vmovaps (%rsi), %ymm1\n addq %rdx, %rsi",
     {}},
    {"an address that is known",
     "vmovups 36(,%rax,4), %ymm0\n addq $8, %rax",
     {0}},
    {"a whole number of lines a trip, how many is not known",
     "movq %rdx, %rcx\n shlq $6, %rcx\n vmovups -4(%rsi), %zmm0\n"
     "vmovaps (%rsi), %zmm1\n addq %rcx, %rsi",
     {64, 0}},
    {"known to 32 bytes", "vmovups 36, %ymm0", {0}, 32},
    {"known to a line", "vmovups 36, %ymm0", {64}, 64},
    {"prefetched", "prefetcht0 -1(%rsi)\n addq $64, %rsi", {}},
    {"gathered",
     "vpcmpeqd %ymm2, %ymm2, %ymm2\n"
     "vgatherdps %ymm2, 1(%rsi,%ymm1,4), %ymm0",
     {}},
};

TEST(LineCrossings, Table) {
  ToyTester T;
  for (const CrossingRow &R : CrossingRowRows) {
    Found F = find(T, R.Asm, R.CodeAlign);
    std::vector<unsigned> Counts;
    for (uint64_t Trips : F.Trips)
      Counts.push_back(std::popcount(Trips));
    EXPECT_EQ(Counts, R.Crossings) << R.Name;
  }
}

// The base is expected at the start of a line, as long as nothing says
// otherwise: then another access crosses than where the fewest do.
TEST(LineCrossings, Expected) {
  ToyTester T;
  auto Counts = [&](StringRef Asm) {
    std::vector<unsigned> Out;
    for (uint64_t Trips : findExpectedCrossings(find(T, Asm).Lines))
      Out.push_back(std::popcount(Trips));
    return Out;
  };
  using Wanted = std::vector<unsigned>;
  EXPECT_EQ(Counts("vmovups 4(%rsi), %ymm0\n addq $32, %rsi"), Wanted{32});
  EXPECT_EQ(Counts("vmovups 4(%rsi), %ymm0\n vmovups %ymm0, 8(%rsi)\n"
                   "addq $32, %rsi"),
            (Wanted{32, 32}));
  EXPECT_EQ(Counts("vmovaps 4(%rsi), %ymm0\n vmovups (%rsi), %ymm1\n"
                   "addq $32, %rsi"),
            (Wanted{0, 32}));
}

/// The aligned accesses of one base do not agree: nothing is said.
TEST(LineCrossings, Contradiction) {
  ToyTester T;
  Found F = find(T, "vmovaps (%rsi), %ymm0\n vmovaps 4(%rsi), %ymm1\n"
                    "vmovups 8(%rsi), %ymm2\n addq $32, %rsi");
  ASSERT_EQ(F.Trips.size(), 3u);
  for (uint64_t Trips : F.Trips)
    EXPECT_EQ(Trips, 0u);
}

//===----------------------------------------------------------------------===//
// Against every place and trip
//===----------------------------------------------------------------------===//

bool crosses(uint64_t Address, unsigned Width) {
  return Address / 64 != (Address + Width - 1) / 64;
}

/// The fewest crossings of \p Accesses in 64 trips, over all places of their
/// base that agree with what is known; none if there is no such place.
std::optional<unsigned> fewest(const LineBase &B,
                               const std::vector<LineAccess> &Accesses) {
  std::optional<unsigned> Least;
  for (uint64_t Place = 1 << 20; Place < (1 << 20) + 64; ++Place) {
    if (Place % B.Modulus != B.Residue)
      continue;
    unsigned Count = 0;
    for (uint64_t Trip = 0; Trip < 64; ++Trip)
      for (const LineAccess &A : Accesses)
        Count += crosses(Place + Trip * B.Step + A.Offset, A.Width);
    if (!Least || Count < *Least)
      Least = Count;
  }
  return Least;
}

LineBase randomBase(Random &R) {
  LineBase B;
  B.Step = R.oneIn(2) ? R.below(64) : 4 * R.below(16);
  B.Modulus = 1 << R.below(7);
  B.Residue = R.below(B.Modulus);
  return B;
}

TEST(LineCrossings, EveryPlaceAndTrip) {
  Random R(20240731);
  unsigned NumCrossing = 0;
  for (unsigned Run = 0; Run < 2000; ++Run) {
    LineAccesses L;
    for (unsigned N = R.between(1, 3); N > 0; --N)
      L.Bases.push_back(randomBase(R));
    std::map<std::pair<uint32_t, uint32_t>, std::vector<LineAccess>> Together;
    for (unsigned N = R.between(1, 8); N > 0; --N) {
      LineAccess A;
      A.Base = R.below(L.Bases.size());
      A.Pool = R.below(2);
      A.Offset = R.below(64);
      A.Width = R.oneIn(3) ? R.between(1, 64) : 1 << R.below(7);
      A.IsStore = false;
      L.Accesses.push_back(A);
      Together[{A.Base, A.Pool}].push_back(A);
    }
    std::vector<uint64_t> Trips = findLeastCrossings(L);
    std::map<std::pair<uint32_t, uint32_t>, unsigned> Counts;
    for (auto [A, T] : zip_equal(L.Accesses, Trips))
      Counts[{A.Base, A.Pool}] += std::popcount(T);
    for (const auto &[Key, Accesses] : Together) {
      EXPECT_EQ(Counts[Key], *fewest(L.Bases[Key.first], Accesses))
          << "run " << Run;
      NumCrossing += Counts[Key] != 0;
    }
    // Each pattern is what one place gives, the same for all of a pool.
    for (const auto &[Key, Accesses] : Together) {
      const LineBase &B = L.Bases[Key.first];
      bool IsSome = false;
      for (unsigned Place = 0; Place < 64 && !IsSome; ++Place) {
        if (Place % B.Modulus != B.Residue)
          continue;
        IsSome = true;
        for (auto [A, T] : zip_equal(L.Accesses, Trips))
          if (std::pair(A.Base, A.Pool) == Key)
            for (uint64_t Trip = 0; Trip < 64; ++Trip)
              IsSome &= (T >> Trip & 1) ==
                        crosses(Place + Trip * B.Step + A.Offset, A.Width);
      }
      EXPECT_TRUE(IsSome) << "run " << Run;
    }
  }
  EXPECT_GT(NumCrossing, 1000u);
}

/// What an aligned access says of its base, against all places.
TEST(LineCrossings, AlignedAccessesPin) {
  Random R(77);
  unsigned NumImpossible = 0;
  for (unsigned Run = 0; Run < 2000; ++Run) {
    LineBase B;
    B.Step = 4 * R.below(16);
    B.Modulus = 1 << R.below(3);
    std::set<unsigned> Left;
    for (unsigned Place = 0; Place < 64; Place += B.Modulus)
      Left.insert(Place);
    for (unsigned N = R.between(1, 3); N > 0; --N) {
      const unsigned Align = 1 << R.below(7);
      const uint64_t Offset = R.below(4) * 8;
      B.align(Offset, Align);
      for (unsigned Trip = 0; Trip < 64; ++Trip)
        std::erase_if(Left, [&](unsigned Place) {
          return (Place + Trip * B.Step + Offset) % Align != 0;
        });
    }
    EXPECT_EQ(B.IsPossible, !Left.empty()) << "run " << Run;
    NumImpossible += !B.IsPossible;
    for (unsigned Place = 0; B.IsPossible && Place < 64; ++Place)
      EXPECT_EQ(Left.count(Place) != 0, Place % B.Modulus == B.Residue)
          << "run " << Run;
  }
  EXPECT_GT(NumImpossible, 100u);
  EXPECT_LT(NumImpossible, 1900u);
}

} // namespace
